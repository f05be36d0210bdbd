package import Timekeeping

/// An end that came by itself, of the timer or of a step of the plan, and is announced once.
package struct Alarm: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case timer(Duration)
    /// A step of the plan, in words, and whether the plan goes on by itself.
    case step(String, goesOn: Bool)
  }

  /// When nothing remained.
  package let end: Instant
  package let subject: Subject
  package internal(set) var announced: Instant?

  var isTimers: Bool { if case .timer = subject { true } else { false } }

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

extension Alarm.Subject {
  static func end(ofStepAt position: Int, of plan: Plan) -> Alarm.Subject {
    let step = plan.step(at: position)
    guard position + 1 < plan.count else {
      return .step("\(step.name) is over; that was the last step", goesOn: false)
    }
    let next = plan.step(at: position + 1).name
    return .step(
      "\(step.name) is over, \(next) \(step.waits ? "waits for a start" : "begins")",
      goesOn: !step.waits)
  }
}

package enum AlarmAnswer: Hashable, Sendable {
  /// A key or a click: it has been noticed.
  case notice
  case stop
  /// Adds a minute to the timer, or as many as it takes to run again.
  case longer
}

/// Which ends of the timer and of the plan's steps are known, and which was announced.
package struct AlarmState: Equatable, Sendable {
  /// The last end that came by itself, whatever has become of it since.
  package internal(set) var alarm: Alarm?
  /// Whether the timer's end was announced, or put into the past by hand.
  package internal(set) var isTimerOver = false
  /// The newest end of a step that was announced, or was known.
  var planAnnounced = Instant.distantPast
  /// The last time that an alarm was answered, or the timer or the plan changed. Alarms up to then need no
  /// attention.
  package internal(set) var acknowledged = Instant.distantPast
}

extension Model {
  /// When an end is to be announced, in the past if it has come already.
  package var nextEnd: Instant? {
    if let alarm = alarmState.alarm, alarm.announced == nil { return alarm.end }
    let timerEnd = alarmState.isTimerOver ? nil : timer.end
    let stepEnd = planRun.nextEnd(after: alarmState.planAnnounced)?.instant
    return [timerEnd, stepEnd].compactMap { $0 }.min()
  }

  /// Whether an announced alarm still calls for attention.
  ///
  /// What was done before it was announced is no answer to it, though it may arrive later.
  package var isAlarmOpen: Bool {
    guard let alarm = alarmState.alarm, let announced = alarm.announced,
      alarmState.acknowledged < announced
    else { return false }
    return alarm.end == (alarm.isTimers ? timer.end : planRun.lastEnd(at: announced)?.instant)
  }

  /// When the open alarm of the timer, or of the plan, was announced.
  func openSince(ofTimer isTimers: Bool) -> Instant? {
    isAlarmOpen && alarmState.alarm?.isTimers == isTimers ? alarmState.alarm?.announced : nil
  }

  /// Records an end that has come by `now`; of several of the plan, the newest.
  mutating func recordEnd(at now: Instant) {
    let alarm = alarmState.alarm
    if !alarmState.isTimerOver, let end = timer.end, end <= now {
      alarmState.isTimerOver = true
      alarmState.alarm = Alarm(end: end, subject: .timer(timer.length))
    } else if alarm == nil || alarm?.announced != nil,
      let (end, position) = planRun.lastEnd(at: now), end > alarmState.planAnnounced
    {
      alarmState.planAnnounced = end
      alarmState.alarm = Alarm(end: end, subject: .end(ofStepAt: position, of: planRun.plan))
    }
  }

  /// Announces an end that has come by `now`, if there is one.
  mutating func announceEnd(at now: Instant) -> Effect? {
    recordEnd(at: now)
    guard var alarm = alarmState.alarm, alarm.announced == nil else { return nil }
    alarm.announced = now
    alarmState.alarm = alarm
    if isAlarmOpen, flash == nil { notice = Notice(text: alarm.words(at: now), since: now) }
    return .ring(alarm)
  }

  /// Takes note of a command that has changed the timer or the plan from what they were.
  mutating func acknowledgeChanges(from old: (timer: Countdown, plan: PlanRun), at now: Instant) {
    guard (timer, planRun) != old else { return }
    // Whoever puts the timer's end into the past, or takes an overrun up again, knows that it is over.
    if timer != old.timer { alarmState.isTimerOver = timer.end.map { $0 <= now } ?? false }
    // An end of a step that lies before the change is known.
    if planRun != old.plan { alarmState.planAnnounced = max(alarmState.planAnnounced, now) }
    acknowledge(at: now)
  }

  private mutating func acknowledge(at now: Instant) {
    alarmState.acknowledged = max(alarmState.acknowledged, now)
  }

  mutating func answer(_ answer: AlarmAnswer, at now: Instant) {
    acknowledge(at: now)
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
