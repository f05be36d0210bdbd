package import Glibc

/// A file descriptor, closed on deinit.
///
/// No call ends with EINTR: glibc's signal(2) restarts those that a signal interrupts.
package final class Descriptor {
  package let number: Int32

  package init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(ErrorNumber) {
    number = open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    guard number >= 0 else { throw .last }
  }

  init(duplicating other: Int32) throws(ErrorNumber) {
    number = fcntl(other, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw .last }
  }

  deinit { close(number) }

  /// The folder part of `path`, without resolving links.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package func status() throws(ErrorNumber) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  package func isNamed(_ path: String) -> Bool {
    var named = stat()
    guard lstat(path, &named) == 0, let own = try? status() else { return false }
    return named.st_dev == own.st_dev && named.st_ino == own.st_ino
  }

  /// Reads into `buffer` from `offset`; returns the number of bytes, 0 at the end of the file.
  func read(into buffer: inout [UInt8], at offset: Int) throws(ErrorNumber) -> Int {
    let count = buffer[offset...].withUnsafeMutableBytes {
      Glibc.read(number, $0.baseAddress, $0.count)
    }
    guard count >= 0 else { throw .last }
    return count
  }

  func write(_ parts: [UnsafeRawBufferPointer]) throws(ErrorNumber) {
    for part in parts {
      var written = 0
      while let base = part.baseAddress, written < part.count {
        let count = Glibc.write(number, base + written, part.count - written)
        if count > 0 {
          written += count
        } else if count == 0 {
          throw ErrorNumber(code: EIO)
        } else if errno == EAGAIN {
          // Another process sharing the pipe has made it non-blocking.
          var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          poll(&entry, 1, -1)
        } else {
          throw .last
        }
      }
    }
  }

  /// Waits until written data is on the disk, if the file supports that.
  package func synchronize() throws(ErrorNumber) {
    guard fsync(number) == 0 || errno == EINVAL || errno == EROFS else { throw .last }
  }
}

/// A lock that one process can hold, until it exits (flock).
package final class FileLock {
  private let descriptor: Descriptor
  private let path: String

  /// Takes the lock at `path`, creating the file if needed; nil if another process holds it.
  package init?(_ path: String) throws(FileError) {
    self.path = path
    do throws(ErrorNumber) {
      // The file is never removed: the lock of an unlinked file would not be exclusive.
      descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      // A process that is exiting, or has just forked, releases the lock in a moment.
      for _ in 0..<40 {
        if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 { return }
        guard errno == EWOULDBLOCK else { throw .last }
        usleep(5000)
      }
      return nil
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// Whether its path still leads to it. If not, another process can lock a new file there.
  package var isInPlace: Bool { descriptor.isNamed(path) }
}
