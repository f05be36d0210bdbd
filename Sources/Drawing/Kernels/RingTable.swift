import DisplayLists
import Geometry

/// The colours of a ring's arc over the part of the turn that can be seen, from its oldest end to its tip.
///
/// A thousand steps are four times as many as a byte can tell apart, whatever the size: no step shows.
final class RingTable {
  /// How many steps of colour there are; the track's colour comes after them.
  static let count = 1024
  /// How much memory it takes.
  static let bytes = (count + 1) * MemoryLayout<UInt32>.stride

  /// Premultiplied 0xAARRGGBB.
  private(set) var colors = [UInt32](repeating: 0, count: RingTable.count + 1)

  /// The first visible angle, in 65536ths of a turn.
  private(set) var start: UInt32 = 0
  /// The last visible angle, from `start` on.
  private(set) var width: UInt32 = 0
  /// The angle of the tip.
  private(set) var tip: UInt32 = 0
  /// From an angle to a step: the product's upper bits, from bit 40 on.
  private(set) var factor: UInt64 = 0
  /// How far the arc runs, in turns.
  private(set) var progress = 0.0

  private var last: Ring?

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

  /// Makes it the table of `ring`; nothing is done when it is that already.
  func prepare(_ ring: Ring) {
    if let last, last == ring { return }
    last = ring
    progress = ring.progress.isNaN ? 0 : min(max(ring.progress, 0), Ring.maximumProgress)
    let part = progress < 1 ? progress : progress - progress.rounded(.down)
    // An arc of nothing has a width all the same; its caps hide it.
    tip = UInt32(min(part * 65536, 65535))
    if progress < 1 {
      tip = max(tip, 16)
      start = 0
      width = tip
    } else {
      start = (tip + 1) & 0xFFFF
      width = 65535
    }
    let span = UInt64(width) + 1
    factor = ((UInt64(RingTable.count) << 40) + span - 1) / span
    colors[RingTable.count] = ring.trackColor.premultiplied
    guard progress > 0 else { return }
    let visible = min(progress, 1)
    let oldest = (progress - visible) / progress
    let step = Float(visible / progress / Double(RingTable.count))
    let from = ring.startColor.channels
    let range = RingTable.tipColor(of: ring) - from
    let first = from + range * (Float(oldest) + step / 2)
    let delta = range * step
    for index in 0..<RingTable.count {
      colors[index] = Color.word(first + delta * Float(index))
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

  /// The premultiplied 0xAARRGGBB word of `channels`, rounded; all lie in 0...255.
  @inline(__always)
  static func word(_ channels: SIMD4<Float>) -> UInt32 {
    // From 2^23 on, a float's last bit is 1: adding that rounds, and leaves the number in the low bits.
    let bits = unsafeBitCast(channels + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
    return (bits &<< SIMD4<UInt32>(0, 8, 16, 24)).wrappedSum()
  }

  /// The four channels of a 0xAARRGGBB word.
  @inline(__always)
  static func channels(of word: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(word & 0xFF), Float((word >> 8) & 0xFF), Float((word >> 16) & 0xFF), Float(word >> 24))
  }
}
