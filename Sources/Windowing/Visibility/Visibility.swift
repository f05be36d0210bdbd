/// The signs by which a window knows whether any of it can be seen.
struct Visibility: Equatable {
  /// Whether the window is mapped.
  var isMapped = false
  /// Whether a window around it is not mapped.
  var isUnviewable = false
  /// Whether WM_STATE says iconic.
  var isIconic = false
  /// Whether _NET_WM_STATE has _NET_WM_STATE_HIDDEN.
  var isHidden = false
  /// Whether the server says that other windows cover all of it; it never does under a compositor.
  var isObscured = false
  /// Whether the stacking order says so, where the server does not.
  var isCovered = false
  /// Whether the screen saver has darkened everything.
  var isBlanked = false
  /// Whether the screen shows another session.
  var isAway = false

  /// Whether the window is on the screen or an icon, so that its states are the window manager's.
  var isManaged: Bool { isMapped || isIconic || isHidden }

  var isVisible: Bool {
    isMapped && !isUnviewable && !isIconic && !isHidden && !isObscured && !isCovered && !isBlanked
      && !isAway
  }
}
