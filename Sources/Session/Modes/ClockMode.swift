package import Timekeeping

struct ClockMode: ModeDefinition {
  func defaultParts(_ model: Model) -> Set<Part> { [.digits, .rings, .dial] }

  var ringSources: Set<RingSource> { [.second, .minute, .hour, .timer, .plan, .step, .lap, .day] }

  func usualRings(_ model: Model) -> RingSet? {
    model.clock.showsSeconds
      ? RingSet(builtIn: ["Hour": .day, "Minute": .hour, "Second": .minute])
      : RingSet(builtIn: ["Hour": .day, "Minute": .hour])
  }

  func readout(_ model: ModelAt) -> DisplayValue { .timeOfDay(model.clock) }

  func dial(_ model: ModelAt) -> DialContent { .timeOfDay(model.clock) }

  func title(_ model: ModelAt) -> String { model.city ?? model.mode.title.text }

  func state(_ model: Model) -> RunState { .running }

  func isRunning(_ model: Model) -> Bool { false }

  /// A ring of the second follows the second hand in steps. A sweeping ring would be drawn 60 times a second, beside a
  /// hand that is drawn once.
  func turn(of seconds: Int64, _ model: Model) -> RingValue {
    let turn = max(60, Int(seconds))
    // A ring of seconds also moves on a clock without seconds.
    return .timeOfDay(seconds: turn, step: turn == 60 ? 1 : model.clock.step)
  }

  func edge(_ model: ModelAt) -> EdgeContent? {
    EdgeContent(value: .timeOfDay(seconds: 86_400, step: 60), hue: .day, isRunning: true)
  }

  var captions: [String] { [] }
  var maxButtons: Int { 0 }

  func buttons(_ model: ModelAt) -> [ButtonContent] { [] }
}

extension Model {
  package var clock: ClockStyle {
    ClockStyle(
      hours: (clockSettings.hours ?? nil) ?? settings.clock.hours,
      showsSeconds: clockSettings.showsSeconds ?? true, words: settings.clock.words)
  }

  /// The clock's; nil for the user's zone.
  package var zone: String? { clockSettings.zone ?? nil }

  /// Changes what `new` gives, and shows the clock.
  mutating func set(_ new: ClockSettings) {
    let before = clockSettings
    clockSettings = new.filled(by: before)
    if clockSettings != before { history.add(.clock(before)) }
    mode = .clock
    if entry?.field == .zone { entry = nil }
  }

  /// The city of the clock's zone, as in `Asia/Tokyo`; nil for the user's zone.
  package var city: String? {
    zone.map { String($0.split(separator: "/").last ?? "").replacing("_", with: " ") }
  }
}
