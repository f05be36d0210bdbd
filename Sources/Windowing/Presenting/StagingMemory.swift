import CX11
import Geometry
import Glibc

/// The memory in which rectangles are painted, one after another, until the server has read them.
final class StagingMemory {
  let layout: PixelLayout
  private let connection: Connection
  private let image: UnsafeMutablePointer<XImage>
  private(set) var segment: SharedSegment?
  /// The number of bytes that the server may not have read yet.
  var used = 0
  // Pages that are never written take no memory.
  /// Private memory for pixels that go over the connection.
  private let band = UnsafeMutableRawPointer.allocate(
    byteCount: StagingMemory.bandSize, alignment: StagingMemory.alignment)
  /// Buffer for rows before their conversion.
  private let scratch = UnsafeMutableRawPointer.allocate(
    byteCount: StagingMemory.bandSize, alignment: StagingMemory.alignment)

  /// Maximum for one frame, in bytes: one of 3840 x 2160. Larger ones go in bands.
  private static let maxFrame = 32 << 20
  /// Maximum where frames are scheduled, in bytes: about four of a stopwatch at 3840 x 2160.
  static let maxScheduled = 10 << 20
  /// Maximum number of bytes in transit: the widest row of X, half a second at 250 kB/s.
  private static let bandSize = 4 * 32768
  private static let minShared = 1 << 20
  /// Alignment of rectangles, in bytes, so rows lie on cache lines.
  private static let alignment = 64

  init(_ connection: Connection, format: VisualFormat, isShared: Bool) {
    (self.connection, layout) = (connection, format.layout)
    image = XCreateImage(
      connection.display, format.visual, UInt32(format.depth), ZPixmap, 0, nil, 1, 1,
      Int32(PixelLayout.alignment * 8), 0)
    // Pixels have this machine's byte order; Xlib swaps them if the server's differs.
    image.pointee.byte_order = LSBFirst
    segment = isShared ? SharedSegment(connection, size: StagingMemory.minShared) : nil
  }

  deinit {
    image.pointee.data = nil
    image.pointee.obdata = nil
    _ = image.pointee.f.destroy_image?(image)
    band.deallocate()
    scratch.deallocate()
  }

  // MARK: Size

  var capacity: Int { segment?.size ?? StagingMemory.bandSize }

  /// In bytes.
  var free: Int { max(0, (capacity & -StagingMemory.alignment) - used) }

  func rows(ofWidth width: Int) -> Int { free / layout.bytesPerRow(width: width) }

  func bytes(for rects: [PixelRect]) -> Int {
    var needed = 0
    for rect in rects where !rect.isEmpty { needed += bytes(for: rect) }
    return needed
  }

  private func bytes(for rect: PixelRect) -> Int {
    let bytes = layout.bytesPerRow(width: rect.width) * rect.height
    return bytes + -bytes & (StagingMemory.alignment - 1)
  }

  /// Grows for a frame of `needed` bytes, or returns the memory of a much larger one.
  func fitFrame(of needed: Int) {
    let wanted = min(max(needed + needed / 8, StagingMemory.minShared), StagingMemory.maxFrame)
    let isTooLarge = capacity > StagingMemory.maxScheduled && capacity > 2 * wanted
    if capacity < min(needed, wanted) || isTooLarge { replace(by: wanted) }
  }

  /// Grows or shrinks for scheduled frames of `needed` bytes together. An approximate size avoids a
  /// new segment, which both sides would have to map page by page.
  func fit(_ needed: Int) {
    let wanted = min(max(needed, StagingMemory.minShared), StagingMemory.maxScheduled)
    if capacity < wanted - wanted / 8 || capacity >= 2 * wanted { replace(by: wanted) }
  }

  /// The server handles requests in order, so it reads the old segment before it detaches.
  private func replace(by size: Int) {
    guard segment != nil, connection.ping(),
      let other = SharedSegment(connection, size: size)
    else { return }
    segment = other
    used = 0
  }

  // MARK: Pixels

  /// Paints `rect` into free memory, and puts it by `display`, which need not be that of `gc`.
  func put(
    _ rect: PixelRect, into drawable: XID, by gc: GC, on display: OpaquePointer,
    paint: (PixelBuffer) -> Void
  ) {
    // No row is wider in X.
    guard !rect.isEmpty, rect.width * 4 <= StagingMemory.bandSize, bytes(for: rect) <= free
    else { return }
    let memory = (segment?.base ?? band) + used
    used += bytes(for: rect)
    write(rect, to: memory, paint: paint)
    image.pointee.width = Int32(rect.width)
    image.pointee.height = Int32(rect.height)
    image.pointee.bytes_per_line = Int32(layout.bytesPerRow(width: rect.width))
    image.pointee.data = memory.assumingMemoryBound(to: CChar.self)
    image.pointee.obdata = segment.map {
      UnsafeMutableRawPointer($0.info).assumingMemoryBound(to: CChar.self)
    }
    let (x, y) = (Int32(rect.x), Int32(rect.y))
    let (width, height) = (UInt32(rect.width), UInt32(rect.height))
    if segment != nil {
      XShmPutImage(display, drawable, gc, image, 0, 0, x, y, width, height, 0)
    } else {
      XPutImage(display, drawable, gc, image, 0, 0, x, y, width, height)
    }
  }

  private func write(
    _ rect: PixelRect, to memory: UnsafeMutableRawPointer, paint: (PixelBuffer) -> Void
  ) {
    guard !layout.isDirect else {
      let pixels = memory.assumingMemoryBound(to: UInt32.self)
      return paint(PixelBuffer(base: pixels, stride: rect.width, rect: rect))
    }
    let pixels = scratch.assumingMemoryBound(to: UInt32.self)
    var part = rect
    part.height = StagingMemory.bandSize / (4 * rect.width)
    while part.y < rect.maxY {
      part.height = min(part.height, rect.maxY - part.y)
      paint(PixelBuffer(base: pixels, stride: part.width, rect: part))
      let target = memory + (part.y - rect.y) * layout.bytesPerRow(width: rect.width)
      layout.convert(pixels, to: target, width: part.width, height: part.height)
      part.y += part.height
    }
  }
}

final class SharedSegment {
  let base: UnsafeMutableRawPointer
  /// In bytes.
  let size: Int

  private let connection: Connection
  let info: UnsafeMutablePointer<XShmSegmentInfo>

  /// Nil without MIT-SHM, or if refused, as by a server in another container. Takes round trips.
  init?(_ connection: Connection, size: Int) {
    let display = connection.display
    let isNative = XImageByteOrder(display) == (1.littleEndian == 1 ? LSBFirst : MSBFirst)
    guard isNative, XShmQueryExtension(display) != 0 else { return nil }
    let identifier = shmget(IPC_PRIVATE, size, IPC_CREAT | 0o600)
    guard identifier >= 0 else { return nil }
    let address = shmat(identifier, nil, 0)
    // Linux frees a marked segment with its last user, even after a crash. It can be attached.
    shmctl(identifier, IPC_RMID, nil)
    guard let address, Int(bitPattern: address) != -1 else { return nil }
    info = .allocate(capacity: 1)
    info.initialize(to: XShmSegmentInfo())
    info.pointee.shmid = identifier
    info.pointee.shmaddr = address.assumingMemoryBound(to: CChar.self)
    info.pointee.readOnly = 1
    (base, self.size, self.connection) = (address, size, connection)
    let info = info
    if connection.trapErrors({ XShmAttach(display, info) }) != [] {
      info.pointee.shmseg = 0
      return nil
    }
  }

  deinit {
    if info.pointee.shmseg != 0 { XShmDetach(connection.display, info) }
    shmdt(base)
    info.deallocate()
  }
}

/// A visual and how its pixels are stored. Visuals with a palette are not supported.
struct VisualFormat {
  let visual: UnsafeMutablePointer<Visual>
  let depth: Int32
  let colormap: Colormap
  let layout: PixelLayout
  let hasAlpha: Bool

  init?(defaultOf display: OpaquePointer, screen: Int32) {
    let depth = XDefaultDepth(display, screen)
    guard let visual = XDefaultVisual(display, screen), depth >= 15,
      [TrueColor, DirectColor].contains(visual.pointee.`class`)
    else { return nil }
    self.init(
      visual, depth: depth, colormap: XDefaultColormap(display, screen), hasAlpha: false)
  }

  init?(alphaOf display: OpaquePointer, screen: Int32) {
    guard let visual = VisualFormat.alphaVisual(of: display, screen: screen) else { return nil }
    let colormap = XCreateColormap(display, XRootWindow(display, screen), visual, AllocNone)
    self.init(visual, depth: 32, colormap: colormap, hasAlpha: true)
    guard layout.isDirect else { return nil }
  }

  /// Returns a visual of 32 bits with alpha; nil without RENDER, which alone says which have it.
  private static func alphaVisual(
    of display: OpaquePointer, screen: Int32
  ) -> UnsafeMutablePointer<Visual>? {
    var (event, error): (Int32, Int32) = (0, 0)
    guard XRenderQueryExtension(display, &event, &error) != 0 else { return nil }
    var wanted = XVisualInfo()
    (wanted.screen, wanted.depth, wanted.`class`) = (screen, 32, TrueColor)
    var count: Int32 = 0
    let mask = VisualScreenMask | VisualDepthMask | VisualClassMask
    guard let list = XGetVisualInfo(display, Int(mask), &wanted, &count) else { return nil }
    defer { XFree(list) }
    return UnsafeBufferPointer(start: list, count: Int(count)).lazy.compactMap(\.visual).first {
      guard let format = XRenderFindVisualFormat(display, $0) else { return false }
      return format.pointee.type == PictTypeDirect && format.pointee.direct.alphaMask != 0
    }
  }

  private init(
    _ visual: UnsafeMutablePointer<Visual>, depth: Int32, colormap: Colormap, hasAlpha: Bool
  ) {
    (self.visual, self.depth, self.colormap) = (visual, depth, colormap)
    self.hasAlpha = hasAlpha
    // Today's servers store all deeper pixels in 32 bits.
    layout = PixelLayout(
      bitsPerPixel: depth <= 16 ? 16 : 32, redMask: visual.pointee.red_mask,
      greenMask: visual.pointee.green_mask, blueMask: visual.pointee.blue_mask)
  }
}

/// How a visual stores a pixel, and the conversion from premultiplied 0xAARRGGBB.
struct PixelLayout {
  let bytesPerPixel: Int
  /// Of rows, in bytes.
  static let alignment = 4
  /// Whether pixels need no conversion: 32 bits, 0xRRGGBB, this machine's byte order.
  let isDirect: Bool
  private let red, green, blue: Channel

  private struct Channel {
    let shift: UInt32
    let max: UInt32

    init(mask: UInt) {
      shift = UInt32(mask.trailingZeroBitCount & 31)
      max = UInt32(truncatingIfNeeded: mask >> shift) & 0xFFFF
    }

    func bits(of byte: UInt32) -> UInt32 { ((byte * max + 127) / 255) << shift }
  }

  init(bitsPerPixel: Int, redMask: UInt, greenMask: UInt, blueMask: UInt) {
    bytesPerPixel = bitsPerPixel == 16 ? 2 : 4
    isDirect = bitsPerPixel == 32 && redMask == 0xFF0000 && greenMask == 0xFF00 && blueMask == 0xFF
    (red, green, blue) = (Channel(mask: redMask), Channel(mask: greenMask), Channel(mask: blueMask))
  }

  func bytesPerRow(width: Int) -> Int {
    width * bytesPerPixel + -(width * bytesPerPixel) & (PixelLayout.alignment - 1)
  }

  func pixel(for color: UInt32) -> UInt32 {
    if isDirect { return color }
    return red.bits(of: color >> 16 & 0xFF) | green.bits(of: color >> 8 & 0xFF)
      | blue.bits(of: color & 0xFF)
  }

  /// Writes `width` x `height` packed pixels as rows of this layout, in little endian.
  func convert(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, width: Int, height: Int
  ) {
    for y in 0..<height {
      var place = target + y * bytesPerRow(width: width)
      for x in 0..<width {
        let pixel = pixel(for: source[y * width + x])
        if bytesPerPixel == 4 {
          place.storeBytes(of: pixel.littleEndian, as: UInt32.self)
        } else {
          place.storeBytes(of: UInt16(truncatingIfNeeded: pixel).littleEndian, as: UInt16.self)
        }
        place += bytesPerPixel
      }
    }
  }
}
