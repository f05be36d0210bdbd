package import Geometry
package import Keys
package import Platform

/// Something that happened to a window, as a value. Positions are device pixels from the window's top left corner.
package indirect enum InputEvent: Equatable, Sendable {
  /// A key went down, or repeats while it is held.
  case keyPressed(KeyPress)
  /// A key went down that no shortcut can name, such as a modifier or a dead key, at the server's time in milliseconds.
  case otherKeyPressed(time: UInt32)
  /// Keys have typed a text while `Window.takesText`.
  case textEntered(String, time: UInt32)
  /// A key that `Window.setGlobalKeys` has asked for went down, or repeats, wherever the keys go.
  case globalKeyPressed(GlobalKeyPress)
  /// These keys, of those that `Window.setGlobalKeys` has asked for, cannot be had.
  case globalKeysFailed([GlobalKeyFailure])
  /// The keys that `Window.setGlobalKeys` has asked for come only while an X11 window has the focus, under Xwayland. Said once.
  case globalKeysLimited
  /// A key went up.
  case keyReleased(KeyPress)
  /// The pointer moved, with these buttons held; of a run of moves only the last is told.
  case pointerMoved(Point, buttons: PointerButtons)
  /// A button of the pointer went down, or a finger touched.
  case pointerPressed(PointerPress)
  /// A button of the pointer went up.
  case pointerReleased(PointerPress)
  /// The pointer left the window, or somebody else took it over.
  case pointerLeft
  /// A wheel turned.
  case scrolled(Scroll)
  /// The window has this size now, 1...32767 each; of a run of changes only the last is told.
  case resized(width: Int, height: Int)
  /// This part of the window shows its background and has to be painted.
  case exposed(PixelRect)
  /// Whether any of the window can be seen.
  case visibilityChanged(isVisible: Bool)
  /// Whether a compositor shows the windows, so that alpha counts.
  case compositingChanged(Bool)
  /// Whether keys go to the window.
  case focusChanged(Bool)
  /// How often a second the display under the window's middle shows a picture; nil where that cannot be known.
  ///
  /// Told from the second frame on.
  case refreshRateChanged(FrameRate?)
  /// The desktop's scale changed; see `Connection.scale`.
  case scaleChanged(Double)
  /// What the desktop's settings manager says has changed; see `Connection.desktopSettings`.
  case desktopChanged(DesktopSettings)
  /// The user asked for the window to be closed.
  case closeRequested
  /// The window manager took the window to full screen or back.
  case fullScreenChanged(Bool)
  /// The window stays above others from now on, or no longer.
  case aboveChanged(Bool)
  /// The window manager does not keep the window above others, as was asked of it.
  case aboveRefused
  /// The server did not take what `Window.copy` offered.
  case copyRefused
  /// The server has carried out all frames so far, and the next may begin; told every few frames, or when asked for.
  case frameCompleted
  /// Something happened to the popup, or anywhere on the screen while it has the pointer and the keys. Positions are device
  /// pixels from its top left corner.
  case popup(InputEvent)
  /// The popup is gone: its window was destroyed, or the one that it belongs to can no longer be looked at.
  case popupClosed
  /// Another program destroyed the window.
  case windowDestroyed
  /// The server is gone.
  case disconnected

  /// When somebody pressed a key or a button or turned a wheel, in the server's milliseconds; nil for anything else.
  package var pressTime: UInt32? {
    switch self {
    case .keyPressed(let press): press.time
    case .otherKeyPressed(let time), .textEntered(_, let time): time
    case .globalKeyPressed(let press): press.time
    case .pointerPressed(let press): press.time
    case .scrolled(let scroll): scroll.time
    case .popup(let event): event.pressTime
    default: nil
    }
  }
}

/// A press or release of a key.
package struct KeyPress: Equatable, Sendable {
  /// What the key means, on any keyboard layout.
  package var key: Key
  /// What else it may mean where `key` means nothing to the program: the digit on a key that needs shift for it, or
  /// what a Latin keyboard has in its place.
  package var fallback: Key?
  /// The modifiers held, without a shift that was used up in choosing a character that is no letter.
  package var modifiers: Modifiers
  /// When, in the server's milliseconds; see `ServerClock`.
  package var time: UInt32
  /// Whether the key was down already and only repeats.
  package var isRepeat: Bool

  /// A press or release of `key`.
  package init(
    key: Key, fallback: Key? = nil, modifiers: Modifiers = [], time: UInt32 = 0,
    isRepeat: Bool = false
  ) {
    self.key = key
    self.fallback = fallback
    self.modifiers = modifiers
    self.time = time
    self.isRepeat = isRepeat
  }
}

/// A button of the pointer that is no wheel.
package enum PointerButton: Int, Hashable, Sendable, CaseIterable {
  /// The first, left for most.
  case primary = 1
  /// The second, often a wheel pressed down.
  case middle = 2
  /// The third, right for most.
  case secondary = 3
  /// The side button for going back.
  case back = 8
  /// The side button for going forward.
  case forward = 9
}

/// The buttons held down; only the first three are known to X.
package struct PointerButtons: OptionSet, Hashable, Sendable {
  /// One bit a button.
  package let rawValue: UInt8

  /// The buttons of these bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The first button.
  package static let primary = PointerButtons(rawValue: 1)
  /// The second button.
  package static let middle = PointerButtons(rawValue: 2)
  /// The third button.
  package static let secondary = PointerButtons(rawValue: 4)
}

/// A press or release of a button of the pointer.
package struct PointerPress: Equatable, Sendable {
  /// Which button.
  package var button: PointerButton
  /// Where, from the window's top left corner, in device pixels.
  package var position: Point
  /// Where on the screen, in device pixels; what `Window.beginMove` wants.
  package var rootPosition: Point
  /// The modifiers held.
  package var modifiers: Modifiers
  /// When, in the server's milliseconds; see `ServerClock`.
  package var time: UInt32

  /// A press or release of `button` at `position`.
  package init(
    button: PointerButton, position: Point, rootPosition: Point, modifiers: Modifiers = [],
    time: UInt32 = 0
  ) {
    self.button = button
    self.position = position
    self.rootPosition = rootPosition
    self.modifiers = modifiers
    self.time = time
  }
}

/// One notch of a wheel.
package struct Scroll: Equatable, Sendable {
  /// Notches to the right; negative to the left.
  package var dx: Int
  /// Notches down; negative up.
  package var dy: Int
  /// Where the pointer was, from the window's top left corner, in device pixels.
  package var position: Point
  /// The modifiers held.
  package var modifiers: Modifiers
  /// When, in the server's milliseconds; see `ServerClock`.
  package var time: UInt32

  /// A turn by (`dx`, `dy`) notches at `position`.
  package init(dx: Int, dy: Int, position: Point, modifiers: Modifiers = [], time: UInt32 = 0) {
    self.dx = dx
    self.dy = dy
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}
