package import Timekeeping

package struct Notice: Equatable, Sendable {
  package var text: String
  package var since: Instant
  /// nil until it is removed.
  package var lifetime: Duration? = Notice.lifetime

  package static let lifetime = Duration.seconds(3)

  package var end: Instant? { lifetime.map { since + $0 } }

  package func isShown(at now: Instant) -> Bool { end.map { now < $0 } ?? true }
}

extension Model {
  /// The message above the buttons: what is being typed, or else `message`.
  package var footnote: Notice? {
    entry?.words.map { Notice(text: $0, since: .distantPast, lifetime: nil) } ?? message
  }

  /// The message that has not expired.
  package var message: Notice? {
    [notice, trouble].compactMap { $0 }.first { $0.isShown(at: viewedAt) }
  }
}
