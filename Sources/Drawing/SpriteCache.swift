import DisplayLists
import Geometry

class Sprite {
  var bytes: Int { 0 }
}

/// A window's sprites within a budget of bytes; the least recently used is dropped first.
///
/// Keys have no position: moving by whole pixels makes nothing anew. Time counts paints, so nothing
/// depends on a clock.
struct SpriteCache {
  /// The maximum number of bytes, except for sprites that the last paints needed.
  var limit: Int
  private(set) var bytes = 0
  var typesetter = Typesetter()

  /// What a sprite is made from. Cheap and distinctive parts come first, as keys are compared
  /// linearly.
  private enum Key: Equatable {
    case lights(levels: UInt64, SegmentShape)
    case masks(SegmentShape)
    case picture(clip: PixelRect, Picture, FontMetrics)
    case text(TextRun, FontMetrics)
    /// A ring's geometry, with progress and colours removed.
    case ring(clip: PixelRect, Ring)
  }

  private struct Entry {
    let key: Key
    /// Nil if nothing is visible.
    var sprite: Sprite?
    var lastUse: Int
    /// An entry itself takes about a quarter of a kilobyte.
    var bytes: Int { 256 + (sprite?.bytes ?? 0) }
  }

  private var entries: [Entry] = []
  private var time = 0
  /// Sprites used by the last paints stay, regardless of the limit. A frame is painted in up to
  /// `Damage.capacity` pieces, and dropping what the next piece needs would cost more than the
  /// memory is worth.
  private static let minAge = Damage.capacity + 8

  init(limit: Int) {
    self.limit = limit
  }

  mutating func advance() { time += 1 }

  mutating func removeAll() {
    entries.removeAll()
    typesetter.removeAll()
    bytes = 0
  }

  private mutating func sprite<Value: Sprite>(
    _ key: Key, make: (inout SpriteCache) -> Value?
  ) -> Value? {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entries[index].lastUse = time
      return entries[index].sprite as? Value
    }
    let made = make(&self)
    let entry = Entry(key: key, sprite: made, lastUse: time)
    entries.append(entry)
    bytes += entry.bytes
    if bytes > limit { shrink() }
    return made
  }

  /// Frees a tenth of the limit. Recently used and visible sprites stay.
  private mutating func shrink() {
    while bytes > limit - limit / 10 {
      var oldest: Int?
      for index in entries.indices {
        let lastUse = oldest.map { entries[$0].lastUse } ?? time - SpriteCache.minAge
        guard entries[index].lastUse < lastUse else { continue }
        if entries[index].sprite == nil || isKnownUniquelyReferenced(&entries[index].sprite) {
          oldest = index
        }
      }
      guard let oldest else { return }
      bytes -= entries.remove(at: oldest).bytes
    }
  }

  mutating func block(of picture: Picture, within clip: PixelRect) -> PixelBlock? {
    let rect = picture.extent.intersection(clip)
    return sprite(.picture(clip: rect, picture, typesetter.metrics)) { cache in
      PicturePainter.paint(picture, within: rect, typesetter: &cache.typesetter)
    }
  }

  mutating func mask(of run: TextRun) -> Mask? {
    var run = run
    run.color = .clear
    return sprite(.text(run, typesetter.metrics)) { cache in
      guard let line = cache.typesetter.set(run) else { return nil }
      let ink = PixelRect(covering: line.ink.inset(by: -1))
      guard let mask = Mask(rect: ink.intersection(PixelRect(covering: run.frame))),
        let canvas = Canvas(mask)
      else { return nil }
      line.draw(on: canvas, keepsText: false)
      return mask
    }
  }

  mutating func map(of ring: Ring, within clip: PixelRect) -> RingAngleMap? {
    var shape = ring
    shape.progress = 0
    (shape.startColor, shape.endColor, shape.trackColor) = (.clear, .clear, .clear)
    let rect = ring.extent.intersection(clip)
    return sprite(.ring(clip: rect, shape)) { _ in RingAngleMap(ring, within: rect) }
  }

  mutating func lights(_ shape: SegmentShape, levels: UInt64) -> SegmentPicture? {
    guard let fade = SegmentCrossfade(levels) else {
      return finished(shape, levels: levels).map { .finished($0) }
    }
    guard let first = finished(shape, levels: fade.from),
      let second = finished(shape, levels: fade.to)
    else { return nil }
    return .between(first, second, weight: fade.weight)
  }

  private mutating func finished(_ shape: SegmentShape, levels: UInt64) -> PixelBlock? {
    sprite(.lights(levels: levels, shape)) { cache in
      guard let masks = cache.sprite(.masks(shape), make: { _ in SegmentMasks(shape) }),
        let block = PixelBlock(rect: shape.cell)
      else { return nil }
      masks.compose(levels, into: block)
      return block
    }
  }

  /// The pixels are not cached.
  mutating func block(of snapshot: Snapshot) -> PixelBlock? {
    guard let block = PixelBlock(rect: snapshot.extent) else { return nil }
    let list = snapshot.list
    let font = typesetter.metrics
    // Most of its sprites have just been painted, and are still cached.
    typesetter.metrics = list.font
    defer { typesetter.metrics = font }
    let buffer = block.buffer
    buffer.fill(list.background)
    for item in list.items where item.extent.intersects(buffer.rect) {
      let layer = Layer()
      layer.prepare(item, of: list.bounds, from: &self)
      layer.paint(into: buffer, clip: buffer.rect)
    }
    return block
  }
}
