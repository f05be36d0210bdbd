import DisplayLists
import Geometry

/// A row of seven-segment digits with separators, and an optional sign or half of the day.
///
/// Digits have the same whole-pixel width and fixed positions: a changing number never shifts. Each
/// two, from the last, may have a line of their own.
struct DigitRow: Equatable {
  enum Place: Equatable {
    /// A minus sign (`~`) that is narrower than `-` among the digits.
    case sign
    /// The sign of an overrun (`*`), always on.
    case plus
    case digit
    case colon
    case point
    /// The half of the day (`A` or `p`), or the words for both.
    case half

    var isSeparator: Bool { self == .colon || self == .point }

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "~"): self = .sign
      case UInt8(ascii: "*"): self = .plus
      case UInt8(ascii: ":"): self = .colon
      case UInt8(ascii: "."): self = .point
      case UInt8(ascii: "A"), UInt8(ascii: "p"): self = .half
      default: self = .digit
      }
    }

    /// In digit widths; separators include the space around them.
    var width: Double {
      switch self {
      case .sign: SevenSegment.signLength
      case .plus: SevenSegment.length
      case .digit: 1
      case .colon, .point: DigitRow.separatorWidth
      case .half: DigitRow.halfWidth
      }
    }
  }

  struct Cell: Equatable {
    var place: Place
    /// The left edge, or a separator's middle, in device pixels.
    var x: Int
    /// The top edge of the digits, in device pixels.
    var y: Int
  }

  struct Placement: Equatable {
    var cells: [Cell]
    var digitWidth: Double
    /// In digit widths.
    var digitHeight: Double
  }

  let places: [Place]
  private let lines: [Range<Int>]
  // In digit widths.
  private let width: Double

  /// Between a sign or digit and the next digit: a little more than a segment is thick, so that
  /// neighbours do not merge. In digit widths, as are the others.
  static let spacing = 0.26
  /// A dot of 0.21, and on either side a little less than between two digits.
  private static let separatorWidth = 0.58
  /// Smaller than a digit: it is read once, not watched.
  private static let halfWidth = 0.8
  /// Before the half, and between lines: a little more, as what it parts is read apart.
  private static let halfSpacing = 0.3
  private static let lineSpacing = 0.3
  /// Between the digits and the caret below them, within the margin of every layout.
  fileprivate static let caretSpacing = 0.16
  /// How far beyond half the spacing light may reach and still be clipped there unseen: its outer
  /// fifth is too faint to be seen.
  fileprivate static let maxReach = 1.26
  /// The digit width, in device pixels, from which it is a whole number, so that all digits are
  /// alike; below, that would change the size of a row by more than a tenth.
  private static let minWholeWidth = 10.0
  /// The aspect ratio of a time of hours, to the hundredth.
  static let usualAspect = 4.3

  /// The text is in the middle of a row of at least that many digits.
  init(text: String, lineCount: Int = 1, minDigits: Int = 1) {
    let places = text.utf8.map(Place.init)
    let end = (places.lastIndex(of: .digit) ?? 0) + 1
    let starts = (1..<lineCount).map { end - 2 * $0 }.filter { $0 > 0 }.reversed()
    lines = zip([0] + starts, starts + [places.count]).map { $0..<$1 }
    width = lines.map { DigitRow.edges(of: places[$0], from: 0, digitWidth: 1).last ?? 0 }
      .reduce(Double(minDigits) * (1 + DigitRow.spacing) - DigitRow.spacing, max)
    self.places = places
  }

  /// Includes the end of the row.
  private static func edges(
    of places: ArraySlice<Place>, from start: Double, digitWidth: Double
  ) -> [Double] {
    var edges: [Double] = []
    var (x, last) = (start, Place.colon)
    for place in places {
      if place == .half { x += halfSpacing * digitWidth }
      if place == .digit, !last.isSeparator { x += spacing * digitWidth }
      edges.append(x)
      x += place.width * digitWidth
      last = place
    }
    return edges + [x]
  }

  /// Does not allocate.
  func fits(_ text: String) -> Bool { text.utf8.elementsEqual(places) { Place($0) == $1 } }

  var aspect: Double { aspect(ofDigits: SevenSegment.height) }

  private func aspect(ofDigits height: Double) -> Double {
    let count = Double(lines.count)
    return width / (height * count + DigitRow.lineSpacing * (count - 1))
  }

  /// Of two lines, digits are as low as makes them as wide as the box, within limits.
  private func digitHeight(in size: Size) -> Double {
    guard lines.count == 2 else { return SevenSegment.height }
    let filling = (width * size.height / size.width - DigitRow.lineSpacing) / 2
    return min(max(filling, SevenSegment.lowHeight), SevenSegment.height)
  }

  func sizeThatFits(_ proposal: Size) -> Size { proposal.fitting(aspect: aspect) }

  func place(in bounds: Rect) -> Placement {
    let digitHeight = digitHeight(in: bounds.size)
    let aspect = aspect(ofDigits: digitHeight)
    let exact = bounds.size.fitting(aspect: aspect).width / width
    let unit = exact >= DigitRow.minWholeWidth ? exact.rounded(.down) : exact
    let start = bounds.midX - width * unit / 2
    let top = bounds.midY - width * unit / aspect / 2
    let pitch = (digitHeight + DigitRow.lineSpacing) * unit
    // The part of the free space that is before the digits. Above the half of the day, digits start
    // at one edge; below a plus sign, they end at one.
    let alignment = places.last == .half ? 0.0 : places.first == .plus ? 1 : 0.5
    let cells = lines.enumerated().flatMap { line, range in
      let places = places[range]
      let length = DigitRow.edges(of: places, from: 0, digitWidth: unit).last ?? 0
      let inset = (width * unit - length) * alignment
      let edges = DigitRow.edges(of: places, from: start + inset, digitWidth: unit)
      return zip(places, edges).map { place, edge in
        let x = place.isSeparator ? edge + place.width * unit / 2 : edge
        return Cell(
          place: place, x: Int(x.rounded()), y: Int((top + pitch * Double(line)).rounded()))
      }
    }
    return Placement(cells: cells, digitWidth: unit, digitHeight: digitHeight)
  }
}

extension DigitRow.Placement {
  /// The right edge of the last digit.
  var end: Double { cells.last { $0.place == .digit }.map { Double($0.x) + digitWidth } ?? 0 }

  /// The number of lines of digits.
  var lineCount: Int { Set(cells.lazy.filter { $0.place == .digit }.map(\.y)).count }

  func box(of cell: DigitRow.Cell) -> Rect {
    let width = cell.place.width * digitWidth
    return Rect(
      x: Double(cell.x) - (cell.place.isSeparator ? width / 2 : 0), y: Double(cell.y),
      width: width, height: digitHeight * digitWidth)
  }

  /// A mark under the last digit, where the next one appears.
  func caret(on panel: Panel) -> Picture? {
    guard let cell = cells.last else { return nil }
    let thickness = max(2, (SevenSegment.thickness / 2 * digitWidth).rounded())
    let y = Double(cell.y) + (digitHeight + DigitRow.caretSpacing) * digitWidth
    let bar = Rect(
      x: Double(cell.x), y: min(y, panel.key.environment.size.height - thickness - 1),
      width: digitWidth, height: thickness
    ).snapped
    return Picture(
      [.fill(.roundedRect(bar, radius: thickness / 2), panel.theme.focus)],
      covering: bar.inset(by: -1))
  }

  func segments(theme: Theme, on backdrop: Color?) -> [SegmentGroup] {
    var shapes: [DigitRow.Place: SegmentShape] = [:]
    let digits = theme.digits
    func shadows(_ relative: [RelativeShadow]) -> [Shadow] {
      relative.map { $0.shadow(of: digitWidth) }
    }
    var style = SegmentStyle(
      unlit: digits.unlit, lit: theme.litFill, shadows: shadows(digits.shadows),
      outline: digits.outline, outlineWidth: digits.outlineWidth / 100 * digitWidth)
    (style.unlitEdges, style.litEdges) = (shadows(digits.unlitEdges), shadows(digits.litEdges))
    style.sheen = digits.sheen
    if let halo = theme.halo { (style.halo, style.haloWidth) = (halo, theme.haloWidth) }
    return cells.map { cell in
      let shape = shapes[cell.place] ?? self.shape(of: cell.place, style, theme, on: backdrop)
      shapes[cell.place] = shape
      return SegmentGroup(shape, x: cell.x, y: cell.y, levels: 0)
    }
  }

  private func shape(
    of place: DigitRow.Place, _ style: SegmentStyle, _ theme: Theme, on backdrop: Color?
  ) -> SegmentShape {
    let corner = theme.digits.cornerRadius / 100 * digitWidth
    let parts: [Path] =
      switch place {
      case .sign: SevenSegment.minus(width: digitWidth, cornerRadius: corner)
      case .plus: SevenSegment.plus(width: digitWidth, height: digitHeight, cornerRadius: corner)
      case .digit:
        SevenSegment.digit(width: digitWidth, height: digitHeight, cornerRadius: corner)
      case .colon: SevenSegment.colon(width: digitWidth, height: digitHeight)
      case .point: SevenSegment.point(width: digitWidth)
      case .half:
        // A smaller digit on the baseline of the others.
        SevenSegment.digit(width: place.width * digitWidth, cornerRadius: corner).map {
          $0.offset(dx: 0, dy: (digitHeight - place.width * SevenSegment.height) * digitWidth)
        }
      }
    let height = Int((digitHeight * digitWidth).rounded(.up))
    let reach = Int(style.reach.rounded(.up))
    // Light within half the space between two digits lets every cell be copied opaquely.
    let spare = DigitRow.spacing / 2 * digitWidth
    let isContained = style.reach <= spare * DigitRow.maxReach
    let margin = isContained ? Int(spare.rounded(.down)) : reach
    if place.isSeparator {
      // Separators have less space: their light overlaps that of the digits.
      let dot = Int((SevenSegment.dot / 2 * digitWidth).rounded(.up)) + reach
      let cell = PixelRect(x: -dot, y: -reach, width: 2 * dot, height: height + 2 * reach)
      return SegmentShape(parts: parts, style: style, cell: cell, backdrop: nil)
    }
    let width = Int((place.width * digitWidth).rounded(.up))
    let cell = PixelRect(
      x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin)
    return SegmentShape(
      parts: parts, style: style, cell: cell, backdrop: isContained ? backdrop : nil)
  }
}
