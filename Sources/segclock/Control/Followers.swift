import Control
import Platform
import Session
import Timekeeping

/// The clients that are told of changes.
struct Followers {
  private struct Follower {
    let client: ControlServer.Client
    let style: StatusStyle
    /// The least time between two lines in nanoseconds; 0 where there is none, and time alone is not told.
    let every: Int64
    /// The last line, and when it was sent, CLOCK_MONOTONIC in nanoseconds.
    var line: String?
    var time: Int64 = 0
    /// When to look again whether there is another line.
    var due: Int64?
  }

  private var all: [Follower] = []
  private var key: StatusReport.Key?
  /// Whether something has happened since the last look.
  var isStale = false

  /// A second and more is told at the full second of the time that is shown, which may be this much early.
  private static let earliness: Int64 = 500_000_000
  private static let second: Int64 = 1_000_000_000

  mutating func add(_ client: ControlServer.Client, _ style: StatusStyle, every: Int64) {
    all.append(Follower(client: client, style: style, every: every, due: 0))
  }

  mutating func remove(_ client: ControlServer.Client) {
    all.removeAll { $0.client == client }
    if all.isEmpty { key = nil }
  }

  /// When there may be something to tell, CLOCK_MONOTONIC in nanoseconds.
  var deadline: Int64? { all.lazy.compactMap(\.due).min() }

  /// Tells those that are due, by what `view` says.
  mutating func tell(by server: ControlServer, _ view: () -> ControlDesk.View) {
    guard !all.isEmpty else { return }
    let now = MonotonicClock.now()
    guard isStale || deadline.map({ $0 <= now }) ?? false else { return }
    isStale = false
    let view = view()
    let report = view.report
    if key != report.key {
      key = report.key
      for index in all.indices { all[index].due = max(now, all[index].time + all[index].every) }
    }
    for index in all.indices where all[index].due.map({ $0 <= now }) ?? false {
      let line = all[index].style.text(for: report)
      if line != all[index].line {
        all[index].line = line
        all[index].time = now
        server.reply(.text(line), to: all[index].client)
      }
      all[index].due = nextLook(all[index], report, at: now)
    }
  }

  private func nextLook(_ follower: Follower, _ report: StatusReport, at now: Int64) -> Int64? {
    // What time alone leads to, such as the end of a step.
    let turn = report.nextTurn.map { now + max(0, ($0 - report.instant).nanosecondsClamped) }
    guard follower.every > 0, report.changesWithTime else { return turn }
    var next = now + follower.every
    if follower.every >= Followers.second {
      let earliest = report.instant + Duration(nanoseconds: follower.every - Followers.earliness)
      if let flip = report.nextSecond(after: earliest) {
        next = now + (flip - report.instant).nanosecondsClamped
      }
    }
    return min(next, turn ?? .max)
  }
}
