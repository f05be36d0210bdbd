package import Keys
package import Scene
package import Session
package import Timekeeping
package import Wording

/// The settings that were given. `SettingTable` describes them.
@dynamicMemberLookup
package struct ProgramSettings: Equatable, Sendable {
  /// The text of a value is nil if the value was not parsed.
  private var entries: [String: (value: any Sendable, text: String?)] = [:]
  /// The tables of the configuration; keys by action name.
  package var keys: [String: [Chord]] = [:]
  package var themes: [Theme] = []

  package init() {}

  /// The value of a setting: the one that was given, or the default.
  package subscript<Value>(
    dynamicMember row: KeyPath<SettingTable, SettingKey<Value>>
  ) -> Value {
    get { given(row) ?? SettingTable.rows[keyPath: row].builtIn }
    set { set(SettingTable.rows[keyPath: row].setting.name, newValue) }
  }

  package func given<Value>(_ row: KeyPath<SettingTable, SettingKey<Value>>) -> Value? {
    value(SettingTable.rows[keyPath: row].setting.name, Value.self)
  }

  func value<Value>(_ name: String, _: Value.Type) -> Value? {
    // Not in one expression: a missing entry could be cast to an optional value.
    guard let entry = entries[name] else { return nil }
    return entry.value as? Value
  }

  mutating func set(_ name: String, _ value: some Sendable, text: String? = nil) {
    entries[name] = (value, text)
  }

  func text(_ name: String) -> String? { entries[name]?.text }

  package func isGiven(_ name: String) -> Bool { entries[name] != nil }

  package var given: [Setting] { Setting.all.filter { isGiven($0.name) } }

  package static func == (left: ProgramSettings, right: ProgramSettings) -> Bool {
    Setting.all.allSatisfy { $0.isEqual(left, right) } && left.keys == right.keys
      && left.themes == right.themes
  }

  /// Returns these settings, with missing ones taken from `others`.
  package func filled(by others: ProgramSettings) -> ProgramSettings {
    var settings = self
    settings.entries.merge(others.entries) { own, _ in own }
    // Of above and below, the one with the higher priority wins.
    if self.above, given(\.below) == nil { settings.below = false }
    if self.below, given(\.above) == nil { settings.above = false }
    if keys.isEmpty { settings.keys = others.keys }
    // By name: a theme of one file may be used in another.
    let names = Set(themes.map(\.name))
    settings.themes += others.themes.filter { !names.contains($0.name) }
    return settings
  }

  package var conflict: (name: String, problem: String)? {
    if self.above, self.below { return ("below", "above is also on; write one of them") }
    guard let rounds = self.rounds, planned.rounds < rounds else { return nil }
    return ("rounds", "the plan would take over 1000000 hours; write up to \(planned.rounds)")
  }

  package var mentionsPlan: Bool {
    given(\.plan) != nil || given(\.rounds) != nil || given(\.planWaits) != nil
  }

  /// The length of a timer that was given, unless that is a time of day.
  package var timerLength: Duration? {
    if case .length(let length) = given(\.timer) { length } else { nil }
  }

  package var adjustable: AdjustableSettings {
    AdjustableSettings(
      mode: given(\.mode), theme: given(\.theme), rings: given(\.ring),
      timer: timerLength, plan: mentionsPlan ? planned : nil, count: given(\.count),
      clock: ClockSettings(
        hours: given(\.hours), showsSeconds: given(\.seconds), zone: given(\.zone)))
  }

  package mutating func adopt(_ model: Model) {
    let plan = model.planRun.plan
    let texts = [
      "mode": model.mode.rawValue, "theme": model.theme.rawValue,
      "timer": model.timer.setLength.unitText, "plan": plan.text, "rounds": "\(plan.rounds)",
      "plan-waits": "off", "seconds": model.clock.showsSeconds ? "on" : "off",
      "zone": model.zone ?? "auto",
      "hours": (model.clockSettings.hours ?? nil)?.rawValue ?? "auto",
    ]
    for setting in Setting.inFile {
      if let text = texts[setting.name] { try? setting.take(text, &self) }
    }
    self.ring = Array(model.rings)
  }

  package var planned: Plan {
    let steps = self.plan.map { step in
      var step = step
      step.waits = step.waits || self.planWaits
      return step
    }
    return Plan(
      steps: steps, rounds: self.rounds ?? (given(\.plan) == nil ? Plan.defaultRounds : 1))
  }

  package static func environment(
    _ variable: (String) -> String?
  ) throws(TextError) -> ProgramSettings {
    var settings = ProgramSettings()
    for setting in Setting.all where setting.sources != .option {
      guard let text = variable(setting.variable) else { continue }
      do throws(TextError) {
        try setting.take(text, &settings)
      } catch {
        throw TextError("\(setting.variable): \(error.description)")
      }
    }
    return settings
  }
}
