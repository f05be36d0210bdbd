package import Timekeeping

/// The running lap against the target lap, or else the best one.
package struct GapContent: Equatable, Sendable {
  package var lap: LinearTime
  package var reference: Duration

  /// Below zero while the lap is ahead.
  package func gap(at now: Instant) -> Duration { lap.value(at: now) - reference }
}

extension ModelAt {
  /// Nil before the first start, or without a lap to compare with.
  package var gap: GapContent? {
    guard base.stopwatch.state != .reset, let reference = base.lapReference else { return nil }
    return GapContent(lap: base.stopwatch.currentLap, reference: reference)
  }
}
