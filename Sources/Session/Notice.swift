package import Timekeeping
package import Wording

package struct Notice: Equatable, Sendable {
  /// What a notice may be about, so that it can be taken back.
  package enum Topic: Hashable, Sendable {
    case configuration
  }

  package var phrase: Phrase
  package var since: Instant
  /// nil until it is removed.
  package var lifetime: Duration? = Notice.lifetime
  package var topic: Topic?

  package static let lifetime = Duration.seconds(3)
  /// For whole sentences, which say what to do.
  package static let problemLifetime = Duration.seconds(10)

  package var text: String { phrase.text }

  package var end: Instant? { lifetime.map { since + $0 } }

  package func isShown(at now: Instant) -> Bool { end.map { now < $0 } ?? true }
}

/// The line above the buttons: a message, or what is typed.
package struct Footnote: Equatable, Sendable {
  /// What is typed, and the same with a colon.
  package var name = ""
  package var label = ""
  package var text = ""
  /// The selected characters of `text`, empty at the caret; nil if it is not typed here.
  package var selection: Range<Int>?
  package var hint = ""
  /// Whether it says what is being typed elsewhere.
  package var isTyped = false
  package var problem: String?
}

extension ModelAt {
  /// What is typed, or else `message`. Only its mistake if the text is shown elsewhere.
  package func footnote(isEntryShown: Bool = false) -> Footnote? {
    let typed =
      isEntryShown
      ? base.entry?.problem.map { Footnote(problem: $0.text) }
      : base.entry?.footnote(in: base.shownRings)
    return typed ?? message.map { Footnote(text: $0.text) }
  }
}
