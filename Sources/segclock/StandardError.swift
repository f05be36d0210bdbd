@preconcurrency import Glibc

/// Words for the person at the terminal.
enum StandardError {
  /// Writes `text` and a line end to standard error.
  static func print(_ text: String) {
    let line = text + "\n"
    line.withCString { _ = fputs($0, stderr) }
  }
}

extension String {
  /// The text without control characters, so that a message never carries one to a terminal.
  var printable: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
