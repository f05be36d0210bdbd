import Geometry
import Session

extension PanelLayout {
  /// Around the time, or around the dial if there are no digits; buttons are below the time.
  func placeInBezel() -> ([Part: Rect], [ButtonRows.Row: Rect]) {
    let side = min(size.width, size.height) - PanelLayout.margin * unit
    let middle = Rect(origin: .zero, size: size).center
    let bezel = Rect(center: middle, size: Size(width: side, height: side))
    let hole = RingLayout.bezelHole(count: key.rings.count, in: bezel)
    let radius = hole.width / 2
    guard parts.contains(.digits) else {
      return ([.rings: bezel, .dial: hole.inset(by: radius * 0.04)], [:])
    }
    let (across, down) = key.digits == .stacked ? (1.3, 1.62) : (1.72, 0.8)
    let digits = Rect(center: middle, size: Size(width: radius * across, height: radius * down))
    let height = max(minButtonHeight, radius * 0.16)
    let (top, bottom) = (radius * 0.5, radius * 0.5 + height)
    let width = 1.7 * max(0, radius * radius - bottom * bottom).squareRoot()
    let row = Rect(x: middle.x - width / 2, y: middle.y + top, width: width, height: height)
    let fits = rows.contains(.main) && width * ButtonRows.heightShare >= max(height, minCircle)
    return ([.rings: bezel, .digits: digits], fits ? [.main: row] : [:])
  }
}
