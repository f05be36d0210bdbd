import CX11
import Geometry
import RenderSteps

/// Composes frames in the server by the RENDER extension, out of pictures that are kept there.
///
/// A frame is composed in a pixmap of the window's size, all its rectangles at once, and copied to the window at the
/// end: nothing half done is ever seen, and every item costs one request however many rectangles it meets.
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
  private let copyGC: GC
  private var epoch: Int?

  private var steps: [RenderStep] = []
  private var partSteps: [RenderStep] = []
  private var clip: [XRectangle] = []
  /// The parts of the present clip that are composed.
  private var narrow: [XRectangle] = []
  private var clipState = ClipState.unknown
  private var glyphs: [XGlyphElt8] = []
  private var glyphNumbers: [CChar] = []
  /// What is composed here, and what has to be sent as pixels.
  private(set) var composed: [PixelRect] = []
  private(set) var unkept: [PixelRect] = []

  /// What the server has been told, and what it has to be told before the next step.
  private enum ClipState {
    case unknown
    /// All that is composed.
    case wide
    /// Rectangles of a clip are being told.
    case narrowing
    case narrow
    /// A clip has ended.
    case widening
  }

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
        connection: connection, drawable: window, formats: formats, windowDepth: format.depth)
    else { return nil }
    var values = XGCValues()
    values.graphics_exposures = 0
    guard let gc = XCreateGC(connection.display, window, UInt(GCGraphicsExposures), &values) else {
      return nil
    }
    self.connection = connection
    self.window = window
    self.formats = formats
    self.sprites = sprites
    painter = StepPainter(connection: connection, sprites: sprites)
    depth = format.depth
    copyGC = gc
    glyphs.reserveCapacity(ServerComposer.mostGlyphs)
    glyphNumbers.reserveCapacity(ServerComposer.mostGlyphs)
    Faults.record(of: connection.display) { record in
      record.watchedOpcodes = Set(RenderFormats.coreRequests + [Int(formats.opcode)])
      record.watchedErrors = 0
    }
  }

  deinit {
    Faults.record(of: connection.display) { $0.watchedOpcodes = [] }
    connection.use { XFreeGC($0, copyGC) }
  }

  /// Whether the server has refused a request that composing needs.
  var wasRefused: Bool { Faults.record(of: connection.display) { $0.watchedErrors > 0 } }

  /// Finds out how a frame is composed; afterwards `composed` and `unkept` are known.
  func plan(_ rects: [PixelRect], from source: some FrameSource) {
    let size = source.frameSize
    if size != self.size || back == nil { resize(size) }
    steps.removeAll(keepingCapacity: true)
    composed.removeAll(keepingCapacity: true)
    unkept.removeAll(keepingCapacity: true)
    let bounds = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    source.describe(rects, into: &steps)
    if epoch != source.epoch {
      sprites.removeAll()
      epoch = source.epoch
    }
    sprites.advance()
    for rect in rects {
      let inside = rect.intersection(bounds)
      if !inside.isEmpty { composed.append(inside) }
    }
    for case .pixels(let area) in steps { cut(area) }
  }

  /// Sends what of the frame's sprites is not there yet; false where `room` gives out before.
  func load(from source: some FrameSource, room: ServerSprites.Room) -> Bool {
    guard !composed.isEmpty else { return true }
    var glyphCount = 0
    for step in steps { if case .glyph = step { glyphCount += 1 } }
    sprites.makeRoom(forGlyphs: glyphCount)
    for step in steps where isVisible(step) {
      guard connection.isAlive else { return false }
      switch step {
      case .fill, .clip, .endClip, .pixels: continue
      case .picture(let sprite, _, _), .mixed(let sprite, _, _, _), .added(let sprite, _, _, _):
        guard sprites.load(sprite, isCoverage: false, from: source, room: room) else { return false }
      case .mask(let sprite, _, _, _, _), .turned(let sprite, _, _, _):
        guard sprites.load(sprite, isCoverage: true, from: source, room: room) else { return false }
      case .assembly(let sprite, _, _):
        guard assemble(sprite, from: source, room: room) else { return false }
      case .glyph(let sprite, _, _, _):
        guard sprites.glyph(sprite, from: source, room: room) != nil else { return false }
      }
    }
    let bytes = steps.count * ServerComposer.stepBytes + composed.count * 16
    return room(bytes, bytes) != nil
  }

  /// Composes the frame and copies it to the window, once all of its sprites are there.
  func draw(from source: some FrameSource) {
    guard let back, connection.isAlive, !composed.isEmpty else { return }
    let display = connection.display
    clip.removeAll(keepingCapacity: true)
    var whole = PixelRect.zero
    for rect in composed {
      clip.append(XRectangle(rect))
      whole = whole.union(rect)
    }
    clipState = .unknown
    narrow.removeAll(keepingCapacity: true)
    draw(steps, on: back.picture, isClipped: true, from: source)
    XSetClipRectangles(display, copyGC, 0, 0, &clip, Int32(clip.count), Unsorted)
    XCopyArea(
      display, back.pixmap, window, copyGC, Int32(whole.x), Int32(whole.y), UInt32(whole.width),
      UInt32(whole.height), Int32(whole.x), Int32(whole.y))
  }

  // MARK: Steps

  /// Whether a step shows in what is composed here.
  private func isVisible(_ step: RenderStep) -> Bool {
    let place = step.place
    return composed.contains { $0.intersects(place) }
  }

  private func assemble(_ sprite: Sprite, from source: some FrameSource, room: ServerSprites.Room) -> Bool {
    if sprites.picture(sprite) != nil { return true }
    partSteps.removeAll(keepingCapacity: true)
    source.describe(assembly: sprite.number, into: &partSteps)
    for step in partSteps {
      switch step {
      case .mask(let part, _, _, _, _):
        guard sprites.load(part, isCoverage: true, from: source, room: room) else { return false }
      case .picture(let part, _, _), .mixed(let part, _, _, _), .added(let part, _, _, _):
        guard sprites.load(part, isCoverage: false, from: source, room: room) else { return false }
      case .fill, .assembly, .glyph, .clip, .endClip, .turned, .pixels: continue
      }
    }
    let bytes = partSteps.count * ServerComposer.stepBytes
    guard room(bytes, bytes) != nil, connection.isAlive else { return false }
    guard let picture = sprites.makeAssembly(sprite) else { return true }
    if !sprite.isOpaque {
      let all = PixelRect(x: 0, y: 0, width: sprite.width, height: sprite.height)
      draw([.fill(all, color: 0)], on: picture, isClipped: false, from: source)
    }
    draw(partSteps, on: picture, isClipped: false, from: source)
    return true
  }

  private func draw(
    _ steps: [RenderStep], on target: Picture, isClipped: Bool, from source: some FrameSource
  ) {
    let display = connection.display
    var glyphColor: UInt32 = 0
    var pen = (x: 0, y: 0)
    func flushGlyphs() {
      guard !glyphs.isEmpty else { return }
      glyphNumbers.withUnsafeBufferPointer { numbers in
        for index in glyphs.indices { glyphs[index].chars = numbers.baseAddress.map { $0 + index } }
        XRenderCompositeText8(
          display, PictOpOver, sprites.color(glyphColor), target, nil, 0, 0, 0, 0, &glyphs,
          Int32(glyphs.count))
      }
      glyphs.removeAll(keepingCapacity: true)
      glyphNumbers.removeAll(keepingCapacity: true)
    }
    for step in steps {
      if isClipped {
        switch step {
        case .clip(let rect):
          if clipState != .narrowing { narrow.removeAll(keepingCapacity: true) }
          clipState = .narrowing
          for other in composed {
            let visible = rect.intersection(other)
            if !visible.isEmpty { narrow.append(XRectangle(visible)) }
          }
          continue
        case .endClip:
          clipState = .widening
          continue
        default:
          guard isVisible(step) else { continue }
          if clipState != .wide, clipState != .narrow {
            flushGlyphs()
            setClip()
          }
          // Nothing of these rectangles has to be composed.
          if clipState == .narrow, narrow.isEmpty { continue }
        }
      }
      if case .glyph(let sprite, let x, let y, let color) = step {
        if color != glyphColor || glyphs.count == ServerComposer.mostGlyphs { flushGlyphs() }
        guard let glyph = sprites.glyph(sprite, from: source, room: { least, _ in least }) else { continue }
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

  /// Tells the server the clip that the next step needs.
  private func setClip() {
    guard let picture = back?.picture else { return }
    if clipState == .narrowing {
      clipState = .narrow
      guard !narrow.isEmpty else { return }
      XRenderSetPictureClipRectangles(connection.display, picture, 0, 0, &narrow, Int32(narrow.count))
    } else {
      clipState = .wide
      XRenderSetPictureClipRectangles(connection.display, picture, 0, 0, &clip, Int32(clip.count))
    }
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

  /// Takes `area` out of what is composed and adds what lies in it to `unkept`.
  private func cut(_ area: PixelRect) {
    for index in composed.indices.reversed() {
      let rect = composed[index]
      let hole = rect.intersection(area)
      guard !hole.isEmpty else { continue }
      composed.remove(at: index)
      unkept.append(hole)
      rect.forEachPiece(without: hole) { composed.append($0) }
    }
  }
}
