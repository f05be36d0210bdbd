import Timekeeping

// The saved state of a model, as bytes. Help, notices and full screen are not saved. Laps are rows of their own, since
// there may be any number of them.

extension Model {
  package var savedBytes: [UInt8] { savedBytes(format: StateCoder.newestFormat) }

  package func savedBytes(format: Int64) -> [UInt8] {
    var (copy, coder) = (self, StateCoder(format: format))
    copy.code(&coder)
    return coder.bytes
  }

  package init?(from coder: StateCoder) {
    self.init()
    var coder = coder
    code(&coder)
    guard coder.isComplete else { return nil }
    adjust(to: [remembered, .builtIn].combined)
  }

  private mutating func code(_ coder: inout StateCoder) {
    (remembered, configured, session, windowPlace) = coder.code(
      remembered, configured, session, windowPlace)
    stopwatch = coder.stopwatch(stopwatch, of: session.number)
    (timer, recentTimers, planRun, alarmState) = coder.code(
      timer, recentTimers, planRun, alarmState)
    if coder.format < 3 { alarmState.nameSteps(of: planRun) }
    if coder.format < 2 {
      rings.replace(by: remembered.rings ?? configured.rings ?? rings.all)
      history = UndoHistory(namingRings: coder.code([]), of: rings)
    } else {
      history = coder.code(history)
    }
    recentTimers = Array(recentTimers.prefix(Model.maxRecentTimers))
    estimatedUntilStart = Set(
      coder.code(Mode.allCases.filter { estimatedUntilStart.contains($0) }))
    if coder.format >= 2 { rings = coder.code(rings) }
    if coder.format >= 4 { day = coder.code(day) }
  }

  /// Marks running times as estimates, since they continued by the wall clock. Returns whether any runs.
  package mutating func estimateTimes() -> Bool {
    let running = Mode.allCases.filter { $0.definition.isRunning(self) }
    estimatedUntilStart.formUnion(running)
    return !running.isEmpty
  }
}

// MARK: Parts of the model

extension SettingLayer: Saveable {
  func coded(by coder: inout StateCoder) -> SettingLayer {
    AdjustableTable.all.reduce(into: self) { $1.code(&$0, by: &coder) }
  }
}

extension ClockSettings: Saveable {
  func coded(by coder: inout StateCoder) -> ClockSettings {
    coder.code(hours, showsSeconds, zone, as: ClockSettings.init)
  }
}

extension StopwatchSession: Saveable {
  func coded(by coder: inout StateCoder) -> StopwatchSession {
    var session = self
    (session.number, session.start, session.newest) = coder.code(number, start, newest)
    if session.number >= 1, session.newest >= session.number, session.newest < .max {
      return session
    }
    coder.isMalformed = true
    return StopwatchSession()
  }
}

extension Countdown: Saveable {
  func coded(by coder: inout StateCoder) -> Countdown {
    coder.code(
      state, length, setLength, anchor, remainingAtAnchor, as: Countdown.init)
  }
}

extension PlanStep: Listable {
  static var blank: PlanStep { PlanStep("", .zero) }

  func coded(by coder: inout StateCoder) -> PlanStep {
    coder.code(name, length, waits, as: PlanStep.init)
  }
}

extension Plan: Listable {
  static var blank: Plan { Plan() }

  func coded(by coder: inout StateCoder) -> Plan {
    coder.code(steps, rounds, as: Plan.init)
  }
}

extension PlanRun: Saveable {
  func coded(by coder: inout StateCoder) -> PlanRun {
    coder.code(plan, state, position, anchor, spentAtAnchor, as: PlanRun.init)
  }
}

extension RingColor: Listable {
  static var blank: RingColor { RingColor(0, 0) }

  func coded(by coder: inout StateCoder) -> RingColor {
    coder.code(start, end, as: RingColor.init)
  }
}

extension RingID: Listable {
  static var blank: RingID { 0 }
  func coded(by coder: inout StateCoder) -> RingID { RingID(coder.code(number)) }
}

extension RingSource: Listable {
  static var blank: RingSource { .manual(0) }

  /// A feed is saved as a fixed value: its final one, or 0 before that, as others follow, perhaps a hundred times a second.
  func coded(by coder: inout StateCoder) -> RingSource {
    var (source, turns) = (self, 0.0)
    if case .fed(let value, let isOver) = source { source = .manual(isOver ? value : 0) }
    if case .manual(let value) = source { turns = value }
    return coder.code(source.word, turns) { word, turns in
      RingSource.named.first { $0.key == word }?.value ?? .manual(turns)
    }
  }
}

extension RingSet: Saveable {
  func coded(by coder: inout StateCoder) -> RingSet {
    let (all, ids, former, newest) = coder.code(all, ids, former, newest)
    guard coder.isReading else { return self }
    if let rings = RingSet(all, ids: ids, former: former, newest: newest) { return rings }
    coder.isMalformed = true
    return self
  }
}

extension RingSet.Former: Listable {
  static var blank: RingSet.Former { RingSet.Former(id: .blank, name: "") }

  func coded(by coder: inout StateCoder) -> RingSet.Former {
    coder.code(id, name, as: RingSet.Former.init)
  }
}

extension RingChange: Listable {
  static var blank: RingChange { RingChange(id: .blank) }

  func coded(by coder: inout StateCoder) -> RingChange {
    let (id, name, source, color) = coder.code(id, name, source, color)
    let goal = coder.format < 4 ? nil : coder.code(goal)
    return RingChange(id: id, name: name, source: source, color: color, goal: goal)
  }
}

extension RingModel: Listable {
  static var blank: RingModel { RingModel(name: "", source: .manual(0)) }

  func coded(by coder: inout StateCoder) -> RingModel {
    let (name, source, color, target) = coder.code(name, source, color, target)
    let goal = coder.format < 4 ? nil : coder.code(goal)
    guard coder.isReading else { return self }
    return RingModel(
      name: name, source: source, color: color, target: target.flatMap { $0 > .zero ? $0 : nil },
      goal: goal)
  }
}

extension DayGoal: Listable {
  static var blank: DayGoal { .count(1) }

  func coded(by coder: inout StateCoder) -> DayGoal {
    var (time, count) = (nil as Duration?, 1)
    switch self {
    case .time(let goal): time = goal
    case .count(let goal): count = goal
    }
    let (readTime, readCount) = coder.code(time, count)
    guard let goal = readTime else { return .count(max(1, readCount)) }
    return .time(max(goal, .nanoseconds(1)))
  }
}

extension Alarm: Listable {
  static var blank: Alarm { Alarm(source: .timer, end: .zero, length: .zero) }

  func coded(by coder: inout StateCoder) -> Alarm {
    guard coder.format < 3 else {
      return coder.code(source, end, length, step, isInsistent, announced, as: Alarm.init)
    }
    return coder.code(source, end, length, "", isInsistent, announced) {
      source, end, length, _, isInsistent, announced in
      Alarm(
        source: source, end: end, length: length, isInsistent: isInsistent, announced: announced)
    }
  }
}

extension StepEnd: Listable {
  static var blank: StepEnd { StepEnd(name: "", next: nil, waits: false) }

  func coded(by coder: inout StateCoder) -> StepEnd {
    coder.code(name, next, waits, as: StepEnd.init)
  }
}

extension AlarmState: Saveable {
  func coded(by coder: inout StateCoder) -> AlarmState {
    coder.code(queue, isTimerOver, planAnnounced, as: AlarmState.init)
  }
}
