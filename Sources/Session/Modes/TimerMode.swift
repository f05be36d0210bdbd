import Bytes
import Timekeeping

/// Counts down from a set length, and goes on past zero.
struct TimerMode: ModeDefinition {
  var defaultParts: Set<Part> { [.digits, .rings, .dial, .buttons] }
  var undoEntry: (any UndoEntry.Type)? { TimerUndo.self }

  func isRunning(_ model: Model) -> Bool { model.timer.isRunning }

  func readout(_ model: Model) -> Readout { .rest(model.timer.rest) }

  func flash(_ model: Model) -> Instant? {
    guard model.ends.isTimerOver else { return model.timer.end }
    return model.openSince(ofTimer: true)
  }

  func dial(_ model: Model) -> DialContent {
    .seconds(
      SecondsContent(
        total: model.timer.rest, readout: readout(model),
        share: .share(model.timer.rest, of: model.timer.length)))
  }

  func buttons(_ model: Model) -> [ButtonContent] {
    [
      ButtonContent(.timerReset, "Reset", does: .reset),
      ButtonContent(.timerLonger, "+1 min", does: .step(.up)),
      model.timer.isRunning
        ? ButtonContent(.timerStartStop, "Stop", does: .toggle, kind: .stop)
        : ButtonContent(.timerStartStop, "Start", does: .toggle, kind: .start),
    ]
  }

  func title(_ model: Model) -> String {
    switch model.timer.state {
    case .running: model.ends.isTimerOver ? "timer over" : "timer running"
    case .stopped: TimeFormat.remaining(model.timer.restAtAnchor)
    case .reset: "timer"
    }
  }

  func transcript(_ model: Model, at reading: Reading) -> String {
    TimeFormat.remaining(model.timer.rest(at: reading.instant))
  }

  func words(for step: Step) -> String { "Timer \(step.signed) min" }

  func allows(_ command: Command, _ model: Model) -> Bool? {
    switch command {
    case .start: canStart(model.timer)
    case .stop: model.timer.isRunning
    case .toggle: model.timer.isRunning || canStart(model.timer)
    case .reset: model.timer.state == .stopped
    case .step(let step): model.timer.canAdjust(by: step.minutes)
    default: nil
    }
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    switch command {
    case .start:
      if model.timer.start(at: now) { model.history.forget(TimerUndo.stop) }
    case .stop:
      if model.timer.stop(at: now) { model.history.add(TimerUndo.stop) }
    case .toggle: return apply(model.timer.isRunning ? .stop : .start, to: &model, at: now)
    case .reset:
      let before = model.timer
      if model.timer.reset() { model.history.add(TimerUndo.reset(before)) }
    case .step(let step): model.timer.adjust(by: step.minutes)
    default: return false
    }
    return true
  }

  private func canStart(_ timer: Countdown) -> Bool {
    var trial = timer
    return trial.start(at: trial.anchor)
  }
}

/// What was done to the timer.
enum TimerUndo: UndoEntry {
  /// It was stopped: taking it back restores the time in between.
  case stop
  /// It was reset from this state.
  case reset(Countdown)

  func takeBack(from model: inout Model) -> Bool {
    switch self {
    case .stop: return model.timer.undoStop()
    case .reset(let before):
      // A timer that runs again is not thrown away for the one before.
      guard model.timer.state == .reset else { return false }
      model.timer = before
      return true
    }
  }
}

extension TimerUndo: ByteCodable {
  init(from reader: inout ByteReader) throws(MalformedBytes) {
    switch try reader.read(UInt8.self) {
    case 0: self = .stop
    case 1: self = .reset(try reader.read())
    default: throw MalformedBytes()
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .stop: writer.write(UInt8(0))
    case .reset(let before):
      writer.write(UInt8(1))
      writer.write(before)
    }
  }
}

extension Step {
  /// The step on a timer.
  fileprivate var minutes: Duration { .seconds(60 * counts) }
}

extension ButtonContent.Role {
  package static let timerReset = Self("timerReset")
  package static let timerLonger = Self("timerLonger")
  package static let timerStartStop = Self("timerStartStop")
}
