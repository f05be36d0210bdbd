import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Files

@Suite("Files in the making") struct TemporaryFileTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Calls `body` with the bytes of `text`.
  private func withBytes(of text: String, _ body: ([UnsafeRawBufferPointer]) throws -> Void)
    rethrows
  {
    try Array(text.utf8).withUnsafeBytes { try body([$0]) }
  }

  private func write(_ text: String, to file: TemporaryFile) throws {
    try withBytes(of: text) { try file.write($0) }
  }

  @Test("with a name or without, a file takes its place or is gone", arguments: [true, false])
  func lives(isNameless: Bool) throws {
    do {
      let file = try TemporaryFile(in: folder.path, mode: 0o640, isNameless: isNameless)
      #expect(folder.names == (isNameless ? [] : [".segclock-0.tmp"]))
      try write("never seen", to: file)
    }
    #expect(folder.names == [])
    for text in ["first", "second"] {
      let file = try TemporaryFile(in: folder.path, mode: 0o640, isNameless: isNameless)
      try write(text, to: file)
      try file.take(folder.file("a"))
      #expect(folder.names == ["a"])
      #expect(folder.text(of: "a") == text)
    }
    // A folder is in the way.
    #expect(mkdir(folder.file("b"), 0o700) == 0)
    do {
      let file = try TemporaryFile(in: folder.path, mode: 0o640, isNameless: isNameless)
      #expect(throws: ErrorNumber(code: EISDIR)) { try file.take(folder.file("b")) }
    }
    #expect(folder.names == ["a", "b"])
    rmdir(folder.file("b"))
  }

  @Test("other threads, and children that fork, keep the umask while files are made")
  func umaskStays() async throws {
    let path = folder.path
    let isDone = Mutex(false)
    let maker = Task.detached {
      defer { isDone.withLock { $0 = true } }
      for _ in 0..<3000 { _ = try TemporaryFile(in: path, mode: 0o666, isNameless: true) }
    }
    var modes: Set<mode_t> = []
    while !isDone.withLock({ $0 }) {
      let file = try Descriptor(
        opening: folder.file("probe"), O_CREAT | O_EXCL | O_WRONLY, mode: 0o666)
      modes.insert(try file.status().st_mode)
      folder.removeFile("probe")
    }
    try await maker.value
    #expect(modes.count == 1, "\(modes)")
  }

  @Test(
    "what a run that lives no more has left goes, and what a living one has does not",
    arguments: [true, false])
  func leftovers(isNameless: Bool) throws {
    for index in 0..<4 { try folder.make(".segclock-\(index).tmp", "left") }
    let living = open(folder.file(".segclock-1.tmp"), O_RDONLY | O_CLOEXEC)
    #expect(flock(living, LOCK_EX | LOCK_NB) == 0)
    // A link that somebody has laid is no leftover, and is not followed.
    try folder.make("c", "old")
    unlink(folder.file(".segclock-3.tmp"))
    #expect(symlink("c", folder.file(".segclock-3.tmp")) == 0)
    try folder.make("a", "old")
    let file = try TemporaryFile(in: folder.path, mode: 0o600, isNameless: isNameless)
    try file.take(folder.file("a"))
    TemporaryName.removeAbandoned(in: folder.path)
    #expect(folder.names == [".segclock-1.tmp", ".segclock-2.tmp", ".segclock-3.tmp", "a", "c"])
    close(living)
    TemporaryName.removeAbandoned(in: folder.path)
    #expect(folder.names == [".segclock-1.tmp", ".segclock-2.tmp", ".segclock-3.tmp", "a", "c"])
    // The first name is free, so nothing was looked for behind it; once it is taken, all are.
    try folder.make(".segclock-0.tmp", "left")
    TemporaryName.removeAbandoned(in: folder.path)
    #expect(folder.names == [".segclock-3.tmp", "a", "c"])
    #expect(folder.text(of: "c") == "old")
  }

  @Test("as many as there are names live side by side, and no more")
  func many() throws {
    var files: [TemporaryFile] = []
    for _ in 0..<TemporaryName.count {
      files.append(try TemporaryFile(in: folder.path, mode: 0o600, isNameless: false))
    }
    #expect(Set(folder.names).count == TemporaryName.count)
    #expect(throws: ErrorNumber(code: EEXIST)) {
      try TemporaryFile(in: folder.path, mode: 0o600, isNameless: false)
    }
    TemporaryName.removeAbandoned(in: folder.path)
    #expect(folder.names.count == TemporaryName.count)
    for (index, file) in files.enumerated() { try file.take(folder.file("\(index)")) }
    #expect(folder.names == (0..<TemporaryName.count).map { "\($0)" }.sorted())
  }

  @Test("a signal that would end the program waits, and what is being written is given up")
  func signals() throws {
    // Threads that tests run on let no signal through.
    var set = sigset_t()
    var before = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &set, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var file: TemporaryFile? = try TemporaryFile(in: folder.path, mode: 0o600, isNameless: false)
    #expect(pthread_kill(pthread_self(), SIGUSR2) == 0)
    #expect(throws: ErrorNumber(code: EINTR)) {
      if let file { try write("never seen", to: file) }
    }
    // It is taken here before it takes effect.
    var taken: Int32 = 0
    #expect(sigwait(&set, &taken) == 0 && taken == SIGUSR2)
    file = nil
    #expect(folder.names == [])
  }
}
