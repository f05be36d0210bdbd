import Geometry

/// Where a window is, or was before it filled the screen or a side of it: what it goes back to.
///
/// Window managers keep that, too. But one that has come since knows only the window that fills the screen, and none
/// knows that the desktop has another scale by now.
struct WindowedPlace {
  /// Its rectangle on the screen.
  private(set) var rect: PixelRect
  /// Whether the window has to be given its place once it no longer fills anything.
  private(set) var isPlaceDue = false
  /// Whether it has to be given its size.
  private(set) var isSizeDue = false
  /// The rectangle before the last changes that came closely one after the other, and when the last of them came.
  private var former: (rect: PixelRect, changed: Int64)?
  /// Until when changes are those of a window on its way to fill the screen, as it was asked to.
  private var held: Int64 = 0
  /// Whether the window manager has changed since the window's place was last told.
  private var isManagerNew = false
  /// The window's rectangle when it was last told.
  private var seen: PixelRect
  private var wasFull = false

  /// A window manager that tells a new place and size before it tells why does so within this time, in nanoseconds.
  static let longestChange: Int64 = 250_000_000
  /// How long the way to the full screen may take, in nanoseconds.
  static let longestWay: Int64 = 1_000_000_000

  init(_ rect: PixelRect) {
    self.rect = rect
    seen = rect
  }

  /// Takes note of where the window is at the end of a turn, and whether it fills the screen or a side of it; returns whether
  /// it just ceased to.
  mutating func note(_ current: PixelRect, isFull: Bool, at now: Int64) -> Bool {
    defer { (seen, wasFull) = (current, isFull) }
    // On the way to the full screen, it may just not have said so yet.
    if !isFull, now >= held { isManagerNew = false }
    if isFull {
      // The size may have come before its reason.
      if !wasFull, let former, now - former.changed < WindowedPlace.longestChange {
        rect = former.rect
      }
      former = nil
      held = 0
      if isManagerNew { (isPlaceDue, isSizeDue) = (true, true) }
      isManagerNew = false
    } else if wasFull {
      // Where it was put back may not be where it belongs by now.
      if !isPlaceDue, !isSizeDue, current != seen { rect = current }
    } else if current != seen, now >= held {
      let isNext = former.map { now - $0.changed < WindowedPlace.longestChange } ?? false
      former = (isNext ? former?.rect ?? rect : rect, now)
      rect = current
    }
    return wasFull && !isFull
  }

  /// Says that the window was asked to fill the screen: where it is now is where it goes back to.
  mutating func hold(_ current: PixelRect, at now: Int64) {
    former = nil
    (rect, seen) = (current, current)
    held = now + WindowedPlace.longestWay
  }

  /// Says that whoever has the window now does not know where it was.
  mutating func managerChanged() {
    isManagerNew = true
  }

  /// Sets the size to go back to.
  mutating func resize(width: Int, height: Int) {
    rect = PixelRect(x: rect.x, y: rect.y, width: width, height: height)
    isSizeDue = true
  }

  /// Says that the window was asked to go back.
  mutating func settle() {
    (isPlaceDue, isSizeDue) = (false, false)
  }
}
