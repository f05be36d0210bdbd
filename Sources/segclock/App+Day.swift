import Session
import Timekeeping

// The days of the log.

extension App {
  /// Begins the day of `now`, unless it is known; `isUnsure` after the clock was set.
  ///
  /// The user's zone is looked up with each command: a traveller may have changed it.
  func enterDay(at now: Instant, isUnsure: Bool = false) {
    guard configuration.settings.log else {
      if kept.pending.day.today != nil { applyToDay(.leave, at: now) }
      return
    }
    if !isUnsure, let today = kept.pending.day.today, now < today.end,
      today.offset == time.userOffset
    {
      return
    }
    let first = kept.pending.day.today == nil ? kept.pending.day.oldestStart : nil
    applyToDay(
      .enter(time.days(since: first, startingAt: configuration.settings.dayStarts)), at: now)
  }

  /// Asks the disk for the rows of a month and of the week before it, which are shown once they are there.
  func readMonth(_ first: CivilDate) {
    guard kept.hasDisk else { return }
    kept.requestDays(.dates(first.weeksOfMonth(from: kept.pending.settings.firstWeekday)))
  }

  private func applyToDay(_ command: DayCommand, at now: Instant) {
    update { kept in
      _ = kept.apply(.day(command), at: now)
      return true
    }
  }
}
