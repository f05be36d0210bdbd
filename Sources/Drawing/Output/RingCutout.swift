import DisplayLists
import Geometry

/// A ring as a picture without transparency and a mask that cuts the ring out of it.
///
/// PDF keeps colours apart from how opaque they are, and viewers smooth both when they change the size. What is transparent
/// is black to cairo, and would come in at the edges as a dark hairline.
enum RingCutout {
  /// How far the colours go on beyond the edges, in pixels: more than any viewer smooths over.
  private static let bleed = 4.0
  /// How far inside of an edge the ring covers its pixels whole.
  private static let inset = 1.5

  /// Paints `ring` and, beyond its edges, the colours at its edges into `pixels`, which is clear.
  ///
  /// Returns how much of each pixel is to be seen; nil where memory ends or nothing is.
  static func paint(_ ring: Ring, into pixels: PixelBuffer) -> Mask? {
    let rect = pixels.rect
    guard let mask = Mask(rect: rect), let map = RingAngleMap(ring, within: rect) else {
      return nil
    }
    RingPainter(ring, map).paint(into: pixels, clip: rect)
    let outer = ring.radius - inset
    let inner = min(ring.radius - ring.thickness + inset, outer)
    for y in rect.y..<rect.maxY {
      let row = pixels.row(y)
      let visible = mask.base + (y - rect.y) * mask.stride
      let dy = Double(y) + 0.5 - ring.center.y
      for x in 0..<rect.width {
        let alpha = row[x] >> 24
        visible[x] = alpha > 0 ? 255 : 0
        guard alpha < 255 else { continue }
        let dx = Double(rect.x + x) + 0.5 - ring.center.x
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > max(inner - bleed, 0), distance < outer + bleed else { continue }
        let reach = min(max(distance, inner), outer) / distance
        let column = Int((ring.center.x + dx * reach).rounded(.down)) - rect.x
        let line = Int((ring.center.y + dy * reach).rounded(.down))
        guard column >= 0, column < rect.width, line >= rect.y, line < rect.maxY else { continue }
        let color = pixels.row(line)[column]
        // A ring that can be seen through keeps its own edge.
        guard color >> 24 == 255 else { continue }
        row[x] = color
        visible[x] = UInt8(truncatingIfNeeded: alpha)
      }
    }
    return mask
  }
}
