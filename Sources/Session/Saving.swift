package import Timekeeping

// What of a model outlives the program, as bytes. What a window shows for a while (help, notices, full screen) does not.
// Laps are saved apart, since there may be any number of them.

/// Writes values as bytes, or reads them back: one function of a value serves both directions.
///
/// A number has eight bytes, the lowest first; a text or a list follows its length. After malformed bytes every number
/// reads as zero, and `isComplete` is false.
package struct StateCoder {
  private(set) var bytes: [UInt8] = []
  private var offset = 0
  private(set) var isReading = false
  private var isMalformed = false
  /// Added to each instant that is read: the origin of the time axis may have moved since.
  private var shift: Int64 = 0
  private var laps: (_ session: Int64, _ count: Int) -> Laps? = { _, _ in nil }

  /// A coder that writes.
  package init() {}

  /// A coder that reads `bytes`; `laps` returns the laps of a session, or nil if there are not as many.
  package init(
    reading bytes: [UInt8], shiftingInstantsBy shift: Int64 = 0,
    laps: @escaping (_ session: Int64, _ count: Int) -> Laps?
  ) {
    (self.bytes, isReading, self.shift, self.laps) = (bytes, true, shift, laps)
  }

  /// Whether all bytes were read and made sense.
  var isComplete: Bool { !isMalformed && offset == bytes.count }

  mutating func fail() { isMalformed = true }

  /// Writes `number`, or replaces `value` by what `make` makes of the number that is read.
  mutating func code<Value>(
    _ value: inout Value, as number: Int64, _ make: (Int64) -> Value
  ) {
    guard isReading else {
      return withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    value = make(take(8).reversed().reduce(0) { $0 << 8 | Int64($1) })
  }

  mutating func code(_ text: inout String) {
    var count = text.utf8.count
    code(&count)
    guard isReading else { return bytes.append(contentsOf: text.utf8) }
    let part = take(count)
    text = String(decoding: part, as: UTF8.self)
    if !text.utf8.elementsEqual(part) { fail() }
  }

  mutating func code(_ instant: inout Instant) {
    let shift = shift
    code(&instant, as: instant.nanoseconds) { read in
      // The first and the last of all stand for themselves.
      Instant(nanoseconds: read == .min || read == .max ? read : read.addingClamped(shift))
    }
  }

  mutating func code<Element: Listable>(_ list: inout [Element]) {
    var count = list.count
    code(&count)
    guard isReading else {
      for var element in list { element.code(&self) }
      return
    }
    list = []
    if count < 0 { fail() }
    while !isMalformed, list.count < count {
      var element = Element.blank
      element.code(&self)
      list.append(element)
    }
  }

  mutating func code<Value: Listable>(_ value: inout Value?) {
    var isThere = value != nil
    code(&isThere)
    guard isThere else { return value = nil }
    var some = value ?? .blank
    some.code(&self)
    value = some
  }

  /// All of the stopwatch of a session but its laps.
  mutating func code(_ stopwatch: inout Stopwatch, ofSession session: Int64) {
    var (state, anchor) = (stopwatch.state, stopwatch.anchor)
    var (elapsed, count) = (stopwatch.elapsedAtAnchor, stopwatch.laps.count)
    code(&state, &anchor, &elapsed, &count)
    guard isReading else { return }
    let laps = count == 0 ? Laps() : isMalformed ? nil : laps(session, count)
    if laps == nil { fail() }
    stopwatch = Stopwatch(
      state: state, anchor: anchor, elapsedAtAnchor: elapsed, laps: laps ?? Laps())
  }

  mutating func code<A: Saveable>(_ a: inout A) { a.code(&self) }

  mutating func code<A: Saveable, B: Saveable>(_ a: inout A, _ b: inout B) {
    a.code(&self)
    b.code(&self)
  }

  mutating func code<A: Saveable, B: Saveable, C: Saveable>(
    _ a: inout A, _ b: inout B, _ c: inout C
  ) {
    code(&a, &b)
    c.code(&self)
  }

  mutating func code<A: Saveable, B: Saveable, C: Saveable, D: Saveable>(
    _ a: inout A, _ b: inout B, _ c: inout C, _ d: inout D
  ) {
    code(&a, &b)
    code(&c, &d)
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard !isMalformed, (0...bytes.count - offset).contains(count) else {
      fail()
      return []
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }
}

/// A value that can be saved. Reading makes a valid value of any bytes, or fails.
protocol Saveable {
  mutating func code(_ coder: inout StateCoder)
}

/// A value that may be missing, or of which there may be several.
protocol Listable: Saveable {
  /// A value to read into.
  static var blank: Self { get }
}

extension Model {
  /// All that outlives the program, but the laps.
  package var savedBytes: [UInt8] {
    var (copy, coder) = (self, StateCoder())
    copy.code(&coder)
    return coder.bytes
  }

  /// The model that `coder` reads; nil if it is none.
  package init?(from coder: StateCoder) {
    self.init()
    var coder = coder
    code(&coder)
    guard coder.isComplete else { return nil }
  }

  private mutating func code(_ coder: inout StateCoder) {
    var modes = Mode.allCases.filter(estimated.contains)
    var chosen = rings.chosen ?? -1
    coder.code(&remembered, &session)
    coder.code(&configured)
    if configured.count != AdjustableSettings.fields.count { coder.fail() }
    coder.code(&stopwatch, ofSession: session.number)
    coder.code(&timer, &planRun, &alarmState, &chosen)
    coder.code(&modes)
    history.code(&coder)
    guard coder.isReading else { return }
    estimated = Set(modes)
    adjust(to: remembered.filled(by: .builtIn), digits: Counter().digits)
    rings = RingSet(rings.all, chosen: chosen)
  }

  /// Marks the times that run as estimates: they went on by the wall clock. Returns whether there are any.
  package mutating func estimateTimes() -> Bool {
    let running = Mode.allCases.filter { $0.definition.isRunning(self) }
    estimated.formUnion(running)
    return !running.isEmpty
  }
}

extension Saveable where Self: RawRepresentable, RawValue == String {
  mutating func code(_ coder: inout StateCoder) {
    var name = rawValue
    coder.code(&name)
    if let value = Self(rawValue: name) { self = value } else { coder.fail() }
  }
}

extension RunState: Saveable {}
extension Mode: Listable { static var blank: Mode { .stopwatch } }
extension ThemeName: Listable { static var blank: ThemeName { .neumorphicLight } }

extension Bool: Saveable {
  mutating func code(_ coder: inout StateCoder) {
    coder.code(&self, as: self ? 1 : 0) { $0 != 0 }
  }
}

extension Int: Listable {
  static var blank: Int { 0 }
  mutating func code(_ coder: inout StateCoder) {
    coder.code(&self, as: Int64(self)) { Int($0) }
  }
}

extension Int64: Saveable {
  mutating func code(_ coder: inout StateCoder) { coder.code(&self, as: self) { $0 } }
}

extension UInt64: Listable {
  static var blank: UInt64 { 0 }
  mutating func code(_ coder: inout StateCoder) {
    coder.code(&self, as: Int64(bitPattern: self)) { UInt64(bitPattern: $0) }
  }
}

extension Double: Saveable {
  mutating func code(_ coder: inout StateCoder) {
    coder.code(&self, as: Int64(bitPattern: bitPattern)) {
      Double(bitPattern: UInt64(bitPattern: $0))
    }
  }
}

extension String: Saveable {
  mutating func code(_ coder: inout StateCoder) { coder.code(&self) }
}

extension Instant: Listable {
  static var blank: Instant { .zero }
  mutating func code(_ coder: inout StateCoder) { coder.code(&self) }
}

extension Duration: Listable {
  static var blank: Duration { .zero }
  mutating func code(_ coder: inout StateCoder) {
    coder.code(&self, as: nanosecondsClamped) { Duration(nanoseconds: $0) }
  }
}

extension Array: Saveable, Listable where Element: Listable {
  static var blank: [Element] { [] }
  mutating func code(_ coder: inout StateCoder) { coder.code(&self) }
}

extension AdjustableSettings: Saveable {
  mutating func code(_ coder: inout StateCoder) {
    for field in AdjustableSettings.fields { field.code(&self, &coder) }
  }
}

extension StopwatchSession: Saveable {
  mutating func code(_ coder: inout StateCoder) {
    coder.code(&number)
    coder.code(&start)
    coder.code(&newest)
    guard number < 1 || newest < number || newest == .max else { return }
    self = StopwatchSession()
    coder.fail()
  }
}

extension Countdown: Saveable {
  mutating func code(_ coder: inout StateCoder) {
    var (state, length, anchor) = (state, length, anchor)
    var remaining = remainingAtAnchor
    coder.code(&state, &length, &anchor, &remaining)
    self = Countdown(state: state, length: length, anchor: anchor, remainingAtAnchor: remaining)
  }
}

extension PlanStep: Listable {
  static var blank: PlanStep { PlanStep("", .zero) }

  mutating func code(_ coder: inout StateCoder) {
    var (name, length, waits) = (name, length, waits)
    coder.code(&name, &length, &waits)
    self = PlanStep(name, length, waits: waits)
  }
}

extension Plan: Listable {
  static var blank: Plan { Plan() }

  mutating func code(_ coder: inout StateCoder) {
    var (steps, rounds) = (steps, rounds)
    coder.code(&steps, &rounds)
    self = Plan(steps: steps, rounds: rounds)
  }
}

extension PlanRun: Saveable {
  mutating func code(_ coder: inout StateCoder) {
    var (plan, state, position) = (plan, state, position)
    var (anchor, spent) = (anchor, spentAtAnchor)
    coder.code(&plan, &state)
    coder.code(&position, &anchor, &spent)
    self = PlanRun(plan, state: state, position: position, anchor: anchor, spentAtAnchor: spent)
  }
}

extension RingModel: Listable {
  static var blank: RingModel { RingModel(name: "", source: .manual(0)) }

  /// Of a feed only its last value counts: the others come again, perhaps a hundred times a second.
  mutating func code(_ coder: inout StateCoder) {
    var (name, word, turns) = (name, "manual", 0.0)
    switch source {
    case .manual(let value), .fed(let value, isOver: true): turns = value
    case .fed: break
    default: word = source.word
    }
    coder.code(&name, &word, &turns)
    guard coder.isReading else { return }
    self = RingModel(name: name, source: .manual(0))
    set(turns)
    guard word != "manual" else { return }
    if let named = RingSource.named.first(where: { $0.key == word }) {
      source = named.value
    } else {
      coder.fail()
    }
  }
}

extension Alarm: Listable {
  static var blank: Alarm { Alarm(end: .zero, .timer(.zero)) }

  mutating func code(_ coder: inout StateCoder) {
    var (end, announced) = (end, announced)
    var (length, words, goesOn) = (Duration.zero, "", false)
    var isTimers = isTimers
    switch subject {
    case .timer(let set): length = set
    case .step(let text, let isAutomatic): (words, goesOn) = (text, isAutomatic)
    }
    coder.code(&end)
    coder.code(&announced)
    coder.code(&isTimers, &length, &words, &goesOn)
    self = Alarm(
      end: end, isTimers ? .timer(length) : .step(words, goesOn: goesOn), announced: announced)
  }
}

extension AlarmState: Saveable {
  mutating func code(_ coder: inout StateCoder) {
    coder.code(&alarm)
    coder.code(&isTimerOver, &planAnnounced, &acknowledged)
  }
}

extension UndoHistory: Saveable {
  /// The entries from the newest on that brings a session of the stopwatch back: the laps of more than one other session
  /// would take long to load at the next start.
  mutating func code(_ coder: inout StateCoder) {
    let first = entries.lastIndex { if case .stopwatchReset = $0 { true } else { false } } ?? 0
    var saved = Array(entries[first...])
    coder.code(&saved)
    if coder.isReading { self = UndoHistory(saved) }
  }
}

extension UndoEntry: Listable {
  static var blank: UndoEntry { .lap }

  /// An entry of each kind; the index is the kind's number in what is saved.
  private static let kinds: [UndoEntry] = [
    .lap, .lapName(session: 1, lap: 1, before: ""), .stop(.stopwatch),
    .stopwatchReset(Stopwatch(), StopwatchSession()),
    .timer(before: Countdown(), after: Countdown()), .plan(before: PlanRun(), after: PlanRun()),
    .counter(before: 0, after: 0), .rings(before: [], after: []),
  ]

  private var kind: Int {
    switch self {
    case .lap: 0
    case .lapName: 1
    case .stop: 2
    case .stopwatchReset: 3
    case .timer: 4
    case .plan: 5
    case .counter: 6
    case .rings: 7
    }
  }

  mutating func code(_ coder: inout StateCoder) {
    var kind = kind
    coder.code(&kind)
    guard UndoEntry.kinds.indices.contains(kind) else { return coder.fail() }
    switch coder.isReading ? UndoEntry.kinds[kind] : self {
    case .lap: self = .lap
    case .lapName(var session, var lap, var before):
      coder.code(&session, &lap, &before)
      self = .lapName(session: session, lap: lap, before: before)
    case .stop(var mode):
      coder.code(&mode)
      self = .stop(mode)
    case .stopwatchReset(var stopwatch, var session):
      coder.code(&session)
      coder.code(&stopwatch, ofSession: session.number)
      self = .stopwatchReset(stopwatch, session)
    case .timer(var before, var after):
      coder.code(&before, &after)
      self = .timer(before: before, after: after)
    case .plan(var before, var after):
      coder.code(&before, &after)
      self = .plan(before: before, after: after)
    case .counter(var before, var after):
      coder.code(&before, &after)
      self = .counter(before: before, after: after)
    case .rings(var before, var after):
      coder.code(&before, &after)
      self = .rings(before: before, after: after)
    }
  }
}
