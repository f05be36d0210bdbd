import DisplayLists
import Geometry

extension RingMap {
  /// Paints what lies of `ring` in `clip`: the arc's colours by angle, and the caps, the tip and its shadow by distance.
  func paint(_ ring: Ring, into buffer: PixelBuffer, clip: PixelRect) {
    if table.prepare(ring) { caps.prepare(ring) }
    let range = spans(inRows: clip.y..<clip.maxY)
    spans.withUnsafeBufferPointer { spans in
      angles.withUnsafeBufferPointer { angles in
        coverage.withUnsafeBufferPointer { coverage in
          guard let angleBase = angles.baseAddress, let coverBase = coverage.baseAddress else {
            return
          }
          for index in range {
            let span = spans[index]
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
              table.paint(run, from: start, to: end)
            }
          }
        }
      }
    }
  }
}
