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
