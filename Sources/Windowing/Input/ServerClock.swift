import CX11
package import Platform

/// Converts the times of X events to our own clock.
///
/// Servers stamp events in milliseconds, modulo 2^32, of their own clock. Xorg, Xvfb and Xwayland
/// use CLOCK_MONOTONIC, which on the same machine is ours: a stamp just before now shows that.
/// Changes of the window's properties are stamped, too, so it is known before the first key.
package struct ServerClock: Equatable, Sendable {
  private var isOwn = false
  /// The server's time of the last key or pointer event; 0 before the first.
  var lastInput: Time = 0

  /// Maximum age of a stamp that shows that the server's clock is ours.
  private static let maxDelay = Duration.seconds(1)
  /// Maximum age of an event: a program may have been stopped for long before it reads a key.
  static let maxAge = Duration.seconds(3600)

  mutating func record(_ event: XEvent) {
    switch event.type {
    case CX11.KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify:
      // All of these have the time at the same offset. Text of an input method has none.
      if event.xkey.time != 0 { lastInput = event.xkey.time }
      record(UInt32(truncatingIfNeeded: event.xkey.time), at: .now)
    case PropertyNotify: record(UInt32(truncatingIfNeeded: event.xproperty.time), at: .now)
    default: break
    }
  }

  mutating func record(_ stamp: UInt32, at now: MonotonicTime) {
    isOwn = isOwn || ServerClock.age(of: stamp, at: now).map { $0 <= ServerClock.maxDelay } ?? false
  }

  /// Returns the age of an event by our clock, up to a millisecond too much; nil for the stamp 0
  /// (X's "current time") and one in the future.
  private static func age(of stamp: UInt32, at now: MonotonicTime) -> Duration? {
    let (time, fraction) = now.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let age = Int32(bitPattern: UInt32(truncatingIfNeeded: time) &- stamp)
    guard stamp != 0, age >= -1 else { return nil }
    return max(.zero, .milliseconds(age) + .nanoseconds(fraction))
  }

  /// Returns the age of an event; nil if the server's clock is not ours or the stamp implausible.
  package func age(ofEventAt milliseconds: UInt32, at now: MonotonicTime) -> Duration? {
    guard isOwn, let age = ServerClock.age(of: milliseconds, at: now), age <= ServerClock.maxAge
    else { return nil }
    return age
  }
}
