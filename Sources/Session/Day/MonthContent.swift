package import Timekeeping

/// The month that is shown over the window, and the day that is chosen there.
package struct MonthPlace: Equatable, Sendable {
  package var first: CivilDate
  package var chosen: CivilDate?
}

/// A month of whole weeks, with the present day and what has come of it.
package struct MonthContent: Equatable, Sendable {
  package let first: CivilDate
  /// The days of whole weeks, also of the months before and after.
  package let days: [DayReport.Day]
  package let today: CivilDate
  package let chosen: CivilDate?
  package let goals: [DayReport.Goal]
  package let streak: Int
  package let week: Duration

  package func isInMonth(_ date: CivilDate) -> Bool { date.firstOfMonth == first }

  package subscript(date: CivilDate) -> DayReport.Day? {
    let index = date.number - (days.first?.date.number ?? 0)
    return days.indices.contains(index) ? days[index] : nil
  }
}

extension CivilDate {
  /// The whole weeks that this date's month is in.
  package func weeksOfMonth(from firstWeekday: Int) -> ClosedRange<CivilDate> {
    let start = firstOfMonth.startOfWeek(from: firstWeekday)
    return start...(firstOfNextMonth - 1).startOfWeek(from: firstWeekday) + 6
  }
}

extension ModelAt {
  /// The shown month, or the present one; nil if nothing is remembered.
  package var monthContent: MonthContent? {
    guard let today = base.day.today?.date else { return nil }
    let (first, weekday) = (base.month?.first ?? today.firstOfMonth, base.settings.firstWeekday)
    let rows = base.day.merged(with: [], at: now)
    let week = today.startOfWeek(from: weekday)
    return MonthContent(
      first: first,
      days: DayReport(first.weeksOfMonth(from: weekday), of: rows, goals: base.goals).days,
      today: today, chosen: base.month?.chosen, goals: base.goals, streak: streak,
      week: DayReport(week...week + 6, of: rows, goals: []).days.reduce(.zero) { $0 + $1.time })
  }
}
