package import Timekeeping

/// Which time ran for what: intervals that have ended are rows, and those that run follow from their starts.
///
/// An activity runs once at a time: while the stopwatch runs for it, a timer for the same adds nothing.
package struct DayLog: Equatable, Sendable {
  /// Something that runs, and what for; "" for nothing in particular.
  struct Run: Equatable, Sendable {
    var mode: Mode
    var activity: String
    var start: Instant
  }

  /// A row before and after a change; nil where it does not exist.
  struct Change: Equatable, Sendable {
    var id: Int64
    var before: DayInterval?
    var after: DayInterval?
    /// When what ran ended: the wall clock may be set before an undo.
    var end: Instant?
  }

  /// What the stopwatch and the timer run for; "" for nothing in particular.
  package internal(set) var activity = ""
  /// The names chosen so far, newest first.
  package private(set) var activities: [String] = []
  private(set) var runs: [Run] = []
  /// Rows by their ids; nil for one that was removed. Of earlier days, those that this process added or changed.
  package private(set) var rows: [Int64: DayInterval?] = [:]
  /// Grows with each change; a new row has it as its id.
  package private(set) var revision: Int64 = 0
  /// Rows before this date are removed from the disk; nil if none are.
  package internal(set) var keptFrom: CivilDate?
  /// The closed days in a row before `today`, and that date.
  private(set) var streak: (length: Int, before: CivilDate)?
  /// The days of the open runs, oldest first, up to today. Not saved.
  private(set) var days: [DayBounds] = []
  /// The changes since the last `takeChanges`.
  private var changes: [Change] = []

  private static let maxActivities = 30
  /// More than a year: no run is split over more days than this.
  private static let maxDays = 500
  /// Some weeks of rows: the disk has had them long ago.
  private static let maxRows = 4000
  /// Files with a larger number are damaged.
  private static let maxRevision: Int64 = 1 << 53

  init() {}

  init(
    activity: String, activities: [String], runs: [Run], revision: Int64, keptFrom: CivilDate?,
    streakLength: Int, streakBefore: CivilDate?
  ) {
    streak = streakBefore.map { (max(0, streakLength), $0) }
    (self.activity, self.keptFrom, self.runs) = (activity, keptFrom, runs)
    self.activities = Array(activities.prefix(DayLog.maxActivities))
    self.revision = min(max(revision, 0), DayLog.maxRevision)
  }

  package static func == (one: DayLog, other: DayLog) -> Bool {
    one.activity == other.activity && one.revision == other.revision && one.runs == other.runs
      && one.days == other.days && one.keptFrom == other.keptFrom
      && one.activities == other.activities && one.streakBeforeToday == other.streakBeforeToday
  }

  package var streakBeforeToday: Int {
    guard let streak, streak.before == today?.date else { return 0 }
    return streak.length
  }

  /// nil before the first `enter`.
  package var today: DayBounds? { days.last }

  /// The first moment of the oldest run.
  package var oldestStart: Instant? { runs.map(\.start).min() }

  // MARK: Rows

  /// Adds rows that are on the disk.
  mutating func load(_ saved: [DayRow]) {
    for row in saved {
      guard let id = row.id else { continue }
      if rows[id] == nil { rows[id] = row.interval }
      revision = max(revision, min(id, DayLog.maxRevision))
    }
  }

  /// Rows of a date with their ids, in the order of time.
  package func intervals(on date: CivilDate) -> [DayRow] {
    rows.compactMap { id, row in
      row.flatMap { $0.date == date ? DayRow(id: id, interval: $0) : nil }
    }
    .sorted { ($0.interval.start, $0.id ?? 0) < ($1.interval.start, $1.id ?? 0) }
  }

  mutating func set(_ id: Int64, to new: DayInterval?, endedAt end: Instant? = nil) {
    let before = rows[id] ?? nil
    guard before != new else { return }
    revision = min(revision + 1, DayLog.maxRevision)
    rows[id] = .some(new)
    changes.append(Change(id: id, before: before, after: new, end: end))
  }

  mutating func add(_ interval: DayInterval, endedAt end: Instant? = nil) {
    set(revision + 1, to: interval, endedAt: end)
  }

  mutating func takeChanges() -> [Change] {
    defer { changes = [] }
    return changes
  }

  /// Restores rows, and lets what still runs go on from where it did.
  mutating func undo(_ changes: [Change], running: (Mode) -> Bool) {
    for change in changes.reversed() {
      if let count = change.after?.count {
        uncount(count - (change.before?.count ?? 0), of: change)
        continue
      }
      set(change.id, to: change.before)
      guard let row = change.after, let end = change.end, running(row.mode) else { continue }
      reopen(
        Run(mode: row.mode, activity: row.activity, start: end - row.length), since: change.id)
    }
    splitRuns()
  }

  /// Lets a run go on whose row was made as `id`. What ran since then in its mode or for its activity is part of it.
  private mutating func reopen(_ run: Run, since id: Int64) {
    if runs.contains(where: { $0.activity == run.activity && $0.start <= run.start }) { return }
    for (later, row) in rows where later > id {
      guard let row, row.count == nil, row.mode != .clock else { continue }
      if row.mode == run.mode || row.activity == run.activity { set(later, to: nil) }
    }
    runs.removeAll { $0.mode == run.mode || $0.activity == run.activity }
    runs.append(run)
  }

  /// Takes back what was counted; others may have counted since.
  private mutating func uncount(_ count: Int, of change: Change) {
    guard var row = rows[change.id] ?? nil, let present = row.count else { return }
    row.count = present.subtractingReportingOverflow(count).partialValue
    set(change.id, to: change.before == nil && row.count == 0 ? nil : row)
  }

  // MARK: Runs

  func run(of mode: Mode) -> Run? { runs.first { $0.mode == mode } }

  func isRunning(_ activity: String) -> Bool { runs.contains { $0.activity == activity } }

  mutating func begin(_ mode: Mode, for activity: String, at start: Instant) {
    runs.append(Run(mode: mode, activity: activity, start: start))
  }

  mutating func end(_ mode: Mode, at end: Instant) {
    guard let index = runs.firstIndex(where: { $0.mode == mode }) else { return }
    let run = runs.remove(at: index)
    record(run, to: end)
  }

  /// Names what runs for nothing in particular, unless the activity has run meanwhile.
  mutating func nameRuns(_ activity: String) {
    guard let today, !isRunning(activity) else { return }
    for index in runs.indices where runs[index].activity.isEmpty && runs[index].mode != .plan {
      let start = today.epoch(of: runs[index].start)
      let hasRun = rows.values.contains { row in
        row.map { $0.activity == activity && $0.count == nil && $0.end > start } ?? false
      }
      if !hasRun { runs[index].activity = activity }
    }
  }

  mutating func choose(_ name: String) {
    activity = name.name
    guard !activity.isEmpty else { return }
    activities.removeAll { $0 == activity }
    activities.insert(activity, at: 0)
    activities = Array(activities.prefix(DayLog.maxActivities))
  }

  /// Makes a row of each day's part of a run.
  private mutating func record(_ run: Run, to end: Instant) {
    var end = end
    var (rest, day) = (days[...], days.last)
    var parts: [(interval: DayInterval, end: Instant)] = []
    while let bounds = day, end > run.start, parts.count < DayLog.maxDays {
      let start = max(run.start, bounds.start)
      if start < end {
        let interval = DayInterval(
          date: bounds.date, start: bounds.epoch(of: start), end: bounds.epoch(of: end),
          offset: bounds.offset, activity: run.activity, mode: run.mode)
        parts.append((interval, end))
      }
      end = min(end, bounds.start)
      rest = rest.dropLast()
      day = rest.last ?? bounds.dayBefore
    }
    if parts.isEmpty, let day = days.last {
      // No row, but what an undo needs.
      let moment = day.epoch(of: run.start)
      let nothing = DayInterval(
        date: day.date, start: moment, end: moment, offset: day.offset, activity: run.activity,
        mode: run.mode)
      revision = min(revision + 1, DayLog.maxRevision)
      changes.append(Change(id: revision, after: nothing, end: run.start))
    }
    for part in parts.reversed() { add(part.interval, endedAt: part.end) }
  }

  /// Begins a day, or corrects the present one after the clock was set.
  mutating func enter(_ new: DayBounds, goals: [DayReport.Goal]) {
    if let streak, streak.before < new.date {
      let wasClosed = isClosed(on: streak.before, goals) && streak.before + 1 == new.date
      self.streak = (wasClosed ? streak.length + 1 : 0, new.date)
    } else if streak == nil {
      streak = (0, new.date)
    }
    days.removeAll { $0.date > new.date || $0.date == new.date && !new.goesOn(from: $0) }
    if days.last != new { days.append(new) }
    days = Array(days.suffix(DayLog.maxDays))
    if rows.count > DayLog.maxRows {
      rows = rows.filter { _, row in row.map { $0.date >= new.date - 1 } ?? false }
    }
  }

  mutating func leave() { (days, runs) = ([], []) }

  /// Makes rows of what ran before today.
  mutating func splitRuns() {
    guard let today = days.last else { return }
    for index in runs.indices where runs[index].start < today.start {
      record(runs[index], to: today.start)
      runs[index].start = today.start
    }
  }

  // MARK: Totals

  private func isClosed(on date: CivilDate, _ goals: [DayReport.Goal]) -> Bool {
    DayReport(date...date, of: intervals(on: date), goals: goals).days[0].isClosed
  }

  /// What an activity has of today's rows.
  func rowsToday(of activity: String) -> DayTotal {
    guard let today else { return DayTotal() }
    return rows.values.reduce(into: DayTotal()) { total, row in
      if let row, row.date == today.date, row.activity == activity { total += row }
    }
  }

  /// The time of an activity today; it runs if the activity does.
  package func timeToday(of activity: String) -> LinearTime {
    let ended = rowsToday(of: activity).time
    guard let today, let run = runs.first(where: { $0.activity == activity }) else {
      return LinearTime(ended)
    }
    return LinearTime(ended, from: max(run.start, today.start))
  }

  /// What runs, up to `now`, as rows of today.
  package func open(at now: Instant) -> [DayRow] {
    guard let today else { return [] }
    return runs.map { run in
      let start = max(run.start, today.start)
      return DayRow(
        id: nil,
        interval: DayInterval(
          date: today.date, start: today.epoch(of: start), end: today.epoch(of: max(start, now)),
          offset: today.offset, activity: run.activity, mode: run.mode))
    }
  }

  /// Rows of the disk as this process has them now, and what runs up to `now`.
  package func merged(with saved: [DayRow], at now: Instant) -> [DayRow] {
    let unchanged = saved.filter { row in row.id.map { rows[$0] == nil } ?? true }
    let own = rows.compactMap { id, row in row.map { DayRow(id: id, interval: $0) } }
    return unchanged + own + open(at: now)
  }

  /// Today's rows, and what runs up to `now`.
  package func today(at now: Instant) -> [DayRow] {
    (today.map { intervals(on: $0.date) } ?? []) + open(at: now)
  }
}
