import Glibc

/// Reads the kernel's clocks; the one edge at which time enters the program.
public enum MonotonicClock {
  /// CLOCK_MONOTONIC in nanoseconds: never steps, stands still during suspend. Deadlines are given on it.
  public static func now() -> Int64 { read(CLOCK_MONOTONIC) }

  /// CLOCK_BOOTTIME in nanoseconds: never steps, runs on during suspend.
  public static func bootTime() -> Int64 { read(CLOCK_BOOTTIME) }

  /// CLOCK_REALTIME in nanoseconds since 1970, UTC: what a wall clock shows; may step.
  public static func wallTime() -> Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Maps the millisecond stamps of X events to CLOCK_MONOTONIC.
///
/// Xorg, Xvfb and Xwayland stamp their events with CLOCK_MONOTONIC in milliseconds modulo 2^32. A server that does
/// not (another machine's, a synthetic event) is recognised because its stamps do not lie just before now.
public struct ServerClock: Equatable, Sendable {
  /// How old an event may be and still be believed, in nanoseconds.
  public var tolerance: Int64

  /// A mapping that believes events of up to `tolerance` nanoseconds ago; one second by default.
  public init(tolerance: Int64 = 1_000_000_000) {
    self.tolerance = tolerance
  }

  /// The instant of an event stamped `milliseconds`, seen at `now` (CLOCK_MONOTONIC, nanoseconds).
  ///
  /// Never later than `now`, at most a millisecond early; nil where the stamp is 0 (X's "current time"), lies
  /// after `now` or further back than the tolerance.
  public func instant(ofEventAt milliseconds: UInt32, now: Int64) -> Int64? {
    guard milliseconds != 0 else { return nil }
    let nowMilliseconds = now / 1_000_000
    let age = Int64(UInt32(truncatingIfNeeded: nowMilliseconds) &- milliseconds)
    let instant = (nowMilliseconds - age) * 1_000_000
    return now - instant <= tolerance ? instant : nil
  }
}
