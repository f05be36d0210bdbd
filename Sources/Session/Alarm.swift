package import Timekeeping

/// An end of the timer that came by itself, and is told once.
package struct Alarm: Equatable, Sendable {
  /// When nothing was left.
  package let end: Instant
  /// The length that the timer was set to.
  package let length: Duration
  /// When it was told; nil until then.
  package internal(set) var told: Instant?

  /// How long the end was over when it was told, or is at `now` where it has not been.
  package func overrun(at now: Instant) -> Duration { max(.zero, (told ?? now) - end) }

  /// What there is to say at `now`: how long ago it was where that is a second or more.
  package func words(at now: Instant) -> String {
    let timer = "The timer of \(TimeFormat.wholeSeconds(length))"
    let overrun = overrun(at: now)
    return overrun < .seconds(1)
      ? "\(timer) has ended." : "\(timer) ended \(TimeFormat.wholeSeconds(overrun)) ago."
  }
}

/// What somebody who has been told of an alarm has done about it.
package enum AlarmAnswer: Hashable, Sendable {
  /// A key or a click: it has been noticed.
  case notice
  /// Stops the timer.
  case stop
  /// Has it go on for another minute at most: adds a minute to its length, or as many as it takes.
  case longer
}

extension Model {
  /// When there is an end to be told: in the past where it has come and is not told yet; nil where none is ahead.
  package var nextEnd: Instant? {
    if let alarm, alarm.told == nil { return alarm.end }
    return isOver ? nil : timer.end
  }

  /// Whether an end that has been told calls for attention still.
  ///
  /// What was done before it was told is no answer to it, though it may arrive later.
  package var isAlarmOpen: Bool {
    guard let alarm, let told = alarm.told else { return false }
    return timer.end == alarm.end && attended < told
  }

  /// Takes note of an end that has come by `now`.
  mutating func pass(to now: Instant) {
    guard !isOver, let end = timer.end, end <= now else { return }
    isOver = true
    alarm = Alarm(end: end, length: timer.length, told: nil)
  }

  /// Takes note of a command that has changed the timer.
  ///
  /// Whoever puts its end into the past, or takes an overrun up again, knows that it is over.
  mutating func noteChange(at now: Instant) {
    isOver = timer.end.map { $0 <= now } ?? false
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
    case .stop: _ = TimerMode().apply(.stop, to: &self, at: now)
    case .longer:
      let over = max(.zero, .zero - timer.rest(at: now))
      timer.adjust(by: .seconds(60 * (over.components.seconds / 60 + 1)))
    }
  }
}
