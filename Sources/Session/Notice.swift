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
  /// The message at the foot of the window, unless it has expired.
  package var footnote: Notice? {
    let typed = entry?.words.map { Notice(text: $0, since: .distantPast, lifetime: nil) }
    return [typed, notice, trouble].compactMap { $0 }.first { $0.isShown(at: viewedAt) }
  }
}
