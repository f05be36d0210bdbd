import DisplayLists
import Geometry

/// A ring as an opaque picture and a mask that cuts the ring out of it.
///
/// PDF stores colours and opacity separately, and viewers smooth both when scaling. Cairo makes
/// transparent pixels black, which would bleed in as a dark hairline at the edges.
enum RingCutout {
  /// How far the colours extend beyond the edges, in pixels: more than any viewer smooths.
  private static let bleed = 4.0
  /// The distance inside an edge from which the ring fully covers its pixels.
  private static let inset = 1.5

  /// Paints `ring` into `pixels`, which is transparent, and extends the colours beyond its edges.
  ///
  /// Returns the mask; nil if memory runs out or nothing is visible.
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
        // A translucent ring keeps its own edge.
        guard color >> 24 == 255 else { continue }
        row[x] = color
        visible[x] = UInt8(truncatingIfNeeded: alpha)
      }
    }
    return mask
  }
}
