import DisplayLists
import Geometry

/// Paints a part of an earlier frame, made once while it fades.
struct SnapshotPainter: Painter {
  private var snapshot: Snapshot
  private let block: PixelBlock

  /// Nil if memory runs out.
  init?(_ snapshot: Snapshot, with cache: inout SpriteCache) {
    let list = snapshot.list
    guard let block = PixelBlock(rect: snapshot.extent, backdrop: list.background) else {
      return nil
    }
    (self.snapshot, self.block) = (snapshot, block)
    if list.font == cache.typesetter.metrics {
      // Most of its sprites have just been painted, and are still cached.
      paintItems(from: &cache)
    } else {
      // No later frame needs what another font made.
      var former = SpriteCache()
      former.typesetter.metrics = list.font
      paintItems(from: &former)
    }
  }

  private func paintItems(from cache: inout SpriteCache) {
    let (list, buffer) = (snapshot.list, block.buffer)
    for item in list.items where item.extent.intersects(buffer.rect) {
      let layer = Layer()
      layer.show(item)
      layer.prepare(within: list.bounds, from: &cache)
      layer.paint(into: buffer, clip: buffer.rect)
    }
  }

  mutating func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool {
    guard case .snapshot(let new) = item else { return false }
    (snapshot.weight, snapshot.flip) = (new.weight, new.flip)
    return snapshot == new
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let weight = min(max(snapshot.weight, 0), 256)
    block.forEachRow(of: buffer, in: clip) { start, row, count in
      if let flip = snapshot.flip {
        Blend.flip(block.base + start, weight: weight, flip, into: row, count: count)
      } else {
        Blend.mix(block.base + start, weight: weight, into: row, count: count)
      }
    }
  }
}
