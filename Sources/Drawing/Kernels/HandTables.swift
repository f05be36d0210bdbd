import DisplayLists
import Geometry
import Glibc

/// What stays the same while a hand turns: the shadow's profile across and along, and the pixels of its hub.
final class HandTables {
  /// Entries of the shadow's tables per pixel of distance.
  static let resolution = 32.0
  /// Empty entries at either end of a table, in pixels, for the columns that a row has too many.
  static let margin = 8.0
  /// The largest blur of a hand's shadow, in device pixels.
  static let maximumSigma = 64.0

  private let center: Point
  private let width: Double
  private let hubRadius: Double
  private let shadow: Shadow

  /// The shadow's coverage (0...255, in both halves of a word) by the distance beside its middle line, from
  /// `-besideReach - margin` on.
  let across: [UInt32]
  /// How far beside its middle line anything of the shadow can be seen, in device pixels.
  let besideReach: Double
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
    shadow = hand.shadow
    let half = min(max(hand.width, 0), 4096) / 2
    let sigma = min(max(hand.shadow.radius, 0.25), HandTables.maximumSigma)
    blur = 3 * sigma
    let scale = 1 / (sigma * 2.0.squareRoot())
    func profile(_ distance: Double) -> UInt8 {
      let value = (erf((distance + half) * scale) - erf((distance - half) * scale)) / 2
      return UInt8(min(max(value, 0), 1) * 255 + 0.5)
    }
    // Where the colour is so thin that nothing of it is left after rounding, the shadow ends.
    let alpha = Int(hand.shadow.color.premultiplied >> 24)
    var reach = half + blur
    while reach > 0.25, Int(profile(reach)) * alpha < 128 { reach -= 0.125 }
    reach += 0.125
    besideReach = reach
    across = (0..<Int(2 * (reach + HandTables.margin) * HandTables.resolution) + 2).map {
      (index: Int) -> UInt32 in
      let distance = abs((Double(index) + 0.5) / HandTables.resolution - reach - HandTables.margin)
      return distance > reach ? 0 : UInt32(profile(distance)) * 0x1_0001
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
    width == hand.width && shadow.radius == hand.shadow.radius && center == hand.center
      && hubRadius == hand.hubRadius && shadow.color.alpha == hand.shadow.color.alpha
  }
}
