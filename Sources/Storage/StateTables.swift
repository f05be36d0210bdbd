package import Files
import Glibc
package import Session
package import Timekeeping
import Wording

// The tables of the database, and the mapping of the model, sessions and laps to rows.
//
// The model is one row, with the clocks at its time. A lap is a row, written once. A session's row is its last state.

/// "segc", in the file's header.
private let applicationIdentifier: Int64 = 0x7365_6763
/// The format that is written, and the newest that can be read. Only the model's data differs between formats.
private let version = StateCoder.newestFormat
/// The oldest sessions are removed first.
private let maxSessions = 1000

/// A model's data is the boot ID, a zero, and the model. A lap's wall time is zero if it is unknown.
private let schema = """
  CREATE TABLE model (
    id INTEGER PRIMARY KEY CHECK (id = 1), axis INTEGER NOT NULL, boot_time INTEGER NOT NULL,
    monotonic_time INTEGER NOT NULL, wall_time INTEGER NOT NULL, checksum INTEGER NOT NULL, data BLOB);
  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY, start INTEGER NOT NULL, total INTEGER NOT NULL, laps INTEGER NOT NULL,
    checksum INTEGER NOT NULL);
  CREATE TABLE laps (
    session INTEGER NOT NULL, number INTEGER NOT NULL, total INTEGER NOT NULL, wall_time INTEGER NOT NULL,
    checksum INTEGER NOT NULL, name TEXT, PRIMARY KEY (session, number)) WITHOUT ROWID;
  \(Database.intervalSchema)
  PRAGMA application_id = \(applicationIdentifier);
  PRAGMA user_version = \(version);
  """

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
  /// Reads the state as of this moment, while a window may own it; nil if nothing was saved.
  package convenience init?(snapshotOf folder: StateFolder) throws(FileError) {
    try self.init(reading: folder.readable)
  }

  /// Reads the database at `path`; nil if it does not exist or is still empty.
  convenience init?(reading path: String) throws(FileError) {
    try Database.rollBack(path)
    guard let image = try DatabaseImage(path), !image.bytes.isEmpty else { return nil }
    // SQLite treats less than a page as an empty file.
    guard image.bytes.count >= 512 else { throw FileError(path: path, reason: mark("damaged")) }
    try self.init(image, of: path)
    guard try isComplete() else { return nil }
  }

  /// Finishes what a crash left of a database with a rollback journal, which earlier versions used on remote file
  /// systems.
  private static func rollBack(_ path: String) throws(FileError) {
    var status = stat()
    guard stat("\(path)-journal", &status) == 0, status.st_size > 0 else { return }
    _ = try Database(path).number("SELECT count(*) FROM sqlite_master")
  }

  /// Creates the tables of a new database.
  func createTables() throws(FileError) { try execute(schema) }

  /// Makes commits durable.
  func prepareToWrite() throws(FileError) {
    // The cache is in KiB: a command touches three or four pages.
    try execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = EXTRA; PRAGMA cache_size = -128;
      PRAGMA wal_autocheckpoint = 256
      """)
    guard try isComplete() else { throw unusable(mark("empty")) }
  }

  /// Whether the tables exist. A database is empty if its first transaction did not finish.
  private func isComplete() throws(FileError) -> Bool {
    // In this order: another process may create the tables and the identifier in between.
    let isEmpty = try number("SELECT count(*) FROM sqlite_master") == 0
    let identifier = try number("PRAGMA application_id")
    if isEmpty, identifier == 0 { return false }
    guard identifier == applicationIdentifier else {
      throw unusable(mark("not a segclock database"))
    }
    let found = try number("PRAGMA user_version")
    guard found <= version else {
      throw unusable(mark("written by a newer segclock (format {0})", Int(found)))
    }
    return true
  }

  /// Throws if the file's structure is invalid or a session was changed; with `laps`, also if a lap was.
  func check(laps: Bool = false) throws(FileError) {
    var isSound = false
    try run("PRAGMA quick_check(1)") { isSound = $0.bytes == Array("ok".utf8) }
    guard isSound else { throw unusable(mark("damaged")) }
    _ = try (sessions(), newestSession())
    if laps { try checkIntervals() }
    if laps { try rows("SELECT * FROM laps", integers: 4) { _ in } }
  }

  /// The model as it was written; nil if there is none.
  func modelRow() throws(FileError) -> Row? {
    var row: Row?
    try rows("SELECT * FROM model", integers: 5) { row = $0 }
    return row
  }

  // MARK: Loading

  /// The model as of `clocks`, and when it was written; nil if there is none.
  package func model(at clocks: ClockReadings) throws(FileError) -> (Model, ClockReadings)? {
    guard let row = try modelRow() else { return nil }
    let boot = row.bytes.prefix { $0 != 0 }
    let readings = ClockReadings(
      boot: String(decoding: boot, as: UTF8.self),
      axis: TimeAxis(rawValue: row.integers[1]) ?? .counted, bootTime: row.integers[2],
      monotonicTime: row.integers[3], wallTime: row.integers[4])
    let data = Array(row.bytes.dropFirst(boot.count + 1))
    var failure: FileError?
    let coder = StateCoder(
      reading: data, format: try number("PRAGMA user_version"),
      shiftingInstantsBy: clocks.shift(since: readings)
    ) { [self] session, count in
      do throws(FileError) {
        let saved = try self.laps(of: session).laps
        return saved.count == count ? saved : nil
      } catch {
        failure = error
        return nil
      }
    }
    guard var model = Model(from: coder) else { throw failure ?? unusable(mark("damaged")) }
    try loadNewestDays(into: &model)
    return (model, readings)
  }

  func newestSession() throws(FileError) -> Int64 {
    try number(
      """
      SELECT max(coalesce((SELECT max(number) FROM sessions), 0), coalesce((SELECT max(session) FROM laps), 0))
      """)
  }

  /// Sessions that were started, oldest first.
  package func sessions() throws(FileError) -> [(number: Int64, end: SessionEnd)] {
    var sessions: [(Int64, SessionEnd)] = []
    try rows("SELECT * FROM sessions ORDER BY number", integers: 4) { row in
      let end = SessionEnd(
        start: row.integers[1], total: Duration.nanoseconds(row.integers[2]),
        lapCount: row.integers[3])
      sessions.append((row.integers[0], end))
    }
    return sessions
  }

  package func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    let (laps, wallTimes) = try self.laps(of: number)
    let end = try sessions().first { $0.number == number }?.end
    guard end != nil || !laps.isEmpty else { return nil }
    return RecordedSession(laps: laps, end: end, wallTimes: wallTimes)
  }

  private func laps(of number: Int64) throws(FileError) -> (laps: Laps, wallTimes: [Int64?]) {
    var (laps, wallTimes): (Laps, [Int64?]) = (Laps(), [])
    var isOrdered = true
    try rows("SELECT * FROM laps WHERE session = ? ORDER BY number", [number], integers: 4) { row in
      laps.append(total: Duration.nanoseconds(row.integers[2]))
      wallTimes.append(row.integers[3] == 0 ? nil : row.integers[3])
      if !row.bytes.isEmpty {
        _ = laps.setName(String(decoding: row.bytes, as: UTF8.self), of: laps.count)
      }
      if row.integers[1] != Int64(laps.count) { isOrdered = false }
    }
    if !isOrdered { throw unusable(mark("damaged")) }
    return (laps, wallTimes)
  }

  // MARK: Saving

  /// Commits `steps`, which follow `old`, in one transaction.
  ///
  /// Without `old`, the wall-clock times of laps are unknown.
  func save(_ steps: [Batch.Step], after old: Model?) throws(FileError) {
    try transaction { () throws(FileError) in
      var last = old
      // A database of this format is not touched.
      if try number("PRAGMA user_version") != version {
        try execute("\(Database.intervalSchema) PRAGMA user_version = \(version)")
      }
      for step in steps {
        try write(step, after: last)
        last = step.model
      }
      guard let step = steps.last else { return }
      let row = step.row
      try insert(into: "model", row.integers, bytes: row.bytes)
      if step.model.session.number != old?.session.number {
        try prune(besides: step.model.neededSessions)
      }
    }
  }

  private func write(_ step: Batch.Step, after old: Model?) throws(FileError) {
    let (number, laps) = (step.model.session.number, step.model.stopwatch.laps)
    // The laps of a resumed session already exist.
    let before =
      if let old, old.session.number == number {
        old.stopwatch.laps
      } else {
        try self.laps(of: number).laps
      }
    try writeLaps(from: before, to: laps, of: number) {
      old == nil ? 0 : step.wallTime(ofTotal: $0)
    }
    try writeIntervals(from: old?.day, to: step.model.day)
    guard let end = SessionEnd(of: step.model, at: step.clocks) else { return }
    try record(end, of: number)
  }

  /// Writes the difference of two lists of laps, which differ at their ends and in names.
  private func writeLaps(
    from before: Laps, to after: Laps, of session: Int64, wallTime: (Duration) -> Int64
  ) throws(FileError) {
    var shared = min(before.count, after.count)
    // A lap that was undone and marked again has another total.
    while shared > 0, before[shared - 1].total != after[shared - 1].total { shared -= 1 }
    if shared < before.count {
      try run("DELETE FROM laps WHERE session = ? AND number > ?", [session, Int64(shared)])
    }
    let (oldNames, newNames) = (before.namesByNumber, after.namesByNumber)
    func write(_ lap: Lap, _ wallTime: Int64) throws(FileError) {
      try insert(
        into: "laps", [session, Int64(lap.number), lap.total.nanosecondsClamped, wallTime],
        bytes: Array((newNames[lap.number] ?? "").utf8))
    }
    for lap in after[shared...] { try write(lap, wallTime(lap.total)) }
    guard oldNames != newNames else { return }
    for lap in after[..<shared] where oldNames[lap.number] != newNames[lap.number] {
      var wallTime: Int64 = 0
      let sql = "SELECT * FROM laps WHERE session = ? AND number = ?"
      try rows(sql, [session, Int64(lap.number)], integers: 4) { wallTime = $0.integers[3] }
      try write(lap, wallTime)
    }
  }

  /// Removes the oldest sessions beyond the limit, except `needed`.
  private func prune(besides needed: [Int64]) throws(FileError) {
    let last = try number(
      "SELECT number FROM sessions ORDER BY number DESC LIMIT 1 OFFSET \(maxSessions)")
    guard last > 0 else { return }
    let kept = needed.map(String.init).joined(separator: ", ")
    try run("DELETE FROM laps WHERE session <= ? AND session NOT IN (\(kept))", [last])
    try run("DELETE FROM sessions WHERE number <= ? AND number NOT IN (\(kept))", [last])
  }

  /// Copies the sessions and laps of `source` that are intact and not here yet.
  func addSessions(of source: Database) throws(FileError) {
    var failure: FileError?
    func attempt(_ body: () throws(FileError) -> Void) {
      guard failure == nil else { return }
      do throws(FileError) { try body() } catch { failure = error }
    }
    var numbers: [Int64] = []
    try transaction { () throws(FileError) in
      let present = try Set(sessions().map(\.number))
      try? source.rows("SELECT * FROM sessions", integers: 4) { row in
        guard !present.contains(row.integers[0]) else { return }
        attempt { () throws(FileError) in try insert(into: "sessions", row.integers) }
      }
      try? source.run("SELECT DISTINCT session FROM laps") { numbers += $0.integers }
      for number in numbers where try self.laps(of: number).laps.isEmpty {
        var (count, isWhole): (Int64, Bool) = (0, true)
        do throws(FileError) {
          try source.rows(
            "SELECT * FROM laps WHERE session = ? ORDER BY number", [number], integers: 4
          ) { row in
            count += 1
            if row.integers[1] != count { isWhole = false }
            attempt { () throws(FileError) in
              try insert(into: "laps", row.integers, bytes: row.bytes)
            }
          }
        } catch {
          isWhole = false
        }
        if !isWhole { try run("DELETE FROM laps WHERE session = ?", [number]) }
        if let failure { throw failure }
      }
      if let failure { throw failure }
      try addIntervals(of: source)
    }
  }

  func record(_ end: SessionEnd, of number: Int64) throws(FileError) {
    try insert(
      into: "sessions", [number, end.start, end.total.nanosecondsClamped, end.lapCount])
  }

  /// Writes all of it to a new file at `path`.
  func copy(toFile path: String) throws(FileError) {
    // Private to its owner, as SQLite creates no file then.
    _ = try Database(new: path)
    try run("VACUUM INTO CAST(? AS TEXT)", bytes: Array(path.utf8))
  }
}

extension Batch.Step {
  /// The model's row in the database.
  var row: Database.Row {
    Database.Row(
      integers: [1, clocks.axis.rawValue, clocks.bootTime, clocks.monotonicTime, clocks.wallTime],
      bytes: Array(clocks.boot.utf8) + [0] + model.savedBytes)
  }

  fileprivate func wallTime(ofTotal total: Duration) -> Int64 {
    clocks.wallTime(of: model.stopwatch.anchor + (total - model.stopwatch.elapsedAtAnchor))
  }
}
