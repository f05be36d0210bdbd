package import Timekeeping

/// An end that came by itself, of the timer or of a step of the plan, and is told once.
package struct Alarm: Equatable, Sendable {
  /// What has ended.
  package enum Subject: Equatable, Sendable {
    /// The timer, which was set to this length.
    case timer(Duration)
    /// A step of the plan, of which these words tell; whether the plan goes on by itself.
    case step(String, goesOn: Bool)
  }

  /// When nothing was left.
  package let end: Instant
  package let subject: Subject
  /// When it was told; nil until then.
  package internal(set) var announced: Instant?

  init(end: Instant, _ subject: Subject, announced: Instant? = nil) {
    (self.end, self.subject, self.announced) = (end, subject, announced)
  }

  /// Whether it is the timer's.
  var isTimers: Bool { if case .timer = subject { true } else { false } }

  /// The mode of what has ended.
  var mode: Mode { isTimers ? .timer : .plan }

  /// Whether it calls until somebody attends; where the plan has gone on, once is enough.
  package var isInsistent: Bool { if case .step(_, goesOn: true) = subject { false } else { true } }

  /// What can be done about it besides taking note.
  package var answers: [AlarmAnswer] { isTimers ? [.stop, .longer] : [.stop] }

  /// What it is, in two words.
  package var title: String { isTimers ? "Timer over" : "Step over" }

  /// How long the end was over when it was told, or is at `now` where it has not been.
  package func overrun(at now: Instant) -> Duration { max(.zero, (announced ?? now) - end) }

  /// What there is to say at `now`: how long ago it was where that is a second or more.
  package func words(at now: Instant) -> String {
    let overrun = overrun(at: now)
    let ago = overrun < .seconds(1) ? nil : TimeFormat.wholeSeconds(overrun)
    switch subject {
    case .timer(let length):
      let timer = "The timer of \(TimeFormat.wholeSeconds(length))"
      return ago.map { "\(timer) ended \($0) ago." } ?? "\(timer) has ended."
    case .step(let words, _): return ago.map { "\(words), \($0) ago." } ?? "\(words)."
    }
  }
}

/// What somebody who has been told of an alarm has done about it.
package enum AlarmAnswer: Hashable, Sendable {
  /// A key or a click: it has been noticed.
  case notice
  /// Stops the timer, or the plan.
  case stop
  /// Has the timer go on for another minute at most: adds a minute to its length, or as many as it takes.
  case longer
}

extension Model {
  /// When there is an end to be told: in the past where it has come and is not told yet; nil where none is ahead.
  package var nextEnd: Instant? { alarmState.next(timer, planRun) }

  /// Whether an end that has been told calls for attention still.
  package var isAlarmOpen: Bool { alarmState.isAlarmOpen(timer, planRun) }

  /// When the alarm of the timer, or of the plan, was told that is still open.
  func openSince(ofTimer isTimers: Bool) -> Instant? {
    isAlarmOpen && alarmState.alarm?.isTimers == isTimers ? alarmState.alarm?.announced : nil
  }

  /// Tells of an end that has come by `now` and was not told yet; nil where there is none.
  mutating func announceEnd(at now: Instant) -> Effect? {
    alarmState.pass(to: now, timer, planRun)
    guard let alarm = alarmState.tell(at: now) else { return nil }
    if isAlarmOpen, flash == nil { notice = Notice(text: alarm.words(at: now), since: now) }
    return .ring(alarm)
  }
}

extension AlarmAnswer {
  /// Carries it out as of `now`.
  func apply(to model: inout Model, at now: Instant) {
    model.alarmState.acknowledge(at: now)
    switch self {
    case .notice: break
    case .stop where model.alarmState.alarm?.isTimers == false:
      _ = PlanMode().apply(.stop, to: &model, at: now)
    case .stop: _ = TimerMode().apply(.stop, to: &model, at: now)
    case .longer:
      let over = max(.zero, .zero - model.timer.remaining(at: now))
      model.timer.adjust(by: .seconds(60 * (over.components.seconds / 60 + 1)))
    }
  }
}
