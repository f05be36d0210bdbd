import DisplayLists
import Geometry
import RenderSteps

/// The numbers of all that frames were described by, and what each number stands for.
///
/// It keeps what a thing is made of rather than its pixels: those are asked for once and kept elsewhere.
struct SpriteCatalog {
  /// What a sprite is made of.
  enum Origin {
    /// With the frame's background behind it, if it `isGrounded`.
    case picture(Picture, isGrounded: Bool)
    case snapshot(Snapshot)
    case mask(Mask)
    case segments(SegmentAtlas, levels: UInt64)
    /// The pictures of both ends of a fade, mixed.
    case fade(Sprite, Sprite, weight: Int)
    case hand(HandImage)
    /// Bar and shadow in one, made of the sprites of both.
    case handPicture(HandPicture, bar: Sprite, shadow: Sprite)
    case hub(HandShape, fill: UInt32, line: UInt32)
  }

  /// Grows whenever everything is forgotten.
  private(set) var epoch = 0
  private var lastNumber = 0
  private var origins: [Int: Origin] = [:]

  private struct AtlasEntry {
    var atlas: SegmentAtlas
    var sprites: [UInt64: Sprite] = [:]
  }
  private var pictures = LRUCache<(picture: Picture, isGrounded: Bool, sprite: Sprite)>()
  private var atlases: [AtlasEntry] = []
  private var masks: [ObjectIdentifier: Sprite] = [:]
  private var hands: [(image: HandImage, sprite: Sprite)] = []
  /// Those that are shown now, and some that were.
  private var handPictures = LRUCache<(picture: HandPicture, sprite: Sprite)>()
  private var shapes: [HandShape] = []
  private var hubs: [(hub: Hub, sprite: Sprite)] = []
  /// A hub: the numbers of its shape and of its colours.
  private struct Hub: Equatable {
    let shape: ObjectIdentifier
    let fill: UInt32
    let line: UInt32
  }
  /// Those that fade now.
  private var snapshots: [(snapshot: Snapshot, sprite: Sprite)] = []
  private var time = 0
  /// How much memory the masks take that are kept alive here, in bytes.
  private var maskBytes = 0

  /// More sprites than a scene has in a long time; beyond it all are forgotten and told anew.
  private static let mostSprites = 8192
  /// More pictures than are shown at once. Those of buttons and laps come and go for ever.
  private static let mostPictures = 96
  /// More frames than fade away at once.
  private static let mostSnapshots = 8
  /// More hands than a window shows.
  private static let mostShapes = 8

  /// Begins another frame, of so many pixels.
  mutating func advance(area: Int) {
    time += 1
    if origins.count > SpriteCatalog.mostSprites || maskBytes > 8 << 20 + 2 * area { removeAll() }
  }

  /// Forgets everything.
  mutating func removeAll() {
    epoch += 1
    origins.removeAll()
    pictures.removeAll()
    snapshots.removeAll()
    atlases.removeAll()
    masks.removeAll()
    maskBytes = 0
    hands.removeAll()
    handPictures.removeAll()
    shapes.removeAll()
    hubs.removeAll()
  }

  /// What the sprite of this number is made of; nil for one that was forgotten.
  func origin(of number: Int) -> Origin? { origins[number] }

  /// The sprite of `picture`, of whose extent `visible` can be seen; if `isGrounded`, with the background, which is opaque.
  mutating func sprite(of picture: Picture, visible: PixelRect, isGrounded: Bool) -> Sprite {
    if let known = pictures.value(
      at: time, where: { $0.isGrounded == isGrounded && $0.picture.matches(picture) })
    {
      return known.sprite
    }
    if pictures.count >= SpriteCatalog.mostPictures, let oldest = pictures.oldest(), oldest.lastUse < time {
      origins[pictures.remove(at: oldest.place).sprite.number] = nil
    }
    let sprite = add(
      .picture(picture, isGrounded: isGrounded), width: visible.width, height: visible.height,
      isOpaque: isGrounded || picture.backdrop?.isOpaque ?? false)
    pictures.add((picture, isGrounded, sprite), at: time)
    return sprite
  }

  /// The sprite of `snapshot`; that of an older one is let go of when there are more than fade at once.
  mutating func sprite(of snapshot: Snapshot) -> Sprite {
    for known in snapshots where known.snapshot.matches(snapshot) { return known.sprite }
    if snapshots.count >= SpriteCatalog.mostSnapshots {
      origins[snapshots.removeFirst().sprite.number] = nil
    }
    let sprite = add(
      .snapshot(snapshot), width: snapshot.extent.width, height: snapshot.extent.height, isOpaque: true)
    snapshots.append((snapshot, sprite))
    return sprite
  }

  /// The sprite of what `mask` covers.
  mutating func sprite(of mask: Mask) -> Sprite {
    // The origin keeps the mask alive, so that no other takes its address.
    let key = ObjectIdentifier(mask)
    if let known = masks[key] { return known }
    let sprite = add(.mask(mask), width: mask.rect.width, height: mask.rect.height, isOpaque: false)
    masks[key] = sprite
    maskBytes += mask.bytes
    return sprite
  }

  /// The sprite of the lights of `atlas` at these levels: a finished picture, or for a `fade` the mixture of both.
  mutating func sprite(of atlas: SegmentAtlas, levels: UInt64, fade: SegmentCrossfade? = nil) -> Sprite {
    if let known = atlases.first(where: { $0.atlas === atlas })?.sprites[levels] { return known }
    let origin: Origin
    if let fade {
      origin = .fade(
        sprite(of: atlas, levels: fade.from), sprite(of: atlas, levels: fade.to), weight: fade.weight)
    } else {
      origin = .segments(atlas, levels: levels)
    }
    let sprite = add(
      origin, width: atlas.shape.cell.width, height: atlas.shape.cell.height, isOpaque: atlas.isOpaque)
    let place = atlases.firstIndex { $0.atlas === atlas } ?? atlases.count
    if place == atlases.count { atlases.append(AtlasEntry(atlas: atlas)) }
    atlases[place].sprites[levels] = sprite
    return sprite
  }

  /// The measures and the hub of `hand`.
  mutating func shape(of hand: Hand) -> HandShape {
    for shape in shapes where shape.matches(hand) { return shape }
    if shapes.count >= SpriteCatalog.mostShapes { shapes.removeFirst() }
    let shape = HandShape(hand)
    shapes.append(shape)
    return shape
  }

  /// The sprite of the hub of `shape`, and where it lies; nil where it has none.
  mutating func hub(of shape: HandShape, fill: UInt32, line: UInt32) -> (sprite: Sprite, rect: PixelRect)? {
    guard let inner = shape.hubFill, let outer = shape.hubRing else { return nil }
    let rect = inner.rect.union(outer.rect)
    // The origin keeps the shape alive, so that no other takes its address.
    let hub = Hub(shape: ObjectIdentifier(shape), fill: fill, line: line)
    for known in hubs where known.hub == hub { return (known.sprite, rect) }
    if hubs.count >= SpriteCatalog.mostShapes { origins[hubs.removeFirst().sprite.number] = nil }
    let sprite = add(
      .hub(shape, fill: fill, line: line), width: rect.width, height: rect.height, isOpaque: false)
    hubs.append((hub, sprite))
    return (sprite, rect)
  }

  /// The sprite of `image`.
  mutating func sprite(of image: HandImage) -> Sprite {
    for entry in hands where entry.image == image { return entry.sprite }
    let sprite = add(.hand(image), width: image.width, height: image.height, isOpaque: false)
    hands.append((image, sprite))
    return sprite
  }

  /// The sprite of `picture`; that of an older one is let go of when there are more than are shown at once.
  mutating func sprite(of picture: HandPicture) -> Sprite {
    if let known = handPictures.value(at: time, where: { $0.picture == picture }) { return known.sprite }
    if handPictures.count >= 4 * SpriteCatalog.mostShapes, let oldest = handPictures.oldest(),
      oldest.lastUse < time
    {
      origins[handPictures.remove(at: oldest.place).sprite.number] = nil
    }
    let origin = Origin.handPicture(
      picture, bar: sprite(of: picture.bar), shadow: sprite(of: picture.shadow))
    let sprite = add(origin, width: picture.width, height: picture.height, isOpaque: false)
    handPictures.add((picture, sprite), at: time)
    return sprite
  }

  private mutating func add(_ origin: Origin, width: Int, height: Int, isOpaque: Bool) -> Sprite {
    lastNumber += 1
    origins[lastNumber] = origin
    return Sprite(number: lastNumber, width: width, height: height, isOpaque: isOpaque)
  }
}
