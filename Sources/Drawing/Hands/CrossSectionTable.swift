import DisplayLists
import Geometry

/// The effect of a hand on the pixels of a row between the hand's ends.
///
/// There only the distance from the hand's axis counts. From row to row a slanted bar only moves sideways, so a few
/// rows, each for another fraction of a pixel, serve all. Where a hand is flatter, a row is longer and crossed more
/// slowly: it takes fewer fractions for the same error. A hand that lies flat has one row, of distances.
final class CrossSectionTable {
  /// The entries of a row, a multiple of four.
  private var count = 0
  /// The entries of all rows, in three planes as in `KeepAdd`.
  private var planes: UnsafeMutablePointer<UInt32>
  private var capacity = 768

  /// Whether neighbours in a row are neighbours in the window.
  private(set) var isSlanted = false
  /// Slanted: from the first column of a row to the one that holds the axis.
  private var lead = 0
  /// Slanted: from a fraction of a pixel to a row. Flat: from a distance to an entry. Both in 2^-32 pixels.
  private var shift = 0
  /// Flat: the distance at which the first entry begins, in 2^-32 pixels.
  private var start = 0

  private static let maxPhases = 32
  /// A hand of which fewer rows than these to a column cross the axis lies flat.
  private static let minSlope = 1.0 / 8
  /// No window shows more distances of a flat hand at once.
  private static let maxDistances = 1 << 16
  /// A 32nd of a pixel.
  private static let finestShift = 27

  init() {
    planes = .allocate(capacity: 3 * capacity + 4)
  }

  deinit { planes.deallocate() }

  /// Makes the table of `section`, whose distances grow by `slope` from column to column.
  func fill(_ section: HandSection, slope: Double) {
    isSlanted = abs(slope) >= CrossSectionTable.minSlope && fillRows(section, slope: slope)
    if !isSlanted { fillDistances(section) }
  }

  private func fillRows(_ section: HandSection, slope: Double) -> Bool {
    let ends = (Double(section.reach.low) / slope, Double(section.reach.high) / slope)
    let (left, right) = (min(ends.0, ends.1), max(ends.0, ends.1))
    guard right - left < 16384 else { return false }
    lead = Int(-left) + 1
    count = (lead + Int(right) + 5) & ~3
    var phases = 4
    shift = 30
    while Double(phases) < Double(CrossSectionTable.maxPhases) * abs(slope) {
      phases *= 2
      shift -= 1
    }
    reserve(phases * count)
    guard phases * count <= capacity else { return false }
    for phase in 0..<phases {
      let middle = Double(lead) + (Double(phase) + 0.5) / Double(phases)
      fill(phase, section, distance: Float(-middle * slope), step: Float(slope))
    }
    return true
  }

  private func fillDistances(_ section: HandSection) {
    // A pixel more on both sides, for rounding.
    start = HandSection.fixed(section.reach.low) - 1 << 32
    let extent = HandSection.fixed(section.reach.high) + 1 << 32 - start
    func entries() -> Int { (extent >> shift + 4) & ~3 }
    shift = CrossSectionTable.finestShift
    while entries() > CrossSectionTable.maxDistances { shift += 1 }
    reserve(entries())
    // Where memory ends, distances are told apart less finely.
    while entries() > capacity { shift += 1 }
    count = entries()
    let step = HandSection.pixels(1 << shift)
    fill(0, section, distance: HandSection.pixels(start) + step / 2, step: step)
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity, MemoryBudget.permits(3 * wanted * MemoryLayout<UInt32>.stride) else {
      return
    }
    planes.deallocate()
    capacity = wanted
    planes = .allocate(capacity: 3 * capacity + 4)
  }

  /// Fills row `phase`, whose first entry lies at `distance`, and each other `step` farther.
  private func fill(_ phase: Int, _ section: HandSection, distance: Float, step: Float) {
    for index in stride(from: 0, to: count, by: 4) {
      let side = Four.columns(from: index) * step + distance
      let words = section.effect(beside: side)
      let target = UnsafeMutableRawPointer(planes + 3 * phase * count + index)
      target.storeBytes(of: words.keep, as: KeepAdd.Halves.self)
      target.storeBytes(of: words.even, toByteOffset: 4 * count, as: KeepAdd.Halves.self)
      target.storeBytes(of: words.odd, toByteOffset: 8 * count, as: KeepAdd.Halves.self)
    }
  }

  /// The columns of a slanted hand in the row whose axis lies at column `crossing`, in 2^-32 columns.
  @inline(__always)
  func columns(at crossing: Int) -> Range<Int> {
    let first = (crossing &>> 32) &- lead
    return first..<first &+ count
  }

  /// Paints columns of that row; `pixels` is its column 0.
  @inline(__always)
  func paint(_ columns: Range<Int>, at crossing: Int, on pixels: PixelRow) {
    let phase = (crossing & 0xFFFF_FFFF) &>> shift
    let entries = planes + (3 &* phase &* count &+ lead &- (crossing &>> 32))
    var x = columns.lowerBound
    while x < columns.upperBound {
      func load(_ plane: Int) -> KeepAdd.Halves {
        UnsafeRawPointer(entries + (x &+ plane)).loadUnaligned(as: KeepAdd.Halves.self)
      }
      let words = KeepAdd(keep: load(0), even: load(count), odd: load(2 &* count))
      pixels.put(words, at: x, until: columns.upperBound)
      x = x &+ 4
    }
  }

  /// Paints columns of a row of a flat hand, of which the first lies at `distance`, and each other `step` farther.
  func paint(_ columns: Range<Int>, distance: Int, step: Int, on pixels: PixelRow) {
    var distance = distance &- start
    var x = columns.lowerBound
    while x < columns.upperBound {
      func next() -> Int {
        defer { distance = distance &+ step }
        // The shadow of a hand that is a little farther on, and moved far away, may reach beyond the last.
        return max(0, min(distance &>> shift, count &- 1))
      }
      let (first, second, third, fourth) = (next(), next(), next(), next())
      func gather(_ plane: UnsafeMutablePointer<UInt32>) -> KeepAdd.Halves {
        let words = SIMD4(plane[first], plane[second], plane[third], plane[fourth])
        return unsafeBitCast(words, to: KeepAdd.Halves.self)
      }
      let words = KeepAdd(
        keep: gather(planes), even: gather(planes + count), odd: gather(planes + 2 &* count))
      pixels.put(words, at: x, until: columns.upperBound)
      x = x &+ 4
    }
  }
}

/// The effect of two translucent colours, one over the other, on four pixels: of each they keep a part and add to it.
///
/// The part counts in 256ths and the addition in 256ths of a level, so neither end needs a division: where nothing is
/// painted a pixel stays as it is, and an opaque colour replaces it.
struct KeepAdd {
  /// Two numbers of 16 bits for each pixel.
  typealias Halves = SIMD8<UInt16>
  /// The part that is kept, twice.
  let keep: Halves
  /// What is added to blue and red.
  let even: Halves
  /// What is added to green and alpha.
  let odd: Halves

  @inline(__always)
  func over(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let low = unsafeBitCast(pixels & 0x00FF_00FF, to: Halves.self)
    let high = unsafeBitCast(pixels, to: Halves.self) &>> 8
    let first = (low &* keep &+ even) &>> 8
    let second = high &* keep &+ odd
    return unsafeBitCast(first, to: SIMD4<UInt32>.self)
      | (unsafeBitCast(second, to: SIMD4<UInt32>.self) & 0xFF00_FF00)
  }
}

/// A row of pixels on which four are painted at once.
struct PixelRow {
  /// The pixel of column 0, wherever that is.
  private let pixels: UnsafeMutablePointer<UInt32>
  /// Whether behind any pixel of the row there are another three, of this row or the next.
  private let isBeforeOthers: Bool

  /// Row `y` of `buffer`, which has it.
  @inline(__always)
  init(_ buffer: PixelBuffer, row y: Int) {
    pixels = buffer.row(y) - buffer.rect.x
    isBeforeOthers = y &+ 1 < buffer.rect.y &+ buffer.rect.height && buffer.stride >= 4
  }

  /// Paints four columns from `x` on, or those of them that are before `end`.
  @inline(__always)
  func put(_ words: KeepAdd, at x: Int, until end: Int) {
    let row = UnsafeMutableRawPointer(pixels + x)
    if x &+ 4 <= end || isBeforeOthers {
      let below = row.loadUnaligned(as: SIMD4<UInt32>.self)
      var result = words.over(below)
      if x &+ 4 > end {
        let count = SIMD4(repeating: Int32(truncatingIfNeeded: end &- x))
        let lanes = SIMD4<Int32>(0, 1, 2, 3) .< count
        let mask = unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
        result = result & mask | below & ~mask
      }
      row.storeBytes(of: result, as: SIMD4<UInt32>.self)
    } else {
      putSome(words, at: x, until: end)
    }
  }

  /// Touches no other pixel.
  @inline(never)
  private func putSome(_ words: KeepAdd, at x: Int, until end: Int) {
    var below = SIMD4<UInt32>.zero
    for lane in 0..<end - x { below[lane] = pixels[x + lane] }
    let result = words.over(below)
    for lane in 0..<end - x { pixels[x + lane] = result[lane] }
  }
}
