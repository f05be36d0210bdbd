import Geometry

/// Where a window is, or was before it filled the screen or a side of it: what it returns to.
///
/// Window managers keep that, too. But one that has started since knows only the window that fills
/// the screen, and none knows that the desktop has another scale by now.
struct WindowedPlace {
  private(set) var rect: PixelRect
  /// Whether the window has to be given its position once it no longer fills anything.
  private(set) var isPlaceDue = false
  /// Whether it has to be given its size.
  private(set) var isSizeDue = false
  /// The rectangle before the last changes in close succession, and when the last of them came.
  private var former: (rect: PixelRect, changed: Int64)?
  /// Until when changes belong to a window on its way to fill the screen, as it was asked to.
  private var heldUntil: Int64 = 0
  /// Whether the window manager has changed since the window's rectangle was last recorded.
  private var isManagerNew = false
  private var seen: PixelRect
  private var wasFull = false

  /// How long before the state a window manager may report the new place, in nanoseconds.
  static let longestChange: Int64 = 250_000_000
  /// How long the way to the full screen may take, in nanoseconds.
  static let longestWay: Int64 = 1_000_000_000

  init(_ rect: PixelRect) { (self.rect, seen) = (rect, rect) }

  /// Records the window's rectangle at the end of a turn, and whether it fills the screen or a side
  /// of it; returns whether it just ceased to.
  mutating func note(_ current: PixelRect, isFull: Bool, at now: Int64) -> Bool {
    defer { (seen, wasFull) = (current, isFull) }
    // On the way to the full screen, it may just not have said so yet.
    if !isFull, now >= heldUntil { isManagerNew = false }
    if isFull {
      // The size may have come before its reason.
      if !wasFull, let former, now - former.changed < WindowedPlace.longestChange {
        rect = former.rect
      }
      former = nil
      heldUntil = 0
      if isManagerNew { (isPlaceDue, isSizeDue) = (true, true) }
      isManagerNew = false
    } else if wasFull {
      // Where it was put back may not be where it belongs by now.
      if !isPlaceDue, !isSizeDue, current != seen { rect = current }
    } else if current != seen, now >= heldUntil {
      let isNext = former.map { now - $0.changed < WindowedPlace.longestChange } ?? false
      former = (isNext ? former?.rect ?? rect : rect, now)
      rect = current
    }
    return wasFull && !isFull
  }

  /// Records that the window was asked to fill the screen: it returns to where it is now.
  mutating func hold(_ current: PixelRect, at now: Int64) {
    former = nil
    (rect, seen) = (current, current)
    heldUntil = now + WindowedPlace.longestWay
  }

  /// Records that whoever manages the window now does not know where it was.
  mutating func managerChanged() { isManagerNew = true }

  /// Sets the size to return to.
  mutating func resize(width: Int, height: Int) {
    rect = PixelRect(x: rect.x, y: rect.y, width: width, height: height)
    isSizeDue = true
  }

  /// Records that the window was asked to return.
  mutating func settle() { (isPlaceDue, isSizeDue) = (false, false) }
}

/// The size of a window whose desktop changes its scale.
///
/// Some window managers, mutter among them, then resize X11 windows themselves, before programs hear
/// of the scale or after, and by the frame's size. So the window's size in user units is remembered,
/// and asked for again once the window manager is done.
struct Rescaling {
  typealias Size = (width: Int, height: Int)

  /// When to call `settle`, CLOCK_MONOTONIC in nanoseconds; nil for never.
  private(set) var deadline: Int64?
  /// The size in user units, and in device pixels at the last known scale.
  private var user = (width: 0.0, height: 0.0)
  private var target: Size = (0, 0)
  /// The last size, the size before the last changes in close succession, and the time of the last.
  private var seen: Size
  private var former: (size: Size, changed: Int64)?

  /// How long before and after a change of scale the window manager may resize the window, in
  /// nanoseconds.
  static let patience: Int64 = 500_000_000

  init(_ size: Size) { seen = size }

  /// Records the window's size.
  mutating func note(_ size: Size, at now: Int64) {
    guard size != seen else { return }
    var before = seen
    if let former, now - former.changed < Rescaling.patience { before = former.size }
    former = size == target ? nil : (size: before, changed: now)
    seen = size
  }

  /// Returns the size to ask for at another scale.
  mutating func change(from old: Double, to new: Double, at now: Int64) -> Size {
    let factor = new / old
    if deadline == nil, seen != target {
      var size = seen
      // Nearer to what the window manager would make of the former size than to that size itself.
      if let former, now - former.changed < Rescaling.patience {
        let grown = Double(seen.width) / Double(former.size.width)
        if abs(grown - factor) < abs(grown - 1) { size = former.size }
      }
      if size != target { user = (Double(size.width) / old, Double(size.height) / old) }
    }
    deadline = now + Rescaling.patience
    target = Placement.clamped(
      width: Rescaling.pixels(user.width * new), height: Rescaling.pixels(user.height * new))
    return target
  }

  /// Returns the size to ask for once the window manager has had its time, where it has chosen
  /// another one.
  mutating func settle(at now: Int64) -> Size? {
    guard let deadline, now >= deadline else { return nil }
    self.deadline = nil
    former = nil
    guard seen != target else { return nil }
    // The next resize may come in the same turn as the answer to this request: it starts from this
    // size.
    seen = target
    return target
  }

  private static func pixels(_ length: Double) -> Int { Int(min(length.rounded(), 32767)) }
}
