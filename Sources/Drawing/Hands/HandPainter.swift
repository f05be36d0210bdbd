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
  /// The angle of the stamp, in steps.
  private var stampStep: Int?
  private var pose: HandPose
  private var direction: Point
  /// Room for the overlay of a row's end.
  private let scratch: Overlay

  /// A stamp serves all angles that are nearest to its own of so many in a turn: it is then wrong by a hundredth of a
  /// pixel, as its places between two pixels are, and is kept for a few frames of a hand that turns once a minute.
  private static let steps = 1024.0
  /// How many columns are filled at a time, a multiple of four.
  private static let room = 64
  private static let unit = 4_294_967_296.0

  /// A painter of `hand`, which can be drawn.
  init(_ hand: Hand) {
    self.hand = hand
    shape = HandShape(hand)
    scratch = Overlay(
      base: .allocate(capacity: HandPainter.room * Overlay.planes), plane: HandPainter.room)
    direction = hand.angle.direction
    pose = HandPose(hand, shape: shape, direction: direction)
    turn(to: hand)
  }

  deinit { scratch.base.deallocate() }

  /// Turns to where `hand` points, which has the same shape.
  func turn(to hand: Hand) {
    self.hand = hand
    extent = hand.extent
    direction = hand.angle.direction
    pose = HandPose(hand, shape: shape, direction: direction)
    let turns = hand.angle.turns
    let step = Int((turns - turns.rounded(.down)) * HandPainter.steps + 0.5)
    guard step != stampStep else { return }
    stampStep = step
    let near = Angle(turns: Double(step) / HandPainter.steps).direction
    stamp.make(HandPose(hand, shape: shape, direction: near), slope: -near.y)
  }

  /// Paints what lies in `clip`: the shadow and the bar over it, and over both the hub, whose ring has the bar's colour.
  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let visible = extent.intersection(clip)
    guard !visible.isEmpty else { return }
    if stamp.count > 0 {
      paintStamped(into: buffer, clip: visible)
    } else {
      paintFlat(into: buffer, clip: visible)
    }
    shape.hubFill?.draw(hand.hubFill.premultiplied, into: buffer, clip: visible)
    shape.hubRing?.draw(hand.color.premultiplied, into: buffer, clip: visible)
  }

  /// Columns are told in groups of four from the start of the row's stamp, so that a pixel is told the same way
  /// wherever the row is cut. Distances along the hand run in whole numbers of 2^-32 pixels.
  private func paintStamped(into buffer: PixelBuffer, clip: PixelRect) {
    let growth = direction.x / direction.y
    let center = hand.center
    let base = Int((center.x - 0.5 + (0.5 - center.y) * growth) * HandPainter.unit)
    let step = Int(growth * HandPainter.unit)
    let along = Int(direction.x * HandPainter.unit)
    let alongDown = Int(direction.y * HandPainter.unit)
    let alongBase = Int(
      ((0.5 - center.x) * direction.x + (0.5 - center.y) * direction.y) * HandPainter.unit)
    let (inner, reach) = (pose.inner.fixed, pose.reachAlong.fixed)
    let four = 4 &* along
    let count = stamp.count
    func isInner(_ first: Int, _ last: Int) -> Bool {
      min(first, last) > inner.low && max(first, last) < inner.high
    }
    for y in clip.y..<clip.maxY {
      let (overlay, first) = stamp.row(at: base &+ y &* step)
      var x = first &+ (max(clip.x &- first, 0) & ~3)
      let end = min(first &+ count, clip.maxX)
      guard x < end else { continue }
      let pixels = buffer.row(y) - buffer.rect.x
      let start = alongBase &+ y &* alongDown &+ first &* along
      if isInner(start, start &+ count &* along) {
        put(overlay.from(x &- first), on: pixels, from: x, to: end, clip: clip)
        continue
      }
      var place = start &+ (x &- first) &* along
      while x < end {
        let from = x
        let begin = place
        let isStamped = isInner(place, place &+ four)
        repeat {
          x = x &+ 4
          place = place &+ four
        } while x < end && isInner(place, place &+ four) == isStamped
        if isStamped {
          put(overlay.from(from &- first), on: pixels, from: from, to: min(x, end), clip: clip)
        } else if max(begin, place) > reach.low && min(begin, place) < reach.high {
          paintEnd(on: pixels, y, from: from, to: min(x, end), clip: clip)
        }
      }
    }
  }

  /// A hand that lies flat has few and long rows. Groups of four columns are counted from its leftmost one.
  private func paintFlat(into buffer: PixelBuffer, clip: PixelRect) {
    for y in clip.y..<clip.maxY {
      let start = extent.x &+ (max(clip.x &- extent.x, 0) & ~3)
      paintEnd(on: buffer.row(y) - buffer.rect.x, y, from: start, to: clip.maxX, clip: clip)
    }
  }

  /// Paints the columns `first`..<`last` of row `y`, whatever part of the hand they are.
  private func paintEnd(
    on pixels: UnsafeMutablePointer<UInt32>, _ y: Int, from first: Int, to last: Int, clip: PixelRect
  ) {
    let reference = Int(hand.center.x)
    let dx = Double(reference) + 0.5 - hand.center.x
    let dy = Double(y) + 0.5 - hand.center.y
    let beside = (Float(dy * direction.x - dx * direction.y), Float(-direction.y))
    let along = (Float(dx * direction.x + dy * direction.y), Float(direction.x))
    var x = first
    while x < last {
      let count = min((last &- x &+ 3) & ~3, HandPainter.room)
      pose.fill(scratch, from: x &- reference, count: count, beside: beside, along: along)
      put(scratch, on: pixels, from: x, to: min(x &+ count, last), clip: clip)
      x = x &+ count
    }
  }

  /// Puts `overlay` on the columns `first`..<`last`; only the first four may begin before `clip`. What of the last
  /// four lies beyond `last` and in the row is put, too.
  @inline(__always)
  private func put(
    _ overlay: Overlay, on pixels: UnsafeMutablePointer<UInt32>, from first: Int, to last: Int,
    clip: PixelRect
  ) {
    var x = first
    var overlay = overlay
    if x < clip.x {
      overlay.put(on: pixels + x, lanes: clip.x &- x..<min(4, clip.maxX &- x))
      x = x &+ 4
      overlay = overlay.from(4)
    }
    while x &+ 4 <= min(last, clip.maxX) {
      overlay.put(on: pixels + x)
      x = x &+ 4
      overlay = overlay.from(4)
    }
    if x < last { overlay.put(on: pixels + x, lanes: 0..<last &- x) }
  }
}
