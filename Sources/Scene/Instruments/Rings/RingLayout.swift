import DisplayLists
import Geometry

/// Concentric rings with a legend beside or below them, and space for a list under the legend.
struct RingLayout: Equatable {
  /// 1 to 6.
  var count: Int
  var hasList: Bool
  /// Whether the rings keep the place beside a list in every mode.
  var isSteady = false
  /// The space above and below that a list may take, too.
  var spare = 0.0
  /// The y of their centre if a dial is beside them and their legend below.
  var level: Double?
  /// The width of the longest name in ems.
  var nameWidth = 3.0
  /// The width of the longest value, "59 min", in ems, where it may be set a little smaller.
  private let valueWidth = 3.5
  var leastText = Environment.leastText
  /// The maximum size of the list's text, in device pixels.
  var maxListText = ListBox.maxText

  /// Lines of text without words and colours.
  struct LegendEntry: Equatable {
    var name: TextRun
    var value: TextRun

    init(
      name: Rect, size nameSize: Double, value: Rect, size valueSize: Double,
      _ nameAlignment: TextRun.Alignment, _ valueAlignment: TextRun.Alignment
    ) {
      self.name = TextRun(
        "", frame: name.snapped, alignment: nameAlignment, size: nameSize, color: .clear)
      self.value = TextRun(
        "", frame: value.snapped, alignment: valueAlignment, size: valueSize, isBold: true,
        isTabular: true, color: .clear)
    }

    var box: Rect { name.frame.union(value.frame) }
  }

  struct Placement: Equatable {
    /// Empty rings without colours.
    var circles: [Ring]
    /// Empty if texts do not fit.
    var legend: [LegendEntry] = []
    var list = ListBox()

    var box: Rect { legend.reduce(circles.first?.extent.rect ?? .zero) { $0.union($1.box) } }
  }

  /// The distances from a ring's outer edge to its inner edge and to the next ring, by the
  /// diameter. A single ring has 30 of 250.
  static func proportions(count: Int) -> (thickness: Double, pitch: Double) {
    switch count {
    case ...1: (0.12, 0.14)
    case 2: (0.115, 0.135)
    case 3: (0.105, 0.125)
    default: (0.43 / Double(count) * 0.82, 0.43 / Double(count))
    }
  }

  /// Thin rings, around other instruments.
  private static func bezelProportions(count: Int) -> (thickness: Double, pitch: Double) {
    let pitch = min(0.075, 0.15 / Double(max(count, 1)))
    return (pitch * 0.8, pitch)
  }

  /// The box of the circle in a bezel.
  static func bezelHole(count: Int, in bounds: Rect) -> Rect {
    bounds.inset(by: bounds.width * (bezelProportions(count: count).pitch * Double(count) + 0.01))
  }

  func bezel(in bounds: Rect) -> Placement {
    Placement(circles: circles(in: bounds, isBezel: true))
  }

  private enum Shape {
    case beside
    case below
    case bare
  }

  /// The width with a legend beside the rings, and the height with one below, by the diameter.
  private static let beside = 1.7
  private static let below = 1.36
  /// The maximum size of a legend above a list, by that of the list.
  private static let legendScale = 1.4

  private static func shape(in size: Size, leastText: Double) -> (Shape, diameter: Double) {
    let beside = min(size.height, size.width / RingLayout.beside)
    let below = min(size.width, size.height / RingLayout.below)
    let (shape, side) = beside >= below ? (Shape.beside, beside) : (.below, below)
    // A legend's names are a sixteenth as high as the rings.
    return side / 16 >= leastText ? (shape, side) : (.bare, min(size.width, size.height))
  }

  static func size(in size: Size, leastText: Double) -> Size {
    let (shape, side) = shape(in: size, leastText: leastText)
    return switch shape {
    case .beside: Size(width: side * beside, height: side)
    case .below: Size(width: side, height: side * below)
    case .bare: Size(width: side, height: side)
    }
  }

  func place(in bounds: Rect) -> Placement {
    let (shape, side) = RingLayout.shape(in: bounds.size, leastText: leastText)
    switch shape {
    case .beside:
      // Smaller rings leave room for two columns, if their text is legible.
      let small = min(side, bounds.width / 2.16)
      let wide = min(bounds.width - small * 1.14, small * 1.5)
      let isLegible = (wide - columnGap) / 2 >= leastText * 1.3 * (labelWidth + 3.2)
      let columns = count > 3 && (hasList || isSteady) && isLegible ? 2 : 1
      let words = hasList || isSteady ? 0.74 : wordWidth
      let side = columns > 1 ? small : side
      let gap = side * 0.14
      let width = columns > 1 ? wide : min(bounds.width - side - gap, side * words)
      let square = Rect(
        x: bounds.midX - (side + gap + width) / 2, y: bounds.midY - side / 2, width: side,
        height: side)
      let x = square.maxX + gap
      let column = Rect(
        x: x, y: bounds.minY - spare, width: width, height: bounds.height + 2 * spare)
      if hasList, let list = compact(circles(in: square), in: column, rows: 5, columns: columns) {
        return list
      }
      let rest = Rect(x: x, y: square.minY, width: bounds.maxX - x, height: side)
      return Placement(circles: circles(in: square), legend: tallLegend(in: rest))
    case .below:
      // Rings, legend and list below each other, each as large as possible.
      // The legend needs 0.36 of the diameter.
      let side = level.map { min(side, (bounds.maxY - $0) / 0.86) } ?? side
      func stack(_ side: Double, _ spare: Double) -> (circles: [Ring], words: Rect) {
        let top = level.map { $0 - side / 2 } ?? bounds.midY - (side + spare) / 2
        let square = Rect(x: bounds.midX - side / 2, y: top, width: side, height: side)
        let words = Rect(
          x: bounds.midX - side * 0.55, y: top + side * 1.08, width: side * 1.1,
          height: min(spare, bounds.maxY - top - side) - side * 0.08)
        return (self.circles(in: square), words)
      }
      if hasList {
        let side = min(side, bounds.height * 0.56)
        let (circles, words) = stack(side, min(bounds.height - side, side * 0.8))
        if let list = compact(circles, in: words, rows: 3, columns: 1) { return list }
      }
      let (circles, words) = stack(side, min(bounds.height - side, side * 0.42))
      return Placement(circles: circles, legend: rowLegend(in: words))
    case .bare:
      let square = Rect(center: bounds.center, size: Size(width: side, height: side))
      return Placement(circles: circles(in: square))
    }
  }

  /// The width of a legend beside rings, by their diameter.
  private var wordWidth: Double {
    entryWidth * (count > 3 ? 0.64 : min(1 / Double(max(count, 1)), 0.3))
  }

  /// The width of a name above a value, by the height of both. A bold figure is 0.7 ems wide.
  private var entryWidth: Double { max(3.2 * 0.7 * 0.4, min(labelWidth, 8.2) * 0.215) }

  /// The width of the longest name and its swatch in ems.
  private var labelWidth: Double { nameWidth + 1.1 }

  /// The space between two columns of a legend: 16 units.
  private var columnGap: Double { leastText / Environment.leastText * 16 }

  /// The cells of a legend of `pitch` high lines in the middle of `bounds`, one column after the
  /// other.
  private func cells(in bounds: Rect, columns: Int, pitch: Double) -> [Rect] {
    let lines = (count + columns - 1) / columns
    let width = (bounds.width - columnGap * Double(columns - 1)) / Double(columns)
    let top = bounds.midY - pitch * Double(lines) / 2
    return (0..<count).map { index in
      Rect(
        x: bounds.minX + (width + columnGap) * Double(index / lines),
        y: top + pitch * Double(index % lines), width: width, height: pitch)
    }
  }

  /// Name and value in one line each.
  private func lines(_ cells: [Rect], size: Double) -> [LegendEntry] {
    cells.map { cell in
      let split = max(cell.width * 0.6, cell.width - size * valueWidth)
      return LegendEntry(
        name: Rect(x: cell.minX, y: cell.minY, width: split, height: cell.height), size: size,
        value: Rect(
          x: cell.minX + split, y: cell.minY, width: cell.width - split, height: cell.height),
        size: size, .leading, .trailing)
    }
  }

  private func circles(in square: Rect, isBezel: Bool = false) -> [Ring] {
    let (thickness, pitch) =
      isBezel
      ? RingLayout.bezelProportions(count: count) : RingLayout.proportions(count: count)
    let diameter = square.width
    let center = Point(
      x: (square.minX + diameter / 2).rounded(), y: (square.minY + diameter / 2).rounded())
    return (0..<count).map { index in
      Ring(
        center: center, radius: diameter * (0.5 - pitch * Double(index)),
        thickness: diameter * thickness, progress: 0, startColor: .clear, endColor: .clear,
        trackColor: .clear)
    }
  }

  /// Name above value, one ring below the other, or in two columns.
  private func tallLegend(in column: Rect) -> [LegendEntry] {
    func pitch(columns: Int) -> Double {
      let width = (column.width - columnGap * Double(columns - 1)) / Double(columns)
      let lines = Double((max(count, 1) + columns - 1) / columns)
      let fitting = columns > 1 ? width / entryWidth : .infinity
      return min(column.height / lines, column.height * 0.3, fitting)
    }
    let columns = count > 3 && pitch(columns: 2) > pitch(columns: 1) ? 2 : 1
    let pitch = pitch(columns: columns)
    let nameSize = pitch * 0.215
    guard nameSize >= leastText, column.width > nameSize * 3 else { return [] }
    return cells(in: column, columns: columns, pitch: pitch).map { cell in
      LegendEntry(
        name: Rect(
          x: cell.minX, y: cell.minY + pitch * 0.06, width: cell.width, height: pitch * 0.34),
        size: nameSize,
        value: Rect(
          x: cell.minX, y: cell.minY + pitch * 0.4, width: cell.width, height: pitch * 0.52),
        size: pitch * 0.4, .leading, .leading)
    }
  }

  /// Name and value in one line, above `rows` rows of a list or more; nil if no word fits.
  private func compact(_ circles: [Ring], in box: Rect, rows: Double, columns: Int) -> Placement? {
    // A low column has fewer rows rather than smaller ones.
    let cell = (box.width - columnGap * Double(columns - 1)) / Double(columns)
    let wanted =
      columns > 1
      ? cell / (labelWidth + valueWidth) / ListBox.textShare : ListBox.rowHeight(inWidth: box.width)
    let least = leastText / ListBox.textShare
    let (space, lines) = (0.6, Double((count + columns - 1) / columns))
    let fitting = box.height / (lines + space + rows)
    let largest = maxListText * RingLayout.legendScale / ListBox.textShare
    let pitch = max(min(wanted, fitting, largest), min(wanted, least))
    let size = pitch * ListBox.textShare
    guard size >= leastText, pitch * lines <= box.height else { return nil }
    let rest = box.height - pitch * (lines + space)
    let rowHeight = min(pitch * (columns > 1 ? 1.2 : 1), maxListText / ListBox.textShare)
    let rows = max(0, (rest / rowHeight + 1e-6).rounded(.down))
    let height = pitch * lines + (rows > 0 ? pitch * space + rowHeight * rows : 0)
    let top = (box.midY - height / 2).rounded()
    let words = Rect(x: box.minX, y: top, width: box.width, height: pitch * lines)
    let entries = self.lines(cells(in: words, columns: columns, pitch: pitch), size: size)
    let list = Rect(
      x: box.minX, y: top + (pitch * (lines + space)).rounded(), width: box.width,
      height: rowHeight * rows)
    return Placement(
      circles: circles, legend: entries, list: ListBox(frame: list.snapped, rowHeight: rowHeight))
  }

  /// Name above value, one ring beside the other; or in two columns.
  private func rowLegend(in row: Rect) -> [LegendEntry] {
    if count > 3 {
      let pitch = row.height / Double((count + 1) / 2)
      let size = min(pitch * 0.6, (row.width - columnGap) / 2 / (labelWidth + valueWidth))
      guard size >= leastText else { return [] }
      return lines(cells(in: row, columns: 2, pitch: size * 1.7), size: size)
    }
    let pitch = row.width / Double(max(count, 1))
    let height = min(row.height, pitch * 0.8)
    let valueSize = min(height * 0.5, pitch * 0.26)
    let nameSize = valueSize * 0.72
    guard nameSize >= leastText else { return [] }
    let top = row.midY - height / 2
    return (0..<count).map { index in
      let x = row.minX + pitch * Double(index)
      return LegendEntry(
        name: Rect(x: x, y: top, width: pitch, height: height * 0.45), size: nameSize,
        value: Rect(x: x, y: top + height * 0.45, width: pitch, height: height * 0.55),
        size: valueSize, .center, .center)
    }
  }
}
