/// A hand's overlays across it, finished for a number of distances from its middle line.
///
/// Where a hand lies flat, a row crosses it so slowly that neighbours have nearly the same distance.
final class HandProfile {
  /// What is put at each distance.
  private(set) var overlay: Overlay
  /// How much of the shadow there is at each.
  private(set) var shades: UnsafeMutablePointer<Float>

  private var capacity: Int
  /// How many distances are told apart.
  private var count = 0
  /// The distance of the first, in 2^-32 pixels.
  private var low = 0
  /// The distance from one to the next, as a power of two of 2^-32 pixels.
  private var shift = finest

  /// A 32nd of a pixel.
  private static let finest = 27
  /// The most distances that are told apart.
  private static let most = 1 << 16
  /// One whole pixel more is told on both sides, for what is rounded.
  private static let margin = 1

  /// An empty one.
  init() {
    capacity = 768
    overlay = Overlay(base: .allocate(capacity: capacity * Overlay.planes), plane: capacity)
    shades = .allocate(capacity: capacity)
  }

  deinit {
    overlay.base.deallocate()
    shades.deallocate()
  }

  /// Makes it that of `pose`.
  func make(_ pose: HandPose) {
    let reach = pose.reachBeside.fixed
    let unit = 1 << 32
    low = reach.low - HandProfile.margin * unit
    let extent = reach.high + HandProfile.margin * unit - low
    shift = HandProfile.finest
    func columns() -> Int { (extent >> shift + 4) & ~3 }
    // No window shows as many at once.
    while columns() > HandProfile.most { shift += 1 }
    count = columns()
    if count > capacity,
      MemoryBudget.permits(count * (Overlay.planes + 1) * MemoryLayout<UInt32>.stride)
    {
      overlay.base.deallocate()
      shades.deallocate()
      capacity = count
      overlay = Overlay(base: .allocate(capacity: capacity * Overlay.planes), plane: capacity)
      shades = .allocate(capacity: capacity)
    }
    // Where memory ends, distances are told apart less finely.
    while count > capacity {
      shift += 1
      count = columns()
    }
    let step = Double(1 << shift) / Double(unit)
    pose.fill(
      overlay, shades: shades, count: count, beside: Float(Double(low) / Double(unit) + step / 2),
      step: Float(step))
  }

  /// Which of them is nearest to a distance of `place`, in 2^-32 pixels.
  ///
  /// The shadow of a hand that is a little farther on, and moved far away from it, may reach beyond the last.
  @inline(__always)
  func index(at place: Int) -> Int { max(0, min((place &- low) &>> shift, count &- 1)) }
}
