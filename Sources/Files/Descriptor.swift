package import Glibc
package import Wording

/// A file descriptor, closed on deinit.
///
/// No call ends with EINTR: glibc's signal(2) restarts those that a signal interrupts.
package final class Descriptor {
  package let number: Int32
  /// As errors name the file.
  let name: String

  package init(
    opening path: String, as name: String? = nil, _ flags: Int32, mode: mode_t = 0
  ) throws(FileError) {
    self.name = name ?? path
    number = open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    guard number >= 0 else { throw failure }
  }

  init(duplicating other: Int32, as name: String) throws(FileError) {
    self.name = name
    number = fcntl(other, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw failure }
  }

  /// The error of the last call.
  package var failure: FileError { FileError(path: name, code: errno) }

  deinit { close(number) }

  /// The folder part of `path`, without resolving links.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package func status() throws(FileError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw failure }
    return status
  }

  package func isNamed(_ path: String) -> Bool {
    var named = stat()
    guard lstat(path, &named) == 0, let own = try? status() else { return false }
    return named.st_dev == own.st_dev && named.st_ino == own.st_ino
  }

  func read(atMost maxBytes: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= maxBytes {
      let count = Glibc.read(number, &chunk, chunk.count)
      guard count >= 0 else { throw failure }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
    }
    throw FileError(
      path: name, reason: mark("larger than the limit of {0} KiB", maxBytes >> 10))
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        throw FileError(path: name, code: EIO)
      } else if errno == EAGAIN {
        // Another process sharing the pipe has made it non-blocking.
        var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      } else {
        throw failure
      }
    }
  }

  /// Waits until written data is on the disk, if the file supports that.
  package func synchronize() throws(FileError) {
    guard fsync(number) == 0 || errno == EINVAL || errno == EROFS else { throw failure }
  }
}

/// A lock that one process can hold, until it exits (flock).
package final class FileLock {
  private let descriptor: Descriptor

  /// Takes the lock at `path`, creating the file if needed; nil if another process holds it.
  package init?(_ path: String) throws(FileError) {
    // The file is never removed: the lock of an unlinked file would not be exclusive.
    descriptor = try FileLock.open(path)
    // A process that is exiting, or has just forked, releases the lock in a moment.
    for _ in 0..<40 {
      if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK else { throw descriptor.failure }
      usleep(5000)
    }
    return nil
  }

  private static func open(_ path: String) throws(FileError) -> Descriptor {
    do throws(FileError) {
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      let new = try Descriptor(opening: path, flags, mode: 0o600)
      // Whatever the umask says.
      guard fchmod(new.number, 0o600) == 0 else { throw new.failure }
      return new
    } catch {
      guard error.code == EEXIST else { throw error }
      return try Descriptor(opening: path, O_RDWR | O_NOFOLLOW)
    }
  }

  /// Whether its path still leads to it. If not, another process can lock a new file there.
  package var isInPlace: Bool { descriptor.isNamed(descriptor.name) }
}

package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's path, or another name such as "standard output".
  package let path: String
  /// An `errno`, or 0 for an error of our own.
  package let code: Int32
  private let reason: Phrase

  package static let maxPathLength = 80

  /// Whether it ends by itself: another program has the file locked, or the disk has not answered yet.
  package var isTemporary: Bool { code == EBUSY || code == ETIMEDOUT }

  package init(path: String, reason: Phrase? = nil, code: Int32 = 0) {
    (self.path, self.code) = (path, code)
    self.reason = reason ?? SystemError.phrase(of: code)
  }

  package var description: String { phrase.english }

  package var phrase: Phrase {
    // TRANSLATORS: {0} is a file, {1} what is wrong with it.
    markc("file", "{0}: {1}", path.escaped.elided(to: FileError.maxPathLength), reason)
  }
}
