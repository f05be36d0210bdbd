import Bytes
import Timekeeping

/// Something that was done and can be undone.
enum UndoEntry: Equatable, Sendable {
  /// The stopwatch was stopped: undoing it restores the time in between.
  case stopwatchStop
  /// A lap was marked: undoing it gives its time back to the running lap.
  case lap
  /// A lap of this session had this name before.
  case lapName(session: Int64, lap: Int64, before: String)
  /// The stopwatch was reset from this state, which was that of this session.
  case stopwatchReset(Stopwatch, StopwatchSession)
  case timerStop
  case timerReset(before: Countdown)
  /// Another length was set, or the running timer was made longer or shorter.
  case timerSet(before: Countdown, after: Countdown)
  /// The plan was stopped, moved, reset or replaced.
  case plan(before: PlanRun, after: PlanRun)
  case counterReset(before: Int)
  /// Rings were set by hand.
  case rings(before: [RingModel], after: [RingModel])

  /// The mode in which it can be undone; nil for every mode.
  var mode: Mode? {
    switch self {
    case .stopwatchStop, .lap, .lapName, .stopwatchReset: .stopwatch
    case .timerStop, .timerReset, .timerSet: .timer
    case .plan: .plan
    case .counterReset: .counter
    case .rings: nil
    }
  }

  /// What to say when it was undone.
  var notice: String {
    switch self {
    case .stopwatchStop, .timerStop: "Stop undone"
    case .lap: "Lap undone"
    case .lapName: "Lap name restored"
    case .stopwatchReset, .timerReset, .counterReset: "Reset undone"
    case .timerSet: "Timer restored"
    case .plan: "Plan restored"
    case .rings: "Rings restored"
    }
  }

  /// Undoes it; false where what was done since has overtaken it.
  func undo(in model: inout Model) -> Bool {
    switch self {
    case .stopwatchStop: return model.stopwatch.undoStop()
    case .lap: return model.stopwatch.undoLap()
    case .lapName(let session, let lap, let before):
      return model.session.number == session && model.stopwatch.nameLap(Int(clamping: lap), before)
    case .stopwatchReset(let before, let session):
      // A stopwatch that runs again is not thrown away for the one before.
      guard model.stopwatch.state == .reset else { return false }
      model.stopwatch = before
      model.session.takeUp(session)
    case .timerStop: return model.timer.undoStop()
    case .timerReset(let before):
      guard model.timer.state == .reset else { return false }
      model.timer = before
    case .timerSet(let before, let after):
      guard model.timer == after else { return false }
      model.timer = before
    case .plan(let before, let after):
      guard model.planRun == after else { return false }
      model.planRun = before
    case .counterReset(let before): return (try? model.counter.set(before)) != nil
    case .rings(let before, let after): return model.rings.restore(before, from: after)
    }
    return true
  }

  /// The same entry extended to `after`, if `next` is one more step of the same change, as a key that is held makes many.
  fileprivate func merged(with next: UndoEntry) -> UndoEntry? {
    switch (self, next) {
    case (.timerSet(let before, let old), .timerSet(let new, let after))
    where old == new && before.state == after.state:
      .timerSet(before: before, after: after)
    case (.rings(let before, let old), .rings(let new, let after)) where old == new:
      .rings(before: before, after: after)
    default: nil
    }
  }
}

/// What can be undone, newest last.
struct UndoHistory: Equatable, Sendable {
  private(set) var entries: [UndoEntry] = []
  /// Whether the newest entry is a step, which further steps extend.
  private var endsWithStep = false

  /// The maximum number of entries; beyond it the oldest goes.
  static let capacity = 100
  /// The maximum number for rings, so that a script which sets them does not push out a reset.
  private static let ringCapacity = 20

  init(_ entries: [UndoEntry] = []) { self.entries = entries }

  mutating func add(_ entry: UndoEntry, isStep: Bool = false) {
    defer { endsWithStep = isStep }
    if isStep, endsWithStep, let merged = entries.last?.merged(with: entry) {
      entries[entries.count - 1] = merged
      return
    }
    let rings = entries.indices.filter { if case .rings = entries[$0] { true } else { false } }
    if case .rings = entry, rings.count >= UndoHistory.ringCapacity {
      entries.remove(at: rings[0])
    } else if entries.count >= UndoHistory.capacity {
      entries.removeFirst()
    }
    entries.append(entry)
  }

  /// Drops all entries that `isOvertaken` names: what was done since does not allow to undo them.
  mutating func removeAll(where isOvertaken: (UndoEntry) -> Bool) {
    entries.removeAll(where: isOvertaken)
  }

  /// Removes and returns the newest entry that can be undone in `mode`.
  mutating func popLast(in mode: Mode) -> UndoEntry? {
    endsWithStep = false
    return entries.lastIndex { $0.mode == nil || $0.mode == mode }.map { entries.remove(at: $0) }
  }

  /// The sessions whose laps an undo brings back.
  var sessions: [Int64] {
    entries.compactMap {
      if case .stopwatchReset(_, let session) = $0 { session.number } else { nil }
    }
  }

  /// Gives entries that bring a session of the stopwatch back the laps of that session.
  mutating func fetchLaps(_ laps: (Int64, LapMark) -> Laps) {
    for index in entries.indices {
      guard case .stopwatchReset(let before, var session) = entries[index],
        let mark = session.unread
      else {
        continue
      }
      session.unread = nil
      entries[index] = .stopwatchReset(before.with(laps(session.number, mark)), session)
    }
  }
}

extension Model {
  /// Undoes the newest change of the shown mode, or of the rings, that nothing has overtaken; returns what it was.
  mutating func undo() -> UndoEntry? {
    while let entry = history.popLast(in: mode) {
      if entry.undo(in: &self) { return entry }
    }
    return nil
  }

  /// Whether there is something to undo.
  var canUndo: Bool {
    var trial = self
    return trial.undo() != nil
  }
}

extension RingSet {
  /// Sets the rings that differ between `before` and `after` back; false where one of them has been set since.
  fileprivate mutating func restore(_ before: [RingModel], from after: [RingModel]) -> Bool {
    guard before.count == count, after.count == count else { return false }
    let changed = indices.filter { before[$0] != after[$0] }
    guard changed.allSatisfy({ self[$0] == after[$0] }) else { return false }
    for index in changed { set(index, to: before[index].source) }
    return true
  }
}

extension UndoEntry: ByteCodable {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .stopwatchStop: writer.write(UInt8(0))
    case .lap: writer.write(UInt8(1))
    case .lapName(let session, let lap, let before):
      writer.write(UInt8(2))
      writer.write(session)
      writer.write(lap)
      writer.write(before)
    case .stopwatchReset(let before, let session):
      writer.write(UInt8(3))
      writer.write(before)
      writer.write(session)
      writer.write(session.unread ?? LapMark(before.laps))
    case .timerStop: writer.write(UInt8(4))
    case .timerReset(let before):
      writer.write(UInt8(5))
      writer.write(before)
    case .timerSet(let before, let after):
      writer.write(UInt8(6))
      writer.write(before)
      writer.write(after)
    case .plan(let before, let after):
      writer.write(UInt8(7))
      writer.write(before)
      writer.write(after)
    case .counterReset(let before):
      writer.write(UInt8(8))
      writer.write(Int64(before))
    case .rings(let before, let after):
      writer.write(UInt8(9))
      writer.write(before)
      writer.write(after)
    }
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    switch try reader.read(UInt8.self) {
    case 0: self = .stopwatchStop
    case 1: self = .lap
    case 2:
      self = .lapName(
        session: try reader.read(), lap: try reader.read(), before: try reader.readText())
    case 3:
      let (before, session): (Stopwatch, StopwatchSession) = (try reader.read(), try reader.read())
      self = .stopwatchReset(before, session.unread(try reader.read()))
    case 4: self = .timerStop
    case 5: self = .timerReset(before: try reader.read())
    case 6: self = .timerSet(before: try reader.read(), after: try reader.read())
    case 7: self = .plan(before: try reader.read(), after: try reader.read())
    case 8: self = .counterReset(before: Int(try reader.read(Int64.self)))
    case 9: self = .rings(before: try reader.readList(), after: try reader.readList())
    default: throw MalformedBytes()
    }
  }
}
