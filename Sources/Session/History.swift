import Timekeeping

/// What was done to the stopwatch and the counter and can be taken back, newest last.
struct History: Equatable, Sendable {
  /// Something that can be taken back.
  enum Deed: Equatable, Sendable {
    /// The stopwatch was stopped: taking it back restores the time in between.
    case stop
    /// A lap was marked: taking it back gives its time to the running lap again.
    case lap
    /// The stopwatch was reset from this state.
    case reset(Stopwatch)
    /// The counter was reset from this value.
    case counterReset(Int)
  }

  private var deeds: [Deed] = []

  /// The most deeds that are remembered; beyond it the oldest is forgotten.
  static let capacity = 100

  /// Whether there is nothing to take back.
  var isEmpty: Bool { deeds.isEmpty }

  /// Remembers `deed`.
  mutating func add(_ deed: Deed) {
    if deeds.count >= History.capacity { deeds.removeFirst() }
    deeds.append(deed)
  }

  /// Forgets a stop that a start has ended: what was stopped goes on from where it stood.
  mutating func forgetStops() {
    deeds.removeAll { $0 == .stop }
  }

  /// The newest deed, which is forgotten; nil when there is none.
  mutating func takeNewest() -> Deed? {
    deeds.popLast()
  }
}
