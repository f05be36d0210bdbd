import Bytes
import Timekeeping

/// Something that was done and can be taken back; each mode has its own in its file.
protocol UndoEntry: ByteCodable, Equatable, Sendable {
  /// Takes it back; false where what has been done since has overtaken it.
  func takeBack(from model: inout Model) -> Bool
  /// The session of the stopwatch that it brings back, if it does; its laps are kept elsewhere.
  var session: StopwatchSession? { get }
  /// Takes the laps of that session.
  mutating func take(_ laps: Laps)
}

extension UndoEntry {
  var session: StopwatchSession? { nil }
  mutating func take(_ laps: Laps) {}
}

/// What can be taken back, newest last.
struct History: Equatable, Sendable {
  var entries: [any UndoEntry] = []

  /// The most entries that are kept; beyond it the oldest is forgotten.
  static let capacity = 100

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ entry: some UndoEntry) {
    if entries.count >= History.capacity { entries.removeFirst() }
    entries.append(entry)
  }

  /// Forgets all entries like `entry`: a stop that a start has ended, since what was stopped goes on from where it stood.
  mutating func forget(_ entry: some UndoEntry) {
    entries.removeAll { entry.isEqual(to: $0) }
  }

  /// Forgets all entries of a kind: what has been done since has overtaken them.
  mutating func forgetAll<Entry: UndoEntry>(_ kind: Entry.Type) {
    entries.removeAll { $0 is Entry }
  }

  /// The newest entry, which is forgotten; nil when there is none.
  mutating func takeNewest() -> (any UndoEntry)? {
    entries.popLast()
  }

  static func == (left: History, right: History) -> Bool {
    left.entries.count == right.entries.count
      && zip(left.entries, right.entries).allSatisfy { $0.isEqual(to: $1) }
  }
}

extension UndoEntry {
  fileprivate func isEqual(to other: any UndoEntry) -> Bool { other as? Self == self }
}
