package import Keys

/// A key of the keyboard with the modifiers that have to be held, locks among them: what a passive grab takes.
struct KeyGrab: Hashable {
  var keycode: UInt32
  /// Bits of ShiftMask ... Mod5Mask.
  var modifiers: UInt32
}

/// A press of a key that was asked for for the whole desktop.
package struct GlobalKeyPress: Equatable, Sendable {
  package var chord: Chord
  /// When, in the server's milliseconds; see `ServerClock`.
  package var time: UInt32
  /// Whether the key was down already and only repeats.
  package var isRepeat: Bool
}

/// A key that could not be had for the whole desktop.
package struct GlobalKeyFailure: Hashable, Sendable {
  package var chord: Chord
  package var reason: Reason

  /// Why.
  package enum Reason: Hashable, Sendable {
    /// Another program has it.
    case taken
    /// No key of the keyboard gives it.
    case missing
  }
}
