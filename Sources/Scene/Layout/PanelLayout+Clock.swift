import Geometry
import Session

extension PanelLayout {
  /// The width of the digits below the dial, by the dial's: the picture is the dial, and the digits
  /// are wider only where the window's height is left over.
  private static let (minBelowDial, maxBelowDial) = (0.62, 0.9)
  /// Between the dial and the digits below it, in 480ths of the window's shorter side.
  private static let gapBelowDial = 24.0
  /// The width of a dial between the rings and the digits, by the window's: each of the three is at
  /// least a quarter of it.
  private static let maxDialWidth = 0.47
  /// The gap on either side of it, by the usual one: a disc has space beside it anyway.
  private static let gapBesideDial = 0.75
  /// The height of the digits beside it, by the dial's.
  private static let digitsBesideDial = 0.8

  func placeAroundDial() -> [Part: Rect] {
    let room = Rect(origin: .zero, size: size).inset(by: margin)
    guard key.parts.contains(.rings) else {
      let gap = PanelLayout.gapBelowDial * unit
      let side = min(
        room.width, (room.height - gap) / (1 + PanelLayout.minBelowDial / key.digitAspect))
      let height = min(
        room.height - side - gap, side * PanelLayout.maxBelowDial / key.digitAspect)
      let box = Rect(center: room.center, size: Size(width: side, height: side + gap + height))
      return [.dial: box.inset(bottom: gap + height), .digits: box.inset(top: side + gap)]
    }
    let side = min(room.height, room.width * PanelLayout.maxDialWidth)
    let gap = PanelLayout.gap.width * unit * PanelLayout.gapBesideDial
    let width = (room.width - side) / 2 - gap
    let above = (room.height - side * PanelLayout.digitsBesideDial) / 2
    return [
      .dial: Rect(center: room.center, size: Size(width: side, height: side)),
      .rings: room.inset(right: room.width - width),
      .digits: room.inset(top: above, left: room.width - width, bottom: above),
    ]
  }
}
