import CX11
import Platform

/// Converts the times of X events to our own clock, CLOCK_MONOTONIC in nanoseconds.
///
/// Servers stamp events in milliseconds, modulo 2^32, of a clock of their own. Xorg, Xvfb and
/// Xwayland take CLOCK_MONOTONIC, which on the same machine is ours. What the server stamps because
/// we asked it to lies between the question and the answer: that shows whether its clock is ours,
/// and else how far apart the two are.
package struct ServerClock: Equatable, Sendable {
  /// A stamp of the server and the instant that it belongs to, give or take half of `uncertainty`.
  private struct Match: Equatable {
    var stamp: UInt32
    var instant: Int64
    var uncertainty: Int64 = 0

    init(_ stamp: UInt32, at instant: Int64, uncertainty: Int64) {
      (self.stamp, self.instant, self.uncertainty) = (stamp, instant, uncertainty)
    }

    /// That of a server whose clock is ours.
    init(own now: Int64) {
      let milliseconds = now / millisecond
      (stamp, instant) = (UInt32(truncatingIfNeeded: milliseconds), milliseconds * millisecond)
    }

    /// How long ago `other` was stamped, up to a millisecond too much; negative in the future.
    func age(of other: UInt32, at now: Int64) -> Int64 {
      now - instant - Int64(Int32(bitPattern: other &- stamp)) * millisecond
    }
  }

  /// Whether the clocks have been compared; until then the server's is taken for ours.
  private var isCompared = false
  /// Nil where the server's clock is ours.
  private var match: Match?

  /// How old an event may be and still be believed while the clocks have not been compared.
  private static let guessedPatience: Int64 = 1_000_000_000
  /// The same once they have been: a program may have been stopped for long before it reads a key.
  static let patience: Int64 = 3_600_000_000_000
  /// An answer that took longer than this is worth another question.
  private static let goodUncertainty: Int64 = 5_000_000
  /// After this time two clocks may have drifted apart by a hundredth of a second.
  static let lifetime: Int64 = 200_000_000_000

  package init() {}

  /// Whether the clocks are to be compared again.
  func isStale(at now: Int64) -> Bool {
    guard isCompared, let match else { return !isCompared }
    return match.uncertainty > ServerClock.goodUncertainty
      || now - match.instant > ServerClock.lifetime
  }

  /// Records that the server has stamped an answer with `stamp` between `asked` and `now`.
  mutating func compare(stamp: UInt32, asked: Int64, now: Int64) {
    guard stamp != 0, now >= asked else { return }
    isCompared = true
    let (age, uncertainty) = (Match(own: now).age(of: stamp, at: now), now - asked)
    // The stamp is cut off to whole milliseconds.
    if age >= -millisecond, age <= uncertainty + 2 * millisecond {
      match = nil
    } else if let match, match.uncertainty < uncertainty, now - match.instant < ServerClock.lifetime
    {
      return
    } else {
      match = Match(stamp, at: asked + uncertainty / 2, uncertainty: uncertainty)
    }
  }

  /// The instant of an event stamped `milliseconds`, seen at `now`.
  ///
  /// Never later than `now`; nil where the stamp is 0 (X's "current time"), or lies after `now` or
  /// too far back.
  package func instant(ofEventAt milliseconds: UInt32, now: Int64) -> Int64? {
    guard milliseconds != 0 else { return nil }
    let match = match ?? Match(own: now)
    let age = match.age(of: milliseconds, at: now)
    let slack = isCompared ? millisecond + match.uncertainty : 0
    let patience = isCompared ? ServerClock.patience : ServerClock.guessedPatience
    return age >= -slack && age <= patience ? now - max(0, age) : nil
  }
}

private let millisecond: Int64 = 1_000_000

/// Compares the server's clock with ours: the answer to the question is the change of a property.
struct ServerTime {
  private let target: ServerWindow
  private(set) var clock = ServerClock()
  /// When the server was asked, until it answers (CLOCK_MONOTONIC, nanoseconds).
  private var asked: Int64?
  private var questions = 0

  /// Maximum number of questions in a row. The sooner the answer comes, the better two clocks are
  /// known.
  private static let maxQuestions = 4

  init(_ target: ServerWindow) { self.target = target }

  /// Compares the clocks where that was not done, or long ago.
  mutating func refresh() {
    questions = 0
    ask()
  }

  /// Handles the change of a property of the window at the server's `stamp`.
  mutating func note(_ property: Atom, stamp: Time) {
    guard property == target.connection.atoms[.serverTime], let asked else { return }
    self.asked = nil
    clock.compare(
      stamp: UInt32(truncatingIfNeeded: stamp), asked: asked, now: MonotonicClock.now())
    ask()
  }

  private mutating func ask() {
    let now = MonotonicClock.now()
    guard clock.isStale(at: now), asked == nil, questions < ServerTime.maxQuestions else { return }
    (asked, questions) = (now, questions + 1)
    target.connection.set(target.identifier, .serverTime, type: XA_INTEGER, to: [])
    target.connection.flush()
  }
}
