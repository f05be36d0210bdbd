import Glibc

/// Reads one value a line from a file or standard input, in chunks.
package final class LineReader {
  /// In bytes.
  package static let maxLine = 1024
  /// In bytes, of the file.
  package static let maxBytes = 32 << 20

  /// The number of the last line read, starting at 1.
  package private(set) var number = 0

  private let path: String
  private let descriptor: Descriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The range of the buffer that is not returned yet.
  private var unread = 0..<0
  private var bytesRead = 0
  private var isAtEnd = false

  /// Opens the file at `path`, or standard input for `-`.
  package init(path: String) throws(FileError) {
    self.path = path == "-" ? "standard input" : path
    do throws(ErrorNumber) {
      descriptor = try path == "-" ? Descriptor(borrowing: 0) : Descriptor(opening: path, O_RDONLY)
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  package func error(_ reason: String) -> FileError {
    FileError(path: "\(path), line \(number)", reason: reason)
  }

  /// The next line that is neither blank nor starts with `#`, trimmed; nil at the end.
  package func next() throws(FileError) -> String? {
    while var line = try nextLine() {
      while let first = line.first, LineReader.isBlank(first) { line.removeFirst() }
      while let last = line.last, LineReader.isBlank(last) { line.removeLast() }
      if let first = line.first, first != UInt8(ascii: "#") {
        return String(decoding: line, as: UTF8.self)
      }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private func nextLine() throws(FileError) -> ArraySlice<UInt8>? {
    var end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
    while end == nil, !isAtEnd, unread.count <= LineReader.maxLine {
      try fill()
      end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
    }
    if end == nil, unread.isEmpty { return nil }
    var line = buffer[unread.lowerBound..<(end ?? unread.upperBound)]
    unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
    number += 1
    // Some editors start a file with a byte order mark.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if number == 1, line.starts(with: mark) { line = line.dropFirst(mark.count) }
    guard line.count <= LineReader.maxLine else {
      throw error("longer than the limit of \(LineReader.maxLine) bytes")
    }
    return line
  }

  private func fill() throws(FileError) {
    let kept = unread.count
    buffer.replaceSubrange(0..<kept, with: Array(buffer[unread]))
    let count: Int
    do throws(ErrorNumber) {
      count = try descriptor.read(into: &buffer, at: kept)
    } catch {
      throw FileError(path: path, code: error.code)
    }
    isAtEnd = count == 0
    unread = 0..<kept + count
    bytesRead += count
    guard bytesRead <= LineReader.maxBytes else {
      throw FileError(
        path: path, reason: "larger than the limit of \(LineReader.maxBytes >> 20) MiB")
    }
  }
}
