import Session
import Timekeeping
import Wording

/// A report of days as text, as a table and as JSON. Only `dates` are written; those before count for the streak.
struct DayText {
  let report: DayReport
  let dates: ClosedRange<CivilDate>
  let raw: Bool

  private var days: [DayReport.Day] { report.days.filter { dates.contains($0.date) } }

  /// A line for each day and activity: date, name, time or count, and the goal.
  var text: String {
    var rows: [[String]] = []
    for day in days {
      for activity in day.activities {
        let name = activity.name.isEmpty ? "(nothing in particular)" : activity.name.escaped
        rows.append([day.date.description, name, amount(activity)])
      }
    }
    if rows.isEmpty { return "nothing ran\n" }
    let width = rows.map(\.[1].count).max() ?? 0
    let lines = rows.map { row in
      "\(row[0])  \(row[1])\(String(repeating: " ", count: width - row[1].count))  \(row[2])\n"
    }
    let streak = report.streak
    return lines.joined() + (streak > 0 ? "streak \(streak) \(streak == 1 ? "day" : "days")\n" : "")
  }

  private func amount(_ activity: DayReport.Activity) -> String {
    let time = TimeFormat.wholeSeconds(activity.total.time)
    switch activity.goal {
    case .time(let goal): return "\(time) of \(goal.unitText)"
    case .count(let goal): return "\(activity.total.count) of \(goal)"
    case nil:
      let count = activity.rows.contains { $0.interval.count != nil }
      return count ? "\(activity.total.count)" : time
    }
  }

  private var rows: [(day: DayReport.Day, row: DayRow)] {
    days.flatMap { day in day.activities.flatMap { $0.rows.map { (day, $0) } } }
  }

  var csv: String {
    var text = "date,activity,start,end,seconds,count,mode,id\n"
    for (day, row) in rows {
      let interval = row.interval
      let name = raw ? interval.activity : interval.activity.inertInSpreadsheet
      let milliseconds = interval.length.nanosecondsClamped / 1_000_000
      let seconds = "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())"
      let fields = [
        day.date.description, name, stamp(interval.start, interval), stamp(interval.end, interval),
        interval.count == nil ? seconds : "", interval.count.map(String.init) ?? "",
        interval.mode.rawValue, row.id.map(String.init) ?? "",
      ]
      text += fields.map(\.quotedForCSV).joined(separator: ",") + "\n"
    }
    return text
  }

  var json: String {
    let list = days.map { day in
      """

      {"date":\(day.date.description.json),"closed":\(day.isClosed),\
      "activities":[\(day.activities.map(json).joined(separator: ","))]}
      """
    }
    return """
      {"version":1,"from":\(dates.lowerBound.description.json),"to":\(dates.upperBound.description.json),\
      "streak":\(report.streak),"days":[\(list.joined(separator: ","))
      ]}

      """
  }

  private func json(_ activity: DayReport.Activity) -> String {
    let goal =
      switch activity.goal {
      case .time(let goal): "\"goal_ns\":\(goal.nanosecondsClamped)"
      case .count(let goal): "\"goal_count\":\(goal)"
      case nil: "\"goal_ns\":null"
      }
    let intervals = activity.rows.map { row in
      let interval = row.interval
      let amount =
        interval.count.map { "\"count\":\($0)" }
        ?? "\"ns\":\(interval.length.nanosecondsClamped)"
      return """
        {"id":\(row.id.map { "\($0)" } ?? "null"),"start":\(stamp(interval.start, interval).json),\
        "end":\(stamp(interval.end, interval).json),\(amount),"mode":\(interval.mode.rawValue.json)}
        """
    }
    return """
      {"name":\(activity.name.json),"ns":\(activity.total.time.nanosecondsClamped),\
      "count":\(activity.total.count),\(goal),"intervals":[\(intervals.joined(separator: ","))]}
      """
  }

  /// Local time with its offset, by ISO 8601, as in 2026-11-23T14:00:00+01:00.
  private func stamp(_ epoch: Int64, _ interval: DayInterval) -> String {
    let wall = WallClock(epochNanoseconds: epoch, utcOffsetSeconds: interval.offset)
    let minutes = abs(interval.offset) / 60
    func two(_ number: Int) -> Substring { String(100 + number).dropFirst() }
    return wall.timestamp.dropLast(4) + (interval.offset < 0 ? "-" : "+") + two(minutes / 60) + ":"
      + two(minutes % 60)
  }
}
