public import Timekeeping

public enum DisplayValue: Equatable, Sendable {
  /// A time, to the hundredth; one below zero with a minus sign.
  case time(LinearTime)
  /// A remaining time, to the hundredth below a minute; with a minus sign once it has overrun.
  case remaining(LinearTime)
  case timeOfDay(ClockStyle)
  /// A number with at least this many digits.
  case number(Int, digits: Int)

  /// Whether the first glyph is a sign or a blank.
  public var hasSignPlace: Bool { if case .number = self { true } else { false } }

  /// The words for the halves of the day, if one of them belongs to the glyphs.
  public var halves: CalendarWords? {
    if case .timeOfDay(let style) = self, style.hours == .twelve { style.words } else { nil }
  }

  /// The text without words, padded so that nothing moves when an hour gets a second digit, or a sign comes.
  public func glyphs(at sample: ClockSample) -> String {
    switch self {
    case .timeOfDay(let style):
      TimeFormat.clock(
        sample.wall, hours: style.hours, showsSeconds: style.showsSeconds, padsHour: true)
    case .number(let value, _): (value < 0 ? "" : " ") + text(at: sample)
    case .time, .remaining: text(at: sample)
    }
  }

  public func text(at sample: ClockSample) -> String {
    switch self {
    case .time(let time):
      let value = time.value(at: sample.instant)
      return value < .zero ? "-" + TimeFormat.elapsed(.zero - value) : TimeFormat.elapsed(value)
    case .remaining(let time): return TimeFormat.remaining(time.value(at: sample.instant))
    case .timeOfDay(let style):
      let time = TimeFormat.clock(
        sample.wall, hours: style.hours, showsSeconds: style.showsSeconds)
      return halves.map { "\(time) \($0.half(sample.wall))" } ?? time
    case .number(let value, let digits):
      let text = String(value.magnitude)
      return (value < 0 ? "-" : "")
        + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
  }

  /// Whether its digits change by themselves, each ten times as often as the one before it.
  public var isCounting: Bool {
    switch self {
    case .time(let time), .remaining(let time): time.isRunning
    case .timeOfDay, .number: false
    }
  }

  /// How long ago its tenths of a second changed last, shown or not; nil if it stands.
  public func timeSinceTenth(at sample: ClockSample) -> Duration? {
    switch self {
    case .time(let time), .remaining(let time): time.timeSinceTenth(at: sample.instant)
    case .timeOfDay: Duration(nanoseconds: Int64(sample.wall.nanosecond % 100_000_000))
    case .number: nil
    }
  }

  public func nextChange(after sample: ClockSample) -> NextChange {
    switch self {
    case .timeOfDay(let style): return .at(sample.nextStep(of: style.step))
    case .remaining(let time):
      guard !TimeFormat.showsHundredths(ofRemaining: time.value(at: sample.instant)),
        let next = time.nextSecond(after: sample.instant)
      else { break }
      return .at(next)
    case .time, .number: break
    }
    return isCounting ? .nextFrame : .never
  }
}

public enum DialContent: Equatable, Sendable {
  /// The seconds of a minute and the minutes of half an hour.
  case seconds(SecondsContent)
  /// The hours, minutes and perhaps seconds of the local time.
  case timeOfDay(ClockStyle)
}

public struct SecondsContent: Equatable, Sendable {
  /// The time of the hands; one below zero is shown as one above.
  public var total: LinearTime
  public var readout: DisplayValue
  /// The running lap; shown once it has a number.
  public var lap = LinearTime(.zero)
  public var lapNumber: Int?
  /// The duration of the lap that a ghost hand stands for.
  public var ghost: Duration?
  /// How much of the rim is filled: the last part of the turn that ends at the top.
  public var fraction: RingValue?
  public var words: DialWords?
}

/// A line above the readout of a dial, and one below it, in the place of a running lap.
public struct DialWords: Equatable, Sendable {
  public var above: String
  public var below: String
}

public enum RingValue: Equatable, Sendable {
  /// In turns.
  case fixed(Double)
  /// The part of a turn of so many seconds that has elapsed.
  case elapsed(LinearTime, seconds: Int64)
  /// A time as a fraction of a length, clamped to 0...1.
  case fraction(LinearTime, of: Duration)
  /// A time as a fraction of a length, which it may pass; 0 of nothing.
  case part(LinearTime, of: Duration)
  /// The part of a turn of so many seconds, a day at most, that is over by the local time, in whole steps of 1 or 60
  /// seconds.
  case timeOfDay(seconds: Int, step: Int)

  public func turns(at sample: ClockSample) -> Double {
    switch self {
    case .fixed(let turns): return turns
    case .elapsed(let time, let seconds): return time.turns(of: seconds, at: sample.instant)
    case .fraction(let time, let length): return time.fraction(of: length, at: sample.instant)
    case .part(let time, let length):
      return min(time.ratio(to: length, at: sample.instant), RingModel.maximum)
    case .timeOfDay(let seconds, let step):
      let wall = sample.wall
      let passed = wall.hour * 3600 + wall.minute * 60 + wall.second
      return Double((passed - passed % step) % seconds) / Double(seconds)
    }
  }

  public func nextChange(after sample: ClockSample) -> NextChange {
    switch self {
    case .fixed: .never
    case .elapsed(let time, _): time.isRunning ? .nextFrame : .never
    case .fraction(let time, _):
      time.isRunning && turns(at: sample) != (time.countsDown ? 0 : 1) ? .nextFrame : .never
    case .part(let time, let length):
      time.isRunning && length > .zero && turns(at: sample) < RingModel.maximum
        ? .nextFrame : .never
    case .timeOfDay(_, let step): .at(sample.nextStep(of: step))
    }
  }
}

package struct ButtonContent: Equatable, Sendable {
  /// The purpose of a button; it stays when its words change.
  package enum Role: Hashable, Sendable {
    case lapOrReset, startStop
    case timerReset, timerLonger, timerStartStop
    case planBackOrReset, planSkip, planStartStop
    case reset, countDown, countUp
    case ringsEmpty, ringsHalf, ringsFull, ringsOver
  }

  package enum Kind: Equatable, Sendable {
    case plain, start, stop
  }

  package var role: Role
  package var title: String
  package var command: Command
  package var kind: Kind

  init(_ role: Role, _ title: String, does command: Command, kind: Kind = .plain) {
    (self.role, self.title, self.command, self.kind) = (role, title, command, kind)
  }

  package static let rings = [
    ButtonContent(.ringsEmpty, "0%", does: .setRings(0)),
    ButtonContent(.ringsHalf, "50%", does: .setRings(0.5)),
    ButtonContent(.ringsFull, "100%", does: .setRings(1)),
    ButtonContent(.ringsOver, "120%", does: .setRings(1.2)),
  ]
}
/// A list of laps or steps: rows with a label and a time, one of which may run.
public struct ListContent: Equatable, Sendable {
  public enum Labels: Equatable, Sendable {
    case numbers, names, numbersAndNames
  }

  public enum Kind: Equatable, Sendable {
    case plain
    case shortest, longest
    case running
    case done, present
  }

  public struct Row: Equatable, Sendable {
    public var label: String
    public var time: String
    public var kind: Kind
    /// The signed difference of its time from what it is compared with; may be empty.
    public var difference = ""
  }

  public struct Running: Equatable, Sendable {
    /// Its index among the rows that are given.
    public var row: Int
    public var label: String
    public var time: DisplayValue
    public var kind: Kind
  }

  public var labels: Labels
  public var rows: [Row]
  public var running: Running?

  public var count: Int { rows.count + (running == nil ? 0 : 1) }
}

/// The length of a list, and where it stands before it is scrolled.
package struct ListExtent: Equatable, Sendable {
  package struct Identity: Equatable, Sendable {
    var mode: Mode
    var number: Int64
  }

  package var count: Int
  package var focus: Int
  /// A list with another identity is at its focus again, however far the one before was scrolled.
  package var identity: Identity

  /// The first of `rows` rows that are shown before it is scrolled: the one before the focus, if three fit.
  package func home(rows: Int) -> Int { max(0, min(focus - (rows > 2 ? 1 : 0), count - rows)) }
}

extension ListExtent {
  package init(of model: Model) {
    let (count, focus, number) = model.mode.definition.listExtent(model)
    self.init(count: count, focus: focus, identity: Identity(mode: model.mode, number: number))
  }
}

extension ListContent {
  /// These rows of `model`, from the top, as far as there are any.
  package init(of model: Model, rows: Range<Int>) {
    self = model.mode.definition.list(
      model, rows: rows.clamped(to: 0..<ListExtent(of: model).count))
  }

  /// The first `rows` rows that the list of `model` shows before it is scrolled.
  package init(of model: Model, rows: Int) {
    let first = ListExtent(of: model).home(rows: max(0, rows))
    self.init(of: model, rows: first..<first + max(0, rows))
  }
}
