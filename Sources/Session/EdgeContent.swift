package import Timekeeping

/// What the edge of a small window shows, so that one can tell from across a room whether it runs, is stopped, nearly
/// over or over.
package struct EdgeContent: Equatable, Sendable {
  package enum Hue: Equatable, Sendable {
    case lap, hand, day
    /// A plan's step, as in `DialRim.StepArc`.
    case step(Int)
  }

  package enum Course: Equatable, Sendable {
    case running, nearlyOver, over, still
  }

  package var value: RingValue
  package var hue: Hue
  package var isRunning: Bool
  /// What ends.
  package var remaining: LinearTime?
  package var length = Duration.zero

  /// Something is nearly over in the last tenth of its length.
  private static let parts = 10

  package func course(at now: Instant) -> Course {
    guard let remaining else { return isRunning ? .running : .still }
    let left = remaining.value(at: now)
    if left <= .zero, isRunning { return .over }
    return !isRunning ? .still : left * EdgeContent.parts <= length ? .nearlyOver : .running
  }
}
