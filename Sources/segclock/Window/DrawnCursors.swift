import Desktop
import Drawing
import Geometry
import Platform
import Scene
import Session
import Settings
import Timekeeping
import Windowing

extension PointerCursor {
  /// The side of a cursor in pixels, as the desktop says; 24 units otherwise.
  private static let desktopSide = UserEnvironment.variable("XCURSOR_SIZE").flatMap { Int($0) }
    .flatMap { (8...256).contains($0) ? $0 : nil }

  /// Shows the cursor for what the pointer is over; nil for the desktop's.
  func show(_ picture: CursorPicture?, scale: Double) {
    side = PointerCursor.desktopSide ?? max(8, min(Int((24 * scale).rounded()), 256))
    switch picture {
    case .hand: shape = .hand
    case .grab: shape = .grab
    case .text: shape = .text
    case nil: shape = .usual
    }
  }

  /// Draws a cursor that is needed for the first time; nil if that fails.
  static func draw(_ shape: Shape, side: Int) -> CursorImage? {
    let pictures: [Shape: CursorPicture] = [.hand: .hand, .grab: .grab, .text: .text]
    guard let picture = pictures[shape],
      let raster = try? Raster(painting: picture.list(side: side))
    else { return nil }
    return withExtendedLifetime(raster) {
      CursorImage(pixels: raster.buffer, hotSpot: picture.hotSpot(side: side))
    }
  }
}
