public import Geometry

/// A line of text in a box, ending in an ellipsis if it is too long.
public struct TextRun: Equatable, Hashable, Sendable {
  public enum Alignment: Equatable, Hashable, Sendable {
    case leading, center, trailing
  }

  /// Control characters are ignored.
  public var string: String
  /// The clip box in device pixels; capitals are centred vertically.
  public var frame: Rect
  public var alignment: Alignment
  /// The em, in device pixels.
  public var size: Double
  public var isBold: Bool
  /// Whether all digits have the same whole-pixel advance, so that a running number does not shift.
  public var isTabular: Bool
  public var color: Color
  /// The colour of a line around the glyphs, `haloWidth` device pixels wide.
  public var halo: Color?
  public var haloWidth = 1

  public init(
    _ string: String, frame: Rect, alignment: Alignment = .center, size: Double,
    isBold: Bool = false, isTabular: Bool = false, color: Color, halo: Color? = nil
  ) {
    self.string = string
    self.frame = frame
    self.alignment = alignment
    self.size = size
    self.isBold = isBold
    self.isTabular = isTabular
    self.color = color
    self.halo = halo
  }
}

extension TextRun {
  /// Returns the pixels in which this number may differ from `old`; nil if anything but its figures
  /// has changed.
  func changedFigures(since old: TextRun, in font: FontMetrics) -> PixelRect? {
    var same = old
    same.string = string
    guard isTabular, same == self, frame.minX.isFinite, size.isFinite,
      string.utf8.count == old.string.utf8.count
    else { return nil }
    func advance(_ byte: UInt8) -> Int? {
      font.advance(of: Unicode.Scalar(byte), size: size, isBold: isBold)
    }
    var width = 0
    var changed: (first: Int, last: Int)?
    for (byte, before) in zip(string.utf8, old.string.utf8) {
      guard let step = advance(byte) else { return nil }
      if before != byte {
        // A different separator moves what follows.
        guard advance(before) == step else { return nil }
        changed = (changed?.first ?? width, width + step)
      }
      width += step
    }
    guard Double(width) <= frame.width else { return nil }
    guard let changed else { return .zero }
    let x = Int(figuresStart(width: Double(width)))
    let lean = Int(min(max(size, 0), 4096) * font.figures(isBold: isBold).lean) + 2 + haloWidth
    let box = PixelRect(covering: frame)
    return PixelRect(
      x: x + changed.first - lean, y: box.y, width: changed.last - changed.first + 2 * lean,
      height: box.height
    ).intersection(box)
  }

  /// Returns the whole column at which a line of `width` device pixels starts.
  public func figuresStart(width: Double) -> Double {
    let x =
      switch alignment {
      case .leading: frame.minX
      case .center: frame.midX - width / 2
      case .trailing: frame.maxX - width
      }
    return min(max(x.rounded(), -1_000_000), 1_000_000)
  }

  /// Returns the largest number of characters below `limit` that fits, by bisection; 0 to 2047.
  public static func longest(below limit: Int, fits: (Int) -> Bool) -> Int {
    (0..<11).reversed().reduce(0) { kept, bit in
      let wanted = kept + 1 << bit
      return wanted < limit && fits(wanted) ? wanted : kept
    }
  }
}

/// A font family and the advances of its figures.
///
/// Composing, painting and comparing running numbers all use these, without opening a font. DejaVu
/// Sans is built in; other families are measured on demand.
public struct FontMetrics: Hashable, Sendable {
  /// The figures of one weight; lengths in ems.
  public struct Figures: Hashable, Sendable {
    /// The advance of the widest digit, used for all digits.
    public var digit: Double
    public var colon: Double
    public var point: Double
    public var plus: Double
    public var minus: Double
    /// The maximum overhang of ink on either side of its advance.
    public var lean: Double

    /// The default overhang suits any upright font.
    public init(
      digit: Double, colon: Double, point: Double, plus: Double, minus: Double,
      lean: Double = 1.0 / 16
    ) {
      (self.digit, self.colon, self.point) = (digit, colon, point)
      (self.plus, self.minus, self.lean) = (plus, minus, lean)
    }
  }

  /// The font family; fontconfig substitutes the nearest if it is missing.
  public var family: String
  /// The family that is opened: another one than asked for if a better one is installed.
  public var face: String
  public var regular: Figures
  public var bold: Figures

  public init(family: String, regular: Figures = .standard, bold: Figures = .standardBold) {
    (self.family, face, self.regular, self.bold) = (family, family, regular, bold)
  }

  public static let standardFamily = "DejaVu Sans"
  /// fontconfig's alias for the default sans-serif font.
  public static let sansSerif = "sans-serif"
  public static let standard = FontMetrics(family: standardFamily)

  public func figures(isBold: Bool) -> Figures { isBold ? bold : regular }

  /// Returns the whole-pixel advance of a tabular digit, colon, point or sign at an em of `size`
  /// device pixels; nil for other characters.
  public func advance(of scalar: Unicode.Scalar, size: Double, isBold: Bool) -> Int? {
    let figures = figures(isBold: isBold)
    let em = min(max(size, 0), 4096)
    switch scalar {
    // Neighbours do not touch, as each has more space around it than the 0.03 ems that it may lose.
    case "0"..."9": return Int((em * (figures.digit - 0.03)).rounded(.up))
    case "+": return Int((em * (figures.plus - 0.03)).rounded(.up))
    case ":": return Int((em * figures.colon).rounded())
    case ".": return Int((em * figures.point).rounded())
    case "-": return Int((em * figures.minus).rounded())
    default: return nil
    }
  }
}

extension FontMetrics.Figures {
  /// DejaVu Sans has 2048 units per em.
  public static let standard = FontMetrics.Figures(
    digit: 1303.0 / 2048, colon: 690.0 / 2048, point: 651.0 / 2048, plus: 1716.0 / 2048,
    minus: 739.0 / 2048)
  public static let standardBold = FontMetrics.Figures(
    digit: 1425.0 / 2048, colon: 819.0 / 2048, point: 778.0 / 2048, plus: 1716.0 / 2048,
    minus: 850.0 / 2048)
}
