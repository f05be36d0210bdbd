import DisplayLists
import Geometry

/// Paints one ring by its map: the arc's colours by angle, and the caps, the tip and its shadow by distance.
struct RingPainter {
  private let map: RingMap
  private let table: RingTable
  private let isOpaque: Bool
  private let shift: UInt32
  private let tipAngle: UInt32
  /// Where pixels lie that the caps or the shadow touch, and where every pixel is reckoned by itself.
  private let tipBox: PixelRect
  private let startBox: PixelRect
  private let tipX: Double
  private let tipY: Double
  private let startX: Double
  private let startY: Double
  /// `Coverage.edge` of the cap's circle.
  private let capRadius: Float
  /// Squares of the distances within which a pixel is wholly inside of a cap, and from which on it is outside.
  private let capInside: Float
  private let capOutside: Float
  private let startColor: SIMD4<Float>
  private let endColor: SIMD4<Float>
  private let trackColor: SIMD4<Float>
  /// The shadow's opacity under the middle of the tip; 0 is none.
  private let shade: Float
  private let shadeX: Double
  private let shadeY: Double
  private let shadow: DiscShadow?

  /// The blur of the tip's shadow at a ring of diameter 250.
  private static let shadowSigma = 2.0 / 250
  /// The shadow's opacity.
  private static let shadowOpacity = 0.15
  /// The shadow is as far ahead of the tip as the arc grows by this part of a turn.
  private static let shadowLead = 0.01

  /// Prepares the painting of `ring` with its `map`.
  init(_ ring: Ring, map: RingMap) {
    self.map = map
    table = map.table
    table.prepare(ring)
    let progress = table.progress
    let hasArc = progress > 0
    isOpaque = table.isOpaque
    shift = table.shift
    tipAngle = table.tip
    let thickness = min(ring.thickness, ring.radius)
    let middle = ring.radius - thickness / 2
    let tip = ring.center.polar(angle: Angle(turns: progress), distance: middle)
    let start = ring.center.offset(dx: 0, dy: -middle)
    tipX = tip.x
    tipY = tip.y
    startX = start.x
    startY = start.y
    capRadius = Coverage.edge(ofCircle: thickness / 2)
    capInside = capRadius > 0.7072 ? (capRadius - 0.7072) * (capRadius - 0.7072) : -1
    capOutside = (capRadius + 0.7072) * (capRadius + 0.7072)
    startColor = ring.startColor.channels
    endColor = RingTable.tipColor(of: ring)
    trackColor = ring.trackColor.channels
    // The shadow is there past 0.96; it grows in over two hundredths, so that it does not pop up.
    shade = Float(min(max((progress - 0.96) / 0.02, 0), 1) * RingPainter.shadowOpacity)
    let lead = ring.center.polar(
      angle: Angle(turns: progress + RingPainter.shadowLead), distance: middle)
    shadeX = lead.x
    shadeY = lead.y
    let cap = thickness / 2 + 1
    var box = Rect(center: tip, size: Size(width: 2 * cap, height: 2 * cap))
    if shade > 0 {
      let cast = map.shadow(radius: thickness / 2, sigma: 2 * ring.radius * RingPainter.shadowSigma)
      box = box.union(Rect(center: lead, size: Size(width: 2 * cast.reach, height: 2 * cast.reach)))
      shadow = cast
    } else {
      shadow = nil
    }
    tipBox = hasArc ? PixelRect(covering: box) : .zero
    startBox =
      hasArc && progress < 1
      ? PixelRect(covering: Rect(center: start, size: Size(width: 2 * cap, height: 2 * cap))) : .zero
  }

  /// Paints what lies in `clip`.
  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let colors = UnsafePointer(table.colors)
    map.spans.withUnsafeBufferPointer { spans in
      map.angles.withUnsafeBufferPointer { angles in
        map.coverage.withUnsafeBufferPointer { coverage in
          guard let angleBase = angles.baseAddress, let coverBase = coverage.baseAddress else { return }
          for span in spans {
            let y = Int(span.row)
            let start = max(Int(span.start), clip.x)
            let end = min(Int(span.end), clip.maxX)
            guard y >= clip.y, y < clip.maxY, start < end else { continue }
            let shift = span.offset - Int(span.start)
            let row = Row(
              y: y, pixels: buffer.row(y) - buffer.rect.x, angles: angleBase + shift,
              coverage: coverBase + shift, colors: colors, solidStart: Int(span.solidStart),
              solidEnd: Int(span.solidEnd))
            paint(row, from: start, to: end)
          }
        }
      }
    }
  }

  /// A run of one row; all pointers are meant to be moved by the absolute column.
  private struct Row {
    let y: Int
    let pixels: UnsafeMutablePointer<UInt32>
    let angles: UnsafePointer<UInt16>
    let coverage: UnsafePointer<UInt8>
    let colors: UnsafePointer<UInt32>
    let solidStart: Int
    let solidEnd: Int
  }

  /// Paints a run, pixel by pixel inside the boxes of the caps and by table elsewhere.
  private func paint(_ row: Row, from start: Int, to end: Int) {
    let inTip = row.y >= tipBox.y && row.y < tipBox.maxY
    let inStart = row.y >= startBox.y && row.y < startBox.maxY
    guard inTip || inStart else {
      paintPlain(row, from: start, to: end)
      return
    }
    var x = start
    while x < end {
      var next = end
      var isSpecial = false
      if inTip {
        if x < tipBox.x {
          next = min(next, tipBox.x)
        } else if x < tipBox.maxX {
          next = min(next, tipBox.maxX)
          isSpecial = true
        }
      }
      if inStart {
        if x < startBox.x {
          next = min(next, startBox.x)
        } else if x < startBox.maxX {
          next = min(next, startBox.maxX)
          isSpecial = true
        }
      }
      if isSpecial {
        for column in x..<next { paintSpecial(row, column) }
      } else {
        paintPlain(row, from: x, to: next)
      }
      x = next
    }
  }

  private func paintPlain(_ row: Row, from start: Int, to end: Int) {
    let solidStart = min(max(row.solidStart, start), end)
    let solidEnd = min(max(row.solidEnd, solidStart), end)
    for x in start..<solidStart { paintEdge(row, x) }
    if isOpaque {
      for x in solidStart..<solidEnd { row.pixels[x] = row.colors[step(row.angles[x])] }
    } else {
      for x in solidStart..<solidEnd {
        row.pixels[x] = Blend.over(row.colors[step(row.angles[x])], on: row.pixels[x])
      }
    }
    for x in solidEnd..<end { paintEdge(row, x) }
  }

  @inline(__always)
  private func paintEdge(_ row: Row, _ x: Int) {
    row.pixels[x] = Blend.mix(
      row.colors[step(row.angles[x])], into: row.pixels[x], cover: UInt32(row.coverage[x]))
  }

  /// The step of colour at `angle`; `RingTable.count` far beyond the arc.
  @inline(__always)
  private func step(_ angle: UInt16) -> Int {
    min(Int(UInt32(angle) &>> shift), RingTable.count)
  }

  /// A pixel that a cap or the shadow may touch.
  ///
  /// A cap lies wholly in the ring, so where both cover only a part of the pixel, the cap takes its share of the
  /// ring's part: nothing behind the ring shows through where the two touch.
  private func paintSpecial(_ row: Row, _ x: Int) {
    let angle = UInt32(row.angles[x])
    // The half turn ahead of the tip: there its cap lies, and its shadow falls.
    let isAhead = (angle &- tipAngle &- 1) & 0xFFFF < 0x8000
    // The half turn before the top, where the start's cap lies, unless the arc has come by.
    let isBefore = startBox.width > 0 && angle >= 0x8000 && angle > tipAngle
    guard isAhead || isBefore else {
      paintEdge(row, x)
      return
    }
    let cover = Float(row.coverage[x]) * (1 / 255)
    let px = Double(x) + 0.5
    let py = Double(row.y) + 0.5
    let tipShare = isAhead ? disc(px - tipX, py - tipY) / cover : 0
    var color: SIMD4<Float>
    if tipShare >= 1 {
      color = endColor
    } else {
      color = Color.channels(of: row.colors[step(row.angles[x])])
      if isBefore {
        let share = disc(px - startX, py - startY) / cover
        color = trackColor + (startColor - trackColor) * min(share, 1)
      }
      if isAhead, let shadow {
        let dx = Float(px - shadeX)
        let dy = Float(py - shadeY)
        let dark = shade * shadow.value(at: (dx * dx + dy * dy).squareRoot())
        color *= 1 - dark
        color.w += 255 * dark
      }
      if tipShare > 0 { color += (endColor - color) * tipShare }
    }
    let below = Color.channels(of: row.pixels[x])
    row.pixels[x] = Color.word(color * cover + below * (1 - color.w * cover * (1 / 255)))
  }

  /// How much of a pixel a cap's disc covers, whose centre lies (dx, dy) before the pixel's.
  @inline(__always)
  private func disc(_ dx: Double, _ dy: Double) -> Float {
    let x = Float(dx)
    let y = Float(dy)
    let square = x * x + y * y
    if square <= capInside { return 1 }
    if square >= capOutside { return 0 }
    let distance = square.squareRoot()
    let inverse = 1 / max(distance, 1e-6)
    return Coverage.ofSquare(depth: capRadius - distance, nx: x * inverse, ny: y * inverse)
  }
}
