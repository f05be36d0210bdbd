import CX11
import Geometry
import RenderSteps

/// Composes frames in the server by the RENDER extension, out of pictures that are kept there.
///
/// A frame is composed in a pixmap of the window's size, all its rectangles at once, and copied to the window at the
/// end: nothing half done is ever seen, and every item costs one request however many rectangles it meets. Rectangles
/// that show one opaque picture alone are copied from that.
final class ServerComposer {
  private let connection: Connection
  private let window: XID
  private let formats: RenderFormats
  private let depth: Int32
  private let sprites: ServerSprites
  /// What frames are composed in; nil before the first.
  private(set) var back: BackPixmap?
  private let painter: StepPainter
  private var size = (width: 0, height: 0)
  private let contexts: CopyContexts
  private var epoch: Int?

  private var plan = FramePlan()
  private var partSteps: [RenderStep] = []
  private var clip: [XRectangle] = []
  /// The parts of the steps' own clip that are composed.
  private var narrow: [XRectangle] = []
  private var glyphs: [XGlyphElt8] = []
  private var glyphNumbers: [CChar] = []
  /// What is composed here, or copied.
  var composed: [PixelRect] { plan.composed + plan.covered.map(\.rect) }
  /// How many rectangles of the frame are copied from sprites.
  var coveredCount: Int { plan.covered.count }
  /// Whether nothing is composed, and nothing copied.
  var isEmpty: Bool { plan.isEmpty }
  /// What has to be sent as pixels.
  var unkept: [PixelRect] { plan.unkept }

  /// How many bytes the pictures and the frame take in the server.
  var serverBytes: Int { sprites.bytes + size.width * size.height * 4 }
  /// How many pictures are kept in the server.
  var spriteCount: Int { sprites.count }

  /// The most bytes of pictures that are kept in the server, but for what one frame needs.
  var spriteLimit: Int {
    get { sprites.limit }
    set { sprites.limit = newValue }
  }

  /// The longest row of glyphs that is drawn at once.
  private static let mostGlyphs = 120
  /// Roughly what the requests of a step take at most, in bytes.
  private static let stepBytes = 100

  init?(connection: Connection, window: XID, format: VisualFormat) {
    guard let formats = RenderFormats(connection, format: format),
      let sprites = ServerSprites(
        connection: connection, drawable: window, formats: formats, windowDepth: format.depth),
      let contexts = CopyContexts(connection, window)
    else { return nil }
    self.connection = connection
    self.window = window
    self.formats = formats
    self.sprites = sprites
    painter = StepPainter(sprites: sprites)
    depth = format.depth
    self.contexts = contexts
    glyphs.reserveCapacity(ServerComposer.mostGlyphs)
    glyphNumbers.reserveCapacity(ServerComposer.mostGlyphs)
    Faults.record(of: connection.display) { record in
      record.watchedOpcodes = Set(RenderFormats.coreRequests + [Int(formats.opcode)])
      record.watchedErrors = 0
    }
  }

  deinit {
    Faults.record(of: connection.display) { $0.watchedOpcodes = [] }
  }

  /// Whether the server has refused a request that composing needs.
  var wasRefused: Bool { Faults.record(of: connection.display) { $0.watchedErrors > 0 } }

  /// Finds out how a frame is composed; afterwards `composed` and `unkept` are known.
  func plan(_ rects: [PixelRect], from source: some FrameSource) {
    let size = source.frameSize
    if size != self.size || back == nil { resize(size) }
    plan.make(of: rects, from: source)
    if epoch != source.epoch {
      sprites.removeAll()
      epoch = source.epoch
    }
    sprites.dropColors()
    sprites.glyphs.makeRoom(for: plan.glyphCount)
    sprites.advance(sparing: 0)
  }

  /// The same for a frame that is carried out behind others that the server has not come to yet: false where nothing of what those
  /// need could stay as it is, or where some of it cannot be composed.
  func planAhead(_ rects: [PixelRect], from source: some FrameSource) -> Bool {
    guard back != nil, source.frameSize == size else { return false }
    plan.make(of: rects, from: source)
    guard epoch == source.epoch, plan.unkept.isEmpty, sprites.glyphs.hasRoom(for: plan.glyphCount),
      !sprites.hasManyColors
    else { return false }
    sprites.advance(sparing: HeldFrames.most)
    return true
  }

  /// Sends what of the frame's sprites is not there yet; false where `room` gives out before.
  func load(from source: some FrameSource, room: ServerSprites.Room) -> Bool {
    // What one of them needs must not take the place of another.
    plan.forEachSprite { _ = sprites.whole($0) }
    for cover in plan.covered {
      guard connection.isAlive, sprites.load(cover.sprite, isCoverage: false, from: source, room: room)
      else { return false }
    }
    for step in plan.steps {
      guard connection.isAlive else { return false }
      if let color = step.plainColor { _ = sprites.color(color) }
      switch step {
      case .fill, .clip, .endClip, .pixels: continue
      case .picture(let sprite, _, _), .mixed(let sprite, _, _, _), .added(let sprite, _, _, _):
        guard sprites.load(sprite, isCoverage: false, from: source, room: room) else { return false }
      case .mask(let sprite, _, _, _, _), .turned(let sprite, _, _, _):
        guard sprites.load(sprite, isCoverage: true, from: source, room: room) else { return false }
      case .assembly(let sprite, _, _):
        guard assemble(sprite, isTurned: false, from: source, room: room) else { return false }
      case .turnedAssembly(let sprite, _, _):
        guard assemble(sprite, isTurned: true, from: source, room: room) else { return false }
      case .glyph(let sprite, _, _, _):
        guard sprites.glyphs.load(sprite, from: source, room: room) else { return false }
      }
    }
    return true
  }

  /// Roughly what composing the frame takes at most on the wire, in bytes.
  var frameBytes: Int {
    plan.steps.count * ServerComposer.stepBytes + plan.composed.count * 16 + plan.covered.count * 32
  }

  /// What a frame that is carried out ahead takes on the wire, in bytes; a little more.
  var aheadBytes: Int { plan.aheadBytes }

  /// Frees everything: the next frame is composed in another pixmap, of pictures that are loaded anew.
  func removeAll() {
    sprites.removeAll()
    back = nil
  }

  /// Composes the frame and copies it to the window, once all of its sprites are there.
  func draw() {
    guard connection.isAlive else { return }
    draw(by: connection.display, contexts)
  }

  /// The same by any connection's `display`, and by `contexts` that nobody else uses.
  func draw(by display: OpaquePointer, _ contexts: CopyContexts) {
    if let back, !plan.composed.isEmpty { compose(in: back, by: display, contexts.clipped) }
    for cover in plan.covered {
      guard let sprite = sprites.whole(cover.sprite) else { continue }
      let rect = cover.rect
      XCopyArea(
        display, sprite.pixmap, window, contexts.plain, Int32(rect.x - cover.x), Int32(rect.y - cover.y),
        UInt32(rect.width), UInt32(rect.height), Int32(rect.x), Int32(rect.y))
    }
  }

  private func compose(in back: BackPixmap, by display: OpaquePointer, _ gc: GC) {
    clip.removeAll(keepingCapacity: true)
    var whole = PixelRect.zero
    for rect in plan.composed {
      clip.append(XRectangle(rect))
      whole = whole.union(rect)
    }
    XSetClipRectangles(display, gc, 0, 0, &clip, Int32(clip.count), Unsorted)
    let target = RenderTarget(
      display: display, picture: back.picture, copying: (back.pixmap, gc), rects: plan.composed)
    draw(plan.steps, on: target, cut: back.cut)
    XCopyArea(
      display, back.pixmap, window, gc, Int32(whole.x), Int32(whole.y), UInt32(whole.width),
      UInt32(whole.height), Int32(whole.x), Int32(whole.y))
  }

  // MARK: Steps

  private func assemble(
    _ sprite: Sprite, isTurned: Bool, from source: some FrameSource, room: ServerSprites.Room
  ) -> Bool {
    if sprites.picture(sprite) != nil { return true }
    partSteps.removeAll(keepingCapacity: true)
    source.describe(assembly: sprite.number, into: &partSteps)
    for step in partSteps {
      switch step {
      case .mask(let part, _, _, _, _), .turned(let part, _, _, _):
        guard sprites.load(part, isCoverage: true, from: source, room: room) else { return false }
      case .picture(let part, _, _), .mixed(let part, _, _, _), .added(let part, _, _, _):
        guard sprites.load(part, isCoverage: false, from: source, room: room) else { return false }
      case .fill, .assembly, .turnedAssembly, .glyph, .clip, .endClip, .pixels: continue
      }
    }
    let bytes = partSteps.count * ServerComposer.stepBytes
    guard room(bytes, bytes) != nil, connection.isAlive else { return false }
    guard let picture = sprites.makeAssembly(sprite, isTurned: isTurned) else { return true }
    let target = RenderTarget(display: connection.display, picture: picture, copying: nil)
    if !sprite.isOpaque {
      let all = PixelRect(x: 0, y: 0, width: sprite.width, height: sprite.height)
      draw([.fill(all, color: 0)], on: target)
    }
    draw(partSteps, on: target)
    return true
  }

  /// Carries out `steps` on `target`; those with a clip on `cut`, which is the same picture.
  ///
  /// The others are not clipped: a clip costs more than the pixels that are drawn in vain.
  private func draw(_ steps: [RenderStep], on target: RenderTarget, cut: Picture? = nil) {
    var glyphColor: UInt32 = 0
    var pen = (x: 0, y: 0)
    var target = target
    let whole = target
    /// Whether the next steps show within a clip, and whether the server knows all of that.
    var (isCut, isTold) = (false, false)
    func flushGlyphs() {
      guard !glyphs.isEmpty else { return }
      glyphNumbers.withUnsafeBufferPointer { numbers in
        for index in glyphs.indices { glyphs[index].chars = numbers.baseAddress.map { $0 + index } }
        XRenderCompositeText8(
          target.display, PictOpOver, sprites.color(glyphColor), target.picture, nil, 0, 0, 0, 0, &glyphs,
          Int32(glyphs.count))
      }
      glyphs.removeAll(keepingCapacity: true)
      glyphNumbers.removeAll(keepingCapacity: true)
    }
    for step in steps {
      switch step {
      case .clip(let rect):
        guard let cut else { continue }
        flushGlyphs()
        if !isCut || isTold { narrow.removeAll(keepingCapacity: true) }
        (isCut, isTold) = (true, false)
        // Contexts of copies have another clip.
        (target.picture, target.copying) = (cut, nil)
        for other in plan.composed {
          let visible = rect.intersection(other)
          if !visible.isEmpty { narrow.append(XRectangle(visible)) }
        }
        continue
      case .endClip:
        flushGlyphs()
        isCut = false
        target = whole
        continue
      default:
        guard isCut else { break }
        // Nothing of these rectangles has to be composed.
        if narrow.isEmpty { continue }
        if !isTold {
          XRenderSetPictureClipRectangles(
            target.display, target.picture, 0, 0, &narrow, Int32(narrow.count))
          isTold = true
        }
      }
      if case .glyph(let sprite, let x, let y, let color) = step {
        if color != glyphColor || glyphs.count == ServerComposer.mostGlyphs { flushGlyphs() }
        guard let glyph = sprites.glyphs.known(sprite) else { continue }
        if glyphs.isEmpty { pen = (0, 0) }
        glyphColor = color
        // Glyphs advance by nothing: each says how far it is from the one before.
        glyphs.append(
          XGlyphElt8(
            glyphset: glyph.set, chars: nil, nchars: 1, xOff: Int32(x - pen.x), yOff: Int32(y - pen.y)))
        glyphNumbers.append(CChar(bitPattern: glyph.number))
        pen = (x, y)
        continue
      }
      flushGlyphs()
      painter.draw(step, on: target)
    }
    flushGlyphs()
  }

  private func resize(_ size: (width: Int, height: Int)) {
    sprites.removeAll()
    self.size = size
    back = nil
    back = BackPixmap(connection, window: window, size: size, depth: depth, format: formats.window)
    sprites.limit = ServerComposer.limit(width: size.width, height: size.height)
  }

  /// Four megabytes and a window of pixels: the dial takes half of one, and the rest is for digits.
  static func limit(width: Int, height: Int) -> Int {
    4 << 20 + min(max(width * height, 0) * 4, 64 << 20)
  }
}
