package import Timekeeping

// The saved state of a model, as bytes. Help, notices and full screen are not saved. Laps are rows of their own, since
// there may be any number of them.

/// Encodes or decodes values: one function of a type serves both directions.
///
/// An integer is 8 bytes, little-endian; a string or a list follows its length. After malformed bytes every number
/// reads as zero, and `isComplete` is false.
package struct StateCoder {
  private(set) var bytes: [UInt8] = []
  private var offset = 0
  fileprivate private(set) var isReading = false
  fileprivate var isMalformed = false
  /// Added to each decoded instant, since the origin of the time axis may have moved.
  private var shift: Int64 = 0
  private var laps: (_ session: Int64, _ count: Int) -> Laps? = { _, _ in nil }
  /// The format of `bytes`. Format 1 names rings by their names alone.
  fileprivate private(set) var format = StateCoder.newestFormat

  /// The format that is written, and the newest that can be read.
  package static let newestFormat: Int64 = 2

  package init() {}

  /// Creates a decoder. `laps` returns the laps of a session, or nil if their number differs.
  package init(
    reading bytes: [UInt8], format: Int64 = StateCoder.newestFormat,
    shiftingInstantsBy shift: Int64 = 0,
    laps: @escaping (_ session: Int64, _ count: Int) -> Laps?
  ) {
    (self.bytes, isReading, self.shift, self.laps) = (bytes, true, shift, laps)
    self.format = format
  }

  /// Whether all bytes were decoded, and are valid.
  var isComplete: Bool { !isMalformed && offset == bytes.count }

  /// When reading, returns the decoded values instead.
  mutating func code<each Value: Saveable>(_ values: repeat each Value) -> (repeat each Value) {
    (repeat (each values).coded(by: &self))
  }

  /// As `code(_:)`, but returns what `make` creates of the values.
  fileprivate mutating func code<each Value: Saveable, Whole>(
    _ values: repeat each Value, as make: (repeat each Value) -> Whole
  ) -> Whole {
    make(repeat (each values).coded(by: &self))
  }

  fileprivate mutating func number(_ number: Int64) -> Int64 {
    if isReading { return take(8).reversed().reduce(0) { $0 << 8 | Int64($1) } }
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    return number
  }

  fileprivate mutating func text(_ text: String) -> String {
    let count = code(text.utf8.count)
    guard isReading else {
      bytes.append(contentsOf: text.utf8)
      return text
    }
    let part = take(count)
    let read = String(decoding: part, as: UTF8.self)
    if !read.utf8.elementsEqual(part) { isMalformed = true }
    return read
  }

  fileprivate mutating func instant(_ instant: Instant) -> Instant {
    let read = number(instant.nanoseconds)
    // The ends of the range are not shifted.
    let isFixed = !isReading || read == .min || read == .max
    return Instant(nanoseconds: isFixed ? read : read.addingClamped(shift))
  }

  fileprivate mutating func stopwatch(_ stopwatch: Stopwatch, of session: Int64) -> Stopwatch {
    let (state, anchor, elapsed, count) = code(
      stopwatch.state, stopwatch.anchor, stopwatch.elapsedAtAnchor, stopwatch.laps.count)
    guard isReading else { return stopwatch }
    let laps = count == 0 ? Laps() : isMalformed ? nil : laps(session, count)
    if laps == nil { isMalformed = true }
    return Stopwatch(
      state: state, anchor: anchor, elapsedAtAnchor: elapsed, laps: laps ?? Laps())
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard !isMalformed, (0...bytes.count - offset).contains(count) else {
      isMalformed = true
      return []
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }
}

/// A value that can be saved. Decoding any bytes returns a valid value, or fails.
protocol Saveable {
  func coded(by coder: inout StateCoder) -> Self
}

/// A value that can be optional or in a list.
protocol Listable: Saveable {
  static var blank: Self { get }
}

extension Model {
  package var savedBytes: [UInt8] {
    var (copy, coder) = (self, StateCoder())
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
  }

  /// Marks running times as estimates, since they continued by the wall clock. Returns whether any runs.
  package mutating func estimateTimes() -> Bool {
    let running = Mode.allCases.filter { $0.definition.isRunning(self) }
    estimatedUntilStart.formUnion(running)
    return !running.isEmpty
  }
}

// MARK: Simple values

extension Saveable where Self: BinaryInteger {
  func coded(by coder: inout StateCoder) -> Self {
    Self(truncatingIfNeeded: coder.number(Int64(truncatingIfNeeded: self)))
  }
}

extension Int64: Saveable {}
extension UInt32: Saveable {}
extension Int: Listable { static var blank: Int { 0 } }

extension Bool: Listable {
  static var blank: Bool { false }
  func coded(by coder: inout StateCoder) -> Bool { coder.number(self ? 1 : 0) != 0 }
}

extension Double: Saveable {
  func coded(by coder: inout StateCoder) -> Double {
    Double(bitPattern: UInt64(bitPattern: coder.number(Int64(bitPattern: bitPattern))))
  }
}

extension String: Listable {
  static var blank: String { "" }
  func coded(by coder: inout StateCoder) -> String { coder.text(self) }
}

extension Instant: Listable {
  static var blank: Instant { .zero }
  func coded(by coder: inout StateCoder) -> Instant { coder.instant(self) }
}

extension Duration: Listable {
  static var blank: Duration { .zero }
  func coded(by coder: inout StateCoder) -> Duration {
    Duration.nanoseconds(coder.number(nanosecondsClamped))
  }
}

extension Saveable where Self: RawRepresentable, RawValue == String {
  func coded(by coder: inout StateCoder) -> Self {
    if let value = Self(rawValue: coder.text(rawValue)) { return value }
    coder.isMalformed = true
    return self
  }
}

extension RunState: Saveable {}
extension AlarmSource: Saveable {}
extension HourCycle: Listable { static var blank: HourCycle { .twentyFour } }
extension Mode: Listable { static var blank: Mode { .stopwatch } }
extension ThemeName: Listable { static var blank: ThemeName { .neumorphicLight } }

extension Array: Saveable, Listable where Element: Listable {
  static var blank: [Element] { [] }

  func coded(by coder: inout StateCoder) -> [Element] {
    let count = coder.code(count)
    guard coder.isReading else { return map { coder.code($0) } }
    var list: [Element] = []
    if count < 0 { coder.isMalformed = true }
    while !coder.isMalformed, list.count < count { list.append(coder.code(Element.blank)) }
    return list
  }
}

extension Optional: Saveable, Listable where Wrapped: Listable {
  static var blank: Wrapped? { nil }

  func coded(by coder: inout StateCoder) -> Wrapped? {
    coder.code(self != nil) ? coder.code(self ?? Wrapped.blank) : nil
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
    coder.code(id, name, source, color, as: RingChange.init)
  }
}

extension RingModel: Listable {
  static var blank: RingModel { RingModel(name: "", source: .manual(0)) }

  func coded(by coder: inout StateCoder) -> RingModel {
    coder.code(name, source, color, target) { name, source, color, target in
      RingModel(
        name: name, source: source, color: color,
        target: target.flatMap { $0 > .zero ? $0 : nil })
    }
  }
}

extension Alarm: Listable {
  static var blank: Alarm { Alarm(source: .timer, end: .zero, length: .zero) }

  func coded(by coder: inout StateCoder) -> Alarm {
    coder.code(source, end, length, words, isInsistent, announced, as: Alarm.init)
  }
}

extension AlarmState: Saveable {
  func coded(by coder: inout StateCoder) -> AlarmState {
    coder.code(queue, isTimerOver, planAnnounced, as: AlarmState.init)
  }
}

extension UndoHistory: Saveable {
  /// Saves the entries from the newest reset on: loading the laps of more than one other session would slow down the
  /// next start.
  func coded(by coder: inout StateCoder) -> UndoHistory {
    let first = entries.lastIndex { if case .reset = $0 { true } else { false } } ?? 0
    return UndoHistory(coder.code(Array(entries[first...])))
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
    default:
      coder.isMalformed = true
      return .lap
    }
  }
}

/// An undo entry of format 1, which has the names that the rings had at that time.
private enum NamedEntry: Listable {
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
  fileprivate init(namingRings entries: [NamedEntry], of rings: RingSet) {
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
    self.init(named.reversed())
  }
}
