import Animation
import Geometry

/// The sides of a dial's centre, in turns from the top.
enum DialSide {
  static let (above, right, below, left) = (0.0, 0.25, 0.5, 0.75)
}

/// The side of the centre where the clock's date is, which no wide hand covers. It fades out there, and then in on
/// another.
struct DatePlace {
  private(set) var side = DialSide.below
  private var next: Double?
  /// Moves while the date goes from its side.
  private var exit = Animated(0.0)
  private var light = Animated(1.0)

  mutating func move(to new: Double, at moment: Moment) {
    if next != nil, next != new, !exit.isMoving(at: moment.time) {
      exit.set(1 - exit.target, with: .dateExit, at: moment.time)
      light.set(0, with: .dateExit, at: moment.time)
      light.set(1, with: .dateEntry, at: moment.time)
    }
    next = new
    if !exit.isMoving(at: moment.time) { side = new }
  }

  func isMoving(at moment: Moment) -> Bool { light.isMoving(at: moment.time) }

  func light(at moment: Moment) -> Float { Float(light.value(at: moment.time)) }
}

extension DialLayout {
  // Lengths of the design, whose diameter is 300.

  /// The date, between the hub and the numerals, and below it the city: the middle of each line
  /// from that of both, and its height.
  private static let dateDistance = 62.0
  private static let dateWidth = 76.0
  private static let dateLines = [(below: -7.0, height: 18.0), (below: 9.0, height: 14.0)]

  /// How near to a text's middle, in turns, a hand crosses the text.
  private static let crossing = 0.1225

  /// The first side of the centre that no hand at these turns crosses: below, above, right or left.
  func freeSide(besides first: Double, _ second: Double) -> Double {
    func isFree(_ side: Double) -> Bool {
      min(
        abs((first - side).remainder(dividingBy: 1)), abs((second - side).remainder(dividingBy: 1)))
        > DialLayout.crossing
    }
    if isFree(DialSide.below) { return DialSide.below }
    if isFree(DialSide.above) { return DialSide.above }
    if isFree(DialSide.right) { return DialSide.right }
    return isFree(DialSide.left) ? DialSide.left : DialSide.below
  }

  /// One or two lines in the middle of that side.
  func dateLines(at side: Double, count: Int) -> [Rect] {
    let distance = length(DialLayout.dateDistance)
    let middle = center.polar(angle: Angle(turns: side), distance: distance)
    return DialLayout.dateLines.prefix(count).map { below, height in
      Rect(
        center: middle.offset(dx: 0, dy: count == 1 ? 0 : length(below).rounded()),
        size: Size(width: length(DialLayout.dateWidth), height: length(height))
      ).snapped
    }
  }
}
