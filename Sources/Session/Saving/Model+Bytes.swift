package import Bytes
package import Timekeeping

// What of a model outlives the program. Each part is written by itself, so that one that is missing here is seen at a
// glance beside the properties of `Model`; what a window shows for a while (help, notices, full screen) is not.

extension Model {
  /// Writes all of it that is to outlive the program, but the laps of the stopwatch.
  package func write(to writer: inout ByteWriter) {
    writer.write(remembered)
    for mark in configured { writer.write(mark) }
    writer.write(session)
    writer.write(session.unread ?? LapMark(stopwatch.laps))
    writer.write(stopwatch)
    writer.write(timer)
    writer.write(planRun)
    writer.write(Int8(rings.chosen ?? -1))
    writer.write(alarmState)
    writer.write(Mode.allCases.filter(estimated.contains))
    history.write(to: &writer)
  }

  /// A model from what `write` wrote. Its laps, and those that an undo would bring back, are given to it by `takeLaps`.
  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let remembered: AdjustableSettings = try reader.read()
    var configured: [UInt64] = []
    for _ in AdjustableSettings.fields { configured.append(try reader.read()) }
    let session: StopwatchSession = try reader.read()
    let unread: LapMark = try reader.read()
    self.init(stopwatch: try reader.read(), timer: try reader.read(), plan: try reader.read())
    (self.remembered, self.configured) = (remembered, configured)
    adjust(to: remembered.filled(by: .builtIn), digits: Counter().digits)
    rings = RingSet(rings.all, chosen: Int(try reader.read(Int8.self)))
    self.session = session.unread(unread)
    alarmState = try reader.read()
    estimated = Set(try reader.readList(of: Mode.self))
    history = try UndoHistory(from: &reader)
  }

  /// Fetches the laps of the stopwatch, and those that an undo would bring back: `laps` has those of the session of this
  /// number that bear this mark.
  package mutating func takeLaps(_ laps: (Int64, LapMark) -> Laps) {
    if let mark = session.unread { stopwatch = stopwatch.with(laps(session.number, mark)) }
    session.unread = nil
    history.fetchLaps(laps)
  }

  /// Says of the times that run that they went on by the wall clock; true where there are any.
  package mutating func estimateTimes() -> Bool {
    let running = Mode.allCases.filter { $0.definition.isRunning(self) }
    estimated.formUnion(running)
    return !running.isEmpty
  }
}

extension UndoHistory {
  /// Writes the newest entries, as many as there is room for, up to the newest that brings a session of the stopwatch back:
  /// the laps of those before it would have to be read at the next start, too.
  func write(to writer: inout ByteWriter) {
    let start = entries.lastIndex { if case .stopwatchReset = $0 { true } else { false } }
    var kept: [[UInt8]] = []
    var room = UndoHistory.maxBytes
    for entry in entries[(start ?? entries.startIndex)...].reversed() {
      var one = ByteWriter()
      entry.write(to: &one)
      room -= one.bytes.count
      guard room >= 0 else { break }
      kept.append(one.bytes)
    }
    writer.write(UInt16(kept.count))
    for bytes in kept.reversed() { writer.append(bytes) }
  }

  /// The maximum size of all entries together: plans are long, and each entry has two.
  private static let maxBytes = 24_000

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    let entries: [UndoEntry] = try reader.readList()
    self.init(Array(entries.suffix(UndoHistory.capacity)))
  }
}

extension RawRepresentable where RawValue == String, Self: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.write(rawValue) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let value = Self(rawValue: try reader.readText()) else { throw MalformedBytes() }
    self = value
  }
}

extension Mode: ByteCodable {}
extension ThemeName: ByteCodable {}

extension StopwatchSession: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(number)
    writer.write(start)
    writer.write(newest)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    number = try reader.read()
    start = try reader.readOptional()
    newest = try reader.read()
    guard number >= 1, newest >= number, newest < .max else { throw MalformedBytes() }
  }
}

extension StopwatchSession {
  /// The same with laps that are still to be fetched.
  func unread(_ mark: LapMark) -> StopwatchSession {
    var session = self
    session.unread = mark
    return session
  }
}

extension Alarm: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(end)
    writer.write(announced)
    switch subject {
    case .timer(let length):
      writer.write(UInt8(0))
      writer.write(length)
    case .step(let words, let goesOn):
      writer.write(UInt8(goesOn ? 2 : 1))
      writer.write(words)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let (end, announced): (Instant, Instant?) = (try reader.read(), try reader.readOptional())
    switch try reader.read(UInt8.self) {
    case 0: self.init(end: end, .timer(try reader.read()), announced: announced)
    case 1: self.init(end: end, .step(try reader.readText(), goesOn: false), announced: announced)
    case 2: self.init(end: end, .step(try reader.readText(), goesOn: true), announced: announced)
    default: throw MalformedBytes()
    }
  }
}

extension LapMark: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(count)
    writer.write(total)
    writer.write(names)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self.init(count: try reader.read(), total: try reader.read(), names: try reader.read())
  }
}

extension AlarmState: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(alarm)
    writer.write(UInt8(isTimerOver ? 1 : 0))
    writer.write(planAnnounced)
    writer.write(acknowledged)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    alarm = try reader.readOptional()
    isTimerOver = try reader.read(UInt8.self) != 0
    planAnnounced = try reader.read()
    acknowledged = try reader.read()
  }
}

extension RingModel: ByteCodable {
  /// What stands for a source that is not named.
  private static let manual = "manual"

  package func write(to writer: inout ByteWriter) {
    writer.write(name)
    switch source {
    case .manual(let value), .fed(let value, isOver: true):
      writer.write(RingModel.manual)
      writer.write(value)
    case .fed:
      // Whoever tells it tells it again, and may do so a hundred times a second.
      writer.write(RingModel.manual)
      writer.write(0.0)
    default: writer.write(RingSource.named.first { $0.value == source }?.key ?? "")
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self.init(name: try reader.readText(), source: .manual(0))
    let source = try reader.readText()
    if source == RingModel.manual {
      set(try reader.readDouble())
    } else {
      guard let named = RingSource.named.first(where: { $0.key == source }) else {
        throw MalformedBytes()
      }
      self.source = named.value
    }
  }
}
