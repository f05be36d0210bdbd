import Geometry

/// The memory in which rectangles are painted, one behind the other, until the server has read them.
struct StagingMemory {
  let layout: PixelLayout
  private let connection: Connection
  /// What is shared with the server, where that works.
  private(set) var segment: SharedSegment?
  /// How much of it holds frames that the server may not have read yet, in bytes.
  var used = 0
  /// How often in a row much less was needed than there is, and the most of it, in bytes.
  private var spare = (times: 0, needed: 0)
  /// Where pixels are painted that go over the wire or are converted first; empty where neither is needed.
  private let scratch = PixelStore()
  /// Where converted pixels wait that go over the wire.
  private let converted = PixelStore()

  /// The most that there is for one frame, in bytes, unless frames are held: a larger one goes in bands.
  static let largest = 2 << 20
  /// The most that there is where frames are held until they are due, in bytes: four of a window of 3840 x 2160.
  static let largestAhead = 10 << 20
  /// How much of it is shared at first, in bytes.
  private static let smallest = 1 << 20
  /// Less than this is not given back, in bytes.
  private static let worthwhile = 1 << 19
  /// So often less has to be needed before it is.
  static let patience = 8
  /// Rectangles start at multiples of this, in bytes, so that rows lie on cache lines.
  private static let alignment = 64

  init(_ connection: Connection, layout: PixelLayout, isShared: Bool) {
    self.connection = connection
    self.layout = layout
    segment = isShared ? SharedSegment(connection: connection, size: StagingMemory.smallest) : nil
  }

  /// How much there is, in bytes.
  var capacity: Int {
    segment?.size ?? min(connection.wireCapacity, StagingMemory.largest)
  }

  /// How much is free, in bytes.
  var free: Int { capacity - used }

  /// What was painted, to be put from; nil where nothing was.
  var memory: UnsafeMutableRawPointer? {
    segment?.base ?? (layout.isDirect ? scratch : converted).memory
  }

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

  /// Gets more shared memory where `needed` bytes are more than there is, up to `limit`; true where it is other memory now.
  mutating func grow(for needed: Int, upTo limit: Int) -> Bool {
    guard let segment, segment.size < limit, needed > segment.size,
      // The server carries out our requests in order: it reads what it still has to from the old one before it lets go.
      let larger = segment.replacement(size: min(limit, needed + needed / 8))
    else { return false }
    self.segment = larger
    used = 0
    return true
  }

  /// Gives back shared memory once it was asked some times for `needed` bytes that are much less than there is; true where it is
  /// other memory now.
  ///
  /// It grows for what comes seldom, such as all of a window at its start.
  mutating func shrink(to needed: Int) -> Bool {
    guard let segment, segment.size - max(needed, StagingMemory.smallest) >= StagingMemory.worthwhile else {
      spare = (0, 0)
      return false
    }
    spare = (spare.times + 1, max(spare.needed, needed))
    let size = max(spare.needed, StagingMemory.smallest)
    guard spare.times >= StagingMemory.patience, let smaller = segment.replacement(size: size) else {
      return false
    }
    self.segment = smaller
    used = 0
    spare = (0, 0)
    return true
  }

  /// Goes on without shared memory, which the server has refused.
  mutating func stopSharing() {
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
