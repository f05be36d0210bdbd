import Files
import Glibc
import Platform
import ProgramSupport
import Session
import Testing

@testable import Storage

@Suite("What is written in the background")
struct SaverTests {
  private var deadline: MonotonicTime { .now + .seconds(10) }

  /// Writes the place of the newest model.
  private func saver(_ path: String) throws -> Saver {
    try #require(
      Saver { batch throws(FileError) in
        try OutputFile(path: path).write(batch.steps.last?.model.windowPlace ?? "")
        return nil
      })
  }

  private func batch(_ place: String) -> Batch {
    var model = Model()
    model.windowPlace = place
    return Batch(model, .now(.counted))
  }

  @Test("it holds the last of many texts")
  func last() throws {
    let home = TestFolder()
    let saver = try saver("\(home.path)/place")
    #expect(saver.wait(until: .distantPast) == nil)
    for number in 0...200 { saver.submit(batch("\(number)")) }
    #expect(saver.wait(until: deadline) == nil && saver.progress().durable == 201)
    #expect(contents(of: "\(home.path)/place") == Array("200".utf8))
    saver.submit(batch("more"))
    #expect(saver.wait(until: deadline) == nil)
    #expect(contents(of: "\(home.path)/place") == Array("more".utf8))
    #expect(names(in: home.path) == ["place"])
  }

  @Test("a failure is reported until it is over, and the write tried again")
  func failure() throws {
    let home = TestFolder()
    let path = "\(home.path)/folder/place"
    let saver = try saver(path)
    saver.submit(batch("words"))
    #expect(saver.wait(until: deadline) == FileError(path: path, code: ENOENT))
    #expect(saver.wait(until: deadline) == FileError(path: path, code: ENOENT))
    #expect(mkdir("\(home.path)/folder", 0o700) == 0)
    #expect(saver.wait(until: deadline) == nil)
    #expect(contents(of: path) == Array("words".utf8))
  }

  @Test("a disk that hangs is waited for until the deadline")
  func hangs() throws {
    let home = TestFolder()
    let path = "\(home.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let saver = try saver(path)
    saver.submit(batch("first"))
    saver.submit(batch("second"))
    #expect(saver.wait(until: .now)?.code == ETIMEDOUT)
    // It continues when somebody reads.
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    #expect(saver.wait(until: deadline) == nil)
  }
}
