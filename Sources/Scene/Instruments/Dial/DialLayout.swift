import DisplayLists
import Geometry
import Session

/// The sides of a dial's centre, in turns from the top.
enum DialSide {
  static let (above, right, below, left) = (0.0, 0.25, 0.5, 0.75)
}

/// The geometry of a dial, a disc in a square, in device pixels.
///
/// The design assumes a diameter of 300 between the outer ends of the ticks.
struct DialLayout: Equatable {
  let center: Point
  /// The plate's diameter, in whole device pixels.
  let side: Double
  let minText: Double
  /// How many laps have space around the ticks.
  let lanes: Int

  /// The lanes of a large dial: those of the laps, and one for the running lap.
  static let maxLanes = DialRim.maxLaps + 1

  // Lengths of the design, whose diameter is 300.

  static let design = 300.0
  /// From the outer lap's track to the plate's edge.
  private static let lapsEdge = 1.9
  /// The tail of a hand around a full turn: a tenth of the diameter.
  static let tail = 30.0
  /// The small dial's centre above the large one's, and its diameter.
  private static let (miniRise, miniSize) = (50.0, 90.0)
  /// The middle below the centre, and the height, of the readout and the lines around it, which
  /// meet; the readout is the largest, and the hub is clear of the caption above it.
  private static let readout = (below: 62.0, height: 26.0)
  private static let caption = (below: 37.0, height: 18.0)
  private static let lapReadout = (below: 83.0, height: 15.0)
  /// The widths of these lines, which end before the numerals; lower, those are closer.
  private static let (lineWidth, lapLineWidth) = (150.0, 130.0)
  /// Beside the centre, the middle of the lines is between the tails and the numerals, as is the
  /// sum of a line's two widths there and below; they are around the line of the centre.
  private static let besideDistance = 65.0
  private static let besideWidths = 214.0
  private static let besideRise = 71.0
  /// The date, between the hub and the numerals, and below it the city: the middle of each line
  /// from that of both, and its height.
  private static let dateDistance = 62.0
  private static let dateWidth = 76.0
  private static let dateLines = [(below: -7.0, height: 18.0), (below: 9.0, height: 14.0)]
  /// The size of a readout below which it is enlarged to be legible, and has no space beside the
  /// centre.
  private static let minBesideReadout = 16.0
  /// A hand's distance from the centre at which it takes hold of the rim, from the inside of the
  /// wedge's edge to outside of the plate.
  private static let rim = 104.0...162.0
  /// How far light falls in themes that glow.
  static let glow = 5.0

  // In user units.

  /// The minimum plate's diameter with arcs of laps: below, an arc would be thinner than two pixels.
  private static let minWithLaps = 150.0
  /// The same with all arcs, of which each is three pixels wide.
  private static let minWithAllLaps = 254.0
  /// The minimum diameter of a small dial: about where its numerals can be enlarged to be legible.
  private static let minMini = 65.0

  /// The plate's diameter by that of the ticks; leaves space for the rim.
  static let plateFraction = 1.05
  /// The small dial's tick circle by its diameter: its rim keeps clear of the large hub.
  static let miniRim = 0.87
  /// How near to a text's middle, in turns, a hand crosses the text.
  private static let crossing = 0.1225
  /// The minimum gap between two hands, in turns, in which texts are: with less, they would come
  /// back only for some seconds.
  private static let minHandGap = 0.3
  /// Added to the turns between two hands that decide on a side, so that rounding does not decide
  /// at a whole or half turn.
  private static let leadOffset = 0.0137
  /// The minimum part of its legible size for which a text is enlarged. Smaller ones have no space.
  private static let minTextFraction = 0.75
  /// The size of a text by the height of its line.
  static let (readoutFraction, captionFraction, dateFraction) = (0.8, 0.8, 0.75)
  private var plateFraction: Double {
    lanes == 0
      ? DialLayout.plateFraction : (lapsRadius + DialLayout.lapsEdge) / (DialLayout.design / 2)
  }

  /// Creates the largest dial in `bounds` whose texts are at least `minText` device pixels.
  init(in bounds: Rect, minText: Double = Environment.minText, hasLaps: Bool = false) {
    // The middle is on a pixel's edge or middle, so that the dial is symmetrical.
    side = DialLayout.size(in: bounds.size).width.rounded(.down)
    center = Point(
      x: (bounds.midX - side / 2).rounded() + side / 2,
      y: (bounds.midY - side / 2).rounded() + side / 2)
    self.minText = minText
    let units = side / minText * Environment.minText
    // Of few: the best, the worst and the running one.
    let few = 3
    lanes =
      !hasLaps || units < DialLayout.minWithLaps
      ? 0 : units < DialLayout.minWithAllLaps ? few : DialLayout.maxLanes
  }

  /// Between the outer ends of the ticks.
  var diameter: Double { side / plateFraction }
  var plateRadius: Double { side / 2 }
  var plate: Rect { Rect(center: center, size: Size(width: side, height: side)) }
  var miniCenter: Point {
    center.offset(dx: 0, dy: -DialLayout.miniRise * (diameter / DialLayout.design))
  }
  var miniDiameter: Double { DialLayout.miniSize * (diameter / DialLayout.design) }
  func readout(at side: Double) -> Rect {
    line(DialLayout.readout, width: DialLayout.lineWidth, at: side)
  }
  func caption(at side: Double) -> Rect {
    line(DialLayout.caption, width: DialLayout.lineWidth, at: side)
  }
  func lapReadout(at side: Double) -> Rect {
    var line = line(DialLayout.lapReadout, width: DialLayout.lapLineWidth, at: side)
    // On a small dial, rounding would let them overlap.
    line.origin.y = max(line.minY, readout(at: side).maxY)
    return line
  }

  /// Under the centre, or beside it between the tails of hands and the numerals.
  private func line(
    _ place: (below: Double, height: Double), width: Double, at side: Double
  ) -> Rect {
    let isBeside = side != DialSide.below
    let distance = isBeside ? length(DialLayout.besideDistance) : 0
    let start = center.polar(angle: Angle(turns: side), distance: distance)
    let below = isBeside ? place.below - DialLayout.besideRise : place.below
    let width = isBeside ? DialLayout.besideWidths - width : width
    return Rect(
      center: start.offset(dx: 0, dy: length(below).rounded()),
      size: Size(width: length(width), height: length(place.height))
    ).snapped
  }

  static func size(in size: Size) -> Size { size.fitting(aspect: 1) }

  /// Converts a length of the design.
  func length(_ units: Double) -> Double { units * diameter / DialLayout.design }

  /// Returns a line of text, a little larger if it would be illegible; nil if much larger.
  func text(
    _ string: String = "", in frame: Rect, _ alignment: TextRun.Alignment = .center, size: Double,
    isBold: Bool = false, isTabular: Bool = false, color: Color, theme: Theme
  ) -> TextRun? {
    guard isLegible(size) else { return nil }
    return TextRun(
      string, frame: frame, alignment: alignment, size: max(size, minText), isBold: isBold,
      isTabular: isTabular,
      color: color, halo: theme.halo == nil ? nil : theme.hubFill)
  }

  /// Whether a text of `size` is legible once it is a little larger.
  func isLegible(_ size: Double) -> Bool { size >= minText * DialLayout.minTextFraction }

  /// The first side of the centre that no hand at these turns crosses: below, above, right or left.
  func freeSide(besides first: Double, _ second: Double) -> Double {
    func isFree(_ side: Double) -> Bool {
      min(
        abs((first - side).remainder(dividingBy: 1)), abs((second - side).remainder(dividingBy: 1)))
        > DialLayout.crossing
    }
    if isFree(DialSide.below) { return DialSide.below }
    if isFree(DialSide.above) { return DialSide.above }
    if isFree(DialSide.right) { return DialSide.right }
    return isFree(DialSide.left) ? DialSide.left : DialSide.below
  }

  /// Below the centre; while hands are near, on the side they will not reach soon.
  func side(besides total: Double, _ lap: Double) -> Double {
    let first = (total - DialSide.below).remainder(dividingBy: 1)
    let second = (lap - DialSide.below).remainder(dividingBy: 1)
    let isBetween = first * second < 0 && abs(first - second) < DialLayout.minHandGap
    let isFree = !isBetween && min(abs(first), abs(second)) > DialLayout.crossing
    if isFree || length(DialLayout.minBesideReadout) < minText { return DialSide.below }
    let lead = abs(first) < abs(second) ? first - second : second - first
    let isRight = (lead + DialLayout.leadOffset).remainder(dividingBy: 1) < 0
    return isRight ? DialSide.right : DialSide.left
  }

  /// One or two lines in the middle of that side.
  func lines(at side: Double, count: Int) -> [Rect] {
    let distance = length(DialLayout.dateDistance)
    let middle = center.polar(angle: Angle(turns: side), distance: distance)
    return DialLayout.dateLines.prefix(count).map { below, height in
      Rect(
        center: middle.offset(dx: 0, dy: count == 1 ? 0 : length(below).rounded()),
        size: Size(width: length(DialLayout.dateWidth), height: length(height))
      ).snapped
    }
  }

  var hasMini: Bool { miniDiameter >= DialLayout.minMini * minText / Environment.minText }

  /// The edge around the wedge, and the outer part of the wedge.
  var rim: Element.Area {
    let (inner, outer) = (DialLayout.rim.lowerBound, DialLayout.rim.upperBound)
    return .ring(center: center, radius: length(outer), thickness: length(outer - inner))
  }
}
