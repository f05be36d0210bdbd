import DisplayLists
import Geometry
import Glibc

/// Paints arc and track by angle, then the arc's round caps and the tip's shadow by distance.
///
/// The palette spans the smallest of 1, 1/2, 1/4 ... of a turn that holds the arc. So even a short
/// arc has at least 512 steps, twice as many as a byte can express: no step is visible at any size.
final class RingPainter: Painter {
  private let map: RingAngleMap
  private var ring: Ring
  /// Premultiplied, `steps` + 1 entries: the last one is the track's; and what `fill` writes beyond.
  private let palette = UnsafeMutablePointer<UInt32>.allocate(capacity: RingPainter.steps + 4)
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

  func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool {
    guard case .ring(let new) = item, cache.map(of: new, within: bounds) === map else {
      return false
    }
    if new != ring {
      ring = new
      makePalette()
    }
    return true
  }

  private func makePalette() {
    let progress = ring.progress > Ring.leastProgress ? ring.progress : 0
    let part = progress - progress.rounded(.down)
    let tip = UInt32(min(part * 65536, 65535))
    shift = 6
    if progress < 1 { while shift > 0, tip < 32768 >> (6 - UInt32(shift)) { shift -= 1 } }
    let track = ring.trackColor.premultiplied
    isArcOpaque = ring.startColor.isOpaque && ring.endColor.isOpaque
    trackStep = 0
    guard progress > 0 else {
      palette.update(repeating: track, count: RingPainter.steps + 1)
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
    palette[RingPainter.steps] = track
    caps = RingCaps(ring, progress: progress, tip: tip, keeping: caps?.madeShadow)
  }

  /// Fills steps with the arc's gradient, and up to three more; `start` is the arc's position at the
  /// top, in turns.
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
    func lane(_ index: Double) -> SIMD4<UInt32> {
      let value = (first + delta * index + 0.5).clamped(
        lowerBound: .zero, upperBound: SIMD4(repeating: 255.999))
      return SIMD4<UInt32>(value * unit)
    }
    var (one, two, three, four) = (lane(0), lane(1), lane(2), lane(3))
    let ahead = (delta * 4 * unit).clamped(
      lowerBound: SIMD4(repeating: -1e9), upperBound: SIMD4(repeating: 1e9))
    let step = SIMD4<UInt32>(
      truncatingIfNeeded: SIMD4<Int32>(ahead.rounded(.toNearestOrAwayFromZero)))
    func word(_ lane: SIMD4<UInt32>) -> UInt32 {
      unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: lane &>> 24), to: UInt32.self)
    }
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
      palette[index] = word(one)
      palette[index + 1] = word(two)
      palette[index + 2] = word(three)
      palette[index + 3] = word(four)
      (one, two, three, four) = (one &+ step, two &+ step, three &+ step, four &+ step)
    }
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let clip = ring.extent.intersection(clip)
    guard !clip.isEmpty else { return }
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
            paint(caps, start..<end, y: Int(run.row), pixels, angles, coverage)
          } else {
            paintArc(pixels, angles, coverage, count: end - start)
          }
        }
      }
    }
  }

  private func paint(
    _ caps: RingCaps, _ columns: Range<Int>, y: Int, _ pixels: UnsafeMutablePointer<UInt32>,
    _ angles: UnsafePointer<UInt16>, _ coverage: UnsafePointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: columns.count) { below in
      guard let below = below.baseAddress else { return }
      below.update(from: pixels, count: columns.count)
      paintArc(pixels, angles, coverage, count: columns.count)
      caps.forEachColumn(ofRow: y, in: columns) { column in
        let index = column &- columns.lowerBound
        let angle = angles[index]
        if let word = caps.word(
          column, y, angle: angle, coverage: coverage[index], below: below[index],
          color: palette[min(Int(angle &>> shift), RingPainter.steps)])
        {
          pixels[index] = word
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
  private let tip: HalfDisc
  /// The start's cap; nil once the arc has passed it.
  private let start: HalfDisc?
  private let startColor: SIMD4<Float>
  private let endColor: SIMD4<Float>
  private let trackColor: SIMD4<Float>
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
    self.tipAngle = tipAngle
    (startColor, endColor) = (ring.startColor.channels, ring.tipColor)
    trackColor = ring.trackColor.channels
    // The shadow fades in from 0.96 to 0.98, so that it does not pop up.
    shade =
      ring.isPlain ? 0 : Float(min(max((progress - 0.96) / 0.02, 0), 1) * RingCaps.shadowOpacity)
    let radius = min(ring.thickness, ring.radius) / 2
    let tip = ring.point(at: progress)
    lead = ring.point(at: progress + RingCaps.shadowLead)
    var reach = radius + 1.5
    if shade > 0 {
      let cast =
        shadow ?? DiscShadow(radius: radius, sigma: 2 * ring.radius * RingCaps.shadowSigma)
      let (dx, dy) = (lead.x - tip.x, lead.y - tip.y)
      reach = max(reach, cast.reach + (dx * dx + dy * dy).squareRoot() + 1)
      madeShadow = cast
    } else {
      madeShadow = shadow
    }
    let outward = Angle(turns: progress).direction
    let side = ring.isReversed ? -1.0 : 1.0
    self.tip = HalfDisc(
      tip, radius: radius, reach: reach, toward: Point(x: -outward.y * side, y: outward.x))
    let top = ring.center.offset(dx: 0, dy: radius - ring.radius)
    start =
      progress < 1
      ? HalfDisc(top, radius: radius, reach: radius + 1.5, toward: Point(x: -side, y: 0)) : nil
  }

  @inline(__always)
  func touch(_ y: Int) -> Bool {
    tip.rows.contains(y) || start?.rows.contains(y) == true
  }

  /// Calls `body` for the columns of row `y` that may be touched, for some of them twice.
  @inline(__always)
  func forEachColumn(ofRow y: Int, in columns: Range<Int>, _ body: (Int) -> Void) {
    for column in tip.columns(ofRow: y, in: columns) { body(column) }
    guard let start else { return }
    for column in start.columns(ofRow: y, in: columns) { body(column) }
  }

  /// Returns the pixel at column `x` of row `y`, whose colour by angle is `palette`; nil if it is
  /// not touched.
  ///
  /// A cap lies completely inside the ring. Where both cover only a part of the pixel, the cap
  /// replaces that part of the ring: nothing behind the ring shows through where the two touch.
  func word(
    _ x: Int, _ y: Int, angle: UInt16, coverage: UInt8, below: UInt32, color palette: UInt32
  ) -> UInt32? {
    // The tip's cap and its shadow lie in the half turn ahead of the tip, the start's cap in that
    // before the top.
    let isAhead = (UInt32(angle) &- tipAngle &- 1) & 0xFFFF < 0x8000
    let isBefore = angle >= 0x8000 && UInt32(angle) > tipAngle
    guard coverage > 0, isAhead || isBefore else { return nil }
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    let tipArea = isAhead ? tip.area(px, py) : 0
    let isFull = coverage == 255
    if isFull, tipArea == 1, endColor.w == 255 { return Color.word(endColor) }
    let startArea = isBefore ? start?.area(px, py) ?? 0 : 0
    if isFull, startArea == 1, startColor.w == 255, !isAhead { return Color.word(startColor) }
    var dark: Float = 0
    if isAhead, shade > 0, let madeShadow {
      let (dx, dy) = (Float(px - lead.x), Float(py - lead.y))
      dark = shade * madeShadow.value(at: (dx * dx + dy * dy).squareRoot())
    }
    guard tipArea > 0 || startArea > 0 || dark > 0 else { return nil }
    let cover = Float(coverage) * (1 / 255)
    let tipShare = tipArea / cover
    var color = endColor
    if tipShare < 1 {
      color = Color.channels(of: palette)
      if isBefore { color = trackColor + (startColor - trackColor) * min(startArea / cover, 1) }
      color *= 1 - dark
      color.w += 255 * dark
      color += (endColor - color) * tipShare
    }
    return Color.word(color * cover + Color.channels(of: below) * (1 - color.w * cover * (1 / 255)))
  }
}

/// A round end of an arc, or somewhat more: the half of a disc on one side of a line through its
/// middle.
private struct HalfDisc {
  let rows: Range<Int>
  private let middle: Point
  private let direction: Point
  private let reach: Double
  /// `Coverage.edge` of the end's circle.
  private let edge: Float
  /// The squared distance within which a pixel is fully covered.
  private let inside: Float

  init(_ middle: Point, radius: Double, reach: Double, toward direction: Point) {
    (self.middle, self.direction, self.reach) = (middle, direction, reach)
    edge = Coverage.edge(ofCircle: radius)
    inside = edge > 0.7072 ? (edge - 0.7072) * (edge - 0.7072) : -1
    let box = PixelRect(covering: Rect(center: middle, size: .zero).inset(by: -reach))
    rows = box.y..<box.maxY
  }

  func columns(ofRow y: Int, in columns: Range<Int>) -> Range<Int> {
    let dy = Double(y) + 0.5 - middle.y
    let half = max(reach * reach - dy * dy, 0).squareRoot()
    var (low, high) = (middle.x - half, middle.x + half)
    // One pixel behind the line, because angles are counted in steps.
    let line = middle.x - (1 + dy * direction.y) / direction.x
    if direction.x > 0.01 { low = max(low, line) }
    if direction.x < -0.01 { high = min(high, line) }
    guard low < high else { return 0..<0 }
    return (Int(low.rounded(.down))..<Int(high.rounded(.up))).clamped(to: columns)
  }

  /// Returns the area of the disc in the pixel with this centre.
  @inline(__always)
  func area(_ x: Double, _ y: Double) -> Float {
    let (dx, dy) = (Float(x - middle.x), Float(y - middle.y))
    if dx * dx + dy * dy <= inside { return 1 }
    return Coverage.ofAnnulus(dx: dx, dy: dy, outer: edge, inner: 0)
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
