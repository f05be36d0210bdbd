/// A key as a person names it: the character on it or its name, the same on every keyboard layout.
package enum Key: Hashable, Sendable {
  /// A key that types: a letter in lower case whether Shift is held or not, any other character as typed.
  case character(Unicode.Scalar)
  case space, `return`, escape, tab, backspace, delete, insert
  case home, end, pageUp, pageDown, up, down, left, right
  /// The key that opens a context menu.
  case menu
  /// F1...F35.
  case function(Int)
  /// A key of media players and the like.
  case special(SpecialKey)
}

extension Key: CustomStringConvertible {
  /// The name on the key, as help and manual have it.
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
