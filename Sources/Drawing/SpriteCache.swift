import DisplayLists
import Geometry

/// Everything that is made once and painted often, within a budget of bytes.
///
/// What was not used for the longest time goes first. Time is counted in paints, so nothing depends on a clock.
struct SpriteCache {
  /// The most bytes that are kept, but for what the last paints needed.
  var limit: Int
  /// How many bytes are kept.
  private(set) var bytes = 0
  /// The fonts of all texts.
  var typesetter = Typesetter()

  private struct PictureSprite {
    var picture: Picture
    /// What its texts are set in.
    var font: FontMetrics
    /// Its pixels; nil when nothing of it can be seen.
    var block: PixelBlock?
    /// The window's.
    var bounds: PixelRect
    var bytes: Int { block?.bytes ?? 0 }
  }

  /// A line of text of any colour.
  private struct TextSprite {
    /// What is written, without a colour.
    var run: TextRun
    var font: FontMetrics
    /// What the glyphs cover, in the window; nil when nothing can be seen.
    var mask: Mask?
    /// What a kept line costs besides its mask, roughly, is a quarter of a kilobyte.
    var bytes: Int { 256 + (mask?.bytes ?? 0) }
  }

  private var pictures = LRUCache<PictureSprite>()
  private var texts = LRUCache<TextSprite>()
  private var atlases = LRUCache<SegmentAtlas>()
  private var maps = LRUCache<RingMap>()
  /// How many paints there were.
  private(set) var time = 0
  /// What was used in so many last paints stays, whatever the limit: a frame is painted in up to
  /// `Damage.capacity` pieces, and dropping what the next one needs would cost more than the memory is worth.
  private static let kept = Damage.capacity + 8

  /// An empty cache.
  init(limit: Int) {
    self.limit = limit
  }

  /// Begins another paint.
  mutating func advance() { time += 1 }

  /// Forgets everything.
  mutating func removeAll() {
    pictures.removeAll()
    texts.removeAll()
    atlases.removeAll()
    maps.removeAll()
    typesetter.removeAll()
    bytes = 0
  }

  /// The pixels of `picture` in a window of `bounds`.
  mutating func block(of picture: Picture, within bounds: PixelRect) -> PixelBlock? {
    let font = typesetter.metrics
    let known = pictures.value(at: time) {
      $0.bounds == bounds && $0.picture.matches(picture) && $0.font == font
    }
    if let known { return known.block }
    let block = PicturePainter.paint(picture, within: bounds, typesetter: &typesetter)
    let sprite = PictureSprite(picture: picture, font: font, block: block, bounds: bounds)
    pictures.add(sprite, at: time)
    grow(by: sprite.bytes)
    return block
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
    for y in buffer.rect.y..<buffer.rect.maxY {
      Blend.fill(buffer.row(y), count: buffer.rect.width, with: list.background.premultiplied)
    }
    for item in list.items where item.extent.intersects(buffer.rect) {
      let layer = Layer()
      layer.prepare(item, of: list.bounds, from: &self)
      layer.paint(into: buffer, clip: buffer.rect, isOpaque: Layer.Place(item).isOpaque)
    }
    return block
  }

  /// The mask of `run`, in the window.
  mutating func mask(of run: TextRun) -> Mask? {
    var key = run
    key.color = .clear
    let font = typesetter.metrics
    if let known = texts.value(at: time, where: { $0.run == key && $0.font == font }) {
      return known.mask
    }
    let sprite = TextSprite(run: key, font: font, mask: makeMask(of: run))
    texts.add(sprite, at: time)
    grow(by: sprite.bytes)
    return sprite.mask
  }

  /// What `group` looks like, relative to its origin; `atlas` is its own or that of another group of the same parts.
  mutating func look(of group: SegmentGroup, on atlas: SegmentAtlas) -> SegmentPicture? {
    _ = atlases.value(at: time) { $0 === atlas }
    let before = atlas.bytes
    let isFull = bytes + atlas.pictureBytes > limit
    let look = atlas.look(group.levels, at: time, reusing: isFull)
    grow(by: atlas.bytes - before)
    return look
  }

  /// The map of the geometry of `ring`; nil when there is nothing to be seen.
  mutating func map(of ring: Ring, within bounds: PixelRect) -> RingMap? {
    if let known = maps.value(at: time, where: { $0.matches(ring, within: bounds) }) {
      return known
    }
    guard let map = RingMap(ring, within: bounds) else { return nil }
    maps.add(map, at: time)
    grow(by: map.bytes)
    return map
  }

  /// The atlas that `group` is painted from.
  mutating func atlas(of group: SegmentGroup) -> SegmentAtlas {
    if let known = atlases.value(at: time, where: { $0.shape == group.shape }) { return known }
    let atlas = SegmentAtlas(group.shape)
    atlases.add(atlas, at: time)
    grow(by: atlas.bytes)
    return atlas
  }

  private mutating func makeMask(of run: TextRun) -> Mask? {
    guard let line = typesetter.set(run) else { return nil }
    let ink = PixelRect(covering: line.ink.inset(by: -1))
    guard let mask = Mask(rect: ink.intersection(PixelRect(covering: run.frame))),
      let canvas = Canvas(mask)
    else { return nil }
    line.outline(on: canvas)
    return mask
  }

  private mutating func grow(by added: Int) {
    bytes += added
    if bytes > limit, added > 0 { shrink() }
  }

  /// Drops the oldest until a tenth of the limit is free; what was used lately, and what is shown, stays.
  private mutating func shrink() {
    let goal = limit - limit / 10
    while bytes > goal {
      var oldest = time - SpriteCache.kept
      var drop: ((inout SpriteCache) -> Int)?
      func consider(
        _ found: (place: Int, lastUse: Int)?, _ remove: @escaping (inout SpriteCache, Int) -> Int
      ) {
        guard let found, found.lastUse < oldest else { return }
        oldest = found.lastUse
        drop = { remove(&$0, found.place) }
      }
      consider(pictures.oldest { $0.block == nil || isKnownUniquelyReferenced(&$0.block) }) {
        $0.pictures.remove(at: $1).bytes
      }
      consider(texts.oldest { $0.mask == nil || isKnownUniquelyReferenced(&$0.mask) }) {
        $0.texts.remove(at: $1).bytes
      }
      consider(atlases.oldest { isKnownUniquelyReferenced(&$0) }) {
        $0.atlases.remove(at: $1).bytes
      }
      consider(maps.oldest { isKnownUniquelyReferenced(&$0) }) { $0.maps.remove(at: $1).bytes }
      guard let drop else { return }
      bytes -= drop(&self)
    }
  }
}

extension Picture {
  /// Whether it is the same as `other`; the extents tell most of them apart.
  func matches(_ other: Picture) -> Bool { extent == other.extent && self == other }
}
