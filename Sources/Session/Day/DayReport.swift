package import Timekeeping

/// Days with what was done on each, beside what they are for.
package struct DayReport: Equatable, Sendable {
  package struct Goal: Equatable, Sendable {
    package var activity: String
    package var goal: DayGoal

    package init(activity: String, goal: DayGoal) { (self.activity, self.goal) = (activity, goal) }
  }

  package struct Activity: Equatable, Sendable {
    package let name: String
    package let goal: DayGoal?
    package internal(set) var total = DayTotal()
    package internal(set) var rows: [DayRow] = []

    /// The part of the goal that was reached, in turns; nil without a goal.
    package var turns: Double? { goal.map { $0.turns(of: total) } }
  }

  package struct Day: Equatable, Sendable {
    package let date: CivilDate
    /// Those with a goal first, in the order of the rings; then the others in the order of time.
    package let activities: [Activity]

    /// Whether every goal was reached; false without one.
    package var isClosed: Bool {
      let turns = activities.compactMap(\.turns)
      return !turns.isEmpty && turns.allSatisfy { $0 >= 1 }
    }

    package var time: Duration { activities.reduce(.zero) { $0 + $1.total.time } }
  }

  package let days: [Day]

  package init(_ dates: ClosedRange<CivilDate>, of rows: [DayRow], goals: [Goal]) {
    let byDate = Dictionary(grouping: rows) { $0.interval.date }
    days = (dates.lowerBound.number...dates.upperBound.number).map { number in
      let date = CivilDate(number: number)
      return Day(date: date, activities: DayReport.activities(byDate[date] ?? [], goals))
    }
  }

  private static func activities(_ rows: [DayRow], _ goals: [Goal]) -> [Activity] {
    var all = goals.map { Activity(name: $0.activity, goal: $0.goal) }
    let inOrder = rows.sorted {
      ($0.interval.start, $0.id ?? .max) < ($1.interval.start, $1.id ?? .max)
    }
    for row in inOrder {
      let name = row.interval.activity
      let index = all.firstIndex { $0.name == name } ?? all.count
      if index == all.count { all.append(Activity(name: name, goal: nil)) }
      all[index].total += row.interval
      all[index].rows.append(row)
    }
    return all
  }

  /// The closed days in a row up to the last day, which counts once it is closed.
  package var streak: Int {
    let past = days.dropLast().reversed().prefix { $0.isClosed }.count
    return past + (days.last?.isClosed == true ? 1 : 0)
  }
}
