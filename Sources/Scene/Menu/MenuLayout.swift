package import Geometry
package import Session

/// Where a menu can be, in device pixels of the screen.
package struct MenuSpace: Sendable {
  let scale: Double
  package let room: PixelRect
  /// The width of a text in ems.
  let measure: @Sendable (String) -> Double

  /// The minimum distance of a menu from the monitor's edges, in user units.
  private static let edge = 4.0

  package init(
    on monitor: PixelRect, scale: Double, measure: @escaping @Sendable (String) -> Double
  ) {
    let edge = min(Int((MenuSpace.edge * scale).rounded()), monitor.width / 4, monitor.height / 4)
    room = PixelRect(
      x: monitor.x + edge, y: monitor.y + edge, width: monitor.width - 2 * edge,
      height: monitor.height - 2 * edge)
    (self.scale, self.measure) = (scale, measure)
  }

  /// To the right of and below `point` if it fits, else on its other side; around it if `isCentered`.
  package func place(_ size: Size, at point: Point, isCentered: Bool) -> PixelRect {
    let menu = PixelRect(covering: Rect(origin: point, size: size))
    if isCentered { return clamped(menu.offset(dx: -menu.width / 2, dy: -menu.height / 2)) }
    return clamped(
      menu.offset(
        dx: menu.maxX > room.maxX ? -menu.width : 0, dy: menu.maxY > room.maxY ? -menu.height : 0))
  }

  func clamped(_ menu: PixelRect) -> PixelRect {
    var menu = menu
    menu.x = max(room.x, min(menu.x, room.maxX - menu.width))
    menu.y = max(room.y, min(menu.y, room.maxY - menu.height))
    return menu
  }
}

/// The geometry of a menu, in device pixels: rows in one column, or in more if they are too many.
package struct MenuLayout: Equatable, Sendable {
  // In user units. The row height is WCAG 2.2's for targets (2.5.8); the text has 10 points.

  static let row = 24.0
  static let text = 13.0
  static let padding = 6.0
  /// The line between two groups, including its margins.
  static let rule = 9.0
  /// Left of a title, where the check mark is; before the key; and after it.
  static let gutter = 26.0
  static let gap = 22.0
  static let trailing = 12.0
  /// The diameter of a colour's disc, in a row without a key.
  static let swatch = 12.0
  /// A longer title, such as the name of a ring, ends in an ellipsis; in ems.
  static let maxTitle = 22.0

  /// How much smaller a menu becomes in each step in which it does not fit, and the scale at which
  /// it stays as it is: nothing would be legible.
  private static let (step, minScale) = (0.95, 0.05)

  package let size: Size
  let rows: [Rect]
  /// For each row, the width of the keys in its column.
  let keyWidths: [Double]
  let rules: [Rect]
  let scale: Double

  /// Creates the largest layout, of at most the scale of `space`, that fits into it.
  package init(_ content: MenuContent, in space: MenuSpace) {
    let room = space.room.rect.size
    var scale = space.scale
    repeat {
      self.init(content, in: space, scale: scale)
      scale *= MenuLayout.step
    } while (size.width > room.width || size.height > room.height)
      && self.scale > MenuLayout.minScale
  }

  private init(_ content: MenuContent, in space: MenuSpace, scale: Double) {
    func pixels(_ units: Double) -> Double { max(1, (units * scale).rounded()) }
    func width(_ texts: [String]) -> Double {
      let ems = min(texts.map(space.measure).max() ?? 0, MenuLayout.maxTitle)
      return (ems * (MenuLayout.text * scale)).rounded(.up)
    }
    let (row, rule) = (pixels(MenuLayout.row), pixels(MenuLayout.rule))
    let (padding, line) = (pixels(MenuLayout.padding), pixels(1))
    // The width of a row besides its words.
    let fringe = pixels(MenuLayout.gutter) + pixels(MenuLayout.gap) + pixels(MenuLayout.trailing)
    let entries = content.entries
    let starts = content.groups.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    // As many rows in each column, and as few columns as the height allows.
    let free = Double(space.room.height) - 2 * padding - Double(content.groups.count - 1) * rule
    let fitting = max(1, Int(min(max(free / row, 1), Double(entries.count))))
    let columns = max(1, (entries.count + fitting - 1) / fitting)
    let share = max(1, (entries.count + columns - 1) / columns)

    var (rows, keyWidths, rules): ([Rect], [Double], [Rect]) = ([], [], [])
    var x = padding
    for first in stride(from: 0, to: entries.count, by: share) {
      let column = first..<min(first + share, entries.count)
      let keyWidth = width(entries[column].map(\.key))
      let width = fringe + width(entries[column].map(\.title)) + keyWidth
      var y = padding
      for index in column {
        if index > first, starts.contains(index) {
          let middle = y + ((rule - line) / 2).rounded(.down)
          rules.append(Rect(x: x + row / 2, y: middle, width: width - row, height: line))
          y += rule
        }
        rows.append(Rect(x: x, y: y, width: width, height: row))
        keyWidths.append(keyWidth)
        y += row
      }
      x += width
    }
    size = Size(width: x + padding, height: (rows.map(\.maxY).max() ?? 0) + padding)
    (self.rows, self.keyWidths, self.rules, self.scale) = (rows, keyWidths, rules, scale)
  }
}
