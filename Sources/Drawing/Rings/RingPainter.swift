import DisplayLists
import Geometry

/// Paints a ring: the arc's colours by angle, and the caps, the tip and its shadow by distance.
final class RingPainter {
  var ring: Ring
  let map: RingAngleMap
  private let palette: RingPalette
  private let caps: RingCaps

  /// A painter of `ring`, whose angles are those of `map`.
  init(_ ring: Ring, _ map: RingAngleMap) {
    self.ring = ring
    self.map = map
    palette = RingPalette()
    caps = RingCaps(palette: palette)
  }

  /// Paints what lies in `clip`.
  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    if palette.prepare(ring) { caps.prepare(ring) }
    let clip = ring.extent.intersection(clip)
    map.coverage.withUnsafeBufferPointer { coverage in
      map.angles.withUnsafeBufferPointer { angles in
        guard let angleBase = angles.baseAddress, let coverBase = coverage.baseAddress else {
          return
        }
        for index in map.spans(inRows: clip.y..<clip.maxY) {
          let span = map.spans[index]
          let start = max(Int(span.start), clip.x)
          let end = min(Int(span.end), clip.maxX)
          guard start < end else { continue }
          let y = Int(span.row)
          let shift = span.offset - Int(span.start)
          let run = RingRun(
            y: y, pixels: buffer.row(y) - buffer.rect.x, angles: angleBase + shift,
            coverage: coverBase + shift, solidStart: Int(span.solidStart),
            solidEnd: Int(span.solidEnd))
          if caps.touch(y) {
            caps.paint(run, from: start, to: end)
          } else {
            palette.paint(run, from: start, to: end)
          }
        }
      }
    }
  }
}
