import Files
import Glibc
import TestSupport
import Testing
import Wording

@Suite("Files that are read") struct InputFileTests {
  /// All lines with their numbers.
  private func lines(of text: String) throws -> [String] {
    let folder = TestFolder()
    return try InputFile.lines(of: try folder.make("a", text)).map { "\($0.number) \($0.text)" }
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

  @Test("a file without an end, or above the limit, is refused")
  func large() throws {
    let folder = TestFolder()
    let path = try folder.make("a", "")
    // A file with a hole reads as zeros and takes no room.
    #expect(truncate(path, InputFile.maxLineBytes) == 0)
    #expect(try InputFile.lines(of: path).count == 1)
    #expect(truncate(path, InputFile.maxLineBytes + 1) == 0)
    for path in [path, "/dev/zero"] {
      #expect {
        try InputFile.lines(of: path)
      } throws: { error in
        "\(error)".hasSuffix(": larger than the limit of 32768 KiB")
      }
    }
  }

  @Test("a byte order mark at the beginning is no part of the first line")
  func mark() throws {
    #expect(try lines(of: "\u{FEFF}one\n\u{FEFF}two\n") == ["1 one", "2 \u{FEFF}two"])
  }

  @Test("a file that cannot be read is named, with the reason")
  func unreadable() throws {
    let folder = TestFolder()
    let missing = folder.file("none")
    for (path, code) in [(missing, ENOENT), (folder.path, EISDIR)] {
      #expect(throws: FileError(path: path, code: code)) { try InputFile.lines(of: path) }
    }
    #expect(
      FileError(path: "a\n\u{1B}b", code: ENOENT).description
        == #"a\n\u{1B}b: No such file or directory"#)
  }

  @Test("what is no file, or too large, is refused as a whole, and nothing is waited for")
  func refused() throws {
    let folder = TestFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path, "/dev/zero"] {
      #expect(throws: FileError(path: path, code: EINVAL)) {
        try InputFile.bytes(of: path, maxBytes: 4)
      }
    }
    let file = try folder.make("large", "12345")
    let bytes = try InputFile.bytes(of: file, maxBytes: 5)
    #expect(bytes == Array("12345".utf8))
    // What the kernel makes up as it is read tells no size.
    for path in [file, "/proc/self/status"] {
      #expect(
        throws: FileError(path: path, reason: Wording.mark("larger than the limit of {0} KiB", 0))
      ) {
        try InputFile.bytes(of: path, maxBytes: 4)
      }
    }
  }
}
