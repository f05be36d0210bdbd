import DisplayLists
import Geometry

/// Paints a hand at changing angles.
///
/// From row to row a slanted bar only moves sideways. So a table of a few rows, each for another
/// fraction of a pixel, serves all rows between the ends; a flatter hand needs fewer fractions. The
/// ends, and level hands, are computed per pixel.
final class HandPainter: Painter {
  private var hand: Hand
  private let hubFill: Mask?
  private let hubRing: Mask?
  private var direction = Point.zero
  private var section: HandSection
  private var table: [KeepAdd] = []
  /// The angle of the table, in turns; nil without a table.
  private var tableAngle: Double?
  /// The rows of the table, and the groups of four in each; without a table, one row of the extent.
  private var phases = 1
  private var count = 0
  /// The number of columns from the start of a row to the axis.
  private var lead = 0
  /// The column at which the axis crosses row 0, minus one half, and the step per row. In units of
  /// 2^-32 pixels, which add up without rounding.
  private var crossing = (start: 0, step: 0)
  /// The rows in which no column of the table reaches an end.
  private var innerRows = 0..<0

  /// The number of angle steps per turn; one table serves each step. Flat hands use finer steps.
  /// Distances from the axis are wrong by up to 2.4 %: 1/40 pixel for a bar two pixels wide.
  private static let steps = 1024.0
  /// Flatter hands would never reuse a table entry.
  private static let minSlope = 1.0 / 128
  private static let maxPhases = 32.0
  private static let maxTable = 1 << 14

  init(_ hand: Hand) {
    self.hand = hand
    section = HandSection(hand, direction: hand.angle.direction)
    let half = min(hand.width, 4096) / 2
    let outer = hand.hubRadius + half
    let hasHub = hand.hubRadius > 0 && outer < Canvas.limit
    hubFill = hasHub ? .disc(at: hand.center, radius: hand.hubRadius, hole: 0) : nil
    hubRing = hasHub ? .disc(at: hand.center, radius: outer, hole: hand.hubRadius - half) : nil
    turn(to: hand)
  }

  /// At most the angle and the colour in the hub may differ.
  func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool {
    guard case .hand(let new) = item else { return false }
    var turned = hand
    turned.angle = new.angle
    turned.hubFill = new.hubFill
    guard turned == new, new.isDrawable else { return false }
    turn(to: new)
    return true
  }

  private func turn(to hand: Hand) {
    self.hand = hand
    direction = hand.angle.direction
    section = HandSection(hand, direction: direction)
    // Angles matter more for flatter hands.
    var steps = HandPainter.steps
    while steps < 65536, abs(direction.y) * steps < 256 { steps *= 2 }
    let angle = (hand.angle.turns * steps).rounded() / steps
    if angle != tableAngle { tableAngle = makeTable(Angle(turns: angle).direction) ? angle : nil }
    innerRows = 0..<0
    guard tableAngle != nil else { return }
    let growth = direction.x / direction.y
    crossing.start = HandPainter.fixed((0.5 - hand.center.y) * growth + hand.center.x - 0.5)
    crossing.step = HandPainter.fixed(growth)
    let margin = Float(abs(direction.x)) * Float(max(lead, 4 * count - lead))
    let inner = (low: section.between.low + margin, high: section.between.high - margin)
    guard inner.low < inner.high else { return }
    func row(_ place: Float) -> Int {
      Int((hand.center.y - 0.5 + Double(place) * direction.y).rounded(.up))
    }
    let ends = (row(inner.low), row(inner.high))
    innerRows = min(ends.0, ends.1)..<max(ends.0, ends.1)
  }

  private static func fixed(_ distance: Double) -> Int {
    Int(min(max(distance, -1_000_000), 1_000_000) * 4_294_967_296)
  }

  private func makeTable(_ direction: Point) -> Bool {
    let section = HandSection(hand, direction: direction)
    let slope = -direction.y
    guard abs(slope) >= HandPainter.minSlope else { return false }
    let ends = (Double(section.reach.low) / slope, Double(section.reach.high) / slope)
    lead = Int(max(-ends.0, -ends.1)) + 1
    count = (lead + Int(max(ends.0, ends.1)) + 5) / 4
    phases = 1
    while Double(phases) < HandPainter.maxPhases * abs(slope) { phases *= 2 }
    let size = phases * count
    guard size <= HandPainter.maxTable,
      size <= table.count || MemoryBudget.permits(size * MemoryLayout<KeepAdd>.stride)
    else { return false }
    if table.count < size { table = Array(repeating: KeepAdd(), count: size) }
    for phase in 0..<phases {
      let middle = Float(Double(lead) + (Double(phase) + 0.5) / Double(phases))
      for four in 0..<count {
        let columns = Four.columns(from: 4 &* four) - middle
        table[phase &* count &+ four] = section.effect(beside: columns * Float(slope))
      }
    }
    return true
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let extent = hand.extent
    let visible = extent.intersection(clip)
    guard !visible.isEmpty else { return }
    table.withUnsafeBufferPointer { table in
      let entries = tableAngle != nil ? table.baseAddress : nil
      for y in visible.y..<visible.maxY {
        let row = PixelRow(buffer, y: y, columns: visible.x..<visible.maxX)
        guard let entries else {
          paintEnds(of: row, y: y, from: extent.x, count: (extent.width + 3) / 4, entries: nil)
          continue
        }
        let place = crossing.start &+ y &* crossing.step
        let first = place &>> 32 &- lead
        let phase = ((place & 0xFFFF_FFFF) &* phases) &>> 32
        let entriesOfRow = entries + phase &* count
        if innerRows.contains(y) {
          for four in row.fours(from: first, count: count) {
            row.put(entriesOfRow[four], at: first &+ 4 &* four)
          }
        } else {
          paintEnds(of: row, y: y, from: first, count: count, entries: entriesOfRow)
        }
      }
    }
    hubFill?.draw(hand.hubFill.premultiplied, into: buffer, clip: visible)
    hubRing?.draw(hand.color.premultiplied, into: buffer, clip: visible)
  }

  /// Takes the table's entries between the ends.
  private func paintEnds(
    of row: PixelRow, y: Int, from first: Int, count: Int, entries: UnsafePointer<KeepAdd>?
  ) {
    let (dx, dy) = (Double(first) + 0.5 - hand.center.x, Double(y) + 0.5 - hand.center.y)
    let along = Float(dx * direction.x + dy * direction.y)
    let beside = Float(dy * direction.x - dx * direction.y)
    let (step, besideStep) = (Float(direction.x), Float(-direction.y))
    // In each four, the columns nearest to the tail and to the tip.
    let (low, high) = (min(3 * step, 0), max(3 * step, 0))
    let inner = (low: section.between.low - low, high: section.between.high - high)
    for four in row.fours(from: first, count: count) {
      let place = along + Float(Int32(truncatingIfNeeded: 4 &* four)) * step
      if let entries, place >= inner.low, place <= inner.high {
        row.put(entries[four], at: first &+ 4 &* four)
      } else {
        let columns = Four.columns(from: 4 &* four)
        let effect = section.effect(
          beside: beside + columns * besideStep, along: along + columns * step)
        row.put(effect, at: first &+ 4 &* four)
      }
    }
  }
}

/// Two translucent colours, one over the other, for four pixels: keeps a fraction, in 256ths, and
/// adds a colour, in 256ths of a level.
struct KeepAdd {
  /// Two 16-bit numbers per pixel.
  typealias Halves = SIMD8<UInt16>
  /// The fraction to keep, twice per pixel.
  var keep = Halves.zero
  /// The addition to blue and red.
  var even = Halves.zero
  /// The addition to green and alpha.
  var odd = Halves.zero

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

private struct PixelRow {
  /// The pixel of column 0, which may lie outside the row.
  let pixels: UnsafeMutablePointer<UInt32>
  let columns: Range<Int>

  @inline(__always)
  init(_ buffer: PixelBuffer, y: Int, columns: Range<Int>) {
    pixels = buffer.row(y) - buffer.rect.x
    self.columns = columns
  }

  @inline(__always)
  func fours(from first: Int, count: Int) -> Range<Int> {
    let start = max(0, (columns.lowerBound &- first) &>> 2)
    return start..<max(start, min(count, (columns.upperBound &- first &+ 3) &>> 2))
  }

  @inline(__always)
  func put(_ effect: KeepAdd, at x: Int) {
    if x >= columns.lowerBound, x &+ 4 <= columns.upperBound {
      let target = UnsafeMutableRawPointer(pixels + x)
      let below = target.loadUnaligned(as: SIMD4<UInt32>.self)
      target.storeBytes(of: effect.over(below), as: SIMD4<UInt32>.self)
    } else {
      putSome(effect, at: x)
    }
  }

  @inline(never)
  private func putSome(_ effect: KeepAdd, at x: Int) {
    var below = SIMD4<UInt32>.zero
    let columns = (x..<x + 4).clamped(to: columns)
    for column in columns { below[column - x] = pixels[column] }
    let result = effect.over(below)
    for column in columns { pixels[column] = result[column - x] }
  }
}

extension Hand {
  /// Whether all lengths can be drawn; otherwise the hand is not shown.
  var isDrawable: Bool {
    width >= 0 && length >= 0
      && [
        center.x, center.y, angle.radians, length, tail, width, hubRadius, shadow.radius, shadow.dx,
        shadow.dy,
      ].allSatisfy { abs($0) < Canvas.limit }
  }

  var marks: [Mark] {
    let bar = [
      Path.Element.arc(
        center: tip, radius: width / 2, start: Angle(turns: angle.turns - 0.25),
        end: Angle(turns: angle.turns + 0.25)),
      .arc(
        center: end, radius: width / 2, start: Angle(turns: angle.turns + 0.25),
        end: Angle(turns: angle.turns + 0.75)), .close,
    ]
    let hub = Path.circle(center: center, radius: hubRadius)
    let line = Path.line(from: end, to: tip)
    var marks: [Mark] = [
      .shadow(Path(bar), shadow, .everywhere),
      .stroke(line, width: width, round: true, color),
    ]
    if let core { marks.append(.stroke(line, width: width / 2, round: true, core)) }
    guard hubRadius > 0 else { return marks }
    return marks + [.fill(hub, hubFill), .stroke(hub, width: width, round: false, color)]
  }
}
