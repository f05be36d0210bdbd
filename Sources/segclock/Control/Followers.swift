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
  /// How long they are told in a turn before all else has its own, in nanoseconds.
  private static let longestTurn: Int64 = 4_000_000

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
  mutating func tell(by server: ControlServer, _ view: () -> ControlDesk.Context) {
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
    // Who was told longest ago comes first. Where they are many and each wants something else, the last are told in the next
    // turn.
    let due = all.indices.filter { all[$0].due.map { $0 <= now } ?? false }
      .sorted { all[$0].time < all[$1].time }
    var lines: [(style: StatusStyle, text: String, bytes: [UInt8])] = []
    for index in due {
      let style = all[index].style
      if !lines.contains(where: { $0.style == style }) {
        guard lines.isEmpty || MonotonicClock.now() < now + Followers.longestTurn else { continue }
        let text = style.text(for: report)
        lines.append((style, text, Array(ControlReply.text(text).line.utf8)))
      }
      if let line = lines.first(where: { $0.style == style }), line.text != all[index].line {
        all[index].line = line.text
        all[index].time = now
        server.tell(line.bytes, to: all[index].client)
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
