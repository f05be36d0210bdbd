import CX11
import Platform

/// Asks the server for its time and compares its clock with ours: the answer is the change of a property.
struct ServerTime {
  private let connection: Connection
  private let window: XID
  /// By which events' times become ours.
  private(set) var clock = ServerClock()
  /// When the server was last asked (CLOCK_MONOTONIC, nanoseconds); nil once it has answered.
  private var asked: Int64?
  /// How often it has been asked in a row.
  private var questions = 0

  /// The most questions in a row. Two clocks are known the better the sooner the answer comes.
  private static let mostQuestions = 4

  init(connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  /// Compares the clocks where that was not done, or long ago.
  mutating func refresh() {
    questions = 0
    ask()
  }

  /// Takes note of a property of the window that has changed at the server's `stamp`.
  mutating func note(_ property: Atom, stamp: Time) {
    guard property == connection.atoms[.serverTime], let asked else { return }
    self.asked = nil
    clock.match(stamp: UInt32(truncatingIfNeeded: stamp), asked: asked, now: MonotonicClock.now())
    ask()
  }

  private mutating func ask() {
    let now = MonotonicClock.now()
    guard clock.isStale(at: now), asked == nil, questions < ServerTime.mostQuestions else { return }
    asked = now
    questions += 1
    connection.set(window, .serverTime, type: XA_INTEGER, to: [])
    connection.flush()
  }
}
