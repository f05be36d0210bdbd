package import Timekeeping

/// Words for the person, shown in the window for a while.
package struct Notice: Equatable, Sendable {
  package var text: String
  package var since: Instant
  /// How long it stays; nil where that is until it is taken back.
  package var lifetime: Duration?

  /// How long a notice stays that was not told otherwise.
  package static let lifetime = Duration.seconds(3)

  init(text: String, since: Instant, lifetime: Duration? = Notice.lifetime) {
    (self.text, self.since, self.lifetime) = (text, since, lifetime)
  }

  /// When it goes by itself, if it does.
  package var end: Instant? { lifetime.map { since.advanced(by: $0) } }

  /// Whether it is still to be seen at `now`.
  package func isShown(at now: Instant) -> Bool { end.map { now < $0 } ?? true }
}
