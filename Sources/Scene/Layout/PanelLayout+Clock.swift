import Geometry
import Session

extension PanelLayout {
  func placeAroundDial() -> [Part: Rect] {
    let room = Rect(origin: .zero, size: size).inset(by: margin)
    guard key.parts.contains(.rings) else {
      let gap = 24 * unit
      let side = min(room.width, (room.height - gap) / (1 + 0.62 / key.digitAspect))
      let height = min(room.height - side - gap, side * 0.9 / key.digitAspect)
      let box = Rect(center: room.center, size: Size(width: side, height: side + gap + height))
      return [.dial: box.inset(bottom: gap + height), .digits: box.inset(top: side + gap)]
    }
    let (side, gap) = (min(room.height, room.width * 0.47), PanelLayout.gap.width * unit * 0.75)
    let width = (room.width - side) / 2 - gap
    let above = (room.height - side * 0.8) / 2
    return [
      .dial: Rect(center: room.center, size: Size(width: side, height: side)),
      .rings: room.inset(right: room.width - width),
      .digits: room.inset(top: above, left: room.width - width, bottom: above),
    ]
  }
}
