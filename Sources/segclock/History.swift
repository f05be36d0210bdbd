import ArgumentParser
import Files
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// `segclock history`: the sessions of the stopwatch that are over, a line each.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List past sessions of the stopwatch.",
    discussion: """
      A line each, the oldest first: its number, when it was started, its total and how many laps it has, separated by \
      tabs. What the stopwatch has now is not among them. `segclock export NUMBER` writes the laps of one, `segclock \
      --session NUMBER` takes it up again.
      """)

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  func run() throws {
    let folder = try StateFolder(name: widget.name(parent, "history"))
    let sessions = try PastSessions(in: folder)
    let current = try sessions.model(at: .now(.counted))
    let time = LocalTime()
    var text = ""
    for past in try sessions.list(current: current?.session.number) {
      let fields = [
        String(past.number), time.wall(at: past.end.start).date, TimeFormat.elapsed(past.end.total),
        String(past.end.lapCount),
      ]
      text += fields.joined(separator: "\t") + "\n"
    }
    try OutputFile(path: "-").write(text)
  }
}

extension WallClock {
  /// The day and the minute, as in 2026-11-21 17:30.
  var date: String {
    "\(year)-\(month.padded)-\(day.padded) \(hour.padded):\(minute.padded)"
  }

  /// The day and the time to the millisecond, by ISO 8601, as in 2026-11-21T17:30:00.000.
  var timestamp: String {
    let thousandths = String(1000 + nanosecond / 1_000_000).dropFirst()
    return
      "\(year)-\(month.padded)-\(day.padded)T\(hour.padded):\(minute.padded):\(second.padded).\(thousandths)"
  }
}

extension Int {
  fileprivate var padded: String { self < 10 ? "0\(self)" : String(self) }
}
