package import Geometry
package import Keys
package import Platform

/// Something that happened to a window. Positions are device pixels from the window's top left corner,
/// times the server's milliseconds (see `ServerClock`).
package indirect enum InputEvent: Equatable, Sendable {
  /// A key went down, or repeats while it is held.
  case keyPressed(KeyPress)
  /// A key went down that no shortcut can name, such as a modifier or a dead key.
  case otherKeyPressed(time: UInt32)
  /// Keys have typed a text while `Window.takesText`.
  case textEntered(String, time: UInt32)
  /// A key of `Window.setGlobalKeys` went down, or repeats, wherever the focus is.
  case globalKeyPressed(Chord, time: UInt32, isRepeat: Bool)
  /// These keys of `Window.setGlobalKeys` cannot be grabbed: another program has those `taken`, and
  /// no key of the keyboard gives those `missing`.
  case globalKeysFailed(taken: [Chord], missing: [Chord])
  /// Under Xwayland global keys come only while an X11 window has the focus. Sent once.
  case globalKeysLimited
  /// The pointer moved, with the primary button down or not; of a run of moves only the last is sent.
  case pointerMoved(Point, isDown: Bool)
  /// A button of the pointer went down, or a finger touched.
  case pointerPressed(PointerPress)
  case pointerReleased(PointerPress)
  /// The pointer left the window, or another program grabbed it.
  case pointerLeft
  case scrolled(Scroll)
  /// Of a run of changes only the last is sent.
  case resized(width: Int, height: Int)
  /// This part of the window shows its background and has to be painted.
  case exposed(PixelRect)
  case visibilityChanged(isVisible: Bool)
  /// Whether a compositor shows the windows, so that alpha counts.
  case compositingChanged(Bool)
  case focusChanged(Bool)
  /// See `Placement.refreshRate`; sent from the second frame on.
  case refreshRateChanged(FrameRate?)
  case scaleChanged(Double)
  case desktopChanged(DesktopSettings)
  case closeRequested
  case fullScreenChanged(Bool)
  case aboveChanged(Bool)
  /// The window manager does not keep the window above others, as was asked of it.
  case aboveRefused
  /// The server did not take what `Window.copy` offered.
  case copyRefused
  /// The server has carried out all frames so far, and the next may begin; sent every few frames, or
  /// when asked for.
  case frameCompleted
  /// Something happened to the popup, or anywhere on the screen while it has the pointer and the keys.
  /// Positions are device pixels from its top left corner.
  case popup(InputEvent)
  /// The popup is gone: its window was destroyed, or the one that it belongs to can no longer be seen.
  case popupClosed
  case windowDestroyed
  /// The server is gone.
  case disconnected

  /// When a key or a button was pressed or a wheel turned; nil for anything else.
  package var pressTime: UInt32? {
    switch self {
    case .keyPressed(let press): press.time
    case .otherKeyPressed(let time), .textEntered(_, let time), .globalKeyPressed(_, let time, _):
      time
    case .pointerPressed(let press): press.time
    case .scrolled(let scroll): scroll.time
    case .popup(let event): event.pressTime
    default: nil
    }
  }
}

package struct KeyPress: Equatable, Sendable {
  /// What the key means, on any keyboard layout.
  package var key: Key
  /// What else it may mean where `key` means nothing to the program: the digit on a key that needs
  /// shift for it, or what a Latin keyboard has in its place.
  package var fallback: Key?
  /// The modifiers held, without a shift that was used up in choosing a character that is no letter.
  package var modifiers: Modifiers
  package var time: UInt32
  /// Whether the key was down already and only repeats.
  package var isRepeat: Bool
}

/// A button of the pointer that is no wheel, by X's number. The primary one is left for most.
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
  /// The position on the screen, in device pixels.
  package var rootPosition: Point
  package var time: UInt32
}

/// A notch of a wheel.
package struct Scroll: Equatable, Sendable {
  /// Notches down; negative up, 0 to a side.
  package var notches: Int
  package var position: Point
  package var time: UInt32
}
