import CX11
import Geometry
import RenderSteps

/// What is kept in the server: pictures by the numbers of their sprites, glyphs and plain colours.
///
/// What was not used for the longest time goes first once there is more than `limit`; what the present frame needs
/// stays in any case.
final class ServerSprites {
  /// Asks for at least so many bytes on the wire, and for no more than so many; answers how many may be sent, which
  /// then count as sent, or nil where the server does not take them in time.
  typealias Room = (_ least: Int, _ most: Int) -> Int?

  /// A sprite in the server.
  struct Kept {
    var pixmap: Pixmap
    var picture: Picture
    var depth: Int32
    var width: Int
    var height: Int
    /// The number of the last frame that needed it.
    var lastUse: Int
    /// How many rows have been sent; all of them once it is whole.
    var rows = 0
    /// Where the rows come from that are still to be sent.
    var data: SpriteData?
    var turn: Turn?
    var bytes: Int { ServerSprites.bytes(width, height, depth: depth) }
  }

  /// The most bytes in the server, but for what one frame needs.
  var limit = 0
  /// How many bytes the pictures take in the server.
  private(set) var bytes = 0
  /// How many pictures there are.
  var count: Int { kept.count }

  private let connection: Connection
  private let drawable: XID
  private let formats: RenderFormats
  private let windowDepth: Int32
  private var kept: [Int: Kept] = [:]
  /// Pictures of plain colours.
  private var colors: [UInt32: Picture] = [:]
  let glyphs: ServerGlyphs
  private var pixelImage: UnsafeMutablePointer<XImage>
  private var coverageImage: UnsafeMutablePointer<XImage>
  /// What pixels are put by, for each depth.
  private var contexts: [Int32: GC] = [:]
  private var frame = 0
  /// What this many frames before the present one have needed stays as well.
  private var spared = 0

  /// As many colours as a server keeps for us: a digit's fade has 32 of each of its own.
  private static let mostColors = 512

  init?(connection: Connection, drawable: XID, formats: RenderFormats, windowDepth: Int32) {
    func image(depth: UInt32) -> UnsafeMutablePointer<XImage>? {
      XCreateImage(connection.display, nil, depth, ZPixmap, 0, nil, 1, 1, 32, 0)
    }
    guard let pixelImage = image(depth: 32) else { return nil }
    guard let coverageImage = image(depth: 8) else {
      _ = pixelImage.pointee.f.destroy_image?(pixelImage)
      return nil
    }
    pixelImage.pointee.byte_order = 1.littleEndian == 1 ? LSBFirst : MSBFirst
    self.connection = connection
    self.drawable = drawable
    self.formats = formats
    self.windowDepth = windowDepth
    glyphs = ServerGlyphs(connection, formats)
    self.pixelImage = pixelImage
    self.coverageImage = coverageImage
  }

  deinit {
    removeAll()
    connection.use { display in
      for context in contexts.values { XFreeGC(display, context) }
    }
    for image in [pixelImage, coverageImage] {
      image.pointee.data = nil
      _ = image.pointee.f.destroy_image?(image)
    }
  }

  /// Begins another frame, for which nothing may go that the `count` frames before it have needed.
  func advance(sparing count: Int) {
    frame += 1
    spared = count
  }

  /// Whether there are more plain colours than are to be kept.
  var hasManyColors: Bool { colors.count > ServerSprites.mostColors }

  /// Frees the plain colours where there are too many.
  func dropColors() {
    if hasManyColors { removeColors() }
  }

  /// Frees everything.
  func removeAll() {
    for sprite in kept.values { free(sprite) }
    kept.removeAll()
    bytes = 0
    removeColors()
    glyphs.removeAll()
  }

  /// The picture of a sprite that is whole, and to be shown in this frame; nil for any other.
  func picture(_ sprite: Sprite) -> Picture? { whole(sprite)?.picture }

  /// The same with its pixmap, which is as deep as the window where the sprite is opaque.
  func whole(_ sprite: Sprite) -> (picture: Picture, pixmap: Pixmap)? {
    guard let place = kept.index(forKey: sprite.number) else { return nil }
    kept.values[place].lastUse = frame
    let found = kept.values[place]
    return found.rows == found.height ? (found.picture, found.pixmap) : nil
  }

  /// The same, turned by what is sent to `display`.
  func picture(_ sprite: Sprite, _ turn: Turn, by display: OpaquePointer) -> Picture? {
    guard let picture = picture(sprite), let place = kept.index(forKey: sprite.number) else { return nil }
    let before = kept.values[place].turn
    guard before != turn else { return picture }
    kept.values[place].turn = turn
    var transform = XTransform()
    transform.matrix.0 = (turn.xx, turn.xy, turn.x0)
    transform.matrix.1 = (turn.yx, turn.yy, turn.y0)
    transform.matrix.2 = (0, 0, 65536)
    XRenderSetPictureTransform(display, picture, &transform)
    if before?.isSmooth != turn.isSmooth {
      XRenderSetPictureFilter(display, picture, turn.isSmooth ? "bilinear" : "nearest", nil, 0)
    }
    return picture
  }

  /// The picture of a plain colour.
  func color(_ color: UInt32) -> Picture {
    if let known = colors[color] { return known }
    var value = ServerSprites.renderColor(color)
    let picture = XRenderCreateSolidFill(connection.display, &value)
    colors[color] = picture
    return picture
  }

  /// A premultiplied 0xAARRGGBB colour with 16 bits a channel.
  static func renderColor(_ color: UInt32) -> XRenderColor {
    func channel(_ shift: UInt32) -> UInt16 { UInt16(color >> shift & 0xFF) * 257 }
    return XRenderColor(red: channel(16), green: channel(8), blue: channel(0), alpha: channel(24))
  }

  // MARK: Loading

  /// Makes a picture for a sprite that is composed in the server; nil where there is one. If it is to be turned, it goes
  /// on beyond its edge as there.
  func makeAssembly(_ sprite: Sprite, isTurned: Bool) -> Picture? {
    guard kept[sprite.number] == nil else { return nil }
    var made: Kept
    if isTurned, let old = takeTurned(like: sprite) {
      made = old
    } else {
      made = make(sprite, depth: sprite.isOpaque ? windowDepth : 32)
      if isTurned {
        var attributes = XRenderPictureAttributes()
        attributes.repeat = RepeatPad
        XRenderChangePicture(connection.display, made.picture, UInt(CPRepeat), &attributes)
      }
    }
    made.rows = made.height
    kept[sprite.number] = made
    return made.picture
  }

  /// Takes away a turned assembly that nothing needs any more, as large as `sprite`: one comes as often as the other goes.
  private func takeTurned(like sprite: Sprite) -> Kept? {
    guard
      let old = kept.first(where: { _, old in
        old.depth == 32 && old.turn != nil && old.width == sprite.width && old.height == sprite.height
          && old.lastUse < frame - spared
      })
    else { return nil }
    kept[old.key] = nil
    var taken = old.value
    taken.lastUse = frame
    return taken
  }

  /// Sends what is still to be sent of a sprite; false where `room` gives out first.
  func load(
    _ sprite: Sprite, isCoverage: Bool, from source: some FrameSource, room: Room
  ) -> Bool {
    let number = sprite.number
    if let place = kept.index(forKey: number) {
      // Needed from now on: what is loaded after it must not take its place.
      kept.values[place].lastUse = frame
      if kept.values[place].rows == kept.values[place].height { return true }
    } else {
      var made = make(sprite, depth: isCoverage ? 8 : sprite.isOpaque ? windowDepth : 32)
      made.data = source.data(of: number)
      if made.data == nil {
        var clear = XRenderColor()
        XRenderFillRectangle(
          connection.display, PictOpSrc, made.picture, &clear, 0, 0, UInt32(sprite.width),
          UInt32(sprite.height))
        made.rows = made.height
      }
      kept[number] = made
    }
    guard var sprite = kept[number], let data = sprite.data else { return true }
    defer { kept[number] = sprite }
    sprite.lastUse = frame
    while sprite.rows < sprite.height {
      guard let bytes = room(data.bytesPerRow, (sprite.height - sprite.rows) * data.bytesPerRow),
        connection.isAlive
      else { return false }
      let rows = min(max(bytes / data.bytesPerRow, 1), sprite.height - sprite.rows)
      put(data, rows: sprite.rows..<sprite.rows + rows, of: sprite)
      sprite.rows += rows
    }
    sprite.data = nil
    return true
  }

  private func put(_ data: SpriteData, rows: Range<Int>, of sprite: Kept) {
    let display = connection.display
    let image = sprite.depth == 8 ? coverageImage : pixelImage
    guard let gc = gc(for: sprite) else { return }
    image.pointee.depth = sprite.depth
    image.pointee.width = Int32(sprite.width)
    image.pointee.height = Int32(rows.count)
    image.pointee.bytes_per_line = Int32(data.bytesPerRow)
    image.pointee.data = (data.base + rows.lowerBound * data.bytesPerRow).assumingMemoryBound(to: CChar.self)
    XPutImage(
      display, sprite.pixmap, gc, image, 0, 0, 0, Int32(rows.lowerBound), UInt32(sprite.width),
      UInt32(rows.count))
    image.pointee.data = nil
  }

  private func gc(for sprite: Kept) -> GC? {
    if let known = contexts[sprite.depth] { return known }
    guard let made = XCreateGC(connection.display, sprite.pixmap, 0, nil) else { return nil }
    contexts[sprite.depth] = made
    return made
  }

  // MARK: Memory

  static func bytes(_ width: Int, _ height: Int, depth: Int32) -> Int {
    (depth == 8 ? (width + 3) & ~3 : width * 4) * height
  }

  /// A picture of the size of `sprite`, the memory of an older one where that fits.
  private func make(_ sprite: Sprite, depth: Int32) -> Kept {
    let needed = ServerSprites.bytes(sprite.width, sprite.height, depth: depth)
    while bytes + needed > limit, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }),
      oldest.value.lastUse < frame - spared
    {
      kept[oldest.key] = nil
      let old = oldest.value
      // The same numbers again: a server has to be asked for new ones once all have been used.
      if old.width == sprite.width, old.height == sprite.height, old.depth == depth, old.turn == nil {
        return Kept(
          pixmap: old.pixmap, picture: old.picture, depth: depth, width: old.width, height: old.height,
          lastUse: frame)
      }
      bytes -= old.bytes
      free(old)
    }
    let display = connection.display
    let pixmap = XCreatePixmap(
      display, drawable, UInt32(sprite.width), UInt32(sprite.height), UInt32(depth))
    let format =
      depth == 8
      ? formats.coverage : depth == windowDepth && sprite.isOpaque ? formats.window : formats.pixels
    let picture = XRenderCreatePicture(display, pixmap, format, 0, nil)
    bytes += needed
    return Kept(
      pixmap: pixmap, picture: picture, depth: depth, width: sprite.width, height: sprite.height,
      lastUse: frame)
  }

  private func free(_ sprite: Kept) {
    connection.use { display in
      XRenderFreePicture(display, sprite.picture)
      XFreePixmap(display, sprite.pixmap)
    }
  }

  private func removeColors() {
    connection.use { display in
      for picture in colors.values { XRenderFreePicture(display, picture) }
    }
    colors.removeAll(keepingCapacity: true)
  }
}
