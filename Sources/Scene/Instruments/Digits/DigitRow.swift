import DisplayLists
import Geometry

/// A row of seven-segment digits with separators, perhaps a sign before or the half of the day behind.
///
/// Digits have the same whole-pixel width and fixed places: a changing number never shifts. The digits
/// alone stand in the middle, as far as there is room for a sign beside them.
struct DigitRow: Equatable {
  enum Place: Equatable {
    /// A minus sign, on or off.
    case sign
    case digit
    case colon
    case point
    /// A or P, or the words for them.
    case half

    var isSeparator: Bool { self == .colon || self == .point }

    /// The place of an ASCII `byte` between sign and half.
    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: ":"): self = .colon
      case UInt8(ascii: "."): self = .point
      default: self = .digit
      }
    }

    /// In digit widths; for separators including the space around them.
    var width: Double {
      switch self {
      case .sign: SevenSegment.signLength
      case .digit: 1
      case .colon, .point: 0.58
      case .half: 0.8
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
    /// In device pixels.
    var digitWidth: Double
  }

  /// Whether there are places at the ends of the row for a sign and the half of the day.
  struct Ends: Equatable {
    var hasSign = false
    var hasHalf = false
  }

  var places: [Place]

  /// Between a sign or a digit and the next digit, and before the half, in digit widths.
  static let spacing = 0.26
  private static let halfSpacing = 0.3

  /// A row for `text`: ASCII digits and letters, `:` and `.`, and what `ends` say.
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

  /// The width of the sign's place up to the first digit, in digit widths.
  private var signUnits: Double {
    places.first == .sign ? Place.sign.width + DigitRow.spacing : 0
  }

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
        sum += place.width
        follows = false
      case .half: sum += DigitRow.halfSpacing + place.width
      }
    }
    return max(sum, 1)
  }

  var aspect: Double { units / SevenSegment.height }

  func sizeThatFits(_ proposal: Size) -> Size {
    proposal.fitting(aspect: Size(width: aspect, height: 1))
  }

  func place(in bounds: Rect) -> Placement {
    let size = sizeThatFits(bounds.size)
    // A digit of ten or more whole pixels looks right at all its places; below, any width will do.
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
        defer { x += place.width * width }
        return Cell(place: place, x: Int((x + place.width * width / 2).rounded()), y: y)
      case .half:
        x += DigitRow.halfSpacing * width
        return Cell(place: place, x: Int(x.rounded()), y: y)
      }
    }
    return Placement(cells: cells, digitWidth: width)
  }
}

extension DigitRow.Placement {
  /// The row as dark lights; a half is a smaller digit on the foot of the others.
  func segments(theme: Theme) -> [SegmentGroup] {
    let style = theme.digitStyle(digitWidth: digitWidth)
    let corner = theme.digits.cornerRadius / 100 * digitWidth
    // Light that stays within half the space between two digits lets every cell be copied opaquely.
    let spare = DigitRow.spacing / 2 * digitWidth
    let isContained = style.reach <= spare * 1.26
    let margin = Int((isContained ? spare : style.reach).rounded(isContained ? .down : .up))
    let height = Int((SevenSegment.height * digitWidth).rounded(.up))
    func shape(_ parts: [Path], width: Double) -> SegmentShape {
      let cell = PixelRect(
        x: -margin, y: -margin, width: Int((width * digitWidth).rounded(.up)) + 2 * margin,
        height: height + 2 * margin)
      return SegmentShape(
        parts: parts, style: style, cell: cell, backdrop: isContained ? theme.background : nil)
    }
    // There is less space beside a separator: its light lies on that of the digits.
    let reach = Int(style.reach.rounded(.up))
    let dot = Int((SevenSegment.dot / 2 * digitWidth).rounded(.up)) + reach
    func separator(_ parts: [Path]) -> SegmentShape {
      let cell = PixelRect(x: -dot, y: -reach, width: 2 * dot, height: height + 2 * reach)
      return SegmentShape(parts: parts, style: style, cell: cell, backdrop: nil)
    }
    let halfWidth = DigitRow.Place.half.width
    let half = SevenSegment.digit(width: halfWidth * digitWidth, cornerRadius: corner)
    let drop = (1 - halfWidth) * SevenSegment.height * digitWidth
    let digitShape = shape(
      SevenSegment.digit(width: digitWidth, cornerRadius: corner), width: 1)
    let signShape = shape(
      SevenSegment.minus(width: digitWidth, cornerRadius: corner), width: SevenSegment.signLength)
    let halfShape = shape(half.map { $0.offset(dx: 0, dy: drop) }, width: halfWidth)
    let colonShape = separator(SevenSegment.colon(width: digitWidth))
    let pointShape = separator(SevenSegment.point(width: digitWidth))
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

extension SevenSegment {
  /// The parts that an ASCII `glyph` lights at `place`.
  static func parts(for glyph: UInt8, in place: DigitRow.Place) -> UInt8 {
    switch place {
    case .sign: glyph == UInt8(ascii: "-") ? 0b1 : 0
    case .digit, .half: segments(for: glyph) ?? 0
    case .colon: 0b11
    case .point: 0b1
    }
  }
}

extension Theme {
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
