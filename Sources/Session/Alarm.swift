package import Timekeeping
package import Wording

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
  /// The step of a plan that has ended.
  var step: StepEnd?
  /// Whether it waits for a person and sounds until acknowledged. One announcement is enough if the plan continues.
  package internal(set) var isInsistent = true
  package internal(set) var announced: Instant?

  var mode: Mode { source.mode }

  /// The answers that a notification offers besides acknowledging.
  package var answers: [AlarmAnswer] { source == .timer ? [.stop, .longer] : [.stop] }

  // TRANSLATORS: The title of a notification.
  package var title: Phrase { source == .timer ? mark("Timer over") : mark("Step over") }

  // TRANSLATORS: In the title of a window; in lower case where a language allows it.
  var windowTitle: Phrase { source == .timer ? mark("timer over") : mark("step over") }

  /// The time from the end to the announcement, or to `now` before that.
  package func overrun(at now: Instant) -> Duration { max(.zero, (announced ?? now) - end) }

  package func words(at now: Instant) -> Phrase {
    let overrun = overrun(at: now)
    let ago = overrun < .seconds(1) ? nil : TimeFormat.wholeSeconds(overrun)
    if let step { return step.words(ago) }
    let length = TimeFormat.wholeSeconds(length)
    // TRANSLATORS: {0} is the length of a timer, {1} how long ago it ended, both as in 25:00.
    return ago.map { mark("The timer of {0} ended {1} ago.", length, $0) }
      ?? mark("The timer of {0} has ended.", length)
  }

  static func step(at position: Int, of plan: Plan, end: Instant) -> Alarm {
    let step = StepEnd(at: position, of: plan)
    return Alarm(
      source: .plan, end: end, length: plan.step(at: position).length, step: step,
      isInsistent: step.waits || step.next == nil)
  }
}

/// What to say of a plan's step that has ended.
struct StepEnd: Equatable, Sendable {
  var name: String
  /// The name of the next step; nil after the last.
  var next: String?
  /// Whether the next step waits for a start.
  var waits: Bool

  init(at position: Int, of plan: Plan) {
    let step = plan.step(at: position)
    (name, waits) = (step.name, step.waits)
    next = position == plan.count - 1 ? nil : plan.step(at: position + 1).name
  }

  init(name: String, next: String?, waits: Bool) {
    (self.name, self.next, self.waits) = (name, next, waits)
  }

  /// With how long ago it was, as in 0:30.
  fileprivate func words(_ ago: String?) -> Phrase {
    let name = PlanStep.label(of: name)
    // TRANSLATORS: {0} and {1} are names of steps, and the last place is a time, as in 0:30.
    guard let next = next.map(PlanStep.label) else {
      return ago.map { mark("{0} is over; that was the last step, {1} ago.", name, $0) }
        ?? mark("{0} is over; that was the last step.", name)
    }
    if waits {
      return ago.map { mark("{0} is over, {1} waits for a start, {2} ago.", name, next, $0) }
        ?? mark("{0} is over, {1} waits for a start.", name, next)
    }
    return ago.map { mark("{0} is over, {1} begins, {2} ago.", name, next, $0) }
      ?? mark("{0} is over, {1} begins.", name, next)
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

  /// Names the steps of alarms that were saved without: those of a plan that has changed since are not open.
  mutating func nameSteps(of run: PlanRun) {
    queue = queue.compactMap { alarm in
      guard alarm.source == .plan else { return alarm }
      guard let (end, position) = run.lastEnd(at: alarm.end), end == alarm.end else { return nil }
      var alarm = alarm
      alarm.step = StepEnd(at: position, of: run.plan)
      return alarm
    }
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
    if alarm.mode != mode { notice = Notice(phrase: alarm.words(at: now), since: now) }
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
