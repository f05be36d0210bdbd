/// A typeface, and how far its figures advance: what has to be known of it to tell where a running number stands.
///
/// Whoever composes a number, paints it or finds out what of it has changed has the same value, and so agrees without a font.
public struct FontMetrics: Hashable, Sendable {
  /// The figures of one weight, all lengths as parts of the em.
  public struct Figures: Hashable, Sendable {
    /// How far every digit advances: the widest one's advance.
    public var digit: Double
    /// How far a colon advances.
    public var colon: Double
    /// How far a decimal point advances.
    public var point: Double
    /// How far a plus sign advances.
    public var plus: Double
    /// How far a minus sign advances.
    public var minus: Double
    /// How far ink may lean out of its place to the left or to the right.
    public var lean: Double
    /// How far up and down ink may reach from the middle of a capital.
    public var reach: Double

    /// Figures of these measures. Without others, ink leans and reaches no farther than that of an upright typeface.
    public init(
      digit: Double, colon: Double, point: Double, plus: Double, minus: Double,
      lean: Double = Figures.usualLean, reach: Double = Figures.usualReach
    ) {
      (self.digit, self.colon, self.point, self.plus, self.minus) = (
        digit, colon, point, plus, minus
      )
      (self.lean, self.reach) = (lean, reach)
    }

    /// How far ink is allowed to lean out without measuring.
    public static let usualLean = 1.0 / 16
    /// How far ink is allowed to reach without measuring.
    public static let usualReach = 0.5
  }

  /// The typeface's name; where it is missing, fontconfig finds the nearest.
  public var family: String
  /// Its figures in regular weight.
  public var regular: Figures
  /// Its bold figures.
  public var bold: Figures

  /// The typeface of this name; until it is measured, its figures get the places that those of the standard font have.
  public init(family: String, regular: Figures = .standard, bold: Figures = .standardBold) {
    (self.family, self.regular, self.bold) = (family, regular, bold)
  }

  /// The typeface whose measures are known without looking at it.
  public static let standardFamily = "DejaVu Sans"
  /// What fontconfig calls any typeface without serifs; the one that the person or the distribution has chosen.
  public static let sansSerif = "sans-serif"
  /// The standard typeface with its measures.
  public static let standard = FontMetrics(family: standardFamily)

  /// The figures of one weight.
  public func figures(isBold: Bool) -> Figures { isBold ? bold : regular }

  /// How far a digit, a colon, a point or a sign moves what follows it where figures are tabular, in whole device pixels; nil
  /// for anything else, which advances as the font says. `size` is the em, in device pixels.
  public func advance(of scalar: Unicode.Scalar, size: Double, isBold: Bool) -> Int? {
    let figures = figures(isBold: isBold)
    let em = min(max(size, 0), 4096)
    switch scalar {
    // Rounded up, so that neighbours do not touch; what a measure is off by takes no pixel.
    case "0"..."9": return Int((em * figures.digit - 0.01).rounded(.up))
    case "+": return Int((em * figures.plus - 0.01).rounded(.up))
    case ":": return Int((em * figures.colon).rounded())
    case ".": return Int((em * figures.point).rounded())
    case "-": return Int((em * figures.minus).rounded())
    default: return nil
    }
  }
}

extension FontMetrics.Figures {
  /// Those of DejaVu Sans, whose em has 2048 units.
  public static let standard = FontMetrics.Figures(
    digit: 1303.0 / 2048, colon: 690.0 / 2048, point: 651.0 / 2048, plus: 1716.0 / 2048,
    minus: 739.0 / 2048)
  /// Those of DejaVu Sans Bold.
  public static let standardBold = FontMetrics.Figures(
    digit: 1425.0 / 2048, colon: 819.0 / 2048, point: 778.0 / 2048, plus: 1716.0 / 2048,
    minus: 850.0 / 2048)
}
