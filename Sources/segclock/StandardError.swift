@preconcurrency import Glibc
import Wording

/// Words for the person at the terminal.
enum StandardError {
  /// The most characters of a message.
  static let longestMessage = 320

  /// Writes `text` to standard error as one line, whatever is in it, cut where it is longer than any message of ours.
  static func print(_ text: String) {
    let line = text.escaped.elided(to: longestMessage) + "\n"
    line.withCString { _ = fputs($0, stderr) }
  }
}
