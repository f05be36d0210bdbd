import DisplayLists
import Geometry

/// Concentric rings with a legend beside or below them, and space for a list under the legend.
struct RingLayout: Equatable {
  var legend: LegendLayout
  var hasList: Bool
  /// The space above and below that a list may take, too.
  var spare = 0.0
  /// The y of their centre if a dial is beside them and their legend below.
  var level: Double?
  /// The maximum size of the list's text, in device pixels.
  var maxListText = ListBox.maxText

  struct Placement: Equatable {
    /// Empty rings without colours.
    var circles: [Ring]
    /// Empty if texts do not fit.
    var legend: [LegendEntry] = []
    var list = ListBox()

    var box: Rect { legend.reduce(circles.first?.extent.rect ?? .zero) { $0.union($1.box) } }
  }

  // MARK: Lengths in hundredths of the rings' diameter, so that sums of them are exact

  private static func fraction(_ hundredths: Double) -> Double { hundredths / 100 }

  private static let radius = 50.0
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

  // MARK: The list below the legend

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
  /// Rounding, of which rows of exactly the available height must not be lost.
  private static let tolerance = 1e-6

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

  /// Prefers placements that cut no name, then larger rings, then larger text.
  func place(in bounds: Rect) -> Placement {
    let size = RingLayout.size(in: bounds.size, minText: minText)
    if size.width == size.height {
      return Placement(
        circles: RingCircles.circles(count, in: Rect(center: bounds.center, size: size)))
    }
    let all = (count > 3 ? [1, 2] : [1]).flatMap {
      [beside(in: bounds, columns: $0), below(in: bounds, columns: $0)]
    }
    let wholeName = legend.labelWidth * RingLayout.wholeName
    func rank(_ placement: Placement) -> (names: Int, rings: Double, text: Double) {
      let isWhole = placement.legend.allSatisfy {
        $0.name.frame.width >= wholeName * $0.name.size
      }
      return (
        placement.legend.isEmpty ? 0 : isWhole ? 2 : 1, placement.circles.first?.radius ?? 0,
        placement.legend.first?.value.size ?? 0
      )
    }
    return all.max { rank($0) < rank($1) } ?? Placement(circles: [])
  }

  private var count: Int { legend.count }

  /// Whether names and values are in lines beside the rings: above each other, they would be small.
  private var isMany: Bool { count > 3 }

  private var minText: Double { legend.minText }

  /// The size of text for which rings of the usual diameter become smaller.
  private func wantedText(_ usual: Double) -> Double {
    max(minText, usual / RingLayout.maxTextsPerRing)
  }

  private func beside(in bounds: Rect, columns: Int) -> Placement {
    let usual = min(bounds.height, bounds.width / RingLayout.beside)
    let isCompact = hasList || isMany
    let line = max(legend.lineWidth, columns > 1 ? 0 : ListBox.minWidth)
    let wanted = legend.width(
      ofColumns: columns, letters: isCompact ? line : legend.labelWidth, wantedText(usual))
    let ringsAndGap = RingLayout.fraction(100 + RingLayout.besideGap)
    let side = max(
      min(usual, (bounds.width - wanted) / ringsAndGap), usual * RingLayout.minRings)
    let legendWidth =
      side
      * (isCompact
        ? RingLayout.fraction(RingLayout.compactColumn) * Double(columns) : legend.wordWidth)
    let width = min(bounds.width - side * ringsAndGap, max(legendWidth, wanted))
    let square = Rect(
      x: bounds.midX - (side * ringsAndGap + width) / 2, y: (level ?? bounds.midY) - side / 2,
      width: side, height: side)
    let x = square.maxX + side * RingLayout.fraction(RingLayout.besideGap)
    let column = Rect(
      x: x, y: bounds.minY - spare, width: width, height: bounds.height + 2 * spare)
    if isCompact,
      let lines = compact(
        RingCircles.circles(count, in: square), in: column,
        rows: hasList ? RingLayout.besideRows : 0, columns: columns)
    {
      return lines
    }
    let remaining = Rect(x: x, y: square.minY, width: bounds.maxX - x, height: side)
    let entries = legend.tall(in: remaining, columns: columns)
    // What is seen of both is in the middle, on one axis with what is above.
    let end = entries.map { entry in
      let ems = (name: legend.labelWidth, value: legend.valueWidth)
      return entry.name.frame.minX + max(ems.name * entry.name.size, ems.value * entry.value.size)
    }.max()
    let dx = end.map { (bounds.midX - (square.minX + $0) / 2).rounded() } ?? 0
    return Placement(
      circles: RingCircles.circles(count, in: square.offset(dx: dx, dy: 0)),
      legend: entries.map { $0.offset(dx: dx) })
  }

  /// Rings, legend and list below each other, each as large as possible.
  private func below(in bounds: Rect, columns: Int) -> Placement {
    let usual = min(bounds.width, bounds.height / RingLayout.below)
    let em = wantedText(usual)
    let wanted = legend.width(ofColumns: columns, letters: legend.lineWidth, em)
    let lines =
      Double(legend.lineCount(columns: columns))
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
    let circles = RingCircles.circles(
      count, in: Rect(x: bounds.midX - side / 2, y: top, width: side, height: side))
    let width = max(
      side * RingLayout.fraction(RingLayout.belowWidth), min(wanted, bounds.width))
    let row = Rect(
      x: bounds.midX - width / 2, y: top + side * ringsAndGap, width: width,
      height: min(spare, bounds.maxY - top - side) - side * gap)
    if hasList,
      let list = compact(circles, in: row, rows: RingLayout.belowRows, columns: columns)
    {
      return list
    }
    return Placement(circles: circles, legend: legend.row(in: row, columns: columns))
  }

  /// Name and value in one line, above at least `rows` rows of a list if there is one; nil if no word fits.
  private func compact(_ circles: [Ring], in box: Rect, rows: Double, columns: Int) -> Placement? {
    // A low column has fewer rows rather than smaller ones.
    let cell = (box.width + legend.columnGap) / Double(columns) - legend.columnGap
    let whole = cell / legend.lineWidth / ListBox.textFraction
    let wanted = columns > 1 ? whole : min(whole, ListBox.rowHeight(inWidth: box.width))
    let (space, lines) = (RingLayout.listGap, Double(legend.lineCount(columns: columns)))
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
    let rows = hasList ? max(0, (remaining / rowHeight + RingLayout.tolerance).rounded(.down)) : 0
    let height = pitch * lines + (rows > 0 ? pitch * space + rowHeight * rows : 0)
    let top = (box.midY - height / 2).rounded()
    let column = Rect(x: box.minX, y: top, width: box.width, height: pitch * lines)
    // Above a list, values end where its times do.
    let widest = rows > 0 ? .infinity : legend.maxLine * size
    let cells = legend.cells(in: column, columns: columns, pitch: pitch, widest: widest)
    let entries = legend.lines(cells, size: size)
    let list = Rect(
      x: box.minX, y: top + (pitch * (lines + space)).rounded(), width: box.width,
      height: rowHeight * rows)
    return Placement(
      circles: circles, legend: entries, list: ListBox(frame: list.snapped, rowHeight: rowHeight))
  }
}

extension RingLayout {
  /// The rings of `panel`, with a legend unless they are around its other instruments.
  static func placement(on panel: Panel) -> Placement? {
    guard let frame = panel.frames[.rings] else { return nil }
    let (key, dial) = (panel.key, panel.frames[.dial])
    let hasList = key.hasList && panel.frames[.laps] == nil
    let isLevel = dial.map { $0.minY == frame.minY && $0.height < frame.height } ?? false
    let isTight = hasList || key.ringNames.count > 3
    let letter = isTight ? LegendLayout.tightLetter : LegendLayout.letter
    let names = key.ringNames.map { panel.width(of: $0, letter: letter) }
    let foot = panel.rows.values.map(\.minY).filter { $0 > frame.maxY }.min()
    let spare = foot.map { ($0 - frame.maxY) * RingLayout.listSpare } ?? 0
    let layout = RingLayout(
      legend: LegendLayout(
        count: key.ringNames.count, nameWidth: names.max() ?? 0,
        valueWidth: panel.width(of: "100%", isBold: true, letter: LegendLayout.valueLetter),
        minText: panel.minText),
      hasList: hasList, spare: spare,
      level: isLevel && !hasList ? dial?.midY : nil, maxListText: panel.maxListText)
    return key.hasBezel
      ? Placement(circles: RingCircles.circles(key.ringNames.count, in: frame, isBezel: true))
      : layout.place(in: frame)
  }
}
