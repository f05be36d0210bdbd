import Glibc

/// A right that one process at a time has, until it ends: a locked file (flock).
package final class FileLock {
  private let descriptor: Descriptor
  private let path: String

  /// How often it is tried, and the microseconds in between: a process that is just ending, or has just started another,
  /// lets go in a moment.
  private static let attempts = 40
  private static let pause: UInt32 = 5000

  /// Takes the lock at `path`, which need not be there; nil where another process has it.
  package init?(_ path: String) throws(FileError) {
    self.path = path
    do throws(ErrorNumber) {
      // The file is never removed: whoever locked one that has no name any more would not be alone.
      descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      for attempt in 1...FileLock.attempts {
        if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 { return }
        guard errno == EWOULDBLOCK else { throw .last }
        if attempt < FileLock.attempts { usleep(FileLock.pause) }
      }
      return nil
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// Whether its path leads to it: of a file that has been taken away, another process can have the lock of a new one.
  package var isInPlace: Bool { descriptor.isNamed(path) }
}
