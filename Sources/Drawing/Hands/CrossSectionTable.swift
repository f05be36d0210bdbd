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
  /// The entries of all rows, in three planes as in `KeepAdd` and one of what the shadow covers.
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
    planes = .allocate(capacity: 4 * capacity + 4)
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
    // Uses coarser steps of distance if the table would not fit.
    while entries() > capacity { shift += 1 }
    count = entries()
    let step = HandSection.pixels(1 << shift)
    fill(0, section, distance: HandSection.pixels(start) + step / 2, step: step)
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity, MemoryBudget.permits(4 * wanted * MemoryLayout<UInt32>.stride) else {
      return
    }
    planes.deallocate()
    capacity = wanted
    planes = .allocate(capacity: 4 * capacity + 4)
  }

  /// Fills row `phase`, whose first entry lies at `distance`, and each other `step` farther.
  private func fill(_ phase: Int, _ section: HandSection, distance: Float, step: Float) {
    for index in stride(from: 0, to: count, by: 4) {
      let side = Four.columns(from: index) * step + distance
      let shade = section.shade(at: side)
      let words = section.effect(shade: shade, beside: side)
      let target = UnsafeMutableRawPointer(planes + 4 * phase * count + index)
      target.storeBytes(of: words.keep, as: KeepAdd.Halves.self)
      target.storeBytes(of: words.even, toByteOffset: 4 * count, as: KeepAdd.Halves.self)
      target.storeBytes(of: words.odd, toByteOffset: 8 * count, as: KeepAdd.Halves.self)
      target.storeBytes(of: shade, toByteOffset: 12 * count, as: Four.self)
    }
  }

  /// The columns of a slanted hand in the row whose axis lies at column `crossing`, in 2^-32 columns.
  @inline(__always)
  func columns(at crossing: Int) -> Range<Int> {
    let first = (crossing &>> 32) &- lead
    return first..<first &+ count
  }

  /// The entry of column 0 of that row, wherever that is.
  @inline(__always)
  private func entries(at crossing: Int) -> UnsafeMutablePointer<UInt32> {
    let phase = (crossing & 0xFFFF_FFFF) &>> shift
    return planes + (4 &* phase &* count &+ lead &- (crossing &>> 32))
  }

  /// What the shadow covers of four columns from `x` on in that row.
  @inline(__always)
  func shade(at crossing: Int, column x: Int) -> Four {
    UnsafeRawPointer(entries(at: crossing) + (3 &* count &+ x)).loadUnaligned(as: Four.self)
  }

  /// Paints the rows of `buffer` in which the axis of a slanted hand lies at `crossing`, which grows by `step` from row
  /// to row.
  func paint(
    _ rows: Range<Int>, crossing: Int, step: Int, into buffer: PixelBuffer, clip: PixelRect
  ) {
    var crossing = crossing
    let (low, high) = (clip.x, clip.maxX)
    for y in rows {
      let columns = columns(at: crossing)
      let (first, end) = (max(low, columns.lowerBound), min(high, columns.upperBound))
      if first < end {
        paint(first..<end, at: crossing, on: PixelRow(buffer, row: y))
      }
      crossing = crossing &+ step
    }
  }

  /// Paints columns of the row whose axis lies at column `crossing`.
  @inline(__always)
  func paint(_ columns: Range<Int>, at crossing: Int, on pixels: PixelRow) {
    let keep = entries(at: crossing) + columns.lowerBound
    let (even, odd) = (keep + count, keep + 2 &* count)
    pixels.forEachFour(of: columns) { index in
      func load(_ plane: UnsafeMutablePointer<UInt32>) -> KeepAdd.Halves {
        UnsafeRawPointer(plane + index).loadUnaligned(as: KeepAdd.Halves.self)
      }
      return KeepAdd(keep: load(keep), even: load(even), odd: load(odd))
    }
  }

  /// Paints columns of a row of a flat hand, of which the first lies at `distance`, and each other `step` farther.
  func paint(_ columns: Range<Int>, distance: Int, step: Int, on pixels: PixelRow) {
    var distance = distance &- start
    let (first, second, third) = (planes, planes + count, planes + 2 &* count)
    let (shift, last) = (shift, count &- 1)
    pixels.forEachFour(of: columns) { _ in
      func next() -> Int {
        defer { distance = distance &+ step }
        // The shadow of a hand that is a little farther on, and moved far away, may reach beyond the last.
        return max(0, min(distance &>> shift, last))
      }
      let places = (next(), next(), next(), next())
      func gather(_ plane: UnsafeMutablePointer<UInt32>) -> KeepAdd.Halves {
        let words = SIMD4(plane[places.0], plane[places.1], plane[places.2], plane[places.3])
        return unsafeBitCast(words, to: KeepAdd.Halves.self)
      }
      return KeepAdd(keep: gather(first), even: gather(second), odd: gather(third))
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

  /// Paints `columns`, four at a time, with the effect on each four from an index in `columns` on.
  @inline(__always)
  func forEachFour(of columns: Range<Int>, _ effect: (_ index: Int) -> KeepAdd) {
    let row = pixels + columns.lowerBound
    let count = columns.upperBound &- columns.lowerBound
    let whole = count & ~3
    var index = 0
    while index < whole {
      let target = UnsafeMutableRawPointer(row + index)
      let below = target.loadUnaligned(as: SIMD4<UInt32>.self)
      target.storeBytes(of: effect(index).over(below), as: SIMD4<UInt32>.self)
      index = index &+ 4
    }
    if index < count { putSome(effect(index), on: row + index, count: count &- index) }
  }

  /// Paints `count` (1...3) of four pixels.
  @inline(__always)
  private func putSome(_ words: KeepAdd, on pixel: UnsafeMutablePointer<UInt32>, count: Int) {
    guard isBeforeOthers else { return putAlone(words, on: pixel, count: count) }
    let target = UnsafeMutableRawPointer(pixel)
    let below = target.loadUnaligned(as: SIMD4<UInt32>.self)
    let lanes = SIMD4<Int32>(0, 1, 2, 3) .< SIMD4(repeating: Int32(truncatingIfNeeded: count))
    let mask = unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
    target.storeBytes(of: words.over(below) & mask | below & ~mask, as: SIMD4<UInt32>.self)
  }

  /// Touches no other pixel.
  @inline(never)
  private func putAlone(_ words: KeepAdd, on pixel: UnsafeMutablePointer<UInt32>, count: Int) {
    var below = SIMD4<UInt32>.zero
    for lane in 0..<count { below[lane] = pixel[lane] }
    let result = words.over(below)
    for lane in 0..<count { pixel[lane] = result[lane] }
  }
}
