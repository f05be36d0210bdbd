import Files
import Glibc

/// A file that is read once from its beginning to its end, piece by piece in one buffer, so that a long one touches little
/// memory.
struct FileBytes {
  private let path: String
  /// The file; nil where it is none that could be read to an end, such as a folder or a pipe.
  private let file: Descriptor?
  private let size: Int

  /// As much as is read at a time: what the second cache holds.
  private static let pieceLength = 1 << 17

  /// The file at `path`, which may have up to `limit` bytes; nil where there is none. What is no file, or longer, counts as
  /// empty.
  init?(_ path: String, upTo limit: Int) throws(FileError) {
    self.path = path
    do throws(ErrorNumber) {
      let file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try file.status()
      let isRead = status.st_mode & S_IFMT == S_IFREG && status.st_size <= limit
      self.file = isRead ? file : nil
      size = isRead ? Int(status.st_size) : 0
    } catch {
      if error.code == ENOENT { return nil }
      // A symbolic link, or a socket.
      guard error.code == ELOOP || error.code == ENXIO else { throw FileError(path: path, code: error.code) }
      (file, size) = (nil, 0)
    }
  }

  /// Calls `take` with the kind and the payload of each record, in order, and returns what the file turned out to be.
  func scan(
    _ content: RecordFormat.Content, kinds: ClosedRange<UInt16>,
    _ take: (_ kind: UInt16, _ payload: UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileCondition {
    try scanRuns(content, kinds: kinds) { run in
      for index in 0..<run.count { take(run.kind, run.payload(at: index)) }
    }
  }

  /// The same, with records that hold numbers taken by runs.
  func scanRuns(
    _ content: RecordFormat.Content, kinds: ClosedRange<UInt16>, _ take: (RecordRun) -> Void
  ) throws(FileError) -> FileCondition {
    var scan = RecordScan(content, kinds: kinds)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(size, FileBytes.pieceLength) + RecordScan.longest, alignment: 16)
    defer { buffer.deallocate() }
    var (filled, read) = (0, 0)
    while true {
      let piece = min(buffer.count - filled, size - read)
      let count = try fill(buffer, from: filled, count: piece, at: read)
      (filled, read) = (filled + count, read + count)
      // One that has become shorter meanwhile ends where it ends.
      let isEnd = read >= size || count < piece
      let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<filled])
      let behind = scan.take(rest, isEnd: isEnd, take)
      if isEnd || behind == 0 { return scan.result }
      if let base = buffer.baseAddress { memmove(base, base + behind, filled - behind) }
      filled -= behind
    }
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from start: Int, count wanted: Int, at offset: Int
  ) throws(FileError) -> Int {
    var count = 0
    while let file, count < wanted {
      let part = pread(
        file.number, buffer.baseAddress.map { $0 + start + count }, wanted - count, off_t(offset + count))
      if part == 0 { break }
      if part > 0 {
        count += part
      } else if errno != EINTR {
        throw FileError(path: path, code: errno)
      }
    }
    return count
  }
}
