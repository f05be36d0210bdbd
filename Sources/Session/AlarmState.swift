package import Timekeeping

/// What is known of the ends of the timer and of the plan's steps, and which of them has been told.
package struct AlarmState: Equatable, Sendable {
  /// The last end that came by itself, of the timer or of a step of the plan, whatever has become of that since.
  package internal(set) var alarm: Alarm?
  /// Whether it is known that the timer has run out: the end has been told, or was put into the past by hand.
  package internal(set) var isTimerOver = false
  /// The newest end of a step of the plan that has been told, or was known.
  var planAnnounced = Instant.distantPast
  /// When somebody last answered an alarm, or changed the timer or the plan: one that was told up to then asks for no more
  /// attention.
  package internal(set) var acknowledged = Instant.distantPast

  /// When there is an end of these to be told: in the past where it has come and is not told yet; nil where none is ahead.
  func next(_ timer: Countdown, _ plan: PlanRun) -> Instant? {
    if let alarm, alarm.announced == nil { return alarm.end }
    return [isTimerOver ? nil : timer.end, plan.nextEnd(after: planAnnounced)?.instant].lazy
      .compactMap {
        $0
      }
      .min()
  }

  /// Whether an end of these that has been told calls for attention still.
  ///
  /// What was done before it was told is no answer to it, though it may arrive later.
  func isAlarmOpen(_ timer: Countdown, _ plan: PlanRun) -> Bool {
    guard let alarm, let announced = alarm.announced, acknowledged < announced else { return false }
    return alarm.end == (alarm.isTimers ? timer.end : plan.lastEnd(at: announced)?.instant)
  }

  /// Takes note of an end of these that has come by `now`; of several of the plan, of the newest.
  mutating func pass(to now: Instant, _ timer: Countdown, _ plan: PlanRun) {
    if !isTimerOver, let end = timer.end, end <= now {
      isTimerOver = true
      alarm = Alarm(end: end, .timer(timer.length))
    } else if alarm == nil || alarm?.announced != nil, let end = PlanEnd.last(of: plan, at: now),
      end.instant > planAnnounced
    {
      planAnnounced = end.instant
      alarm = Alarm(end: end.instant, .step(end.words, goesOn: end.goesOn))
    }
  }

  /// Takes note of a command that has changed the timer to `timer`.
  ///
  /// Whoever puts its end into the past, or takes an overrun up again, knows that it is over.
  mutating func note(_ timer: Countdown, at now: Instant) {
    isTimerOver = timer.end.map { $0 <= now } ?? false
    acknowledge(at: now)
  }

  /// Takes note of a command that has changed the plan: an end that lies before it is known.
  mutating func notePlan(at now: Instant) {
    planAnnounced = max(planAnnounced, now)
    acknowledge(at: now)
  }

  /// Takes note of somebody who attends to what has ended.
  mutating func acknowledge(at now: Instant) { acknowledged = max(acknowledged, now) }

  /// The alarm, which is told at `now`; nil where it was told before, or there is none.
  mutating func tell(at now: Instant) -> Alarm? {
    guard alarm != nil, alarm?.announced == nil else { return nil }
    alarm?.announced = now
    return alarm
  }
}
