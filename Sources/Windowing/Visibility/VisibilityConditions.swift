import Geometry

/// What decides whether any of a window can be seen.
struct VisibilityConditions: Equatable {
  var isMapped = false
  /// Whether a window around it is unmapped: i3 unmaps only the frames of the desktops that are not shown.
  var isUnviewable = false
  /// Whether WM_STATE says iconic.
  var isIconic = false
  /// Whether _NET_WM_STATE has _NET_WM_STATE_HIDDEN.
  var isHidden = false
  /// Whether the server reports that other windows cover all of it. Under a compositor it never does.
  var isObscured = false
  /// Whether the windows above cover all of it, where the server does not report that.
  var isCovered = false
  /// Whether the screen saver is on.
  var isBlanked = false
  /// Whether the screen shows another virtual terminal.
  var isAway = false

  /// Whether the window is on the screen or an icon, so that the window manager keeps its states.
  var isManaged: Bool { isMapped || isIconic || isHidden }

  /// Whether neither the window nor a popup of it can be on the screen.
  var isOffScreen: Bool { !isMapped || isUnviewable || isIconic || isHidden }

  var isVisible: Bool { !isOffScreen && !isObscured && !isCovered && !isBlanked && !isAway }
}

extension PixelRect {
  /// Returns whether `others` together leave nothing of this rectangle uncovered.
  func isCovered(by others: some Sequence<PixelRect>) -> Bool {
    var uncovered = isEmpty ? [] : [self]
    for other in others where !uncovered.isEmpty {
      uncovered = uncovered.flatMap { $0.subtracting(other) }
      // Bounds the work; a window in that many pieces counts as visible.
      if uncovered.count > 256 { return false }
    }
    return uncovered.isEmpty
  }
}
