import DisplayLists
import Geometry

/// Paints a hand, at one angle after another, in any number of pieces.
final class HandPainter {
  /// What is painted.
  private(set) var hand: Hand
  let shape: HandShape
  /// All pixels that it may touch.
  private(set) var extent = PixelRect.zero

  private let stamp = HandStamp()
  /// Made when the hand lies flat for the first time.
  private lazy var profile = HandProfile()
  /// The angle of the stamp or the profile, in steps.
  private var step: Int?
  private var pose: HandPose
  private var course = HandCourse()

  /// A stamp serves all angles that are nearest to its own of so many in a turn, and is kept for some frames of a hand that
  /// turns once a minute. Distances from the middle line are then wrong by up to 0.3 % at 45 degrees, 2.4 % where
  /// it is as flat as it may be for a stamp: a fortieth of a pixel at the edge of a bar that is two pixels wide, and less than
  /// can be seen of the shadow.
  private static let steps = 1024.0

  /// A painter of `hand`, which can be drawn.
  init(_ hand: Hand) {
    self.hand = hand
    shape = HandShape(hand)
    pose = HandPose(hand, shape: shape, direction: hand.angle.direction)
    turn(to: hand)
  }

  /// Turns to where `hand` points, which has the same shape.
  func turn(to hand: Hand) {
    self.hand = hand
    extent = hand.extent
    let direction = hand.angle.direction
    pose = HandPose(hand, shape: shape, direction: direction)
    let turns = hand.angle.turns
    let step = Int((turns - turns.rounded(.down)) * HandPainter.steps + 0.5)
    if step != self.step {
      self.step = step
      let near = Angle(turns: Double(step) / HandPainter.steps).direction
      let pose = HandPose(hand, shape: shape, direction: near)
      stamp.make(pose, slope: -near.y)
      if stamp.count == 0 { profile.make(pose) }
    }
    course = HandCourse(pose, around: hand.center, direction: direction, columns: stamp.count)
  }

  /// Paints what lies in `clip`: the shadow and the bar over it, and over both the hub, whose ring has the bar's colour.
  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let visible = extent.intersection(clip)
    guard !visible.isEmpty else { return }
    if stamp.count > 0 {
      paintSlanted(into: buffer, clip: visible)
    } else {
      for y in visible.y..<visible.maxY { paintLevel(y, of: buffer, clip: visible) }
    }
    shape.hubFill?.draw(hand.hubFill.premultiplied, into: buffer, clip: visible)
    shape.hubRing?.draw(hand.color.premultiplied, into: buffer, clip: visible)
  }

  private func paintSlanted(into buffer: PixelBuffer, clip: PixelRect) {
    let first = min(max(course.whole.lowerBound, clip.y), clip.maxY)
    let last = max(first, min(course.whole.upperBound, clip.maxY))
    for y in clip.y..<first { paintEnd(y, of: buffer, clip: clip) }
    let count = stamp.count
    for y in first..<last {
      let row = stamp.row(at: course.middle(ofRow: y))
      let begin = max(clip.x &- row.first, 0)
      let end = min(clip.maxX &- row.first, count)
      if begin < end {
        OverlaidRow(buffer, row: y).put(
          row.overlay.from(begin), on: row.first &+ begin..<row.first &+ end)
      }
    }
    for y in last..<clip.maxY { paintEnd(y, of: buffer, clip: clip) }
  }

  /// Paints row `y` of a slanted hand, which may lie at an end of it.
  private func paintEnd(_ y: Int, of buffer: PixelBuffer, clip: PixelRect) {
    let row = stamp.row(at: course.middle(ofRow: y))
    let first = row.first
    let begin = max(clip.x &- first, 0)
    let end = min(clip.maxX &- first, stamp.count)
    guard begin < end else { return }
    let visible = begin..<end
    let stamped = course.inner(ofRow: y, from: first).clamped(to: visible)
    let pixels = OverlaidRow(buffer, row: y)
    if !stamped.isEmpty {
      pixels.put(
        row.overlay.from(stamped.lowerBound),
        on: first &+ stamped.lowerBound..<first &+ stamped.upperBound)
    }
    let along = Line(course.along, row: y, column: first)
    let beside = Line(course.beside, row: y, column: first)
    let bar = stamp.bar
    forEachFour(of: visible, without: stamped) { column, end in
      let columns = Four.columns(from: column)
      let shade = UnsafeRawPointer(row.shades + column).loadUnaligned(as: Four.self)
      let isBar = column &+ 4 > bar.lowerBound && column < bar.upperBound
      let words =
        isBar
        ? barWords(shade: shade, column, columns, beside: beside, along: along)
        : pose.words(shade: shade, along: along.at(columns))
      pixels.put(words, at: first &+ column, until: first &+ end)
    }
  }

  /// Paints row `y` of a hand that lies flat: it has few and long rows.
  private func paintLevel(_ y: Int, of buffer: PixelBuffer, clip: PixelRect) {
    let first = extent.x
    let step = course.beside.column
    let start = course.beside.at(row: y, column: first)
    let visible = course.near(ofRow: y, from: first).clamped(
      to: clip.x &- first..<clip.maxX &- first)
    guard !visible.isEmpty else { return }
    let stamped = course.inner(ofRow: y, from: first).clamped(to: visible)
    let pixels = OverlaidRow(buffer, row: y)
    if !stamped.isEmpty {
      pixels.put(
        profile, on: first &+ stamped.lowerBound..<first &+ stamped.upperBound,
        place: start &+ stamped.lowerBound &* step, step: step)
    }
    let along = Line(course.along, row: y, column: first)
    let beside = Line(course.beside, row: y, column: first)
    forEachFour(of: visible, without: stamped) { column, end in
      func shade(_ column: Int) -> Float {
        profile.shades[profile.index(at: start &+ min(column, end &- 1) &* step)]
      }
      let columns = Four.columns(from: column)
      let words = barWords(
        shade: Four(shade(column), shade(column &+ 1), shade(column &+ 2), shade(column &+ 3)),
        column, columns, beside: beside, along: along)
      pixels.put(words, at: first &+ column, until: first &+ end)
    }
  }

  /// What is put on four columns that the bar may reach, from `column` on.
  @inline(__always)
  private func barWords(
    shade: Four, _ column: Int, _ columns: Four, beside: Line, along: Line
  ) -> Overlay.Words {
    switch pose.reach(from: along.at(column), to: along.at(column &+ 3)) {
    case .between: pose.words(shade: shade, beside: beside.at(columns), along: along.at(columns))
    case .cap: capWords(shade: shade, beside: beside.at(columns), along: along.at(columns))
    case .beyond: pose.words(shade: shade, along: along.at(columns))
    }
  }

  /// Few pixels are cut by an end of the bar.
  @inline(never)
  private func capWords(shade: Four, beside: Four, along: Four) -> Overlay.Words {
    pose.capWords(shade: shade, beside: beside, along: along)
  }

  /// Calls `body` with each four columns of `all` that are before or behind those of `inner`, as the first of them and
  /// the one before which they end, where they are fewer.
  @inline(__always)
  private func forEachFour(
    of all: Range<Int>, without inner: Range<Int>, _ body: (_ column: Int, _ end: Int) -> Void
  ) {
    var column = all.lowerBound
    var end = inner.lowerBound
    // One loop for both sides: what is inlined twice is twice the code.
    while true {
      if column < end {
        body(column, end)
        column = column &+ 4
      } else if end < all.upperBound {
        column = inner.upperBound
        end = all.upperBound
      } else {
        return
      }
    }
  }

  /// A distance that is linear along a row: that of column 0, and how it grows.
  private struct Line {
    let start: Four
    let step: Four

    @inline(__always)
    init(_ distance: HandCourse.Distance, row y: Int, column x: Int) {
      start = Four(repeating: HandCourse.pixels(distance.at(row: y, column: x)))
      step = Four(repeating: HandCourse.pixels(distance.column))
    }

    @inline(__always)
    func at(_ columns: Four) -> Four { columns * step + start }

    @inline(__always)
    func at(_ column: Int) -> Float {
      Float(Int32(truncatingIfNeeded: column)) * step[0] + start[0]
    }
  }
}
