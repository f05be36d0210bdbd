/// Times as text, the same in every locale; truncated, never rounded up. Most have at most 15 bytes, which Swift stores
/// inside the String, so that formatting allocates nothing.
public enum TimeFormat {
  /// An elapsed time: `mm:ss.cc`, from an hour on `h:mm:ss.cc`, from 100 hours on `hhh:mm:ss`. Negative ones are zero.
  public static func elapsed(_ duration: Duration) -> String {
    guard showsHundredths(ofElapsed: duration) else { return length(duration) }
    return "\(length(duration)).\(padded(TimeParts(duration).hundredths))"
  }

  /// A duration in a message: `m:ss` below an hour, then `h:mm:ss`. Negative times are zero.
  public static func wholeSeconds(_ duration: Duration) -> String {
    let parts = TimeParts(duration)
    return parts.hours > 0 ? length(duration) : "\(parts.minutes):\(padded(parts.seconds))"
  }

  /// As `wholeSeconds`, but past the end the overrun.
  public static func remainingSeconds(_ duration: Duration) -> String {
    duration < .zero ? overrun(duration) : wholeSeconds(duration)
  }

  /// A remaining time: `ss.cc` below a minute, `mm:ss` below an hour, then `h:mm:ss`; past the end the overrun.
  public static func remaining(_ duration: Duration) -> String {
    if duration < .zero { return overrun(duration) }
    guard showsHundredths(ofRemaining: duration) else { return length(duration) }
    let parts = TimeParts(duration)
    return "\(padded(parts.seconds)).\(padded(parts.hundredths))"
  }

  /// The time since the end, in whole seconds: `+0:00` in the first one, then `+0:47`. `remaining` is negative.
  public static func overrun(_ remaining: Duration) -> String {
    "+" + wholeSeconds(.zero - remaining)
  }

  /// A step's length in a list: `mm:ss` below an hour, then `h:mm:ss`.
  public static func length(_ duration: Duration) -> String {
    let parts = TimeParts(duration)
    let hours = parts.hours > 0 ? "\(parts.hours):" : ""
    return "\(hours)\(padded(parts.minutes)):\(padded(parts.seconds))"
  }

  /// The difference of two times truncated to hundredths: `+0.42`, `-1:03.00`, `+1:00:00.00`.
  public static func difference(of duration: Duration, from reference: Duration) -> String {
    func hundredths(_ time: Duration) -> Int64 { max(0, time.nanosecondsClamped) / 10_000_000 }
    let difference = hundredths(duration) - hundredths(reference)
    let magnitude = Duration.nanoseconds(Int64(difference.magnitude) * 10_000_000)
    let parts = TimeParts(magnitude)
    let seconds = magnitude < .seconds(60) ? "\(parts.seconds)" : wholeSeconds(magnitude)
    return "\(difference < 0 ? "-" : "+")\(seconds).\(padded(parts.hundredths))"
  }

  public static func showsHundredths(ofElapsed duration: Duration) -> Bool {
    duration < .seconds(360_000)
  }

  public static func showsHundredths(ofRemaining duration: Duration) -> Bool {
    duration >= .zero && duration < .seconds(60)
  }

  /// A time of day: `HH:MM:SS`, or `h:MM:SS` with 12 hours. `padsHour` adds a space for a missing digit.
  public static func clock(
    _ wall: WallClock, hours: HourCycle = .twentyFour, showsSeconds: Bool = true,
    padsHour: Bool = false
  ) -> String {
    let hour =
      switch hours {
      case .twelve: (padsHour && wall.hour12 < 10 ? " " : "") + "\(wall.hour12)"
      case .twentyFour: padded(wall.hour)
      }
    let time = "\(hour):\(padded(wall.minute))"
    return showsSeconds ? "\(time):\(padded(wall.second))" : time
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A duration split for display, truncated to hundredths; negative ones are zero.
struct TimeParts {
  let hours, minutes, seconds, hundredths: Int

  init(_ duration: Duration) {
    let nanoseconds = Int(max(0, duration.nanosecondsClamped))
    let whole = nanoseconds / 1_000_000_000
    hundredths = nanoseconds / 10_000_000 % 100
    (seconds, minutes, hours) = (whole % 60, whole / 60 % 60, whole / 3600)
  }
}
