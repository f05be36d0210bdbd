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

  /// How the session of `model` stands on `clocks`; nil if it has not begun.
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
  /// How it ended; nil if it goes on.
  package let end: SessionEnd?
  /// When each lap ended by the wall clock, in nanoseconds since 1970 (UTC); nil if that is not known.
  package let wallTimes: [Int64?]

  package static let empty = RecordedSession(laps: Laps(), end: nil, wallTimes: [])
}

/// Reads the state beside the window that owns it, as it was at one moment.
package struct PastSessions {
  private let tables: StateTables?

  /// The maximum number of sessions, and of laps in all of them; the oldest go first.
  package static let maxCount = 1000
  static let maxLaps = 5_000_000

  /// The sessions in `folder`, which may be empty.
  package init(in folder: StateFolder) throws(FileError) {
    do throws(StateError) {
      tables = try StateTables(reading: folder.database)
      try tables?.freeze()
    } catch {
      throw error.fileError(folder.database)
    }
  }

  /// The model as of `clocks`.
  package func model(at clocks: ClockReadings) throws(FileError) -> Model? {
    try read { (tables) throws(StateError) in try tables.model(at: clocks)?.0 }
  }

  /// Those that are over, oldest first, but not the `current` one: it was taken up again.
  package func list(current: Int64?) throws(FileError) -> [PastSession] {
    try read { (tables) throws(StateError) in try tables.pastSessions() }?
      .filter { $0.number != current } ?? []
  }

  /// Session `number`, with its laps.
  package func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    try read { (tables) throws(StateError) in try tables.session(number) }
  }

  private func read<Result>(
    _ body: (StateTables) throws(StateError) -> Result?
  ) throws(FileError) -> Result? {
    guard let tables else { return nil }
    do throws(StateError) {
      return try body(tables)
    } catch {
      throw error.fileError(tables.path)
    }
  }
}
