import Timekeeping

/// Shows the local time.
struct ClockMode: ModeDefinition {
  var defaultParts: Set<Part> { [.digits, .rings, .dial, .buttons] }
  var hasButtons: Bool { false }
  var undoEntry: (any UndoEntry.Type)? { nil }

  func readout(_ model: Model) -> Readout { .timeOfDay }

  func dial(_ model: Model) -> DialContent { .timeOfDay }

  func turn(of seconds: Int64, _ model: Model) -> RingValue { .timeOfDay(seconds: Int(seconds)) }

  func buttons(_ model: Model) -> [ButtonContent] { [] }

  func transcript(_ model: Model, at reading: Reading) -> String { TimeFormat.clock(reading.wall) }
}
