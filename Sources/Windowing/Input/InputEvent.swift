package import Geometry
package import Keys

/// An event of a surface. Positions are in device pixels from its top left corner.
/// Times are in the server's milliseconds (see `ServerClock`).
package enum InputEvent: Equatable, Sendable {
  case keyPressed(KeyPress)
  /// A key was pressed that no shortcut can name, such as a modifier or a dead key.
  case otherKeyPressed(time: UInt32)
  /// Keys have typed text while `TextInput.isActive`.
  case textEntered(String, time: UInt32)
  /// The user's input method does not answer; libX11's own types instead. Sent once.
  case inputMethodFailed
  /// A key of `GlobalKeys.set` was pressed or repeats, wherever the focus is.
  case globalKeyPressed(Chord, time: UInt32, isRepeat: Bool)
  /// Keys of `GlobalKeys.set` cannot be grabbed: another program has those `taken`, and the
  /// keyboard lacks those `missing`. Both are empty once all can be.
  case globalKeysFailed(taken: [Chord], missing: [Chord])
  /// `Connection.surroundings` are known. Sent once, soon after the window is shown.
  case surroundingsKnown
  case pointerMoved(Point, isDown: Bool)
  case pointerPressed(PointerPress)
  case pointerReleased(PointerPress)
  /// The pointer left the window, or another program grabbed it.
  case pointerLeft
  case scrolled(Scroll)
  /// Of a run of changes only the last is sent.
  case resized(width: Int, height: Int)
  case exposed(PixelRect)
  case visibilityChanged(isVisible: Bool)
  /// Whether a compositor shows the windows, so alpha has an effect.
  case compositingChanged(Bool)
  case focusChanged(Bool)
  /// See `Placement.refreshRate`; sent from the second frame on.
  case refreshRateChanged(Double?)
  case scaleChanged(Double)
  /// The monitors have changed, and the window manager has had time to move the window.
  case monitorsChanged(MonitorChange, now: [PixelRect])
  /// `Connection.desktopSettings` have changed.
  case desktopChanged
  case closeRequested
  case fullScreenChanged(Bool)
  case aboveChanged(Bool)
  case aboveRefused
  /// The server has acknowledged a frame; see `Presenter.canBeginFrame`.
  case frameCompleted
  /// Another program has destroyed the window, or a popup can no longer be on the screen.
  case windowDestroyed

  /// The server's time of what a person has done: a key, a button, the wheel or typed text.
  package var inputTime: UInt32? {
    switch self {
    case .keyPressed(let press): press.time
    case .otherKeyPressed(let time), .textEntered(_, let time), .globalKeyPressed(_, let time, _):
      time
    case .pointerPressed(let press): press.time
    case .scrolled(let scroll): scroll.time
    default: nil
    }
  }
}

/// The monitors and the window's rectangle before the monitors changed.
package struct MonitorChange: Equatable, Sendable {
  package var monitors: [PixelRect]
  package var rect: PixelRect
}

package struct KeyPress: Equatable, Sendable {
  /// The key's meaning on any keyboard layout.
  package var key: Key
  /// The meaning if the program has no use for `key`: the digit on a key that needs Shift for it,
  /// or the key of a Latin keyboard in the same position.
  package var fallback: Key?
  /// The modifiers held, without a Shift that selected a character other than a letter.
  package var modifiers: Modifiers
  package var time: UInt32
  package var isRepeat: Bool
}

/// A pointer button other than the wheel, by X's number. The primary one is usually the left.
package enum PointerButton: Int, Hashable, Sendable {
  case primary = 1
  case middle = 2
  case secondary = 3
  case back = 8
  case forward = 9
}

package struct PointerPress: Equatable, Sendable {
  package var button: PointerButton
  package var position: Point
  package var rootPosition: Point
  package var time: UInt32
}

package struct Scroll: Equatable, Sendable {
  /// Notches down; negative up, 0 to a side.
  package var notches: Int
  package var position: Point
  package var time: UInt32
}
