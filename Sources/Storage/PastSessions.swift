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

extension Database {
  /// Opens a snapshot of the state, while a window may own it; nil if nothing was saved.
  package convenience init?(snapshotOf folder: StateFolder) throws(FileError) {
    try self.init(reading: folder.database)
    try execute("BEGIN")
  }
}
