package import Session
package import Timekeeping

/// The clocks at `instant`; the one on the wall is derived from it, so that any number is tried there, too.
package func reading(at instant: Instant) -> ClockSample {
  ClockSample(
    instant: instant,
    wall: WallClock(
      epochNanoseconds: instant.nanoseconds, utcOffsetSeconds: Int(instant.nanoseconds % 86_400)))
}

/// The laps of sessions, as a database has them beside the model: by the session and their number.
package struct SavedLaps {
  private struct Key: Hashable {
    var session: Int64
    var count: Int
  }

  private var laps: [Key: Laps] = [:]

  package init() {}

  /// Adds the laps on the stopwatch of `model`.
  package mutating func add(_ model: Model) {
    let found = model.stopwatch.laps
    laps[Key(session: model.session.number, count: found.count)] = found
  }

  /// Those laps; of a session of which nothing is known, up to eight a second apart.
  package func callAsFunction(_ session: Int64, _ count: Int) -> Laps? {
    if let found = laps[Key(session: session, count: count)] { return found }
    return (0...8).contains(count) ? Laps(totals: (0..<count).map { .seconds($0) }) : nil
  }
}

/// Checks that `model` is a valid one: that all it shows can be asked for, and that what is written of it is read as it
/// was, with these `laps`.
///
/// If commands were given centuries apart (not `exactly`), a time at the end of the axis may be read as another, and
/// that one has to stay. `configure` is what the program does with a model that it has read: what the configuration
/// says is not saved.
package func checkModel(
  _ model: Model, laps: SavedLaps = SavedLaps(), exactly: Bool = true,
  configure: (inout Model) -> Void = { _ in }
) {
  check((1...RingModel.maximumCount).contains(model.rings.count), "\(model.rings.count) rings")
  check(
    model.rings.chosen.map(model.shownRings.ids.contains) ?? true,
    "the ring \(model.rings.chosen ?? 0) is chosen")
  check(Set(model.rings.ids).count == model.rings.count, "the rings are \(model.rings.ids)")
  check(
    Plan.allowedRounds.contains(model.planRun.plan.rounds), "\(model.planRun.plan.rounds) rounds")
  check(
    model.session.number >= 1 && model.session.number <= model.session.newest, "\(model.session)")
  let written = model.savedBytes
  // What is shown costs the most: at one of some instants, and of some models only, as chance in the model has it.
  let instants = [
    model.stopwatch.anchor, model.timer.anchor, model.planRun.anchor, model.nextEnd ?? .zero,
    .distantPast,
    Instant(nanoseconds: .max),
    model.timer.anchor + model.timer.length + .milliseconds(5),
  ]
  let chance = written.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) } >> 4 & 31
  if Int(chance) < instants.count {
    let instant = instants[Int(chance)]
    checkShown(model.asOf(instant))
  }

  guard var again = Session.Model(snapshot: written, laps: laps) else {
    fail("what was written is not read: \(model)")
  }
  configure(&again)
  guard exactly else { return checkModel(again, laps: laps) }
  let rewritten = again.savedBytes
  check(rewritten == written, "written as \(written), then as \(rewritten)")
  check(isKept(model, in: again), "\(model) is read back as \(again)")
}

/// Asks for all that a window, or another program, is shown of `model`.
private func checkShown(_ model: ModelAt) {
  let reading = reading(at: model.now)
  let report = StatusReport(model.base, at: reading, isVisible: true)
  checkSafe(report.words, hasLines: true)
  checkSafe(report.json)
  _ = (model.title, model.buttons, model.flash, model.nextEnd, model.isAlarmOpen, model.footnote())
  _ = (model.readout.glyphs(at: reading), model.readout.nextChange(after: reading), model.hasList)
  _ = model.transcript(wall: reading.wall)
  let count = model.listExtent.count
  check(count >= 0, "a list of \(count)")
  if model.hasList { _ = ListContent(of: model, rows: max(0, count - 5)..<count) }
  for ring in model.rings {
    let turns = model.value(of: ring.source).turns(at: reading)
    check(turns.isFinite && abs(turns) <= 1e6, "\(ring) shows \(turns)")
  }
  for alarm in model.alarmState.queue { checkSafe(alarm.words(at: model.now).text) }
  let sources = model.alarmState.queue.map(\.source)
  check(Set(sources).count == sources.count, "two alarms of a source: \(sources)")
}

extension Session.Model {
  /// The model of a snapshot.
  package init?(snapshot bytes: [UInt8], movingMomentsBy shift: Int64 = 0, laps: SavedLaps) {
    self.init(
      from: StateCoder(reading: bytes, shiftingInstantsBy: shift) { laps($0, $1) })
  }
}

/// Whether `after` is `before` as far as that outlives the program, and can be compared.
private func isKept(_ before: Model, in after: Model) -> Bool {
  before.mode == after.mode && before.theme == after.theme
    && before.stopwatch.anchor == after.stopwatch.anchor
    && before.session == after.session && before.timer == after.timer
    && before.planRun == after.planRun
    && before.recentTimers == after.recentTimers && before.counter == after.counter
    && before.clockSettings == after.clockSettings
    && before.alarmState.queue == after.alarmState.queue
    && before.alarmState.isTimerOver == after.alarmState.isTimerOver
    && before.estimated == after.estimated
    && before.rings.map(unfed) == Array(after.rings) && before.rings.ids == after.rings.ids
}

/// A ring as it is after a restart: one that is fed begins anew, and one that is no longer fed stands where it was.
private func unfed(_ ring: RingModel) -> RingModel {
  guard case .fed(let value, let isOver) = ring.source else { return ring }
  return RingModel(
    name: ring.name, source: .manual(isOver ? value : 0), color: ring.color, target: ring.target)
}
