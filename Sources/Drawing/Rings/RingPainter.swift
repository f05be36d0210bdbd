import DisplayLists
import Geometry
import Glibc

/// Paints arc and track by angle, then the arc's round caps and the tip's shadow by distance.
///
/// The palette spans the smallest of 1, 1/2, 1/4 ... of a turn that holds the arc. So even a short
/// arc has at least 512 steps, twice as many as a byte can express: no step is visible at any size.
final class RingPainter {
  let map: RingAngleMap
  private var ring: Ring
  /// Premultiplied, `steps` + 1 entries: the last one is the track's.
  private let palette = UnsafeMutablePointer<UInt32>.allocate(capacity: RingPainter.steps + 1)
  private static let steps = 1024
  /// The right shift from an angle (in 65536ths of a turn) to a step; steps are clamped to `steps`.
  private var shift: UInt16 = 6
  /// The first step with the track's colour; all later steps have it, too.
  private var trackStep: UInt16 = 0
  private var isArcOpaque = false
  private var caps: RingCaps?

  init(_ ring: Ring, _ map: RingAngleMap) {
    self.ring = ring
    self.map = map
    makePalette()
  }

  deinit { palette.deallocate() }

  /// Replaces the ring by one with the same map.
  func set(_ ring: Ring) {
    guard ring != self.ring else { return }
    self.ring = ring
    makePalette()
  }

  private func makePalette() {
    let progress = ring.progress > Ring.leastProgress ? ring.progress : 0
    let part = progress - progress.rounded(.down)
    let tip = UInt32(min(part * 65536, 65535))
    shift = 6
    if progress < 1 { while shift > 0, tip < 32768 >> (6 - UInt32(shift)) { shift -= 1 } }
    let track = ring.trackColor.premultiplied
    palette[RingPainter.steps] = track
    isArcOpaque = ring.startColor.isOpaque && ring.endColor.isOpaque
    trackStep = 0
    guard progress > 0 else {
      palette.update(repeating: track, count: RingPainter.steps)
      caps = nil
      return
    }
    // The step that contains the tip still belongs to the arc; its part ahead of the tip is under
    // the cap.
    let end = Int(tip >> UInt32(shift)) + 1
    fill(0..<end, from: progress - part, progress)
    if progress < 1 {
      trackStep = UInt16(end)
      (palette + end).update(repeating: track, count: RingPainter.steps - end)
    } else {
      trackStep = UInt16(RingPainter.steps)
      fill(end..<RingPainter.steps, from: progress - part - 1, progress)
    }
    caps = RingCaps(ring, progress: progress, tip: tip, keeping: caps?.madeShadow)
  }

  /// Fills steps with the arc's gradient; `start` is the arc's position at the top, in turns.
  ///
  /// In fixed point, with 24 fractional bits; four steps at once, so that errors do not add up.
  private func fill(_ range: Range<Int>, from start: Double, _ progress: Double) {
    let from = SIMD4<Double>(ring.startColor.channels)
    let way = SIMD4<Double>(ring.tipColor) - from
    let steps = Double(65536 >> Int(shift))
    let slope = 1 / progress
    let unit = 16_777_216.0
    let origin = start / progress + slope * (Double(range.lowerBound) + 0.5) / steps
    let delta = way * (slope / steps)
    let first = from + way * origin
    var lanes = (0..<4).map { (lane: Int) -> SIMD4<UInt32> in
      let value = first + delta * Double(lane) + 0.5
      let clamped = value.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255.999))
      return SIMD4<UInt32>(clamped * unit)
    }
    let four = (delta * 4 * unit).clamped(
      lowerBound: SIMD4(repeating: -1e9), upperBound: SIMD4(repeating: 1e9))
    let step = SIMD4<UInt32>(
      truncatingIfNeeded: SIMD4<Int32>(four.rounded(.toNearestOrAwayFromZero)))
    var lane = 0
    lanes.withUnsafeMutableBufferPointer { lanes in
      for index in range {
        let bytes = SIMD4<UInt8>(truncatingIfNeeded: lanes[lane] &>> 24)
        palette[index] = unsafeBitCast(bytes, to: UInt32.self)
        lanes[lane] = lanes[lane] &+ step
        lane = (lane &+ 1) & 3
      }
    }
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let clip = ring.extent.intersection(clip)
    guard !clip.isEmpty else { return }
    let caps = caps
    map.angles.withUnsafeBufferPointer { angles in
      map.coverage.withUnsafeBufferPointer { coverage in
        guard let angleBase = angles.baseAddress, let coverBase = coverage.baseAddress else {
          return
        }
        for run in map.runs(inRows: clip.y..<clip.maxY) {
          let start = max(Int(run.start), clip.x)
          let end = min(Int(run.end), clip.maxX)
          guard start < end else { continue }
          let offset = run.offset + start - Int(run.start)
          let pixels = buffer.row(Int(run.row)) + (start - buffer.rect.x)
          let (angles, coverage) = (angleBase + offset, coverBase + offset)
          if let caps, caps.touch(Int(run.row)) {
            paint(caps, x: start, y: Int(run.row), pixels, angles, coverage, count: end - start)
          } else {
            paintArc(pixels, angles, coverage, count: end - start)
          }
        }
      }
    }
  }

  private func paint(
    _ caps: RingCaps, x: Int, y: Int, _ pixels: UnsafeMutablePointer<UInt32>,
    _ angles: UnsafePointer<UInt16>, _ coverage: UnsafePointer<UInt8>, count: Int
  ) {
    let (first, second) = caps.columns(ofRow: y, in: x..<x + count)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { below in
      guard let below = below.baseAddress else { return }
      below.update(from: pixels, count: count)
      paintArc(pixels, angles, coverage, count: count)
      for pass in 0..<2 {
        for column in pass == 0 ? first : second {
          let index = column &- x
          let (angle, cover) = (angles[index], coverage[index])
          if cover == 255, let word = caps.wordInside(column, y, angle: angle) {
            pixels[index] = word
          } else if let word = caps.word(
            column, y, angle: angle, coverage: cover, below: below[index],
            color: palette[min(Int(angle &>> shift), RingPainter.steps)])
          {
            pixels[index] = word
          }
        }
      }
    }
  }

  @inline(never)
  private func paintArc(
    _ pixels: UnsafeMutablePointer<UInt32>, _ angles: UnsafePointer<UInt16>,
    _ coverage: UnsafePointer<UInt8>, count: Int
  ) {
    let (palette, shift) = (palette, shift)
    let last = SIMD4(repeating: UInt16(RingPainter.steps))
    let end = SIMD8(repeating: trackStep)
    let (isArcOpaque, track) = (isArcOpaque, palette[RingPainter.steps])
    /// Paints eight fully covered pixels that all belong to the arc, or all to the track.
    @inline(__always)
    func paintEight(_ index: Int) -> Bool {
      guard UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt64.self) == .max else {
        return false
      }
      let steps = UnsafeRawPointer(angles + index).loadUnaligned(as: SIMD8<UInt16>.self) &>> shift
      let beyond = unsafeBitCast(steps .>= end, to: SIMD2<UInt64>.self)
      if beyond[0] & beyond[1] == .max {
        if track >= 0xFF00_0000 { (pixels + index).update(repeating: track, count: 8) }
        return track == 0 || track >= 0xFF00_0000
      }
      guard beyond[0] | beyond[1] == 0, isArcOpaque else { return false }
      for lane in 0..<8 { pixels[index &+ lane] = palette[Int(steps[lane])] }
      return true
    }
    Blend.forEachFour(pixels, count: count, eight: paintEight) { index, below in
      var steps = Blend.load(angles + index) &>> shift
      steps = steps.replacing(with: last, where: steps .> last)
      let (first, second) = (palette[Int(steps[0])], palette[Int(steps[1])])
      let (third, fourth) = (palette[Int(steps[2])], palette[Int(steps[3])])
      if first | second | third | fourth == 0 { return below }
      let colors = SIMD4(first, second, third, fourth)
      return Blend.mix(colors, into: below, covers: Blend.load(coverage + index))
    }
  }
}

/// The parts of a ring that the palette cannot express: the arc's caps and the tip's shadow.
private final class RingCaps {
  private let tipAngle: UInt32
  private let tip: Point
  private let start: Point
  /// The direction in which the arc grows at its tip.
  private let ahead: Point
  private let isReversed: Bool
  /// Whether the start has a visible cap: the arc has not passed it.
  private let hasStart: Bool
  private let tipBox: PixelRect
  private let startBox: PixelRect
  /// `Coverage.edge` of a cap's circle.
  private let radius: Float
  /// The squared distances within which a pixel is fully inside a cap, and beyond which it is
  /// outside.
  private let inside: Float
  private let outside: Float
  private let startColor: SIMD4<Float>
  private let endColor: SIMD4<Float>
  private let trackColor: SIMD4<Float>
  private let startWord: UInt32
  private let endWord: UInt32
  /// The shadow's opacity under the middle of the tip; 0 for none.
  private let shade: Float
  private let lead: Point
  /// The shadow, made when it is first visible.
  let madeShadow: DiscShadow?

  /// The blur of the tip's shadow, as a fraction of the ring's diameter.
  private static let shadowSigma = 2.0 / 250
  private static let shadowOpacity = 0.15
  /// How far the shadow is ahead of the tip, in turns.
  private static let shadowLead = 0.01

  init(_ ring: Ring, progress: Double, tip tipAngle: UInt32, keeping shadow: DiscShadow?) {
    let thickness = min(ring.thickness, ring.radius)
    self.tipAngle = tipAngle
    tip = ring.point(at: progress)
    start = ring.center.offset(dx: 0, dy: thickness / 2 - ring.radius)
    let outward = Angle(turns: progress).direction
    isReversed = ring.isReversed
    ahead = Point(x: isReversed ? outward.y : -outward.y, y: outward.x)
    hasStart = progress < 1
    radius = Coverage.edge(ofCircle: thickness / 2)
    inside = radius > 0.7072 ? (radius - 0.7072) * (radius - 0.7072) : -1
    outside = (radius + 0.7072) * (radius + 0.7072)
    startColor = ring.startColor.channels
    endColor = ring.tipColor
    trackColor = ring.trackColor.channels
    startWord = Color.word(trackColor + (startColor - trackColor))
    endWord = Color.word(endColor)
    // The shadow fades in from 0.96 to 0.98, so that it does not pop up.
    shade =
      ring.isPlain ? 0 : Float(min(max((progress - 0.96) / 0.02, 0), 1) * RingCaps.shadowOpacity)
    lead = ring.point(at: progress + RingCaps.shadowLead)
    func box(_ middle: Point, _ reach: Double) -> PixelRect {
      PixelRect(covering: Rect(center: middle, size: .zero).inset(by: -reach))
    }
    let cap = thickness / 2 + 1
    startBox = hasStart ? box(start, cap) : .zero
    guard shade > 0 else {
      (madeShadow, tipBox) = (shadow, box(tip, cap))
      return
    }
    let cast =
      shadow ?? DiscShadow(radius: thickness / 2, sigma: 2 * ring.radius * RingCaps.shadowSigma)
    (madeShadow, tipBox) = (cast, box(tip, cap).union(box(lead, cast.reach)))
  }

  @inline(__always)
  func touch(_ y: Int) -> Bool {
    y >= tipBox.y && y < tipBox.maxY || y >= startBox.y && y < startBox.maxY
  }

  /// Returns the columns of row `y` that may be touched: chords of the circles, cut to the half
  /// ahead of the tip and the half before the top. Overlapping ranges are joined.
  func columns(ofRow y: Int, in columns: Range<Int>) -> (Range<Int>, Range<Int>) {
    let py = Double(y) + 0.5
    let none = columns.upperBound..<columns.upperBound
    func chord(_ middle: Point, _ radius: Double) -> (low: Double, high: Double) {
      let square = radius * radius - (py - middle.y) * (py - middle.y)
      let half = square > 0 ? square.squareRoot() : -.infinity
      return (middle.x - half, middle.x + half)
    }
    func whole(_ low: Double, _ high: Double) -> Range<Int> {
      guard low <= high else { return none }
      let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
      let first = Int(min(max(low.rounded(.down), left), right))
      return first..<max(first, Int(min(max(high.rounded(.up), left), right)))
    }
    var (tipRange, startRange) = (none, none)
    if y >= tipBox.y, y < tipBox.maxY {
      var (low, high) = chord(tip, Double(radius) + 1.5)
      if shade > 0, let madeShadow {
        let other = chord(lead, madeShadow.reach + 1)
        (low, high) = (min(low, other.low), max(high, other.high))
      }
      // One pixel behind the line through the tip, because angles are counted in steps.
      let rest = -1 - (py - tip.y) * ahead.y
      if ahead.x > 0.01 { low = max(low, tip.x + rest / ahead.x) }
      if ahead.x < -0.01 { high = min(high, tip.x + rest / ahead.x) }
      tipRange = whole(low, high)
    }
    if y >= startBox.y, y < startBox.maxY {
      let (low, high) = chord(start, Double(radius) + 1.5)
      startRange =
        isReversed ? whole(max(low, start.x - 1), high) : whole(low, min(high, start.x + 1))
    }
    guard tipRange.overlaps(startRange) else { return (tipRange, startRange) }
    let first = min(tipRange.lowerBound, startRange.lowerBound)
    return (first..<max(tipRange.upperBound, startRange.upperBound), none)
  }

  /// Returns the pixel at column `x` of row `y`, whose colour by angle is `palette`; nil if it is
  /// not touched.
  ///
  /// A cap lies completely inside the ring. Where both cover only a part of the pixel, the cap
  /// replaces that part of the ring: nothing behind the ring shows through where the two touch.
  func word(
    _ x: Int, _ y: Int, angle: UInt16, coverage: UInt8, below: UInt32, color palette: UInt32
  ) -> UInt32? {
    let (isAhead, isBefore) = (isAhead(angle), isBefore(angle))
    guard coverage > 0, isAhead || isBefore else { return nil }
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    let cover = Float(coverage) * (1 / 255)
    let tipShare = isAhead ? disc(px - tip.x, py - tip.y) / cover : 0
    if tipShare == 0, !isBefore, shade == 0 { return nil }
    var color = endColor
    if tipShare < 1 {
      color = Color.channels(of: palette)
      if isBefore {
        let fraction = min(disc(px - start.x, py - start.y) / cover, 1)
        color = trackColor + (startColor - trackColor) * fraction
      }
      if isAhead, shade > 0, let madeShadow {
        let dx = Float(px - lead.x)
        let dy = Float(py - lead.y)
        let dark = shade * madeShadow.value(at: (dx * dx + dy * dy).squareRoot())
        color *= 1 - dark
        color.w += 255 * dark
      }
      if tipShare > 0 { color += (endColor - color) * tipShare }
    }
    return Color.word(color * cover + Color.channels(of: below) * (1 - color.w * cover * (1 / 255)))
  }

  /// Only for a pixel that an opaque cap covers fully and that nothing else touches.
  @inline(__always)
  func wordInside(_ x: Int, _ y: Int, angle: UInt16) -> UInt32? {
    func isInside(_ middle: Point) -> Bool {
      let (dx, dy) = (Float(Double(x) + 0.5 - middle.x), Float(Double(y) + 0.5 - middle.y))
      return dx * dx + dy * dy <= inside
    }
    let isAhead = isAhead(angle)
    if isAhead, endColor.w == 255, isInside(tip) { return endWord }
    guard isBefore(angle), startColor.w == 255, !isAhead, isInside(start) else {
      return nil
    }
    return startWord
  }

  /// The tip's cap and its shadow lie in the half turn ahead of the tip.
  @inline(__always)
  private func isAhead(_ angle: UInt16) -> Bool {
    (UInt32(angle) &- tipAngle &- 1) & 0xFFFF < 0x8000
  }

  /// The start's cap lies in the half turn before the top, unless the arc has passed it.
  @inline(__always)
  private func isBefore(_ angle: UInt16) -> Bool {
    hasStart && angle >= 0x8000 && UInt32(angle) > tipAngle
  }

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

extension Ring {
  /// The colour at the end of the arc, as `Color.channels`.
  ///
  /// The gradient is at most as steep as from end to end over one thickness of the ring. Otherwise
  /// an arc shorter than its thickness would show a hard edge between its caps.
  fileprivate var tipColor: SIMD4<Float> {
    let circle = 2 * Double.pi * (radius - min(thickness, radius) / 2)
    let fraction = min(max(progress, 0) * circle / max(thickness, 1e-6), 1)
    let start = startColor.channels
    return start + (endColor.channels - start) * Float(fraction)
  }
}

extension Color {
  /// Blue, green, red, alpha in 0...255, premultiplied.
  fileprivate var channels: SIMD4<Float> {
    func unit(_ value: Float) -> Float { value.isNaN ? 0 : min(max(value, 0), 1) }
    let a = unit(alpha)
    return SIMD4(unit(blue) * a, unit(green) * a, unit(red) * a, a) * 255
  }

  /// Rounded; values may exceed 0...255 by a rounding error.
  @inline(__always)
  fileprivate static func word(_ channels: SIMD4<Float>) -> UInt32 {
    // From 2^23 on, a float's last bit is 1: adding that rounds, and leaves the number in the low
    // bits.
    let bits = unsafeBitCast(channels + 8_388_608, to: SIMD4<UInt32>.self)
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bits), to: UInt32.self)
  }

  @inline(__always)
  fileprivate static func channels(of word: UInt32) -> SIMD4<Float> {
    SIMD4<Float>(unsafeBitCast(word, to: SIMD4<UInt8>.self))
  }
}
