package import Files
package import Session
package import Timekeeping

/// How a session of the stopwatch stands, or how it ended.
package struct SessionEnd: Equatable, Sendable {
  /// When it was started first, in nanoseconds since 1970 (UTC).
  package var start: Int64
  package var total: Duration
  package var lapCount: Int64

  init(start: Int64, total: Duration, lapCount: Int64) {
    (self.start, self.total, self.lapCount) = (start, total, lapCount)
  }

  /// How the session of `model` stands on `clocks`; nil if it has not begun.
  package init?(of model: Model, at clocks: ClockReadings) {
    guard let start = model.session.start else { return nil }
    self.start = clocks.wallTime(of: start)
    total = model.stopwatch.elapsed(at: clocks.instant)
    lapCount = Int64(model.stopwatch.laps.count)
  }
}

package struct RecordedSession: Sendable {
  package let laps: Laps
  /// How it stood when it was saved last; nil if it was never started.
  package let end: SessionEnd?
  /// When each lap ended by the wall clock, in nanoseconds since 1970 (UTC); nil if that is not known.
  package let wallTimes: [Int64?]

  package static let empty = RecordedSession(laps: Laps(), end: nil, wallTimes: [])
}

/// Reads the state beside the window that owns it, as it was at one moment.
package struct PastSessions {
  private let folder: StateFolder
  private let database: Database?

  /// The maximum number of sessions, and of laps in all of them; the oldest go first.
  package static let maxCount = 1000
  static let maxLaps = 5_000_000

  /// The sessions in `folder`, which may be empty.
  package init(in folder: StateFolder) throws(FileError) {
    self.folder = folder
    database = try folder.withDatabase { (path) throws(StateError) in
      let database = try Database(reading: path)
      try database?.execute("BEGIN")
      return database
    }
  }

  package func model(at clocks: ClockReadings) throws(FileError) -> Model? {
    try folder.withDatabase { (_) throws(StateError) in try database?.model(at: clocks)?.0 }
  }

  /// Those that are over, oldest first: all but the `current` one.
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
