/// A command that does not change the model: it concerns the window or the program.
package enum WindowCommand: Hashable, Sendable {
  case scrollList(ListStep)
  /// Moves the keyboard focus through all buttons and rings, or within its row of them.
  case moveFocus(Direction, inGroup: Bool = false)
  case showMenu
  case raise
  case toggleFullScreen
  case toggleAbove
  /// nil toggles it.
  case setClickThrough(Bool?)
  case copy
  /// Closes or ends what was opened last, as far as there is something.
  case leave
  case quit
}
