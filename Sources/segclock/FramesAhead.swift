import Timekeeping
import Windowing

/// The frames that were composed and painted before their time, and how many to make at once.
///
/// Anything that happens takes them back. So there are none behind such an event, and then ever more for as long as nothing but
/// time goes by.
struct FramesAhead {
  /// A frame's number on the frame clock's grid, when it is due, on CLOCK_MONOTONIC, the time that it shows, and how many pixels
  /// it paints.
  struct Frame {
    let number: Int64
    let due: Int64
    let reading: Reading
    let pixels: Int
  }

  /// How far ahead they may be, in nanoseconds: what a change of the clock's zone may come late by, and less
  /// than what motion remembers (`Animated.memory`).
  private static let reach: Int64 = 160_000_000

  /// Those that are not due yet, and the one that is, until it has been taken note of.
  private var frames: [Frame] = []
  /// How many there are to be next time.
  private var count = 0
  /// Whether more are to be made as soon as the server can take them.
  private(set) var isOpen = false

  init() {
    frames.reserveCapacity(HeldFrames.most)
  }

  var isEmpty: Bool { frames.isEmpty }

  /// The last that was made.
  var last: Frame? { frames.last }

  /// Takes out the first where it is due at `now`.
  mutating func next(at now: Int64) -> Frame? {
    guard let first = frames.first, first.due <= now else { return nil }
    return frames.removeFirst()
  }

  /// How many to make besides those that there are, with one every `period` nanoseconds.
  func wanted(every period: Int64) -> Int {
    Int(min(Int64(count), FramesAhead.reach / max(1, period))) - frames.count
  }

  mutating func add(_ frame: Frame) {
    frames.append(frame)
  }

  /// More are to be made when the server can take them, and more at once than before: nothing but time was the reason for the last.
  mutating func open() {
    count = min(HeldFrames.most, 2 * count + 1)
    isOpen = true
  }

  /// None are to be made behind those that there are.
  mutating func end() {
    isOpen = false
  }

  /// Forgets them all, and makes none for a while.
  mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    count = 0
    isOpen = false
  }
}
