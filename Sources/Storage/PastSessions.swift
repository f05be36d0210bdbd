package import Files
package import Session
package import Timekeeping

package struct SessionEnd: Equatable, Sendable {
  /// Its first start, in nanoseconds since 1970 (UTC).
  package var start: Int64
  package var total: Duration
  package var lapCount: Int64

  init(start: Int64, total: Duration, lapCount: Int64) {
    (self.start, self.total, self.lapCount) = (start, total, lapCount)
  }

  package init?(of model: Model, at clocks: ClockReadings) {
    guard let start = model.session.start else { return nil }
    self.start = clocks.wallTime(of: start)
    total = model.stopwatch.elapsed(at: clocks.instant)
    lapCount = Int64(model.stopwatch.laps.count)
  }
}

package struct RecordedSession: Sendable {
  package let laps: Laps
  /// As last saved; nil if it was never started.
  package let end: SessionEnd?
  /// The wall-clock end of each lap, in nanoseconds since 1970 (UTC); nil if unknown.
  package let wallTimes: [Int64?]

  package static let empty = RecordedSession(laps: Laps(), end: nil, wallTimes: [])
}

/// A snapshot of the state, read while a window may own it.
package struct PastSessions {
  private let folder: StateFolder
  private let database: Database?

  /// The oldest sessions are removed first.
  package static let maxCount = 1000

  package init(in folder: StateFolder) throws(FileError) {
    self.folder = folder
    database = try folder.withDatabase { (path) throws(StateError) in
      let database = try Database(reading: path)
      try database?.execute("BEGIN")
      return database
    }
  }

  /// Whether the widget has saved anything.
  package var exists: Bool { database != nil }

  package func model(at clocks: ClockReadings) throws(FileError) -> Model? {
    try folder.withDatabase { (_) throws(StateError) in try database?.model(at: clocks)?.0 }
  }

  /// Finished sessions, oldest first: all except `current`.
  package func list(
    current: Int64?
  ) throws(FileError) -> [(number: Int64, end: SessionEnd)] {
    let all = try folder.withDatabase { (_) throws(StateError) in try database?.sessions() }
    return all?.filter { $0.number != current } ?? []
  }

  package func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    try folder.withDatabase { (_) throws(StateError) in try database?.session(number) }
  }
}
