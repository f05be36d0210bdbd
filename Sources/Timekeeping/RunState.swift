/// What a stopwatch, a timer or a plan is doing.
public enum RunState: String, Hashable, Sendable, CaseIterable {
  /// At its beginning.
  case reset
  case running
  /// Paused: a start continues.
  case stopped
}
