import Glibc

/// A small file that is read whole, and again when it has become another one.
package struct WatchedFile {
  /// What has become of it.
  package enum News: Equatable {
    /// All that it holds.
    case bytes([UInt8])
    /// It cannot be read.
    case failure(FileError)
  }

  /// By which it is known again without being read.
  private struct Identity: Equatable {
    var device: dev_t
    var inode: ino_t
    var size: off_t
    var times: [Int]

    init(_ status: stat) {
      (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
      times = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
    }
  }

  /// What it was when it was looked at last.
  private enum Sight: Equatable {
    case identity(Identity)
    case error(Int32)
  }

  private let path: String
  private let folder: String?
  private let mostBytes: Int
  private var seen: Sight?

  /// The file at `path`, which may be a symbolic link; where a `folder` is given, it must not lead out of that. One of
  /// more than `mostBytes` is refused, and one that is no regular file.
  package init(path: String, in folder: String? = nil, mostBytes: Int) {
    (self.path, self.folder, self.mostBytes) = (path, folder, mostBytes)
  }

  /// Whether there is a regular file at `path`, by links too, or nothing at all.
  package static func isFileOrNone(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFREG : errno == ENOENT
  }

  /// What it is, unless it is as it was at the last call.
  package mutating func news() -> News? {
    let sight = sight()
    guard sight != seen else { return nil }
    do throws(ErrorNumber) {
      // What has been read counts as seen, not what it was a moment before.
      let (status, bytes) = try read()
      seen = .identity(Identity(status))
      return .bytes(bytes)
    } catch {
      seen = sight
      return .failure(FileError(path: path, code: error.code))
    }
  }

  private func sight() -> Sight {
    var status = stat()
    return stat(path, &status) == 0 ? .identity(Identity(status)) : .error(errno)
  }

  private func read() throws(ErrorNumber) -> (status: stat, bytes: [UInt8]) {
    // A pipe without a writer does not hold up whoever opens it so.
    let descriptor = try Descriptor(opening: try resolvedPath(), O_RDONLY | O_NONBLOCK)
    let status = try descriptor.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw ErrorNumber(code: EINVAL) }
    guard status.st_size <= mostBytes else { throw ErrorNumber(code: EFBIG) }
    var failure: Int32 = 0
    // One more than is allowed, to see whether it has grown meanwhile.
    let bytes = [UInt8](unsafeUninitializedCapacity: mostBytes + 1) { buffer, count in
      while let base = buffer.baseAddress, count <= mostBytes {
        let read = Glibc.read(descriptor.number, base + count, mostBytes + 1 - count)
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        if read <= 0 { break }
        count += read
      }
    }
    guard failure == 0 else { throw ErrorNumber(code: failure) }
    guard bytes.count <= mostBytes else { throw ErrorNumber(code: EFBIG) }
    return (status, bytes)
  }

  /// Where `path` leads once all links are followed, which is in `folder`.
  private func resolvedPath() throws(ErrorNumber) -> String {
    guard let folder else { return path }
    let (root, place) = (try WatchedFile.resolved(folder), try WatchedFile.resolved(path))
    guard place.hasPrefix(root == "/" ? root : root + "/") else { throw ErrorNumber(code: EXDEV) }
    return place
  }

  private static func resolved(_ path: String) throws(ErrorNumber) -> String {
    guard let text = realpath(path, nil) else { throw .last }
    defer { free(text) }
    guard let place = String(validatingCString: text) else { throw ErrorNumber(code: EILSEQ) }
    return place
  }
}
