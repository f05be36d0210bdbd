import DisplayLists
import Geometry
import RenderSteps

/// One half of a hand over its shadow as pixels, lying across the rows: to be turned by whoever shows it.
///
/// A hand is the same all along but for its ends, so that there is an end alone in the picture. Before its first row the
/// hand goes on as there, as far as the middle between its ends. Of so small a picture little has to be read.
///
/// The shadow falls in one direction wherever the hand points, so that in a picture that turns with the hand it has to
/// move round. It is where it belongs when the hand points to the middle of a sector, and stays there for all of it.
struct HandPicture: Equatable {
  /// The number of the sector, and how many a turn has.
  private let sector: Double
  private let sectors: Double
  private let grid: HandGrid
  let width: Int
  let height: Int
  let bar: HandImage
  let color: UInt32
  /// Where the bar's image lies; that may begin before the first row, and end before the last.
  let barColumn: Int
  let barRow: Int
  let shadow: HandImage
  let shadowColor: UInt32
  /// Where the shadow's image is read.
  let shadowTurn: Turn

  /// How far the shadow may be from its place, in standard deviations of its blur: for the dark ones of
  /// our themes that is two levels where they are steepest.
  private static let mostShift = 0.1
  /// The fewest and the most sectors of a turn: in one of the fewest the edges of a bar look the same.
  private static let sectors = 48.0...180.0
  /// The fewest and the most columns for a pixel, of which the nearest is taken: of 28, an edge is off by a 56th of a pixel
  /// at most, or by five levels.
  private static let columns = 12.0...28.0
  /// Across all that a hand can reach there are so many columns unless that makes them too few: a large hand is made up
  /// again as often as a small one.
  private static let breadth = 560.0
  /// Along a hand there is less to be told.
  private static let rowsPerColumn = 2.0 / 7
  /// The farthest that a hand and its shadow may lie from its axis, in device pixels: that of a dial on the largest
  /// screens is a third of it.
  private static let mostReach = 170.0
  /// What lies at the edges of the picture goes on for ever, so that nothing is there: in device pixels, both sides together.
  private static let margin = 3.0
  /// As if it had no other end.
  private static let endless = 1e6

  /// Whether `hand` can be shown so: neither is its shadow too far off for so many sectors, nor is it so short that of one
  /// end something is in the half with the other, nor so long or thick that its pixels' places leave the range of what a
  /// server computes with.
  static func canShow(_ hand: Hand) -> Bool {
    let whole = hand.length + max(hand.tail, 0)
    let reach = reach(of: hand)
    return sectorCount(of: hand) <= sectors.upperBound && whole > 4 * reach && reach < mostReach
      && (whole + 2 * reach) * columns(of: hand) < 30000
  }

  /// How many sectors keep the shadow of `hand` near its place.
  private static func sectorCount(of hand: Hand) -> Double {
    (.pi * offset(of: hand) / (mostShift * HandImage.sigma(of: hand))).rounded()
  }

  /// How many columns there are for a pixel.
  private static func columns(of hand: Hand) -> Double {
    min(max(breadth / (2 * reach(of: hand)), columns.lowerBound), columns.upperBound)
  }

  /// How far from the axis of `hand` it can be seen, or its shadow, wherever it points; and a little more.
  private static func reach(of hand: Hand) -> Double {
    hand.width / 2 + Hand.shadowEnd * HandImage.sigma(of: hand) + offset(of: hand) + 1
  }

  /// How far the shadow of `hand` is moved.
  private static func offset(of hand: Hand) -> Double {
    (hand.shadow.dx * hand.shadow.dx + hand.shadow.dy * hand.shadow.dy).squareRoot()
  }

  /// The half of `hand` toward its tip, or its tail, if that `isTail`; it has a shadow, and can be shown so.
  init(_ hand: Hand, isTail: Bool) {
    let half = HandPicture.half(of: hand, isTail: isTail)
    let (dx, dy) = (half.shadow.dx, half.shadow.dy)
    let offset = HandPicture.offset(of: hand)
    sectors = max(HandPicture.sectorCount(of: hand), HandPicture.sectors.lowerBound)
    sector = (half.angle.turns * sectors).rounded(.down)
    var end = half
    end.angle = Angle(turns: (sector + 0.5) / sectors)
    end.tail = HandPicture.endless
    color = hand.color.premultiplied
    shadowColor = hand.shadow.color.premultiplied
    let direction = end.angle.direction
    let (along, beside) = (dx * direction.x + dy * direction.y, dy * direction.x - dx * direction.y)
    let columns = HandPicture.columns(of: hand)
    let rows = columns * HandPicture.rowsPerColumn
    // These do not go with the shadow, so that few images serve all sectors.
    let first = half.length - HandPicture.reach(of: hand) - 1
    bar = HandImage(barOf: end, from: first, columns: columns, rows: rows)
    shadow = HandImage(shadowOf: end, from: first - offset - 2)
    // The picture does go with the shadow; it is as large in each sector, so that one can take the memory of another.
    let blur = Hand.shadowEnd * HandImage.sigma(of: hand)
    let thick = hand.width / 2
    let extent = max(2 * blur, offset + blur + 1) + HandPicture.margin
    width = Int(((extent + 2 * thick) * columns).rounded(.up))
    height = Int(((extent + thick) * rows).rounded(.up))
    let high = half.length + thick + max(1, along + blur) + 1
    barRow = min(height - Int(((high - first) * rows).rounded(.up)), 0)
    let left = Int(((thick + max(1, blur - beside) + 1) * columns).rounded(.up))
    barColumn = left - bar.width / 2
    grid = HandGrid(
      low: first - Double(barRow) / rows, left: -Double(left) / columns, columns: columns, rows: rows)
    shadowTurn = grid.turn(
      into: shadow.grid, along: along, beside: beside, isSmooth: shadow.isSmooth)
  }

  /// Where each pixel finds its place in the picture of this half of `hand`.
  func turn(of hand: Hand, isTail: Bool) -> Turn {
    let half = HandPicture.half(of: hand, isTail: isTail)
    return grid.turn(around: hand.center, direction: half.angle.direction, isSmooth: false)
  }

  /// `hand`, or the same the other way round.
  private static func half(of hand: Hand, isTail: Bool) -> Hand {
    var half = hand
    half.tail = max(hand.tail, 0)
    guard isTail else { return half }
    (half.length, half.tail) = (half.tail, half.length)
    half.angle = Angle(turns: hand.angle.turns + 0.5)
    return half
  }

  /// The part of `limit` that shows the half of `hand` toward its tip, or its tail.
  static func part(of limit: PixelRect, showing hand: Hand, isTail: Bool) -> PixelRect {
    let unit = hand.angle.direction
    let middle = hand.center.polar(angle: hand.angle, distance: (hand.length - hand.tail) / 2)
    let isLevel = abs(unit.x) >= abs(unit.y)
    let isFirst = (isLevel ? unit.x < 0 : unit.y < 0) != isTail
    if isLevel {
      let x = min(max(Int(middle.x.rounded()), limit.x), limit.maxX)
      return PixelRect(
        x: isFirst ? limit.x : x, y: limit.y, width: isFirst ? x - limit.x : limit.maxX - x,
        height: limit.height)
    }
    let y = min(max(Int(middle.y.rounded()), limit.y), limit.maxY)
    return PixelRect(
      x: limit.x, y: isFirst ? limit.y : y, width: limit.width, height: isFirst ? y - limit.y : limit.maxY - y
    )
  }
}
