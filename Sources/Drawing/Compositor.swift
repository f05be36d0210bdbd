public import DisplayLists
public import Geometry

/// Paints display lists into blocks of pixels, and keeps what it has to make only once.
///
/// A pixel's value depends on the list and its place in the window alone, never on the block it is painted in: a
/// window that is repainted in pieces shows what one painted at once does. One compositor serves one window.
public final class Compositor {
  private var cache: SpriteCache
  private let fixedLimit: Int?
  /// What is painted from, and one layer for each of its items.
  private var frame = DisplayList(width: 0, height: 0, background: .clear)
  private var layers: [Layer] = []

  /// A compositor that keeps up to `cacheLimit` bytes of sprites; by default as many as suit the window's size.
  public init(cacheLimit: Int? = nil) {
    fixedLimit = cacheLimit.map { max(0, $0) }
    cache = SpriteCache(limit: fixedLimit ?? Compositor.limit(width: 0, height: 0))
  }

  /// How many bytes of sprites are kept.
  public var cachedBytes: Int { cache.bytes }

  /// Whether something could not be shown for want of memory.
  public var isIncomplete: Bool { cache.isIncomplete }

  /// Paints the pixels of `buffer.rect`, all of them; what lies outside of the list's bounds is its background.
  ///
  /// For one rectangle of a list; for several, `begin` with it once.
  public func paint(_ list: DisplayList, into buffer: PixelBuffer) {
    begin(list)
    paint(into: buffer)
  }

  /// Says what `paint(into:)` paints from now on. What stays as it was in the list before needs nothing to be found
  /// out again.
  public func begin(_ list: DisplayList) {
    if frame.width != list.width || frame.height != list.height {
      // Nearly everything has another place or size now.
      removeAll()
      cache.limit = fixedLimit ?? Compositor.limit(width: list.width, height: list.height)
    }
    cache.advance()
    let count = list.items.count
    if layers.count > count { layers.removeLast(layers.count - count) }
    for index in 0..<count {
      if index >= layers.count {
        layers.append(Layer(list.items[index]))
      } else if index >= frame.items.count || list.items[index] != frame.items[index] {
        layers[index].show(list.items[index])
      } else {
        layers[index].touch(at: cache.time)
      }
    }
    frame = list
  }

  /// Paints the pixels of `buffer.rect`, all of them, from the list that `begin` was called with.
  public func paint(into buffer: PixelBuffer) {
    let rect = buffer.rect
    guard !rect.isEmpty else { return }
    cache.advance()
    let bounds = frame.bounds
    // Nothing before the last item that hides all of the rectangle has to be painted.
    var first = layers.count - 1
    if bounds.contains(rect) {
      while first >= 0, !(layers[first].isOpaque && layers[first].extent.contains(rect)) { first -= 1 }
    } else {
      first = -1
    }
    if first < 0 {
      first = 0
      let background = frame.background.premultiplied
      for y in rect.y..<rect.maxY { Blend.fill(buffer.row(y), count: rect.width, with: background) }
    }
    let clip = rect.intersection(bounds)
    for index in first..<layers.count where layers[index].extent.intersects(clip) {
      if layers[index].isPending { layers[index].prepare(frame.items[index], of: bounds, from: &cache) }
      layers[index].paint(into: buffer, clip: clip)
    }
  }

  /// Drops what `list` does not show; for a change of scene or theme.
  public func trim(to list: DisplayList) {
    cache.trim(to: list)
    layers.removeAll()
    frame.items.removeAll()
  }

  /// Drops everything that was kept; the next paint makes it anew.
  public func removeAll() {
    cache.removeAll()
    layers.removeAll()
    frame.items.removeAll()
  }

  /// Two megabytes and three quarters of a window, in bounds: the dial takes about half of one.
  private static func limit(width: Int, height: Int) -> Int {
    2 << 20 + min(max(width * height, 0) * 3, 24 << 20)
  }
}
