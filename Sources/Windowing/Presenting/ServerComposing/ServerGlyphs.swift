import CX11
import RenderSteps

/// The small pieces of coverage that are kept in the server as glyphs: many are drawn by one request.
final class ServerGlyphs {
  private let connection: Connection
  private let formats: RenderFormats
  private var set: GlyphSet = 0
  private var numbers: [Int: UInt8] = [:]

  /// A glyph's number is one byte.
  private static let most = 250

  init(_ connection: Connection, _ formats: RenderFormats) {
    (self.connection, self.formats) = (connection, formats)
  }

  /// The set and the number of a glyph within it; nil where it is not there.
  func known(_ sprite: Sprite) -> (set: GlyphSet, number: UInt8)? {
    numbers[sprite.number].map { (set, $0) }
  }

  /// Sends a glyph where it is not there yet; false for want of memory or room.
  func load(_ sprite: Sprite, from source: some FrameSource, room: ServerSprites.Room) -> Bool {
    if known(sprite) != nil { return true }
    guard numbers.count < ServerGlyphs.most, let data = source.data(of: sprite.number) else { return false }
    let size = data.bytesPerRow * sprite.height
    guard room(size + 64, size + 64) != nil, connection.isAlive else { return false }
    if set == 0 { set = XRenderCreateGlyphSet(connection.display, formats.coverage) }
    let number = UInt8(numbers.count)
    var identifier = Glyph(number)
    var info = XGlyphInfo()
    info.width = UInt16(clamping: sprite.width)
    info.height = UInt16(clamping: sprite.height)
    XRenderAddGlyphs(
      connection.display, set, &identifier, &info, 1, data.base.assumingMemoryBound(to: CChar.self),
      Int32(size))
    numbers[sprite.number] = number
    return true
  }

  /// Whether there is room for so many more glyphs.
  func hasRoom(for count: Int) -> Bool { numbers.count + count <= ServerGlyphs.most }

  /// Drops all glyphs where there is no room for so many more.
  func makeRoom(for count: Int) {
    if !hasRoom(for: count) { removeAll() }
  }

  /// Frees all.
  func removeAll() {
    if set != 0 { connection.use { XRenderFreeGlyphSet($0, set) } }
    set = 0
    numbers.removeAll(keepingCapacity: true)
  }
}
