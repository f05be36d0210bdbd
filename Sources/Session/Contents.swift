public import Timekeeping

/// What the digits show, at any time.
public enum Readout: Equatable, Sendable {
  /// A time, to the hundredth; one below zero with a minus sign.
  case time(RunningTime)
  /// The local time.
  case timeOfDay
  /// A number with at least so many digits.
  case number(Int, digits: Int)

  /// The text at `reading`.
  public func text(at reading: Reading) -> String {
    switch self {
    case .time(let time):
      let value = time.value(at: reading.instant)
      return value < .zero ? "-" + TimeFormat.elapsed(.zero - value) : TimeFormat.elapsed(value)
    case .timeOfDay: return TimeFormat.clock(reading.wall)
    case .number(let value, let digits):
      let text = String(value.magnitude)
      return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
  }

  /// Whether its digits change by themselves, each ten times as often as the one before it.
  public var isCounting: Bool { if case .time(let time) = self { time.isRunning } else { false } }

  /// When the text will next differ from that at `reading`.
  public func nextChange(after reading: Reading) -> NextChange {
    if case .timeOfDay = self { return .at(reading.nextSecond) }
    return isCounting ? .nextFrame : .never
  }
}

/// What the dial shows, at any time.
public enum DialContent: Equatable, Sendable {
  /// The seconds of a minute and the minutes of half an hour of a whole time, and the running lap once it has a number.
  case seconds(total: RunningTime, lap: RunningTime, lapNumber: Int?)
  /// The hours, minutes and seconds of the local time.
  case timeOfDay
}

/// What a ring shows, at any time.
public enum RingValue: Equatable, Sendable {
  /// So many turns.
  case fixed(Double)
  /// The part of a turn of so many seconds that has elapsed.
  case elapsed(RunningTime, seconds: Int64)
  /// The part of a turn of so many seconds, a day at most, that is over by the local time.
  case timeOfDay(seconds: Int)

  /// The turns at `reading`.
  public func turns(at reading: Reading) -> Double {
    switch self {
    case .fixed(let turns): return turns
    case .elapsed(let time, let seconds): return time.turns(of: seconds, at: reading.instant)
    case .timeOfDay(let seconds):
      let wall = reading.wall
      return Double((wall.hour * 3600 + wall.minute * 60 + wall.second) % seconds) / Double(seconds)
    }
  }

  /// When they will next differ from those at `reading`.
  public func nextChange(after reading: Reading) -> NextChange {
    switch self {
    case .fixed: .never
    case .elapsed(let time, _): time.isRunning ? .nextFrame : .never
    case .timeOfDay: .at(reading.nextSecond)
    }
  }
}

/// A button: what it says and does.
public struct ButtonContent: Equatable, Sendable {
  /// What a button is for; it stays when its words change.
  public struct Role: Hashable, Sendable, CustomStringConvertible {
    /// The name of the role.
    public let description: String

    /// The role called `name`.
    public init(_ name: String) { description = name }
  }

  /// How it stands out among the others.
  public enum Style: Equatable, Sendable {
    case plain, start, stop
  }

  /// What it is for.
  public var role: Role
  /// Its words.
  public var title: String
  /// The key that does the same.
  public var key: String
  /// What it does.
  public var command: Command
  /// How it stands out.
  public var style: Style

  /// A button for `role`.
  public init(_ role: Role, _ title: String, key: String, does command: Command, style: Style = .plain) {
    self.role = role
    self.title = title
    self.key = key
    self.command = command
    self.style = style
  }

  /// The buttons below the rings.
  public static let rings = [
    ButtonContent(.ringsEmpty, "0%", key: "0", does: .setRings(0)),
    ButtonContent(.ringsHalf, "50%", key: "5", does: .setRings(0.5)),
    ButtonContent(.ringsFull, "100%", key: "End", does: .setRings(1)),
  ]
}

extension ButtonContent.Role {
  /// Empties the chosen rings.
  public static let ringsEmpty = Self("ringsEmpty")
  /// Fills half of each of them.
  public static let ringsHalf = Self("ringsHalf")
  /// Fills them.
  public static let ringsFull = Self("ringsFull")
}
