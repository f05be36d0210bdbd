import DisplayLists
import Geometry
import TestSupport
import Testing

@Suite("Hands")
struct HandTests {
  static func hand(turns: Double, hubRadius: Double = 12, shadow: Bool = true) -> Hand {
    Hand(
      center: Point(x: 200.3, y: 199.8), angle: Angle(turns: turns), length: 150, tail: 30,
      width: 3,
      hubRadius: hubRadius, hubFill: .white, color: .black,
      shadow: shadow
        ? Shadow(color: Color(hex: 0, alpha: 0.3), radius: 2, dx: 1, dy: 2)
        : Shadow(color: .clear, radius: 9)
    )
  }

  /// Points of everything that a hand paints: the bar's axis and both sides, its shadow's reach and its hub.
  static func painted(_ hand: Hand, hub: Bool = true) -> [Point] {
    var points: [Point] = []
    let across = Angle(turns: hand.angle.turns + 0.25)
    let sides = [0, hand.width / 2, -hand.width / 2, hand.width / 2 + hand.shadow.radius]
    var along = -hand.tail
    while along <= hand.length {
      let axis = hand.center.polar(angle: hand.angle, distance: along)
      for side in sides where side <= hand.width / 2 || hand.shadow.color.alpha > 0 {
        points.append(axis.polar(angle: across, distance: side))
      }
      along += 0.5
    }
    points.append(hand.center.polar(angle: hand.angle, distance: hand.length + hand.width / 2))
    points.append(hand.center.polar(angle: hand.angle, distance: -hand.tail - hand.width / 2))
    if hub, hand.hubRadius > 0 {
      for step in 0..<60 {
        points.append(
          hand.center.polar(
            angle: Angle(turns: Double(step) / 60), distance: hand.hubRadius + hand.width / 2)
        )
      }
    }
    return points
  }

  private func list(_ item: DisplayItem) -> DisplayList {
    DisplayList(width: 400, height: 400, background: .white, items: [item])
  }

  private func uncovered(_ damage: Damage, by hand: Hand, hub: Bool = true) -> Int {
    Self.painted(hand, hub: hub).count { point in !damage.rects.contains { $0.rect.contains(point) }
    }
  }

  @Test(
    "a hand that turns damages all that it leaves and all that it reaches, at every angle; a little, not its hub"
  )
  func covers() {
    var random = SplitMix64(seed: 3)
    for step in 0..<240 {
      let before = Self.hand(turns: Double(step) / 240)
      for distance in [0.0005, 0.015, 0.3, -0.01, Double.random(in: -1...1, using: &random)] {
        let after = Self.hand(turns: Double(step) / 240 + distance)
        let damage = list(.hand(after)).damage(since: list(.hand(before)))
        // The hub of a hand that turns a little looks as before.
        let hub = abs(distance) >= 0.02
        #expect(
          uncovered(damage, by: before, hub: hub) == 0
            && uncovered(damage, by: after, hub: hub) == 0)
        #expect(damage.rects.count <= Damage.capacity)
      }
    }
  }

  @Test("a hand that comes or goes damages all of it, its hub included")
  func appears() {
    for step in 0..<60 {
      let hand = Self.hand(turns: Double(step) / 60, hubRadius: 25)
      for (new, old) in [(DisplayItem.hand(hand), DisplayItem.none), (.none, .hand(hand))] {
        let damage = list(new).damage(since: list(old))
        #expect(uncovered(damage, by: hand) == 0)
      }
    }
  }

  @Test("a hand that changes its shape damages all of the old one and all of the new one")
  func changesShape() {
    let plain = Self.hand(turns: 0.13)
    var longer = plain
    longer.tail = 90
    longer.length = 180
    var thick = plain
    thick.width = 20
    var tailed = plain
    tailed.tail = 120
    var hubbed = plain
    hubbed.hubRadius = 60
    var bare = plain
    bare.hubRadius = 0
    var shadowed = plain
    shadowed.shadow.radius = 12
    var moved = plain
    moved.center = Point(x: 150, y: 220)
    var recoloured = plain
    recoloured.hubFill = .black
    var stub = plain
    (stub.angle, stub.length, stub.tail) = (Angle(turns: 0), 0, 0)
    let shapes = [stub, plain, longer, thick, tailed, hubbed, bare, shadowed, moved, recoloured]
    for before in shapes {
      for after in shapes where after != before {
        let damage = list(.hand(after)).damage(since: list(.hand(before)))
        #expect(uncovered(damage, by: before) == 0 && uncovered(damage, by: after) == 0)
      }
    }
  }

  @Test("the extent holds all that a hand paints")
  func extent() {
    for step in 0..<240 {
      let hand = Self.hand(turns: Double(step) / 240, hubRadius: 40)
      #expect(Self.painted(hand).allSatisfy { hand.extent.rect.contains($0) })
    }
  }

  @Test("a slanted hand damages far less than the box around it")
  func saves() {
    let before = Self.hand(turns: 0.125, shadow: false)
    let after = Self.hand(turns: 0.1255, shadow: false)
    let damage = list(.hand(after)).damage(since: list(.hand(before)))
    #expect(damage.area * 2 < before.extent.union(after.extent).area)
  }

  @Test("a hand of numbers that are none damages something or nothing, and traps nowhere")
  func total() {
    for odd in [Double.nan, .infinity, -.infinity, 1e308, -1] {
      for key: WritableKeyPath<Hand, Double> in [
        \.length, \.tail, \.width, \.hubRadius, \.angle.radians, \.center.x,
      ] {
        var hand = Self.hand(turns: 0.1)
        hand[keyPath: key] = odd
        let damage = list(.hand(hand)).damage(since: list(.hand(Self.hand(turns: 0.1))))
        #expect(
          damage.rects.allSatisfy { PixelRect(x: 0, y: 0, width: 400, height: 400).contains($0) })
      }
    }
  }
}
