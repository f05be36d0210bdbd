import Geometry
import Session

extension PanelLayout {
  // In radii of the hole in the bezel, whose edge the corners of the digits' box about meet.

  /// The box of digits in two lines and in one.
  private static let stackedBox = Size(width: 1.3, height: 1.62)
  private static let lineBox = Size(width: 1.72, height: 0.8)
  /// The edge around a dial.
  private static let dialEdge = 0.04
  /// The top of the buttons below the centre, and their height where that is enough.
  private static let (buttonTop, buttonHeight) = (0.5, 0.16)

  /// The width of the row of buttons by half the chord at its foot: 0.85 of the chord.
  private static let rowWidth = 1.7

  /// The width of the edge of a small window, by its shorter side, and of the space inside of it.
  static let (edgeWidth, edgeGap) = (0.07, 0.035)

  /// The time alone, inside of the window's edge.
  func placeInEdge() -> [Part: Rect] {
    let side = min(size.width, size.height)
    let edge = side * (PanelLayout.edgeWidth + PanelLayout.edgeGap)
    let bounds = Rect(origin: .zero, size: size)
    guard key.environment.shape == .round else { return [.digits: bounds.inset(by: edge)] }
    let radius = side / 2 - side * PanelLayout.edgeWidth
    let box = key.digits == .stacked ? PanelLayout.stackedBox : PanelLayout.lineBox
    return [
      .digits: Rect(
        center: bounds.center, size: Size(width: radius * box.width, height: radius * box.height))
    ]
  }

  /// Around the time, or around the dial if there are no digits; buttons are below the time.
  func placeInBezel() -> ([Part: Rect], [ButtonRows.Row: Rect]) {
    let side = min(size.width, size.height) - PanelLayout.margin * unit
    let middle = Rect(origin: .zero, size: size).center
    let bezel = Rect(center: middle, size: Size(width: side, height: side))
    let hole = RingCircles.bezelHole(count: key.rings.count, in: bezel)
    let radius = hole.width / 2
    guard parts.contains(.digits) else {
      return ([.rings: bezel, .dial: hole.inset(by: radius * PanelLayout.dialEdge)], [:])
    }
    let box = key.digits == .stacked ? PanelLayout.stackedBox : PanelLayout.lineBox
    let digits = Rect(
      center: middle, size: Size(width: radius * box.width, height: radius * box.height))
    let height = max(minButtonHeight, radius * PanelLayout.buttonHeight)
    let top = radius * PanelLayout.buttonTop
    let bottom = top + height
    let width =
      PanelLayout.rowWidth * max(0, radius * radius - bottom * bottom).squareRoot()
    let row = Rect(x: middle.x - width / 2, y: middle.y + top, width: width, height: height)
    let fits = rows.contains(.main) && width * ButtonRows.heightFraction >= max(height, minCircle)
    return ([.rings: bezel, .digits: digits], fits ? [.main: row] : [:])
  }
}
