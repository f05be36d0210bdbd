/// A duration in the parts that a display shows, cut off at hundredths; a negative one is zero.
public struct TimeParts: Hashable, Sendable {
  public let hours: Int
  public let minutes: Int
  public let seconds: Int
  public let hundredths: Int

  public init(_ duration: Duration) {
    let nanoseconds = Int(max(0, duration.nanosecondsClamped))
    hundredths = nanoseconds / 10_000_000 % 100
    let whole = nanoseconds / 1_000_000_000
    seconds = whole % 60
    minutes = whole / 60 % 60
    hours = whole / 3600
  }
}

/// Times as text, the same in every locale: cut off, never rounded up, and of at most 15 bytes, which Swift keeps
/// inside the String itself, so that formatting allocates nothing.
public enum TimeFormat {
  /// An elapsed time: `mm:ss.cc` below an hour, `h:mm:ss.cc` below 100 hours, `hhh:mm:ss` from there on; a negative
  /// one is zero.
  public static func elapsed(_ duration: Duration) -> String {
    let parts = TimeParts(duration)
    return text { line in
      line.hours(parts)
      line.pair(parts.minutes)
      line.byte(":")
      line.pair(parts.seconds)
      if parts.hours < 100 { line.hundredths(parts) }
    }
  }

  /// A duration in a message: `m:ss` below an hour, `h:mm:ss` from there on; a negative one is zero.
  public static func wholeSeconds(_ duration: Duration) -> String {
    text { $0.shortMinutes(TimeParts(duration)) }
  }

  /// The same, with a minus sign before a negative one.
  public static func signedSeconds(_ duration: Duration) -> String {
    duration < .zero ? "-" + wholeSeconds(.zero - duration) : wholeSeconds(duration)
  }

  /// A remaining time: `ss.cc` below a minute, `mm:ss` below an hour, `h:mm:ss` from there on, and a minus sign
  /// before what has overrun.
  public static func remaining(_ duration: Duration) -> String {
    remaining(duration, showsHundredths: showsHundredths(ofRemaining: duration))
  }

  /// The length of a step in a list where the others may take minutes: `mm:ss` below an hour, `h:mm:ss` from there on.
  public static func length(_ duration: Duration) -> String {
    remaining(duration, showsHundredths: false)
  }

  private static func remaining(_ duration: Duration, showsHundredths: Bool) -> String {
    let parts = TimeParts(duration < .zero ? .zero - duration : duration)
    return text { line in
      if duration < .zero { line.byte("-") }
      line.hours(parts)
      if !showsHundredths {
        line.pair(parts.minutes)
        line.byte(":")
      }
      line.pair(parts.seconds)
      if showsHundredths { line.hundredths(parts) }
    }
  }

  /// How much longer than `reference` a time is, as two times that are shown to the hundredth differ: `+0.42`, `-1:03.00`,
  /// `+1:00:00.00`.
  public static func difference(of duration: Duration, from reference: Duration) -> String {
    func hundredths(_ time: Duration) -> Int64 { max(0, time.nanosecondsClamped) / 10_000_000 }
    let difference = hundredths(duration) - hundredths(reference)
    let parts = TimeParts(Duration(nanoseconds: Int64(difference.magnitude) * 10_000_000))
    return text { line in
      line.byte(difference < 0 ? "-" : "+")
      if parts.hours > 0 || parts.minutes > 0 {
        line.shortMinutes(parts)
      } else {
        line.number(parts.seconds)
      }
      line.hundredths(parts)
    }
  }

  /// Whether a remaining time is shown to the hundredth: less than a minute, on either side of the end.
  public static func showsHundredths(ofRemaining duration: Duration) -> Bool {
    duration < .seconds(60) && duration > .seconds(-60)
  }

  /// A time of day: `HH:MM:SS`, or `h:MM:SS` of twelve hours; `padsHour` puts a blank in place of a second digit of the
  /// hour.
  public static func clock(
    _ wall: WallClock, hours: HourCycle = .twentyFour, showsSeconds: Bool = true,
    padsHour: Bool = false
  ) -> String {
    text { line in
      switch hours {
      case .twelve:
        if padsHour, wall.hour12 < 10 { line.byte(" ") }
        line.number(wall.hour12)
      case .twentyFour: line.pair(wall.hour)
      }
      line.byte(":")
      line.pair(wall.minute)
      if showsSeconds {
        line.byte(":")
        line.pair(wall.second)
      }
    }
  }

  private static func text(_ write: (inout Line) -> Void) -> String {
    String(unsafeUninitializedCapacity: Line.capacity) { buffer in
      var line = Line(buffer: buffer)
      write(&line)
      return line.count
    }
  }

  /// A line of ASCII as it is written; what would pass its end is left out.
  private struct Line {
    static let capacity = 15
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func byte(_ scalar: Unicode.Scalar) {
      guard count < buffer.count, count < Line.capacity else { return }
      buffer[count] = UInt8(truncatingIfNeeded: scalar.value)
      count += 1
    }

    /// Two digits of 0...99.
    mutating func pair(_ value: Int) {
      digit(value / 10)
      digit(value)
    }

    /// As many digits as it takes; `value` is not negative.
    mutating func number(_ value: Int) {
      var power = 1
      while value / power >= 10 { power *= 10 }
      while power > 0 {
        digit(value / power)
        power /= 10
      }
    }

    /// The hours and a colon, if there are any.
    mutating func hours(_ parts: TimeParts) {
      guard parts.hours > 0 else { return }
      number(parts.hours)
      byte(":")
    }

    /// `m:ss`, or `h:mm:ss` from an hour on.
    mutating func shortMinutes(_ parts: TimeParts) {
      hours(parts)
      if parts.hours > 0 { pair(parts.minutes) } else { number(parts.minutes) }
      byte(":")
      pair(parts.seconds)
    }

    mutating func hundredths(_ parts: TimeParts) {
      byte(".")
      pair(parts.hundredths)
    }

    private mutating func digit(_ value: Int) {
      byte(Unicode.Scalar(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)))
    }
  }
}
