import CX11
import Geometry
import Glibc

/// The memory in which rectangles are painted, one behind the other, until the server has read them.
final class StagingMemory {
  let layout: PixelLayout
  private let connection: Connection
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

  /// Maximum for one frame, in bytes, unless frames are scheduled: a larger one goes in bands.
  static let maxFrame = 2 << 20
  /// Maximum where frames are scheduled, in bytes: four of a window of 3840 x 2160.
  static let maxScheduled = 10 << 20
  /// Maximum number of bytes on their way over a connection: the widest row of pixels that X has. A socket's buffer takes
  /// that at once, and a link of 250 kB/s takes half a second for it.
  private static let wireCapacity = 4 * 32768
  /// What is shared at first, and the least that is worth giving back, in bytes.
  private static let minShared = 1 << 20
  private static let minReturned = 1 << 19
  /// How often less has to be needed before memory is given back.
  static let patience = 8
  /// Rectangles start at multiples of this, in bytes, so that rows lie on cache lines.
  private static let alignment = 64

  /// Nil where Xlib makes no image.
  init?(_ connection: Connection, format: VisualFormat, isShared: Bool) {
    guard
      let image = XCreateImage(
        connection.display, format.visual, UInt32(format.depth), ZPixmap, 0, nil, 1, 1,
        Int32(format.layout.rowAlignment * 8), 0)
    else { return nil }
    (self.connection, self.image, layout) = (connection, image, format.layout)
    // What is painted has this machine's order; over the wire Xlib swaps where the server's is another.
    image.pointee.byte_order = LSBFirst
    segment = isShared ? SharedSegment(connection, size: StagingMemory.minShared) : nil
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
  var capacity: Int { segment?.size ?? StagingMemory.wireCapacity }

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

  /// Grows for one frame of `needed` bytes.
  func grow(for needed: Int) {
    guard let segment, segment.size < StagingMemory.maxFrame, needed > segment.size else { return }
    replace(by: min(StagingMemory.maxFrame, needed + needed / 8))
  }

  /// Whether the size is right for scheduled frames of `needed` bytes together. It grows to fit, and shrinks after
  /// `patience` times in which much less was needed: for what comes seldom, such as all of a window at its start.
  func suits(_ needed: Int) -> Bool {
    guard let segment else { return true }
    let wanted = StagingMemory.scheduledSize(needed)
    // Frames are now larger, now smaller, and other memory has to be fetched anew by both sides.
    if segment.size < wanted - wanted / 8 { return false }
    spareTimes =
      segment.size - wanted >= max(StagingMemory.minReturned, wanted / 2) ? spareTimes + 1 : 0
    return spareTimes < StagingMemory.patience
  }

  /// Makes the size right for scheduled frames of `needed` bytes together.
  func resize(to needed: Int) {
    replace(by: StagingMemory.scheduledSize(needed + needed / 8))
    spareTimes = 0
  }

  private static func scheduledSize(_ needed: Int) -> Int {
    min(max(needed, minShared), maxScheduled)
  }

  /// The server carries out our requests in order: it reads what it still has to from the old segment before it lets go.
  private func replace(by size: Int) {
    guard let segment, let other = SharedSegment(connection, size: size, replacing: segment) else {
      return
    }
    self.segment = other
    used = 0
  }

  /// Goes on without shared memory, which the server has refused.
  func stopSharing() {
    segment = nil
    used = 0
  }

  /// Paints `rect` at `offset` bytes; false for lack of memory.
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

/// Memory that the server reads too (MIT-SHM).
final class SharedSegment {
  let base: UnsafeMutableRawPointer
  /// In bytes.
  let size: Int
  /// The type of the event by which the server says that it has read a frame.
  let completionType: Int32

  private let connection: Connection
  private let info: UnsafeMutablePointer<XShmSegmentInfo>
  /// The segment's id on the server; 0 where it was refused.
  private var xid: XID { info.pointee.shmseg }

  /// Memory of `size` bytes; nil where the server has no MIT-SHM or refuses.
  ///
  /// The server is asked in a round trip, unless this one replaces another: a refusal then shows in `wasRefused`.
  init?(_ connection: Connection, size: Int, replacing former: SharedSegment? = nil) {
    let display = connection.display
    if let former {
      completionType = former.completionType
    } else {
      guard XImageByteOrder(display) == (1.littleEndian == 1 ? LSBFirst : MSBFirst),
        XShmQueryExtension(display) != 0
      else { return nil }
      completionType = XShmGetEventBase(display) + ShmCompletion
    }
    let identifier = shmget(IPC_PRIVATE, size, IPC_CREAT | 0o600)
    guard identifier >= 0 else { return nil }
    let address = shmat(identifier, nil, 0)
    // Linux lets a marked segment still be attached, and frees it with its last user, however that one ends.
    shmctl(identifier, IPC_RMID, nil)
    guard let address, Int(bitPattern: address) != -1 else { return nil }
    info = .allocate(capacity: 1)
    info.initialize(to: XShmSegmentInfo())
    info.pointee.shmid = identifier
    info.pointee.shmaddr = address.assumingMemoryBound(to: CChar.self)
    info.pointee.readOnly = 1
    (base, self.size, self.connection) = (address, size, connection)
    let info = info
    if former != nil {
      XShmAttach(display, info)
    } else if connection.trapErrors({ XShmAttach(display, info) }) != [] {
      info.pointee.shmseg = 0
      return nil
    }
    Faults.record(of: display) { $0.refusedSegments[xid] = false }
  }

  deinit {
    if xid != 0 {
      connection.use { _ = XShmDetach($0, info) }
      Faults.record(of: connection.display) { _ = $0.refusedSegments.removeValue(forKey: xid) }
    }
    shmdt(base)
    info.deinitialize(count: 1)
    info.deallocate()
  }

  /// The segment as XShm expects it in an image's `obdata`.
  var imageData: UnsafeMutablePointer<CChar> {
    UnsafeMutableRawPointer(info).assumingMemoryBound(to: CChar.self)
  }

  /// Whether the server has refused a request that names this segment.
  var wasRefused: Bool {
    Faults.record(of: connection.display) { $0.refusedSegments[xid] ?? false }
  }
}

/// Memory of our own for pixels, aligned for vector instructions; grows and never shrinks.
final class PixelStore {
  /// Nil before the first use.
  private(set) var memory: UnsafeMutableRawPointer?
  private var size = 0

  deinit { free(memory) }

  /// At least `wanted` bytes, their contents lost where they had to move; nil for lack of memory.
  func base(size wanted: Int) -> UnsafeMutableRawPointer? {
    if wanted > size || memory == nil {
      free(memory)
      (memory, size) = (nil, 0)
      var fresh: UnsafeMutableRawPointer?
      guard posix_memalign(&fresh, 64, max(wanted, 64)) == 0 else { return nil }
      (memory, size) = (fresh, wanted)
    }
    return memory
  }
}
