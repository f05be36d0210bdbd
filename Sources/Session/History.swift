import Timekeeping

/// Something that was done and can be taken back.
enum UndoEntry: Equatable, Sendable {
  /// The stopwatch was stopped: taking it back restores the time in between.
  case stop
  /// A lap was marked: taking it back gives its time to the running lap again.
  case lap
  /// The stopwatch was reset from this state.
  case reset(Stopwatch)
  /// The counter was reset from this value.
  case counterReset(Int)

  /// Takes it back; false where what has been done since has overtaken it.
  func takeBack(from model: inout Model) -> Bool {
    switch self {
    case .stop: return model.stopwatch.undoStop()
    case .lap: return model.stopwatch.undoLap()
    case .reset(let before):
      // A stopwatch that runs again is not thrown away for the one before.
      guard model.stopwatch.state == .reset else { return false }
      model.stopwatch = before
      return true
    case .counterReset(let value):
      return (try? model.counter.set(value)) != nil
    }
  }
}

/// What can be taken back, newest last.
struct History: Equatable, Sendable {
  private var entries: [UndoEntry] = []

  /// The most entries that are kept; beyond it the oldest is forgotten.
  static let capacity = 100

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ entry: UndoEntry) {
    if entries.count >= History.capacity { entries.removeFirst() }
    entries.append(entry)
  }

  /// Forgets a stop that a start has ended: what was stopped goes on from where it stood.
  mutating func forgetStops() {
    entries.removeAll { $0 == .stop }
  }

  /// The newest entry, which is forgotten; nil when there is none.
  mutating func takeNewest() -> UndoEntry? {
    entries.popLast()
  }
}
