import DisplayLists
import Geometry
import Glibc

/// Paints arc and track by angle, then the arc's round caps and the tip's shadow by distance.
///
/// The palette spans the smallest of 1, 1/2, 1/4 ... of a turn that holds the arc. So even a short
/// arc has at least 512 steps, twice as many as a byte can express.
final class RingPainter: Painter {
  private let map: RingAngleMap
  private var ring: Ring
  /// Premultiplied, `steps` + 1 entries: the last one is the track's; and what `fill` writes beyond.
  private let palette = UnsafeMutablePointer<UInt32>.allocate(capacity: RingPainter.steps + 4)
  private static let steps = 1024
  /// The number of pixels that lie on the stack at once, in 1 kB: Swift allocates what is larger.
  private static let piece = 256
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
    ring = new
    makePalette()
    return true
  }

  private func makePalette() {
    let progress = ring.progress > Ring.minProgress ? ring.progress : 0
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
    caps = ring.glow > 0 ? nil : RingCaps(ring, progress: progress, tip: tip)
    guard ring.glow > 0, progress < 1 else { return }
    // It fades toward the ends, which have lights of their own.
    let turns = ring.glow / (2 * .pi * (ring.radius - ring.thickness / 2))
    for step in 0..<end {
      let share = Double(min(step, end - step) << Int(shift)) / (65536 * turns)
      let cover = SIMD4(repeating: Coverage.byte(Float(share)))
      palette[step] = Blend.mix(SIMD4(repeating: palette[step]), into: .zero, covers: cover)[0]
    }
  }

  /// Fills steps with the arc's gradient, and up to three more; `start` is the arc's position at the
  /// top, in turns.
  ///
  /// In fixed point, with 24 fractional bits; four steps at once, so that errors do not add up.
  private func fill(_ range: Range<Int>, from start: Double, _ progress: Double) {
    let from = SIMD4<Double>(ring.startColor.channels)
    let way = SIMD4<Double>(ring.tipColor) - from
    let steps = Double(65536 >> Int(shift))
    let slope = 1 / (ring.gradientEnd ?? progress)
    let unit = 16_777_216.0
    let origin = start * slope + slope * (Double(range.lowerBound) + 0.5) / steps
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
    guard !clip.isEmpty, !isInHole(clip) else { return }
    for run in map.runs(inRows: clip.y..<clip.maxY) {
      let y = Int(run.row)
      let (start, end) = (max(Int(run.start), clip.x), min(Int(run.end), clip.maxX))
      guard start < end else { continue }
      let offset = run.offset + start - Int(run.start)
      let pixels = buffer.row(y) + (start - buffer.rect.x)
      let (angles, coverage) = (map.angles + offset, map.coverage + offset)
      if let caps, caps.touch(y) {
        paint(caps, start..<end, y: y, pixels, angles, coverage)
      } else {
        paintArc(pixels, angles, coverage, count: end - start)
      }
    }
  }

  /// The hands of a dial turn in the hole of its laps.
  private func isInHole(_ rect: PixelRect) -> Bool {
    let (center, hole) = (ring.center, ring.radius - ring.thickness - 1)
    let dx = max(center.x - Double(rect.x), Double(rect.maxX) - center.x)
    let dy = max(center.y - Double(rect.y), Double(rect.maxY) - center.y)
    return hole > 0 && dx * dx + dy * dy < hole * hole
  }

  private func paint(
    _ caps: RingCaps, _ columns: Range<Int>, y: Int, _ pixels: UnsafeMutablePointer<UInt32>,
    _ angles: UnsafePointer<UInt16>, _ coverage: UnsafePointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: RingPainter.piece) { below in
      guard let below = below.baseAddress else { return }
      for start in stride(from: 0, to: columns.count, by: RingPainter.piece) {
        let count = min(columns.count - start, RingPainter.piece)
        let (pixels, angles, coverage) = (pixels + start, angles + start, coverage + start)
        let first = columns.lowerBound + start
        below.update(from: pixels, count: count)
        paintArc(pixels, angles, coverage, count: count)
        caps.forEachColumn(ofRow: y, in: first..<first + count) { column in
          let index = column &- first
          let angle = angles[index]
          let word = caps.word(
            column, y, angle: angle, coverage: coverage[index], below: below[index],
            color: palette[min(Int(angle &>> shift), RingPainter.steps)])
          if let word { pixels[index] = word }
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
private struct RingCaps {
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
  private let radius: Double
  /// The blur of the tip's shadow, in device pixels.
  private let sigma: Double

  private static let shadowOpacity = 0.15

  init(_ ring: Ring, progress: Double, tip tipAngle: UInt32) {
    self.tipAngle = tipAngle
    (startColor, endColor) = (ring.startColor.channels, ring.tipColor)
    trackColor = ring.trackColor.channels
    // The shadow fades in over 0.02 turns, so that it does not pop up.
    shade =
      ring.isPlain
      ? 0
      : Float(
        min(max((progress - Ring.minShadowed) / 0.02, 0), 1) * RingCaps.shadowOpacity)
    let radius = min(ring.thickness, ring.radius) / 2
    let lead = ring.point(at: progress + Ring.shadowLead)
    sigma = ring.shadowBlur
    let cast = shade > 0 ? (middle: lead, reach: radius + 3 * sigma) : nil
    (self.lead, self.radius) = (lead, radius)
    let outward = Angle(turns: progress).direction
    tip = HalfDisc(
      ring.point(at: progress), radius: radius, toward: Point(x: -outward.y, y: outward.x),
      and: cast)
    let top = ring.center.offset(dx: 0, dy: radius - ring.radius)
    start =
      progress < 1 ? HalfDisc(top, radius: radius, toward: Point(x: -1, y: 0), and: nil) : nil
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

  /// The tip's cap and its shadow lie in the half turn ahead of the tip.
  @inline(__always)
  private func isAhead(_ angle: UInt16) -> Bool {
    (UInt32(angle) &- tipAngle &- 1) & 0xFFFF < 0x8000
  }

  /// The start's cap lies in the half turn before the top.
  @inline(__always)
  private func isBefore(_ angle: UInt16) -> Bool {
    start != nil && angle >= 0x8000 && UInt32(angle) > tipAngle
  }

  /// Returns the pixel at column `x` of row `y`, whose colour by angle is `palette`; nil if it is
  /// not touched.
  ///
  /// A cap lies inside the ring. Where both cover only a part of the pixel, the cap replaces that part
  /// of the ring, so that nothing behind shows through.
  func word(
    _ x: Int, _ y: Int, angle: UInt16, coverage: UInt8, below: UInt32, color palette: UInt32
  ) -> UInt32? {
    let (isAhead, isBefore) = (isAhead(angle), isBefore(angle))
    guard coverage > 0, isAhead || isBefore else { return nil }
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    let cover = Float(coverage) * (1 / 255)
    let tipShare = isAhead ? tip.area(px, py) / cover : 0
    if tipShare == 0, !isBefore, shade == 0 { return nil }
    var color = endColor
    if tipShare < 1 {
      color = Color.channels(of: palette)
      if isBefore, let start {
        color = trackColor + (startColor - trackColor) * min(start.area(px, py) / cover, 1)
      }
      if isAhead, shade > 0 {
        let (dx, dy) = (px - lead.x, py - lead.y)
        // The edge of a blurred disc lies inside that of the disc.
        let beyond = (dx * dx + dy * dy).squareRoot() - radius + sigma * sigma / (2 * radius)
        let dark = shade * Float(erfc(beyond / (sigma * 2.0.squareRoot())) / 2)
        color *= 1 - dark
        color.w += 255 * dark
      }
      if tipShare > 0 { color += (endColor - color) * tipShare }
    }
    return Color.word(color * cover + Color.channels(of: below) * (1 - color.w * cover * (1 / 255)))
  }
}

/// A round end of an arc: the half of a disc on one side of a line through its middle. It may have
/// a second, larger disc for its shadow.
private struct HalfDisc {
  let rows: Range<Int>
  private let middle: Point
  private let direction: Point
  private let cast: (middle: Point, reach: Double)?
  /// `Coverage.edge` of the end's circle.
  private let edge: Float

  init(
    _ middle: Point, radius: Double, toward direction: Point,
    and cast: (middle: Point, reach: Double)?
  ) {
    (self.middle, self.direction, self.cast) = (middle, direction, cast)
    edge = Coverage.edge(ofCircle: radius)
    var box = Rect(center: middle, size: .zero).inset(by: -radius - 1)
    if let cast { box = box.union(Rect(center: cast.middle, size: .zero).inset(by: -cast.reach)) }
    let pixels = PixelRect(covering: box)
    rows = pixels.y..<pixels.maxY
  }

  func columns(ofRow y: Int, in columns: Range<Int>) -> Range<Int> {
    guard rows.contains(y) else { return 0..<0 }
    let py = Double(y) + 0.5
    func chord(_ middle: Point, _ reach: Double) -> (low: Double, high: Double) {
      let square = reach * reach - (py - middle.y) * (py - middle.y)
      let half = square > 0 ? square.squareRoot() : -.infinity
      return (middle.x - half, middle.x + half)
    }
    var (low, high) = chord(middle, Double(edge) + 1.5)
    if let cast {
      let other = chord(cast.middle, cast.reach + 1)
      (low, high) = (min(low, other.low), max(high, other.high))
    }
    // One pixel behind the line, because angles are counted in steps.
    let line = middle.x - (1 + (py - middle.y) * direction.y) / direction.x
    if direction.x > 0.01 { low = max(low, line) }
    if direction.x < -0.01 { high = min(high, line) }
    guard low < high else { return 0..<0 }
    return (Int(low.rounded(.down))..<Int(high.rounded(.up))).clamped(to: columns)
  }

  /// Returns the area of the disc in the pixel with this centre.
  @inline(__always)
  func area(_ x: Double, _ y: Double) -> Float {
    Coverage.ofAnnulus(
      dx: Float(x - middle.x), dy: Float(y - middle.y), outer: edge, inner: 0)
  }
}

extension Ring {
  /// The colour at the end of the arc, as `Color.channels`.
  ///
  /// An arc shorter than its thickness shows only a part of the gradient: else there were a hard edge
  /// between its caps.
  fileprivate var tipColor: SIMD4<Float> {
    let circle = 2 * Double.pi * (radius - min(thickness, radius) / 2)
    let length = max(gradientEnd ?? progress, 0)
    let fraction = min(length * circle / max(thickness, 1e-6), 1)
    let start = startColor.channels
    return start + (endColor.channels - start) * Float(fraction)
  }
}

extension Color {
  /// Blue, green, red, alpha in 0...255, premultiplied.
  fileprivate var channels: SIMD4<Float> {
    SIMD4(blue * alpha, green * alpha, red * alpha, alpha) * 255
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
