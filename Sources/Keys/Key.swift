/// A key by its character or name, the same on every keyboard layout.
package enum Key: Hashable, Sendable {
  /// A letter in lower case even with Shift, or another character as typed.
  case character(Unicode.Scalar)
  case space, `return`, escape, tab, backspace, delete, insert
  case home, end, pageUp, pageDown, up, down, left, right
  case menu
  /// F1...F35.
  case function(Int)
  case special(SpecialKey)
}

extension Key: CustomStringConvertible {
  package var description: String {
    switch self {
    case .character(let scalar): String(scalar).uppercased()
    case .space: "Space"
    case .return: "Return"
    case .escape: "Escape"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .menu: "Menu"
    case .function(let number): "F\(number)"
    case .special(let key): key.rawValue
    }
  }
}
