import Geometry

/// A slanted bar's coverage along a row, finished for a number of places between two pixels.
///
/// From row to row a bar only moves sideways. So one row of it, made for each of a few fractions of a pixel, serves
/// all of its rows but those at its ends. The memory is kept when the bar turns on.
final class HandStamp {
  /// How many fractions of a pixel are told apart.
  let phases: Int
  /// From the first column of a stamp to the column that holds the bar's middle.
  private(set) var lead = 0
  /// How many columns a stamp has; 0 when the bar lies too flat to be stamped.
  private(set) var count = 0

  /// Coverage (0...255) in both halves of a word; `stride` words a phase.
  private var words: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private var stride = 0
  private let phaseShift: Int

  /// A flatter bar has fewer and longer rows, and is cheaper without.
  private static let mostColumns = 64

  /// A stamp of 2 to the power of `bits` phases.
  init(bits: Int) {
    phases = 1 << bits
    phaseShift = 32 - bits
    capacity = phases * 24
    words = .allocate(capacity: capacity)
  }

  deinit { words.deallocate() }

  /// Makes it the stamp of a bar that reaches `reach` pixels beside its middle line, the distance from which grows by
  /// `slope` from column to column; `cover` tells four coverages by such distances.
  @inline(__always)
  func make(reach: Double, slope: Double, cover: (SIMD4<Float>) -> Blend.Pixels) {
    guard layOut(reach: reach, slope: slope) else { return }
    let lanes = SIMD4<Float>(0, 1, 2, 3)
    for phase in 0..<phases {
      let middle = Float(lead) + (Float(phase) + 0.5) / Float(phases)
      let row = UnsafeMutableRawPointer(words + phase &* stride)
      var column = 0
      while column < stride {
        let covers = cover((lanes + (Float(column) - middle)) * Float(slope))
        row.storeBytes(of: covers | covers &<< 16, toByteOffset: column &* 4, as: Blend.Pixels.self)
        column = column &+ 4
      }
    }
  }

  /// The same from a table of coverages by distance, with `resolution` entries a pixel; the middle line lies `margin`
  /// pixels from its start, and it reaches far enough for all columns.
  func make(
    reach: Double, slope: Double, table: UnsafePointer<UInt32>, resolution: Double, margin: Double
  ) {
    guard layOut(reach: reach, slope: slope) else { return }
    let unit = 65536 * resolution
    let step = Int(slope * unit)
    for phase in 0..<phases {
      let middle = Double(lead) + (Double(phase) + 0.5) / Double(phases)
      var place = Int((margin - middle * slope) * unit)
      let row = words + phase &* stride
      for column in 0..<stride {
        row[column] = table[place &>> 16]
        place = place &+ step
      }
    }
  }

  /// Makes room; false when the bar lies too flat.
  private func layOut(reach: Double, slope: Double) -> Bool {
    count = 0
    let half = reach / max(abs(slope), 1e-3)
    guard half < Double(HandStamp.mostColumns / 2 - 2) else { return false }
    lead = Int(half) + 1
    count = 2 * lead + 1
    // The last group of four of a row may read past its end.
    stride = (count + 6) & ~3
    if phases * stride > capacity {
      words.deallocate()
      capacity = phases * stride
      words = .allocate(capacity: capacity)
    }
    return true
  }

  /// The stamp of a row whose middle lies at `place`, in 2^-32 pixels, moved so that it is indexed by the column.
  @inline(__always)
  func row(at place: Int) -> (words: UnsafeMutablePointer<UInt32>, first: Int) {
    let first = (place &>> 32) &- lead
    let phase = (place & 0xFFFF_FFFF) &>> phaseShift
    return (words + (phase &* stride &- first), first)
  }
}
