import CX11
import Platform

/// Converts the times of X events to our own clock, CLOCK_MONOTONIC in nanoseconds.
///
/// Servers stamp events in milliseconds, modulo 2^32, of their own clock. Xorg, Xvfb and Xwayland
/// use CLOCK_MONOTONIC, which on the same machine is ours: a stamp just before now shows that.
/// Otherwise the event that arrives soonest after its stamp gives the offset. Changes of the
/// window's properties are stamped, too, so the offset is known before the first key.
package struct ServerClock: Equatable, Sendable {
  private struct Match: Equatable {
    var stamp: UInt32
    var instant: Int64

    /// Returns an event's age at `now`, up to a millisecond too much.
    func age(of other: UInt32, at now: Int64) -> Int64 {
      now - instant - Int64(Int32(bitPattern: other &- stamp)) * millisecond
    }

    static func own(_ now: Int64) -> Match {
      let milliseconds = now / millisecond
      return Match(
        stamp: UInt32(truncatingIfNeeded: milliseconds), instant: milliseconds * millisecond)
    }
  }

  private var isOwn = false
  /// The recent event that arrived soonest after its stamp; used if the clock is not ours.
  private var match: Match?
  /// The server's time of the last key or pointer event; 0 before the first.
  var lastInput: Time = 0

  /// Maximum age of a stamp that shows that the server's clock is ours.
  private static let maxDelay: Int64 = 1_000_000_000
  /// Maximum age of an event: a program may have been stopped for long before it reads a key.
  static let maxAge: Int64 = 3_600_000_000_000
  /// The time in which two clocks may drift apart by a hundredth of a second.
  static let lifetime: Int64 = 200_000_000_000

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
    if time != 0, !isOwn {
      record(UInt32(truncatingIfNeeded: time), at: MonotonicClock.now())
    }
  }

  mutating func record(_ stamp: UInt32, at now: Int64) {
    let age = Match.own(now).age(of: stamp, at: now)
    isOwn = isOwn || (-millisecond...ServerClock.maxDelay).contains(age)
    if let match, match.age(of: stamp, at: now) >= 0, now - match.instant < ServerClock.lifetime {
      return
    }
    match = Match(stamp: stamp, instant: now)
  }

  /// Returns the instant of an event stamped `milliseconds`, at most `now`; nil if the stamp is 0
  /// (X's "current time"), in the future or too old.
  package func instant(ofEventAt milliseconds: UInt32, now: Int64) -> Int64? {
    guard milliseconds != 0, let match = isOwn ? .own(now) : match else { return nil }
    let age = match.age(of: milliseconds, at: now)
    guard age >= -millisecond, age <= ServerClock.maxAge else { return nil }
    return now - max(0, age)
  }
}

private let millisecond: Int64 = 1_000_000
