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
    var block: PixelBlock?
    var bounds: PixelRect
    var bytes: Int { block?.bytes ?? 0 }
    var lastUse: Int { block?.lastUse ?? 0 }
  }

  /// A line of text of any colour.
  private struct TextSprite {
    /// What the glyphs cover, in the window; nil when nothing can be seen.
    var mask: Mask?
    var lastUse: Int { mask?.lastUse ?? 0 }
  }

  private var pictures: [PictureSprite] = []
  private var texts: [TextRun: TextSprite] = [:]
  private var sheets: [LightSheet] = []
  private var maps: [RingMap] = []
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
    sheets.removeAll()
    maps.removeAll()
    typesetter.removeAll()
    bytes = 0
  }

  /// The pixels of `picture` in a window of `bounds`.
  mutating func block(of picture: Picture, within bounds: PixelRect) -> PixelBlock? {
    for index in pictures.indices where pictures[index].picture.extent == picture.extent {
      guard pictures[index].bounds == bounds, pictures[index].picture == picture else { continue }
      pictures[index].block?.lastUse = time
      return pictures[index].block
    }
    let block = PicturePainter.paint(picture, within: bounds, typesetter: &typesetter)
    block?.lastUse = time
    pictures.append(PictureSprite(picture: picture, block: block, bounds: bounds))
    grow(by: block?.bytes ?? 0)
    return block
  }

  /// The mask of `run`, in the window.
  mutating func mask(of run: TextRun) -> Mask? {
    var key = run
    key.color = .clear
    if let place = texts.index(forKey: key) {
      texts.values[place].mask?.lastUse = time
      return texts.values[place].mask
    }
    let mask = makeMask(of: run)
    mask?.lastUse = time
    texts[key] = TextSprite(mask: mask)
    grow(by: TextRun.overhead + (mask?.bytes ?? 0))
    return mask
  }

  /// What `group` looks like, relative to its origin; `sheet` is its own or that of another group of the same parts.
  mutating func look(of group: LightGroup, on sheet: LightSheet) -> LightLook? {
    let before = sheet.bytes
    let isFull = bytes + sheet.pictureBytes > limit
    let look = sheet.look(group.levels, at: time, reusing: isFull)
    grow(by: sheet.bytes - before)
    return look
  }

  /// The map of the geometry of `ring`; nil when there is nothing to be seen.
  mutating func map(of ring: Ring, within bounds: PixelRect) -> RingMap? {
    for map in maps where map.matches(ring, within: bounds) {
      map.lastUse = time
      return map
    }
    guard let map = RingMap(ring, within: bounds) else { return nil }
    map.lastUse = time
    maps.append(map)
    grow(by: map.bytes)
    return map
  }

  /// Drops what `list` does not show.
  mutating func trim(to list: DisplayList) {
    pictures.removeAll { sprite in
      !list.items.contains {
        if case .picture(let picture) = $0 {
          picture.extent == sprite.picture.extent && picture == sprite.picture
        } else {
          false
        }
      }
    }
    texts = texts.filter { entry in
      list.items.contains {
        guard case .text(var run) = $0 else { return false }
        run.color = .clear
        return run == entry.key
      }
    }
    sheets.removeAll { sheet in
      !list.items.contains { if case .lights(let group) = $0 { sheet.shape == group.shape } else { false } }
    }
    maps.removeAll { map in
      !list.items.contains {
        if case .ring(let ring) = $0 { map.matches(ring, within: list.bounds) } else { false }
      }
    }
    recount()
  }

  /// The sheet that `group` is painted from.
  mutating func sheet(of group: LightGroup) -> LightSheet {
    for sheet in sheets where sheet.shape == group.shape { return sheet }
    let sheet = LightSheet(group.shape)
    sheets.append(sheet)
    grow(by: sheet.bytes)
    return sheet
  }

  private mutating func makeMask(of run: TextRun) -> Mask? {
    guard let line = typesetter.set(run) else { return nil }
    let ink = PixelRect(covering: line.font.ink(of: line.string, at: line.origin).inset(by: -1))
    guard let mask = Mask(rect: ink.intersection(PixelRect(covering: run.frame))),
      let canvas = Canvas(mask)
    else { return nil }
    line.font.outline(line.string, at: line.origin, on: canvas)
    return mask
  }

  private mutating func grow(by added: Int) {
    bytes += added
    if bytes > limit, added > 0 { shrink() }
  }

  private mutating func recount() {
    bytes = 0
    for sprite in pictures { bytes += sprite.bytes }
    for sprite in texts.values { bytes += TextRun.overhead + (sprite.mask?.bytes ?? 0) }
    for sheet in sheets { bytes += sheet.bytes }
    for map in maps { bytes += map.bytes }
  }

  /// Drops the oldest until a tenth of the limit is free; what was used lately, and what is shown, stays.
  private mutating func shrink() {
    let goal = limit - limit / 10
    let newest = time - SpriteCache.kept
    while bytes > goal {
      var oldest = newest
      var drop: ((inout SpriteCache) -> Int)?
      for index in pictures.indices where pictures[index].lastUse < oldest {
        guard pictures[index].block == nil || isKnownUniquelyReferenced(&pictures[index].block) else {
          continue
        }
        oldest = pictures[index].lastUse
        drop = { $0.pictures.remove(at: index).bytes }
      }
      for index in texts.indices where texts.values[index].lastUse < oldest {
        guard texts.values[index].mask == nil || isKnownUniquelyReferenced(&texts.values[index].mask) else {
          continue
        }
        oldest = texts.values[index].lastUse
        drop = { TextRun.overhead + ($0.texts.remove(at: index).value.mask?.bytes ?? 0) }
      }
      for index in sheets.indices where sheets[index].lastUse < oldest {
        guard isKnownUniquelyReferenced(&sheets[index]) else { continue }
        oldest = sheets[index].lastUse
        drop = { $0.sheets.remove(at: index).bytes }
      }
      for index in maps.indices where maps[index].lastUse < oldest {
        guard isKnownUniquelyReferenced(&maps[index]) else { continue }
        oldest = maps[index].lastUse
        drop = { $0.maps.remove(at: index).bytes }
      }
      guard let drop else { return }
      bytes -= drop(&self)
    }
  }
}

extension TextRun {
  /// What a kept line costs besides its mask, roughly, in bytes.
  fileprivate static let overhead = 256
}
