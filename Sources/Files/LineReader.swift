import Glibc

/// Reads a text of values, one a line, from a file or standard input.
///
/// It holds no more than a piece of the file, and ends with a file that does not.
package final class LineReader {
  /// The bytes that a line may have.
  package static let longestLine = 1024
  /// The bytes that are read in all.
  package static let mostBytes = 32 << 20

  /// Why there is no next line.
  package enum Problem: Error, Equatable {
    /// The file cannot be read.
    case file(FileError)
    /// This line, counted from 1, is longer than `longestLine`.
    case longLine(Int)
    /// The file has more than `mostBytes`.
    case large
  }

  /// The number of the line that was read last, counted from 1.
  package private(set) var number = 0

  private let path: String
  private let descriptor: Descriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// What of the buffer is read and not yet taken.
  private var unread = 0..<0
  private var bytesRead = 0
  private var isAtEnd = false

  /// A reader of the file at `path`, or of standard input for `-`.
  package init(path: String) throws(FileError) {
    self.path = path == "-" ? "standard input" : path
    do throws(ErrorNumber) {
      descriptor = try path == "-" ? Descriptor(borrowing: 0) : Descriptor(opening: path, O_RDONLY)
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// The next line that is neither blank nor begins with `#`, without the blanks at its ends; nil after the last.
  package func next() throws(Problem) -> String? {
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

  /// The bytes of the next line; nil after the last.
  private func nextLine() throws(Problem) -> ArraySlice<UInt8>? {
    var searched = 0
    while true {
      if let end = lineEnd(from: unread.lowerBound + searched) {
        return try take(unread.lowerBound..<end, upTo: end + 1)
      }
      searched = unread.count
      guard searched <= LineReader.longestLine else { throw .longLine(number + 1) }
      if isAtEnd { return unread.isEmpty ? nil : try take(unread, upTo: unread.upperBound) }
      try fill()
    }
  }

  /// The place of the first line end from `start` on.
  private func lineEnd(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let end = memchr(base + start, Int32(UInt8(ascii: "\n")), unread.upperBound - start)
      else { return nil }
      return UnsafeRawPointer(end) - base
    }
  }

  private func take(_ wholeLine: Range<Int>, upTo end: Int) throws(Problem) -> ArraySlice<UInt8> {
    number += 1
    // Some editors begin a file with a byte order mark, which is no part of its text.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked = number == 1 && buffer[wholeLine].starts(with: mark)
    let line = wholeLine.dropFirst(isMarked ? mark.count : 0)
    guard line.count <= LineReader.longestLine else { throw .longLine(number) }
    unread = end..<unread.upperBound
    return buffer[line]
  }

  /// Reads more behind what is unread, which moves to the front.
  private func fill() throws(Problem) {
    var count = 0
    let kept = unread.count
    buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      memmove(base, base + unread.lowerBound, kept)
      repeat {
        count = read(descriptor.number, base + kept, bytes.count - kept)
      } while count < 0 && errno == EINTR
    }
    guard count >= 0 else { throw .file(FileError(path: path, code: errno)) }
    isAtEnd = count == 0
    unread = 0..<kept + count
    bytesRead += count
    guard bytesRead <= LineReader.mostBytes else { throw .large }
  }
}
