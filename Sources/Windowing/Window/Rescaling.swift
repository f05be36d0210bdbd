/// The size of a window whose desktop changes its scale.
///
/// Some window managers, mutter among them, then resize X11 windows themselves, before programs hear of the scale or after, and
/// by the frame's size. So the window's size in user units is remembered, and asked for again once the window manager is done.
struct Rescaling {
  typealias Size = (width: Int, height: Int)

  /// When to call `settle`, CLOCK_MONOTONIC in nanoseconds; nil for never.
  private(set) var deadline: Int64?
  /// The size in user units, and in device pixels at the last known scale.
  private var user = (width: 0.0, height: 0.0)
  private var target: Size = (0, 0)
  /// The last size, that before the changes that came closely one after the other, and when the last of them came.
  private var seen: Size
  private var former: (size: Size, changed: Int64)?

  /// How long before and after a change of scale the window manager may resize the window, in nanoseconds.
  static let patience: Int64 = 500_000_000

  init(_ size: Size) { seen = size }

  /// Records the window's size.
  mutating func note(_ size: Size, at now: Int64) {
    guard size != seen else { return }
    let isNext = former.map { now - $0.changed < Rescaling.patience } ?? false
    former = size == target ? nil : (isNext ? former?.size ?? seen : seen, now)
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
    target = Placement.held(
      width: Rescaling.pixels(user.width * new), height: Rescaling.pixels(user.height * new))
    return target
  }

  /// Returns the size to ask for once the window manager has had its time, where it has made another one.
  mutating func settle(at now: Int64) -> Size? {
    guard let deadline, now >= deadline else { return nil }
    self.deadline = nil
    former = nil
    guard seen != target else { return nil }
    // The next resize may come in the same turn as the answer to this request: it starts from this size.
    seen = target
    return target
  }

  private static func pixels(_ length: Double) -> Int { Int(min(length.rounded(), 32767)) }
}
