import DisplayLists
import Geometry

/// Paints a hand, at one angle after another, in any number of pieces.
final class HandPainter {
  private(set) var hand: Hand
  private(set) var extent = PixelRect.zero
  private let hubFill: Mask?
  private let hubRing: Mask?

  private let table = CrossSectionTable()
  /// The angle of the table, in steps.
  private var step: Int?
  private var section: HandSection
  /// The distances of a pixel's centre from the hub, along the hand and beside its axis.
  private var along = LinearDistance()
  private var beside = LinearDistance()
  /// The column at which the axis crosses a row, less one half.
  private var crossing = LinearDistance()
  /// The columns of a row near the axis, those between the ends, and those with the ends.
  private var near = Band()
  private var inner = Band()
  private var whole = Band()
  /// The rows of which all columns near the axis lie between the ends.
  private var innerRows = 0..<0

  /// One table serves all angles near one of these steps of a turn: some frames of a hand that turns once a minute.
  ///
  /// Distances from the axis are then wrong by up to 0.3 % at 45 degrees, 2.4 % where a hand is as flat as a slanted
  /// one may be: a fortieth of a pixel at the edge of a bar that is two pixels wide.
  private static let steps = 1024.0

  /// A painter of `hand`, which is drawable.
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

  /// Whether `hand` differs from the painted one at most in its angle and the colour in its hub.
  func canTurn(to hand: Hand) -> Bool {
    var turned = self.hand
    turned.angle = hand.angle
    turned.hubFill = hand.hubFill
    return turned == hand && hand.isDrawable
  }

  /// Turns to where `hand` points.
  func turn(to hand: Hand) {
    self.hand = hand
    extent = hand.extent
    let direction = hand.angle.direction
    section = HandSection(hand, direction: direction)
    let turns = hand.angle.turns
    let step = Int((turns - turns.rounded(.down)) * HandPainter.steps + 0.5)
    if step != self.step {
      self.step = step
      let near = Angle(turns: Double(step) / HandPainter.steps).direction
      table.fill(HandSection(hand, direction: near), slope: -near.y)
    }
    along = LinearDistance(toward: direction, from: hand.center)
    beside = LinearDistance(toward: Point(x: -direction.y, y: direction.x), from: hand.center)
    near = Band(of: beside, in: section.reach)
    inner = Band(of: along, in: section.between)
    whole = Band(of: along, in: section.length)
    innerRows = innerRows(toward: direction)
    guard table.isSlanted else { return }
    let growth = direction.x / direction.y
    crossing.start = HandSection.fixed((0.5 - hand.center.y) * growth + hand.center.x - 0.5)
    crossing.row = HandSection.fixed(growth)
  }

  /// The rows between the corners of the box around what lies between the ends, with a pixel for rounding.
  private func innerRows(toward direction: Point) -> Range<Int> {
    func ends(_ place: Float) -> (low: Double, high: Double) {
      let middle = hand.center.y + Double(place) * direction.y
      let first = middle + Double(section.reach.low) * direction.x
      let second = middle + Double(section.reach.high) * direction.x
      return (min(first, second), max(first, second))
    }
    let (end, tip) = (ends(section.between.low), ends(section.between.high))
    let low = direction.y > 0 ? end.high : tip.high
    let high = direction.y > 0 ? tip.low : end.low
    guard section.between.low < section.between.high, low + 2 < high else { return 0..<0 }
    return Int(low + 1)..<Int(high - 1)
  }

  /// Paints what lies in `clip`: the shadow, the bar over it, and over both the hub.
  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let visible = extent.intersection(clip)
    guard !visible.isEmpty else { return }
    // Most rows of a slanted hand have no end.
    let rows = table.isSlanted ? innerRows.clamped(to: visible.y..<visible.maxY) : 0..<0
    if !rows.isEmpty {
      table.paint(
        rows, crossing: crossing.at(row: rows.lowerBound, column: 0), step: crossing.row,
        into: buffer, clip: visible)
    }
    for y in visible.y..<visible.maxY where !rows.contains(y) {
      paintRow(y, of: buffer, columns: visible.x..<visible.maxX)
    }
    hubFill?.draw(hand.hubFill.premultiplied, into: buffer, clip: visible)
    hubRing?.draw(hand.color.premultiplied, into: buffer, clip: visible)
  }

  /// Paints columns of a row that may hold ends of the hand.
  private func paintRow(_ y: Int, of buffer: PixelBuffer, columns: Range<Int>) {
    let crossing = crossing.at(row: y, column: 0)
    let near = table.isSlanted ? table.columns(at: crossing) : near.columns(ofRow: y)
    let all = whole.columns(ofRow: y).clamped(to: near.clamped(to: columns))
    guard !all.isEmpty else { return }
    let middle = inner.columns(ofRow: y).clamped(to: all)
    let pixels = PixelRow(buffer, row: y)
    // Wherever a row is cut, each pixel is reckoned from the same one.
    let first = max(near.lowerBound, extent.x)
    paintEnd(all.lowerBound..<middle.lowerBound, ofRow: y, from: first, on: pixels)
    paintEnd(middle.upperBound..<all.upperBound, ofRow: y, from: first, on: pixels)
    if table.isSlanted {
      table.paint(middle, at: crossing, on: pixels)
    } else {
      let distance = beside.at(row: y, column: middle.lowerBound)
      table.paint(middle, distance: distance, step: beside.column, on: pixels)
    }
  }

  /// Paints pixels of a row that lie at an end of the hand.
  private func paintEnd(
    _ columns: Range<Int>, ofRow y: Int, from first: Int,
    on pixels: PixelRow
  ) {
    guard !columns.isEmpty else { return }
    let side = HandSection.pixels(beside.at(row: y, column: first))
    let place = HandSection.pixels(along.at(row: y, column: first))
    let sideStep = HandSection.pixels(beside.column)
    let placeStep = HandSection.pixels(along.column)
    let crossing = crossing.at(row: y, column: 0)
    // A copy need not be read again for each pixel.
    let (section, isSlanted) = (section, table.isSlanted)
    pixels.forEachFour(of: columns) { index in
      let x = columns.lowerBound &+ index
      let offsets = Four.columns(from: x &- first)
      let beside = offsets * sideStep + side
      let shade =
        isSlanted ? table.shade(at: crossing, column: x) : section.shade(at: beside)
      return section.effect(shade: shade, beside: beside, along: offsets * placeStep + place)
    }
  }
}

/// A distance that is linear in rows and columns, in 2^-32 pixels.
private struct LinearDistance {
  /// Of the pixel at row and column 0.
  var start = 0
  var row = 0
  var column = 0

  init() {}

  init(toward unit: Point, from center: Point) {
    start = HandSection.fixed((0.5 - center.x) * unit.x + (0.5 - center.y) * unit.y)
    row = HandSection.fixed(unit.y)
    column = HandSection.fixed(unit.x)
  }

  @inline(__always)
  func at(row y: Int, column x: Int) -> Int { start &+ y &* row &+ x &* column }
}

/// The columns of each row at which a distance lies in a range.
private struct Band {
  /// Where the two ends of the range cross row 0, and how far both move from row to row.
  private var low = 0.0
  private var high = 0.0
  private var shift = 0.0
  private var rows = 0..<0

  /// Farther than any window reaches.
  private static let limit = 1_000_000

  init() {}

  init(of distance: LinearDistance, in range: (low: Float, high: Float)) {
    let growth = distance.column != 0 ? distance.column : distance.row
    guard range.low < range.high, growth != 0 else { return }
    let scale = 1 / Double(growth)
    let first = Double(HandSection.fixed(range.low) - distance.start) * scale
    let second = Double(HandSection.fixed(range.high) - distance.start) * scale
    (low, high) = (min(first, second), max(first, second))
    rows = -Band.limit..<Band.limit
    if distance.column != 0 {
      shift = -Double(distance.row) * scale
    } else {
      // The lines lie along the rows.
      rows = Band.next(low)..<Band.next(high)
      (low, high) = (-Double(Band.limit), Double(Band.limit))
    }
  }

  @inline(__always)
  func columns(ofRow y: Int) -> Range<Int> {
    guard rows.contains(y) else { return 0..<0 }
    let shift = Double(y) * shift
    let first = Band.next(low + shift)
    return first..<max(first, Band.next(high + shift))
  }

  /// The first whole number after `value`, within the limit.
  @inline(__always)
  private static func next(_ value: Double) -> Int {
    let limit = Double(limit)
    let clamped = value > -limit ? value < limit ? value : limit : -limit
    // Around 1.5 * 2^52 a number's last bit is 1: that rounds, and does not ask what fits.
    let rounded = (clamped + 0.5) + 6_755_399_441_055_744
    return Int(Int32(truncatingIfNeeded: Int64(bitPattern: rounded.bitPattern)))
  }
}

extension Mask {
  /// The coverage of a disc about `center` with a round hole.
  fileprivate static func disc(at center: Point, radius: Double, hole: Double) -> Mask? {
    let side = 2 * (radius + 1)
    let box = PixelRect(covering: Rect(center: center, size: Size(width: side, height: side)))
    guard let mask = Mask(rect: box) else { return nil }
    let outer = Coverage.edge(ofCircle: radius)
    let inner = hole > 0 ? Coverage.edge(ofCircle: hole) : 0
    for y in 0..<box.height {
      for x in 0..<box.width {
        let dx = Float(Double(box.x + x) + 0.5 - center.x)
        let dy = Float(Double(box.y + y) + 0.5 - center.y)
        let cover = Coverage.ofAnnulus(dx: dx, dy: dy, outer: outer, inner: inner)
        mask.base[y * mask.stride + x] = Coverage.byte(cover)
      }
    }
    return mask
  }
}

extension Hand {
  /// Whether all its numbers can be drawn; nothing is shown of any other.
  var isDrawable: Bool {
    width >= 0 && length >= 0
      && [
        center.x, center.y, angle.radians, length, tail, width, hubRadius, shadow.radius, shadow.dx,
        shadow.dy,
      ].allSatisfy { abs($0) < Canvas.limit }
  }

  /// Its shapes, for files that keep shapes.
  var marks: [Mark] {
    let bar = [
      Path.Element.arc(
        center: tip, radius: width / 2, start: Angle(turns: angle.turns - 0.25),
        end: Angle(turns: angle.turns + 0.25)),
      .arc(
        center: end, radius: width / 2, start: Angle(turns: angle.turns + 0.25),
        end: Angle(turns: angle.turns + 0.75)), .close,
    ]
    var marks = [Mark.shadow(Path(bar), shadow, knockout: false)]
    if hubRadius > 0 {
      let hub = Path.circle(center: center, radius: hubRadius)
      marks.append(.fill(hub, hubFill))
      marks.append(.stroke(hub, width: width, round: false, color))
    }
    func line(from start: Double, to end: Point) -> Mark {
      .stroke(
        .line(from: center.polar(angle: angle, distance: start), to: end), width: width,
        round: true,
        color)
    }
    marks.append(line(from: min(hubRadius, length), to: tip))
    if tail > hubRadius { marks.append(line(from: -hubRadius, to: end)) }
    return marks
  }
}
