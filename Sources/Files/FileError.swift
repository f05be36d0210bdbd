import Glibc
import Wording

package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's path, or another name such as "standard output".
  package let path: String
  /// An `errno`, or 0 for an error of our own.
  package let code: Int32
  private let reason: String

  package static let maxPathLength = 80

  package init(path: String, reason: String? = nil, code: Int32 = 0) {
    (self.path, self.code) = (path, code)
    self.reason = reason ?? String(cString: strerror(code))
  }

  package var description: String {
    "\(path.escaped.elided(to: FileError.maxPathLength)): \(reason)"
  }
}
