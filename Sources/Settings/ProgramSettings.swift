package import Keys
package import Scene
package import Session
package import Timekeeping
package import Wording

/// The settings that were given. `SettingTable` describes them.
@dynamicMemberLookup
package struct ProgramSettings: Equatable, Sendable {
  private var layer = SettingLayer()
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

  func value<Value>(_ name: String, _: Value.Type) -> Value? { layer.value(name, as: Value.self) }

  mutating func set(_ name: String, _ value: any Equatable & Sendable, text: String? = nil) {
    layer.set(name, value, text: text)
  }

  package func text(_ name: String) -> String? { layer.text(name) }

  package func isGiven(_ name: String) -> Bool { layer.isGiven(name) }

  package var given: [Setting] { Setting.all.filter { isGiven($0.name) } }

  /// Returns these settings, with missing ones taken from `others`.
  package func filled(by others: ProgramSettings) -> ProgramSettings {
    var settings = self
    settings.layer = layer.filled(by: others.layer)
    // Those of a plan's text come with it.
    if given(\.plan)?.rounds != nil, !isGiven("rounds") { settings.layer.remove("rounds") }
    // Of above and below, the one with the higher priority wins.
    if self.above, given(\.below) == nil { settings.leave("below") }
    if self.below, given(\.above) == nil { settings.leave("above") }
    if keys.isEmpty { settings.keys = others.keys }
    // By name: a theme of one file may be used in another.
    let names = Set(themes.map(\.name))
    settings.themes += others.themes.filter { !names.contains($0.name) }
    return settings
  }

  /// Sets `above` as the user has chosen it in the window; `below` gives way.
  package mutating func keepAbove(_ isAbove: Bool) {
    set("above", isAbove, text: isAbove ? "on" : "off")
    if isAbove { leave("below") }
  }

  /// Turns one of the two layers off if it is on.
  private mutating func leave(_ name: String) {
    if value(name, Bool.self) == true { set(name, false, text: "off") }
  }

  package var conflict: (name: String, problem: String)? {
    if self.above, self.below { return ("below", "above is also on; write one of them") }
    guard let rounds = self.rounds ?? self.plan.rounds, planned.rounds < rounds else { return nil }
    return ("rounds", "the plan would take over 1000000 hours; write up to \(planned.rounds)")
  }

  /// Whether one source has two numbers of rounds, which differ: one in the plan's text.
  package var roundsProblem: TextError? {
    guard let rounds = self.rounds, let own = given(\.plan)?.rounds, own != rounds else {
      return nil
    }
    return TextError("the plan begins with \(own) rounds; write the rounds once")
  }

  package var mentionsPlan: Bool {
    given(\.plan) != nil || given(\.rounds) != nil || given(\.planWaits) != nil
  }

  /// The length of a timer that was given, unless that is a time of day.
  package var timerLength: Duration? {
    if case .length(let length) = given(\.timer) { length } else { nil }
  }

  /// What is given of the settings that the window can change, too.
  package var adjustable: SettingLayer {
    Setting.all.reduce(into: SettingLayer()) { $1.give?(self, &$0) }
  }

  /// Replaces the settings that the window can change, too, by the model's.
  package mutating func adopt(_ model: Model) {
    for setting in Setting.inFile { setting.adopt?(model.adjusted, &self) }
    // The text of the plan has both.
    setDefault(\.rounds)
    setDefault(\.planWaits)
  }

  private mutating func setDefault<Value>(_ row: KeyPath<SettingTable, SettingKey<Value>>) {
    let key = SettingTable.rows[keyPath: row]
    set(key.setting.name, key.builtIn, text: key.setting.builtIn)
  }

  /// Replaces the zone, if one is given, by its `name` in the database.
  package mutating func findZone(_ name: (String) throws(TextError) -> String) throws(TextError) {
    guard let zone = self.zone else { return }
    self.zone = try name(zone)
  }

  package var planned: Plan {
    let steps = self.plan.steps.map { step in
      var step = step
      step.waits = step.waits || self.planWaits
      return step
    }
    return Plan(
      steps: steps,
      rounds: self.rounds ?? self.plan.rounds
        ?? (given(\.plan) == nil ? Plan.defaultRounds : 1))
  }
}

extension [ProgramSettings] {
  /// These settings by decreasing priority, as one.
  package var combined: ProgramSettings { reduce(ProgramSettings()) { $0.filled(by: $1) } }
}
