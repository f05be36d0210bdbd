/// When something that may change many times in a row is to be written down: a while after its last change, and in a long row
/// of them every now and then. It needs no time while nothing changes.
package struct Settling<Value: Equatable> {
  private var value: Value?
  /// By when it is written at the latest, if there is anything to write.
  private var latest: Int64?
  /// When to call `note` though nothing has changed, in the clock's nanoseconds; nil for never.
  package private(set) var deadline: Int64?

  /// How long nothing may have changed, in nanoseconds: a window manager's steps to another state come closer together.
  static var stillness: Int64 { 1_000_000_000 }
  /// How long a change may wait, in nanoseconds.
  static var longestWait: Int64 { 15_000_000_000 }

  /// Nothing is known yet, so that the first value is a change.
  package init() {}

  /// Takes note of the value at `now`, in nanoseconds; true where it is to be written now.
  package mutating func note(_ new: Value, at now: @autoclosure () -> Int64) -> Bool {
    let isNew = new != value
    guard isNew || deadline != nil else { return false }
    let now = now()
    if isNew {
      value = new
      let latest = latest ?? now + Settling.longestWait
      self.latest = latest
      deadline = min(now + Settling.stillness, latest)
    }
    guard let due = deadline, now >= due else { return false }
    (deadline, latest) = (nil, nil)
    return true
  }
}
