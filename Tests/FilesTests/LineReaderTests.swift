import Files
import Glibc
import TestSupport
import Testing

@Suite("Lines of a file") struct LineReaderTests {
  /// All lines with their numbers.
  private func lines(of text: String) throws -> [String] {
    let folder = TestFolder()
    let reader = try LineReader(path: try folder.make("a", text))
    var lines: [String] = []
    while let line = try reader.next() { lines.append("\(reader.number) \(line)") }
    return lines
  }

  @Test("blank lines and comments are counted and left out")
  func skipping() throws {
    #expect(try lines(of: "") == [])
    #expect(try lines(of: "\n\n") == [])
    #expect(try lines(of: "1\n2\n") == ["1 1", "2 2"])
    #expect(try lines(of: "1\n2") == ["1 1", "2 2"])
    #expect(try lines(of: " a b\t\r\n# c\n\t \r\n  # d\n#\ne # f\n") == ["1 a b", "6 e # f"])
    #expect(try lines(of: "\u{0}\n\n\u{FC}\n") == ["1 \u{0}", "3 \u{FC}"])
  }

  @Test("what does not fit into one piece of reading is put together again")
  func pieces() throws {
    let lengths = (0..<400).map { ($0 * 37) % 1000 + 1 }
    let text = lengths.map { String(repeating: "x", count: $0) }.joined(separator: "\n")
    #expect(text.utf8.count > 1 << 17)
    #expect(try lines(of: text).map { $0.drop { $0 != "x" }.count } == lengths)
  }

  /// Expects `body` to throw an error with this message, without the path.
  private func expect(_ message: String, _ body: () throws -> Void) {
    #expect {
      try body()
    } throws: { error in
      (error as? FileError)?.description.hasSuffix(message) == true
    }
  }

  @Test("a line may have so many bytes and no more", arguments: ["", "\n"])
  func longLines(end: String) throws {
    let longest = String(repeating: "x", count: LineReader.maxLine)
    #expect(try lines(of: longest + end) == ["1 " + longest])
    expect(", line 2: longer than the limit of 1024 bytes") {
      _ = try lines(of: "\n" + longest + "x" + end)
    }
  }

  @Test("what has no end is refused")
  func endless() throws {
    let zero = try LineReader(path: "/dev/zero")
    expect("/dev/zero, line 1: longer than the limit of 1024 bytes") { _ = try zero.next() }
    let folder = TestFolder()
    let path = try folder.make("a", "")
    // A file with a hole reads as zeros and takes no room.
    #expect(truncate(path, LineReader.maxBytes + 10) == 0)
    let hole = try LineReader(path: path)
    expect(", line 1: longer than the limit of 1024 bytes") { _ = try hole.next() }
  }

  @Test("more than so many bytes are refused, even of blank lines")
  func large() throws {
    let folder = TestFolder()
    let path = try folder.make("a", "")
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let block = [UInt8](repeating: UInt8(ascii: " "), count: 1023) + [UInt8(ascii: "\n")]
    let piece = Array(repeatElement(block, count: 1024).joined())
    for _ in 0..<LineReader.maxBytes / piece.count {
      #expect(write(descriptor, piece, piece.count) > 0)
    }
    let whole = try LineReader(path: path)
    #expect(try whole.next() == nil)
    #expect(write(descriptor, "\n", 1) == 1)
    let larger = try LineReader(path: path)
    expect(": larger than the limit of 32 MiB") { _ = try larger.next() }
  }

  @Test("a byte order mark at the beginning is no part of the first line")
  func mark() throws {
    let folder = TestFolder()
    let path = folder.file("marked")
    try OutputFile(path: path).write("\u{FEFF}one\n\u{FEFF}two\n")
    let reader = try LineReader(path: path)
    #expect(try reader.next() == "one")
    #expect(try reader.next() == "\u{FEFF}two")
    #expect(try reader.next() == nil)
  }

  @Test("a file that cannot be read is named, with the reason")
  func unreadable() throws {
    let folder = TestFolder()
    let missing = folder.file("none")
    #expect(throws: FileError(path: missing, code: ENOENT)) { try LineReader(path: missing) }
    let reader = try LineReader(path: folder.path)
    #expect(throws: FileError(path: folder.path, code: EISDIR)) {
      try reader.next()
    }
    #expect(
      FileError(path: "a\n\u{1B}b", code: ENOENT).description
        == #"a\n\u{1B}b: No such file or directory"#)
  }
}
