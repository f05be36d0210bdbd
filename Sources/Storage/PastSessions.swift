package import Files
package import Session
package import Timekeeping

/// How a session of the stopwatch ended.
package struct SessionEnd: Equatable, Sendable {
  /// When it was started first, in nanoseconds since 1970 (UTC).
  package var start: Int64
  /// The whole time on the stopwatch.
  package var total: Duration
  package var lapCount: Int64

  /// How the session of `model` stands on `clocks`; nil where it has not begun.
  package init?(of model: Model, at clocks: ClockReadings) {
    guard let start = model.session.start else { return nil }
    self.init(
      start: clocks.wallTime(of: start), total: model.stopwatch.elapsed(at: clocks.instant),
      lapCount: Int64(model.stopwatch.laps.count))
  }

  init(start: Int64, total: Duration, lapCount: Int64) {
    (self.start, self.total, self.lapCount) = (start, total, lapCount)
  }
}

/// A session of the stopwatch that is over.
package struct PastSession: Sendable {
  package let number: Int64
  package let end: SessionEnd
}

/// A session of the stopwatch with its laps.
package struct RecordedSession: Sendable {
  package let laps: Laps
  /// How it ended; nil where it goes on.
  package let end: SessionEnd?
  /// When each lap ended by the clock on the wall, in nanoseconds since 1970 (UTC); nil where that is not known.
  package let wallTimes: [Int64?]

  /// One in which nothing has happened yet.
  package static let empty = RecordedSession(laps: Laps(), end: nil, wallTimes: [])
}

/// Reads what a widget keeps beside the window that owns it, and changes nothing.
package struct PastSessions {
  private let tables: StateTables?

  /// How many are kept, and how many laps in all of them; the oldest go first.
  package static let most = 1000
  static let maxLaps = 5_000_000

  /// What is in `folder`, which may be nothing.
  package init(in folder: StateFolder) throws(FileError) {
    do throws(StateTables.Refusal) {
      tables = try StateTables(reading: folder.database)
      try tables?.freeze()
    } catch {
      throw error.fileError(folder.database)
    }
  }

  /// The model as of `clocks`, without its laps; nil where there is none.
  package func model(at clocks: ClockReadings) throws(FileError) -> Model? {
    try access { (tables) throws(StateTables.Refusal) in try tables.model(at: clocks)?.model }
  }

  /// Those that are over, the oldest first. One that has been taken up again has the number `current` and is left out.
  package func list(current: Int64?) throws(FileError) -> [PastSession] {
    try access { (tables) throws(StateTables.Refusal) in try tables.pastSessions() }?
      .filter { $0.number != current } ?? []
  }

  /// Session `number`, with its laps; nil where there is none.
  package func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    try access { (tables) throws(StateTables.Refusal) in try tables.session(number) }
  }

  private func access<Result>(
    _ body: (StateTables) throws(StateTables.Refusal) -> Result?
  ) throws(FileError) -> Result? {
    guard let tables else { return nil }
    do throws(StateTables.Refusal) {
      return try body(tables)
    } catch {
      throw error.fileError(tables.path)
    }
  }
}
