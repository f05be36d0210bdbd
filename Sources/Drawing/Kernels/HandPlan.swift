import DisplayLists
import Geometry

/// A hand at one angle, ready to be painted in any number of pieces.
///
/// A pixel is told by two numbers that are linear along a row: how far along the hand it lies, and how far beside.
struct HandPlan {
  let hand: Hand
  let tables: HandTables
  /// All pixels that it may touch.
  let extent: PixelRect

  /// The rows of the shadow and of the bar between their ends.
  let shadowStamp: HandStamp
  let barStamp: HandStamp

  private let direction: Point
  private let half: Double
  private let length: Double
  private let tail: Double
  private let hub: Double
  private let color: UInt32
  private let shadowColor: UInt32

  /// The plan of `hand`, which can be shown.
  ///
  /// The stamps are made for it, and may have been another's.
  init(_ hand: Hand, tables: HandTables, shadowStamp: HandStamp, barStamp: HandStamp) {
    self.hand = hand
    self.tables = tables
    self.shadowStamp = shadowStamp
    self.barStamp = barStamp
    extent = hand.extent
    direction = hand.angle.direction
    half = hand.width / 2
    length = hand.length
    tail = max(hand.tail, 0)
    hub = min(max(hand.hubRadius, 0), hand.length)
    color = hand.color.premultiplied
    shadowColor = hand.shadow.color.premultiplied
    let slope = -direction.y
    if shadowColor != 0 {
      tables.across.withUnsafeBufferPointer { table in
        guard let base = table.baseAddress else { return }
        shadowStamp.make(
          reach: tables.besideReach, slope: slope, table: base, resolution: HandTables.resolution,
          margin: tables.besideReach + HandTables.margin)
      }
    }
    let edge = BarEdge(half: Float(half), nx: Float(slope), ny: Float(direction.x))
    barStamp.make(reach: half + 0.75, slope: slope) { edge.covers(at: $0.magnitude) }
  }

  /// Where a bar's middle line crosses the rows: the column at row 0 and the growth a row, in 2^-32 pixels.
  private func crossing(of origin: Point) -> (base: Int, step: Int) {
    let unit = 4_294_967_296.0
    let growth = abs(direction.y) < 1e-3 ? 0 : direction.x / direction.y
    return (Int((origin.x - 0.5 + (0.5 - origin.y) * growth) * unit), Int(growth * unit))
  }

  /// Paints what lies in `clip`: the shadow, the hub over it, the bar over both.
  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let visible = extent.intersection(clip)
    guard !visible.isEmpty else { return }
    if shadowColor != 0 { paintShadow(into: buffer, clip: visible) }
    tables.hubFill?.draw(hand.hubFill.premultiplied, into: buffer, clip: visible)
    tables.hubRing?.draw(color, into: buffer, clip: visible)
    if color != 0, half > 0 { paintBar(into: buffer, clip: visible) }
  }

  /// A bar with square ends, as long as one with round ends of the same area, under a Gaussian: the product of two
  /// profiles. Distances run in whole numbers of 2^-32 pixels, so every piece of a row agrees with the row.
  private func paintShadow(into buffer: PixelBuffer, clip: PixelRect) {
    let unit = 4_294_967_296.0
    let shift = 32 - 5
    let origin = hand.center.offset(dx: hand.shadow.dx, dy: hand.shadow.dy)
    let round = half * .pi / 4
    let blur = tables.blur
    let low = -tail - round - blur
    let high = length + round + blur
    let scan = SlantedBar(
      origin: origin, direction: direction, side: tables.besideReach, low: low, high: high)
    let beside = Int(-direction.y * unit)
    let along = Int(direction.x * unit)
    let besideDown = Int(direction.x * unit)
    let alongDown = Int(direction.y * unit)
    let left = 0.5 - origin.x
    let top = 0.5 - origin.y
    let margin = tables.besideReach + HandTables.margin
    let besideBase = Int((top * direction.x - left * direction.y + margin) * unit)
    let alongBase = Int((top * direction.y + left * direction.x) * unit)
    let ends = EndProfile(
      low: Int(low * unit), high: Int(high * unit), ramp: Int(2 * blur * unit), shift: shift)
    let ink = Blend.Ink(shadowColor)
    let crossing = crossing(of: origin)
    let stamp = shadowStamp
    tables.across.withUnsafeBufferPointer { profile in
      tables.along.withUnsafeBufferPointer { ramp in
        guard let profile = profile.baseAddress else { return }
        for y in clip.y..<clip.maxY {
          let row = buffer.row(y) - buffer.rect.x
          let down = alongBase &+ y &* alongDown
          if stamp.count > 0 {
            let (words, first) = stamp.row(at: crossing.base &+ y &* crossing.step)
            let end = first &+ stamp.count
            guard first < clip.maxX, end > clip.x else { continue }
            let place = down &+ first &* along
            let other = down &+ (end &+ 4) &* along
            if ends.areOutside(place, other) { continue }
            if ends.areFar(from: place, other) {
              ink.put(words, on: row, from: max(first, clip.x), to: min(end, clip.maxX), limit: clip.maxX)
              continue
            }
          }
          let columns = scan.columns(y, clip: clip)
          guard columns.first <= columns.last else { continue }
          var x = columns.first
          let side = besideBase &+ y &* besideDown &+ x &* beside
          let place = down &+ x &* along
          var sides = SIMD4<Int>(side, side &+ beside, side &+ 2 &* beside, side &+ 3 &* beside)
          var places = SIMD4<Int>(place, place &+ along, place &+ 2 &* along, place &+ 3 &* along)
          while x <= columns.last {
            var covers = Blend.Pixels(
              profile[sides[0] &>> shift], profile[sides[1] &>> shift], profile[sides[2] &>> shift],
              profile[sides[3] &>> shift])
            if !ends.areFar(from: places[0], places[3]) { covers = ends.faded(covers, at: places, by: ramp) }
            if x &+ 4 <= clip.maxX {
              ink.put(on: row + x, spread: covers)
            } else {
              ink.put(on: row + x, spread: covers, count: clip.maxX &- x)
            }
            x = x &+ 4
            sides = sides &+ (4 &* beside)
            places = places &+ (4 &* along)
          }
        }
      }
    }
  }

  private func paintBar(into buffer: PixelBuffer, clip: PixelRect) {
    typealias Four = SIMD4<Float>
    let reference = Int(hand.center.x)
    let slopeBeside = Float(-direction.y)
    let slopeAlong = Float(direction.x)
    let edge = BarEdge(half: Float(half), nx: slopeBeside, ny: slopeAlong)
    let hasTail = tail > hub
    // Ahead of the centre and behind it, the bar runs from the hub's edge outward.
    let aheadLow = Float(hub > 0 ? hub : (hasTail ? -tail : 0))
    let aheadHigh = Float(length)
    let behindLow = hasTail ? Float(-tail) : aheadLow
    let behindHigh = hasTail && hub > 0 ? Float(-hub) : aheadHigh
    let lanes = Four(0, 1, 2, 3)
    let ink = Blend.Ink(color)
    let scan = SlantedBar(
      origin: hand.center, direction: direction, side: half + 0.75,
      low: -(hasTail ? tail : 0) - half - 0.75, high: length + half + 0.75)
    let dx = Double(reference) + 0.5 - hand.center.x
    let crossing = crossing(of: hand.center)
    let stamp = barStamp
    let spanAlong = Float(stamp.count &+ 4) * slopeAlong
    for y in clip.y..<clip.maxY {
      let row = buffer.row(y) - buffer.rect.x
      let dy = Double(y) + 0.5 - hand.center.y
      if stamp.count > 0 {
        let (words, first) = stamp.row(at: crossing.base &+ y &* crossing.step)
        let end = first &+ stamp.count
        guard first < clip.maxX, end > clip.x else { continue }
        let start = Float(dx * direction.x + dy * direction.y) + Float(first &- reference) * slopeAlong
        let near = min(start, start + spanAlong)
        let far = max(start, start + spanAlong)
        // A row belongs to the stamp or not as a whole, wherever it is cut.
        if (near > aheadLow && far < aheadHigh) || (near > behindLow && far < behindHigh) {
          ink.put(words, on: row, from: max(first, clip.x), to: min(end, clip.maxX), limit: clip.maxX)
          continue
        }
      }
      let columns = scan.columns(y, clip: clip)
      guard columns.first <= columns.last else { continue }
      let besideBase = Float(dx * -direction.y + dy * direction.x)
      let alongBase = Float(dx * direction.x + dy * direction.y)
      let first = alongBase + Float(columns.first &- reference) * slopeAlong
      let last = alongBase + Float(columns.last &+ 3 &- reference) * slopeAlong
      let near = min(first, last)
      let far = max(first, last)
      // In the middle of the bar only the distance beside it counts. Both ways agree there to the last bit.
      let isInner = (near > aheadLow && far < aheadHigh) || (near > behindLow && far < behindHigh)
      var x = columns.first
      while x <= columns.last {
        let place = lanes + Float(x &- reference)
        let beside = place * slopeBeside + besideBase
        var distance = beside.magnitude
        if !isInner {
          let along = place * slopeAlong + alongBase
          let isAhead = along .>= 0
          let low = Four(repeating: behindLow).replacing(with: aheadLow, where: isAhead)
          let high = Four(repeating: behindHigh).replacing(with: aheadHigh, where: isAhead)
          let over = along - along.atLeast(low).atMost(high)
          let square = beside * beside + over * over
          distance = distance.replacing(with: square.squareRoot(), where: over .!= 0)
        }
        let covers = edge.covers(at: distance)
        // What lies beyond the last column is not covered.
        if x &+ 4 <= clip.maxX {
          ink.put(on: row + x, covers: covers)
        } else {
          ink.put(on: row + x, covers: covers, count: clip.maxX &- x)
        }
        x = x &+ 4
      }
    }
  }
}

extension Hand {
  /// Whether all its numbers are such as can be drawn; nothing is shown of any other.
  var isDrawable: Bool {
    func isSane(_ value: Double) -> Bool { abs(value) < Canvas.limit }
    return isSane(center.x) && isSane(center.y) && isSane(angle.radians) && isSane(length) && isSane(tail)
      && isSane(width) && isSane(hubRadius) && isSane(shadow.radius) && isSane(shadow.dx) && isSane(shadow.dy)
      && width >= 0 && length >= 0
  }
}

/// How a shadow fades out at both ends of a bar, by the place along it in 2^-32 pixels.
private struct EndProfile {
  /// Where the shadow begins and ends.
  let low: Int
  let high: Int
  /// Over which length it fades.
  let ramp: Int
  /// From a length to an index of the table.
  let shift: Int

  /// Whether all between two places is beyond both ramps.
  @inline(__always)
  func areFar(from first: Int, _ last: Int) -> Bool {
    min(first, last) > low &+ ramp && max(first, last) < high &- ramp
  }

  /// Whether all between two places lies before the shadow or beyond it.
  @inline(__always)
  func areOutside(_ first: Int, _ last: Int) -> Bool {
    max(first, last) < low || min(first, last) > high
  }

  /// The coverages `covers` (in both halves of a word) of four places, less where they lie on a ramp.
  @inline(never)
  func faded(
    _ covers: Blend.Pixels, at places: SIMD4<Int>, by table: UnsafeBufferPointer<UInt16>
  ) -> Blend.Pixels {
    var result = covers
    for lane in 0..<4 {
      let fromLow = min(max((places[lane] &- low) &>> shift, 0), table.count - 1)
      let fromHigh = min(max((high &- places[lane]) &>> shift, 0), table.count - 1)
      let part = UInt32(max(Int(table[fromLow]) + Int(table[fromHigh]) - 256, 0))
      result[lane] = (((covers[lane] & 0xFF) * part + 128) >> 8) * 0x1_0001
    }
    return result
  }
}

/// The columns of a row that a slanted bar crosses.
private struct SlantedBar {
  private let origin: Point
  private let direction: Point
  private let side: Double
  private let middle: Double
  private let reach: Double
  /// One over the growth of the distance along the bar and beside it from column to column; 0 where it hardly grows.
  private let alongInverse: Double
  private let besideInverse: Double
  private let alongWidth: Double
  private let besideWidth: Double

  /// The bar through `origin` that reaches `side` to either side and from `low` to `high` along `direction`.
  init(origin: Point, direction: Point, side: Double, low: Double, high: Double) {
    self.origin = origin
    self.direction = direction
    self.side = side
    middle = (low + high) / 2
    reach = (high - low) / 2
    alongInverse = abs(direction.x) < 1e-6 ? 0 : 1 / direction.x
    besideInverse = abs(direction.y) < 1e-6 ? 0 : -1 / direction.y
    alongWidth = reach * abs(alongInverse)
    besideWidth = side * abs(besideInverse)
  }

  /// The first and the last column of row `y` whose middle lies in the bar, and at most one more on either side; the
  /// first is past the last where there are none. None lie outside of `clip`, whose columns count from 0 up.
  @inline(__always)
  func columns(_ y: Int, clip: PixelRect) -> (first: Int, last: Int) {
    let dy = Double(y) + 0.5 - origin.y
    let start = origin.x - 0.5
    var first = Double(clip.x)
    var last = Double(clip.maxX &- 1)
    let beside = dy * direction.x
    if besideInverse != 0 {
      let center = start - beside * besideInverse
      first = max(first, center - besideWidth)
      last = min(last, center + besideWidth)
    } else if abs(beside) > side + 1 {
      return (0, -1)
    }
    let along = dy * direction.y
    if alongInverse != 0 {
      let center = start + (middle - along) * alongInverse
      first = max(first, center - alongWidth)
      last = min(last, center + alongWidth)
    } else if abs(along - middle) > reach + 1 {
      return (0, -1)
    }
    guard first <= last else { return (0, -1) }
    return (SlantedBar.nearest(first - 0.499), SlantedBar.nearest(last + 0.499))
  }

  /// The nearest whole number to one of less than 2^31: from 2^52 on a double's last bit is 1.
  @inline(__always)
  private static func nearest(_ value: Double) -> Int {
    Int(Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern))
  }
}

/// How much of a pixel a straight bar covers, by the distance of the pixel's centre from its middle line.
///
/// `Coverage.ofSquare` for one normal and four distances at once, without branches.
private struct BarEdge {
  private let half: Float
  private let outer: Float
  private let inner: Float
  private let scale: Float
  private let isThin: Bool

  init(half: Float, nx: Float, ny: Float) {
    let wide = max(abs(nx), abs(ny))
    let narrow = max(min(abs(nx), abs(ny)), 4e-3)
    self.half = half
    outer = (wide + narrow) / 2
    inner = (wide - narrow) / 2
    scale = 1 / (2 * wide * narrow)
    // Then the far edge can cut the same pixel.
    isThin = half < 0.75
  }

  /// The coverage in 0...255.
  @inline(__always)
  func covers(at distance: SIMD4<Float>) -> SIMD4<UInt32> {
    var value = area(half - distance)
    if isThin { value -= area(-half - distance) }
    // From 2^23 on, a float's last bit is 1: adding that rounds, and leaves the number in the low bits.
    return unsafeBitCast(value * 255 + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// The trapezoid's integral as the sum of its corners' second integrals.
  @inline(__always)
  private func area(_ depth: SIMD4<Float>) -> SIMD4<Float> {
    let held = depth.atLeast(SIMD4(repeating: -outer)).atMost(SIMD4(repeating: outer))
    let first = held + outer
    let second = (held + inner).atLeast(.zero)
    let third = (held - inner).atLeast(.zero)
    return (first * first - second * second - third * third) * scale
  }
}

extension SIMD4<Float> {
  /// The larger of each pair; unlike `pointwiseMax` it is one instruction.
  @inline(__always)
  fileprivate func atLeast(_ other: Self) -> Self { replacing(with: other, where: self .< other) }

  /// The smaller of each pair.
  @inline(__always)
  fileprivate func atMost(_ other: Self) -> Self { replacing(with: other, where: self .> other) }

  /// The numbers without their signs.
  @inline(__always)
  fileprivate var magnitude: Self {
    unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: Self.self)
  }
}
