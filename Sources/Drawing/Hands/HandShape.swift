import DisplayLists
import Geometry

/// What stays the same while a hand turns: its measures, and the pixels of its hub.
final class HandShape {
  /// Half of the bar's width, in device pixels.
  let half: Float
  /// From the centre to the tip and to the end of the tail, in device pixels.
  let length: Float
  let tail: Float
  /// How far the shadow reaches beside its own middle line and beyond its ends, in device pixels; 0 is no shadow.
  let shadowReach: Float
  let edge: BlurredEdge
  /// How far the shadow's bar, whose ends are square, is longer than the hand: round ends have a quarter of pi of
  /// the area.
  let shadowRound: Float
  /// The inside of the hub.
  let hubFill: Mask?
  /// The line around the hub.
  let hubRing: Mask?

  private let hand: Hand

  /// The largest blur of a hand's shadow, in device pixels.
  static let maximumSigma = 64.0

  init(_ hand: Hand) {
    self.hand = hand
    let half = min(hand.width, 4096) / 2
    self.half = Float(half)
    length = Float(hand.length)
    tail = Float(max(hand.tail, 0))
    let sigma = min(max(hand.shadow.radius, 0.25), HandShape.maximumSigma)
    edge = BlurredEdge(sigma: Float(sigma))
    shadowReach = hand.shadow.color.alpha > 0 ? Float(half + Hand.shadowEnd * sigma) : 0
    shadowRound = Float(half * .pi / 4)
    let outer = hand.hubRadius + half
    guard hand.hubRadius > 0, outer < Canvas.limit else {
      hubFill = nil
      hubRing = nil
      return
    }
    hubFill = HandShape.disc(at: hand.center, radius: hand.hubRadius, hole: 0)
    hubRing = HandShape.disc(at: hand.center, radius: outer, hole: hand.hubRadius - half)
  }

  /// Whether it is the shape of `hand`.
  func matches(_ hand: Hand) -> Bool {
    let own = self.hand
    return own.center == hand.center && own.length == hand.length && own.tail == hand.tail
      && own.width == hand.width && own.hubRadius == hand.hubRadius && own.shadow == hand.shadow
      && own.color == hand.color
  }

  /// What a disc about `center` covers, without a round hole.
  private static func disc(at center: Point, radius: Double, hole: Double) -> Mask? {
    let side = 2 * (radius + 1)
    let box = PixelRect(covering: Rect(center: center, size: Size(width: side, height: side)))
    guard let mask = Mask(rect: box) else { return nil }
    let outer = Coverage.edge(ofCircle: radius)
    let inner = Coverage.edge(ofCircle: hole)
    for y in 0..<box.height {
      for x in 0..<box.width {
        let dx = Float(Double(box.x + x) + 0.5 - center.x)
        let dy = Float(Double(box.y + y) + 0.5 - center.y)
        let distance = max((dx * dx + dy * dy).squareRoot(), 1e-6)
        let nx = dx / distance
        let ny = dy / distance
        var cover = Coverage.ofSquare(depth: outer - distance, nx: nx, ny: ny)
        if hole > 0 { cover -= Coverage.ofSquare(depth: inner - distance, nx: nx, ny: ny) }
        mask.base[y * mask.stride + x] = Coverage.byte(cover)
      }
    }
    return mask
  }
}

extension Hand {
  /// Whether all its numbers are such as can be drawn; nothing is shown of any other.
  var isDrawable: Bool {
    func isSane(_ value: Double) -> Bool { abs(value) < Canvas.limit }
    return isSane(center.x) && isSane(center.y) && isSane(angle.radians) && isSane(length)
      && isSane(tail)
      && isSane(width) && isSane(hubRadius) && isSane(shadow.radius) && isSane(shadow.dx)
      && isSane(shadow.dy)
      && width >= 0 && length >= 0
  }
}
