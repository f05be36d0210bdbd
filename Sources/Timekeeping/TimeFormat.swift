/// A length of time in the parts that a display shows; what is finer than a hundredth is cut off.
public struct TimeParts: Hashable, Sendable {
  /// Whole hours, 0...2,562,047.
  public let hours: Int
  /// Minutes past the hour, 0...59.
  public let minutes: Int
  /// Seconds past the minute, 0...59.
  public let seconds: Int
  /// Hundredths past the second, 0...99.
  public let hundredths: Int

  /// The parts of `duration`; a negative one is zero.
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
      if parts.hours > 0 {
        line.number(parts.hours)
        line.byte(":")
      }
      line.pair(parts.minutes)
      line.byte(":")
      line.pair(parts.seconds)
      if parts.hours < 100 {
        line.byte(".")
        line.pair(parts.hundredths)
      }
    }
  }

  /// A length of time in words of a message, to the second: `m:ss` below an hour, `h:mm:ss` from there on; a negative one
  /// is zero.
  public static func wholeSeconds(_ duration: Duration) -> String {
    let parts = TimeParts(duration)
    return text { line in
      if parts.hours > 0 {
        line.number(parts.hours)
        line.byte(":")
        line.pair(parts.minutes)
      } else {
        line.number(parts.minutes)
      }
      line.byte(":")
      line.pair(parts.seconds)
    }
  }

  /// What is left of a time: `ss.cc` below a minute, `mm:ss` below an hour, `h:mm:ss` from there on, and a minus sign
  /// before what has overrun.
  public static func remaining(_ duration: Duration) -> String {
    remaining(duration, showsHundredths: showsHundredths(ofRemaining: duration))
  }

  /// How long a step takes, in a list where the others may take minutes: `mm:ss` below an hour, `h:mm:ss` from there on.
  public static func length(_ duration: Duration) -> String {
    remaining(duration, showsHundredths: false)
  }

  private static func remaining(_ duration: Duration, showsHundredths: Bool) -> String {
    let parts = TimeParts(duration < .zero ? .zero - duration : duration)
    return text { line in
      if duration < .zero { line.byte("-") }
      if parts.hours > 0 {
        line.number(parts.hours)
        line.byte(":")
      }
      if showsHundredths {
        line.pair(parts.seconds)
        line.byte(".")
        line.pair(parts.hundredths)
      } else {
        line.pair(parts.minutes)
        line.byte(":")
        line.pair(parts.seconds)
      }
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
      if parts.hours > 0 {
        line.number(parts.hours)
        line.byte(":")
        line.pair(parts.minutes)
        line.byte(":")
        line.pair(parts.seconds)
      } else if parts.minutes > 0 {
        line.number(parts.minutes)
        line.byte(":")
        line.pair(parts.seconds)
      } else {
        line.number(parts.seconds)
      }
      line.byte(".")
      line.pair(parts.hundredths)
    }
  }

  /// Whether what is left is told to the hundredth: less than a minute, on either side of the end.
  public static func showsHundredths(ofRemaining duration: Duration) -> Bool {
    duration < .seconds(60) && duration > .seconds(-60)
  }

  /// A time of day: `HH:MM:SS`, or `h:MM:SS` of twelve hours.
  ///
  /// - Parameters:
  ///   - reading: what the clock shows.
  ///   - hours: how the day is counted.
  ///   - showsSeconds: whether seconds follow the minutes.
  ///   - padsHour: whether a blank takes the place of a second digit of the hour.
  public static func clock(
    _ reading: WallClock, hours: HourCycle = .twentyFour, showsSeconds: Bool = true,
    padsHour: Bool = false
  ) -> String {
    text { line in
      switch hours {
      case .twelve:
        if padsHour, reading.hour12 < 10 { line.byte(" ") }
        line.number(reading.hour12)
      case .twentyFour: line.pair(reading.hour)
      }
      line.byte(":")
      line.pair(reading.minute)
      if showsSeconds {
        line.byte(":")
        line.pair(reading.second)
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
      append(UInt8(truncatingIfNeeded: scalar.value))
    }

    /// Two digits of 0...99.
    mutating func pair(_ value: Int) {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10 % 10))
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }

    /// As many digits as it takes; `value` is not negative.
    mutating func number(_ value: Int) {
      if value == 0 { return byte("0") }
      var power = 1
      while value / power >= 10 { power *= 10 }
      while power > 0 {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / power % 10))
        power /= 10
      }
    }

    private mutating func append(_ byte: UInt8) {
      guard count < buffer.count, count < Line.capacity else { return }
      buffer[count] = byte
      count += 1
    }
  }
}
