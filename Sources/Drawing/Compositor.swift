package import DisplayLists
package import Geometry

/// Paints display lists into blocks of pixels, and keeps what it has to make only once.
///
/// A pixel's value depends on the list and its place in the window alone, never on the block it is painted in: a
/// window that is repainted in pieces shows what one painted at once does. One compositor serves one window.
package final class Compositor {
  private(set) var cache: SpriteCache
  private let fixedLimit: Int?
  /// What is painted from; empty between two frames, so that who composes the next one can change it in place.
  private var frame = DisplayList(width: 0, height: 0, background: .clear)
  /// A place and a layer for each item of the last frame.
  private var places: [Layer.Place] = []
  private var layers: [Layer] = []

  /// A compositor that keeps up to `cacheLimit` bytes of sprites; by default as many as suit the window's size.
  package init(cacheLimit: Int? = nil) {
    fixedLimit = cacheLimit.map { max(0, $0) }
    cache = SpriteCache(limit: fixedLimit ?? Compositor.limit(width: 0, height: 0))
  }

  /// Paints the pixels of `buffer.rect`, all of them; what lies outside of the list's bounds is its background.
  ///
  /// For one rectangle of a list; for several, `begin` with it once.
  package func paint(_ list: DisplayList, into buffer: PixelBuffer) {
    begin(list)
    paint(into: buffer)
    end()
  }

  /// Says what `paint(into:)` paints, until `end`. With `changes` since the list that it painted last, of what is not
  /// among them nothing has to be found out again.
  package func begin(_ list: DisplayList, changes: Changes? = nil) {
    if frame.width != list.width || frame.height != list.height {
      // Nearly everything has another place or size now.
      removeAll()
      cache.limit = fixedLimit ?? Compositor.limit(width: list.width, height: list.height)
    }
    if cache.typesetter.metrics != list.font {
      // A line of figures keeps its font from frame to frame.
      places.removeAll()
      layers.removeAll()
      cache.typesetter.metrics = list.font
    }
    cache.advance()
    let count = list.items.count
    frame = list
    if let changes, !changes.isEverything, places.count == count {
      for index in changes.items { takeItem(at: index) }
      return
    }
    if places.count > count {
      places.removeLast(places.count - count)
      layers.removeLast(layers.count - count)
    }
    for index in 0..<count { takeItem(at: index) }
  }

  /// Says that the frame is painted.
  package func end() {
    frame.items = []
  }

  private func takeItem(at index: Int) {
    let place = Layer.Place(frame.items[index])
    if index < places.count {
      places[index] = place
      layers[index].isPending = true
    } else {
      places.append(place)
      layers.append(Layer())
    }
  }

  /// Paints the pixels of `buffer.rect`, all of them, from the list that `begin` was called with.
  package func paint(into buffer: PixelBuffer) {
    let rect = buffer.rect
    guard !rect.isEmpty else { return }
    cache.advance()
    let bounds = frame.bounds
    // Nothing before the last item that hides all of the rectangle has to be painted.
    let places = places
    var first = bounds.contains(rect) ? places.lastIndex { $0.hides(rect) } ?? -1 : -1
    if first < 0 {
      first = 0
      let background = frame.background.premultiplied
      for y in rect.y..<rect.maxY { Blend.fill(buffer.row(y), count: rect.width, with: background) }
    }
    let clip = rect.intersection(bounds)
    places.withUnsafeBufferPointer { places in
      for index in first..<places.count where places[index].reaches(into: clip) {
        let layer = layers[index]
        if layer.isPending { layer.prepare(frame.items[index], of: bounds, from: &cache) }
        layer.paint(into: buffer, clip: clip, isOpaque: places[index].isOpaque)
      }
    }
    cut(buffer)
  }

  /// Makes clear what lies outside of the frame's outline.
  private func cut(_ buffer: PixelBuffer) {
    let (outline, width, height) = (frame.outline, frame.width, frame.height)
    let rect = buffer.rect
    guard !outline.contains(rect, width: width, height: height) else { return }
    for y in rect.y..<rect.maxY {
      let row = buffer.row(y)
      for x in rect.x..<rect.maxX {
        let coverage = outline.coverage(x: x, y: y, width: width, height: height)
        if coverage < 255 { row[x - rect.x] = Blend.part(coverage, of: row[x - rect.x]) }
      }
    }
  }

  /// Drops everything that was kept; the next paint makes it anew.
  package func removeAll() {
    cache.removeAll()
    places.removeAll()
    layers.removeAll()
  }

  /// Two megabytes and a window, in bounds: all that rests takes about three quarters of one.
  private static func limit(width: Int, height: Int) -> Int {
    2 << 20 + min(max(width * height, 0) * 4, 48 << 20)
  }
}
