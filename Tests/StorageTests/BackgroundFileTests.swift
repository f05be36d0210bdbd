import Files
import Glibc
import Platform
import ProgramSupport
import Testing

@testable import Storage

@Suite("A file that is written in the background")
struct BackgroundFileTests {
  private var deadline: Int64 { MonotonicClock.now() + 10_000_000_000 }

  @Test("the last of many texts is what it holds")
  func last() throws {
    let home = try TemporaryDirectory()
    let descriptors = names(in: "/proc/self/fd").count
    let file = BackgroundFile(path: "\(home.path)/place")
    #expect(names(in: "/proc/self/fd").count == descriptors)
    #expect(file.wait(until: 0) == nil)
    for number in 0...200 { file.write("\(number)") }
    #expect(file.wait(until: deadline) == nil)
    #expect(contents(of: "\(home.path)/place") == Array("200".utf8))
    // And again, by another thread.
    file.write("more")
    #expect(file.wait(until: deadline) == nil)
    #expect(contents(of: "\(home.path)/place") == Array("more".utf8))
    #expect(names(in: home.path) == ["place"])
    // The thread may have told before it let go of what it told by.
    let end = deadline
    while names(in: "/proc/self/fd").count != descriptors, MonotonicClock.now() < end {
      poll(nil, 0, 1)
    }
    #expect(names(in: "/proc/self/fd").count == descriptors)
  }

  @Test("what stands in its way is told until it goes")
  func failure() throws {
    let home = try TemporaryDirectory()
    let path = "\(home.path)/folder/place"
    let file = BackgroundFile(path: path)
    file.write("words")
    #expect(file.wait(until: deadline) == FileError(path: path, code: ENOENT))
    #expect(file.wait(until: 0) == FileError(path: path, code: ENOENT))
    #expect(mkdir("\(home.path)/folder", 0o700) == 0)
    file.write("words")
    #expect(file.wait(until: deadline) == nil)
  }

  @Test("a disk that hangs is waited for until the deadline alone")
  func hangs() throws {
    let home = try TemporaryDirectory()
    let path = "\(home.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let file = BackgroundFile(path: path)
    file.write("first")
    file.write("second")
    #expect(file.wait(until: 0) == FileError(path: path, code: ETIMEDOUT))
    // It goes on where it can.
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    #expect(file.wait(until: deadline) == nil)
  }
}
