import Glibc

/// A file that could not be read or written, and the system's reason.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name it was given by, or what stands for it, as in "standard output".
  package let path: String
  /// An `errno`.
  package let code: Int32

  /// The error of `path` with this `errno`.
  package init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// One line: the file without control characters, and the reason.
  package var description: String { "\(path.printable): \(String(cString: strerror(code)))" }
}

extension String {
  /// The text with a question mark for each control character, so that a message never carries one to a terminal.
  package var printable: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}

/// Why a call of the system failed.
struct ErrorNumber: Error, Equatable {
  /// An `errno`.
  let code: Int32

  /// What the last call of this thread failed with.
  static var last: ErrorNumber { ErrorNumber(code: errno) }
}
