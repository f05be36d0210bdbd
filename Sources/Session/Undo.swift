import Timekeeping

enum UndoEntry: Equatable, Sendable {
  /// A lap. Undoing it returns its time to the running lap.
  case lap
  case lapName(session: Int64, lap: Int, before: String)
  /// A stop. Undoing it adds the time in between.
  case stop
  case reset(Stopwatch, StopwatchSession)
  case timer(before: Countdown, after: Countdown)
  case plan(before: PlanRun, after: PlanRun)
  case counter(before: Int, after: Int)
  case rings(before: [RingModel], after: [RingModel])

  /// The mode where it can be undone; nil for every mode.
  var mode: Mode? {
    switch self {
    case .lap, .lapName, .stop, .reset: .stopwatch
    case .timer: .timer
    case .plan: .plan
    case .counter: .counter
    case .rings: nil
    }
  }

  var notice: String {
    switch self {
    case .lap: "Lap undone"
    case .lapName: "Lap name restored"
    case .stop: "Stop undone"
    case .reset: "Reset undone"
    case .timer(let before, let after) where before.state != after.state:
      after.state == .reset
        ? "Reset undone" : after.state == .stopped ? "Stop undone" : "Timer restored"
    case .timer: "Timer restored"
    case .plan: "Plan restored"
    case .counter: "Counter restored"
    case .rings: "Rings restored"
    }
  }

  /// Undoes the change; returns false if a later change conflicts.
  func undo(in model: inout Model) -> Bool {
    switch self {
    case .lap: return model.stopwatch.undoLap()
    case .lapName(let session, let lap, let before):
      return model.session.number == session && model.stopwatch.nameLap(lap, before)
    case .stop: return model.stopwatch.undoStop()
    case .reset(let before, let session):
      // Do not discard a stopwatch that is running again.
      guard model.stopwatch.state == .reset else { return false }
      model.stopwatch = before
      (model.session.number, model.session.start) = (session.number, session.start)
    case .timer(let before, let after):
      guard model.timer == after else { return false }
      model.timer = before
    case .plan(let before, let after):
      guard model.planRun == after else { return false }
      model.planRun = before
    case .counter(let before, let after):
      return model.counter.value == after && (try? model.counter.set(before)) != nil
    case .rings(let before, let after): return model.rings.restore(before, from: after)
    }
    return true
  }

  /// Combines it with `next` if both are steps of one change, as of a held key.
  fileprivate func merged(with next: UndoEntry) -> UndoEntry? {
    switch (self, next) {
    case (.timer(let before, let old), .timer(let new, let after))
    where old == new && before.state == after.state:
      .timer(before: before, after: after)
    case (.rings(let before, let old), .rings(let new, let after)) where old == new:
      .rings(before: before, after: after)
    default: nil
    }
  }

  /// The kind of an entry that a script may add many of; nil for others.
  fileprivate var frequentKind: String? {
    switch self {
    case .counter: "counter"
    case .rings: "rings"
    default: nil
    }
  }
}

struct UndoHistory: Equatable, Sendable {
  private(set) var entries: [UndoEntry] = []
  /// Whether a further step can extend the newest entry.
  private var endsWithStep = false

  private static let capacity = 100
  /// The maximum number of each frequent kind, so that a script does not push out a reset.
  private static let frequentCapacity = 20

  init(_ entries: [UndoEntry] = []) { self.entries = entries.suffix(UndoHistory.capacity) }

  mutating func add(_ entry: UndoEntry, isStep: Bool = false) {
    defer { endsWithStep = isStep }
    if isStep, endsWithStep, let merged = entries.last?.merged(with: entry) {
      entries[entries.count - 1] = merged
      return
    }
    let kind = entry.frequentKind
    let frequent = kind == nil ? [] : entries.indices.filter { entries[$0].frequentKind == kind }
    if frequent.count >= UndoHistory.frequentCapacity {
      entries.remove(at: frequent[0])
    } else if entries.count >= UndoHistory.capacity {
      entries.removeFirst()
    }
    entries.append(entry)
  }

  mutating func removeAll(where isOvertaken: (UndoEntry) -> Bool) {
    entries.removeAll(where: isOvertaken)
  }

  /// Removes and returns the newest entry that can be undone in `mode`.
  mutating func popLast(in mode: Mode) -> UndoEntry? {
    endsWithStep = false
    return entries.lastIndex { $0.mode == nil || $0.mode == mode }.map { entries.remove(at: $0) }
  }
}

extension Model {
  /// Undoes and returns the newest change of the mode or the rings that still can be undone.
  mutating func undo() -> UndoEntry? {
    while let entry = history.popLast(in: mode) {
      if entry.undo(in: &self) { return entry }
    }
    return nil
  }

  var canUndo: Bool {
    var trial = self
    return trial.undo() != nil
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
  /// Restores the rings that differ between `before` and `after`; returns false if one has changed since.
  fileprivate mutating func restore(_ before: [RingModel], from after: [RingModel]) -> Bool {
    guard before.count == count, after.count == count else { return false }
    let changed = indices.filter { before[$0] != after[$0] }
    guard changed.allSatisfy({ self[$0] == after[$0] }) else { return false }
    for index in changed { set(index, to: before[index].source) }
    return true
  }
}
