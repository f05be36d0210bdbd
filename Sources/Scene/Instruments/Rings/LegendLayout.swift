import DisplayLists
import Geometry

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

  func offset(dx: Double) -> LegendEntry {
    var entry = self
    (entry.name.frame, entry.value.frame) = (
      name.frame.offset(dx: dx, dy: 0), value.frame.offset(dx: dx, dy: 0)
    )
    return entry
  }
}

/// Where the names and values of rings lie.
struct LegendLayout: Equatable {
  /// The number of rings, 1 to 6.
  var count: Int
  /// The width of the longest name in ems.
  var nameWidth = 3.0
  /// The width of "100%" in bold, in ems.
  var valueWidth = 4 * LegendLayout.valueLetter
  var minText = Environment.minText

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
  /// The width of a character of a value, in ems of a bold font.
  static let valueLetter = 0.56
  /// The width of the longest value in one line, "59 min", in ems, where it may be set a little
  /// smaller.
  private static let lineValue = 3.5
  /// The side of a swatch in ems: 8 pixels in the window of the design.
  static let swatch = 0.6
  /// The width of a swatch and the space after it, by its side.
  static let swatchPitch = 1.7
  /// The same in ems, with what they gain by rounding.
  private static let swatchWidth = 1.1
  /// The width of a letter of a name, in ems.
  static let letter = 0.6
  /// The same in lines above a list, where a name may be set smaller with its value.
  static let tightLetter = 0.5
  /// A line's minimum width in ems: a value ends at most about 6 ems after a short name.
  private static let minLine = 11.5
  /// A name keeps at least this part of its line.
  private static let minNameFraction = 0.6
  /// The space between two columns of a legend, in user units: more than the widest space between
  /// two words.
  private static let columnSpacing = 16.0

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

  /// The part of the minimum text size that is accepted: a hundredth less is rounding.
  private static let textTolerance = 0.99

  func width(ofColumns columns: Int, letters: Double, _ size: Double) -> Double {
    (letters * size + columnGap) * Double(columns) - columnGap
  }

  func lineCount(columns: Int) -> Int { (max(count, 1) + columns - 1) / columns }

  /// The width of a legend beside rings, by their diameter.
  var wordWidth: Double {
    let twoColumns = 2 * LegendLayout.maxEntry + LegendLayout.entryGap
    return entryWidth
      * (count > 3 ? twoColumns : min(1 / Double(max(count, 1)), LegendLayout.maxEntry))
  }

  /// The width of a name above a value, by the height of both.
  private var entryWidth: Double {
    max(
      valueWidth * LegendLayout.valueFraction,
      labelWidth * LegendLayout.nameFraction)
  }

  /// The width of the longest name and its swatch in ems.
  var labelWidth: Double { nameWidth + LegendLayout.swatchWidth }

  /// The width of a name and its value in one line, in ems.
  var lineWidth: Double { labelWidth + LegendLayout.lineValue }

  /// The space between two columns of a legend, in device pixels.
  var columnGap: Double {
    minText / Environment.minText * LegendLayout.columnSpacing
  }

  /// The widest line in ems.
  var maxLine: Double { max(lineWidth, LegendLayout.minLine) }

  /// The cells of a legend of `pitch` high lines in the middle of `bounds`, one column after the
  /// other, up to its right edge.
  func cells(
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
  func lines(_ cells: [Rect], size: Double) -> [LegendEntry] {
    cells.map { cell in
      let split = max(
        cell.width * LegendLayout.minNameFraction, cell.width - size * LegendLayout.lineValue)
      return LegendEntry(
        name: cell.inset(right: cell.width - split), size: size, value: cell.inset(left: split),
        size: size, .leading, .trailing)
    }
  }

  /// Name above value, one ring below the other.
  func tall(in column: Rect, columns: Int) -> [LegendEntry] {
    let cell = (column.width + columnGap) / Double(columns) - columnGap
    let pitch = min(
      column.height / Double(lineCount(columns: columns)), column.height * LegendLayout.maxEntry,
      cell / entryWidth)
    let nameSize = max(pitch * LegendLayout.nameFraction, minText)
    let valueSize = pitch * LegendLayout.valueFraction
    guard valueSize * LegendLayout.minValue >= minText, cell > nameSize * LegendLayout.minCell
    else {
      return []
    }
    return cells(in: column, columns: columns, pitch: pitch).map { cell in
      let name = cell.inset(
        top: pitch * LegendLayout.nameTop, bottom: pitch * (1 - LegendLayout.valueTop))
      let value = cell.inset(top: pitch * LegendLayout.valueTop, bottom: pitch * LegendLayout.foot)
      return LegendEntry(
        name: name, size: nameSize, value: value, size: valueSize, .leading, .leading)
    }
  }

  /// Name above value, one ring beside the other, if no name is cut; else in one line each.
  func row(in row: Rect, columns: Int) -> [LegendEntry] {
    let pitch = row.width / Double(max(count, 1))
    let height = min(row.height, pitch * LegendLayout.maxCellHeight)
    let valueSize = min(height * LegendLayout.cellValue, pitch * LegendLayout.maxCellValue)
    let nameSize = max(valueSize * LegendLayout.cellName, minText)
    guard count <= 3, nameSize * labelWidth <= pitch, valueSize >= minText else {
      let size = min(
        row.height / Double(lineCount(columns: columns)) * ListBox.textFraction,
        ((row.width + columnGap) / Double(columns) - columnGap) / lineWidth)
      guard size >= minText * LegendLayout.textTolerance else { return [] }
      let width = min(row.width, width(ofColumns: columns, letters: maxLine, size))
      let row = Rect(center: row.center, size: Size(width: width, height: row.height))
      return lines(
        cells(in: row, columns: columns, pitch: size / ListBox.textFraction), size: size)
    }
    let top = row.midY - height / 2
    let (nameHeight, valueHeight) = (
      height * LegendLayout.nameLine, height * LegendLayout.valueLine
    )
    return (0..<count).map { index in
      let x = row.minX + pitch * Double(index)
      return LegendEntry(
        name: Rect(x: x, y: top, width: pitch, height: nameHeight), size: nameSize,
        value: Rect(x: x, y: top + nameHeight, width: pitch, height: valueHeight),
        size: valueSize, .center, .center)
    }
  }
}
