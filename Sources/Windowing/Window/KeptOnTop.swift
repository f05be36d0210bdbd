/// Whether a window that is to stay above others, where no window manager sees to it, may be raised once more.
///
/// Another program may want the same for a window of its own: the one that gives up ends that.
struct KeptOnTop {
  /// When it was raised, CLOCK_MONOTONIC in nanoseconds.
  private var raises: [Int64] = []

  /// The most raises within `period`.
  static let most = 10
  /// In nanoseconds.
  static let period: Int64 = 10_000_000_000

  /// Takes note of one more; false where there have been too many.
  mutating func raise(at now: Int64) -> Bool {
    raises.removeAll { now - $0 >= KeptOnTop.period }
    guard raises.count < KeptOnTop.most else {
      raises.removeAll()
      return false
    }
    raises.append(now)
    return true
  }
}
