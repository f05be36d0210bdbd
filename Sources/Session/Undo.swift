import Timekeeping

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

  /// The mode where it can be undone; nil for every mode.
  var mode: Mode? {
    switch self {
    case .lap, .lapName, .stop, .reset: .stopwatch
    case .timer: .timer
    case .plan: .plan
    case .counter: .counter
    case .clock: .clock
    case .rings: nil
    }
  }

  /// Undoes the change, and returns what was undone; nil if a later change conflicts.
  func undo(in model: inout Model) -> String? {
    switch self {
    case .lap: return model.stopwatch.laps.removeNewest() ? "Lap undone" : nil
    case .lapName(let session, let lap, let before):
      guard model.session.number == session, model.stopwatch.laps.setName(before, of: lap) else {
        return nil
      }
      return "Lap name restored"
    case .stop(let session, let anchor, let elapsed):
      guard model.session.number == session,
        model.stopwatch.undoStop(anchor: anchor, elapsed: elapsed)
      else { return nil }
      return "Stop undone"
    case .reset(let before, let session):
      // Do not discard a stopwatch that is running again.
      guard model.stopwatch.state == .reset else { return nil }
      model.stopwatch = before
      (model.session.number, model.session.start) = (session.number, session.start)
      return "Reset undone"
    case .timer(let before):
      let state = model.timer.state
      model.timer = before
      return before.state == state || state == .running
        ? "Timer restored" : state == .reset ? "Reset undone" : "Stop undone"
    case .plan(let before):
      model.planRun = before
      return "Plan restored"
    case .counter(let before):
      return (try? model.counter.set(before)) == nil ? nil : "Counter restored"
    case .clock(let before):
      model.clockSettings = before
      return "Clock restored"
    case .rings(let changes, let order):
      return model.rings.restore(changes, order: order)
    }
  }
}

/// The earlier values of a ring; nil for those that have not changed.
struct RingChange: Equatable, Sendable {
  var id: RingID
  var name: String?
  var source: RingSource?
  var color: RingColor??
}

extension RingChange {
  /// nil if nothing was changed.
  init?(_ id: RingID, from old: RingModel, to new: RingModel) {
    if old == new { return nil }
    self.id = id
    if old.name != new.name { name = old.name }
    if old.source != new.source { source = old.source }
    if old.color != new.color { color = .some(old.color) }
  }
}

struct UndoHistory: Equatable, Sendable {
  private(set) var entries: [UndoEntry] = []
  /// Whether the newest entry is a step, as of a held key, that the next step of its kind extends.
  private var endsWithStep = false

  private static let capacity = 100

  init(_ entries: [UndoEntry] = []) { self.entries = entries.suffix(UndoHistory.capacity) }

  mutating func add(_ entry: UndoEntry, isStep: Bool = false) {
    defer { endsWithStep = isStep }
    if isStep, endsWithStep, let last = entries.last, isExtended(last, by: entry) { return }
    if entries.count >= UndoHistory.capacity {
      // A script may add many of these, and must not push out a reset.
      entries.remove(at: entries.firstIndex { $0.mode == nil || $0.mode == .counter } ?? 0)
    }
    entries.append(entry)
  }

  private func isExtended(_ last: UndoEntry, by next: UndoEntry) -> Bool {
    switch (last, next) {
    case (.timer(let before), .timer(let new)): before.state == new.state
    case (.rings(let before, _), .rings(let new, _)): before.map(\.id) == new.map(\.id)
    default: false
    }
  }

  /// Removes the changes of a timer or plan that its start overtakes: an undo continues a time that ran, but never
  /// discards one that runs.
  mutating func removeOvertaken(byStartOf mode: Mode, from state: RunState) {
    entries.removeAll { entry in
      switch entry {
      case .timer(let before): mode == .timer && !(state == .stopped && before.isRunning)
      case .plan(let before): mode == .plan && !(state == .stopped && before.isRunning)
      default: false
      }
    }
  }

  mutating func renumberSessions(after last: Int64) {
    entries = entries.map { entry in
      switch entry {
      case .lapName(let session, let lap, let before):
        return .lapName(session: session.addingClamped(last), lap: lap, before: before)
      case .stop(let session, let anchor, let elapsed):
        return .stop(session: session.addingClamped(last), anchor: anchor, elapsed: elapsed)
      case .reset(let before, var session):
        session.renumber(after: last)
        return .reset(before, session)
      default: return entry
      }
    }
  }

  mutating func popLast(in mode: Mode) -> UndoEntry? {
    endsWithStep = false
    return entries.lastIndex { $0.mode == nil || $0.mode == mode }.map { entries.remove(at: $0) }
  }
}

extension Model {
  /// Undoes the newest change of the mode or the rings that still can be undone; returns what was undone.
  mutating func undo() -> String? {
    while let entry = history.popLast(in: mode) {
      if let notice = entry.undo(in: &self) { return notice }
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
  /// Undoes changes, and returns what was undone; nil if a ring is gone, is fed by now, or cannot have its name.
  fileprivate mutating func restore(_ changes: [RingChange], order: [RingID]) -> String? {
    guard order.isEmpty || Set(order) == Set(ids) else { return nil }
    for change in changes {
      guard let ring = self[change.id] else { return nil }
      if change.source != nil, case .fed = ring.source { return nil }
      if let name = change.name, !canName(change.id, name) { return nil }
    }
    for (position, id) in order.enumerated() { move(id, to: position) }
    for change in changes {
      edit(change.id) { ring in
        ring.name = change.name ?? ring.name
        ring.source = change.source ?? ring.source
        ring.color = change.color ?? ring.color
      }
    }
    if changes.contains(where: { $0.name != nil }) { return "Ring name restored" }
    return changes.contains { $0.color != nil } ? "Ring colour restored" : "Rings restored"
  }
}
