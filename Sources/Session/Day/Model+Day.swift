package import Timekeeping

extension Model {
  /// Adds rows of the log that are on the disk.
  package mutating func loadDays(_ saved: [DayRow]) {
    day.load(saved)
  }

  /// Continues the log of another model, with its goals.
  package mutating func takeDay(from other: Model) {
    day = other.day
    if !other.goals.isEmpty, goals.isEmpty { rings.replace(by: other.rings) }
  }

  /// The modes whose time the log has.
  private static let logged: [Mode] = [.stopwatch, .timer, .plan]

  /// Ends what came to its end by itself up to `now`: the timer, and steps of the plan.
  mutating func endPastRuns(at now: Instant) {
    guard day.today != nil else { return }
    if day.run(of: .timer) != nil, let end = timer.end, end <= now { day.end(.timer, at: end) }
    while let run = day.run(of: .plan) {
      let plan = planRun.advanced(to: run.start)
      guard let turn = plan.nextTurn, turn <= now else { break }
      day.end(.plan, at: turn)
      let next = planRun.advanced(to: turn)
      guard next.isRunning, !next.hasEnded, !day.isRunning(next.step.name) else { break }
      day.begin(.plan, for: next.step.name, at: turn)
    }
  }

  /// Begins and ends runs, as the modes run now.
  mutating func followRuns(at now: Instant) {
    guard day.today != nil else { return }
    endPastRuns(at: now)
    for mode in Model.logged {
      let wanted = activity(of: mode, at: now)
      if let run = day.run(of: mode), run.activity != wanted { day.end(mode, at: now) }
    }
    for mode in Model.logged where day.run(of: mode) == nil {
      if let wanted = activity(of: mode, at: now), !day.isRunning(wanted) {
        day.begin(mode, for: wanted, at: now)
      }
    }
  }

  /// What a mode runs for; nil if it does not run, or only past its end.
  private func activity(of mode: Mode, at now: Instant) -> String? {
    guard mode.definition.isRunning(self) else { return nil }
    switch mode {
    case .timer: return timer.isOver(at: now) ? nil : day.activity
    case .plan:
      let plan = planRun.advanced(to: now)
      return plan.hasEnded ? nil : plan.step.name
    case .stopwatch, .clock, .counter: return day.activity
    }
  }

  /// Applies a command that concerns the log.
  mutating func applyToDay(_ command: DayCommand, at now: Instant) {
    switch command {
    case .enter(let days):
      for bounds in days { day.enter(bounds, goals: goals) }
      endPastRuns(at: now)
      day.splitRuns()
    case .leave: day.leave()
    case .choose(let name):
      if day.activity.isEmpty { day.nameRuns(name.name) }
      day.choose(name)
    case .count(let change, let activity): count(change, for: activity, at: now)
    case .add(let interval):
      day.add(interval)
      history.add(.day)
    case .set(let id, let interval):
      day.set(id, to: interval)
      history.add(.day)
    case .toggleMonth:
      month = month == nil ? day.today.map { MonthPlace(first: $0.date.firstOfMonth) } : nil
    case .turnMonth(let months): turnMonth(months)
    case .walk(let days): walk(days)
    case .chooseDay(let date):
      let isChosen = date == month?.chosen
      if month != nil {
        month = MonthPlace(first: date.firstOfMonth, chosen: isChosen ? nil : date)
      }
    case .keep(let first): day.keptFrom = max(first, day.keptFrom ?? first)
    }
  }

  private mutating func turnMonth(_ months: Int) {
    guard let first = month?.first else { return }
    let new = months > 0 ? first.firstOfNextMonth : (first - 1).firstOfMonth
    month = MonthPlace(first: new)
  }

  private mutating func walk(_ days: Int) {
    guard let place = month, let today = day.today?.date else { return }
    let date = (place.chosen ?? today) + (place.chosen == nil ? 0 : days)
    month = MonthPlace(first: date.firstOfMonth, chosen: date)
  }

  /// Adds to what was counted today.
  mutating func count(_ change: Int, for activity: String, at now: Instant) {
    guard let today = day.today, change != 0 else { return }
    let epoch = today.epoch(of: now)
    let present = day.intervals(on: today.date).first {
      $0.interval.count != nil && $0.interval.activity == activity
    }
    guard let present, let id = present.id, let count = present.interval.count else {
      day.add(
        DayInterval(
          date: today.date, start: epoch, end: epoch, offset: today.offset, activity: activity,
          mode: .counter, count: change))
      return
    }
    var interval = present.interval
    interval.count = count.addingReportingOverflow(change).partialValue
    interval.end = max(interval.end, epoch)
    day.set(id, to: interval)
  }
}

extension Model {
  /// The goals of the rings that follow today, by activity.
  package var goals: [DayReport.Goal] {
    rings.compactMap { ring in
      ring.source == .today
        ? DayReport.Goal(activity: ring.name, goal: ring.goal ?? RingModel.usualGoal) : nil
    }
  }
}

/// A command that concerns the log of days.
package enum DayCommand: Hashable, Sendable {
  /// A day has begun, or the clock was set. At the start, also the days since what runs began, oldest first.
  case enter([DayBounds])
  /// Nothing is remembered from now on.
  case leave
  /// What the stopwatch and the timer run for from now on; "" for nothing in particular.
  case choose(String)
  /// Adds to today's count of an activity.
  case count(Int, of: String)
  case add(DayInterval)
  /// Changes a row; nil removes it.
  case set(Int64, to: DayInterval?)
  case toggleMonth
  /// Shows the next month, or the last one.
  case turnMonth(Int)
  /// Chooses another day: the first time today.
  case walk(Int)
  /// Chooses a day of the shown month, or none if it is already chosen.
  case chooseDay(CivilDate)
  /// Removes all rows before that date.
  case keep(from: CivilDate)
}
