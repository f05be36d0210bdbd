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
  package internal(set) var told: Instant?

  init(end: Instant, _ subject: Subject, told: Instant? = nil) {
    (self.end, self.subject, self.told) = (end, subject, told)
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
  package func overrun(at now: Instant) -> Duration { max(.zero, (told ?? now) - end) }

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
  package var nextEnd: Instant? {
    if let alarm, alarm.told == nil { return alarm.end }
    return [isOver ? nil : timer.end, planRun.nextEnd(after: planTold)?.instant].lazy.compactMap { $0 }.min()
  }

  /// Whether an end that has been told calls for attention still.
  ///
  /// What was done before it was told is no answer to it, though it may arrive later.
  package var isAlarmOpen: Bool {
    guard let alarm, let told = alarm.told, attended < told else { return false }
    return alarm.end == (alarm.isTimers ? timer.end : planRun.lastEnd(at: told)?.instant)
  }

  /// When the alarm of the timer, or of the plan, was told that is still open.
  func openSince(ofTimer isTimers: Bool) -> Instant? {
    isAlarmOpen && alarm?.isTimers == isTimers ? alarm?.told : nil
  }

  /// Takes note of an end that has come by `now`; of several of the plan, of the newest.
  mutating func pass(to now: Instant) {
    if !isOver, let end = timer.end, end <= now {
      isOver = true
      alarm = Alarm(end: end, .timer(timer.length))
    } else if alarm == nil || alarm?.told != nil, let end = lastPlanEnd(at: now), end.instant > planTold {
      planTold = end.instant
      alarm = Alarm(end: end.instant, .step(end.words, goesOn: end.goesOn))
    }
  }

  /// Takes note of a command that has changed the timer.
  ///
  /// Whoever puts its end into the past, or takes an overrun up again, knows that it is over.
  mutating func noteTimer(at now: Instant) {
    isOver = timer.end.map { $0 <= now } ?? false
    attended = max(attended, now)
  }

  /// Takes note of a command that has changed the plan: an end that lies before it is known.
  mutating func notePlan(at now: Instant) {
    planTold = max(planTold, now)
    attended = max(attended, now)
  }

  /// Tells of an end that has come by `now` and was not told yet; nil where there is none.
  mutating func tellEnd(at now: Instant) -> Effect? {
    pass(to: now)
    guard var alarm, alarm.told == nil else { return nil }
    alarm.told = now
    self.alarm = alarm
    if isAlarmOpen, flash == nil { notice = Notice(text: alarm.words(at: now), since: now) }
    return .ring(alarm)
  }

  /// Carries out what somebody has answered at `now`.
  mutating func answer(_ answer: AlarmAnswer, at now: Instant) {
    attended = max(attended, now)
    switch answer {
    case .notice: break
    case .stop where alarm?.isTimers == false: _ = PlanMode().apply(.stop, to: &self, at: now)
    case .stop: _ = TimerMode().apply(.stop, to: &self, at: now)
    case .longer:
      let over = max(.zero, .zero - timer.rest(at: now))
      timer.adjust(by: .seconds(60 * (over.components.seconds / 60 + 1)))
    }
  }
}
