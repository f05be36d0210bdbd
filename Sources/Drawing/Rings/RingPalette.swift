import DisplayLists
import Geometry

/// The colours of a ring by angle: the arc's from the top to its tip, and the track's beyond.
///
/// It spans the smallest of 1, 1/2, 1/4 ... of a turn that holds the arc, so that even a short arc has at least 512
/// steps, twice as many as a byte can tell apart: no step shows at any size.
final class RingPalette {
  /// How many steps there are; one more is the track's.
  static let count = 1024

  /// Premultiplied 0xAARRGGBB, `count` + 1 of them.
  let colors = UnsafeMutablePointer<UInt32>.allocate(capacity: RingPalette.count + 1)
  /// From an angle in 65536ths of a turn to a step: its upper bits, and at most `count`.
  private(set) var shift: UInt32 = 6
  /// The angle of the tip, in 65536ths of a turn.
  private(set) var tip: UInt32 = 0
  /// How far the arc runs, in turns.
  private(set) var progress = 0.0
  /// Whether the arc lets nothing shine through, and the track nothing or everything.
  private(set) var isArcOpaque = false
  /// The first step that has the track's colour, which all later ones have.
  private(set) var trackStep = 0
  /// Whether the track is not to be seen.
  private(set) var isTrackClear = false

  private var last: Ring?

  deinit { colors.deallocate() }

  /// The colour at the end of the arc, as `Color.channels`.
  ///
  /// The gradient is never steeper than from end to end over one thickness of the ring: an arc that is shorter than
  /// it is thick would show a hard edge between the two colours under its caps. It ends in part of the way.
  static func tipColor(of ring: Ring) -> SIMD4<Float> {
    let circle = 2 * Double.pi * (ring.radius - min(ring.thickness, ring.radius) / 2)
    let share = min(max(ring.progress, 0) * circle / max(ring.thickness, 1e-6), 1)
    let start = ring.startColor.channels
    return start + (ring.endColor.channels - start) * Float(share)
  }

  /// Makes it the table of `ring`; false where it is that already.
  func prepare(_ ring: Ring) -> Bool {
    if let last, last == ring { return false }
    last = ring
    progress = ring.progress > Ring.leastProgress ? min(ring.progress, Ring.maximumProgress) : 0
    let part = progress - progress.rounded(.down)
    tip = UInt32(min(part * 65536, 65535))
    shift = 6
    if progress < 1 { while shift > 0, tip < 32768 >> (6 - shift) { shift -= 1 } }
    let steps = 65536 >> Int(shift)
    let track = ring.trackColor.premultiplied
    isTrackClear = track == 0
    isArcOpaque =
      ring.startColor.isOpaque && ring.endColor.isOpaque
      && (ring.trackColor.isOpaque || isTrackClear)
    colors[RingPalette.count] = track
    trackStep = 0
    guard progress > 0 else {
      Blend.fill(colors, count: RingPalette.count, with: track)
      return true
    }
    // The step that holds the tip is still the arc's; what lies ahead of the tip there is under its cap.
    let end = Int(tip >> shift) + 1
    trackStep = progress < 1 ? end : RingPalette.count
    let gradient = Gradient(
      from: ring.startColor.channels, to: RingPalette.tipColor(of: ring), steps: steps)
    gradient.fill(
      colors, from: 0, to: end, start: (progress - part) / progress, slope: 1 / progress)
    if progress < 1 {
      Blend.fill(colors + end, count: RingPalette.count - end, with: track)
    } else {
      gradient.fill(
        colors, from: end, to: RingPalette.count, start: (progress - part - 1) / progress,
        slope: 1 / progress)
    }
    return true
  }
}

/// A run of one row of a ring, and where its pixels go; all pointers are meant to be moved by the absolute column.
struct RingRun {
  let y: Int
  let pixels: UnsafeMutablePointer<UInt32>
  /// From the top in the direction of the arc, in 65536ths of a turn.
  let angles: UnsafePointer<UInt16>
  /// In 255ths.
  let coverage: UnsafePointer<UInt8>
  /// The first column of the pixels that are covered wholly, and the column after the last of them.
  let solidStart: Int
  let solidEnd: Int

  /// The columns of `start`..<`end` that are covered wholly.
  func solid(from start: Int, to end: Int) -> (start: Int, end: Int) {
    let first = min(max(solidStart, start), end)
    return (first, min(max(solidEnd, first), end))
  }
}

extension RingPalette {
  /// The step of colour at `angle`; `count` far beyond the arc.
  @inline(__always)
  func step(_ angle: UInt16) -> Int {
    min(Int(UInt32(angle) &>> shift), RingPalette.count)
  }

  /// The colour at a pixel of a run.
  @inline(__always)
  func color(_ run: RingRun, _ x: Int) -> UInt32 { colors[step(run.angles[x])] }

  /// Paints columns of a run by their angles alone.
  func paint(_ run: RingRun, from start: Int, to end: Int) {
    guard start < end else { return }
    let solid = run.solid(from: start, to: end)
    guard isArcOpaque else {
      for x in start..<solid.start { paintEdge(run, x) }
      for x in solid.start..<solid.end { Blend.lay(color(run, x), on: run.pixels + x) }
      for x in solid.end..<end { paintEdge(run, x) }
      return
    }
    for x in start..<solid.start { paintOpaqueEdge(run, x) }
    if isTrackClear {
      paintArc(run, from: solid.start, to: solid.end)
    } else {
      paintOpaque(run, from: solid.start, to: solid.end)
    }
    for x in solid.end..<end { paintOpaqueEdge(run, x) }
  }

  /// Paints a pixel by its angle, as far as the ring covers it.
  @inline(__always)
  func paintEdge(_ run: RingRun, _ x: Int) {
    run.pixels[x] = Blend.mix(color(run, x), into: run.pixels[x], cover: UInt32(run.coverage[x]))
  }

  /// The same, where each colour lets nothing shine through, or everything.
  @inline(__always)
  private func paintOpaqueEdge(_ run: RingRun, _ x: Int) {
    let color = color(run, x)
    guard color != 0 else { return }
    run.pixels[x] = Blend.mix(opaque: color, into: run.pixels[x], cover: UInt32(run.coverage[x]))
  }

  /// Paints pixels that are covered wholly by colours without transparency.
  private func paintOpaque(_ run: RingRun, from start: Int, to end: Int) {
    var x = start
    while x &+ 8 <= end {
      store(clamped(steps(run, x)), run.pixels + x)
      x = x &+ 8
    }
    while x < end {
      run.pixels[x] = color(run, x)
      x = x &+ 1
    }
  }

  /// The same, and leaves the track as it is.
  private func paintArc(_ run: RingRun, from start: Int, to end: Int) {
    var x = start
    let track = SIMD8(repeating: UInt16(truncatingIfNeeded: trackStep))
    while x &+ 8 <= end {
      let steps = steps(run, x)
      let beyond = unsafeBitCast(steps .>= track, to: SIMD2<UInt64>.self)
      if beyond[0] | beyond[1] == 0 {
        store(steps, run.pixels + x)
      } else if beyond[0] & beyond[1] != .max {
        for x in x..<x &+ 8 { Blend.lay(color(run, x), on: run.pixels + x) }
      }
      x = x &+ 8
    }
    while x < end {
      Blend.lay(color(run, x), on: run.pixels + x)
      x = x &+ 1
    }
  }

  /// The steps of eight pixels; beyond `count` far beyond the arc.
  @inline(__always)
  private func steps(_ run: RingRun, _ x: Int) -> SIMD8<UInt16> {
    UnsafeRawPointer(run.angles + x).loadUnaligned(as: SIMD8<UInt16>.self)
      &>> UInt16(truncatingIfNeeded: shift)
  }

  @inline(__always)
  private func clamped(_ steps: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let most = SIMD8(repeating: UInt16(RingPalette.count))
    return steps.replacing(with: most, where: steps .> most)
  }

  /// Sets eight pixels to the colours at steps of 0...`count`.
  @inline(__always)
  private func store(_ steps: SIMD8<UInt16>, _ pixels: UnsafeMutablePointer<UInt32>) {
    pixels[0] = colors[Int(steps[0])]
    pixels[1] = colors[Int(steps[1])]
    pixels[2] = colors[Int(steps[2])]
    pixels[3] = colors[Int(steps[3])]
    pixels[4] = colors[Int(steps[4])]
    pixels[5] = colors[Int(steps[5])]
    pixels[6] = colors[Int(steps[6])]
    pixels[7] = colors[Int(steps[7])]
  }
}

/// A straight way from one colour to another, walked in fixed point.
private struct Gradient {
  private let from: SIMD4<Double>
  private let range: SIMD4<Double>
  private let steps: Double

  init(from start: SIMD4<Float>, to end: SIMD4<Float>, steps: Int) {
    from = SIMD4<Double>(start)
    range = SIMD4<Double>(end) - from
    self.steps = Double(steps)
  }

  /// Sets `first`..<`last`: the middle of step i lies at `start` + `slope` x (i + 1/2) / steps of the way.
  func fill(
    _ colors: UnsafeMutablePointer<UInt32>, from first: Int, to last: Int, start: Double,
    slope: Double
  ) {
    typealias Four = SIMD4<UInt32>
    // Eight bits and twenty-four behind the point. Rounded down after half a step of a byte is added.
    let unit = 16_777_216.0
    let origin = start + slope * (Double(first) + 0.5) / steps
    let delta = range * (slope / steps)
    func lanes(_ channel: Int) -> (value: Four, step: Four) {
      func clamped(_ lane: Int) -> UInt32 {
        let value = from[channel] + range[channel] * origin + delta[channel] * Double(lane) + 0.5
        return UInt32(min(max(value, 0), 255.999) * unit)
      }
      let step = UInt32(bitPattern: Int32(min(max(delta[channel] * 4 * unit, -1e9), 1e9).rounded()))
      return (Four(clamped(0), clamped(1), clamped(2), clamped(3)), Four(repeating: step))
    }
    var (blue, blueStep) = lanes(0)
    var (green, greenStep) = lanes(1)
    var (red, redStep) = lanes(2)
    var (alpha, alphaStep) = lanes(3)
    var index = first
    while index < last {
      let low = (blue &>> 24) | ((green &>> 16) & 0xFF00)
      let words = low | ((red &>> 8) & 0xFF_0000) | (alpha & 0xFF00_0000)
      if index + 4 <= last {
        UnsafeMutableRawPointer(colors + index).storeBytes(of: words, as: Four.self)
      } else {
        for lane in 0..<last - index { colors[index + lane] = words[lane] }
      }
      blue = blue &+ blueStep
      green = green &+ greenStep
      red = red &+ redStep
      alpha = alpha &+ alphaStep
      index += 4
    }
  }
}

extension Color {
  /// Blue, green, red, alpha in 0...255, the first three multiplied by alpha.
  var channels: SIMD4<Float> {
    func unit(_ value: Float) -> Float { value.isNaN ? 0 : min(max(value, 0), 1) }
    let a = unit(alpha)
    return SIMD4(unit(blue) * a, unit(green) * a, unit(red) * a, a) * 255
  }

  /// The premultiplied 0xAARRGGBB word of `channels`, rounded; all lie in 0...255, or off by a rounding.
  @inline(__always)
  static func word(_ channels: SIMD4<Float>) -> UInt32 {
    // From 2^23 on, a float's last bit is 1: adding that rounds, and leaves the number in the low bits.
    let bits = unsafeBitCast(channels + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
    return (bits[0] | bits[1] &<< 8) | (bits[2] &<< 16 | bits[3] &<< 24)
  }

  /// The four channels of a 0xAARRGGBB word.
  @inline(__always)
  static func channels(of word: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(word & 0xFF), Float((word >> 8) & 0xFF), Float((word >> 16) & 0xFF), Float(word >> 24))
  }
}
