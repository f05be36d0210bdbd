import DisplayLists
import Geometry

/// Concentric rings with a legend beside or below them, and space for a list under the legend.
struct RingLayout: Equatable {
  /// 1 to 6.
  var count: Int
  var hasList: Bool
  /// Whether the rings keep their position beside a list in every mode.
  var isSteady = false
  /// The space above and below that a list may take, too.
  var spare = 0.0
  /// The y of their centre if a dial is beside them and their legend below.
  var level: Double?
  /// The width of the longest name in ems.
  var nameWidth = 3.0
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
  /// diameter.
  static func proportions(count: Int) -> (thickness: Double, pitch: Double) {
    func wide(_ thickness: Double) -> (thickness: Double, pitch: Double) {
      (fraction(thickness), fraction(thickness + ringGap))
    }
    switch count {
    case ...1: return wide(thickness.one)
    case 2: return wide(thickness.two)
    case 3: return wide(thickness.three)
    default:
      let pitch = manyRings / Double(count)
      return (pitch * manyThickness, pitch)
    }
  }

  /// Thin rings, around other instruments: together at most as thick as two, so that more rings
  /// leave the same hole.
  private static func bezelProportions(count: Int) -> (thickness: Double, pitch: Double) {
    let pitch = min(maxBezelPitch, 2 * maxBezelPitch / Double(max(count, 1)))
    return (pitch * bezelThickness, pitch)
  }

  /// The box of the circle in a bezel.
  static func bezelHole(count: Int, in bounds: Rect) -> Rect {
    bounds.inset(
      by: bounds.width * (bezelProportions(count: count).pitch * Double(count) + bezelEdge))
  }

  // MARK: Proportions of the rings

  /// The width of more than three rings, by the diameter: they leave a hole of a seventh of it, so
  /// that the innermost is no dot.
  private static let manyRings = 0.43
  /// The thickness of each of them by the distance of two: about a fifth is the gap.
  private static let manyThickness = 0.82
  /// The maximum distance of two rings in a bezel, and the space inside of the last, by the
  /// diameter.
  private static let (maxBezelPitch, bezelEdge) = (0.075, 0.01)
  /// The thickness of a ring in a bezel by the distance of two: a fifth is the gap.
  private static let bezelThickness = 0.8

  // MARK: Lengths in hundredths of the rings' diameter, so that sums of them are exact

  private static func fraction(_ hundredths: Double) -> Double { hundredths / 100 }

  private static let radius = 50.0
  /// Between two rings, if there are up to three.
  private static let ringGap = 2.0
  /// The thickness of the reference, 30 of 250. Two and three rings are a little thinner, so that a
  /// quarter of the diameter stays free in the middle of three.
  private static let thickness = (one: 12.0, two: 11.5, three: 10.5)
  /// Between the rings and a legend beside them: more than between two rings, less than a ring.
  private static let besideGap = 14.0
  /// Names of the usual length and their values, beside the rings.
  private static let besideLegend = 56.0
  /// Between the rings and a legend below them, which is flat, so that less is enough.
  private static let belowGap = 8.0
  /// A legend below the rings, with its gap.
  private static let belowLegend = 36.0
  /// At most, with what the legend may take of space that is left; and the same with a list.
  private static let maxBelow = 42.0
  private static let maxBelowWithList = 80.0
  /// A legend below may be a little wider than the rings, as a circle is narrow where it ends.
  private static let belowWidth = 110.0
  /// A column of lines above a list: half as wide again as the rings' radius.
  private static let compactColumn = 74.0

  // MARK: Proportions of the legend

  /// The size of a name and of a value below it, and the longest of a name, by the height of both.
  /// A value is nearly twice as large: it is read from afar, the name once.
  private static let nameFraction = 0.215
  private static let valueFraction = 0.4
  /// The minimum size of a value by its usual one: it may be set a little smaller to fit, and must
  /// then be legible.
  private static let minValue = 0.9
  /// The minimum width of a cell by the size of its name: two letters after a swatch.
  private static let minCell = 3.0
  /// The lines of a name and of the value below it, and the space below that, by the height of all.
  /// The name's line ends where the value's begins, but for the descenders.
  private static let (nameTop, valueTop, foot) = (0.06, 0.4, 0.08)
  /// The maximum height of a name and its value, by the rings' diameter: three fill their height.
  private static let maxEntry = 0.3
  /// The space between two columns of the highest entries, by the rings' diameter.
  private static let entryGap = 0.04
  /// How many figures a value of "100%" is wide, with a figure of a bold font in ems.
  private static let valueFigures = 3.2
  private static let boldFigure = 0.7
  /// The width of the longest value in one line, "59 min", in ems, where it may be set a little
  /// smaller.
  private static let valueWidth = 3.5
  /// The side of a swatch in ems: 8 pixels in the window of the design.
  static let swatch = 0.6
  /// The width of a swatch and the space after it, by its side.
  static let swatchPitch = 1.7
  /// The same in ems, with what they gain by rounding.
  private static let swatchWidth = 1.1
  /// The width of a letter of a name, in ems.
  static let letter = 0.6
  /// The same in lines above a list, where a name may be set smaller with its value.
  private static let tightLetter = 0.5
  /// A line's minimum width in ems: a value ends at most about 6 ems after a short name.
  private static let minLine = 11.5
  /// A name keeps at least this part of its line.
  private static let minNameFraction = 0.6
  /// The space between two columns of a legend, in user units: more than the widest space between
  /// two words.
  private static let columnSpacing = 16.0
  /// The space between a legend and the list below it, in lines.
  private static let listGap = 0.6
  /// The rows of a list beside and below the rings: below, they take the rings' height.
  private static let (besideRows, belowRows) = (5.0, 4.0)
  /// The maximum size of a legend above a list, by that of the list: it is read first.
  private static let legendScale = 1.4
  /// The height of its rows by that of a line of the legend, if the legend has two columns: the
  /// list is as wide as both, so its rows may be larger.
  private static let wideRowScale = 1.2
  /// What a list takes of the space between the rings and the buttons below: somewhat more than
  /// half.
  private static let listSpare = 0.55
  /// The minimum diameter with a legend, in text sizes: three names with their values are legible
  /// beside such rings.
  private static let minDiameter = 11.5
  /// The minimum diameter by the largest possible: a smaller legend costs less than smaller rings.
  private static let minRings = 0.6
  /// The maximum diameter, in text sizes, that shrinks for a larger text: beside larger rings, a
  /// smaller legend looks lost.
  private static let maxTextsPerRing = 22.0
  /// The part of a name's width that its line must hold: a name that is a twentieth too long is set
  /// smaller, not cut.
  private static let wholeName = 0.95
  /// The width of a cut name that is still clear, in ems: the swatch and some six letters.
  private static let clearName = 4.5
  /// The minimum diameter with two columns, by the largest in any placement: a third may be lost.
  private static let minTwoColumns = 0.65
  /// The part of the minimum text size that is accepted: a hundredth less is rounding.
  private static let textTolerance = 0.99
  /// Rounding, of which rows of exactly the available height must not be lost.
  private static let tolerance = 1e-6

  // MARK: Proportions of an entry in a row below the rings

  /// The maximum height of a name and its value by the width of their cell: a higher entry would
  /// fall apart.
  private static let maxCellHeight = 0.8
  /// The size of a value by the height of its entry, and its maximum by the width of the cell, of
  /// which "100%" then takes three fifths.
  private static let (cellValue, maxCellValue) = (0.5, 0.26)
  /// The size of a name by its value's: larger than in a column, as it is centred in a narrow cell.
  private static let cellName = 0.72
  /// The lines of the name and of the value by the height of both.
  private static let (nameLine, valueLine) = (0.45, 0.55)

  /// The width with a legend beside the rings, and the height with one below, by the diameter.
  private static let beside = fraction(100 + besideGap + besideLegend)
  private static let below = fraction(100 + belowLegend)

  /// The size of the rings and their legend; a square if they are too small for one.
  static func size(in size: Size, minText: Double) -> Size {
    let beside = size.fitting(aspect: beside)
    let below = size.fitting(aspect: 1 / below)
    let best = beside.height >= below.width ? beside : below
    return min(best.width, best.height) >= minDiameter * minText ? best : size.fitting(aspect: 1)
  }

  /// Prefers placements that cut no name, then two columns unless the rings shrink much, then
  /// larger rings, then larger text.
  func place(in bounds: Rect) -> Placement {
    let size = RingLayout.size(in: bounds.size, minText: minText)
    if size.width == size.height {
      return Placement(circles: circles(in: Rect(center: bounds.center, size: size)))
    }
    let all = (count > 3 ? [1, 2] : [1]).flatMap {
      [beside(in: bounds, columns: $0), below(in: bounds, columns: $0)]
    }
    let largest = all.compactMap { $0.circles.first?.radius }.max() ?? 0
    let wholeName = labelWidth * RingLayout.wholeName
    let minTwoColumns = largest * RingLayout.minTwoColumns
    func rank(_ placement: Placement) -> (names: Int, columns: Int, rings: Double, text: Double) {
      let isWhole = placement.legend.allSatisfy {
        $0.name.frame.width >= wholeName * $0.name.size
      }
      let radius = placement.circles.first?.radius ?? 0
      let isClear = placement.legend.allSatisfy {
        $0.name.frame.width >= RingLayout.clearName * $0.name.size
      }
      let isLarge = count > 3 && radius > minTwoColumns && (isWhole || isClear)
      let columns = isLarge ? Set(placement.legend.map(\.name.frame.minX)).count : 0
      return (
        placement.legend.isEmpty ? 0 : isWhole ? 2 : 1, columns, radius,
        placement.legend.first?.value.size ?? 0
      )
    }
    return all.max { rank($0) < rank($1) } ?? Placement(circles: [])
  }

  /// The size of text for which rings of the usual diameter become smaller.
  private func wantedText(_ usual: Double) -> Double {
    max(minText, usual / RingLayout.maxTextsPerRing)
  }

  private func beside(in bounds: Rect, columns: Int) -> Placement {
    let usual = min(bounds.height, bounds.width / RingLayout.beside)
    let isCompact = hasList || isSteady
    let line = max(lineWidth, columns > 1 ? 0 : ListBox.minWidth)
    let wanted = width(
      ofColumns: columns, letters: isCompact ? line : labelWidth, wantedText(usual))
    let ringsAndGap = RingLayout.fraction(100 + RingLayout.besideGap)
    let side = max(
      min(usual, (bounds.width - wanted) / ringsAndGap), usual * RingLayout.minRings)
    let words =
      side
      * (isCompact ? RingLayout.fraction(RingLayout.compactColumn) * Double(columns) : wordWidth)
    let width = min(bounds.width - side * ringsAndGap, max(words, wanted))
    let square = Rect(
      x: bounds.midX - (side * ringsAndGap + width) / 2, y: (level ?? bounds.midY) - side / 2,
      width: side, height: side)
    let x = square.maxX + side * RingLayout.fraction(RingLayout.besideGap)
    let column = Rect(
      x: x, y: bounds.minY - spare, width: width, height: bounds.height + 2 * spare)
    if hasList,
      let list = compact(
        circles(in: square), in: column, rows: RingLayout.besideRows, columns: columns)
    {
      return list
    }
    let remaining = Rect(x: x, y: square.minY, width: bounds.maxX - x, height: side)
    return Placement(
      circles: circles(in: square), legend: tallLegend(in: remaining, columns: columns))
  }

  /// Rings, legend and list below each other, each as large as possible.
  private func below(in bounds: Rect, columns: Int) -> Placement {
    let usual = min(bounds.width, bounds.height / RingLayout.below)
    let em = wantedText(usual)
    let wanted = width(ofColumns: columns, letters: lineWidth, em)
    let lines =
      Double(lineCount(columns: columns))
      + (hasList ? RingLayout.belowRows + RingLayout.listGap : 0)
    let text = em / ListBox.textFraction * lines
    let gap = RingLayout.fraction(RingLayout.belowGap)
    // Around a given centre, half of the rings is below it, and the usual legend or the lines.
    let most = level.map {
      min(
        (bounds.maxY - $0) / RingLayout.fraction(RingLayout.radius + RingLayout.belowLegend),
        (bounds.maxY - $0 - text) / RingLayout.fraction(RingLayout.radius + RingLayout.belowGap))
    }
    let ringsAndGap = RingLayout.fraction(100 + RingLayout.belowGap)
    let largest = min(most ?? .infinity, (bounds.height - text) / ringsAndGap)
    let side = max(min(usual, largest), usual * RingLayout.minRings)
    let maxBelow = RingLayout.fraction(
      hasList ? RingLayout.maxBelowWithList : RingLayout.maxBelow)
    let spare = min(bounds.height - side, max(side * maxBelow, text + side * gap))
    let top = level.map { $0 - side / 2 } ?? bounds.midY - (side + spare) / 2
    let circles = circles(in: Rect(x: bounds.midX - side / 2, y: top, width: side, height: side))
    let width = max(
      side * RingLayout.fraction(RingLayout.belowWidth), min(wanted, bounds.width))
    let words = Rect(
      x: bounds.midX - width / 2, y: top + side * ringsAndGap, width: width,
      height: min(spare, bounds.maxY - top - side) - side * gap)
    if hasList,
      let list = compact(circles, in: words, rows: RingLayout.belowRows, columns: columns)
    {
      return list
    }
    return Placement(circles: circles, legend: rowLegend(in: words, columns: columns))
  }

  private func width(ofColumns columns: Int, letters: Double, _ size: Double) -> Double {
    (letters * size + columnGap) * Double(columns) - columnGap
  }

  private func lineCount(columns: Int) -> Int { (max(count, 1) + columns - 1) / columns }

  /// The width of a legend beside rings, by their diameter.
  private var wordWidth: Double {
    let twoColumns = 2 * RingLayout.maxEntry + RingLayout.entryGap
    return entryWidth
      * (count > 3 ? twoColumns : min(1 / Double(max(count, 1)), RingLayout.maxEntry))
  }

  /// The width of a name above a value, by the height of both.
  private var entryWidth: Double {
    max(
      RingLayout.valueFigures * RingLayout.boldFigure * RingLayout.valueFraction,
      labelWidth * RingLayout.nameFraction)
  }

  /// The width of the longest name and its swatch in ems.
  private var labelWidth: Double { nameWidth + RingLayout.swatchWidth }

  /// The width of a name and its value in one line, in ems.
  private var lineWidth: Double { labelWidth + RingLayout.valueWidth }

  /// The space between two columns of a legend, in device pixels.
  private var columnGap: Double {
    minText / Environment.minText * RingLayout.columnSpacing
  }

  /// The widest line in ems.
  private var maxLine: Double { max(lineWidth, RingLayout.minLine) }

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
      let split = max(
        cell.width * RingLayout.minNameFraction, cell.width - size * RingLayout.valueWidth)
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
      column.height / Double(lineCount(columns: columns)), column.height * RingLayout.maxEntry,
      cell / entryWidth)
    let nameSize = max(pitch * RingLayout.nameFraction, minText)
    let valueSize = pitch * RingLayout.valueFraction
    guard valueSize * RingLayout.minValue >= minText, cell > nameSize * RingLayout.minCell else {
      return []
    }
    return cells(in: column, columns: columns, pitch: pitch).map { cell in
      let name = cell.inset(
        top: pitch * RingLayout.nameTop, bottom: pitch * (1 - RingLayout.valueTop))
      let value = cell.inset(top: pitch * RingLayout.valueTop, bottom: pitch * RingLayout.foot)
      return LegendEntry(
        name: name, size: nameSize, value: value, size: valueSize, .leading, .leading)
    }
  }

  /// Name and value in one line, above `rows` rows of a list or more; nil if no word fits.
  private func compact(_ circles: [Ring], in box: Rect, rows: Double, columns: Int) -> Placement? {
    // A low column has fewer rows rather than smaller ones.
    let cell = (box.width + columnGap) / Double(columns) - columnGap
    let whole = cell / lineWidth / ListBox.textFraction
    let wanted = columns > 1 ? whole : min(whole, ListBox.rowHeight(inWidth: box.width))
    let (space, lines) = (RingLayout.listGap, Double(lineCount(columns: columns)))
    let fitting = box.height / (lines + space + rows)
    let largest = maxListText * RingLayout.legendScale / ListBox.textFraction
    let pitch = max(min(wanted, fitting, largest), minText / ListBox.textFraction)
    let size = pitch * ListBox.textFraction
    guard cell >= size * ListBox.minTextWidth,
      pitch * lines <= box.height + RingLayout.tolerance
    else { return nil }
    let remaining = box.height - pitch * (lines + space)
    let rowScale = columns > 1 ? RingLayout.wideRowScale : 1
    let rowHeight = min(pitch * rowScale, maxListText / ListBox.textFraction)
    let rows = max(0, (remaining / rowHeight + RingLayout.tolerance).rounded(.down))
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
    let height = min(row.height, pitch * RingLayout.maxCellHeight)
    let valueSize = min(height * RingLayout.cellValue, pitch * RingLayout.maxCellValue)
    let nameSize = max(valueSize * RingLayout.cellName, minText)
    guard count <= 3, nameSize * labelWidth <= pitch, valueSize >= minText else {
      let size = min(
        row.height / Double(lineCount(columns: columns)) * ListBox.textFraction,
        ((row.width + columnGap) / Double(columns) - columnGap) / lineWidth)
      guard size >= minText * RingLayout.textTolerance else { return [] }
      let width = min(row.width, width(ofColumns: columns, letters: maxLine, size))
      let row = Rect(center: row.center, size: Size(width: width, height: row.height))
      return lines(
        cells(in: row, columns: columns, pitch: size / ListBox.textFraction), size: size)
    }
    let top = row.midY - height / 2
    let (nameHeight, valueHeight) = (height * RingLayout.nameLine, height * RingLayout.valueLine)
    return (0..<count).map { index in
      let x = row.minX + pitch * Double(index)
      return LegendEntry(
        name: Rect(x: x, y: top, width: pitch, height: nameHeight), size: nameSize,
        value: Rect(x: x, y: top + nameHeight, width: pitch, height: valueHeight),
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
    let letter = hasList || isSteady ? RingLayout.tightLetter : RingLayout.letter
    let names = key.ringNames.map { panel.width(of: $0, letter: letter) }
    let foot = panel.rows.values.map(\.minY).filter { $0 > frame.maxY }.min()
    let spare = foot.map { ($0 - frame.maxY) * RingLayout.listSpare } ?? 0
    let layout = RingLayout(
      count: key.ringNames.count, hasList: hasList, isSteady: isSteady, spare: spare,
      level: isLevel && !hasList ? dial?.midY : nil, nameWidth: names.max() ?? 0,
      minText: panel.minText, maxListText: panel.maxListText)
    return key.hasBezel
      ? Placement(circles: layout.circles(in: frame, isBezel: true)) : layout.place(in: frame)
  }
}
