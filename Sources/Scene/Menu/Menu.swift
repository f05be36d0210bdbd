package import Geometry
package import Keys
package import Session

/// The menu while it is open: what it lists, which row is chosen next, and what keys and pointer do to it.
///
/// A plain value. What a row does is the command of the key that it names; it is told, and done by who asked.
package struct Menu: Equatable, Sendable {
  /// What is to be done after a key or a button.
  package enum Answer: Equatable, Sendable {
    /// Nothing: the menu stays.
    case stay
    /// The menu closes, and nothing else is done.
    case close
    /// The menu closes, and this is done.
    case choose(Command)
    /// The key is none of the menu's own.
    case unknown
  }

  package private(set) var entries: [MenuContent.Entry]
  package let layout: MenuLayout
  /// The row that Return does, by its number.
  package private(set) var selection: Int?
  /// How many rows are scrolled away.
  private(set) var scroll = 0
  /// Where the button went down that has opened the menu, until it goes up or has gone from there.
  private var opening: Point?
  /// Whether the pointer was in the menu when it was last told.
  private var isInside = false

  /// How far the pointer goes before a click becomes a drag, in user units; as far as moves a window.
  private static let threshold = 3.0

  /// A menu that a button has opened which went down at `opening`, or a key, where that is nil.
  package init(_ content: MenuContent, layout: MenuLayout, opening: Point?) {
    entries = content.entries
    self.layout = layout
    self.opening = opening
    // Who opens it by key goes on by key.
    if opening == nil { selection = entries.firstIndex(where: \.isEnabled) }
  }

  /// Takes over what has changed of what is listed, which has as many rows.
  package mutating func update(_ content: MenuContent) {
    guard content.entries.count == entries.count else { return }
    entries = content.entries
    if let selection, !entries[selection].isEnabled { self.selection = nil }
  }

  /// The row at `point` that does something, if any.
  package func enabledRow(at point: Point) -> Int? {
    layout.row(at: point, scroll: scroll).flatMap { entries[$0].isEnabled ? $0 : nil }
  }

  /// The pointer has moved to `point`.
  package mutating func move(to point: Point) {
    if let opening {
      let (dx, dy) = (point.x - opening.x, point.y - opening.y)
      let most = Menu.threshold * layout.scale
      if dx * dx + dy * dy > most * most { self.opening = nil }
    }
    let wasInside = isInside
    isInside = bounds.contains(point)
    // Beside the menu it takes back what it has chosen itself, and not what keys have.
    if isInside || wasInside { selection = enabledRow(at: point) }
  }

  /// A button has gone up at `point`. Whoever only clicks to open it, and does not drag, chooses with the next click.
  package mutating func release(at point: Point) -> Answer {
    move(to: point)
    if opening != nil {
      opening = nil
      return .stay
    }
    guard bounds.contains(point) else { return .close }
    return enabledRow(at: point).map { .choose(entries[$0].command) } ?? .stay
  }

  /// The wheel has turned by so many notches, down from 1 on: it scrolls what has more rows than are seen, and else chooses.
  package mutating func scroll(by notches: Int, at point: Point) {
    let notches = max(-100, min(notches, 100))
    guard layout.mostScroll > 0 else {
      for _ in 0..<abs(notches) { step(notches.signum()) }
      return
    }
    scroll = max(0, min(scroll + notches, layout.mostScroll))
    selection = enabledRow(at: point)
  }

  /// A key has gone down, alone or with modifiers.
  package mutating func press(_ key: Key, modifiers: Modifiers, isRepeat: Bool) -> Answer {
    guard modifiers.isEmpty else { return .unknown }
    switch key {
    case .down: step(1)
    case .up: step(-1)
    case .home: select(entries.firstIndex(where: \.isEnabled))
    case .end: select(entries.lastIndex(where: \.isEnabled))
    case .left, .right:
      let isEnabled = entries.map(\.isEnabled)
      if let selection {
        select(layout.row(beside: selection, key == .left ? -1 : 1) { isEnabled[$0] } ?? selection)
      } else {
        step(1)
      }
    case .return, .space:
      // Where no row is chosen, they do what they do elsewhere.
      guard let selection else { return .unknown }
      if isRepeat { return .stay }
      return .choose(entries[selection].command)
    case .escape: return isRepeat ? .stay : .close
    default: return .unknown
    }
    return .stay
  }

  private var bounds: Rect { Rect(origin: .zero, size: layout.size) }

  private mutating func select(_ row: Int?) {
    guard let row else { return }
    selection = row
    scroll = layout.scroll(showing: row, from: scroll)
  }

  /// Goes to the next row that does something, or to the one before, around the end.
  private mutating func step(_ direction: Int) {
    let count = entries.count
    let start = selection ?? (direction > 0 ? -1 : count)
    for distance in 1...max(1, count) {
      let row = (start + direction * distance + 2 * count) % max(1, count)
      if entries.indices.contains(row), entries[row].isEnabled { return select(row) }
    }
  }
}
