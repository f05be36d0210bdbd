import Timekeeping

/// What the ghost hand of the dial stands for.
package enum Ghost: String, CaseIterable, Hashable, Sendable {
  /// The best lap so far, or the one that a lap is to take, if that was set.
  case best, target
  case off
}

extension Model {
  /// What laps are compared with: how long one is to take, or else the best lap; nil before there is one.
  var lapReference: Duration? { targetLap ?? stopwatch.laps.best }

  /// How long the lap took that the ghost hand stands for; nil where there is no such hand.
  var ghostLap: Duration? {
    switch ghost {
    case .best: stopwatch.laps.best
    case .target: targetLap
    case .off: nil
    }
  }
}
