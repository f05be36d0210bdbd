import Control
import Platform
import Session
import Timekeeping

/// The clients that get a line whenever the status changes.
struct Followers {
  private struct Follower {
    let client: ControlConnection
    var style: StatusStyle
    /// The minimum time between two lines; zero: not for time alone.
    let every: Duration
    var line: String?
    var time = MonotonicTime.distantPast
    /// When the line may change next; nil if only another event can change it.
    var due: MonotonicTime?
    /// Whether a line was left out because the client had not read the one before. It gets the newest when it has.
    var isBehind = false
  }

  private var all: [Follower] = []
  private var key: [AnyHashable] = []

  mutating func add(_ client: ControlConnection, _ style: StatusStyle, every: Duration) {
    all.append(Follower(client: client, style: style, every: every, due: .distantPast))
  }

  /// Binds the templates again, to the rings that have the names in them now.
  mutating func bind(to rings: RingSet) {
    for index in all.indices { all[index].style.bind(to: rings) }
  }

  var deadline: MonotonicTime? { all.lazy.compactMap(\.due).min() }

  /// Sends a line to each client whose line has changed. Unless `hasChanged`, only time has passed since the last call.
  mutating func notify(hasChanged: Bool, _ report: () -> StatusReport) {
    all.removeAll { !$0.client.isOpen }
    let now = MonotonicTime.now
    for index in all.indices where all[index].isBehind && !all[index].client.hasUnread {
      (all[index].isBehind, all[index].due) = (false, now)
    }
    guard hasChanged || deadline.map({ $0 <= now }) ?? false, !all.isEmpty else { return }
    let report = report()
    if key != report.key {
      key = report.key
      for index in all.indices { all[index].due = max(now, all[index].time + all[index].every) }
    }
    for index in all.indices where all[index].due.map({ $0 <= now }) ?? false {
      guard !all[index].client.hasUnread else {
        (all[index].isBehind, all[index].due) = (true, nil)
        continue
      }
      let line = all[index].style.text(for: report)
      if line != all[index].line {
        (all[index].line, all[index].time) = (line, now)
        all[index].client.reply(.text(line))
      }
      let next = Followers.nextLook(every: all[index].every, report)
      all[index].due = next.map { now + ($0 - report.instant) }
    }
  }

  private static func nextLook(every: Duration, _ report: StatusReport) -> Instant? {
    // Changes that time alone brings, such as the end of a step.
    let turn = report.nextTurn
    guard every > .zero, report.changesWithTime else { return turn }
    var next = report.instant + every
    // From a second on, lines come at full seconds of the shown time; the first one earlier, so that none is skipped.
    let seconds = every.components.seconds + (every.components.attoseconds > 0 ? 1 : 0)
    if every >= .seconds(1),
      let flip = report.nextSecond(after: report.instant + .seconds(seconds - 1))
    {
      next = flip
    }
    return min(next, turn ?? next)
  }
}
