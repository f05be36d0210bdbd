import Glibc
import Wording

/// A file that could not be read or written, and the system's reason.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name it was given by, or what stands for it, as in "standard output".
  package let path: String
  /// An `errno`; 0 where `reason` says more.
  package let code: Int32
  private let reason: String

  /// The most characters of a path that a message names.
  package static let longestPath = 80

  /// The error of `path` with this `errno`.
  package init(path: String, code: Int32) {
    self.path = path
    self.code = code
    reason = String(cString: strerror(code))
  }

  /// An error of `path` that is not the system's.
  package init(path: String, reason: String) {
    (self.path, self.reason, code) = (path, reason, 0)
  }

  /// One line: the file and the reason.
  package var description: String {
    "\(path.escaped.elided(to: FileError.longestPath)): \(reason)"
  }
}

/// Why a call of the system failed.
package struct ErrorNumber: Error, Equatable {
  /// An `errno`.
  package let code: Int32

  /// The error of this `errno`.
  package init(code: Int32) { self.code = code }

  /// What the last call of this thread failed with.
  package static var last: ErrorNumber { ErrorNumber(code: errno) }
}
