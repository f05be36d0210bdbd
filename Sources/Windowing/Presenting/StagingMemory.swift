import CX11
import Geometry

/// The memory in which rectangles are painted, one behind the other, until the server has read them.
final class StagingMemory {
  let layout: PixelLayout
  private let connection: Connection
  /// What rectangles are put by.
  private let image: UnsafeMutablePointer<XImage>
  /// What is shared with the server, where that works.
  private(set) var segment: SharedSegment?
  /// How much of it holds frames that the server may not have read yet, in bytes.
  var used = 0
  /// How often in a row much less was needed than there is.
  private var spareTimes = 0
  /// Where pixels are painted that go over the wire or are converted first; empty where neither is needed.
  private let scratch = PixelStore()
  /// Where converted pixels wait that go over the wire.
  private let converted = PixelStore()

  /// The most that there is for one frame, in bytes, unless frames are held: a larger one goes in bands.
  static let largest = 2 << 20
  /// The most that there is where frames are held until they are due, in bytes: four of a window of 3840 x 2160.
  static let largestAhead = 10 << 20
  /// What is on its way over a connection at most, in bytes: the widest row of pixels that X has. A socket's buffer takes that
  /// at once, and a link of 250 kB/s takes half a second for it.
  private static let wireCapacity = 4 * 32768
  /// How much of it is shared at first, in bytes.
  private static let smallest = 1 << 20
  /// Less than this is not given back, in bytes.
  private static let worthwhile = 1 << 19
  /// So often less has to be needed before it is.
  static let patience = 8
  /// Rectangles start at multiples of this, in bytes, so that rows lie on cache lines.
  private static let alignment = 64

  /// Memory for pixels of `format`; nil where Xlib makes no image.
  init?(_ connection: Connection, format: VisualFormat, isShared: Bool) {
    guard
      let image = XCreateImage(
        connection.display, format.visual, UInt32(format.depth), ZPixmap, 0, nil, 1, 1,
        Int32(format.layout.rowAlignment * 8), 0)
    else { return nil }
    (self.connection, self.image, layout) = (connection, image, format.layout)
    // What is painted has this machine's order; over the wire Xlib swaps where the server's is another.
    image.pointee.byte_order = LSBFirst
    segment = isShared ? SharedSegment(connection: connection, size: StagingMemory.smallest) : nil
  }

  deinit {
    image.pointee.data = nil
    image.pointee.obdata = nil
    _ = image.pointee.f.destroy_image?(image)
  }

  /// What was painted at `offset` bytes as `rect`, to be put; nil where nothing was. The next call changes it.
  func image(of rect: PixelRect, at offset: Int) -> UnsafeMutablePointer<XImage>? {
    guard let memory = segment?.base ?? (layout.isDirect ? scratch : converted).memory else {
      return nil
    }
    image.pointee.width = Int32(rect.width)
    image.pointee.height = Int32(rect.height)
    image.pointee.bytes_per_line = Int32(layout.bytesPerRow(width: rect.width))
    image.pointee.data = (memory + offset).assumingMemoryBound(to: CChar.self)
    image.pointee.obdata = segment?.imageData
    return image
  }

  /// How much there is, in bytes.
  var capacity: Int {
    segment?.size ?? StagingMemory.wireCapacity
  }

  /// How much is free, in bytes.
  var free: Int { capacity - used }

  /// How much a frame of `rects` takes, in bytes.
  func bytes(for rects: [PixelRect]) -> Int {
    var needed = 0
    for rect in rects where !rect.isEmpty { needed += bytes(for: rect) }
    return needed
  }

  /// How much `rect` takes, in bytes.
  func bytes(for rect: PixelRect) -> Int {
    let bytes = layout.bytesPerRow(width: rect.width) * rect.height
    return bytes + -bytes & (StagingMemory.alignment - 1)
  }

  /// Gets more shared memory for one frame where `needed` bytes are more than there is.
  func grow(for needed: Int) {
    guard let segment, segment.size < StagingMemory.largest, needed > segment.size,
      // The server carries out our requests in order: it reads what it still has to from the old one before it lets go.
      let larger = segment.replacement(size: min(StagingMemory.largest, needed + needed / 8))
    else { return }
    self.segment = larger
    used = 0
  }

  /// Whether there is as much shared memory as frames of `needed` bytes want together: no less, as far as that is allowed, nor for
  /// some time much more.
  ///
  /// It grows for what comes seldom, such as all of a window at its start.
  func suits(_ needed: Int) -> Bool {
    guard let segment else { return true }
    let wanted = StagingMemory.held(needed)
    // Frames are now larger, now smaller, and other memory has to be fetched anew by both sides.
    if segment.size < wanted - wanted / 8 { return false }
    spareTimes =
      segment.size - wanted >= max(StagingMemory.worthwhile, wanted / 2) ? spareTimes + 1 : 0
    return spareTimes < StagingMemory.patience
  }

  /// Gets as much shared memory as frames of `needed` bytes want together. Nothing that the server has to read may lie in what there
  /// was.
  func resize(to needed: Int) {
    guard let other = segment?.replacement(size: StagingMemory.held(needed + needed / 8)) else {
      return
    }
    segment = other
    used = 0
    spareTimes = 0
  }

  /// The size of shared memory for `needed` bytes.
  private static func held(_ needed: Int) -> Int {
    min(max(needed, smallest), largestAhead)
  }

  /// Goes on without shared memory, which the server has refused.
  func stopSharing() {
    segment = nil
    used = 0
  }

  /// Paints `rect` at `offset` bytes; false for want of memory.
  func paint(_ rect: PixelRect, at offset: Int, by paint: (PixelBuffer) -> Void) -> Bool {
    let memory = segment?.base ?? (layout.isDirect ? scratch : converted).base(size: capacity)
    guard let memory else { return false }
    if layout.isDirect {
      let pixels = (memory + offset).assumingMemoryBound(to: UInt32.self)
      paint(PixelBuffer(base: pixels, stride: rect.width, rect: rect))
    } else if let painted = scratch.base(size: rect.area * 4) {
      let pixels = painted.assumingMemoryBound(to: UInt32.self)
      paint(PixelBuffer(base: pixels, stride: rect.width, rect: rect))
      layout.convert(pixels, to: memory + offset, width: rect.width, height: rect.height)
    } else {
      return false
    }
    return true
  }
}
