import Keys
import Timekeeping
import Wording

/// What is typed in the window: a text, or the digits of a time.
package struct Entry: Equatable, Sendable {
  package enum Field: Hashable, Sendable {
    /// nil means the newest lap when the entry begins.
    case lapName(Int?)
    case time
  }

  package let field: Field
  package internal(set) var text: String

  private static let maxTimeDigits = 6

  /// Whether every key is text. Otherwise digits come as `Command.digit`, and other keys keep their meaning.
  package var isText: Bool {
    switch field {
    case .lapName: true
    case .time: false
    }
  }

  /// What the foot of the window shows.
  var words: String? {
    switch field {
    case .lapName(let lap): lap.map { "Name of lap \($0): \(text)_" }
    case .time: nil
    }
  }

  /// What the digits show.
  var readout: DisplayValue? {
    switch field {
    case .lapName: nil
    case .time: .typed(text)
    }
  }

  func accepts(_ scalar: Unicode.Scalar) -> Bool {
    switch field {
    case .lapName: (text + String(scalar)).isName
    case .time: text.utf8.count < Entry.maxTimeDigits && ("0"..."9").contains(scalar)
    }
  }

  /// The edit of `key`; nil if it has its usual meaning, or none while text is typed.
  func edit(for key: Key, modifiers: Modifiers) -> EntryEdit? {
    guard modifiers.isSubset(of: .shift) else { return nil }
    switch key {
    case .return: return .confirm
    case .escape: return .cancel
    case .backspace: return .erase
    case .space where isText: return .type(" ")
    case .character(let scalar) where isText:
      // A `Key` has its letter in lower case even with Shift.
      let typed =
        modifiers.contains(.shift)
        ? scalar.properties.uppercaseMapping.unicodeScalars.first : scalar
      return typed.map { .type($0) }
    default: return nil
    }
  }
}

package enum EntryEdit: Hashable, Sendable {
  case begin(Entry.Field)
  case type(Unicode.Scalar)
  /// A time ends with its last digit.
  case erase
  case confirm
  case cancel
}

extension Model {
  /// The readout, or the time that is typed.
  package var digits: DisplayValue { entry?.readout ?? readout }

  var isTimeTyped: Bool { entry?.field == .time }

  func canBegin(_ field: Entry.Field) -> Bool {
    switch field {
    case .lapName(let lap): mode.definition.allows(.nameLap(lap, ""), self) ?? false
    case .time: !timer.isRunning
    }
  }

  mutating func edit(_ edit: EntryEdit, at now: Instant) {
    switch edit {
    case .begin(let field):
      guard canBegin(field) else { break }
      switch field {
      case .lapName(let lap):
        let lap = lap ?? stopwatch.laps.count
        entry = Entry(field: .lapName(lap), text: stopwatch.laps.namesByNumber[lap] ?? "")
      case .time:
        entry = Entry(field: .time, text: "")
        mode = .timer
      }
    case .type(let scalar):
      if entry?.accepts(scalar) == true { entry?.text.unicodeScalars.append(scalar) }
    case .erase:
      if entry?.text.isEmpty == false { entry?.text.removeLast() }
      if isTimeTyped, entry?.text.isEmpty == true { entry = nil }
    case .confirm: confirmEntry(at: now)
    case .cancel: entry = nil
    }
  }

  private mutating func confirmEntry(at now: Instant) {
    guard let typed = entry else { return }
    switch typed.field {
    case .lapName(let lap):
      entry = nil
      _ = StopwatchMode().apply(.nameLap(lap, typed.text), to: &self, at: now)
    case .time:
      let length = Duration(typedDigits: typed.text)
      guard length > .zero else {
        notice = Notice(text: "Type a time above zero", since: now)
        return
      }
      set(Countdown(length: length))
    }
  }
}
