import Timekeeping
import Wording

/// A name that is being typed for a lap.
package struct NameEntry: Equatable, Sendable {
  /// The number of the lap.
  package let lap: Int
  /// What has been typed.
  package internal(set) var text: String

  /// What is shown of it, with a place for the next character.
  var notice: Notice {
    Notice(text: "Name of lap \(lap): \(text)_", since: .distantPast, lifetime: nil)
  }
}

/// What a key does while a name is typed.
package enum NameEdit: Hashable, Sendable {
  /// To begin, with the name that the newest lap has.
  case begin
  /// To add a character.
  case type(Unicode.Scalar)
  /// To take the last character away.
  case erase
  /// To give the lap the name.
  case confirm
  /// To leave it as it was.
  case cancel
}

extension Model {
  /// What there is to read at the foot of the window.
  package var footnote: Notice? { entry?.notice ?? notice ?? trouble }
}

extension NameEdit {
  /// Carries it out as of `now`.
  func apply(to model: inout Model, at now: Instant) {
    switch self {
    case .begin:
      guard model.allows(.editName(.begin)) else { break }
      let lap = model.stopwatch.laps.count
      model.entry = NameEntry(lap: lap, text: model.stopwatch.laps.namesByNumber[lap] ?? "")
    case .type(let scalar):
      guard let entry = model.entry, entry.text.count < Laps.maxNameLength,
        entry.text.utf8.count + String(scalar).utf8.count <= Laps.maxNameBytes
      else { break }
      model.entry?.text.unicodeScalars.append(scalar)
    case .erase: if model.entry?.text.isEmpty == false { model.entry?.text.removeLast() }
    case .confirm:
      guard let entry = model.entry else { break }
      model.entry = nil
      _ = StopwatchMode().apply(.nameLap(entry.lap, entry.text), to: &model, at: now)
    case .cancel: model.entry = nil
    }
  }
}
