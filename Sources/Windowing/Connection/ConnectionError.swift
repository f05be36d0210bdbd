import Wording

/// Why there is no connection; its description is one line for the user.
package enum ConnectionError: Error, Equatable, CustomStringConvertible {
  /// Neither an option nor the environment names a display.
  case noDisplayNamed
  /// The display was named and could not be opened.
  case cannotOpen(String)

  /// What was wrong and what to try, in one line.
  package var description: String {
    switch self {
    case .noDisplayNamed:
      "no X display: DISPLAY is not set; start from a graphical session or set it, as in DISPLAY=:0"
    case .cannotOpen(let name):
      "cannot open the X display \(name.quoted): is its server running, has it room for one "
        + "more client, and may you use it (DISPLAY, XAUTHORITY)?"
    }
  }
}
