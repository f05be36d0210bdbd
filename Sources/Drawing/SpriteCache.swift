import DisplayLists
import Geometry

/// Something that is made once and painted often.
class Sprite {
  var bytes: Int { 0 }
}

/// The sprites of a window, within a budget of bytes: the least recently used one goes first.
///
/// A position is no part of a key: what has moved by whole pixels is not made again. Time is counted in paints, so
/// nothing depends on a clock.
struct SpriteCache {
  /// The maximum number of bytes, but for what the last paints needed.
  var limit: Int
  private(set) var bytes = 0
  var typesetter = Typesetter()

  /// What a sprite is made from; cheap and telling parts first, as keys are compared one after another.
  private enum Key: Equatable {
    case lights(levels: UInt64, SegmentShape)
    case masks(SegmentShape)
    case picture(clip: PixelRect, Picture, FontMetrics)
    case text(TextRun, FontMetrics)
    /// A ring's geometry; its progress and its colours are those of no ring.
    case ring(clip: PixelRect, Ring)
  }

  private struct Entry {
    let key: Key
    /// Nil where nothing can be seen.
    var sprite: Sprite?
    var lastUse: Int
    /// An entry itself takes about a quarter of a kilobyte.
    var bytes: Int { 256 + (sprite?.bytes ?? 0) }
  }

  private var entries: [Entry] = []
  private var time = 0
  /// What the last paints used stays, whatever the limit: a frame is painted in up to `Damage.capacity` pieces, and
  /// dropping what the next one needs would cost more than the memory is worth.
  private static let minAge = Damage.capacity + 8

  init(limit: Int) {
    self.limit = limit
  }

  /// Begins another paint.
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

  /// Drops the oldest until a tenth of the limit is free; what was used lately, and what is shown, stays.
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

  /// The pixels of `picture`, which is not moved, within `clip`.
  mutating func block(of picture: Picture, within clip: PixelRect) -> PixelBlock? {
    let rect = picture.extent.intersection(clip)
    return sprite(.picture(clip: rect, picture, typesetter.metrics)) { cache in
      PicturePainter.paint(picture, within: rect, typesetter: &cache.typesetter)
    }
  }

  /// The coverage of `run`, whatever its colour.
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

  /// The angles of `ring`'s pixels within `clip`.
  mutating func map(of ring: Ring, within clip: PixelRect) -> RingAngleMap? {
    var shape = ring
    shape.progress = 0
    (shape.startColor, shape.endColor, shape.trackColor) = (.clear, .clear, .clear)
    let rect = ring.extent.intersection(clip)
    return sprite(.ring(clip: rect, shape)) { _ in RingAngleMap(ring, within: rect) }
  }

  /// The appearance of lights of `shape` at `levels`; nil where memory ends.
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

  /// The pixels of `snapshot`, which are not kept.
  mutating func block(of snapshot: Snapshot) -> PixelBlock? {
    guard let block = PixelBlock(rect: snapshot.extent) else { return nil }
    let list = snapshot.list
    let font = typesetter.metrics
    // Most of it has just been painted, and is here still.
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
