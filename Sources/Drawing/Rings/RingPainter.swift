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
  /// The direction in which the arc grows at its tip.
  private let ahead: Point
  private let tipX: Double
  private let tipY: Double
  private let startX: Double
  private let startY: Double
  private let isReversed: Bool
  /// `Coverage.edge` of the cap's circle.
  private let capRadius: Float
  /// Squares of the distances within which a pixel is wholly inside of a cap, and from which on it is outside.
  private let capInside: Float
  private let capOutside: Float
  private let startColor: SIMD4<Float>
  private let endColor: SIMD4<Float>
  private let trackColor: SIMD4<Float>
  private let endWord: UInt32
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
    let tip = ring.point(at: progress)
    let start = ring.center.offset(dx: 0, dy: -middle)
    let outward = Angle(turns: progress).direction
    isReversed = ring.isReversed
    ahead = Point(x: isReversed ? outward.y : -outward.y, y: outward.x)
    tipX = tip.x
    tipY = tip.y
    startX = start.x
    startY = start.y
    capRadius = Coverage.edge(ofCircle: thickness / 2)
    capInside = capRadius > 0.7072 ? (capRadius - 0.7072) * (capRadius - 0.7072) : -1
    capOutside = (capRadius + 0.7072) * (capRadius + 0.7072)
    startColor = ring.startColor.channels
    endColor = RingTable.tipColor(of: ring)
    endWord = Color.word(endColor)
    trackColor = ring.trackColor.channels
    // The shadow is there past 0.96; it grows in over two hundredths, so that it does not pop up.
    shade =
      ring.isPlain ? 0 : Float(min(max((progress - 0.96) / 0.02, 0), 1) * RingPainter.shadowOpacity)
    let lead = ring.point(at: progress + RingPainter.shadowLead)
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

  /// Paints a run, pixel by pixel where a cap or the shadow may be, and by table elsewhere.
  private func paint(_ row: Row, from start: Int, to end: Int) {
    let inTip = row.y >= tipBox.y && row.y < tipBox.maxY
    let inStart = row.y >= startBox.y && row.y < startBox.maxY
    guard inTip || inStart else {
      paintPlain(row, from: start, to: end)
      return
    }
    let tip = inTip ? tipColumns(row.y, from: start, to: end) : (end, end)
    let top = inStart ? startColumns(row.y, from: start, to: end) : (end, end)
    // The two may overlap, and then are one.
    let isTipFirst = tip.0 <= top.0
    let first = isTipFirst ? tip : top
    let second = isTipFirst ? top : tip
    let firstEnd = second.0 < first.1 ? max(first.1, second.1) : first.1
    let secondStart = max(second.0, firstEnd)
    paintPlain(row, from: start, to: first.0)
    for x in first.0..<firstEnd { paintSpecial(row, x) }
    paintPlain(row, from: firstEnd, to: secondStart)
    for x in secondStart..<max(second.1, secondStart) { paintSpecial(row, x) }
    paintPlain(row, from: max(second.1, secondStart), to: end)
  }

  /// The columns of row `y` that the tip's cap or its shadow may touch: the chords of both circles, and of these
  /// what lies ahead of the tip.
  private func tipColumns(_ y: Int, from start: Int, to end: Int) -> (Int, Int) {
    let py = Double(y) + 0.5
    var (low, high) = RingPainter.chord(of: Double(capRadius) + 1.5, dx: tipX, dy: py - tipY)
    if let shadow {
      let other = RingPainter.chord(of: shadow.reach + 1, dx: shadeX, dy: py - shadeY)
      low = min(low, other.low)
      high = max(high, other.high)
    }
    // One pixel behind the line through the tip, for the steps in which angles are counted.
    let rest = -1 - (py - tipY) * ahead.y
    if ahead.x > 0.01 {
      low = max(low, tipX + rest / ahead.x)
    } else if ahead.x < -0.01 {
      high = min(high, tipX + rest / ahead.x)
    }
    return RingPainter.columns(low, high, from: start, to: end)
  }

  /// The columns of row `y` that the start's cap may touch, which lies behind the top.
  private func startColumns(_ y: Int, from start: Int, to end: Int) -> (Int, Int) {
    let (low, high) = RingPainter.chord(of: Double(capRadius) + 1.5, dx: startX, dy: Double(y) + 0.5 - startY)
    return isReversed
      ? RingPainter.columns(max(low, startX - 1), high, from: start, to: end)
      : RingPainter.columns(low, min(high, startX + 1), from: start, to: end)
  }

  /// Where a circle about `dx` cuts the line at `dy` from its centre; the first is past the last where it does not.
  private static func chord(of radius: Double, dx: Double, dy: Double) -> (low: Double, high: Double) {
    let square = radius * radius - dy * dy
    guard square > 0 else { return (.infinity, -.infinity) }
    let half = square.squareRoot()
    return (dx - half, dx + half)
  }

  private static func columns(_ low: Double, _ high: Double, from start: Int, to end: Int) -> (Int, Int) {
    guard low <= high else { return (end, end) }
    let first = Int(min(max(low.rounded(.down), Double(start)), Double(end)))
    let last = Int(min(max(high.rounded(.up), Double(first)), Double(end)))
    return (first, last)
  }

  private func paintPlain(_ row: Row, from start: Int, to end: Int) {
    guard start < end else { return }
    let solidStart = min(max(row.solidStart, start), end)
    let solidEnd = min(max(row.solidEnd, solidStart), end)
    for x in start..<solidStart { paintEdge(row, x) }
    if isOpaque {
      var x = solidStart
      let colors = row.colors
      let track = SIMD8(repeating: UInt16(RingTable.count))
      while x &+ 8 <= solidEnd {
        let angles = UnsafeRawPointer(row.angles + x).loadUnaligned(as: SIMD8<UInt16>.self)
        let steps = angles &>> UInt16(truncatingIfNeeded: shift)
        let held = steps.replacing(with: track, where: steps .> track)
        let target = row.pixels + x
        target[0] = colors[Int(held[0])]
        target[1] = colors[Int(held[1])]
        target[2] = colors[Int(held[2])]
        target[3] = colors[Int(held[3])]
        target[4] = colors[Int(held[4])]
        target[5] = colors[Int(held[5])]
        target[6] = colors[Int(held[6])]
        target[7] = colors[Int(held[7])]
        x = x &+ 8
      }
      while x < solidEnd {
        row.pixels[x] = colors[step(row.angles[x])]
        x = x &+ 1
      }
    } else {
      for x in solidStart..<solidEnd { Blend.lay(row.colors[step(row.angles[x])], on: row.pixels + x) }
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
    if tipShare >= 1, row.coverage[x] == 255, isOpaque {
      row.pixels[x] = endWord
      return
    }
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
