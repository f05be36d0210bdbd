public import Timekeeping

/// What the digits show, at any time.
public enum DisplayValue: Equatable, Sendable {
  /// A time, to the hundredth; one below zero with a minus sign.
  case time(LinearTime)
  /// What is left of a time, to the hundredth below a minute; with a minus sign once it has overrun.
  case remaining(LinearTime)
  /// The local time.
  case timeOfDay(ClockStyle)
  /// A number with at least so many digits.
  case number(Int, digits: Int)

  /// Whether its glyphs begin with a sign, for which there is a place whatever it is.
  public var hasSignPlace: Bool { if case .number = self { true } else { false } }

  /// The words for the halves of the day, one of which belongs to the glyphs; nil where none does.
  public var halves: CalendarWords? {
    if case .timeOfDay(let style) = self, style.hours == .twelve { style.words } else { nil }
  }

  /// The text as it stands on a row of places: without words, and nothing moves when an hour of one digit becomes one of
  /// two, or a sign comes.
  public func glyphs(at reading: ClockSample) -> String {
    switch self {
    case .timeOfDay(let style):
      TimeFormat.clock(
        reading.wall, hours: style.hours, showsSeconds: style.showsSeconds, padsHour: true)
    case .number(let value, _): (value < 0 ? "" : " ") + text(at: reading)
    case .time, .remaining: text(at: reading)
    }
  }

  /// The text at `reading`.
  public func text(at reading: ClockSample) -> String {
    switch self {
    case .time(let time):
      let value = time.value(at: reading.instant)
      return value < .zero ? "-" + TimeFormat.elapsed(.zero - value) : TimeFormat.elapsed(value)
    case .remaining(let time): return TimeFormat.remaining(time.value(at: reading.instant))
    case .timeOfDay(let style):
      let time = TimeFormat.clock(
        reading.wall, hours: style.hours, showsSeconds: style.showsSeconds)
      return halves.map { "\(time) \($0.half(reading.wall))" } ?? time
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

  /// How long ago its tenths of a second changed last before `reading`, shown or not; nil where it stands.
  public func timeSinceTenth(at reading: ClockSample) -> Duration? {
    switch self {
    case .time(let time), .remaining(let time): time.timeSinceTenth(at: reading.instant)
    case .timeOfDay: Duration(nanoseconds: Int64(reading.wall.nanosecond % 100_000_000))
    case .number: nil
    }
  }

  /// When the text will next differ from that at `reading`.
  public func nextChange(after reading: ClockSample) -> NextChange {
    switch self {
    case .timeOfDay(let style): return .at(reading.nextStep(of: style.step))
    case .remaining(let time):
      guard !TimeFormat.showsHundredths(ofRemaining: time.value(at: reading.instant)),
        let next = time.nextSecond(after: reading.instant)
      else { break }
      return .at(next)
    case .time, .number: break
    }
    return isCounting ? .nextFrame : .never
  }
}

/// What the dial shows, at any time.
public enum DialContent: Equatable, Sendable {
  /// The seconds of a minute and the minutes of half an hour.
  case seconds(SecondsContent)
  /// The hours, minutes and perhaps seconds of the local time.
  case timeOfDay(ClockStyle)
}

/// What a dial of seconds shows, at any time.
public struct SecondsContent: Equatable, Sendable {
  /// The time of the hands; one below zero is shown as one above.
  public var total: LinearTime
  /// What is written on the dial.
  public var readout: DisplayValue
  /// The running lap, which is shown once it has a number.
  public var lap: LinearTime
  /// The running lap's number, from 1 on.
  public var lapNumber: Int?
  /// How long the lap took that a ghost hand stands for, if there is one.
  public var ghost: Duration?
  /// How much of the rim is filled, if any is to be: the last part of the turn that ends at the top.
  public var fraction: RingValue?
  /// What is written around the readout, if anything.
  public var words: DialWords?

  init(
    total: LinearTime, readout: DisplayValue, lap: LinearTime = LinearTime(.zero),
    lapNumber: Int? = nil,
    ghost: Duration? = nil,
    fraction: RingValue? = nil, words: DialWords? = nil
  ) {
    (self.total, self.readout, self.fraction, self.words) = (total, readout, fraction, words)
    (self.lap, self.lapNumber, self.ghost) = (lap, lapNumber, ghost)
  }
}

/// A line above the readout of a dial, and one below it, in the place of a running lap.
public struct DialWords: Equatable, Sendable {
  /// The line above.
  public var above: String
  /// The line below.
  public var below: String
}

/// What a ring shows, at any time.
public enum RingValue: Equatable, Sendable {
  /// So many turns.
  case fixed(Double)
  /// The part of a turn of so many seconds that has elapsed.
  case elapsed(LinearTime, seconds: Int64)
  /// What a time is of a length, from 0 to 1: what is left of it, or over.
  case fraction(LinearTime, of: Duration)
  /// A time, as a part of a length, which it may pass; 0 of nothing.
  case part(LinearTime, of: Duration)
  /// The part of a turn of so many seconds, a day at most, that is over by the local time, in whole steps of 1 or 60
  /// seconds.
  case timeOfDay(seconds: Int, step: Int)

  /// The turns at `reading`.
  public func turns(at reading: ClockSample) -> Double {
    switch self {
    case .fixed(let turns): return turns
    case .elapsed(let time, let seconds): return time.turns(of: seconds, at: reading.instant)
    case .fraction(let time, let length): return time.fraction(of: length, at: reading.instant)
    case .part(let time, let length):
      return min(time.ratio(to: length, at: reading.instant), RingModel.maximum)
    case .timeOfDay(let seconds, let step):
      let wall = reading.wall
      let passed = wall.hour * 3600 + wall.minute * 60 + wall.second
      return Double((passed - passed % step) % seconds) / Double(seconds)
    }
  }

  /// When they will next differ from those at `reading`.
  public func nextChange(after reading: ClockSample) -> NextChange {
    switch self {
    case .fixed: .never
    case .elapsed(let time, _): time.isRunning ? .nextFrame : .never
    case .fraction(let time, _):
      time.isRunning && turns(at: reading) != (time.countsDown ? 0 : 1) ? .nextFrame : .never
    case .part(let time, let length):
      time.isRunning && length > .zero && turns(at: reading) < RingModel.maximum
        ? .nextFrame : .never
    case .timeOfDay(_, let step): .at(reading.nextStep(of: step))
    }
  }
}

/// A button: what it says and does.
package struct ButtonContent: Equatable, Sendable {
  /// What a button is for; it stays when its words change.
  package struct Role: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ name: String) { description = name }
  }

  /// How it stands out among the others.
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

  /// The buttons below the rings.
  package static let rings = [
    ButtonContent(.ringsEmpty, "0%", does: .setRings(0)),
    ButtonContent(.ringsHalf, "50%", does: .setRings(0.5)),
    ButtonContent(.ringsFull, "100%", does: .setRings(1)),
    ButtonContent(.ringsOver, "120%", does: .setRings(1.2)),
  ]
}

extension ButtonContent.Role {
  package static let ringsEmpty = Self("ringsEmpty")
  package static let ringsHalf = Self("ringsHalf")
  package static let ringsFull = Self("ringsFull")
  package static let ringsOver = Self("ringsOver")
}
