import CX11
import Platform

/// Converts the times of X events to our own clock.
///
/// Servers stamp events in milliseconds, modulo 2^32, of a clock of their own. Xorg, Xvfb and Xwayland take
/// CLOCK_MONOTONIC, which on the same machine is ours. What the server stamps because we asked it to lies between the
/// question and the answer: that shows whether its clock is ours, and else how far apart the two are.
package struct ServerClock: Equatable, Sendable {
  /// How far apart the clocks are, and how well that is known.
  private enum Relation: Equatable {
    /// Not asked yet: taken for ours, as far as its stamps lie just before now.
    case unknown
    case same
    /// The server's stamp was `stamp` at `instant`, give or take half of `uncertainty`; at most `sinceInstant` ago.
    case apart(stamp: UInt32, instant: Int64, uncertainty: Int64)
  }

  private var relation = Relation.unknown

  /// How old an event may be and still be believed while the clocks have not been compared, in nanoseconds.
  static let guessedPatience: Int64 = 1_000_000_000
  /// The same once they have been: a program may have been stopped for long before it reads a key.
  static let patience: Int64 = 3_600_000_000_000
  /// An answer that took longer than this, in nanoseconds, is worth another question.
  static let goodUncertainty: Int64 = 5_000_000
  /// After this time, in nanoseconds, two clocks may have drifted apart by a hundredth of a second.
  static let lifetime: Int64 = 200_000_000_000

  private static let millisecond: Int64 = 1_000_000

  package init() {}

  /// Whether the clocks are to be compared again at `now` (CLOCK_MONOTONIC, nanoseconds).
  func isStale(at now: Int64) -> Bool {
    switch relation {
    case .unknown: true
    case .same: false
    case .apart(_, let instant, let uncertainty):
      uncertainty > ServerClock.goodUncertainty || now - instant > ServerClock.lifetime
    }
  }

  /// Records that the server has stamped an answer with `stamp` between `asked` and `now` (CLOCK_MONOTONIC,
  /// nanoseconds).
  mutating func match(stamp: UInt32, asked: Int64, now: Int64) {
    guard stamp != 0, now >= asked else { return }
    let age = ServerClock.age(ofOwn: stamp, now: now)
    // The stamp is cut off to whole milliseconds.
    if age >= -ServerClock.millisecond, age <= now - asked + 2 * ServerClock.millisecond {
      relation = .same
      return
    }
    if case .apart(_, let instant, let uncertainty) = relation, uncertainty < now - asked,
      now - instant < ServerClock.lifetime
    {
      return
    }
    relation = .apart(stamp: stamp, instant: asked + (now - asked) / 2, uncertainty: now - asked)
  }

  /// The instant of an event stamped `milliseconds`, seen at `now` (CLOCK_MONOTONIC, nanoseconds).
  ///
  /// Never later than `now`; nil where the stamp is 0 (X's "current time"), or lies after `now` or too far back.
  package func instant(ofEventAt milliseconds: UInt32, now: Int64) -> Int64? {
    guard milliseconds != 0 else { return nil }
    var age = ServerClock.age(ofOwn: milliseconds, now: now)
    var patience = ServerClock.patience
    var slack = ServerClock.millisecond
    switch relation {
    case .unknown: (patience, slack) = (ServerClock.guessedPatience, 0)
    case .same: break
    case .apart(let stamp, let instant, let uncertainty):
      age =
        now - instant - Int64(Int32(bitPattern: milliseconds &- stamp)) * ServerClock.millisecond
      slack += uncertainty
    }
    guard age >= -slack, age <= patience else { return nil }
    return now - max(0, age)
  }

  /// How long ago a stamp of our own clock was, in nanoseconds, up to a millisecond too much; negative in the future.
  private static func age(ofOwn stamp: UInt32, now: Int64) -> Int64 {
    let milliseconds = now / millisecond
    let age = Int32(bitPattern: UInt32(truncatingIfNeeded: milliseconds) &- stamp)
    return Int64(age) * millisecond + now % millisecond
  }
}

/// Compares the server's clock with ours: the answer to the question is the change of a property.
struct ServerTime {
  private let connection: Connection
  private let window: XID
  private(set) var clock = ServerClock()
  /// When the server was asked, until it answers (CLOCK_MONOTONIC, nanoseconds).
  private var asked: Int64?
  private var questions = 0

  /// Maximum number of questions in a row. The sooner the answer comes, the better two clocks are known.
  private static let maxQuestions = 4

  init(connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  /// Compares the clocks where that was not done, or long ago.
  mutating func refresh() {
    questions = 0
    ask()
  }

  /// Handles the change of a property of the window at the server's `stamp`.
  mutating func note(_ property: Atom, stamp: Time) {
    guard property == connection.atoms[.serverTime], let asked else { return }
    self.asked = nil
    clock.match(stamp: UInt32(truncatingIfNeeded: stamp), asked: asked, now: MonotonicClock.now())
    ask()
  }

  private mutating func ask() {
    let now = MonotonicClock.now()
    guard clock.isStale(at: now), asked == nil, questions < ServerTime.maxQuestions else { return }
    asked = now
    questions += 1
    connection.set(window, .serverTime, type: XA_INTEGER, to: [])
    connection.flush()
  }
}
