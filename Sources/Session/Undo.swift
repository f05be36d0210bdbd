import Timekeeping
import Wording

enum UndoEntry: Equatable, Sendable {
  /// A lap. Undoing it returns its time to the running lap.
  case lap
  case lapName(session: Int64, lap: Int, before: String)
  /// A stop of a stopwatch that ran from `anchor`. Undoing it adds the time in between, even after another start.
  case stop(session: Int64, anchor: Instant, elapsed: Duration)
  case reset(Stopwatch, StopwatchSession)
  case timer(Countdown)
  case plan(PlanRun)
  case counter(Int)
  case clock(ClockSettings)
  /// The changes of rings, and their earlier order if that has changed.
  case rings([RingChange], order: [RingID] = [])
  /// An edit of the log: all of it is in the step's changes.
  case day

  /// The mode where it can be undone; nil for every mode.
  var mode: Mode? {
    switch self {
    case .lap, .lapName, .stop, .reset: .stopwatch
    case .timer: .timer
    case .plan: .plan
    case .counter: .counter
    case .clock: .clock
    case .rings, .day: nil
    }
  }

  /// Undoes the change, and returns what was undone; nil if a later change conflicts.
  func undo(in model: inout Model) -> Phrase? {
    switch self {
    // TRANSLATORS: Notices of an undone command, for three seconds above the buttons; as short as that.
    case .lap: return model.stopwatch.laps.removeNewest() ? mark("Lap undone") : nil
    case .lapName(let session, let lap, let before):
      guard model.session.number == session, model.stopwatch.laps.setName(before, of: lap) else {
        return nil
      }
      return mark("Lap name restored")
    case .stop(let session, let anchor, let elapsed):
      guard model.session.number == session,
        model.stopwatch.undoStop(anchor: anchor, elapsed: elapsed)
      else { return nil }
      return mark("Stop undone")
    case .reset(let before, let session):
      // Do not discard a stopwatch that is running again.
      guard model.stopwatch.state == .reset else { return nil }
      model.stopwatch = before
      (model.session.number, model.session.start) = (session.number, session.start)
      return mark("Reset undone")
    case .timer(let before):
      let state = model.timer.state
      model.timer = before
      return before.state == state || state == .running
        ? mark("Timer restored") : state == .reset ? mark("Reset undone") : mark("Stop undone")
    case .plan(let before):
      model.planRun = before
      return mark("Plan restored")
    case .counter(let before):
      return (try? model.counter.set(before)) == nil ? nil : mark("Counter restored")
    case .clock(let before):
      model.clockSettings = before
      return mark("Clock restored")
    case .rings(let changes, let order):
      return model.rings.restore(changes, order: order)
    case .day: return mark("Day restored")
    }
  }
}

extension UndoEntry {
  /// Whether undoing this undoes `later`, too.
  fileprivate func covers(_ later: UndoEntry) -> Bool {
    switch (self, later) {
    case (.timer(let before), .timer(let new)): before.state == new.state
    case (.rings(let before, _), .rings(let new, _)): before.map(\.id) == new.map(\.id)
    default: false
    }
  }
}

/// The earlier values of a ring; nil for those that have not changed.
struct RingChange: Equatable, Sendable {
  var id: RingID
  var name: String?
  var source: RingSource?
  var color: RingColor??
  var goal: DayGoal??
}

extension RingChange {
  /// nil if nothing was changed.
  init?(_ id: RingID, from old: RingModel, to new: RingModel) {
    if old == new { return nil }
    self.id = id
    if old.name != new.name { name = old.name }
    if old.source != new.source { source = old.source }
    if old.color != new.color { color = .some(old.color) }
    if old.goal != new.goal { goal = .some(old.goal) }
  }
}

/// What makes several changes one step of undo.
enum Gesture: Equatable, Sendable {
  /// A drag, by its number. Other changes may come in between.
  case drag(Int)
  /// Steps of keys or of the wheel that follow one another.
  case steps
}

struct UndoHistory: Equatable, Sendable {
  private struct Step: Equatable, Sendable {
    var entry: UndoEntry
    var gesture: Gesture?
    /// What the change did to the log.
    var changes: [DayLog.Change] = []
    /// Tells it from all others.
    var number = 0
  }

  private var steps: [Step] = []
  private var count = 0

  private static let capacity = 100

  init(_ entries: [(entry: UndoEntry, changes: [DayLog.Change])] = []) {
    for (entry, changes) in entries.suffix(UndoHistory.capacity) {
      count += 1
      steps.append(Step(entry: entry, changes: changes, number: count))
    }
  }

  var entries: [UndoEntry] { steps.map(\.entry) }
  var changes: [[DayLog.Change]] { steps.map(\.changes) }

  /// The number of the newest step; 0 without one.
  var newest: Int { steps.last?.number ?? 0 }

  /// Lets the newest step undo these, too.
  mutating func attach(_ changes: [DayLog.Change]) {
    if !steps.isEmpty { steps[steps.count - 1].changes += changes }
  }

  /// Adds a change, unless it continues a gesture that has an entry.
  mutating func add(_ entry: UndoEntry, by gesture: Gesture? = nil) {
    let earlier = gesture == .steps ? steps.suffix(1) : steps[...]
    if gesture != nil, earlier.contains(where: { $0.gesture == gesture && $0.entry.covers(entry) })
    {
      return
    }
    if steps.count >= UndoHistory.capacity {
      // A script may add many of these, and must not push out a reset.
      let isMinor = { (step: Step) in step.entry.mode == nil || step.entry.mode == .counter }
      steps.remove(at: steps.firstIndex(where: isMinor) ?? 0)
    }
    count += 1
    steps.append(Step(entry: entry, gesture: gesture, number: count))
  }

  /// Removes the changes of a timer or plan that its start overtakes: an undo continues a time that ran, but never
  /// discards one that runs.
  mutating func removeOvertaken(byStartOf mode: Mode, from state: RunState) {
    steps.removeAll { step in
      switch step.entry {
      case .timer(let before): mode == .timer && !(state == .stopped && before.isRunning)
      case .plan(let before): mode == .plan && !(state == .stopped && before.isRunning)
      default: false
      }
    }
  }

  mutating func renumberSessions(after last: Int64) {
    for index in steps.indices {
      switch steps[index].entry {
      case .lapName(let session, let lap, let before):
        steps[index].entry = .lapName(
          session: session.addingClamped(last), lap: lap, before: before)
      case .stop(let session, let anchor, let elapsed):
        steps[index].entry = .stop(
          session: session.addingClamped(last), anchor: anchor, elapsed: elapsed)
      case .reset(let before, var session):
        session.renumber(after: last)
        steps[index].entry = .reset(before, session)
      default: break
      }
    }
  }

  mutating func popLast(in mode: Mode) -> (entry: UndoEntry, changes: [DayLog.Change])? {
    let index = steps.lastIndex { $0.entry.mode == nil || $0.entry.mode == mode }
    let step = index.map { steps.remove(at: $0) }
    // The next step is not one of those before the undo.
    if steps.last?.gesture == .steps { steps[steps.count - 1].gesture = nil }
    return step.map { ($0.entry, $0.changes) }
  }
}

extension Model {
  /// Undoes the newest change of the mode or the rings that still can be undone; returns what was undone.
  mutating func undo() -> Phrase? {
    while let (entry, changes) = history.popLast(in: mode) {
      guard let notice = entry.undo(in: &self) else { continue }
      let model = self
      day.undo(changes) { $0.definition.isRunning(model) }
      return notice
    }
    return nil
  }

  /// The current session, and those that an undo can restore.
  package var neededSessions: [Int64] {
    let undone: [Int64] = history.entries.compactMap { entry in
      if case .reset(_, let session) = entry { session.number } else { nil }
    }
    return [session.number] + undone
  }
}

extension RingSet {
  /// Undoes changes, and returns what was undone; nil if nothing was, as after a drag to and fro, or if a ring is gone,
  /// is fed by now, or cannot have its name.
  fileprivate mutating func restore(_ changes: [RingChange], order: [RingID]) -> Phrase? {
    guard order.isEmpty || Set(order) == Set(ids) else { return nil }
    for change in changes {
      guard let ring = self[change.id] else { return nil }
      if change.source != nil, case .fed = ring.source { return nil }
      if let name = change.name, !canName(change.id, name) { return nil }
    }
    let before = (ids, all)
    for (position, id) in order.enumerated() { move(id, to: position) }
    for change in changes {
      edit(change.id) { ring in
        ring.name = change.name ?? ring.name
        ring.source = change.source ?? ring.source
        ring.color = change.color ?? ring.color
        ring.goal = change.goal ?? ring.goal
      }
    }
    if (ids, all) == before { return nil }
    if changes.contains(where: { $0.name != nil }) { return mark("Ring name restored") }
    return changes.contains { $0.color != nil }
      ? mark("Ring colour restored") : mark("Rings restored")
  }
}
