import Timekeeping
import Windowing

/// The frames that were composed and painted before their time, and how many to make at once.
///
/// Anything that happens takes them back. So there are none behind such an event, and then ever more for as long as nothing but
/// time goes by.
struct FramesAhead {
  /// When a frame is due, on CLOCK_MONOTONIC, the time that it shows, and how many pixels it paints.
  struct Frame {
    let due: Int64
    let reading: Reading
    let pixels: Int
  }

  /// How far ahead they may be, in nanoseconds: what a change of the clock's zone may come late by, and less
  /// than what motion remembers (`Animated.memory`).
  private static let reach: Int64 = 125_000_000

  /// How late one may be shown, in nanoseconds: it says the time at which it was due.
  private static let patience: Int64 = 20_000_000

  private var frames: [Frame] = []
  /// How many of them have been shown.
  private var shown = 0
  /// How many are made next time.
  private var count = 0

  init() {
    frames.reserveCapacity(Presenter.mostHeld)
  }

  var isEmpty: Bool { shown == frames.count }

  /// The next to be shown.
  var first: Frame? { isEmpty ? nil : frames[shown] }

  /// Whether the next is due at `now`, with one every `period` nanoseconds, and still shows what the clocks say.
  func isReady(at now: Int64, _ reading: Reading, period: Int64) -> Bool {
    guard let first, now >= first.due, now - first.due < min(period, FramesAhead.patience),
      reading.goesOn(from: first.reading)
    else {
      return false
    }
    // The computer may have slept.
    return (reading.instant - first.reading.instant).nanosecondsClamped.magnitude < period.magnitude
  }

  /// How many to make behind a frame that has just been shown, with one every `period` nanoseconds.
  func wanted(every period: Int64) -> Int {
    Int(min(Int64(count), FramesAhead.reach / max(1, period)))
  }

  mutating func add(_ frame: Frame) {
    frames.append(frame)
  }

  /// Notes that the first has been shown.
  mutating func advance() {
    shown += 1
    if isEmpty { forget() }
  }

  /// Notes that a frame was shown for which nothing but time was the reason: more can be made next time.
  mutating func grow() {
    count = min(Presenter.mostHeld, 2 * count + 1)
  }

  /// Forgets them all, and makes none for a while.
  mutating func removeAll() {
    forget()
    count = 0
  }

  private mutating func forget() {
    frames.removeAll(keepingCapacity: true)
    shown = 0
  }
}
