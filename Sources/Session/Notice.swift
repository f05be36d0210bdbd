package import Timekeeping
import Wording

package struct Notice: Equatable, Sendable {
  package var text: String
  package var since: Instant
  /// nil until it is removed.
  package var lifetime: Duration? = Notice.lifetime

  package static let lifetime = Duration.seconds(3)

  package var end: Instant? { lifetime.map { since + $0 } }

  package func isShown(at now: Instant) -> Bool { end.map { now < $0 } ?? true }
}

package struct NameEntry: Equatable, Sendable {
  package let lap: Int
  package internal(set) var text: String

  fileprivate var notice: Notice {
    Notice(text: "Name of lap \(lap): \(text)_", since: .distantPast, lifetime: nil)
  }
}

package enum NameEdit: Hashable, Sendable {
  case begin
  case type(Unicode.Scalar)
  case erase
  case confirm
  case cancel
}

extension Model {
  /// The message at the foot of the window, unless it has expired.
  package var footnote: Notice? {
    [entry?.notice, notice, trouble].compactMap { $0 }.first { $0.isShown(at: viewedAt) }
  }

  mutating func edit(_ edit: NameEdit, at now: Instant) {
    switch edit {
    case .begin:
      guard allows(.editName(.begin)) else { break }
      let lap = stopwatch.laps.count
      entry = NameEntry(lap: lap, text: stopwatch.laps.namesByNumber[lap] ?? "")
    case .type(let scalar):
      guard let text = entry.map({ $0.text + String(scalar) }), text.isName else { break }
      entry?.text = text
    case .erase: if entry?.text.isEmpty == false { entry?.text.removeLast() }
    case .confirm:
      guard let named = entry else { break }
      entry = nil
      _ = StopwatchMode().apply(.nameLap(named.lap, named.text), to: &self, at: now)
    case .cancel: entry = nil
    }
  }
}
