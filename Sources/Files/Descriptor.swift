package import Glibc

/// An open file, closed with the object.
package final class Descriptor {
  /// The number that the system knows it by.
  package let number: Int32
  /// Whether it is closed with the object; standard output is not.
  private let isOwned: Bool

  /// The file at `path`, opened with `flags`, and with `mode` if that makes it.
  package init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(ErrorNumber) {
    var opened: Int32
    repeat {
      opened = open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw .last }
    number = opened
    isOwned = true
  }

  /// A file that is open already and stays so.
  init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }

  /// What the system says of it.
  package func status() throws(ErrorNumber) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  /// Whether `path` names this file.
  package func isNamed(_ path: String) -> Bool {
    var named = stat()
    guard lstat(path, &named) == 0, let own = try? status() else { return false }
    return named.st_dev == own.st_dev && named.st_ino == own.st_ino
  }

  /// Writes all of `parts`, one after the other. Before each, `isStopped` is asked whether to give up (EINTR).
  func write(_ parts: [UnsafeRawBufferPointer], unless isStopped: () -> Bool = { false })
    throws(ErrorNumber)
  {
    for part in parts {
      if isStopped() { throw ErrorNumber(code: EINTR) }
      var written = 0
      while let base = part.baseAddress, written < part.count {
        let count = Glibc.write(number, base + written, part.count - written)
        if count > 0 {
          written += count
        } else if count == 0 {
          throw ErrorNumber(code: EIO)
        } else if errno == EAGAIN {
          // Whoever shares the pipe has asked for writes that do not wait.
          var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          poll(&entry, 1, -1)
        } else if errno != EINTR {
          throw .last
        }
      }
    }
  }

  /// Waits until what was written is on the disk, where it is a file that can be.
  func synchronize() throws(ErrorNumber) {
    guard fsync(number) == 0 || errno == EINVAL || errno == EROFS else { throw .last }
  }
}
