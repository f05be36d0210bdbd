import Geometry
import Session

extension PanelLayout {
  /// The height of the gap by the window's where other parts are below it; its digits have two fifths of it alone.
  private static let (gapHeight, soleGap) = (0.5, 0.56)

  /// The gap between this lap and the ghost above all others.
  func placeBelowGap() -> ([Part: Rect], [ButtonRows.Row: Rect]) {
    let room = key.environment.middle.inset(by: PanelLayout.margin * unit)
    var rest = key
    rest.parts.remove(.gap)
    // A circle has no place for others below it.
    guard !rest.parts.isEmpty, key.environment.shape != .round else {
      let height = min(room.height, size.height * PanelLayout.soleGap)
      let frame = Rect(center: room.center, size: Size(width: room.width, height: height))
      return ([.gap: frame], [:])
    }
    let height = (size.height * PanelLayout.gapHeight).rounded()
    rest.environment.height = max(1, rest.environment.height - Int(height))
    let (frames, rows) = PanelLayout(rest).place()
    var moved = frames.mapValues { $0.offset(dx: 0, dy: height) }
    moved[.gap] = room.inset(bottom: room.maxY - height)
    return (moved, rows.mapValues { $0.offset(dx: 0, dy: height) })
  }
}
