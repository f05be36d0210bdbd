import DisplayLists
import Geometry

/// A row of seven-segment digits with colons and points between them.
///
/// It asks for a row of the right proportion and stands in the middle of what it gets. All digits have the same
/// whole number of device pixels and stand at fixed places: a changing number never shifts sideways.
struct DigitRow: Equatable {
  /// What kind of glyph stands at one place of the row.
  enum Place: Equatable {
    case digit
    case colon
    case point

    /// The place of an ASCII `byte`: `:` and `.` have places of their own.
    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: ":"): self = .colon
      case UInt8(ascii: "."): self = .point
      default: self = .digit
      }
    }
  }

  /// One place of a row: what stands there and where.
  struct Cell: Equatable {
    var place: Place
    /// The column of a digit's left edge, or of a separator's middle, in device pixels.
    var x: Int
    /// The row of the digits' top edge, in device pixels.
    var y: Int
  }

  /// A row that has been placed.
  struct Placement: Equatable {
    var cells: [Cell]
    /// The width of a digit in device pixels.
    var digitWidth: Double
  }

  /// The places of the row, from left to right.
  var places: [Place]

  /// From one digit to the next, and between digits with a separator in it, in digit widths.
  static let spacing = 0.26
  static let separatorSpacing = 0.58

  /// A row for `text`: ASCII digits and letters, `:` and `.`.
  init(text: String) {
    places = text.utf8.map(Place.init)
  }

  /// Whether the row has the right places for `text`. Allocates nothing.
  func fits(_ text: String) -> Bool {
    var index = 0
    for byte in text.utf8 {
      guard index < places.count, places[index] == Place(byte) else { return false }
      index += 1
    }
    return index == places.count
  }

  /// The row's width in digit widths.
  private var units: Double {
    var sum = 0.0
    var follows = false
    for place in places {
      switch place {
      case .digit:
        sum += follows ? 1 + DigitRow.spacing : 1
        follows = true
      case .colon, .point:
        sum += DigitRow.separatorSpacing
        follows = false
      }
    }
    return max(sum, 1)
  }
}

extension SevenSegment {
  /// The parts that are lit for an ASCII `glyph` in its place: a digit's segments, both dots of a colon, a point.
  static func parts(for glyph: UInt8) -> UInt8 {
    switch DigitRow.Place(glyph) {
    case .digit: segments(for: glyph) ?? 0
    case .colon: 0b11
    case .point: 0b1
    }
  }
}

extension DigitRow {
  func sizeThatFits(_ proposal: Size) -> Size {
    proposal.fitting(aspect: Size(width: units, height: SevenSegment.height))
  }

  func placeSubviews(in bounds: Rect) -> Placement {
    let size = sizeThatFits(bounds.size)
    // From about ten pixels on a digit of whole pixels looks right at all its places; below, any width will do.
    let exact = size.width / units
    let width = exact >= 10 ? exact.rounded(.down) : exact
    var x = bounds.midX - units * width / 2
    let y = Int((bounds.midY - SevenSegment.height * width / 2).rounded())
    var follows = false
    let cells = places.map { place -> Cell in
      switch place {
      case .digit:
        if follows { x += DigitRow.spacing * width }
        follows = true
        defer { x += width }
        return Cell(place: place, x: Int(x.rounded()), y: y)
      case .colon, .point:
        follows = false
        defer { x += DigitRow.separatorSpacing * width }
        return Cell(place: place, x: Int((x + DigitRow.separatorSpacing * width / 2).rounded()), y: y)
      }
    }
    return Placement(cells: cells, digitWidth: width)
  }
}

extension DigitRow.Placement {
  /// The row as groups of lights in `theme`, all of them dark.
  func segments(theme: Theme) -> [SegmentGroup] {
    let style = theme.digits.style(digitWidth: digitWidth)
    let corner = theme.digits.cornerRadius / 100 * digitWidth
    let digit = SevenSegment.digit(width: digitWidth, cornerRadius: corner)
    let colon = SevenSegment.colon(width: digitWidth)
    let point = SevenSegment.point(width: digitWidth)
    // Light that stays within half the space between two digits lets every cell be copied whole, without blending.
    let spare = DigitRow.spacing / 2 * digitWidth
    let isContained = style.reach <= spare * 1.26
    let margin = Int((isContained ? spare : style.reach).rounded(isContained ? .down : .up))
    let height = Int((SevenSegment.height * digitWidth).rounded(.up))
    func box(from left: Double, to right: Double) -> PixelRect {
      let x0 = Int(left.rounded(.down)) - margin
      return PixelRect(
        x: x0, y: -margin, width: Int(right.rounded(.up)) + margin - x0, height: height + 2 * margin)
    }
    let dot = SevenSegment.dot / 2 * digitWidth
    func shape(_ parts: [Path], _ area: PixelRect) -> SegmentShape {
      SegmentShape(parts: parts, style: style, cell: area, backdrop: isContained ? theme.background : nil)
    }
    let digitShape = shape(digit, box(from: 0, to: digitWidth))
    let colonShape = shape(colon, box(from: -dot, to: dot))
    let pointShape = shape(point, box(from: -dot, to: dot))
    return cells.map { cell in
      let shape =
        switch cell.place {
        case .digit: digitShape
        case .colon: colonShape
        case .point: pointShape
        }
      return SegmentGroup(shape, x: cell.x, y: cell.y, levels: 0)
    }
  }
}

extension DigitStyle {
  /// The look at a digit's width in device pixels.
  func style(digitWidth: Double) -> SegmentStyle {
    let unit = digitWidth / 100
    return SegmentStyle(
      unlit: unlit, lit: lit,
      shadows: shadows.map { shadow in
        Shadow(
          color: shadow.color, radius: shadow.radius * unit, dx: shadow.offset * unit,
          dy: shadow.offset * unit)
      }, outline: outline, outlineWidth: outlineWidth * unit)
  }
}
