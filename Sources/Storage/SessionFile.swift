package import Bytes
import Files
package import Session
import Timekeeping

/// What happened in a session of the stopwatch, as its file tells it, one after the other.
enum SessionEntry: Equatable, Sendable {
  /// A lap ended at this total, and then by the clock on the wall, in nanoseconds since 1970 (UTC).
  case lap(total: Int64, wall: Int64)
  /// Of the laps only the first so many are left.
  case cut(Int64)
  /// A lap has this name from then on, or none where it is empty.
  case name(lap: Int64, String)
  /// It was reset.
  case ended(SessionEnd)

  /// The kinds of record in a session's file: those of the entries, and how far the wall clock is ahead of the totals of
  /// the laps that follow. It stays the same as long as the stopwatch runs, so a lap takes sixteen bytes.
  static let kinds: ClosedRange<UInt16> = 1...5
  static let clock: UInt16 = 5

  /// How much the wall clock may drift before that is written anew, in nanoseconds.
  private static let drift: Int64 = 1_000_000

  /// Its records, in a file whose laps have had the wall clock `ahead` so far; nil where nothing is known of that.
  func records(ahead: inout Int64?) -> [Record] {
    switch self {
    case .lap(let total, let wall):
      let lap = SessionEntry.record(1, total)
      let now = wall == .min ? .min : wall.subtractingClamped(total)
      if let ahead,
        ahead == now
          || ahead != .min && now != .min && (now.subtractingClamped(ahead)).magnitude <= Self.drift
      {
        return [lap]
      }
      ahead = now
      return [SessionEntry.record(SessionEntry.clock, now), lap]
    case .cut(let count): return [SessionEntry.record(2, count)]
    case .ended(let end):
      var writer = ByteWriter()
      writer.write(end)
      return [Record(kind: 3, payload: writer.bytes)]
    case .name(let lap, let name):
      var writer = ByteWriter()
      writer.write(lap)
      writer.write(name)
      return [Record(kind: 4, payload: writer.bytes)]
    }
  }

  private static func record(_ kind: UInt16, _ value: Int64) -> Record {
    var writer = ByteWriter()
    writer.write(value)
    return Record(kind: kind, payload: writer.bytes)
  }
}

/// How a session of the stopwatch ended.
package struct SessionEnd: Equatable, Sendable, ByteCodable {
  /// When it was started first, in nanoseconds since 1970 (UTC).
  package var start: Int64
  /// The whole time on the stopwatch.
  package var total: Duration
  /// How many laps it had.
  package var lapCount: Int64

  init(start: Int64, total: Duration, lapCount: Int64) {
    (self.start, self.total, self.lapCount) = (start, total, lapCount)
  }

  /// How the session of `model` stands on `clocks`; nil where it has not begun.
  package init?(of model: Model, at clocks: ClockReadings) {
    guard let start = model.session.start else { return nil }
    self.init(
      start: clocks.wallTime(of: start), total: model.stopwatch.elapsed(at: clocks.instant),
      lapCount: Int64(model.stopwatch.laps.count))
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    start = try reader.read()
    total = Duration(nanoseconds: try reader.read())
    lapCount = try reader.read()
  }

  package func write(to writer: inout ByteWriter) {
    writer.write(start)
    writer.write(total.nanosecondsClamped)
    writer.write(lapCount)
  }
}

/// The contents of a session's file.
struct SessionContents {
  /// The laps after all of it.
  let laps: Laps
  /// The laps that bear the mark that was looked for, of several the last; all of them where none do.
  let marked: Laps
  let end: SessionEnd?
  /// What it turned out to be.
  let condition: FileCondition

  /// How many laps are taken at a time: what the nearest cache holds.
  private static let mostAtOnce = 2048

  /// Reads `file`.
  init(_ file: FileBytes, mark: LapMark? = nil) throws(FileError) {
    var laps = Laps()
    var marked = mark == LapMark(laps) ? laps : nil
    var end: SessionEnd?
    // To ask the laps themselves would copy them each time.
    var count: Int64 = 0
    condition = try file.scanRuns(.session, kinds: SessionEntry.kinds) { run in
      if run.kind == 3 {
        var reader = ByteReader(Array(run.payload))
        end = (try? SessionEnd(from: &reader)) ?? end
      } else if run.kind != SessionEntry.clock, run.payload.count >= 8 {
        var index = 0
        while index < run.count {
          switch run.kind {
          case 1:
            // Up to where the mark may be, and from there on.
            let wanted = mark.map { $0.count > count ? $0.count - count : .max } ?? .max
            let end = index + min(run.count - index, Self.mostAtOnce, Int(clamping: wanted))
            laps.append(nanoseconds: run.numbers(index..<end))
            count += Int64(end - index)
            index = end - 1
          case 2:
            let value = run.number(at: index)
            laps.cut(to: value)
            count = min(count, max(0, value))
          default:
            var reader = ByteReader(Array(run.payload.dropFirst(8)))
            if let name = try? reader.readText() { _ = laps.setName(name, of: Int(run.number(at: 0))) }
          }
          index += 1
          if let mark, mark.count == count, mark == LapMark(laps) { marked = laps }
        }
      }
    }
    (self.laps, self.marked, self.end) = (laps, marked ?? laps, end)
  }

  /// The records of a file that are whole.
  static func records(in file: FileBytes) throws(FileError) -> [Record] {
    var records: [Record] = []
    _ = try file.scan(.session, kinds: SessionEntry.kinds) { kind, payload in
      records.append(Record(kind: kind, payload: Array(payload)))
    }
    return records
  }

  /// When each lap ended by the clock on the wall, in nanoseconds since 1970 (UTC); nil where that is not known.
  static func wallTimes(in file: FileBytes) throws(FileError) -> [Int64?] {
    var times: [Int64?] = []
    var ahead: Int64?
    _ = try file.scan(.session, kinds: SessionEntry.kinds) { kind, payload in
      guard payload.count >= 8 else { return }
      let value = Int64(littleEndian: payload.loadUnaligned(as: Int64.self))
      switch kind {
      case 1: times.append(ahead.map { $0.addingClamped(value) })
      case 2: times.removeLast(times.count - Int(max(0, min(value, Int64(times.count)))))
      case SessionEntry.clock: ahead = value == .min ? nil : value
      default: break
      }
    }
    return times
  }
}

/// Entries for the files of sessions.
struct SessionChanges: Equatable, Sendable {
  let number: Int64
  var entries: [SessionEntry]

  /// What has to be written so that the files tell of `new` what they tell of `old`, where one or a few commands lie in
  /// between. What is on the stopwatch is from `clocks`.
  static func changes(from old: Model, to new: Model, at clocks: ClockReadings) -> [SessionChanges] {
    let (before, after) = (old.stopwatch.laps, new.stopwatch.laps)
    guard old.session.number == new.session.number else {
      // What was left ends here; what is taken up instead has its laps in its own file already.
      guard old.stopwatch.state == .stopped, let end = SessionEnd(of: old, at: clocks) else { return [] }
      return [SessionChanges(number: old.session.number, entries: [.ended(end)])]
    }
    let entries = entries(from: before, to: after) { total in
      clocks.wallTime(of: new.stopwatch.anchor + (total - new.stopwatch.elapsedAtAnchor))
    }
    return entries.isEmpty ? [] : [SessionChanges(number: new.session.number, entries: entries)]
  }

  /// What makes the names of `after` of those of `before`, of which the laps past the `shared` ones go.
  private static func names(from before: Laps, to after: Laps, shared: Int) -> [SessionEntry] {
    guard before.namesMark != after.namesMark || shared < before.count else { return [] }
    let (old, new) = (before.namesByNumber.filter { $0.key <= shared }, after.namesByNumber)
    return Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map {
      .name(lap: Int64($0), new[$0] ?? "")
    }
  }

  /// What makes `after` of `before`, which differ at their ends alone; `wall` knows when a total was reached.
  static func entries(
    from before: Laps, to after: Laps, wall: (Duration) -> Int64 = { _ in .min }
  ) -> [SessionEntry] {
    var shared = min(before.count, after.count)
    // A lap that was taken back and marked anew differs in its total.
    while shared > 0, before[shared - 1].total != after[shared - 1].total { shared -= 1 }
    let names = Self.names(from: before, to: after, shared: shared)
    let cut: [SessionEntry] = shared < before.count ? [.cut(Int64(shared))] : []
    return cut + after[shared...].map { .lap(total: $0.total.nanosecondsClamped, wall: wall($0.total)) }
      + names
  }
}
