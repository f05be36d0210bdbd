import Glibc

/// Files that are read as a whole.
package enum InputFile {
  /// The maximum size of a file of lines, in bytes.
  package static let maxLineBytes = 32 << 20

  /// The contents of a regular file. Waits for nothing.
  package static func bytes(of path: String, maxBytes: Int) throws(FileError) -> [UInt8] {
    // O_NONBLOCK: a pipe without a writer would block.
    let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    guard try file.status().st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, code: EINVAL)
    }
    return try file.read(atMost: maxBytes)
  }

  /// The trimmed lines of the file at `path`, or of standard input for `-`, with their numbers from 1; without those
  /// that are blank or start with `#`.
  package static func lines(of path: String) throws(FileError) -> [(number: Int, text: String)] {
    let file =
      try path == "-"
      ? Descriptor(duplicating: 0, as: "standard input") : Descriptor(opening: path, O_RDONLY)
    let bytes = try file.read(atMost: maxLineBytes)
    // Some editors start a file with a byte order mark.
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let start = line.drop(while: isBlank)
      guard let end = start.lastIndex(where: { !isBlank($0) }), start.first != UInt8(ascii: "#")
      else { return nil }
      return (index + 1, String(decoding: start[...end], as: UTF8.self))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
