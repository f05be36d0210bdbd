import Geometry

/// How a hand crosses the rows of a window.
///
/// Distances are whole numbers of 2^-32 pixels: those add up without an error.
struct HandCourse {
  /// A distance that is linear in rows and columns: of the pixel at row and column 0, and how it grows.
  struct Distance {
    fileprivate(set) var start = 0
    fileprivate(set) var row = 0
    fileprivate(set) var column = 0

    /// That of the pixel that stands in row `y` and column `x`.
    @inline(__always)
    func at(row y: Int, column x: Int) -> Int { start &+ y &* row &+ x &* column }
  }

  /// The pixels between two lines that are side by side.
  private struct Band {
    /// Where each of the two crosses row 0, and how far both move from row to row.
    private var low = 0.0
    private var high = 0.0
    private var shift = 0.0
    /// The rows that are crossed.
    private var rows = 0..<0

    /// No pixels.
    init() {}

    /// Those where `distance` is within `low` and `high`.
    init(of distance: Distance, between low: Int, _ high: Int) {
      guard low < high else { return }
      if distance.column != 0 {
        let scale = 1 / Double(distance.column)
        let ends = (Double(low - distance.start) * scale, Double(high - distance.start) * scale)
        self.low = min(ends.0, ends.1)
        self.high = max(ends.0, ends.1)
        shift = -Double(distance.row) * scale
        rows = -Band.limit..<Band.limit
      } else if distance.row != 0 {
        // The lines lie along the rows.
        let scale = 1 / Double(distance.row)
        let ends = (Double(low - distance.start) * scale, Double(high - distance.start) * scale)
        let first = Band.next(min(ends.0, ends.1))
        rows = first..<max(first, Band.next(max(ends.0, ends.1)))
        self.low = -Double(Band.limit)
        self.high = Double(Band.limit)
      }
    }

    /// The columns of row `y`, counted from `x` on.
    @inline(__always)
    func columns(ofRow y: Int, from x: Int) -> Range<Int> {
      guard rows.contains(y) else { return 0..<0 }
      let shift = Double(y) * shift - Double(x)
      let first = Band.next(low + shift)
      return first..<max(first, Band.next(high + shift))
    }

    /// The first whole number behind `value`, as far as it is of use.
    @inline(__always)
    private static func next(_ value: Double) -> Int {
      let limit = Double(Band.limit)
      let held = value > -limit ? value < limit ? value : limit : -limit
      // Around 1.5 * 2^52 a number's last bit is 1: that rounds, and asks nothing about what fits.
      let rounded = (held + 0.5) + 6_755_399_441_055_744
      return Int(Int32(truncatingIfNeeded: Int64(bitPattern: rounded.bitPattern)))
    }

    /// No window reaches as far.
    private static let limit = 1_000_000
  }

  /// How far along the hand a pixel is.
  private(set) var along = Distance()
  /// How far beside its middle line a pixel is.
  private(set) var beside = Distance()
  /// The rows of which all columns are between the hand's ends.
  private(set) var whole = 0..<0
  /// The column at which the middle line crosses a row, less one half: in row 0, and how it grows.
  private var crossing = (start: 0, row: 0)
  /// What is between the hand's ends, and what is as near to its middle line as it reaches.
  private var inner = Band()
  private var near = Band()

  private static let unit = 4_294_967_296.0

  /// A distance of `fixed` in 2^-32 pixels, in pixels.
  @inline(__always)
  static func pixels(_ fixed: Int) -> Float { Float(Double(fixed) * (1 / unit)) }

  /// That of no hand.
  init() {}

  /// That of a hand of `pose` around `center` toward the unit vector `direction`, which takes up to `columns` of a row.
  init(_ pose: HandPose, around center: Point, direction: Point, columns: Int) {
    func held(_ value: Double) -> Double { min(max(value, -1_000_000), 1_000_000) }
    func fixed(_ value: Double) -> Int { Int(held(value) * HandCourse.unit) }
    // The centre of the pixel at row and column 0, from the hand's.
    let (dx, dy) = (0.5 - center.x, 0.5 - center.y)
    func distance(x: Double, y: Double) -> Distance {
      Distance(start: fixed(dx * x + dy * y), row: fixed(y), column: fixed(x))
    }
    along = distance(x: direction.x, y: direction.y)
    beside = distance(x: -direction.y, y: direction.x)
    inner = Band(of: along, between: pose.inner.fixed.low, pose.inner.fixed.high)
    near = Band(of: beside, between: pose.reachBeside.fixed.low, pose.reachBeside.fixed.high)
    let growth = direction.x / direction.y
    if growth.isFinite { crossing = (fixed(dy * growth - dx), fixed(growth)) }
    // The middle line is in row y at (y + dy) / direction.y along the hand, and no column of the row is farther from
    // there than all of them side by side.
    let margin = (Double(columns) + 1) * abs(direction.x) + 1
    let (low, high) = (Double(pose.inner.low) + margin, Double(pose.inner.high) - margin)
    if low < high {
      let rows = (held(low * direction.y - dy), held(high * direction.y - dy))
      let first = Int(min(rows.0, rows.1).rounded(.up))
      whole = first..<max(first, Int(max(rows.0, rows.1).rounded(.down)))
    }
  }

  /// The column at which the middle line crosses row `y`, less one half.
  @inline(__always)
  func middle(ofRow y: Int) -> Int { crossing.start &+ y &* crossing.row }

  /// The columns of row `y` that are between the hand's ends, counted from `x` on.
  @inline(__always)
  func inner(ofRow y: Int, from x: Int) -> Range<Int> { inner.columns(ofRow: y, from: x) }

  /// The columns of row `y` that are as near to the middle line as the hand reaches, counted from `x` on.
  @inline(__always)
  func near(ofRow y: Int, from x: Int) -> Range<Int> { near.columns(ofRow: y, from: x) }
}
