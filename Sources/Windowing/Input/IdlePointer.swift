/// When the pointer is hidden that lies still over a window which fills the screen. Times are CLOCK_MONOTONIC in nanoseconds.
struct IdlePointer: Equatable {
  private(set) var isHidden = false
  /// Since when it has lain still where it may be hidden; nil where it may not.
  private var start: Int64?

  /// How long it lies still before it is hidden: longer than somebody looks for a button, shorter than it disturbs.
  static let patience: Int64 = 3_000_000_000

  /// When it is to be hidden, if that is to come.
  var deadline: Int64? { isHidden ? nil : start.map { $0 + IdlePointer.patience } }

  /// Takes note that somebody has moved it, or pressed a button of it.
  mutating func noteUse(at now: Int64) {
    isHidden = false
    if start != nil { start = now }
  }

  /// Takes note of the time, and of whether it may be hidden.
  mutating func settle(isAllowed: Bool, at now: Int64) {
    guard isAllowed else {
      (isHidden, start) = (false, nil)
      return
    }
    let start = self.start ?? now
    self.start = start
    if now >= start + IdlePointer.patience { isHidden = true }
  }
}
