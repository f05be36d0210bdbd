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

/// The command of a key, a row of the menu or an action.
package enum InputCommand: Hashable, Sendable {
  case model(Command)
  case window(WindowCommand)
}

/// What the window's commands depend on.
package struct WindowStatus: Equatable, Sendable {
  package var isFullScreen: Bool
  package var isAbove: Bool
  package var isClickThrough: Bool
  package var canScrollList: Bool
  package var canMoveFocus: Bool
  package var canLeave: Bool

  package init(
    isFullScreen: Bool = false, isAbove: Bool = false, isClickThrough: Bool = false,
    canScrollList: Bool = true, canMoveFocus: Bool = true, canLeave: Bool = true
  ) {
    self.isFullScreen = isFullScreen
    self.isAbove = isAbove
    self.isClickThrough = isClickThrough
    self.canScrollList = canScrollList
    self.canMoveFocus = canMoveFocus
    self.canLeave = canLeave
  }

  func allows(_ command: WindowCommand) -> Bool {
    switch command {
    case .scrollList: canScrollList
    case .moveFocus: canMoveFocus
    case .leave: canLeave
    default: true
    }
  }

  /// Whether what `command` switches is on; nil if it is no switch.
  func isOn(_ command: WindowCommand) -> Bool? {
    switch command {
    case .toggleFullScreen: isFullScreen
    case .toggleAbove: isAbove
    case .setClickThrough: isClickThrough
    default: nil
    }
  }
}

extension ModelAt {
  /// Whether `command` would have an effect.
  package func allows(_ command: InputCommand, in window: WindowStatus) -> Bool {
    switch command {
    case .model(let command): allows(command)
    case .window(let command): window.allows(command)
    }
  }
}
