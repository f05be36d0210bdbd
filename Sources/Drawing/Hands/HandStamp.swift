import Geometry

/// A slanted hand's overlays along a row, finished for a number of places between two pixels.
///
/// From row to row a slanted bar only moves sideways. So one row of it, made for each of a few fractions of a pixel,
/// serves all rows, but for the hand's ends. Where the hand is flatter a row is longer, and crossed more slowly: it
/// takes fewer fractions for the same error, and so about the same memory.
final class HandStamp {
  /// From the first column of a stamp to the column that holds the hand's middle line.
  private(set) var lead = 0
  /// How many columns a stamp has, a multiple of four; 0 when the hand lies too flat to be stamped.
  private(set) var count = 0

  /// The columns that the bar may reach, from one multiple of four to another.
  private(set) var bar = 0..<0

  private var words: UnsafeMutablePointer<UInt32>
  /// How much of the shadow each column has, for the hand's ends.
  private var shades: UnsafeMutablePointer<Float>
  /// For how many columns there is room.
  private var capacity: Int
  private var phaseShift = 32

  /// An upright hand is told apart at so many fractions of a pixel.
  private static let mostPhases = 32
  /// A hand of which fewer rows than these to a column cross the middle line is painted without a stamp.
  private static let leastSlope = 1.0 / 8

  /// An empty stamp.
  init() {
    capacity = HandStamp.mostPhases * 24
    (words, shades) = HandStamp.allocate(capacity)
  }

  deinit {
    words.deallocate()
    shades.deallocate()
  }

  /// Makes it the stamp of `pose`, whose distance beside the middle line grows by `slope` from column to column.
  func make(_ pose: HandPose, slope: Double) {
    count = 0
    guard abs(slope) >= HandStamp.leastSlope else { return }
    let ends = (Double(pose.reachBeside.low) / slope, Double(pose.reachBeside.high) / slope)
    let left = min(ends.0, ends.1)
    let right = max(ends.0, ends.1)
    guard right - left < 16384 else { return }
    let lead = Int(-left) + 1
    let count = (lead + Int(right) + 5) & ~3
    var phases = 4
    phaseShift = 30
    while Double(phases) < Double(HandStamp.mostPhases) * abs(slope) {
      phases *= 2
      phaseShift -= 1
    }
    let wanted = phases * count
    if wanted > capacity {
      // Where memory ends, the hand is painted without a stamp: slower, and nearly the same.
      guard MemoryBudget.permits(wanted * (Overlay.planes + 1) * MemoryLayout<UInt32>.stride) else {
        return
      }
      words.deallocate()
      shades.deallocate()
      capacity = wanted
      (words, shades) = HandStamp.allocate(capacity)
    }
    self.lead = lead
    self.count = count
    // A hand for which it serves may be flatter by as much as a step of angles is.
    let beside = Int(Double(pose.barReach) / abs(slope) * 1.05) + 1
    bar = max(lead - beside, 0) & ~3..<min((lead + beside + 4) & ~3, count)
    for phase in 0..<phases {
      let middle = Double(lead) + (Double(phase) + 0.5) / Double(phases)
      pose.fill(
        overlay(phase), shades: shades + phase * count, count: count,
        beside: Float(-middle * slope),
        step: Float(slope))
    }
  }

  /// Room for `capacity` columns, and behind them for what is read of four where fewer are used.
  private static func allocate(
    _ capacity: Int
  ) -> (words: UnsafeMutablePointer<UInt32>, shades: UnsafeMutablePointer<Float>) {
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * Overlay.planes + 4)
    let shades = UnsafeMutablePointer<Float>.allocate(capacity: capacity + 4)
    words.initialize(repeating: 0, count: capacity * Overlay.planes + 4)
    shades.initialize(repeating: 0, count: capacity + 4)
    return (words, shades)
  }

  /// Where a row's first column is, and what it has in common with others.
  struct Row {
    /// Its overlay between the hand's ends.
    let overlay: Overlay
    /// Of how much of the shadow each column has there.
    let shades: UnsafePointer<Float>
    /// The column of the window at which it begins.
    let first: Int
  }

  /// The row whose middle line lies at column `place`, in 2^-32 columns.
  @inline(__always)
  func row(at place: Int) -> Row {
    let phase = (place & 0xFFFF_FFFF) &>> phaseShift
    return Row(
      overlay: overlay(phase), shades: shades + phase &* count, first: (place &>> 32) &- lead)
  }

  @inline(__always)
  private func overlay(_ phase: Int) -> Overlay {
    Overlay(base: words + phase &* count &* Overlay.planes, plane: count)
  }
}
