package import Timekeeping
import Wording

struct StopwatchMode: ModeDefinition {
  // The list is there before the first lap, so that this moves nothing else.
  func defaultParts(_ model: Model) -> Set<Part> { [.digits, .rings, .dial, .buttons, .laps] }

  var ringSources: Set<RingSource> { [.second, .minute, .hour, .timer, .plan, .step, .lap, .day] }

  func state(_ model: Model) -> RunState { model.stopwatch.state }

  func readout(_ model: ModelAt) -> DisplayValue { .time(model.stopwatch.total) }

  /// A turn a minute.
  func edge(_ model: ModelAt) -> EdgeContent? {
    EdgeContent(
      value: .elapsed(model.stopwatch.total, seconds: 60), hue: .lap,
      isRunning: model.stopwatch.isRunning)
  }

  var captions: [String] {
    [trc("button", "Reset"), trc("button", "Lap")] + ButtonContent.toggleTitles
  }
  var maxButtons: Int { 2 }

  func buttons(_ model: ModelAt) -> [ButtonContent] {
    let stopwatch = model.stopwatch
    return [
      // TRANSLATORS: Captions of buttons, at most nine letters: Reset sets the time back to zero, Lap takes a lap.
      stopwatch.state == .stopped
        ? ButtonContent(.lapOrReset, trc("button", "Reset"), does: .reset)
        : ButtonContent(.lapOrReset, trc("button", "Lap"), does: .lap),
      .toggle(.startStop, stops: stopwatch.isRunning),
    ]
  }

  var hasRingButtons: Bool { true }

  func title(_ model: ModelAt) -> String {
    switch model.stopwatch.state {
    // TRANSLATORS: The title of the window while the stopwatch runs.
    case .running: trc("window title", "running")
    case .stopped: TimeFormat.elapsed(model.stopwatch.elapsedAtAnchor)
    case .reset: model.mode.title.text
    }
  }

  func transcript(_ model: ModelAt, at sample: ClockSample) -> String {
    let total = TimeFormat.elapsed(model.stopwatch.elapsed(at: sample.instant))
    var text = total
    for lap in model.stopwatch.laps {
      text +=
        "\n\(lap.number)\t\(TimeFormat.elapsed(lap.duration))\t\(TimeFormat.elapsed(lap.total))"
      if let name = model.stopwatch.laps.namesByNumber[lap.number] { text += "\t\(name)" }
    }
    // The list has the running lap, too.
    if model.stopwatch.state != .reset {
      let lap = TimeFormat.elapsed(model.stopwatch.currentLap.value(at: sample.instant))
      text += "\n\(model.stopwatch.laps.count + 1)\t\(lap)\t\(total)"
    }
    return text
  }

  func summary(_ report: StatusReport) -> String? {
    let (stopwatch, count) = (report.model.stopwatch, report.model.stopwatch.laps.count)
    let total = "\(stopwatch.state.rawValue), \(TimeFormat.elapsed(report.elapsed))"
    guard count > 0 else { return total }
    return total + ", lap \(count + 1) at \(TimeFormat.elapsed(report.lapElapsed))"
  }

  func allows(_ command: Command, _ model: ModelAt) -> Bool? {
    switch command {
    case .start: !model.stopwatch.isRunning
    case .stop, .lap, .lapNamed: model.stopwatch.isRunning
    case .nameLap(let number, _): (number ?? 1) >= 1 && (number ?? 1) <= model.stopwatch.laps.count
    case .reset: model.stopwatch.state == .stopped
    default: nil
    }
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    switch command {
    case .start:
      if model.stopwatch.state == .reset { model.session.start = now }
      model.stopwatch.start(at: now)
    case .stop:
      let before = model.stopwatch
      guard model.stopwatch.stop(at: now) else { break }
      model.history.add(
        .stop(
          session: model.session.number, anchor: before.anchor, elapsed: before.elapsedAtAnchor))
    case .lap, .lapNamed:
      guard model.stopwatch.lap(at: now) else { break }
      model.history.add(.lap)
      guard case .lapNamed(let name) = command else { break }
      _ = self.name(model.stopwatch.laps.count, name, on: &model, at: now)
    case .nameLap(let number, let name):
      let number = number ?? model.stopwatch.laps.count
      let before = model.stopwatch.laps.namesByNumber[number] ?? ""
      guard self.name(number, name, on: &model, at: now) else { break }
      model.history.add(.lapName(session: model.session.number, lap: number, before: before))
    case .reset:
      let before = (model.stopwatch, model.session)
      guard model.stopwatch.reset() else { break }
      model.history.add(.reset(before.0, before.1))
      model.session.end()
    default: return false
    }
    return true
  }

  /// Names a lap, and shows the name if it had to be changed.
  private func name(
    _ number: Int, _ name: String, on model: inout Model, at now: Instant
  ) -> Bool {
    guard model.stopwatch.laps.setName(name, of: number) else { return false }
    let kept = model.stopwatch.laps.namesByNumber[number] ?? ""
    if kept != name {
      // TRANSLATORS: {0} is a number; {1} is a name in quotes that was shortened.
      model.notice = Notice(phrase: mark("Lap {0} is named {1}", number, kept.quoted), since: now)
    }
    return true
  }
}

extension ListContent {
  static func laps(of model: ModelAt, rows: Range<Int>) -> ListContent {
    let (stopwatch, reference) = (model.stopwatch, model.lapReference)
    let laps = stopwatch.laps
    let (shortest, longest) = (laps.shortestNumber, laps.longestNumber)
    return ListContent(
      // TRANSLATORS: The name of a list, which a screen reader reads.
      title: tr("Laps"),
      rows: rows.map { row in
        guard row > 0 else { return Row(label: "\(laps.count + 1)", kind: .running) }
        let lap = laps[laps.count - row]
        let entry = model.entry.flatMap { $0.field == .lapName(lap.number) ? $0 : nil }
        return Row(
          label: entry?.text ?? laps.namesByNumber[lap.number] ?? "\(lap.number)",
          time: TimeFormat.elapsed(lap.duration),
          kind: lap.number == shortest ? .shortest : lap.number == longest ? .longest : .plain,
          // None for the best lap itself.
          difference: model.settings.targetLap == nil && lap.duration == reference
            ? "" : reference.map { TimeFormat.difference(of: lap.duration, from: $0) } ?? "",
          selection: entry?.selection, lap: lap.number)
      }, running: .time(stopwatch.currentLap))
  }
}

/// A use of the stopwatch, from its first start to its reset.
package struct StopwatchSession: Hashable, Sendable {
  package internal(set) var number: Int64 = 1
  package internal(set) var start: Instant?
  /// The largest number ever used.
  package internal(set) var newest: Int64 = 1

  mutating func end() {
    // A damaged file may have any number. The largest is never used: it could not be read again.
    newest = min(newest, .max - 2) + 1
    number = newest
    start = nil
  }

  mutating func renumber(after last: Int64) {
    number = min(number.addingClamped(last), .max - 2)
    newest = max(number, min(newest.addingClamped(last), .max - 2))
  }
}

extension Model {
  var lapReference: Duration? { settings.targetLap ?? stopwatch.laps.best }

  var ghostLap: Duration? {
    switch settings.ghost {
    case .best: stopwatch.laps.best
    case .target: settings.targetLap
    case .off: nil
    }
  }

  /// Reserves the session numbers up to `number`, which are already on the disk.
  package mutating func reserveSessions(upTo number: Int64) {
    session.newest = max(session.newest, min(number, .max - 2))
  }

  /// Gives the sessions numbers after `newest`, the last of those that exist already.
  package mutating func renumberSessions(after newest: Int64) {
    session.renumber(after: newest)
    history.renumberSessions(after: newest)
  }

  /// Resumes a past session, stopped at `total`; returns false if the stopwatch runs. Clears the undo history, which
  /// belongs to another session.
  package mutating func takeUp(_ number: Int64, start: Instant, total: Duration, laps: Laps) -> Bool
  {
    guard !stopwatch.isRunning, number > 0, number <= session.newest else { return false }
    stopwatch = Stopwatch(state: .stopped, anchor: start, elapsedAtAnchor: total, laps: laps)
    (session.number, session.start) = (number, start)
    mode = .stopwatch
    rememberMode(.stopwatch)
    estimatedUntilStart.remove(.stopwatch)
    history = UndoHistory()
    releaseMissingRings()
    return true
  }
}
