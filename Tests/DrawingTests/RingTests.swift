import DisplayLists
import Drawing
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

/// A ring as geometry says it looks, point by point.
private struct TrueRing {
  let ring: Ring
  let track: TrueColor
  let start: TrueColor
  let end: TrueColor
  let background: TrueColor
  let middle: Double
  let cap: Double
  let tip: Point
  let top: Point
  let cast: Point
  let strength: Double
  let sigma: Double
  /// The blurred disc by distance, a hundredth of a sigma a step.
  var profile: [Double] = []

  init(_ ring: Ring, background: Color) {
    self.ring = ring
    self.background = TrueColor(background)
    track = TrueColor(ring.trackColor)
    start = TrueColor(ring.startColor)
    middle = ring.radius - ring.thickness / 2
    cap = ring.thickness / 2
    tip = ring.center.polar(angle: Angle(turns: ring.progress), distance: middle)
    top = ring.center.offset(dx: 0, dy: -middle)
    cast = ring.center.polar(angle: Angle(turns: ring.progress + 0.01), distance: middle)
    strength = min(max((ring.progress - 0.96) / 0.02, 0), 1) * 0.15
    sigma = 2 * (2 * ring.radius) / 250
    // No steeper than from end to end over one thickness.
    let share = min(1, ring.progress * 2 * .pi * middle / ring.thickness)
    end = start.mixed(TrueColor(ring.endColor), share)
    guard strength > 0 else { return }
    // Brute force: the disc cut into small squares, each weighed by the Gaussian.
    let step = cap / 40
    var distance = 0.0
    while distance < cap + 4 * sigma {
      var sum = 0.0
      if distance < cap - 4 * sigma {
        sum = 1
      } else {
        var x = -cap + step / 2
        while x < cap {
          if abs(x - distance) < 5 * sigma {
            var y = step / 2
            while y < min(5 * sigma, cap) {
              if x * x + y * y < cap * cap {
                let square = (x - distance) * (x - distance) + y * y
                sum += 2 * exp(-square / (2 * sigma * sigma)) * step * step
              }
              y += step
            }
          }
          x += step
        }
        sum /= 2 * .pi * sigma * sigma
      }
      profile.append(min(sum, 1))
      distance += sigma / 10
    }
  }

  func color(_ x: Double, _ y: Double) -> TrueColor {
    let dx = x - ring.center.x
    let dy = y - ring.center.y
    let square = dx * dx + dy * dy
    let inner = ring.radius - ring.thickness
    if square > ring.radius * ring.radius || square < inner * inner { return background }
    if ring.progress == 0 { return track }
    var turn = atan2(dx, -dy) / (2 * .pi)
    if turn < 0 { turn += 1 }
    let whole = (ring.progress - turn).rounded(.down)
    var color = track
    if whole >= 0 {
      color = start.mixed(end, (turn + whole) / ring.progress)
    } else if turn > 0.5, hypot(x - top.x, y - top.y) < cap {
      color = start
    }
    let behind = ring.progress - ring.progress.rounded(.down)
    let ahead = turn - behind
    if (ahead > 0 && ahead < 0.5) || ahead < -0.5 {
      if strength > 0 {
        let place = hypot(x - cast.x, y - cast.y) / (sigma / 10)
        let index = Int(place)
        let value = index < profile.count ? profile[index] : 0
        color = color.mixed(.black, strength * value)
      }
      if hypot(x - tip.x, y - tip.y) < cap { color = end }
    }
    return color
  }
}

private let paper = Color(hex: 0xF0F0F3)

private func ring(diameter: Double, progress: Double) -> Ring {
  Ring(
    center: Point(x: diameter / 2 + 2.3, y: diameter / 2 + 1.8), radius: diameter / 2,
    thickness: diameter * 0.12, progress: progress, startColor: Color(hex: 0xFA114F),
    endColor: Color(hex: 0xFF5E91), trackColor: Color(hex: 0xF7D5DE))
}

private func list(_ ring: Ring) -> DisplayList {
  DisplayList(
    width: Int(ring.radius * 2) + 5, height: Int(ring.radius * 2) + 5, background: paper,
    items: [.ring(ring)])
}

@Suite("Rings") struct RingTests {
  private let turn = DrawingTurn()

  @Test(
    "a ring is as geometry has it",
    arguments: [0, 0.02, 0.25, 0.5, 0.72, 0.9, 0.97, 1, 1.18, 2.5, 10], [24.0, 61, 140])
  func truth(progress: Double, diameter: Double) throws {
    let ring = ring(diameter: diameter, progress: progress)
    let list = list(ring)
    let truth = TrueRing(ring, background: paper)
    let expected = Supersampled(
      width: list.width, height: list.height, side: diameter < 100 ? 16 : 6, sample: truth.color)
    let ratio = expected.ratio(to: try Raster(painting: list))
    #expect(ratio >= 54, "\(ratio) dB")
  }

  @Test("a ring of one colour casts no shadow at its tip")
  func plain() throws {
    var ring = ring(diameter: 120, progress: 0.98)
    ring.endColor = ring.startColor
    let raster = try Raster(painting: list(ring))
    let ahead = ring.point(at: 0.995)
    #expect(raster[Int(ahead.x), Int(ahead.y)] == ring.startColor.premultiplied)
  }

  @Test(
    "of an arc of one colour only what lies about its tip is damaged, and that is all that changes")
  func plainChange() throws {
    for progress in [0.3, 0.62, 0.9, 0.004, 0.995] {
      var before = ring(diameter: 200, progress: progress)
      before.thickness = 4
      before.endColor = before.startColor
      var after = before
      after.progress -= 0.003
      var frame = Frame()
      let former = list(before)
      frame.setCanvas(former)
      frame.beginSlice(at: 0, count: 0)
      frame.append(.ring(before))
      _ = frame.endSlice()
      frame.removeChanges()
      frame.beginSlice(at: 0, count: 1)
      frame.append(.ring(after))
      _ = frame.endSlice()
      let damage = frame.damage
      #expect(damage.area < 400 || progress < 0.02 || progress > 0.98)
      try expectCover(damage, from: before, to: after)
    }
  }

  @Test(
    "of an arc whose gradient stays only what lies about its tip is damaged, and that is all that changes",
    arguments: [0, 9.0],
    [
      0.3, 0.499, 0.62, 0.74, 0.9, 0.951, 0.957, 0.97, 0.999, 1, 1.002, 1.2, 1.998, 2.6, 0.126,
      0.004,
    ])
  func changeOfTip(glow: Double, progress: Double) throws {
    var before = ring(diameter: 200, progress: progress)
    (before.glow, before.gradientEnd) = (glow, progress + 0.006)
    for step in [0.0004, 0.003, -0.002] {
      var after = before
      after.progress += step
      let damage = list(after).damage(since: list(before))
      try expectCover(damage, from: before, to: after)
      let isSmall = [0.3, 0.62, 0.74, 0.9, 1.2, 2.6].contains(progress)
      #expect(damage.area < 2400 || !isSmall, "\(damage.area)")
    }
  }

  @Test(
    "all that changes of an arc is damaged, and of a large ring not its hole",
    arguments: [
      (0, 0.05), (0.01, 0.1), (0.12, 0.14), (0.2, 0.26), (0.24, 0.249), (0.3, 0.37), (0.41, 0.36),
      (0.49, 0.51),
      (0.6, 0.64), (0.7, 0.74), (0.76, 0.8), (0.84, 0.88), (0.9, 0.93), (0.95, 0.99), (0.99, 1.02),
      (1.1, 1.2),
    ])
  func arcChange(from former: Double, to progress: Double) throws {
    for (diameter, isClear) in [(120.0, true), (540, false), (540, true)] {
      var before = ring(diameter: diameter, progress: former)
      if isClear { before.trackColor = .clear }
      var after = before
      after.progress = progress
      let damage = list(after).damage(since: list(before))
      try expectCover(damage, from: before, to: after)
      let middle = PixelRect(covering: Rect(center: after.center, size: Size(width: 2, height: 2)))
      #expect(diameter < 500 || !damage.rects.contains { $0.intersects(middle) })
    }
  }

  /// Expects damage to hold all pixels that differ between two rings.
  private func expectCover(_ damage: Damage, from before: Ring, to after: Ring) throws {
    let (old, new) = (try Raster(painting: list(before)), try Raster(painting: list(after)))
    let size = list(before)
    var isCovered = true
    for y in 0..<size.height {
      for x in 0..<size.width where old[x, y] != new[x, y] {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        if !damage.rects.contains(where: { $0.contains(pixel) }) { isCovered = false }
      }
    }
    #expect(isCovered, "\(before.progress) to \(after.progress)")
  }

  @Test("a large ring is as geometry has it", arguments: [(0.97, 250.0), (1.18, 400)])
  func largeTruth(progress: Double, diameter: Double) throws {
    try truth(progress: progress, diameter: diameter)
  }

  @Test(
    "no step of colour along the arc but at its tip",
    arguments: [0.3, 0.72, 1, 1.18, 2.5, 10, 0.9999, 1.0001])
  func seam(progress: Double) throws {
    let ring = ring(diameter: 300, progress: progress)
    let raster = try Raster(painting: list(ring))
    let steps = 1000
    let middle = ring.radius - ring.thickness / 2
    let tip = progress - progress.rounded(.down)
    var last: UInt32?
    for step in 0..<steps {
      let turn = Double(step) / Double(steps)
      let ahead = turn - tip < 0 ? turn - tip + 1 : turn - tip
      // The tip's cap and its shadow lie within a twentieth of a turn, and so does the start's cap.
      let isEnd = ahead < 0.08 || ahead > 0.999 || (progress < 1 && turn > 0.92)
      let place = ring.center.polar(angle: Angle(turns: turn), distance: middle)
      let word = raster[Int(place.x), Int(place.y)]
      if let last, !isEnd {
        for shift in [0, 8, 16] as [UInt32] {
          let difference = abs(Int((last >> shift) & 0xFF) - Int((word >> shift) & 0xFF))
          #expect(difference <= 3, "at \(turn)")
        }
      }
      last = isEnd ? nil : word
    }
  }

  @Test(
    "an arc grows without a jump",
    arguments: [0.0201, 0.5, 0.9599, 0.96, 0.97, 0.98, 0.9999, 1.0, 1.9999])
  func growth(progress: Double) throws {
    let before = try Raster(painting: list(ring(diameter: 120, progress: progress)))
    let after = try Raster(painting: list(ring(diameter: 120, progress: progress + 0.0002)))
    for index in 0..<before.width * before.height {
      for shift in [0, 8, 16] as [UInt32] {
        let one = Int((before.base[index] >> shift) & 0xFF)
        let other = Int((after.base[index] >> shift) & 0xFF)
        #expect(abs(one - other) <= 16)
      }
    }
  }

  @Test("numbers that are none, and vast ones, paint nothing or something, and end")
  func oddNumbers() throws {
    let odd = [Double.nan, .infinity, -.infinity, 1e308, -1, 0, 1e-300]
    for value in odd {
      var broken = ring(diameter: 40, progress: 0.5)
      broken.progress = value
      _ = try Raster(painting: list(broken))
      for keyPath in [\Ring.radius, \Ring.thickness, \Ring.center.x, \Ring.center.y]
        as [WritableKeyPath<Ring, Double>]
      {
        var broken = ring(diameter: 40, progress: 0.5)
        broken[keyPath: keyPath] = value
        let list = DisplayList(width: 45, height: 45, background: paper, items: [.ring(broken)])
        let raster = try Raster(painting: list)
        #expect(raster[0, 0] >> 24 == 255)
      }
    }
  }
}
