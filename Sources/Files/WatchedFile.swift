import Glibc

/// A small file that is read again when it has changed.
package struct WatchedFile {
  package typealias Change = Result<[UInt8], FileError>

  private let path: String
  private let maxBytes: Int
  /// Identifies the file's version without reading it; an errno if there is no file.
  private var seen: [Int]?

  /// Rejects files larger than `maxBytes` and files that are not regular.
  package init(path: String, maxBytes: Int) {
    (self.path, self.maxBytes) = (path, maxBytes)
  }

  /// The contents, or the error; nil if nothing has changed since the last call.
  package mutating func change() -> Change? {
    var status = stat()
    let stamp = stat(path, &status) == 0 ? WatchedFile.stamp(status) : [Int(errno)]
    guard stamp != seen else { return nil }
    do throws(FileError) {
      // O_NONBLOCK: a pipe without a writer would block.
      let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
      // Record the version that is read, which may be newer than the stamp.
      let status = try file.status()
      let bytes = try contents(of: file, status)
      seen = WatchedFile.stamp(status)
      return .success(bytes)
    } catch {
      seen = stamp
      return .failure(error)
    }
  }

  private static func stamp(_ status: stat) -> [Int] {
    let times = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
    let file = [Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino)]
    return file + [status.st_size] + times
  }

  private func contents(of file: Descriptor, _ status: stat) throws(FileError) -> [UInt8] {
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, code: EINVAL) }
    guard status.st_size <= maxBytes else { throw FileError(path: path, code: EFBIG) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    // It may have grown meanwhile.
    while bytes.count <= maxBytes {
      let count = read(file.number, &chunk, chunk.count)
      guard count >= 0 else { throw file.failure }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
    }
    throw FileError(path: path, code: EFBIG)
  }
}
