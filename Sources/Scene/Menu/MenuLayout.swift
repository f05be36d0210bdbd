package import DisplayLists
package import Geometry
package import Session

/// The geometry of a menu, in device pixels: rows in two columns.
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
  static let columnGap = 13.0

  package let size: Size
  let rows: [Rect]
  /// For each row, the width of the keys in its column.
  let keyWidths: [Double]
  let rules: [Rect]
  let scale: Double

  /// Creates the largest layout, of at most `scale`, that fits into `room`.
  package init(
    _ content: MenuContent, scale: Double, room: Size, font: FontMetrics, measurer: TextMeasurer
  ) {
    var scale = scale
    repeat {
      self.init(content, exactScale: scale) { measurer($0, false, font) }
      scale *= 0.95
    } while (size.width > room.width || size.height > room.height) && self.scale > 0.05
  }

  private init(_ content: MenuContent, exactScale scale: Double, measure: (String) -> Double) {
    func pixels(_ units: Double) -> Double { max(1, (units * scale).rounded()) }
    func width(_ texts: [String]) -> Double {
      ((texts.map(measure).max() ?? 0) * (MenuLayout.text * scale)).rounded(.up)
    }
    let (row, rule) = (pixels(MenuLayout.row), pixels(MenuLayout.rule))
    let (padding, gap) = (pixels(MenuLayout.padding), pixels(MenuLayout.columnGap))
    // The width of a row besides its words.
    let fringe = pixels(MenuLayout.gutter) + pixels(MenuLayout.gap) + pixels(MenuLayout.trailing)
    typealias Column = ArraySlice<[MenuContent.Entry]>
    func height(_ column: Column) -> Double {
      let count = column.reduce(0) { $0 + $1.count }
      return Double(count) * row + Double(max(0, column.count - 1)) * rule
    }
    func height(_ columns: [Column]) -> Double { columns.map { height($0) }.max() ?? 0 }
    // The higher column is as low as possible.
    let groups = content.groups
    let columns =
      groups.indices.dropFirst().map { [groups[..<$0], groups[$0...]] }
      .min { height($0) < height($1) } ?? [groups[...]]

    var (rows, keyWidths, rules): ([Rect], [Double], [Rect]) = ([], [], [])
    var x = padding
    for column in columns {
      if !rows.isEmpty {
        let middle = x + (gap / 2).rounded(.down)
        rules.append(Rect(x: middle, y: padding, width: pixels(1), height: height(columns)))
        x += gap
      }
      let keyWidth = width(column.joined().map(\.key))
      let width = fringe + width(column.joined().map(\.title)) + keyWidth
      var y = padding
      for (index, group) in column.enumerated() {
        if index > 0 {
          rules.append(
            Rect(
              x: x + row / 2, y: y + ((rule - pixels(1)) / 2).rounded(.down), width: width - row,
              height: pixels(1)))
          y += rule
        }
        for _ in group {
          rows.append(Rect(x: x, y: y, width: width, height: row))
          keyWidths.append(keyWidth)
          y += row
        }
      }
      x += width
    }
    size = Size(width: x + padding, height: height(columns) + 2 * padding)
    (self.rows, self.keyWidths, self.rules, self.scale) = (rows, keyWidths, rules, scale)
  }

  func row(at point: Point) -> Int? { rows.firstIndex { $0.contains(point) } }

  /// Returns the nearest allowed row in the other column.
  func row(beside row: Int, where isAllowed: (Int) -> Bool) -> Int? {
    rows.indices.filter { rows[$0].minX != rows[row].minX && isAllowed($0) }.min {
      abs(rows[$0].midY - rows[row].midY) < abs(rows[$1].midY - rows[row].midY)
    }
  }
}

/// The position of a menu on the screen, in device pixels.
package enum MenuPlacement {
  package static let margin = 4.0

  package static func room(on monitor: PixelRect, scale: Double) -> PixelRect {
    let edge = Int((margin * scale).rounded())
    guard monitor.width > 4 * edge, monitor.height > 4 * edge else { return monitor }
    return PixelRect(
      x: monitor.x + edge, y: monitor.y + edge, width: monitor.width - 2 * edge,
      height: monitor.height - 2 * edge)
  }

  /// To the right of and below `point` if it fits; around it if `isCentered`.
  package static func place(
    _ size: Size, at point: Point, isCentered: Bool, in room: PixelRect
  ) -> PixelRect {
    var menu = PixelRect(covering: Rect(origin: point, size: size))
    if isCentered {
      menu = menu.offset(dx: -menu.width / 2, dy: -menu.height / 2)
    } else {
      if menu.maxX > room.maxX { menu.x -= menu.width }
      if menu.maxY > room.maxY { menu.y -= menu.height }
    }
    menu.x = max(room.x, min(menu.x, room.maxX - menu.width))
    menu.y = max(room.y, min(menu.y, room.maxY - menu.height))
    return menu
  }
}
