import DisplayLists
import Geometry

protocol Sprite: AnyObject {
  var bytes: Int { get }
}

/// A window's sprites within a budget of bytes; the least recently used is dropped first.
///
/// Keys have no position: moving by whole pixels makes nothing anew. Time counts paints, so nothing
/// depends on a clock.
struct SpriteCache {
  /// The maximum number of bytes, except for sprites that the last paints needed.
  var limit = 0
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
    var sprite: AnyObject?
    /// An entry itself takes about a quarter of a kilobyte.
    let bytes: Int
    var lastUse: Int
  }

  private var entries: [Entry] = []
  private var time = 0
  /// Sprites used by the last paints stay, regardless of the limit: the next piece of the frame, of
  /// up to `Damage.capacity`, may need them.
  private static let minAge = Damage.capacity + 8

  mutating func advance() { time += 1 }

  /// Frees what only frames before the last ones needed, as those of a fade that has ended.
  mutating func keepLimit() {
    if bytes > limit { shrink() }
  }

  mutating func removeAll() {
    entries.removeAll()
    typesetter.removeAll()
    bytes = 0
  }

  private mutating func sprite<Value: Sprite>(
    _ key: Key, make: (inout SpriteCache) -> Value?
  ) -> Value? {
    if let index = entries.indices.first(where: { entries[$0].key == key }) {
      entries[index].lastUse = time
      return entries[index].sprite as? Value
    }
    let made = make(&self)
    let size = 256 + (made?.bytes ?? 0)
    entries.append(Entry(key: key, sprite: made, bytes: size, lastUse: time))
    bytes += size
    keepLimit()
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

  /// Nil if nothing is visible.
  mutating func painter(of item: DisplayItem, within clip: PixelRect) -> (any Painter)? {
    switch item {
    case .none: nil
    case .picture(let picture): block(of: picture, within: clip)
    // All of it, as it may come from outside of the window.
    case .scaled(let shown):
      block(of: shown.picture, within: shown.picture.extent).map { ScaledPicturePainter(shown, $0) }
    case .segments(let group): picture(of: group)
    case .text(let run):
      (run.isTabular ? FigureLine(run, with: &typesetter) : nil)
        ?? mask(of: run).map { TextPainter($0, run) }
    case .hand(let hand): hand.isDrawable ? HandPainter(hand) : nil
    case .ring(let ring): map(of: ring, within: clip).map { RingPainter(ring, $0) }
    case .sector(let sector): SectorPainter(sector)
    case .snapshot(let snapshot): SnapshotPainter(snapshot, with: &self)
    }
  }

  private mutating func block(of picture: Picture, within clip: PixelRect) -> PixelBlock? {
    let rect = picture.extent.intersection(clip)
    if picture.isTransient { return PixelBlock(picture, in: rect, with: &typesetter) }
    return sprite(.picture(clip: rect, picture, typesetter.metrics)) { cache in
      PixelBlock(picture, in: rect, with: &cache.typesetter)
    }
  }

  private mutating func mask(of run: TextRun) -> Mask? {
    var run = run
    (run.color, run.halo) = (.clear, nil)
    return sprite(.text(run, typesetter.metrics)) { $0.typesetter.set(run)?.mask(in: run.frame) }
  }

  mutating func map(of ring: Ring, within clip: PixelRect) -> RingAngleMap? {
    var shape = ring
    (shape.progress, shape.gradientEnd) = (0, nil)
    (shape.startColor, shape.endColor, shape.trackColor) = (.clear, .clear, .clear)
    let rect = ring.extent.intersection(clip)
    return sprite(.ring(clip: rect, shape)) { _ in RingAngleMap(ring, within: rect) }
  }

  private mutating func picture(of group: SegmentGroup) -> (any Painter)? {
    guard let fade = SegmentCrossfade(group.levels, hasHue: group.shape.style.glows) else {
      // A frame of a digit that flips comes once: each of its rows has another level.
      return group.isFinished
        ? finished(group.shape, levels: group.levels)
        : masks(of: group.shape)?.block(at: group.levels)
    }
    guard let first = finished(group.shape, levels: fade.from),
      let second = finished(group.shape, levels: fade.to)
    else { return nil }
    return SegmentMix(first: first, second: second, weight: fade.weight)
  }

  private mutating func finished(_ shape: SegmentShape, levels: UInt64) -> PixelBlock? {
    sprite(.lights(levels: levels, shape)) { $0.masks(of: shape)?.block(at: levels) }
  }

  private mutating func masks(of shape: SegmentShape) -> SegmentMasks? {
    sprite(.masks(shape)) { _ in SegmentMasks(shape) }
  }
}
