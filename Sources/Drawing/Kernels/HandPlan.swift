import DisplayLists
import Geometry
import Glibc

/// What stays the same while a hand turns: the shadow's profile across and along, and the pixels of its hub.
final class HandTables {
  /// Entries of the shadow's tables per pixel of distance.
  static let resolution = 32.0
  /// The largest blur of a hand's shadow, in device pixels.
  static let maximumSigma = 64.0

  private let center: Point
  private let width: Double
  private let hubRadius: Double
  private let shadowRadius: Double

  /// The shadow's coverage (0...255) by the distance from its middle line; the last entry is 0.
  let across: [UInt8]
  /// The shadow's coverage (0...256) by the distance from its end, from 3 sigma outside to 3 sigma inside.
  let along: [UInt16]
  /// How far outside of its outline the shadow ends, in device pixels.
  let blur: Double
  /// The inside of the hub.
  let hubFill: Mask?
  /// The line around the hub.
  let hubRing: Mask?

  init(_ hand: Hand) {
    center = hand.center
    width = hand.width
    hubRadius = hand.hubRadius
    shadowRadius = hand.shadow.radius
    let half = min(max(hand.width, 0), 4096) / 2
    let sigma = min(max(hand.shadow.radius, 0.25), HandTables.maximumSigma)
    blur = 3 * sigma
    let scale = 1 / (sigma * 2.0.squareRoot())
    across = (0...Int((half + blur) * HandTables.resolution) + 1).map { (index: Int) -> UInt8 in
      let distance = (Double(index) + 0.5) / HandTables.resolution
      guard distance < half + 3 * sigma else { return 0 }
      let value = (erf((distance + half) * scale) - erf((distance - half) * scale)) / 2
      return UInt8(min(max(value, 0), 1) * 255 + 0.5)
    }
    along = (0...Int(2 * blur * HandTables.resolution) + 1).map { (index: Int) -> UInt16 in
      let inside = (Double(index) + 0.5) / HandTables.resolution - 3 * sigma
      return UInt16((1 + erf(inside * scale)) / 2 * 256 + 0.5)
    }
    let middle = hand.center
    let outer = hand.hubRadius + half
    guard hand.hubRadius > 0, outer < Canvas.limit, middle.x.isFinite, middle.y.isFinite else {
      hubFill = nil
      hubRing = nil
      return
    }
    func disc(_ radius: Double, without hole: Double) -> Mask? {
      let reach = 2 * (radius + 1)
      guard
        let mask = Mask(
          rect: PixelRect(covering: Rect(center: middle, size: Size(width: reach, height: reach))))
      else { return nil }
      let outerEdge = Coverage.edge(ofCircle: radius)
      let innerEdge = Coverage.edge(ofCircle: hole)
      for y in 0..<mask.rect.height {
        for x in 0..<mask.rect.width {
          let dx = Float(Double(mask.rect.x + x) + 0.5 - middle.x)
          let dy = Float(Double(mask.rect.y + y) + 0.5 - middle.y)
          let distance = max((dx * dx + dy * dy).squareRoot(), 1e-6)
          let nx = dx / distance
          let ny = dy / distance
          var cover = Coverage.ofSquare(depth: outerEdge - distance, nx: nx, ny: ny)
          if hole > 0 { cover -= Coverage.ofSquare(depth: innerEdge - distance, nx: nx, ny: ny) }
          mask.base[y * mask.stride + x] = Coverage.byte(cover)
        }
      }
      return mask
    }
    hubFill = disc(hand.hubRadius, without: 0)
    hubRing = disc(outer, without: hand.hubRadius - half)
  }

  /// Whether they are the tables of `hand`.
  func matches(_ hand: Hand) -> Bool {
    width == hand.width && shadowRadius == hand.shadow.radius && center == hand.center
      && hubRadius == hand.hubRadius
  }
}

/// A row of coverage to fill and then to paint through, grown as needed and kept.
final class RowCover {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  init() {
    capacity = 1024
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Makes room for `count` pixels and the rest of a last group of four.
  func reserve(_ count: Int) {
    guard count + 4 > capacity else { return }
    base.deallocate()
    capacity = count + 1024
    base = .allocate(capacity: capacity)
  }
}

/// A hand at one angle, ready to be painted in any number of pieces.
///
/// A pixel is told by two numbers that are linear along a row: how far along the hand it lies, and how far beside.
struct HandPlan {
  let hand: Hand
  let tables: HandTables
  /// All pixels that it may touch; empty when it cannot be shown.
  let extent: PixelRect

  private let direction: Point
  private let half: Double
  private let length: Double
  private let tail: Double
  private let hub: Double
  private let color: UInt32
  private let shadowColor: UInt32

  init(_ hand: Hand, tables: HandTables) {
    self.hand = hand
    self.tables = tables
    let numbers = [
      hand.center.x, hand.center.y, hand.angle.radians, hand.length, hand.tail, hand.width, hand.hubRadius,
      hand.shadow.dx, hand.shadow.dy,
    ]
    let isSane = numbers.allSatisfy { abs($0) < Canvas.limit } && hand.width >= 0 && hand.length >= 0
    extent = isSane ? hand.extent : .zero
    direction = isSane ? hand.angle.direction : Point(x: 0, y: -1)
    half = isSane ? hand.width / 2 : 0
    length = isSane ? hand.length : 0
    tail = isSane ? max(hand.tail, 0) : 0
    hub = isSane ? min(max(hand.hubRadius, 0), hand.length) : 0
    color = hand.color.premultiplied
    shadowColor = hand.shadow.color.premultiplied
  }

  /// Paints what lies in `clip`: the shadow, the hub over it, the bar over both.
  func paint(into buffer: PixelBuffer, clip: PixelRect, cover: RowCover) {
    let visible = extent.intersection(clip)
    guard !visible.isEmpty else { return }
    cover.reserve(visible.width)
    if shadowColor != 0 { paintShadow(into: buffer, clip: visible, cover: cover) }
    tables.hubFill?.draw(hand.hubFill.premultiplied, into: buffer, clip: visible)
    tables.hubRing?.draw(color, into: buffer, clip: visible)
    if color != 0, half > 0 { paintBar(into: buffer, clip: visible, cover: cover) }
  }

  /// The columns of row `y` whose pixels lie within `side` of the line and between two places along it, widened by
  /// a pixel; `origin` is the place 0 on the line.
  private func columns(
    _ y: Int, origin: Point, side: Double, from low: Double, to high: Double, clip: PixelRect
  ) -> Range<Int> {
    let dy = Double(y) + 0.5 - origin.y
    var first = Double(clip.x)
    var last = Double(clip.maxX)
    func narrow(slope: Double, base: Double, from low: Double, to high: Double) {
      if abs(slope) < 1e-6 {
        if base < low - 1 || base > high + 1 { last = first }
        return
      }
      let one = (low - base) / slope
      let other = (high - base) / slope
      first = max(first, origin.x - 0.5 + min(one, other) - 1)
      last = min(last, origin.x - 0.5 + max(one, other) + 2)
    }
    narrow(slope: -direction.y, base: dy * direction.x, from: -side, to: side)
    narrow(slope: direction.x, base: dy * direction.y, from: low, to: high)
    guard first < last else { return 0..<0 }
    return max(Int(first), clip.x)..<min(Int(last), clip.maxX)
  }

  /// A bar with square ends, as long as one with round ends of the same area, under a Gaussian: the product of two
  /// profiles. Distances run in whole numbers of 2^-32 pixels, so every piece of a row agrees with the row.
  private func paintShadow(into buffer: PixelBuffer, clip: PixelRect, cover: RowCover) {
    let unit = 4_294_967_296.0
    let origin = hand.center.offset(dx: hand.shadow.dx, dy: hand.shadow.dy)
    let round = half * .pi / 4
    let low = -tail - round
    let high = length + round
    let blur = tables.blur
    let shift = 32 - 5
    let beside = Int(-direction.y * unit)
    let along = Int(direction.x * unit)
    let lowFixed = Int((low - blur) * unit)
    let highFixed = Int((high + blur) * unit)
    let innerLow = Int((low + blur) * unit)
    let innerHigh = Int((high - blur) * unit)
    tables.across.withUnsafeBufferPointer { profile in
      tables.along.withUnsafeBufferPointer { ends in
        let last = profile.count - 1
        let lastEnd = ends.count - 1
        for y in clip.y..<clip.maxY {
          let range = columns(
            y, origin: origin, side: half + blur, from: low - blur, to: high + blur, clip: clip)
          guard !range.isEmpty else { continue }
          let dy = Double(y) + 0.5 - origin.y
          let besideBase = Int(((0.5 - origin.x) * -direction.y + dy * direction.x) * unit)
          let alongBase = Int(((0.5 - origin.x) * direction.x + dy * direction.y) * unit)
          let from = range.lowerBound
          let out = cover.base
          let firstPlace = alongBase &+ from &* along
          let lastPlace = alongBase &+ (range.upperBound - 1) &* along
          if min(firstPlace, lastPlace) > innerLow, max(firstPlace, lastPlace) < innerHigh {
            var side = besideBase &+ from &* beside
            for index in 0..<range.count {
              out[index] = profile[min(abs(side) &>> shift, last)]
              side = side &+ beside
            }
          } else {
            for index in 0..<range.count {
              let side = besideBase &+ (from + index) &* beside
              let place = alongBase &+ (from + index) &* along
              let fromLow = min(max((place &- lowFixed) &>> shift, 0), lastEnd)
              let fromHigh = min(max((highFixed &- place) &>> shift, 0), lastEnd)
              let end = max(Int(ends[fromLow]) + Int(ends[fromHigh]) - 256, 0)
              out[index] = UInt8((Int(profile[min(abs(side) &>> shift, last)]) * end + 128) >> 8)
            }
          }
          Blend.color(
            shadowColor, through: out, on: buffer.row(y) + (from - buffer.rect.x), count: range.count)
        }
      }
    }
  }

  private func paintBar(into buffer: PixelBuffer, clip: PixelRect, cover: RowCover) {
    typealias Four = SIMD4<Float>
    let reference = Int(hand.center.x.rounded(.down))
    let nx = Float(-direction.y)
    let ny = Float(direction.x)
    let ramp = EdgeRamp(nx: nx, ny: ny)
    let halfWidth = Float(half)
    let hasTail = tail > hub
    // Ahead of the centre and behind it, the bar runs from the hub's edge outward.
    let aheadLow = Four(repeating: Float(hub > 0 ? hub : (hasTail ? -tail : 0)))
    let aheadHigh = Four(repeating: Float(length))
    let behindLow = hasTail ? Four(repeating: Float(-tail)) : aheadLow
    let behindHigh = hasTail && hub > 0 ? Four(repeating: Float(-hub)) : aheadHigh
    let lanes = Four(0, 1, 2, 3)
    for y in clip.y..<clip.maxY {
      let range = columns(
        y, origin: hand.center, side: half + 0.75, from: -(hasTail ? tail : 0) - half - 0.75,
        to: length + half + 0.75, clip: clip)
      guard !range.isEmpty else { continue }
      let dy = Double(y) + 0.5 - hand.center.y
      let dx = Double(reference) + 0.5 - hand.center.x
      let besideBase = Float(dx * -direction.y + dy * direction.x)
      let alongBase = Float(dx * direction.x + dy * direction.y)
      var index = 0
      while index < range.count {
        let x = lanes + Float(range.lowerBound + index - reference)
        let beside = x * nx + besideBase
        let along = x * ny + alongBase
        let ahead = along .>= 0
        let low = behindLow.replacing(with: aheadLow, where: ahead)
        let high = behindHigh.replacing(with: aheadHigh, where: ahead)
        let over = along - pointwiseMin(pointwiseMax(along, low), high)
        let distance = (beside * beside + over * over).squareRoot()
        let value = ramp.area(halfWidth - distance) - ramp.area(-halfWidth - distance)
        let bits =
          unsafeBitCast(
            value.clamped(lowerBound: .zero, upperBound: .one) * 255 + 8_388_608, to: SIMD4<UInt32>.self)
        let bytes = SIMD4<UInt8>(truncatingIfNeeded: bits)
        UnsafeMutableRawPointer(cover.base + index).storeBytes(of: bytes, as: SIMD4<UInt8>.self)
        index += 4
      }
      Blend.color(
        color, through: cover.base, on: buffer.row(y) + (range.lowerBound - buffer.rect.x),
        count: range.count)
    }
  }
}

/// `Coverage.ofSquare` for one normal and four depths at once, without branches.
private struct EdgeRamp {
  private let outer: Float
  private let inner: Float
  private let scale: Float

  init(nx: Float, ny: Float) {
    let wide = max(abs(nx), abs(ny))
    let narrow = max(min(abs(nx), abs(ny)), 4e-3)
    outer = (wide + narrow) / 2
    inner = (wide - narrow) / 2
    scale = 1 / (2 * wide * narrow)
  }

  /// The second integral of the trapezoid's four corners.
  @inline(__always)
  func area(_ depth: SIMD4<Float>) -> SIMD4<Float> {
    let held = depth.clamped(
      lowerBound: SIMD4(repeating: -outer), upperBound: SIMD4(repeating: outer))
    let zero = SIMD4<Float>.zero
    let first = held + outer
    let second = pointwiseMax(held + inner, zero)
    let third = pointwiseMax(held - inner, zero)
    return (first * first - second * second - third * third) * scale
  }
}
