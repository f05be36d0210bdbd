/// Ordered by time.
public enum NextChange: Comparable, Sendable {
  case nextFrame
  case at(Instant)
  /// Only after a command.
  case never

  public func isDue(at now: Instant) -> Bool { self <= .at(now) }
}
