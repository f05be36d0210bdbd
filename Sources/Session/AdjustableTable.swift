package import Timekeeping

/// Settings that the window and `ctl` can change, too, in the order in which they are saved.
///
/// A new row changes the format of saved models: it comes last, `StateCoder.newestFormat` grows, and an older format is
/// read without it.
package struct AdjustableTable: Sendable {
  package static let rows = AdjustableTable()
  static let all = Mirror(reflecting: rows).children.compactMap {
    $0.value as? any AnyAdjustableSetting
  }

  package let mode = AdjustableSetting("mode", \.mode, .stopwatch)
  package let theme = AdjustableSetting("theme", \.theme, .neumorphicLight)
  package let rings = AdjustableSetting("ring", RingSet.usual) { model in
    model.rings.all
  } apply: { rings, model in
    model.rings.replace(by: rings)
  }
  /// A timer that was started stays.
  package let timer = AdjustableSetting("timer", Countdown.defaultLength) { model in
    model.timer.setLength
  } apply: { length, model in
    guard model.timer.state == .reset, model.timer.length != length else { return }
    model.timer = Countdown(length: length)
    model.alarmState.isTimerOver = false
  }
  /// A plan that was started stays.
  package let plan = AdjustableSetting("plan", Plan()) { model in
    model.planRun.plan
  } apply: { plan, model in
    guard model.planRun.state == .reset, model.planRun.plan != plan else { return }
    model.planRun = PlanRun(plan)
  }
  package let count = AdjustableSetting("count", 0) { model in
    model.counter.value
  } apply: { count, model in
    // Keep a count that has more digits than configured.
    let allowed = max(model.settings.digits, 1)...Counter.allowedDigits.upperBound
    let fitting = allowed.lazy.compactMap { try? Counter(count, digits: $0) }.first
    model.counter = fitting ?? model.counter
  }
  /// nil for the locale's.
  package let hours = AdjustableSetting<HourCycle?>("hours", \.clockSettings.hours, nil)
  package let seconds = AdjustableSetting("seconds", \.clockSettings.showsSeconds, true)
  /// nil for the user's.
  package let zone = AdjustableSetting<String?>("zone", \.clockSettings.zone, nil)
}

extension SettingLayer {
  static let builtIn = AdjustableTable.all.reduce(into: SettingLayer()) {
    $1.setBuiltIn(in: &$0)
  }

  package subscript<Value>(setting: AdjustableSetting<Value>) -> Value? {
    get { value(setting.name, as: Value.self) }
    set {
      if let newValue { set(setting.name, newValue) } else { remove(setting.name) }
    }
  }

  package subscript<Value>(
    dynamicMember row: KeyPath<AdjustableTable, AdjustableSetting<Value>>
  ) -> Value? {
    get { self[AdjustableTable.rows[keyPath: row]] }
    set { self[AdjustableTable.rows[keyPath: row]] = newValue }
  }
}
