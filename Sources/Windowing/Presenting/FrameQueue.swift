import Geometry

/// Frames that lie in the staging memory until they are shown, first to last, and where each of them lies.
///
/// The memory is used around and around: a frame lies in one piece behind the one before it, or else at the start.
struct FrameQueue {
  /// A frame: its number, where it lies in the memory, in bytes, and how many rectangles it has.
  struct Frame {
    let number: Int
    let start: Int
    let end: Int
    let rectCount: Int
  }

  /// Numbers begin anew behind this one, as a message of the server has room for no larger one.
  static let largestNumber = Int(Int32.max)

  private(set) var frames: [Frame] = []
  /// The rectangles of all frames, one behind the other.
  private(set) var rects: [PixelRect] = []
  /// The number of the frame that was added last; 0 before the first.
  private(set) var lastNumber = 0

  var isEmpty: Bool { frames.isEmpty }
  var count: Int { frames.count }

  /// Where a frame of `size` bytes fits into `capacity` bytes; nil where there is no room.
  func place(for size: Int, in capacity: Int) -> Int? {
    guard let first = frames.first, let last = frames.last else { return size <= capacity ? 0 : nil }
    if last.start < first.start { return first.start - last.end >= size ? last.end : nil }
    if capacity - last.end >= size { return last.end }
    return first.start >= size ? 0 : nil
  }

  /// Adds a frame of these rectangles, which lies at `start` and takes `size` bytes.
  mutating func add(_ rects: [PixelRect], at start: Int, size: Int) {
    lastNumber = lastNumber >= FrameQueue.largestNumber ? 1 : lastNumber + 1
    frames.append(Frame(number: lastNumber, start: start, end: start + size, rectCount: rects.count))
    self.rects += rects
  }

  /// Drops the frames up to the one of this number; returns how many those were, none where there is no such frame.
  @discardableResult
  mutating func drop(upTo number: Int) -> Int {
    guard let index = frames.firstIndex(where: { $0.number == number }) else { return 0 }
    rects.removeFirst(frames[...index].reduce(0) { $0 + $1.rectCount })
    frames.removeFirst(index + 1)
    return index + 1
  }

  /// Drops all frames, and returns their rectangles.
  mutating func removeAll() -> [PixelRect] {
    defer {
      frames.removeAll(keepingCapacity: true)
      rects.removeAll(keepingCapacity: true)
    }
    return rects
  }
}
