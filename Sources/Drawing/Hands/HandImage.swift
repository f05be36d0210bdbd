import DisplayLists
import Geometry
import Glibc
import RenderSteps

/// A hand's bar or its shadow as coverage, lying along the columns: to be turned by whoever shows it.
///
/// What `HandPose` computes for each pixel stands here for each point of a grid that is finer than the pixels.
struct HandImage: Equatable {
  /// How many columns and rows there are.
  let width: Int
  let height: Int

  private enum Kind: Equatable {
    /// With the profile of an edge at this angle to the pixels, in radians: how soft an edge is depends on it.
    case bar(angle: Double)
    case shadow(sigma: Double)
  }
  private let kind: Kind
  private let half: Double
  private let length: Double
  private let tail: Double
  /// The distance along the bar and beside it at which the grid begins, in device pixels.
  private let low: Double
  private let left: Double
  /// Columns for a pixel along the bar, and rows for a pixel across.
  private let columns: Double
  private let rows: Double

  /// Whether four points of the grid have to be mixed for a pixel.
  let isSmooth: Bool

  /// Angles of edges that are told apart, from 0 to an eighth of a turn: within one, coverages differ by 1 %.
  private static let angles = 6.0
  /// Longer hands than this would leave the range of the numbers that a turn is told by, in device pixels.
  static let mostLength = 4000.0

  /// The bar of `hand`, for all of its angles that are much like the present one.
  init(barOf hand: Hand) {
    half = hand.width / 2
    length = hand.length
    tail = max(hand.tail, 0)
    let eighth = Double.pi / 4
    let direction = hand.angle.direction
    let folded = atan2(
      min(abs(direction.x), abs(direction.y)), max(abs(direction.x), abs(direction.y)))
    let step = min((folded / eighth * HandImage.angles).rounded(.down), HandImage.angles - 1)
    kind = .bar(angle: (step + 0.5) / HandImage.angles * eighth)
    columns = 2
    rows = 6
    isSmooth = true
    let margin = half + 1
    low = -tail - margin
    left = -margin
    width = Int(((length + margin - low) * columns).rounded(.up)) + 2
    height = Int((2 * margin * rows).rounded(.up)) + 2
  }

  /// The shadow of `hand`, at any angle.
  init(shadowOf hand: Hand) {
    half = hand.width / 2
    length = hand.length
    tail = max(hand.tail, 0)
    let sigma = min(max(hand.shadow.radius, 0.25), HandShape.maximumSigma)
    kind = .shadow(sigma: sigma)
    // It changes so little from point to point that the nearest will do, if there are enough of them.
    isSmooth = false
    rows = sigma < 1 ? 4 : sigma < 4 ? 2 : 1
    // Along the hand it changes at its ends alone.
    columns = rows / 2
    let reach = half + Hand.shadowEnd * sigma
    low = -tail - reach
    left = -reach
    width = Int(((length + reach - low) * columns).rounded(.up)) + 2
    height = Int((2 * reach * rows).rounded(.up)) + 2
  }

  /// Where each pixel around `center` finds its place in the image when the bar points along `direction`.
  func turn(around center: Point, direction: Point) -> Turn {
    let originX = Int(center.x.rounded(.down))
    let originY = Int(center.y.rounded(.down))
    let restX = center.x - Double(originX)
    let restY = center.y - Double(originY)
    return Turn(
      originX: originX, originY: originY,
      matrix: (
        xx: columns * direction.x, xy: columns * direction.y, yx: -rows * direction.y, yy: rows * direction.x
      ),
      offset: (
        x: columns * (-low - restX * direction.x - restY * direction.y),
        y: rows * (-left + restX * direction.y - restY * direction.x)
      ), isSmooth: isSmooth)
  }

  /// The coverage at all points; nil where memory ends.
  func makeMask() -> Mask? {
    guard let mask = Mask(rect: PixelRect(x: 0, y: 0, width: width, height: height)) else { return nil }
    switch kind {
    case .bar(let angle): fillBar(mask, angle: angle)
    case .shadow(let sigma): fillShadow(mask, sigma: sigma)
    }
    return mask
  }

  private func along(_ column: Int) -> Float { Float(low + (Double(column) + 0.5) / columns) }
  private func beside(_ row: Int) -> Float { Float(left + (Double(row) + 0.5) / rows) }

  private func fillBar(_ mask: Mask, angle: Double) {
    let bar = BarEdge(half: Float(half), nx: Float(cos(angle)), ny: Float(sin(angle)))
    for row in 0..<height {
      let beside = beside(row)
      for column in 0..<width {
        let place = along(column)
        let over = max(max(place - Float(length), Float(-tail) - place), 0)
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
    let ramp = (0..<width).map { column -> Float in
      let place = along(column)
      return 0.5 + edge.integral(to: Four(repeating: min(place - tailEnd, tip - place)))[0]
    }
    for row in 0..<height {
      let profile = edge.bar(half: Four(repeating: Float(half)), at: Four(repeating: beside(row)))[0]
      for column in 0..<width {
        mask.base[row * mask.stride + column] = Coverage.byte(profile * ramp[column])
      }
    }
  }
}
