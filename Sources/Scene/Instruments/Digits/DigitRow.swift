import DisplayLists
import Geometry

/// A row of seven-segment digits with colons and points between them, perhaps with a sign before them or the half of the
/// day behind.
///
/// It asks for a row of the right proportion and stands in the middle of what it gets. All digits have the same
/// whole number of device pixels and stand at fixed places: a changing number never shifts sideways. Of a row with a
/// place for a sign the digits alone stand in the middle, as far as there is room for the sign beside them.
struct DigitRow: Equatable {
  /// What kind of glyph stands at one place of the row.
  enum Place: Equatable {
    /// A minus sign, on or off.
    case sign
    case digit
    case colon
    case point
    /// A or P, or words in their place.
    case half

    var isSeparator: Bool { self == .colon || self == .point }

    /// The place of an ASCII `byte` between sign and half: `:` and `.` have places of their own.
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
    /// The column of the left edge of a digit, a sign or a half, or of a separator's middle, in device pixels.
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

  /// What stands at the ends of the row.
  struct Ends: Equatable {
    /// Whether the first place is that of a sign.
    var hasSign = false
    /// Whether the last place is that of a half of the day.
    var hasHalf = false
  }

  /// The places of the row, from left to right.
  var places: [Place]

  /// From a sign or a digit to the next digit, and between digits with a separator in it, in digit widths.
  static let spacing = 0.26
  static let separatorSpacing = 0.58

  /// A row for `text`: ASCII digits and letters, `:` and `.`, and what its `ends` say.
  init(text: String, ends: Ends = Ends()) {
    places = text.utf8.map(Place.init)
    if ends.hasSign, !places.isEmpty { places[0] = .sign }
    if ends.hasHalf, !places.isEmpty { places[places.count - 1] = .half }
  }

  /// Whether the row has the right places for `text`. Allocates nothing.
  func fits(_ text: String, ends: Ends = Ends()) -> Bool {
    guard ends.hasSign == (places.first == .sign), ends.hasHalf == (places.last == .half) else {
      return false
    }
    var index = 0
    for byte in text.utf8 {
      guard index < places.count else { return false }
      let place = places[index]
      guard place == .sign || place == .half || place == Place(byte) else { return false }
      index += 1
    }
    return index == places.count
  }

  /// The width of the place for a sign, if there is one, up to the first digit, in digit widths.
  private var signUnits: Double {
    places.first == .sign ? SevenSegment.signLength + DigitRow.spacing : 0
  }

  /// The row's width in digit widths.
  private var units: Double {
    var sum = signUnits
    var follows = false
    for place in places {
      switch place {
      case .sign: break
      case .digit:
        sum += follows ? 1 + DigitRow.spacing : 1
        follows = true
      case .colon, .point:
        sum += DigitRow.separatorSpacing
        follows = false
      case .half: sum += DayHalves.spacing + DayHalves.width
      }
    }
    return max(sum, 1)
  }
}

extension SevenSegment {
  /// The parts that are lit for an ASCII `glyph` in its `place`: the bar of a minus sign, a digit's segments, both dots
  /// of a colon, a point.
  static func parts(for glyph: UInt8, in place: DigitRow.Place) -> UInt8 {
    switch place {
    case .sign: glyph == UInt8(ascii: "-") ? 0b1 : 0
    case .digit, .half: segments(for: glyph) ?? 0
    case .colon: 0b11
    case .point: 0b1
    }
  }
}

extension DigitRow {
  /// The row's width by its height.
  var aspect: Double { units / SevenSegment.height }

  func sizeThatFits(_ proposal: Size) -> Size {
    proposal.fitting(aspect: Size(width: aspect, height: 1))
  }

  func placeSubviews(in bounds: Rect) -> Placement {
    let size = sizeThatFits(bounds.size)
    // From about ten pixels on a digit of whole pixels looks right at all its places; below, any width will do.
    let exact = size.width / units
    let width = exact >= 10 ? exact.rounded(.down) : exact
    var x = max(bounds.midX - (units + signUnits) * width / 2, bounds.minX)
    let y = Int((bounds.midY - SevenSegment.height * width / 2).rounded())
    var follows = false
    let cells = places.map { place -> Cell in
      switch place {
      case .sign:
        defer { x += signUnits * width }
        return Cell(place: place, x: Int(x.rounded()), y: y)
      case .digit:
        if follows { x += DigitRow.spacing * width }
        follows = true
        defer { x += width }
        return Cell(place: place, x: Int(x.rounded()), y: y)
      case .colon, .point:
        follows = false
        defer { x += DigitRow.separatorSpacing * width }
        return Cell(
          place: place, x: Int((x + DigitRow.separatorSpacing * width / 2).rounded()), y: y)
      case .half:
        x += DayHalves.spacing * width
        return Cell(place: place, x: Int(x.rounded()), y: y)
      }
    }
    return Placement(cells: cells, digitWidth: width)
  }
}

extension DigitRow.Placement {
  /// The row as groups of lights in `theme`, all of them dark; a half is a smaller digit on the foot of the others.
  func segments(theme: Theme) -> [SegmentGroup] {
    let style = theme.digitStyle(digitWidth: digitWidth)
    let corner = theme.digits.cornerRadius / 100 * digitWidth
    let digit = SevenSegment.digit(width: digitWidth, cornerRadius: corner)
    let minus = SevenSegment.minus(width: digitWidth, cornerRadius: corner)
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
        x: x0, y: -margin, width: Int(right.rounded(.up)) + margin - x0, height: height + 2 * margin
      )
    }
    // There is less space beside a separator: its light lies on that of the digits.
    let reach = Int(style.reach.rounded(.up))
    let dot = Int((SevenSegment.dot / 2 * digitWidth).rounded(.up)) + reach
    let dotBox = PixelRect(x: -dot, y: -reach, width: 2 * dot, height: height + 2 * reach)
    func separator(_ parts: [Path]) -> SegmentShape {
      SegmentShape(parts: parts, style: style, cell: dotBox, backdrop: nil)
    }
    func shape(_ parts: [Path], _ area: PixelRect) -> SegmentShape {
      SegmentShape(
        parts: parts, style: style, cell: area, backdrop: isContained ? theme.background : nil)
    }
    let digitShape = shape(digit, box(from: 0, to: digitWidth))
    let signShape = shape(minus, box(from: 0, to: SevenSegment.signLength * digitWidth))
    let half = SevenSegment.digit(width: DayHalves.width * digitWidth, cornerRadius: corner)
    let drop = (1 - DayHalves.width) * SevenSegment.height * digitWidth
    let halfShape = shape(
      half.map { $0.offset(dx: 0, dy: drop) }, box(from: 0, to: DayHalves.width * digitWidth))
    let colonShape = separator(colon)
    let pointShape = separator(point)
    return cells.map { cell in
      let shape =
        switch cell.place {
        case .sign: signShape
        case .digit: digitShape
        case .colon: colonShape
        case .point: pointShape
        case .half: halfShape
        }
      return SegmentGroup(shape, x: cell.x, y: cell.y, levels: 0)
    }
  }
}

extension Theme {
  /// The digits' look at a digit's width in device pixels.
  func digitStyle(digitWidth: Double) -> SegmentStyle {
    let unit = digitWidth / 100
    return SegmentStyle(
      unlit: digits.unlit, lit: litFill,
      shadows: digits.shadows.map { shadow in
        Shadow(
          color: shadow.color, radius: shadow.radius * unit, dx: shadow.offset * unit,
          dy: shadow.offset * unit)
      }, outline: digits.outline, outlineWidth: digits.outlineWidth * unit)
  }
}
