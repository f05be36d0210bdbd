package import Timekeeping

/// An end that came by itself, of the timer or of a step of the plan, and is announced once.
package struct Alarm: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    /// The timer, and the length that it was set to.
    case timer(Duration)
    /// A step of the plan, in words, and whether the plan goes on by itself.
    case step(String, goesOn: Bool)
  }

  /// When nothing remained.
  package let end: Instant
  package let subject: Subject
  /// When it was announced.
  package internal(set) var announced: Instant?

  init(end: Instant, _ subject: Subject, announced: Instant? = nil) {
    (self.end, self.subject, self.announced) = (end, subject, announced)
  }

  var isTimers: Bool { if case .timer = subject { true } else { false } }

  /// The mode of what has ended.
  var mode: Mode { isTimers ? .timer : .plan }

  /// Whether it calls until it is acknowledged; where the plan has gone on, once is enough.
  package var isInsistent: Bool { if case .step(_, goesOn: true) = subject { false } else { true } }

  /// What can be done besides acknowledging it.
  package var answers: [AlarmAnswer] { isTimers ? [.stop, .longer] : [.stop] }

  package var title: String { isTimers ? "Timer over" : "Step over" }

  /// How long the end was over when it was announced, or is at `now` before that.
  package func overrun(at now: Instant) -> Duration { max(.zero, (announced ?? now) - end) }

  /// The message, with how long ago it was if that is a second or more.
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

/// What a person does about an alarm.
package enum AlarmAnswer: Hashable, Sendable {
  /// A key or a click: it has been noticed.
  case notice
  /// Stops the timer, or the plan.
  case stop
  /// Adds a minute to the timer, or as many as it takes to run again.
  case longer
}

/// The ends of the timer and of the plan's steps that are known, and which of them was announced.
package struct AlarmState: Equatable, Sendable {
  /// The last end that came by itself, whatever has become of it since.
  package internal(set) var alarm: Alarm?
  /// Whether the timer's end was announced, or put into the past by hand.
  package internal(set) var isTimerOver = false
  /// The newest end of a step that was announced, or was known.
  var planAnnounced = Instant.distantPast
  /// The last time that an alarm was answered, or the timer or the plan changed. Alarms up to then
  /// need no attention.
  package internal(set) var acknowledged = Instant.distantPast

  /// When an end is to be announced, in the past if it has come already.
  func next(_ timer: Countdown, _ plan: PlanRun) -> Instant? {
    if let alarm, alarm.announced == nil { return alarm.end }
    let ends = [isTimerOver ? nil : timer.end, plan.nextEnd(after: planAnnounced)?.instant]
    return ends.compactMap { $0 }.min()
  }

  /// Whether an announced alarm still calls for attention.
  ///
  /// What was done before it was announced is no answer to it, though it may arrive later.
  func isAlarmOpen(_ timer: Countdown, _ plan: PlanRun) -> Bool {
    guard let alarm, let announced = alarm.announced, acknowledged < announced else {
      return false
    }
    return alarm.end == (alarm.isTimers ? timer.end : plan.lastEnd(at: announced)?.instant)
  }

  /// Records an end that has come by `now`; of several of the plan, the newest.
  mutating func record(_ timer: Countdown, _ plan: PlanRun, at now: Instant) {
    if !isTimerOver, let end = timer.end, end <= now {
      isTimerOver = true
      alarm = Alarm(end: end, .timer(timer.length))
    } else if alarm == nil || alarm?.announced != nil,
      let (end, position) = plan.lastEnd(at: now), end > planAnnounced
    {
      planAnnounced = end
      alarm = Alarm(end: end, .end(ofStepAt: position, of: plan.plan))
    }
  }

  /// Records a command that has changed the timer. Whoever puts its end into the past, or takes an overrun up again, knows
  /// that it is over.
  mutating func timerChanged(to timer: Countdown, at now: Instant) {
    isTimerOver = timer.end.map { $0 <= now } ?? false
    acknowledge(at: now)
  }

  /// Records a command that has changed the plan: an end that lies before it is known.
  mutating func planChanged(at now: Instant) {
    planAnnounced = max(planAnnounced, now)
    acknowledge(at: now)
  }

  mutating func acknowledge(at now: Instant) { acknowledged = max(acknowledged, now) }
}

extension Alarm.Subject {
  /// The end of a step of `plan`.
  static func end(ofStepAt position: Int, of plan: Plan) -> Alarm.Subject {
    let step = plan.step(at: position)
    guard position + 1 < plan.count else {
      return .step("\(step.name) is over, and the plan with it", goesOn: false)
    }
    let next = plan.step(at: position + 1).name
    return .step(
      "\(step.name) is over, \(next) \(step.waits ? "waits for a start" : "begins")",
      goesOn: !step.waits)
  }
}

extension Model {
  /// When an end is to be announced, in the past if it has come already.
  package var nextEnd: Instant? { alarmState.next(timer, planRun) }

  /// Whether an announced alarm still calls for attention.
  package var isAlarmOpen: Bool { alarmState.isAlarmOpen(timer, planRun) }

  /// When the open alarm of the timer, or of the plan, was announced.
  func openSince(ofTimer isTimers: Bool) -> Instant? {
    isAlarmOpen && alarmState.alarm?.isTimers == isTimers ? alarmState.alarm?.announced : nil
  }

  /// Announces an end that has come by `now`, if there is one.
  mutating func announceEnd(at now: Instant) -> Effect? {
    alarmState.record(timer, planRun, at: now)
    guard alarmState.alarm?.announced == nil else { return nil }
    alarmState.alarm?.announced = now
    guard let alarm = alarmState.alarm else { return nil }
    if isAlarmOpen, flash == nil { notice = Notice(text: alarm.words(at: now), since: now) }
    return .ring(alarm)
  }

  mutating func answer(_ answer: AlarmAnswer, at now: Instant) {
    alarmState.acknowledge(at: now)
    switch answer {
    case .notice: break
    case .stop where alarmState.alarm?.isTimers == false:
      _ = PlanMode().apply(.stop, to: &self, at: now)
    case .stop: _ = TimerMode().apply(.stop, to: &self, at: now)
    case .longer:
      let over = max(.zero, .zero - timer.remaining(at: now))
      timer.adjust(by: .seconds(60 * (over.components.seconds / 60 + 1)))
    }
  }
}
