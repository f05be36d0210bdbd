import Timekeeping

/// Shows the local time.
struct ClockMode: ModeDefinition {
  var defaultParts: Set<Part> { [.digits, .rings, .dial, .buttons] }
  var hasButtons: Bool { false }

  func readout(_ model: Model) -> DisplayValue { .timeOfDay(model.settings.clock) }

  func dial(_ model: Model) -> DialContent { .timeOfDay(model.settings.clock) }

  func state(_ model: Model) -> RunState { .running }

  func isRunning(_ model: Model) -> Bool { false }

  /// A ring of the second goes with the second hand, step by step round the minute: one that sweeps would have to be drawn
  /// sixty times a second beside a hand that is drawn once.
  func turn(of seconds: Int64, _ model: Model) -> RingValue {
    let turn = max(60, Int(seconds))
    // A ring of seconds moves on a clock without seconds, too.
    return .timeOfDay(seconds: turn, step: turn == 60 ? 1 : model.settings.clock.step)
  }

  func buttons(_ model: Model) -> [ButtonContent] { [] }

  func transcript(_ model: Model, at sample: ClockSample) -> String {
    readout(model).text(at: sample)
  }
}
