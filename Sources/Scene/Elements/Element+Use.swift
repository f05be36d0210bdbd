package import Session

// What an element does for those who do not point at it.

extension Element {
  /// The command of a click.
  package var command: Command? {
    switch action {
    case .press(let content): content.command
    case .ring(let target): .selectRing(target.id)
    case .list(_, let lap?): .edit(.begin(.lapName(lap)))
    default: nil
    }
  }

  package var menuRow: Int? { if case .choose(let row) = action { row } else { nil } }

  package var isFocusable: Bool { focusGroup != nil }

  /// Whether it is the rim of the dial, which sets the timer.
  package var setsTimer: Bool { if case .rim = action { true } else { false } }
}
