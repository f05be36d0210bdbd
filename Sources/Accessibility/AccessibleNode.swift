import Wording

/// An object that a screen reader can visit, with all below it.
package struct AccessibleNode: Equatable, Sendable {
  /// The last part of its path on the bus: ASCII letters, digits and underscores.
  package let id: String
  package var role: AccessibleRole
  package var name: String
  /// Whether time alone changes the name or the value, so that no event reports them.
  package var changesWithTime = false
  package var details = ""
  package var states: AccessibleStates
  package var box = AccessibleBox()
  package var actions: [AccessibleAction] = []
  package var range: AccessibleRange?
  package var text: AccessibleText?
  package var children: [AccessibleNode] = []

  package init(
    _ id: String, _ role: AccessibleRole, _ name: String, states: AccessibleStates = .usual
  ) {
    (self.id, self.role, self.name, self.states) = (id, role, name, states)
  }
}

/// In device pixels, from the window's top left corner.
package struct AccessibleBox: Equatable, Sendable {
  package var x, y, width, height: Int32

  package init(x: Int32 = 0, y: Int32 = 0, width: Int32 = 0, height: Int32 = 0) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  func contains(_ x: Int32, _ y: Int32) -> Bool {
    x >= self.x && y >= self.y && Int(x) - Int(self.x) < width && Int(y) - Int(self.y) < height
  }
}

package struct AccessibleAction: Equatable, Sendable {
  /// The identifier, the same in every language.
  package var name: String
  package var title: String
  package var keys: String

  package init(_ name: String, _ title: String, keys: String = "") {
    (self.name, self.title, self.keys) = (name, title, keys)
  }
}

package struct AccessibleRange: Equatable, Sendable {
  package var value, minimum, maximum: Double
  package var isSettable: Bool
  package var text: String

  package init(
    _ value: Double, in bounds: ClosedRange<Double>, isSettable: Bool, text: String
  ) {
    (self.value, minimum, maximum) = (value, bounds.lowerBound, bounds.upperBound)
    (self.isSettable, self.text) = (isSettable, text)
  }
}

/// What is being typed; offsets count Unicode scalars, as AT-SPI's do.
package struct AccessibleText: Equatable, Sendable {
  package var content: String
  package var caret: Int
  package var selection: Range<Int>

  package init(_ content: String, caret: Int, selection: Range<Int>) {
    (self.content, self.caret, self.selection) = (content, caret, selection)
  }
}

/// The numbers are AT-SPI's (atspi-constants.h).
package enum AccessibleRole: UInt32, Sendable {
  case checkMenuItem = 8
  case frame = 23
  case image = 27
  case label = 29
  case list = 31
  case listItem = 32
  case menuItem = 35
  case pageTab = 37
  case pageTabList = 38
  case popupMenu = 41
  case progressBar = 42
  case pushButton = 43
  case slider = 51
  case application = 75
  case entry = 79
  case grouping = 99
  case notification = 101
  case timer = 115

  /// As AT-SPI names it.
  var name: String { label.english }

  var label: Phrase {
    switch self {
    // TRANSLATORS: What a screen reader calls a part of the window, as your desktop's reader has it.
    case .checkMenuItem: markc("role", "check menu item")
    case .frame: markc("role", "frame")
    case .image: markc("role", "image")
    case .label: markc("role", "label")
    case .list: markc("role", "list")
    case .listItem: markc("role", "list item")
    case .menuItem: markc("role", "menu item")
    case .pageTab: markc("role", "page tab")
    case .pageTabList: markc("role", "page tab list")
    case .popupMenu: markc("role", "popup menu")
    case .progressBar: markc("role", "progress bar")
    case .pushButton: markc("role", "push button")
    case .slider: markc("role", "slider")
    case .application: markc("role", "application")
    case .entry: markc("role", "entry")
    case .grouping: markc("role", "grouping")
    case .notification: markc("role", "notification")
    case .timer: markc("role", "timer")
    }
  }
}

/// Bits at AT-SPI's positions (atspi-constants.h).
package struct AccessibleStates: OptionSet, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let active = Self(rawValue: 1 << 1)
  package static let checked = Self(rawValue: 1 << 4)
  package static let editable = Self(rawValue: 1 << 7)
  package static let enabled = Self(rawValue: 1 << 8)
  package static let focusable = Self(rawValue: 1 << 11)
  package static let focused = Self(rawValue: 1 << 12)
  package static let modal = Self(rawValue: 1 << 16)
  package static let selectable = Self(rawValue: 1 << 22)
  package static let selected = Self(rawValue: 1 << 23)
  package static let sensitive = Self(rawValue: 1 << 24)
  package static let showing = Self(rawValue: 1 << 25)
  package static let singleLine = Self(rawValue: 1 << 26)
  package static let visible = Self(rawValue: 1 << 30)
  package static let checkable = Self(rawValue: 1 << 41)

  package static let usual: Self = [.enabled, .sensitive, .showing, .visible]

  /// Those whose changes are reported.
  static let reported: KeyValuePairs<String, Self> = [
    "focused": .focused, "active": .active, "checked": .checked, "selected": .selected,
    "enabled": .enabled, "sensitive": .sensitive,
  ]

  var words: [UInt32] {
    [UInt32(truncatingIfNeeded: rawValue), UInt32(truncatingIfNeeded: rawValue >> 32)]
  }
}
