import CSQLite
import Files
import Glibc
import Session
import Timekeeping

/// The tables of a widget's database, and how the model, sessions and laps become rows.
///
/// The model is one row, with the clocks of its moment. A lap is a row that is written once; sessions get theirs when they
/// end.
struct StateTables {
  /// "segc", in the file's header.
  private static let applicationIdentifier: Int64 = 0x7365_6763
  /// The format that this program writes, and the newest that it reads.
  private static let version: Int64 = 1

  private static let schema = """
    CREATE TABLE model (
      id INTEGER PRIMARY KEY CHECK (id = 1), boot TEXT NOT NULL, axis INTEGER NOT NULL, boot_time INTEGER NOT NULL,
      monotonic_time INTEGER NOT NULL, wall_time INTEGER NOT NULL, data BLOB NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE sessions (
      number INTEGER PRIMARY KEY, start INTEGER NOT NULL, total INTEGER NOT NULL, laps INTEGER NOT NULL,
      checksum INTEGER NOT NULL);
    CREATE TABLE laps (
      session INTEGER NOT NULL, number INTEGER NOT NULL, total INTEGER NOT NULL, wall_time INTEGER, name TEXT NOT NULL,
      checksum INTEGER NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID;
    PRAGMA application_id = \(applicationIdentifier);
    PRAGMA user_version = \(version);
    """

  let path: String
  private let database: Database

  /// The database at `path`; nil if there is none, or it has no contents yet.
  init?(reading path: String) throws(StateError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .irregular }
    // SQLite takes less than a page for an empty file.
    if (1..<512).contains(status.st_size) { throw .damaged }
    // To be written, too: a transaction that a crash cut short may have to be rolled back.
    try self.init(opening: path)
    guard try isComplete() else { return nil }
  }

  /// The database at `path`, made where it is missing.
  init(creating path: String) throws(StateError) {
    try self.init(opening: path, creates: true)
    try prepareToWrite()
  }

  private init(opening path: String, creates: Bool = false) throws(StateError) {
    self.path = path
    // For nobody but its owner; SQLite's other files follow it.
    if creates { Glibc.close(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)) }
    database = try Database(path, creates: creates)
  }

  /// From then on a committed transaction is on the disk, and so is the file's name: SQLite synchronizes the folder when it
  /// makes a journal.
  func prepareToWrite() throws(StateError) {
    let (isComplete, isRemote) = (try isComplete(), StateTables.isRemote(path))
    try database.execute("PRAGMA journal_mode = \(isRemote ? "DELETE" : "WAL")")
    // EXTRA: the removed journal's name is gone for good, too.
    try database.execute("PRAGMA synchronous = \(isRemote ? "EXTRA" : "FULL")")
    // In KiB: a command touches three or four pages.
    try database.execute("PRAGMA cache_size = -128; PRAGMA wal_autocheckpoint = 256")
    guard !isComplete else { return }
    try database.transaction { () throws(StateError) in
      try database.execute(StateTables.schema)
    }
  }

  /// Whether `path` is on another machine's file system. Processes cannot share memory there, which a write-ahead log
  /// needs, so a rollback journal is used.
  static func isRemote(_ path: String) -> Bool {
    csqlite_is_remote(Descriptor.folder(of: path)) != 0
  }

  /// Whether it has our tables. An empty database has none yet: its first transaction did not come to an end.
  private func isComplete() throws(StateError) -> Bool {
    let identifier = try database.number("PRAGMA application_id")
    if identifier == 0, try database.number("SELECT count(*) FROM sqlite_master") == 0 {
      return false
    }
    guard identifier == StateTables.applicationIdentifier else { throw .foreign }
    let found = try database.number("PRAGMA user_version")
    guard found <= StateTables.version else { throw .newer(version: found) }
    let known = try database.number(
      """
      SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('model', 'sessions', 'laps')
      """)
    guard known == 3 else { throw .damaged }
    return true
  }

  /// From here on everything is read as it is now, whatever the owner writes meanwhile.
  func freeze() throws(StateError) { try database.execute("BEGIN") }

  /// Whether the path no longer leads to this file.
  var hasMoved: Bool { database.hasMoved }

  /// Throws `damaged` if the structure of the file does not hold, or a session was changed.
  func check() throws(StateError) {
    var isSound = false
    try database.run("PRAGMA quick_check(1)") { isSound = $0.text(0) == "ok" }
    guard isSound else { throw .damaged }
    _ = try pastSessions()
  }

  // MARK: Loading

  /// The model as of `clocks`, and when it was written; nil if there is none.
  func model(at clocks: ClockReadings) throws(StateError) -> (Model, ClockReadings)? {
    var saved: (readings: ClockReadings, data: [UInt8])?
    try database.rows("SELECT * FROM model") { row in
      let readings = ClockReadings(
        boot: row.text(1), axis: TimeAxis(rawValue: UInt8(clamping: row.integer(2))) ?? .counted,
        bootTime: row.integer(3), monotonicTime: row.integer(4), wallTime: row.integer(5))
      saved = (readings, row.blob(6))
    }
    guard let (readings, data) = saved else { return nil }
    var failure: StateError?
    let coder = StateCoder(
      reading: data, shiftingInstantsBy: clocks.shift(since: readings)
    ) { session, count in
      do throws(StateError) {
        let saved = try laps(of: session).laps
        return saved.count == count ? saved : nil
      } catch {
        failure = error
        return nil
      }
    }
    guard let model = Model(from: coder) else { throw failure ?? .damaged }
    return (model, readings)
  }

  /// The largest number of a session; zero without any.
  func newestSession() throws(StateError) -> Int64 {
    try database.number(
      """
      SELECT max(coalesce((SELECT max(number) FROM sessions), 0), coalesce((SELECT max(session) FROM laps), 0))
      """)
  }

  /// The sessions that have ended, oldest first.
  func pastSessions() throws(StateError) -> [PastSession] {
    try pastSessions("SELECT * FROM sessions ORDER BY number")
  }

  private func pastSessions(
    _ sql: String, _ values: [Database.Value] = []
  ) throws(StateError) -> [PastSession] {
    var sessions: [PastSession] = []
    try database.rows(sql, values) { row in
      let end = SessionEnd(
        start: row.integer(1), total: Duration(nanoseconds: row.integer(2)),
        lapCount: row.integer(3))
      sessions.append(PastSession(number: row.integer(0), end: end))
    }
    return sessions
  }

  /// Session `number`; nil if nothing is known of it.
  func session(_ number: Int64) throws(StateError) -> RecordedSession? {
    let (laps, wallTimes) = try self.laps(of: number)
    let past = try pastSessions("SELECT * FROM sessions WHERE number = ?", [.integer(number)])
    guard !past.isEmpty || !laps.isEmpty else { return nil }
    return RecordedSession(laps: laps, end: past.first?.end, wallTimes: wallTimes)
  }

  /// The laps of session `number`, and when each ended by the wall clock.
  private func laps(of number: Int64) throws(StateError) -> (laps: Laps, wallTimes: [Int64?]) {
    var (totals, wallTimes): ([Int64], [Int64?]) = ([], [])
    var names: [(lap: Int, name: String)] = []
    var isOrdered = true
    try database.rows(
      "SELECT * FROM laps WHERE session = ? ORDER BY number", [.integer(number)]
    ) { row in
      totals.append(row.integer(2))
      wallTimes.append(row.isNull(3) ? nil : row.integer(3))
      let name = row.text(4)
      if !name.isEmpty { names.append((totals.count, name)) }
      if row.integer(1) != Int64(totals.count) { isOrdered = false }
    }
    if !isOrdered { throw .damaged }
    var laps = Laps()
    laps.append(nanoseconds: totals)
    for (lap, name) in names { _ = laps.setName(name, of: lap) }
    return (laps, wallTimes)
  }

  // MARK: Saving

  /// Commits `steps`, which follow `old`, in one transaction.
  ///
  /// Without `old` it is not known when laps ended by the wall clock.
  func save(_ steps: [Batch.Step], after old: Model?) throws(StateError) {
    try database.transaction { () throws(StateError) in
      var (last, hasEnded) = (old, false)
      for step in steps {
        hasEnded = try write(step, after: last) || hasEnded
        last = step.model
      }
      guard let step = steps.last else { return }
      let clocks = step.clocks
      try database.insert(
        into: "model",
        [
          .integer(1), .text(clocks.boot), .integer(Int64(clocks.axis.rawValue)),
          .integer(clocks.bootTime), .integer(clocks.monotonicTime), .integer(clocks.wallTime),
          .blob(step.model.savedBytes),
        ])
      if hasEnded { try prune(besides: step.model.neededSessions) }
    }
  }

  /// Writes the laps of a model, and the end of the session before it, if it ended. Returns whether it did.
  private func write(_ step: Batch.Step, after old: Model?) throws(StateError) -> Bool {
    let (number, laps) = (step.model.session.number, step.model.stopwatch.laps)
    if let old, old.session.number == number {
      try writeLaps(from: old.stopwatch.laps, to: laps, of: number) { step.wallTime(ofTotal: $0) }
      return false
    }
    // The laps of a session that is taken up again are there already.
    try writeLaps(from: try self.laps(of: number).laps, to: laps, of: number) {
      old == nil ? nil : step.wallTime(ofTotal: $0)
    }
    guard let old, old.stopwatch.state == .stopped, let end = SessionEnd(of: old, at: step.clocks)
    else { return false }
    try database.insert(
      into: "sessions",
      [
        .integer(old.session.number), .integer(end.start), .integer(end.total.nanosecondsClamped),
        .integer(end.lapCount),
      ])
    return true
  }

  /// Writes what turns `before` into `after`, which differ at their ends and in names.
  private func writeLaps(
    from before: Laps, to after: Laps, of session: Int64, wallTime: (Duration) -> Int64?
  ) throws(StateError) {
    var shared = min(before.count, after.count)
    // A lap that was taken back and marked anew differs in its total.
    while shared > 0, before[shared - 1].total != after[shared - 1].total { shared -= 1 }
    if shared < before.count {
      try database.run(
        "DELETE FROM laps WHERE session = ? AND number > ?",
        [.integer(session), .integer(Int64(shared))])
    }
    let (oldNames, newNames) = (before.namesByNumber, after.namesByNumber)
    for lap in after[shared...] {
      try insert(lap, of: session, wallTime: wallTime(lap.total), name: newNames[lap.number])
    }
    guard oldNames != newNames else { return }
    for number in Set(oldNames.keys).union(newNames.keys)
    where number <= shared && oldNames[number] != newNames[number] {
      var wallTime: Int64?
      try database.rows(
        "SELECT * FROM laps WHERE session = ? AND number = ?",
        [.integer(session), .integer(Int64(number))]
      ) { row in
        wallTime = row.isNull(3) ? nil : row.integer(3)
      }
      try insert(after[number - 1], of: session, wallTime: wallTime, name: newNames[number])
    }
  }

  private func insert(
    _ lap: Lap, of session: Int64, wallTime: Int64?, name: String?
  ) throws(StateError) {
    try database.insert(
      into: "laps",
      [
        .integer(session), .integer(Int64(lap.number)), .integer(lap.total.nanosecondsClamped),
        wallTime.map { .integer($0) } ?? .null, .text(name ?? ""),
      ])
  }

  /// Removes the oldest sessions past the limits, but for the newest two and `needed`. `total` cannot overflow, as `sum`
  /// can.
  private func prune(besides needed: [Int64]) throws(StateError) {
    let newest = """
      SELECT coalesce(max(number), 0) FROM (
        SELECT number, total(laps) OVER (ORDER BY number DESC) AS all_laps,
          row_number() OVER (ORDER BY number DESC) AS place FROM sessions)
      WHERE place > 2 AND (place > \(PastSessions.maxCount) OR all_laps > \(PastSessions.maxLaps))
      """
    let last = try database.number(newest)
    guard last > 0 else { return }
    let kept = needed.map(String.init).joined(separator: ", ")
    for (table, column) in [("laps", "session"), ("sessions", "number")] {
      try database.run(
        "DELETE FROM \(table) WHERE \(column) <= ? AND \(column) NOT IN (\(kept))",
        [.integer(last)])
    }
  }

  /// Replaces it by a copy of the database at `source`.
  func fill(from source: String) throws(StateError) {
    try Database(source).copy(to: database)
    try database.execute("PRAGMA journal_mode = \(StateTables.isRemote(path) ? "DELETE" : "WAL")")
  }

  /// Writes the log into the database, and a copy of that to `copy`, which is there whole or as it was.
  func close(copyingTo copy: String) throws(StateError) {
    let new = "\(copy).new"
    unlink(new)
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    Glibc.close(open(new, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    let target = try Database(new, creates: true)
    try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL")
    try database.copy(to: target)
    do throws(ErrorNumber) {
      let file = try Descriptor(opening: new, O_RDONLY)
      guard fsync(file.number) == 0, rename(new, copy) == 0 else { throw .last }
      try Folder.synchronize(Descriptor.folder(of: copy))
    } catch {
      throw .failed(FileError(path: copy, code: error.code))
    }
  }
}

extension Batch.Step {
  /// When the stopwatch stood at `total`, by the wall clock.
  fileprivate func wallTime(ofTotal total: Duration) -> Int64 {
    clocks.wallTime(of: model.stopwatch.anchor + (total - model.stopwatch.elapsedAtAnchor))
  }
}
