package import Files
package import Session
package import Timekeeping

package struct SessionEnd: Equatable, Sendable {
  /// Its first start, in nanoseconds since 1970 (UTC).
  package var start: Int64
  package var total: Duration
  package var lapCount: Int64
}

extension SessionEnd {
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
  private let database: Database?

  /// The oldest sessions are removed first.
  package static let maxCount = 1000

  package init(in folder: StateFolder) throws(FileError) {
    database = try Database(reading: folder.database)
    try database?.execute("BEGIN")
  }

  /// Whether the widget has saved anything.
  package var exists: Bool { database != nil }

  package func model(at clocks: ClockReadings) throws(FileError) -> Model? {
    try database?.model(at: clocks)?.0
  }

  /// All that were started, oldest first.
  package func list() throws(FileError) -> [(number: Int64, end: SessionEnd)] {
    try database?.sessions() ?? []
  }

  package func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    try database?.session(number)
  }
}
