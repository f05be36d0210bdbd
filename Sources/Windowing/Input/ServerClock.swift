import CX11
import Platform

/// Converts the times of X events to our own clock, CLOCK_MONOTONIC in nanoseconds.
///
/// Servers stamp events in milliseconds, modulo 2^32, of their own clock. Xorg, Xvfb and Xwayland
/// use CLOCK_MONOTONIC, which on the same machine is ours: a stamp just before now shows that.
/// Changes of the window's properties are stamped, too, so it is known before the first key.
package struct ServerClock: Equatable, Sendable {
  private var isOwn = false
  /// The server's time of the last key or pointer event; 0 before the first.
  var lastInput: Time = 0

  private static let millisecond: Int64 = 1_000_000
  /// Maximum age of a stamp that shows that the server's clock is ours.
  private static let maxDelay: Int64 = 1_000_000_000
  /// Maximum age of an event: a program may have been stopped for long before it reads a key.
  static let maxAge: Int64 = 3_600_000_000_000

  package init() {}

  mutating func note(_ event: XEvent) {
    switch event.type {
    case CX11.KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify:
      // All of these have the time at the same offset. Text of an input method has none.
      if event.xkey.time != 0 { lastInput = event.xkey.time }
      record(event.xkey.time)
    case PropertyNotify: record(event.xproperty.time)
    default: break
    }
  }

  private mutating func record(_ time: Time) {
    if !isOwn { record(UInt32(truncatingIfNeeded: time), at: MonotonicClock.now()) }
  }

  mutating func record(_ stamp: UInt32, at now: Int64) {
    let age = ServerClock.age(of: stamp, at: now)
    isOwn = isOwn || stamp != 0 && (-ServerClock.millisecond...ServerClock.maxDelay).contains(age)
  }

  /// Returns the age of an event by our clock, up to a millisecond too much.
  private static func age(of stamp: UInt32, at now: Int64) -> Int64 {
    let time = now / millisecond
    let age = Int32(bitPattern: UInt32(truncatingIfNeeded: time) &- stamp)
    return Int64(age) * millisecond + now % millisecond
  }

  /// Returns the instant of an event stamped `milliseconds`, at most `now`; nil if the server's
  /// clock is not ours, and if the stamp is 0 (X's "current time"), in the future or too old.
  package func instant(ofEventAt milliseconds: UInt32, now: Int64) -> Int64? {
    let age = ServerClock.age(of: milliseconds, at: now)
    guard isOwn, milliseconds != 0, age >= -ServerClock.millisecond, age <= ServerClock.maxAge
    else { return nil }
    return now - max(0, age)
  }
}
