@preconcurrency import Glibc

/// Reads one value a line from a file or standard input.
package final class LineReader {
  /// In bytes.
  package static let maxLine = 1024
  /// In bytes, of the file.
  package static let maxBytes = 32 << 20

  /// The number of the last line read, starting at 1.
  package private(set) var number = 0

  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private var bytesRead = 0

  /// Opens the file at `path`, or standard input for `-`.
  package init(path: String) throws(FileError) {
    self.path = path == "-" ? "standard input" : path
    guard let file = path == "-" ? stdin : fopen(path, "re") else {
      throw FileError(path: path, code: errno)
    }
    self.file = file
  }

  deinit { if file != stdin { fclose(file) } }

  package func error(_ reason: String) -> FileError {
    FileError(path: "\(path), line \(number)", reason: reason)
  }

  /// The next line that is neither blank nor starts with `#`, trimmed; nil at the end.
  package func next() throws(FileError) -> String? {
    while let line = try nextLine() {
      var text = line.drop(while: LineReader.isBlank)
      while let last = text.last, LineReader.isBlank(last) { text.removeLast() }
      if let first = text.first, first != UInt8(ascii: "#") {
        return String(decoding: text, as: UTF8.self)
      }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private func nextLine() throws(FileError) -> ArraySlice<UInt8>? {
    number += 1
    var line: [UInt8] = []
    while case let byte = getc_unlocked(file), byte != 0x0A {
      if byte == EOF {
        guard ferror(file) == 0 else { throw FileError(path: path, code: errno) }
        if line.isEmpty { return nil }
        break
      }
      line.append(UInt8(truncatingIfNeeded: byte))
      guard line.count <= LineReader.maxLine else {
        throw error("longer than the limit of \(LineReader.maxLine) bytes")
      }
    }
    bytesRead += line.count + 1
    guard bytesRead <= LineReader.maxBytes else {
      throw FileError(
        path: path, reason: "larger than the limit of \(LineReader.maxBytes >> 20) MiB")
    }
    // Some editors start a file with a byte order mark.
    let hasMark = number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF])
    return line[(hasMark ? 3 : 0)...]
  }
}
