import Geometry

/// The top level windows of a screen from the bottom to the top, and which of them is covered.
///
/// Under a compositor the server takes every window for visible, whatever lies above it. What lies above is known all
/// the same, from the same events by which compositors follow the stack.
struct WindowStack: Equatable {
  /// Which part of a window hides what lies below.
  enum Opacity: Equatable {
    /// None: it is not shown, or something can be seen through it.
    case none
    /// All of it.
    case whole
    /// These rectangles, from its top left corner.
    case shape([PixelRect])
  }

  /// A top level window.
  struct Entry: Equatable {
    let identifier: UInt
    /// Its place on the screen, its border included.
    var rect: PixelRect
    var opacity: Opacity

    /// The rectangles of the screen that it hides.
    var hidden: [PixelRect] {
      switch opacity {
      case .none: []
      case .whole: [rect]
      case .shape(let parts):
        parts.map { part in
          PixelRect(x: rect.x + part.x, y: rect.y + part.y, width: part.width, height: part.height)
        }
      }
    }
  }

  /// The windows, from the bottom to the top.
  private(set) var entries: [Entry] = []

  /// Puts a window on top of all.
  mutating func add(_ entry: Entry) {
    remove(entry.identifier)
    entries.append(entry)
  }

  /// Takes a window out.
  mutating func remove(_ identifier: UInt) {
    entries.removeAll { $0.identifier == identifier }
  }

  /// A window by its number; nil where it is not known.
  func entry(_ identifier: UInt) -> Entry? {
    index(of: identifier).map { entries[$0] }
  }

  /// Says which part of a window hides what lies below.
  mutating func setOpacity(_ identifier: UInt, _ opacity: Opacity) {
    if let index = index(of: identifier) { entries[index].opacity = opacity }
  }

  /// Says where a window is, and which part of it hides what lies below.
  mutating func set(_ identifier: UInt, rect: PixelRect, _ opacity: Opacity) {
    guard let index = index(of: identifier) else { return }
    (entries[index].rect, entries[index].opacity) = (rect, opacity)
  }

  /// Moves a window to `rect` and right above `sibling`, or to the bottom for 0.
  mutating func configure(_ identifier: UInt, rect: PixelRect, above sibling: UInt) {
    guard let index = index(of: identifier) else { return }
    var entry = entries.remove(at: index)
    entry.rect = rect
    let below = sibling == 0 ? -1 : self.index(of: sibling) ?? index - 1
    entries.insert(entry, at: below + 1)
  }

  /// Moves a window to the top or to the bottom.
  mutating func circulate(_ identifier: UInt, toTop: Bool) {
    guard let index = index(of: identifier) else { return }
    let entry = entries.remove(at: index)
    entries.insert(entry, at: toTop ? entries.count : 0)
  }

  /// Whether nothing of a window can be seen on `screen`; false for a window whose place is not known.
  func covers(_ identifier: UInt, screen: PixelRect) -> Bool {
    guard let index = index(of: identifier), !entries[index].rect.isEmpty else { return false }
    var visible = [entries[index].rect.intersection(screen)].filter { !$0.isEmpty }
    for entry in entries[(index + 1)...] {
      for hidden in entry.hidden where !visible.isEmpty {
        visible = visible.flatMap { $0.subtracting(hidden) }
        // A window in that many shreds is taken for visible.
        if visible.count > 256 { return false }
      }
    }
    return visible.isEmpty
  }

  private func index(of identifier: UInt) -> Int? {
    entries.firstIndex { $0.identifier == identifier }
  }
}
