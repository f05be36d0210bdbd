import DisplayLists
import Geometry
import Glibc
import RenderSteps

/// A hand's bar or its shadow as coverage, lying across the rows: to be turned by whoever shows it.
///
/// What `HandPose` computes for each pixel stands here for each point of a grid that is finer than the pixels.
struct HandImage: Equatable {
  /// How many columns and rows there are.
  let width: Int
  let height: Int
  let grid: HandGrid

  private enum Kind: Equatable {
    /// With the profile of an edge at this angle to the pixels, in radians: how soft an edge is depends on it.
    case bar(angle: Double)
    case shadow(sigma: Double)
  }
  private let kind: Kind

  /// Whether four points of the grid are mixed for a pixel; a soft shadow changes so little that the nearest will do.
  var isSmooth: Bool { if case .shadow(let sigma) = kind { sigma < 1 } else { true } }

  private let half: Double
  private let length: Double
  private let tail: Double

  /// Angles of edges that are told apart, from 0 to an eighth of a turn: within one, coverages differ by 1 %.
  private static let angles = 6.0
  /// Longer hands than this would leave the range of the numbers that a turn is told by, in device pixels.
  static let mostLength = 4000.0

  /// The bar of `hand` from `low` on, by default all of it, for all of its angles that are much like the present one.
  init(barOf hand: Hand, from low: Double? = nil, columns: Double = 6, rows: Double = 2) {
    half = hand.width / 2
    length = hand.length
    tail = max(hand.tail, 0)
    let eighth = Double.pi / 4
    let direction = hand.angle.direction
    let folded = atan2(
      min(abs(direction.x), abs(direction.y)), max(abs(direction.x), abs(direction.y)))
    let step = min((folded / eighth * HandImage.angles).rounded(.down), HandImage.angles - 1)
    kind = .bar(angle: (step + 0.5) / HandImage.angles * eighth)
    let margin = half + 1
    let low = low ?? -tail - margin
    height = Int(((length + margin - low) * rows).rounded(.up)) + 2
    width = 2 * Int((margin * columns).rounded(.up)) + 2
    grid = HandGrid(low: low, left: -Double(width / 2) / columns, columns: columns, rows: rows)
  }

  /// The shadow of `hand` from `low` on, by default all of it, at any angle.
  init(shadowOf hand: Hand, from low: Double? = nil) {
    half = hand.width / 2
    length = hand.length
    tail = max(hand.tail, 0)
    let sigma = HandImage.sigma(of: hand)
    kind = .shadow(sigma: sigma)
    let columns = sigma < 1 ? 8.0 : sigma < 4 ? 4.0 : 2.0
    // Along the hand it changes at its ends alone.
    let rows = columns / 2
    let reach = half + Hand.shadowEnd * sigma
    let low = low ?? -tail - reach
    height = Int(((length + reach - low) * rows).rounded(.up)) + 2
    width = 2 * Int((reach * columns).rounded(.up)) + 2
    grid = HandGrid(low: low, left: -Double(width / 2) / columns, columns: columns, rows: rows)
  }

  /// The standard deviation of the blur of what `hand` casts, in device pixels.
  static func sigma(of hand: Hand) -> Double { min(max(hand.shadow.radius, 0.25), HandShape.maximumSigma) }

  /// The coverage at all points; nil where memory ends.
  func makeMask() -> Mask? {
    guard let mask = Mask(rect: PixelRect(x: 0, y: 0, width: width, height: height)) else { return nil }
    switch kind {
    case .bar(let angle): fillBar(mask, angle: angle)
    case .shadow(let sigma): fillShadow(mask, sigma: sigma)
    }
    return mask
  }

  private func fillBar(_ mask: Mask, angle: Double) {
    let bar = BarEdge(half: Float(half), nx: Float(cos(angle)), ny: Float(sin(angle)))
    for row in 0..<height {
      let place = grid.along(row)
      let over = max(max(place - Float(length), Float(-tail) - place), 0)
      for column in 0..<width {
        let beside = grid.beside(column)
        let distance = (beside * beside + over * over).squareRoot()
        mask.base[row * mask.stride + column] = Coverage.byte(bar.cover(at: Four(repeating: distance))[0])
      }
    }
  }

  /// The product of a profile across and one along, as `HandPose` has it.
  private func fillShadow(_ mask: Mask, sigma: Double) {
    let edge = BlurredEdge(sigma: Float(sigma))
    let round = half * .pi / 4
    let (tailEnd, tip) = (Float(-tail - round), Float(length + round))
    let profile = (0..<width).map { column in
      edge.bar(half: Four(repeating: Float(half)), at: Four(repeating: grid.beside(column)))[0]
    }
    for row in 0..<height {
      let place = grid.along(row)
      let ramp = 0.5 + edge.integral(to: Four(repeating: min(place - tailEnd, tip - place)))[0]
      for column in 0..<width {
        mask.base[row * mask.stride + column] = Coverage.byte(profile[column] * ramp)
      }
    }
  }
}
