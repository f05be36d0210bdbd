import DisplayLists
import Drawing
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

private let paper = Color(hex: 0xF0F0F3)

private func hand(turns: Double, width: Double, hub: Double, shadow: Shadow) -> Hand {
  Hand(
    center: Point(x: 60.4, y: 57.7), angle: Angle(turns: turns), length: 48, tail: 15, width: width,
    hubRadius: hub, hubFill: .white, color: Color(hex: 0xFF9500), shadow: shadow)
}

private let none = Shadow(color: .clear, radius: 0)

@Suite("Hands") struct HandTests {
  private let turn = DrawingTurn()

  @Test(
    "a hand is the bar, the tail and the hub that geometry has",
    arguments: [0, 0.03, 0.125, 0.2501, 0.37, 0.5, 0.75, 0.9], [1.0, 2.5, 4])
  func truth(turns: Double, width: Double) throws {
    let hand = hand(turns: turns, width: width, hub: 5, shadow: none)
    let list = DisplayList(width: 120, height: 120, background: paper, items: [.hand(hand)])
    let direction = hand.angle.direction
    let color = TrueColor(hand.color)
    let expected = Supersampled(width: 120, height: 120, side: 10) { x, y in
      let dx = x - hand.center.x
      let dy = y - hand.center.y
      let along = dx * direction.x + dy * direction.y
      let beside = dy * direction.x - dx * direction.y
      let fromHub = hypot(dx, dy)
      let low = along >= 0 ? hand.hubRadius : -hand.tail
      let high = along >= 0 ? hand.length : -hand.hubRadius
      let toBar = hypot(beside, along - min(max(along, low), high))
      if toBar < width / 2 || abs(fromHub - hand.hubRadius) < width / 2 { return color }
      return fromHub < hand.hubRadius ? TrueColor(hand.hubFill) : TrueColor(paper)
    }
    let ratio = expected.ratio(to: try Raster(painting: list))
    #expect(ratio >= 44, "\(ratio) dB")
  }

  @Test("an opaque window stays opaque under every hand")
  func opaque() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<4000 {
      let alpha = Float.random(in: 0...1, using: &random)
      var hand = hand(
        turns: .random(in: 0...1, using: &random), width: .random(in: 0.2...5, using: &random),
        hub: 0,
        shadow: Shadow(
          color: Color(hex: 0x405060, alpha: alpha), radius: .random(in: 0...3, using: &random)))
      hand.color = Color(hex: 0xFF9500, alpha: 1 - alpha)
      let raster = try Raster(
        painting: DisplayList(width: 120, height: 120, background: paper, items: [.hand(hand)]))
      let isOpaque = (0..<120 * 120).allSatisfy { raster.base[$0] >> 24 == 255 }
      #expect(isOpaque, "\(hand)")
    }
  }

  @Test("a hand that shines is pale along its axis, and its light falls from its edge outward")
  func light() throws {
    let hue = Color(hex: 0x0080FF)
    var hand = Hand(
      center: Point(x: 60, y: 60), angle: Angle(turns: 0.25), length: 48, tail: 15, width: 4,
      hubRadius: 0, hubFill: .black, color: hue, shadow: Shadow(color: hue, radius: 3))
    hand.core = .white
    let raster = try Raster(
      painting: DisplayList(width: 120, height: 120, background: .black, items: [.hand(hand)]))
    func parts(_ x: Int, _ y: Int) -> [Int] {
      [16, 8, 0].map { (shift: UInt32) in Int(raster[x, y] >> shift & 255) }
    }
    let axis = parts(80, 60)
    #expect(axis[0] > 180 && axis[2] > 250)
    // Blue alone, less and less.
    let light = (2..<12).map { parts(80, 60 + $0) }
    #expect(light.allSatisfy { $0[0] == 0 })
    #expect(light[0][2] > 100 && light[3][2] > 15 && light[9][2] == 0)
    #expect(zip(light, light.dropFirst()).allSatisfy { $0[2] >= $1[2] })
    // Around the tip, too.
    #expect(abs(parts(108 + 4, 60)[2] - light[2][2]) < 30)
  }

  @Test("a hand's shadow is the blurred bar", arguments: [0, 0.06, 0.3, 0.62], [0.8, 2.0, 3.5])
  func shadow(turns: Double, sigma: Double) throws {
    let shadow = Shadow(color: Color(hex: 0x000000, alpha: 0.5), radius: sigma, dx: 2, dy: 3)
    var hand = hand(turns: turns, width: 3, hub: 0, shadow: shadow)
    hand.color = .clear
    let raster = try Raster(
      painting: DisplayList(width: 120, height: 120, background: .white, items: [.hand(hand)]))
    let direction = hand.angle.direction
    // The Gaussian over the capsule, added up over small squares of the capsule.
    func blurred(_ x: Double, _ y: Double) -> Double {
      let dx = x - hand.center.x - shadow.dx
      let dy = y - hand.center.y - shadow.dy
      let along = dx * direction.x + dy * direction.y
      let beside = dy * direction.x - dx * direction.y
      let step = 0.125
      var sum = 0.0
      var v = -1.5 + step / 2
      while v < 1.5 {
        let half = (1.5 * 1.5 - v * v).squareRoot()
        let scale = 1 / (sigma * 2.0.squareRoot())
        let length =
          erf((hand.length + half - along) * scale) - erf((-hand.tail - half - along) * scale)
        sum += exp(-(beside - v) * (beside - v) / (2 * sigma * sigma)) * length / 2 * step
        v += step
      }
      return sum / (sigma * (2 * Double.pi).squareRoot())
    }
    var worst = 0.0
    for y in stride(from: 0, to: 120, by: 3) {
      for x in stride(from: 0, to: 120, by: 3) {
        let value = Double(raster[x, y] & 0xFF)
        let expected = 255 * (1 - 0.5 * blurred(Double(x) + 0.5, Double(y) + 0.5))
        worst = max(worst, abs(value - expected))
      }
    }
    // The painted bar has square ends of the same area.
    #expect(worst <= 4.5, "off by \(worst)")
  }

  @Test(
    "a short hand is all there, at every angle",
    arguments: [0, 0.1, 0.2, 0.23, 0.24, 0.26, 0.27, 0.4, 0.77])
  func short(turns: Double) throws {
    var hand = hand(
      turns: turns, width: 2, hub: 0, shadow: Shadow(color: .black, radius: 3, dx: 1, dy: 1))
    hand.length = 9
    hand.tail = 2
    func darkness(of hand: Hand) throws -> Double {
      let raster = try Raster(
        painting: DisplayList(width: 120, height: 120, background: .white, items: [.hand(hand)]))
      return (0..<120 * 120).reduce(0.0) { $0 + 1 - Double(raster.base[$1] & 0xFF) / 255 }
    }
    // Whatever its angle, a shadow takes as much light as the bar has area; the bar of black hides a part of it.
    hand.color = .clear
    let area = (hand.length + hand.tail) * hand.width + .pi
    #expect(abs(try darkness(of: hand) - area) < area * 0.04)
    hand.color = .black
    hand.shadow.color = .clear
    let bar = try darkness(of: hand)
    #expect(abs(bar - area) < area * 0.04, "\(bar), not \(area)")
  }

  @Test("a hand that turns does not jump", arguments: 0..<8)
  func steady(eighth: Int) throws {
    let shadow = Shadow(color: Color(hex: 0x000000, alpha: 0.5), radius: 2.5, dx: 2, dy: 3)
    func raster(_ turns: Double) throws -> Raster {
      try Raster(
        painting: DisplayList(
          width: 120, height: 120, background: paper,
          items: [.hand(hand(turns: turns, width: 2.4, hub: 0, shadow: shadow))]))
    }
    // A tenth of a frame of a hand that turns once a minute, over all places where it is painted another way.
    let step = 1.0 / 36000
    for number in 1..<300 {
      let turns: Double = Double(eighth) / 8 + Double(number) * 15 * step
      let (former, next) = (try raster(turns - step), try raster(turns))
      var worst = 0
      for index in 0..<120 * 120 {
        let (before, after) = (former.base[index], next.base[index])
        for shift in [0, 8, 16] as [UInt32] {
          let difference = Int(after >> shift & 0xFF) - Int(before >> shift & 0xFF)
          worst = max(worst, abs(difference))
        }
      }
      // The tip moves by a hundredth of a pixel; fractions of a pixel are told apart by 32nds.
      #expect(worst <= 14, "\(worst) levels at \(number)")
    }
  }

  @Test("hands at odd places and of odd numbers paint nothing or something, and end")
  func oddNumbers() throws {
    let shadow = Shadow(color: .black, radius: 2, dx: 1, dy: 1)
    for value in [Double.nan, .infinity, -.infinity, 1e308, -1, 0, 1e-300, 1e6] {
      for keyPath in [
        \Hand.center.x, \Hand.center.y, \Hand.angle.radians, \Hand.length, \Hand.tail, \Hand.width,
        \Hand.hubRadius, \Hand.shadow.radius, \Hand.shadow.dx, \Hand.shadow.dy,
      ] as [WritableKeyPath<Hand, Double>] {
        var broken = hand(turns: 0.1, width: 2, hub: 4, shadow: shadow)
        broken[keyPath: keyPath] = value
        let raster = try Raster(
          painting: DisplayList(width: 50, height: 50, background: paper, items: [.hand(broken)]))
        #expect(raster[0, 0] >> 24 == 255)
      }
    }
  }
}
