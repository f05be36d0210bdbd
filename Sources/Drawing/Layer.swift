import DisplayLists
import Geometry

/// What an item of a frame is painted from, once that is known.
final class Layer {
  struct Place {
    /// All pixels that it may touch.
    var extent: PixelRect
    /// Whether it hides what is behind it, all over its extent.
    var isOpaque: Bool

    init(_ item: DisplayItem) {
      extent = item.extent
      isOpaque = item.isOpaque
    }

    /// Whether any of it can lie in `clip`; asked of every item for every rectangle.
    @inline(__always)
    func reaches(into clip: PixelRect) -> Bool {
      extent.y < clip.y &+ clip.height && clip.y < extent.y &+ extent.height
        && extent.x < clip.x &+ clip.width && clip.x < extent.x &+ extent.width
    }

    /// Whether nothing behind it can be seen in `rect`.
    @inline(__always)
    func hides(_ rect: PixelRect) -> Bool {
      guard isOpaque else { return false }
      return extent.contains(rect)
    }
  }

  /// Whether what it is painted from still has to be found.
  var isPending = true

  private var content = Content.nothing
  /// From the content's pixels to the window's: contents have no position of their own.
  private var offset = (dx: 0, dy: 0)

  /// What an item is painted from.
  private enum Content {
    case nothing
    case picture(PixelBlock)
    case segments(SegmentPicture)
    case text(Mask, color: UInt32, frame: PixelRect)
    case figures(FigureLine, color: UInt32, frame: PixelRect)
    case hand(HandPainter)
    case ring(RingPainter)
    case snapshot(Snapshot, PixelBlock)
  }

  /// Finds what `item` is painted from, in a window of `bounds`. What the last item was painted from serves the next of
  /// its kind where it can.
  func prepare(_ item: DisplayItem, of bounds: PixelRect, from cache: inout SpriteCache) {
    isPending = false
    let item = moveToOrigin(item)
    let bounds = bounds.offset(dx: -offset.dx, dy: -offset.dy)
    switch item {
    case .none: content = .nothing
    case .picture(let picture):
      content = cache.block(of: picture, within: bounds).map { .picture($0) } ?? .nothing
    case .segments(let group):
      // What was shown last is let go of before another takes its memory.
      content = .nothing
      content = cache.lights(group.shape, levels: group.levels).map { .segments($0) } ?? .nothing
    case .text(let run):
      let frame = PixelRect(covering: run.frame)
      let color = run.color.premultiplied
      if run.isTabular {
        if case .figures(let line, _, _) = content {
          line.set(run, with: &cache.typesetter)
          content = .figures(line, color: color, frame: frame)
        } else {
          content = .figures(
            FigureLine(run, with: &cache.typesetter), color: color, frame: frame)
        }
      } else {
        content = cache.mask(of: run).map { .text($0, color: color, frame: frame) } ?? .nothing
      }
    case .hand(let hand):
      if case .hand(let painter) = content, painter.canTurn(to: hand) {
        painter.turn(to: hand)
      } else {
        content = hand.isDrawable ? .hand(HandPainter(hand)) : .nothing
      }
    case .ring(let ring):
      let map = cache.map(of: ring, within: bounds)
      if case .ring(let painter) = content, painter.map === map {
        painter.ring = ring
      } else {
        content = map.map { .ring(RingPainter(ring, $0)) } ?? .nothing
      }
    case .snapshot(let snapshot):
      // It is painted once, however often it is shown.
      if case .snapshot(let last, let block) = content, last.matches(snapshot) {
        content = .snapshot(snapshot, block)
      } else {
        content = cache.block(of: snapshot).map { .snapshot(snapshot, $0) } ?? .nothing
      }
    }
  }

  /// Sets the offset; returns `item` without it, less than a pixel from the origin.
  private func moveToOrigin(_ item: DisplayItem) -> DisplayItem {
    offset = (0, 0)
    /// The whole part of a position; of an absurd one nothing is painted.
    func take(_ place: Point) -> (x: Double, y: Double) {
      let (x, y) = (place.x.rounded(.down), place.y.rounded(.down))
      guard abs(x) < Canvas.limit, abs(y) < Canvas.limit else { return (0, 0) }
      offset = (Int(x), Int(y))
      return (-x, -y)
    }
    switch item {
    case .none, .snapshot: return item
    case .picture(var picture):
      offset = (picture.x, picture.y)
      (picture.x, picture.y) = (0, 0)
      return .picture(picture)
    case .segments(var group):
      offset = (group.x, group.y)
      (group.x, group.y) = (0, 0)
      return .segments(group)
    case .text(var run):
      let move = take(run.frame.origin)
      run.frame = run.frame.offset(dx: move.x, dy: move.y)
      return .text(run)
    case .hand(var hand):
      let move = take(hand.center)
      hand.center = hand.center.offset(dx: move.x, dy: move.y)
      return .hand(hand)
    case .ring(var ring):
      let move = take(ring.center)
      ring.center = ring.center.offset(dx: move.x, dy: move.y)
      return .ring(ring)
    }
  }

  /// Paints what lies in `clip`.
  func paint(into buffer: PixelBuffer, clip: PixelRect, isOpaque: Bool) {
    let (dx, dy) = (-offset.dx, -offset.dy)
    let buffer = PixelBuffer(
      base: buffer.base, stride: buffer.stride, rect: buffer.rect.offset(dx: dx, dy: dy))
    let clip = clip.offset(dx: dx, dy: dy)
    switch content {
    case .nothing: break
    case .picture(let block): block.draw(into: buffer, clip: clip, isOpaque: isOpaque)
    case .segments(let picture): picture.draw(into: buffer, clip: clip, isOpaque: isOpaque)
    case .text(let mask, let color, let frame):
      mask.draw(color, into: buffer, clip: frame.intersection(clip))
    case .figures(let line, let color, let frame):
      line.draw(color, into: buffer, clip: frame.intersection(clip))
    case .hand(let painter): painter.paint(into: buffer, clip: clip)
    case .ring(let painter): painter.paint(into: buffer, clip: clip)
    case .snapshot(let snapshot, let block):
      block.draw(over: buffer, clip: clip, weight: snapshot.weight)
    }
  }
}

extension DisplayItem {
  /// Whether it hides what is behind it, all over its extent.
  fileprivate var isOpaque: Bool {
    switch self {
    case .snapshot(let snapshot): snapshot.weight >= 256
    case .picture(let picture): picture.backdrop?.isOpaque ?? false
    case .segments(let group): group.shape.backdrop?.isOpaque ?? false
    default: false
    }
  }
}
