package import Timekeeping

/// What ends: alarms of different sources do not replace each other.
package enum AlarmSource: String, CaseIterable, Hashable, Sendable {
  case timer, plan

  package var mode: Mode { self == .timer ? .timer : .plan }
}

package struct Alarm: Equatable, Sendable {
  package let source: AlarmSource
  package let end: Instant
  /// The length of the timer or of the step.
  package let length: Duration
  /// What to say of a step.
  var words = ""
  /// Whether it waits for a person and sounds until acknowledged. One announcement is enough if the plan continues.
  package internal(set) var isInsistent = true
  package internal(set) var announced: Instant?

  var mode: Mode { source.mode }

  /// The answers that a notification offers besides acknowledging.
  package var answers: [AlarmAnswer] { source == .timer ? [.stop, .longer] : [.stop] }

  package var title: String { source == .timer ? "Timer over" : "Step over" }

  /// The time from the end to the announcement, or to `now` before that.
  package func overrun(at now: Instant) -> Duration { max(.zero, (announced ?? now) - end) }

  package func words(at now: Instant) -> String {
    let overrun = overrun(at: now)
    let ago = overrun < .seconds(1) ? nil : "\(TimeFormat.wholeSeconds(overrun)) ago"
    guard source == .timer else { return ago.map { "\(words), \($0)." } ?? "\(words)." }
    let name = "The timer of \(TimeFormat.wholeSeconds(length))"
    return ago.map { "\(name) ended \($0)." } ?? "\(name) has ended."
  }

  static func step(at position: Int, of plan: Plan, end: Instant) -> Alarm {
    let (step, isLast) = (plan.step(at: position), position == plan.count - 1)
    let next = "\(plan.step(at: position + 1).name) \(step.waits ? "waits for a start" : "begins")"
    return Alarm(
      source: .plan, end: end, length: step.length,
      words: "\(step.name) is over" + (isLast ? "; that was the last step" : ", \(next)"),
      isInsistent: step.waits || isLast)
  }
}

/// The raw values name the buttons of a notification.
package enum AlarmAnswer: String, Sendable {
  /// By a key or a click: it was noticed.
  case acknowledge
  case stop
  /// Adds a minute to the timer, or as many as it needs to run again.
  case longer
}

package struct AlarmState: Equatable, Sendable {
  /// The ends that wait for their announcement or for an answer, oldest first; of each source the newest.
  package internal(set) var queue: [Alarm] = []
  /// Whether the timer's end was announced, or is known to the user.
  package internal(set) var isTimerOver = false
  /// The newest step end that was announced or is known.
  var planAnnounced = Instant.distantPast

  init() {}

  init(queue: [Alarm], isTimerOver: Bool, planAnnounced: Instant) {
    (self.isTimerOver, self.planAnnounced) = (isTimerOver, planAnnounced)
    for alarm in queue { add(alarm) }
  }

  mutating func add(_ alarm: Alarm) {
    queue.removeAll { $0.source == alarm.source }
    queue.insert(alarm, at: queue.firstIndex { $0.end > alarm.end } ?? queue.count)
  }

  /// Removes what was announced before `now`, of this source or of all. A command dated before the announcement does
  /// not acknowledge it, even if it arrives later.
  mutating func acknowledge(_ source: AlarmSource? = nil, at now: Instant) {
    queue.removeAll { alarm in
      (source == nil || alarm.source == source) && alarm.announced.map { $0 <= now } ?? false
    }
  }
}

extension Model {
  /// The next end to announce; in the past if it is overdue.
  package var nextEnd: Instant? {
    let due = alarmState.queue.lazy.filter { $0.announced == nil }.map(\.end).min()
    let timerEnd = alarmState.isTimerOver ? nil : timer.end
    let stepEnd = planRun.advanced(to: alarmState.planAnnounced).nextTurn
    return [due, timerEnd, stepEnd].lazy.compactMap { $0 }.min()
  }

  /// The announced ends that nobody has answered yet, oldest first.
  package var openAlarms: [Alarm] { alarmState.queue.filter(isOpen) }

  package var isAlarmOpen: Bool { alarmState.queue.contains(where: isOpen) }

  /// Whether the end was announced, and is still the newest one of its source.
  package func isOpen(_ alarm: Alarm) -> Bool {
    guard let announced = alarm.announced, alarmState.queue.contains(alarm) else { return false }
    switch alarm.source {
    case .timer: return alarm.end == timer.end
    case .plan: return alarm.end == planRun.lastEnd(at: announced)?.instant
    }
  }

  /// What a user should know who closes the window; nil if no end is to come.
  package var silenceWarning: String? {
    let hasStepEnd = planRun.advanced(to: alarmState.planAnnounced).nextTurn != nil
    let running = [
      timer.end != nil && !alarmState.isTimerOver ? "timer" : nil, hasStepEnd ? "plan" : nil,
    ].compactMap { $0 }
    guard let first = running.first else { return nil }
    let subject = running.count > 1 ? "timer and the plan run" : "\(first) runs"
    return "the \(subject) on, but nothing rings until the next start"
  }

  func alarmStart(of source: AlarmSource) -> Instant? {
    openAlarms.first { $0.source == source }?.announced
  }

  /// Records the ends reached by `now`; for the plan, the newest.
  mutating func recordEnd(at now: Instant) {
    if !alarmState.isTimerOver, let end = timer.end, end <= now {
      alarmState.isTimerOver = true
      alarmState.add(Alarm(source: .timer, end: end, length: timer.length))
    }
    if let (end, position) = planRun.lastEnd(at: now), end > alarmState.planAnnounced {
      alarmState.planAnnounced = end
      alarmState.add(.step(at: position, of: planRun.plan, end: end))
    }
  }

  /// Announces the oldest end that is due. One whose source has changed since then needs no answer.
  mutating func announceEnd(at now: Instant) -> Effect? {
    recordEnd(at: now)
    guard let index = alarmState.queue.firstIndex(where: { $0.announced == nil }) else {
      return nil
    }
    alarmState.queue[index].announced = now
    let alarm = alarmState.queue[index]
    guard isOpen(alarm) else {
      alarmState.queue.remove(at: index)
      return .ring(alarm)
    }
    // In its own mode, the digits flash.
    if alarm.mode != mode { notice = Notice(text: alarm.words(at: now), since: now) }
    return .ring(alarm)
  }

  mutating func acknowledgeChanges(from old: (timer: Countdown, plan: PlanRun), at now: Instant) {
    // A user who resumes or changes an overrun knows that it is over. A running timer that is
    // shortened past its end is announced.
    if timer != old.timer {
      let isNew = old.timer.isRunning && !old.timer.isOver(at: now)
      alarmState.isTimerOver = timer.isOver(at: now) && !isNew
      alarmState.acknowledge(.timer, at: now)
    }
    // The user knows step ends before the change.
    if planRun != old.plan {
      alarmState.planAnnounced = max(alarmState.planAnnounced, now)
      alarmState.acknowledge(.plan, at: now)
    }
  }

  /// Without a source, the answer is to all alarms, or for what only one can have, to the oldest.
  mutating func answer(_ answer: AlarmAnswer, of source: AlarmSource?, at now: Instant) {
    let answered = source ?? openAlarms.first?.source ?? .timer
    alarmState.acknowledge(answer == .acknowledge ? source : answered, at: now)
    switch answer {
    case .acknowledge: break
    case .stop: _ = answered.mode.definition.apply(.stop, to: &self, at: now)
    case .longer:
      let over = max(.zero, .zero - timer.remaining(at: now))
      changeTimer { $0.adjust(by: .seconds(60 * (over.components.seconds / 60 + 1))) }
    }
  }
}
