import DisplayLists
import Geometry

/// The round ends of a ring's arc and the shadow of its tip: the parts that the angle palette cannot express.
final class RingCaps {
  private let palette: RingPalette
  private var tipAngle: UInt32 = 0
  /// Where pixels lie that the caps or the shadow touch, and where every pixel is reckoned by itself.
  private var tipBox = PixelRect.zero
  private var startBox = PixelRect.zero
  /// The direction in which the arc grows at its tip.
  private var ahead = Point.zero
  private var tip = Point.zero
  private var start = Point.zero
  private var isReversed = false
  /// `Coverage.edge` of the cap's circle.
  private var radius: Float = 0
  /// Squares of the distances within which a pixel is wholly inside of a cap, and from which on it is outside.
  private var inside: Float = 0
  private var outside: Float = 0
  private var startColor = SIMD4<Float>()
  private var endColor = SIMD4<Float>()
  private var trackColor = SIMD4<Float>()
  private var startWord: UInt32 = 0
  private var endWord: UInt32 = 0
  /// The shadow's opacity under the middle of the tip; 0 is none.
  private var shade: Float = 0
  private var lead = Point.zero
  /// The shadow where it can be seen, and as it was made when it was first seen.
  private var shadow: DiscShadow?
  private var madeShadow: DiscShadow?

  /// The blur of the tip's shadow at a ring of diameter 250.
  private static let shadowSigma = 2.0 / 250
  private static let shadowOpacity = 0.15
  /// The shadow is as far ahead of the tip as the arc grows by this part of a turn.
  private static let shadowLead = 0.01

  init(palette: RingPalette) {
    self.palette = palette
  }

  /// Makes them those of `ring`, which always is of one geometry, and for which the palette is prepared.
  func prepare(_ ring: Ring) {
    let progress = palette.progress
    let hasArc = progress > 0
    tipAngle = palette.tip
    let thickness = min(ring.thickness, ring.radius)
    tip = ring.point(at: progress)
    start = ring.center.offset(dx: 0, dy: thickness / 2 - ring.radius)
    let outward = Angle(turns: progress).direction
    isReversed = ring.isReversed
    ahead = Point(x: isReversed ? outward.y : -outward.y, y: outward.x)
    radius = Coverage.edge(ofCircle: thickness / 2)
    inside = radius > 0.7072 ? (radius - 0.7072) * (radius - 0.7072) : -1
    outside = (radius + 0.7072) * (radius + 0.7072)
    startColor = ring.startColor.channels
    endColor = RingPalette.tipColor(of: ring)
    trackColor = ring.trackColor.channels
    startWord = Color.word(trackColor + (startColor - trackColor))
    endWord = Color.word(endColor)
    // The shadow is there past 0.96; it grows in over two hundredths, so that it does not pop up.
    shade =
      ring.isPlain ? 0 : Float(min(max((progress - 0.96) / 0.02, 0), 1) * RingCaps.shadowOpacity)
    lead = ring.point(at: progress + RingCaps.shadowLead)
    let cap = thickness / 2 + 1
    var box = Rect(center: tip, size: Size(width: 2 * cap, height: 2 * cap))
    shadow = nil
    if shade > 0 {
      let cast =
        madeShadow
        ?? DiscShadow(radius: thickness / 2, sigma: 2 * ring.radius * RingCaps.shadowSigma)
      madeShadow = cast
      shadow = cast
      box = box.union(Rect(center: lead, size: Size(width: 2 * cast.reach, height: 2 * cast.reach)))
    }
    tipBox = hasArc ? PixelRect(covering: box) : .zero
    startBox =
      hasArc && progress < 1
      ? PixelRect(covering: Rect(center: start, size: Size(width: 2 * cap, height: 2 * cap)))
      : .zero
  }

  /// Whether a cap or the shadow may touch row `y`.
  func touch(_ y: Int) -> Bool {
    y >= tipBox.y && y < tipBox.maxY || y >= startBox.y && y < startBox.maxY
  }

  /// Paints columns of a run, those that a cap or the shadow may touch by what touches them, and by the palette elsewhere.
  func paint(_ run: RingRun, from first: Int, to end: Int) {
    let inTip = run.y >= tipBox.y && run.y < tipBox.maxY
    let inStart = run.y >= startBox.y && run.y < startBox.maxY
    let tip = inTip ? tipColumns(run.y, from: first, to: end) : (end, end)
    let top = inStart ? startColumns(run.y, from: first, to: end) : (end, end)
    // The two may overlap, and then are one.
    let isTipFirst = tip.0 <= top.0
    let one = isTipFirst ? tip : top
    let other = isTipFirst ? top : tip
    let oneEnd = other.0 < one.1 ? max(one.1, other.1) : one.1
    let otherStart = max(other.0, oneEnd)
    let otherEnd = max(other.1, otherStart)
    palette.paint(run, from: first, to: one.0)
    paintTouched(run, from: one.0, to: oneEnd, inTip: inTip, inStart: inStart)
    palette.paint(run, from: oneEnd, to: otherStart)
    paintTouched(run, from: otherStart, to: otherEnd, inTip: inTip, inStart: inStart)
    palette.paint(run, from: otherEnd, to: end)
  }

  // MARK: Columns

  /// The columns of row `y` that the tip's cap or its shadow may touch: the chords of both circles, and of these
  /// what lies ahead of the tip.
  private func tipColumns(_ y: Int, from first: Int, to end: Int) -> (Int, Int) {
    let py = Double(y) + 0.5
    var (low, high) = RingCaps.chord(of: Double(radius) + 1.5, dx: tip.x, dy: py - tip.y)
    if let shadow {
      let other = RingCaps.chord(of: shadow.reach + 1, dx: lead.x, dy: py - lead.y)
      low = min(low, other.low)
      high = max(high, other.high)
    }
    // One pixel behind the line through the tip, for the steps in which angles are counted.
    return RingCaps.columns(keepAhead(by: -1, y: py, of: (low, high)), from: first, to: end)
  }

  /// The part of `range` at least `distance` ahead of the line through the tip and the ring's centre.
  private func keepAhead(
    by distance: Double, y: Double, of range: (low: Double, high: Double)
  ) -> (low: Double, high: Double) {
    let rest = distance - (y - tip.y) * ahead.y
    if ahead.x > 0.01 { return (max(range.low, tip.x + rest / ahead.x), range.high) }
    if ahead.x < -0.01 { return (range.low, min(range.high, tip.x + rest / ahead.x)) }
    return range
  }

  /// The columns of row `y` that the start's cap may touch, which lies behind the top.
  private func startColumns(_ y: Int, from first: Int, to end: Int) -> (Int, Int) {
    let (low, high) = RingCaps.chord(
      of: Double(radius) + 1.5, dx: start.x, dy: Double(y) + 0.5 - start.y)
    let behind = isReversed ? (max(low, start.x - 1), high) : (low, min(high, start.x + 1))
    return RingCaps.columns(behind, from: first, to: end)
  }

  /// Where a circle about `dx` cuts the line at `dy` from its centre; the first is past the last where it does not.
  private static func chord(of radius: Double, dx: Double, dy: Double) -> (
    low: Double, high: Double
  ) {
    let square = radius * radius - dy * dy
    guard square > 0 else { return (.infinity, -.infinity) }
    let half = square.squareRoot()
    return (dx - half, dx + half)
  }

  private static func columns(
    _ range: (low: Double, high: Double), from first: Int, to end: Int
  ) -> (Int, Int) {
    guard range.low <= range.high else { return (end, end) }
    let low = Int(min(max(range.low.rounded(.down), Double(first)), Double(end)))
    return (low, Int(min(max(range.high.rounded(.up), Double(low)), Double(end))))
  }

  // MARK: Pixels

  /// Paints columns of a run that lies in the rows of the tip or of the start.
  ///
  /// Most of them are covered wholly by one cap and by nothing else, and have one colour.
  private func paintTouched(
    _ run: RingRun, from first: Int, to end: Int, inTip: Bool, inStart: Bool
  ) {
    guard first < end else { return }
    let plain =
      inTip != inStart ? plainColumns(run, from: first, to: end, inTip: inTip) : (end, end)
    for x in first..<plain.0 { paintTouched(run, x) }
    let word = inTip ? endWord : startWord
    for x in plain.0..<plain.1 { run.pixels[x] = word }
    for x in plain.1..<end { paintTouched(run, x) }
  }

  /// Columns that the tip's cap, or else the start's, covers wholly; not all of them.
  private func plainColumns(_ run: RingRun, from first: Int, to end: Int, inTip: Bool) -> (Int, Int)
  {
    guard palette.isArcOpaque, inside > 0 else { return (end, end) }
    let middle = inTip ? tip : start
    let y = Double(run.y) + 0.5
    // A hundredth of a pixel for what is rounded.
    var range = RingCaps.chord(
      of: Double(inside).squareRoot() - 0.01, dx: middle.x, dy: y - middle.y)
    if inTip {
      range = keepAhead(by: 1.5, y: y, of: range)
    } else if isReversed {
      range.low = max(range.low, start.x)
    } else {
      range.high = min(range.high, start.x)
    }
    let solid = run.solid(from: first, to: end)
    guard range.low <= range.high, solid.start < solid.end else { return (end, end) }
    let low = Int(min(max((range.low - 0.5).rounded(.up), Double(solid.start)), Double(solid.end)))
    let high = Int(min(max((range.high + 0.5).rounded(.down), Double(low)), Double(solid.end)))
    guard low < high else { return (end, end) }
    // Along a row angles grow or fall: what holds of both ends holds in between.
    let isPlain =
      inTip
      ? isAhead(run.angles[low]) && isAhead(run.angles[high - 1])
      : isBefore(run.angles[low]) && isBefore(run.angles[high - 1])
    return isPlain ? (low, high) : (end, end)
  }

  /// Whether an angle is in the half turn ahead of the tip: there its cap lies, and its shadow falls.
  @inline(__always)
  private func isAhead(_ angle: UInt16) -> Bool {
    (UInt32(angle) &- tipAngle &- 1) & 0xFFFF < 0x8000
  }

  /// Whether an angle is in the half turn before the top, where the start's cap lies, unless the arc has come by.
  @inline(__always)
  private func isBefore(_ angle: UInt16) -> Bool {
    startBox.width > 0 && angle >= 0x8000 && UInt32(angle) > tipAngle
  }

  /// Paints a pixel that a cap or the shadow may touch.
  ///
  /// A cap lies wholly in the ring, so where both cover only a part of the pixel, the cap takes its share of the
  /// ring's part: nothing behind the ring shows through where the two touch.
  private func paintTouched(_ run: RingRun, _ x: Int) {
    let isAhead = isAhead(run.angles[x])
    let isBefore = isBefore(run.angles[x])
    guard isAhead || isBefore else {
      palette.paintEdge(run, x)
      return
    }
    let cover = Float(run.coverage[x]) * (1 / 255)
    let px = Double(x) + 0.5
    let py = Double(run.y) + 0.5
    let tipShare = isAhead ? disc(px - tip.x, py - tip.y) / cover : 0
    if tipShare == 0, !isBefore, shadow == nil {
      palette.paintEdge(run, x)
      return
    }
    if tipShare >= 1, run.coverage[x] == 255, palette.isArcOpaque {
      run.pixels[x] = endWord
      return
    }
    var color: SIMD4<Float>
    if tipShare >= 1 {
      color = endColor
    } else {
      color = Color.channels(of: palette.color(run, x))
      if isBefore {
        let share = disc(px - start.x, py - start.y) / cover
        color = trackColor + (startColor - trackColor) * min(share, 1)
      }
      if isAhead, let shadow {
        let dx = Float(px - lead.x)
        let dy = Float(py - lead.y)
        let dark = shade * shadow.value(at: (dx * dx + dy * dy).squareRoot())
        color *= 1 - dark
        color.w += 255 * dark
      }
      if tipShare > 0 { color += (endColor - color) * tipShare }
    }
    let below = Color.channels(of: run.pixels[x])
    run.pixels[x] = Color.word(color * cover + below * (1 - color.w * cover * (1 / 255)))
  }

  /// How much of a pixel a cap's disc covers, whose centre lies (dx, dy) before the pixel's.
  @inline(__always)
  private func disc(_ dx: Double, _ dy: Double) -> Float {
    let x = Float(dx)
    let y = Float(dy)
    let square = x * x + y * y
    if square <= inside { return 1 }
    if square >= outside { return 0 }
    let distance = square.squareRoot()
    let inverse = 1 / max(distance, 1e-6)
    return Coverage.ofSquare(depth: radius - distance, nx: x * inverse, ny: y * inverse)
  }
}
