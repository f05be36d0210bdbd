import Timekeeping

extension UndoHistory: Saveable {
  /// Saves the entries from the newest reset on: loading the laps of more than one other session would slow down the
  /// next start.
  func coded(by coder: inout StateCoder) -> UndoHistory {
    let first = entries.lastIndex { if case .reset = $0 { true } else { false } } ?? 0
    let entries = coder.code(Array(entries[first...]))
    let changes =
      coder.format < 4
      ? Array(repeating: [], count: entries.count) : coder.code(Array(changes[first...]))
    return UndoHistory(Array(zip(entries, changes)))
  }
}

extension UndoEntry: Listable {
  static var blank: UndoEntry { .lap }

  func coded(by coder: inout StateCoder) -> UndoEntry {
    guard coder.isReading else {
      switch self {
      case .lap: _ = coder.code("lap")
      case .lapName(let session, let lap, let before):
        _ = coder.code("name", session, lap, before)
      case .stop(let session, let anchor, let elapsed):
        _ = coder.code("stop", session, anchor, elapsed)
      case .reset(let before, let session):
        _ = coder.code("reset", session)
        _ = coder.stopwatch(before, of: session.number)
      case .timer(let before): _ = coder.code("timer", before)
      case .plan(let before): _ = coder.code("plan", before)
      case .counter(let before): _ = coder.code("counter", before)
      case .clock(let before): _ = coder.code("clock", before)
      case .rings(let changes, let order): _ = coder.code("rings", changes, order)
      case .day: _ = coder.code("day")
      }
      return self
    }
    let number = 0 as Int64
    switch coder.code("") {
    case "lap": return .lap
    case "name": return coder.code(number, 0, "", as: UndoEntry.lapName)
    case "stop": return coder.code(number, Instant.zero, Duration.zero, as: UndoEntry.stop)
    case "reset":
      let session = coder.code(StopwatchSession())
      return .reset(coder.stopwatch(Stopwatch(), of: session.number), session)
    case "timer": return coder.code(Countdown(), as: UndoEntry.timer)
    case "plan": return coder.code(PlanRun(), as: UndoEntry.plan)
    case "counter": return coder.code(0, as: UndoEntry.counter)
    case "clock": return coder.code(ClockSettings(), as: UndoEntry.clock)
    case "rings": return coder.code([], [], as: UndoEntry.rings)
    case "day": return .day
    default:
      coder.isMalformed = true
      return .lap
    }
  }
}

/// An undo entry of format 1, which has the names that the rings had at that time.
enum NamedEntry: Listable {
  case other(UndoEntry)
  case values([RingModel])
  /// The name and the colour before, of the ring that then had the first name.
  case name(String, before: String, RingColor?)

  static var blank: NamedEntry { .other(.blank) }

  func coded(by coder: inout StateCoder) -> NamedEntry {
    var ahead = coder
    switch ahead.code("") {
    case "rings":
      coder = ahead
      return coder.code([], as: NamedEntry.values)
    case "ring":
      coder = ahead
      return coder.code("", "", nil, as: NamedEntry.name)
    default: return .other(coder.code(UndoEntry.blank))
    }
  }
}

extension UndoHistory {
  /// Finds the ring of each name from the newest entry back, as each rename gives the name before it.
  init(namingRings entries: [NamedEntry], of rings: RingSet) {
    var ids = Dictionary(zip(rings.map(\.name), rings.ids)) { first, _ in first }
    var named: [UndoEntry] = []
    for entry in entries.reversed() {
      switch entry {
      case .other(let entry): named.append(entry)
      case .values(let before):
        let changes = before.compactMap { ring in
          ids[ring.name].map { RingChange(id: $0, source: ring.source) }
        }
        if changes.count == before.count { named.append(.rings(changes)) }
      case .name(let name, let before, let color):
        guard let id = ids.removeValue(forKey: name) else { continue }
        ids[before] = id
        named.append(
          .rings([RingChange(id: id, name: name == before ? nil : before, color: color)]))
      }
    }
    self.init(named.reversed().map { ($0, []) })
  }
}
