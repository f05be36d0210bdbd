import Glibc
import Wording

/// A file that could not be read or written, and the system's reason.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's path, or what stands for it, as in "standard output".
  package let path: String
  /// An `errno`; 0 where `reason` says more.
  package let code: Int32
  private let reason: String

  /// The maximum number of characters of a path in a message.
  package static let longestPath = 80

  package init(path: String, code: Int32) {
    self.path = path
    self.code = code
    reason = String(cString: strerror(code))
  }

  /// An error that is not the system's.
  package init(path: String, reason: String) {
    (self.path, self.reason, code) = (path, reason, 0)
  }

  package var description: String {
    "\(path.escaped.elided(to: FileError.longestPath)): \(reason)"
  }
}

/// An `errno`.
package struct ErrorNumber: Error, Equatable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of this thread's last system call.
  package static var last: ErrorNumber { ErrorNumber(code: errno) }
}
