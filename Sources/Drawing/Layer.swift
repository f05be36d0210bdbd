import DisplayLists
import Geometry

/// What an item of a frame is painted from, once that is known.
final class Layer {
  /// Where it stands.
  struct Place {
    /// All pixels that it may touch.
    var extent: PixelRect
    /// Whether it hides what is behind it, all over its extent.
    var isOpaque: Bool

    /// The place of `item`.
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

  /// What an item is painted from.
  private enum Content {
    case nothing
    case picture(PixelBlock)
    case segments(SegmentAtlas, SegmentPicture?, x: Int, y: Int)
    case text(Mask, color: UInt32, frame: PixelRect)
    case figures(FigureLine, color: UInt32, frame: PixelRect)
    case hand(HandPainter)
    case ring(Ring, RingMap)
    case snapshot(Snapshot, PixelBlock)
  }

  /// Finds what `item` is painted from, in a window of `bounds`. What the last item was painted from serves the next of
  /// its kind where it can.
  func prepare(_ item: DisplayItem, of bounds: PixelRect, from cache: inout SpriteCache) {
    isPending = false
    switch item {
    case .none: content = .nothing
    case .picture(let picture):
      content = cache.block(of: picture, within: bounds).map { .picture($0) } ?? .nothing
    case .segments(let group):
      var atlas: SegmentAtlas?
      if case .segments(let last, _, _, _) = content, last.shape == group.shape { atlas = last }
      // The look that was shown last is let go of before another takes its memory.
      content = .nothing
      let own = atlas ?? cache.atlas(of: group)
      content = .segments(own, cache.look(of: group, on: own), x: group.x, y: group.y)
    case .text(let run):
      let frame = PixelRect(covering: run.frame)
      if run.isTabular {
        let line: FigureLine
        if case .figures(let last, _, _) = content {
          line = last
          line.set(run, with: &cache.typesetter)
        } else {
          line = FigureLine(run, with: &cache.typesetter)
        }
        content = .figures(line, color: run.color.premultiplied, frame: frame)
      } else {
        content =
          cache.mask(of: run).map { .text($0, color: run.color.premultiplied, frame: frame) }
          ?? .nothing
      }
    case .hand(let hand):
      if case .hand(let painter) = content, painter.canTurn(to: hand) {
        painter.turn(to: hand)
      } else {
        content = hand.isDrawable ? .hand(HandPainter(hand)) : .nothing
      }
    case .ring(let ring):
      content = cache.map(of: ring, within: bounds).map { .ring(ring, $0) } ?? .nothing
    case .snapshot(let snapshot):
      // It is painted once, however often it is shown.
      if case .snapshot(let last, let block) = content, last.matches(snapshot) {
        content = .snapshot(snapshot, block)
      } else {
        content = cache.block(of: snapshot).map { .snapshot(snapshot, $0) } ?? .nothing
      }
    }
  }

  /// Paints what lies in `clip`.
  func paint(into buffer: PixelBuffer, clip: PixelRect, isOpaque: Bool) {
    switch content {
    case .nothing: break
    case .picture(let block): block.draw(into: buffer, clip: clip, isOpaque: isOpaque)
    case .segments(_, let look, let x, let y):
      look?.draw(into: buffer, clip: clip, dx: x, dy: y, isOpaque: isOpaque)
    case .text(let mask, let color, let frame):
      mask.draw(color, into: buffer, clip: frame.intersection(clip))
    case .figures(let line, let color, let frame):
      line.draw(color, into: buffer, clip: frame.intersection(clip))
    case .hand(let painter): painter.paint(into: buffer, clip: clip)
    case .ring(let ring, let map):
      map.paint(ring, into: buffer, clip: ring.extent.intersection(clip))
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
