import Files
@preconcurrency import Glibc

/// Words for the person at the terminal.
enum StandardError {
  /// Writes `text`, of one line or several and without other control characters, and a line end to standard error.
  static func print(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let clean = lines.map { String($0).printable }.joined(separator: "\n") + "\n"
    clean.withCString { _ = fputs($0, stderr) }
  }
}
