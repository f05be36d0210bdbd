import Control
import Platform
import Session
import Timekeeping

struct Followers {
  private struct Follower {
    let client: ControlConnection
    let style: StatusStyle
    /// The minimum time between two lines; zero: not for time alone.
    let every: Duration
    var line: String?
    var time = MonotonicTime.distantPast
    /// When the line may change next; nil if only another event can change it.
    var due: MonotonicTime?
  }

  private var all: [Follower] = []
  private var key: [AnyHashable] = []

  mutating func add(_ client: ControlConnection, _ style: StatusStyle, every: Duration) {
    all.append(Follower(client: client, style: style, every: every, due: .distantPast))
  }

  var deadline: MonotonicTime? { all.lazy.compactMap(\.due).min() }

  /// Sends a line to each client whose line has changed. Unless `isStale`, only time has passed since the last call.
  mutating func notify(isStale: Bool, _ report: () -> StatusReport) {
    all.removeAll { !$0.client.isOpen }
    let now = MonotonicTime.now
    guard isStale || deadline.map({ $0 <= now }) ?? false, !all.isEmpty else { return }
    let report = report()
    if key != report.key {
      key = report.key
      for index in all.indices { all[index].due = max(now, all[index].time + all[index].every) }
    }
    for index in all.indices where all[index].due.map({ $0 <= now }) ?? false {
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
