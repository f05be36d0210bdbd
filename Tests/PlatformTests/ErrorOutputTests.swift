import Glibc
import Platform
import Testing

@Suite("Words on standard error", .serialized)
struct ErrorOutputTests {
  @Test("a stopped terminal and a full pipe stop nobody", arguments: [true, false])
  func stopped(isTerminal: Bool) throws {
    var ends: [Int32] = [-1, -1]
    if isTerminal {
      ends[0] = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
      var (lock, number): (Int32, UInt32) = (0, 0)
      try #require(ioctl(ends[0], 0x4004_5431, &lock) == 0)
      try #require(ioctl(ends[0], 0x8004_5430, &number) == 0)
      ends[1] = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      // As Ctrl+S does.
      try #require(tcflow(ends[1], TCOOFF) == 0)
    } else {
      try #require(pipe(&ends) == 0)
    }
    let before = dup(STDERR_FILENO)
    dup2(ends[1], STDERR_FILENO)
    // More than a pipe holds.
    for _ in 0..<2000 { ErrorOutput.write(String(repeating: "x", count: 99) + "\n") }
    // What others write there may still wait.
    let isBlocking = fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0
    dup2(before, STDERR_FILENO)
    for descriptor in ends + [before] { close(descriptor) }
    #expect(isBlocking)
  }
}
