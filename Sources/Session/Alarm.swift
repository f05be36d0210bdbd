package import Timekeeping

package struct Alarm: Equatable, Sendable {
  package let end: Instant
  /// The length of the timer; nil for a step.
  package let timer: Duration?
  /// What to say of a step.
  var words = ""
  /// Whether it sounds until acknowledged. One announcement is enough if the plan continues.
  package internal(set) var isInsistent = true
  package internal(set) var announced: Instant?

  var mode: Mode { timer == nil ? .plan : .timer }

  /// The answers that a notification offers besides acknowledging.
  package var answers: [AlarmAnswer] { timer == nil ? [.stop] : [.stop, .longer] }

  package var title: String { timer == nil ? "Step over" : "Timer over" }

  /// The time from the end to the announcement, or to `now` before that.
  package func overrun(at now: Instant) -> Duration { max(.zero, (announced ?? now) - end) }

  package func words(at now: Instant) -> String {
    let overrun = overrun(at: now)
    let ago = overrun < .seconds(1) ? nil : "\(TimeFormat.wholeSeconds(overrun)) ago"
    guard let timer else { return ago.map { "\(words), \($0)." } ?? "\(words)." }
    let name = "The timer of \(TimeFormat.wholeSeconds(timer))"
    return ago.map { "\(name) ended \($0)." } ?? "\(name) has ended."
  }

  static func step(at position: Int, of plan: Plan, end: Instant) -> Alarm {
    let (step, isLast) = (plan.step(at: position), position == plan.count - 1)
    let next = "\(plan.step(at: position + 1).name) \(step.waits ? "waits for a start" : "begins")"
    return Alarm(
      end: end, timer: nil,
      words: "\(step.name) is over" + (isLast ? "; that was the last step" : ", \(next)"),
      isInsistent: step.waits || isLast)
  }
}

/// The raw values name the buttons of a notification.
package enum AlarmAnswer: String, Sendable {
  /// Acknowledges it, by a key or a click.
  case notice
  case stop
  /// Adds a minute to the timer, or as many as it needs to run again.
  case longer
}

package struct AlarmState: Equatable, Sendable {
  /// The last end, even if it was acknowledged since.
  package internal(set) var alarm: Alarm?
  /// Whether the timer's end was announced, or is known to the user.
  package internal(set) var isTimerOver = false
  /// The newest step end that was announced or is known.
  var planAnnounced = Instant.distantPast
  /// The last answer to an alarm, or change of the timer or plan. Earlier alarms need no attention.
  package internal(set) var acknowledged = Instant.distantPast
}

extension Model {
  /// The next end to announce; in the past if it is overdue.
  package var nextEnd: Instant? {
    if let alarm = alarmState.alarm, alarm.announced == nil { return alarm.end }
    let timerEnd = alarmState.isTimerOver ? nil : timer.end
    let stepEnd = planRun.advanced(to: alarmState.planAnnounced).nextTurn
    return [timerEnd, stepEnd].compactMap { $0 }.min()
  }

  /// A command dated before the announcement does not acknowledge it, even if it arrives later.
  package var isAlarmOpen: Bool {
    guard let alarm = alarmState.alarm, let announced = alarm.announced,
      alarmState.acknowledged < announced
    else { return false }
    return alarm.end == (alarm.mode == .timer ? timer.end : planRun.lastEnd(at: announced)?.instant)
  }

  func alarmStart(in mode: Mode) -> Instant? {
    isAlarmOpen && alarmState.alarm?.mode == mode ? alarmState.alarm?.announced : nil
  }

  /// Records an end reached by `now`; for the plan, the newest.
  mutating func recordEnd(at now: Instant) {
    let alarm = alarmState.alarm
    if !alarmState.isTimerOver, let end = timer.end, end <= now {
      alarmState.isTimerOver = true
      alarmState.alarm = Alarm(end: end, timer: timer.length)
    } else if alarm == nil || alarm?.announced != nil,
      let (end, position) = planRun.lastEnd(at: now), end > alarmState.planAnnounced
    {
      alarmState.planAnnounced = end
      alarmState.alarm = .step(at: position, of: planRun.plan, end: end)
    }
  }

  mutating func announceEnd(at now: Instant) -> Effect? {
    recordEnd(at: now)
    guard var alarm = alarmState.alarm, alarm.announced == nil else { return nil }
    alarm.announced = now
    alarmState.alarm = alarm
    if isAlarmOpen, flash == nil { notice = Notice(text: alarm.words(at: now), since: now) }
    return .ring(alarm)
  }

  mutating func acknowledgeChanges(from old: (timer: Countdown, plan: PlanRun), at now: Instant) {
    guard (timer, planRun) != old else { return }
    // A user who resumes or changes an overrun knows that it is over. A running timer that is
    // shortened past its end is announced.
    if timer != old.timer {
      let isNew = old.timer.isRunning && !old.timer.isOver(at: now)
      alarmState.isTimerOver = timer.isOver(at: now) && !isNew
    }
    // The user knows step ends before the change.
    if planRun != old.plan { alarmState.planAnnounced = max(alarmState.planAnnounced, now) }
    alarmState.acknowledged = max(alarmState.acknowledged, now)
  }

  mutating func answer(_ answer: AlarmAnswer, at now: Instant) {
    alarmState.acknowledged = max(alarmState.acknowledged, now)
    switch answer {
    case .notice: break
    case .stop:
      let mode = alarmState.alarm?.mode ?? .timer
      _ = mode.definition.apply(.stop, to: &self, at: now)
    case .longer:
      let over = max(.zero, .zero - timer.remaining(at: now))
      changeTimer { $0.adjust(by: .seconds(60 * (over.components.seconds / 60 + 1))) }
    }
  }
}
