package import DisplayLists
package import Geometry

/// Paints the display lists of one window into blocks of pixels.
///
/// A pixel depends only on the list and its position in the window, never on the block.
package final class Compositor {
  var cache = SpriteCache()
  /// Without its items, so that the next frame can be composed in place.
  private var frame = DisplayList(width: 0, height: 0, background: .clear)
  private var layers: [Layer] = []

  package init() {}

  /// For a single rectangle. For several rectangles of a list, call `begin` once.
  package func paint(_ list: DisplayList, into buffer: PixelBuffer) {
    begin(list)
    paint(into: buffer)
  }

  /// With `changed`, only the items at these indices differ from the last list.
  package func begin(_ list: DisplayList, changed: [Int]? = nil) {
    if frame.bounds != list.bounds || frame.font != list.font {
      // Almost every item has another position, size or typeface now.
      removeAll()
      // The sprites of a still frame take about three quarters of a window.
      cache.limit = 2 << 20 + min(list.width * list.height * 4, 48 << 20)
    }
    cache.typesetter.metrics = list.font
    cache.advance()
    cache.keepLimit()
    frame = list
    frame.items = []
    let count = list.items.count
    if let changed, layers.count == count {
      for index in changed { layers[index].show(list.items[index]) }
      return
    }
    layers.removeLast(max(layers.count - count, 0))
    while layers.count < count { layers.append(Layer()) }
    for index in 0..<count { layers[index].show(list.items[index]) }
  }

  package func paint(into buffer: PixelBuffer) {
    let rect = buffer.rect
    guard !rect.isEmpty else { return }
    cache.advance()
    let bounds = frame.bounds
    // Items below the last one that hides the whole rectangle need no painting.
    let hiding =
      bounds.contains(rect)
      ? layers.lastIndex { $0.isOpaque && $0.extent.contains(rect) } : nil
    if hiding == nil { buffer.fill(frame.background) }
    let clip = rect.intersection(bounds)
    for index in (hiding ?? 0)..<layers.count where layers[index].extent.intersects(clip) {
      let layer = layers[index]
      if layer.isPending { layer.prepare(within: bounds, from: &cache) }
      layer.paint(into: buffer, clip: clip)
    }
    cut(buffer)
  }

  /// Clears the pixels outside the frame's outline.
  private func cut(_ buffer: PixelBuffer) {
    let (outline, width, height) = (frame.outline, frame.width, frame.height)
    let rect = buffer.rect
    guard !outline.contains(rect, width: width, height: height) else { return }
    for y in rect.y..<rect.maxY {
      let row = buffer.row(y)
      for x in rect.x..<rect.maxX {
        let coverage = outline.coverage(x: x, y: y, width: width, height: height)
        guard coverage < 255 else { continue }
        let pixel = SIMD4(repeating: row[x - rect.x])
        let part = SIMD4(repeating: UInt8(clamping: coverage))
        row[x - rect.x] = Blend.mix(pixel, into: .zero, covers: part)[0]
      }
    }
  }

  package func removeAll() {
    cache.removeAll()
    layers.removeAll()
  }
}

final class Layer {
  private(set) var isPending = true
  private var item = DisplayItem.none
  private(set) var extent = PixelRect.zero
  private(set) var isOpaque = false
  private var painter: (any Painter)?
  /// The painter's position: painters have none of their own.
  private var offset = (dx: 0, dy: 0)

  /// The painter of a new item is made when it is first visible.
  func show(_ item: DisplayItem) {
    (self.item, extent, isOpaque, isPending) = (item, item.extent, item.isOpaque, true)
  }

  func prepare(within bounds: PixelRect, from cache: inout SpriteCache) {
    isPending = false
    offset = item.position
    let item = item.offset(dx: -offset.dx, dy: -offset.dy)
    let bounds = bounds.offset(dx: -offset.dx, dy: -offset.dy)
    if painter?.update(to: item, within: bounds, with: &cache) == true { return }
    // Frees the last painter before the new one takes memory.
    painter = nil
    painter = cache.painter(of: item, within: bounds)
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    guard let painter else { return }
    let (dx, dy) = (-offset.dx, -offset.dy)
    let buffer = PixelBuffer(
      base: buffer.base, stride: buffer.stride, rect: buffer.rect.offset(dx: dx, dy: dy))
    painter.paint(into: buffer, clip: clip.offset(dx: dx, dy: dy))
  }
}

/// Paints one item, at any position.
protocol Painter {
  /// Shows `item` from now on; false if that needs a new painter.
  mutating func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool
  func paint(into buffer: PixelBuffer, clip: PixelRect)
}

extension Painter {
  func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool { false }
}

extension DisplayItem {
  /// The whole-pixel part of the position; cached content does not depend on it.
  fileprivate var position: (dx: Int, dy: Int) {
    switch self {
    case .none, .snapshot, .scaled: return (0, 0)
    case .picture(let picture): return (picture.x, picture.y)
    case .segments(let group): return (group.x, group.y)
    case .text(let run): return DisplayItem.whole(run.frame.origin)
    case .hand(let hand): return DisplayItem.whole(hand.center)
    case .ring(let ring): return DisplayItem.whole(ring.center)
    case .sector(let sector): return DisplayItem.whole(sector.center)
    }
  }

  /// Nothing is painted at an absurd position.
  private static func whole(_ place: Point) -> (dx: Int, dy: Int) {
    guard abs(place.x) < Canvas.limit, abs(place.y) < Canvas.limit else { return (0, 0) }
    return (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
  }

  fileprivate var isOpaque: Bool {
    switch self {
    case .snapshot(let snapshot): snapshot.weight >= 256
    case .picture(let picture): picture.backdrop?.isOpaque ?? false
    case .segments(let group): group.shape.backdrop?.isOpaque ?? false
    default: false
    }
  }
}
