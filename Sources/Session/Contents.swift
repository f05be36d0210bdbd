public import Timekeeping
import Wording

public enum DisplayValue: Equatable, Sendable {
  /// An elapsed time in hundredths, with a minus sign below zero.
  case time(LinearTime)
  /// A remaining time, in hundredths below a minute; past zero the overrun, in whole seconds.
  case remaining(LinearTime)
  /// A time in whole seconds, at least `mm:ss`; past zero the overrun.
  case whole(LinearTime)
  case timeOfDay(ClockStyle)
  case number(Int, digits: Int)
  case typed(TypedTime)

  /// The AM and PM words, if the glyphs include one.
  public var halves: CalendarWords? {
    if case .timeOfDay(let style) = self, style.hours == .twelve { style.words } else { nil }
  }

  /// Without words; padded so that nothing shifts when a digit or a sign appears.
  public func glyphs(at sample: ClockSample) -> String {
    switch self {
    case .timeOfDay(let style):
      TimeFormat.clock(
        sample.wall, hours: style.hours, showsSeconds: style.showsSeconds, padsHour: true)
    case .number(let value, _): String(value)
    case .typed(let time):
      String(repeating: " ", count: max(0, 5 - time.shown.utf8.count)) + time.shown
    case .time, .remaining, .whole: text(at: sample)
    }
  }

  public func text(at sample: ClockSample) -> String {
    switch self {
    case .time(let time):
      let value = time.value(at: sample.instant)
      // No sign before zero.
      return value <= .milliseconds(-10)
        ? "-" + TimeFormat.elapsed(.zero - value) : TimeFormat.elapsed(value)
    case .remaining(let time): return TimeFormat.remaining(time.value(at: sample.instant))
    case .whole(let time):
      let value = time.value(at: sample.instant)
      return value < .zero ? TimeFormat.overrun(value) : TimeFormat.length(value)
    case .timeOfDay(let style):
      let time = TimeFormat.clock(
        sample.wall, hours: style.hours, showsSeconds: style.showsSeconds)
      return halves.map { "\(time) \($0.half(sample.wall))" } ?? time
    case .number(let value, let digits):
      let text = String(value.magnitude)
      return (value < 0 ? "-" : "")
        + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    case .typed(let time): return time.shown
    }
  }

  /// What a small window shows: minutes and seconds of a time, hours and minutes of a clock.
  public var short: DisplayValue {
    switch self {
    case .time(let time), .remaining(let time): .whole(time)
    case .timeOfDay(let style):
      .timeOfDay(ClockStyle(hours: style.hours, showsSeconds: false, words: style.words))
    case .whole, .number, .typed: self
    }
  }

  /// The time since the tenths last changed, shown or not; nil if it does not run.
  public func timeSinceTenth(at sample: ClockSample) -> Duration? {
    switch self {
    case .time(let time), .remaining(let time), .whole(let time):
      time.timeSinceTenth(at: sample.instant)
    case .timeOfDay: Duration.nanoseconds(Int64(sample.wall.nanosecond % 100_000_000))
    case .number, .typed: nil
    }
  }

  public func nextChange(after sample: ClockSample) -> NextChange {
    switch self {
    case .number, .typed: return .never
    case .timeOfDay(let style): return .at(sample.nextStep(of: style.step))
    case .time(let time):
      guard time.isRunning else { return .never }
      let value = time.value(at: sample.instant)
      if TimeFormat.showsHundredths(ofElapsed: value < .zero ? .zero - value : value) {
        return .nextFrame
      }
      return time.nextSecond(after: sample.instant).map { .at($0) } ?? .never
    case .whole(let time):
      return time.nextSecond(after: sample.instant).map { .at($0) } ?? .never
    case .remaining(let time):
      guard let next = time.nextSecond(after: sample.instant) else { return .never }
      let value = time.value(at: sample.instant)
      return TimeFormat.showsHundredths(ofRemaining: value) ? .nextFrame : .at(next)
    }
  }

  public func isOverrun(at now: Instant) -> Bool {
    switch self {
    case .remaining(let time), .whole(let time): time.value(at: now) < .zero
    default: false
    }
  }
}

public enum DialContent: Equatable, Sendable {
  /// A face with seconds, and a small one with minutes up to 30.
  case seconds(SecondsContent)
  case timeOfDay(ClockStyle)
}

public struct SecondsContent: Equatable, Sendable {
  public var face = DialFace.minute
  /// A negative one is shown as positive.
  public var total: LinearTime
  public var readout: DisplayValue
  /// The running lap; shown if `lapNumber` is set.
  public var lap = LinearTime(.zero)
  public var lapNumber: Int?
  public var ghost: Duration?
  public var rim: DialRim
  /// Whether a drag of the rim sets the total.
  public var isSetByHand = false
  /// The lines above and below the readout; the lower one, of parts, replaces the running lap.
  public var above = ""
  public var below: [String] = []
}

/// What a turn of the dial's long hand is. The numerals follow.
public enum DialFace: Hashable, Sendable {
  /// A minute in seconds; a small dial has 30 minutes.
  case minute
  /// The time left of a timer; a small dial has its seconds.
  case scale(DialScale)
  /// A whole plan, whose steps are around the plate.
  case plan
}

/// How long a turn is on the dial of a timer.
public enum DialScale: CaseIterable, Hashable, Sendable {
  case fiveMinutes, quarterHour, halfHour, hour, threeHours, twelveHours

  /// The first that holds `length`, else the last.
  public init(holding length: Duration) {
    self = DialScale.allCases.first { $0.length >= length } ?? .twelveHours
  }

  public var length: Duration { .seconds(60 * minutes) }

  private var minutes: Int {
    switch self {
    case .fiveMinutes: 5
    case .quarterHour: 15
    case .halfHour: 30
    case .hour: 60
    case .threeHours: 180
    case .twelveHours: 720
    }
  }

  /// Minutes, or hours with a letter, clockwise; the last is a whole turn.
  public var labels: [String] {
    switch self {
    case .fiveMinutes, .quarterHour: (1...minutes).map { "\($0)" }
    case .halfHour, .hour: (1...minutes / 5).map { "\($0 * 5)" }
    case .threeHours, .twelveHours: (1...minutes / 60).map { tr("{0} h", $0) }
    }
  }
}

public enum DialRim: Equatable, Sendable {
  case wedge(RingValue)
  /// Steps, filled up to a value.
  case steps([StepArc], done: RingValue)
  /// The finished laps in parts of the longest, or of less beside a very long one, oldest first; and the running one.
  case laps([LapArc], running: RingValue)

  public static let maxLaps = 5

  public struct StepArc: Equatable, Sendable {
    /// In turns.
    public var start: Double
    /// Steps of one kind have one colour; from 0.
    public var kind: Int
  }

  public struct LapArc: Equatable, Sendable {
    public var turns: Double
    public var kind: ListContent.Kind
  }
}

/// A list of laps or steps, one of which may be running.
public struct ListContent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case plain
    case shortest, longest
    case running
    case done, present
  }

  public struct Row: Equatable, Sendable {
    public var label: String
    /// Empty for the running row.
    public var time = ""
    public var kind: Kind
    public var difference = ""
    /// The kind of a plan's step, as in `DialRim.StepArc`.
    public var step: Int?
    /// The selected characters of a label that is being typed, empty at the caret.
    public var selection: Range<Int>?
    /// The number of the lap that a click on the row names.
    public var lap: Int?
  }

  public var title: String
  public var rows: [Row]
  public var running: DisplayValue
}

extension ListContent {
  /// Rows of the list of `model`, clamped to those that exist.
  package init(of model: ModelAt, rows: Range<Int>) {
    self = model.mode.definition.list(model, rows: rows.clamped(to: 0..<model.listExtent.count))
  }
}
