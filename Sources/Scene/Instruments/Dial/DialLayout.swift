import DisplayLists
import Geometry
import Session

/// The geometry of a dial, a disc in a square, in device pixels.
///
/// The design assumes a diameter of 300 between the outer ends of the ticks.
struct DialLayout: Equatable {
  var center: Point
  /// The plate's diameter, in whole device pixels at rest.
  var side: Double
  /// Between the outer ends of the ticks.
  var diameter: Double
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
  /// The minimum part of its legible size for which a text is enlarged. Smaller ones have no space.
  private static let minTextFraction = 0.75
  /// The size of a text by the height of its line.
  static let (readoutFraction, captionFraction, dateFraction) = (0.8, 0.8, 0.75)
  private static func plateFraction(lanes: Int) -> Double {
    lanes == 0
      ? plateFraction : (lapsRadius(lanes: lanes) + lapsEdge) / (design / 2)
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
    diameter = side / DialLayout.plateFraction(lanes: lanes)
  }

  var plateRadius: Double { side / 2 }
  var plate: Rect { Rect(center: center, size: Size(width: side, height: side)) }
  var miniCenter: Point {
    center.offset(dx: 0, dy: -DialLayout.miniRise * (diameter / DialLayout.design))
  }
  var miniDiameter: Double { DialLayout.miniSize * (diameter / DialLayout.design) }
  var readout: Rect { line(DialLayout.readout, width: DialLayout.lineWidth) }
  var caption: Rect { line(DialLayout.caption, width: DialLayout.lineWidth) }
  var lapReadout: Rect {
    var line = line(DialLayout.lapReadout, width: DialLayout.lapLineWidth)
    // On a small dial, rounding would let them overlap.
    line.origin.y = max(line.minY, readout.maxY)
    return line
  }

  /// A line of text below the centre.
  private func line(_ place: (below: Double, height: Double), width: Double) -> Rect {
    Rect(
      center: center.offset(dx: 0, dy: length(place.below).rounded()),
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

  var hasMini: Bool { miniDiameter >= DialLayout.minMini * minText / Environment.minText }

  /// The edge around the wedge, and the outer part of the wedge.
  var rim: Element.Area {
    let (inner, outer) = (DialLayout.rim.lowerBound, DialLayout.rim.upperBound)
    return .ring(center: center, radius: length(outer), thickness: length(outer - inner))
  }
}
