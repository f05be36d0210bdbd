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
  var minText = Environment.minText
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

  /// The width with a legend beside the rings, and the height with one below, by the diameter.
  private static let beside = 1.7
  private static let below = 1.36
  /// The maximum size of a legend above a list, by that of the list.
  private static let legendScale = 1.4

  /// The size of the rings and their legend; a square if they are too small for one.
  static func size(in size: Size, minText: Double) -> Size {
    let beside = size.fitting(aspect: beside)
    let below = size.fitting(aspect: 1 / below)
    let best = beside.height >= below.width ? beside : below
    return min(best.width, best.height) >= 11.5 * minText ? best : size.fitting(aspect: 1)
  }

  /// Where no name is cut, if there is such a place; there in two columns, unless rings are much
  /// smaller then, with the largest rings, and then with the largest text.
  func place(in bounds: Rect) -> Placement {
    let size = RingLayout.size(in: bounds.size, minText: minText)
    if size.width == size.height {
      return Placement(circles: circles(in: Rect(center: bounds.center, size: size)))
    }
    let all = (count > 3 ? [1, 2] : [1]).flatMap {
      [beside(in: bounds, columns: $0), below(in: bounds, columns: $0)]
    }
    let largest = all.compactMap { $0.circles.first?.radius }.max() ?? 0
    func rank(_ placement: Placement) -> (names: Int, columns: Int, rings: Double, text: Double) {
      let isWhole = placement.legend.allSatisfy {
        $0.name.frame.width >= labelWidth * $0.name.size * 0.95
      }
      let radius = placement.circles.first?.radius ?? 0
      // A cut name keeps some six letters.
      let isClear = placement.legend.allSatisfy { $0.name.frame.width >= 4.5 * $0.name.size }
      let isLarge = count > 3 && radius > largest * 0.65 && (isWhole || isClear)
      let columns = isLarge ? Set(placement.legend.map(\.name.frame.minX)).count : 0
      return (
        placement.legend.isEmpty ? 0 : isWhole ? 2 : 1, columns, radius,
        placement.legend.first?.value.size ?? 0
      )
    }
    return all.max { rank($0) < rank($1) } ?? Placement(circles: [])
  }

  /// The size of text for which rings of the usual diameter become smaller, by at most 40 %.
  private func wantedText(_ usual: Double) -> Double { max(minText, usual / 22) }

  private func beside(in bounds: Rect, columns: Int) -> Placement {
    let usual = min(bounds.height, bounds.width / RingLayout.beside)
    let isCompact = hasList || isSteady
    let line = max(labelWidth + valueWidth, columns > 1 ? 0 : ListBox.minWidth)
    let wanted = width(
      ofColumns: columns, letters: isCompact ? line : labelWidth, wantedText(usual))
    let side = max(min(usual, (bounds.width - wanted) / 1.14), usual * 0.6)
    let words = side * (isCompact ? 0.74 * Double(columns) : wordWidth)
    let width = min(bounds.width - side * 1.14, max(words, wanted))
    let square = Rect(
      x: bounds.midX - (side * 1.14 + width) / 2, y: (level ?? bounds.midY) - side / 2,
      width: side, height: side)
    let x = square.maxX + side * 0.14
    let column = Rect(
      x: x, y: bounds.minY - spare, width: width, height: bounds.height + 2 * spare)
    if hasList, let list = compact(circles(in: square), in: column, rows: 5, columns: columns) {
      return list
    }
    let rest = Rect(x: x, y: square.minY, width: bounds.maxX - x, height: side)
    return Placement(circles: circles(in: square), legend: tallLegend(in: rest, columns: columns))
  }

  /// Rings, legend and list below each other, each as large as possible.
  private func below(in bounds: Rect, columns: Int) -> Placement {
    let usual = min(bounds.width, bounds.height / RingLayout.below)
    let em = wantedText(usual)
    let wanted = width(ofColumns: columns, letters: labelWidth + valueWidth, em)
    let lines = Double(lineCount(columns: columns)) + (hasList ? 4.6 : 0)
    let text = em / ListBox.textShare * lines
    // The legend needs 0.36 of the diameter, and more for many lines.
    let most = level.map { min((bounds.maxY - $0) / 0.86, (bounds.maxY - $0 - text) / 0.58) }
    let largest = min(most ?? .infinity, (bounds.height - text) / 1.08)
    let side = max(min(usual, largest), usual * 0.6)
    let spare = min(
      bounds.height - side, max(side * (hasList ? 0.8 : 0.42), text + side * 0.08))
    let top = level.map { $0 - side / 2 } ?? bounds.midY - (side + spare) / 2
    let circles = circles(in: Rect(x: bounds.midX - side / 2, y: top, width: side, height: side))
    let width = max(side * 1.1, min(wanted, bounds.width))
    let words = Rect(
      x: bounds.midX - width / 2, y: top + side * 1.08, width: width,
      height: min(spare, bounds.maxY - top - side) - side * 0.08)
    if hasList, let list = compact(circles, in: words, rows: 4, columns: columns) { return list }
    return Placement(circles: circles, legend: rowLegend(in: words, columns: columns))
  }

  private func width(ofColumns columns: Int, letters: Double, _ size: Double) -> Double {
    (letters * size + columnGap) * Double(columns) - columnGap
  }

  private func lineCount(columns: Int) -> Int { (max(count, 1) + columns - 1) / columns }

  /// The width of a legend beside rings, by their diameter.
  private var wordWidth: Double {
    entryWidth * (count > 3 ? 0.64 : min(1 / Double(max(count, 1)), 0.3))
  }

  /// The width of a name above a value, by the height of both. A bold figure is 0.7 ems wide.
  private var entryWidth: Double { max(3.2 * 0.7 * 0.4, labelWidth * 0.215) }

  /// The width of the longest name and its swatch in ems.
  private var labelWidth: Double { nameWidth + 1.1 }

  /// The space between two columns of a legend: 16 units.
  private var columnGap: Double { minText / Environment.minText * 16 }

  /// The widest line in ems: a value is at most about 6 ems from its name.
  private var maxLine: Double { max(labelWidth + valueWidth, 11.5) }

  /// The cells of a legend of `pitch` high lines in the middle of `bounds`, one column after the
  /// other, up to its right edge.
  private func cells(
    in bounds: Rect, columns: Int, pitch: Double, widest: Double = .infinity
  ) -> [Rect] {
    let lines = lineCount(columns: columns)
    let width = min((bounds.width + columnGap) / Double(columns) - columnGap, widest)
    let step = (bounds.width - width) / Double(max(columns - 1, 1))
    let top = bounds.midY - pitch * Double(lines) / 2
    return (0..<count).map { index in
      Rect(
        x: bounds.minX + step * Double(index / lines),
        y: top + pitch * Double(index % lines), width: width, height: pitch)
    }
  }

  /// Name and value in one line each.
  private func lines(_ cells: [Rect], size: Double) -> [LegendEntry] {
    cells.map { cell in
      let split = max(cell.width * 0.6, cell.width - size * valueWidth)
      return LegendEntry(
        name: cell.inset(right: cell.width - split), size: size, value: cell.inset(left: split),
        size: size, .leading, .trailing)
    }
  }

  func circles(in square: Rect, isBezel: Bool = false) -> [Ring] {
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

  /// Name above value, one ring below the other.
  private func tallLegend(in column: Rect, columns: Int) -> [LegendEntry] {
    let cell = (column.width + columnGap) / Double(columns) - columnGap
    let pitch = min(
      column.height / Double(lineCount(columns: columns)), column.height * 0.3, cell / entryWidth)
    let nameSize = max(pitch * 0.215, minText)
    guard pitch * 0.36 >= minText, cell > nameSize * 3 else { return [] }
    return cells(in: column, columns: columns, pitch: pitch).map { cell in
      LegendEntry(
        name: cell.inset(top: pitch * 0.06, bottom: pitch * 0.6), size: nameSize,
        value: cell.inset(top: pitch * 0.4, bottom: pitch * 0.08), size: pitch * 0.4, .leading,
        .leading)
    }
  }

  /// Name and value in one line, above `rows` rows of a list or more; nil if no word fits.
  private func compact(_ circles: [Ring], in box: Rect, rows: Double, columns: Int) -> Placement? {
    // A low column has fewer rows rather than smaller ones.
    let cell = (box.width + columnGap) / Double(columns) - columnGap
    let whole = cell / (labelWidth + valueWidth) / ListBox.textShare
    let wanted = columns > 1 ? whole : min(whole, ListBox.rowHeight(inWidth: box.width))
    let (space, lines) = (0.6, Double(lineCount(columns: columns)))
    let fitting = box.height / (lines + space + rows)
    let largest = maxListText * RingLayout.legendScale / ListBox.textShare
    let pitch = max(min(wanted, fitting, largest), minText / ListBox.textShare)
    let size = pitch * ListBox.textShare
    guard cell >= size * 5, pitch * lines <= box.height + 1e-6 else { return nil }
    let rest = box.height - pitch * (lines + space)
    let rowHeight = min(pitch * (columns > 1 ? 1.2 : 1), maxListText / ListBox.textShare)
    let rows = max(0, (rest / rowHeight + 1e-6).rounded(.down))
    let height = pitch * lines + (rows > 0 ? pitch * space + rowHeight * rows : 0)
    let top = (box.midY - height / 2).rounded()
    let words = Rect(x: box.minX, y: top, width: box.width, height: pitch * lines)
    // Above a list, values end where its times do.
    let widest = rows > 0 ? .infinity : maxLine * size
    let cells = cells(in: words, columns: columns, pitch: pitch, widest: widest)
    let entries = self.lines(cells, size: size)
    let list = Rect(
      x: box.minX, y: top + (pitch * (lines + space)).rounded(), width: box.width,
      height: rowHeight * rows)
    return Placement(
      circles: circles, legend: entries, list: ListBox(frame: list.snapped, rowHeight: rowHeight))
  }

  /// Name above value, one ring beside the other, if no name is cut; else in one line each.
  private func rowLegend(in row: Rect, columns: Int) -> [LegendEntry] {
    let pitch = row.width / Double(max(count, 1))
    let height = min(row.height, pitch * 0.8)
    let valueSize = min(height * 0.5, pitch * 0.26)
    let nameSize = max(valueSize * 0.72, minText)
    guard count <= 3, nameSize * labelWidth <= pitch, valueSize >= minText else {
      let size = min(
        row.height / Double(lineCount(columns: columns)) * ListBox.textShare,
        ((row.width + columnGap) / Double(columns) - columnGap) / (labelWidth + valueWidth))
      guard size >= minText * 0.99 else { return [] }
      let width = min(row.width, width(ofColumns: columns, letters: maxLine, size))
      let row = Rect(center: row.center, size: Size(width: width, height: row.height))
      return lines(
        cells(in: row, columns: columns, pitch: size / ListBox.textShare), size: size)
    }
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

extension RingLayout {
  /// The rings of `panel`, with a legend unless they are around its other instruments.
  static func placement(on panel: Panel) -> Placement? {
    guard let frame = panel.frames[.rings] else { return nil }
    let (key, dial) = (panel.key, panel.frames[.dial])
    let hasList = key.hasList && panel.frames[.laps] == nil
    let isSteady = key.parts.contains(.dial)
    let isLevel = dial.map { $0.minY == frame.minY && $0.height < frame.height } ?? false
    // Ems a letter: in lines above a list, where a name may be set smaller with its value, less.
    let letter = hasList || isSteady ? 0.5 : 0.6
    let names = key.ringNames.map { panel.width(of: $0, letter: letter) }
    let foot = panel.rows.values.map(\.minY).filter { $0 > frame.maxY }.min()
    // A list goes on below the rings, over somewhat more than half the gap to the buttons.
    let spare = foot.map { ($0 - frame.maxY) * 0.55 } ?? 0
    let layout = RingLayout(
      count: key.ringNames.count, hasList: hasList, isSteady: isSteady, spare: spare,
      level: isLevel && !hasList ? dial?.midY : nil, nameWidth: names.max() ?? 0,
      minText: panel.minText, maxListText: panel.maxListText)
    return key.hasBezel
      ? Placement(circles: layout.circles(in: frame, isBezel: true)) : layout.place(in: frame)
  }
}
