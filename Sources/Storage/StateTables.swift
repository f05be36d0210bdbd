import Bytes
import CSQLite
import Files
import Glibc
import Session
import Timekeeping

/// A widget's database: the tables, and how the model, sessions and laps become rows.
///
/// The model is one row, with the clocks of its moment. A lap is a row that is written once; sessions get theirs when they
/// end. Rows have a checksum, since SQLite does not notice a changed value in a page that is otherwise sound.
struct StateTables {
  /// Why a database is of no use.
  enum Refusal: Error, Equatable {
    case damaged
    case foreign
    /// A pipe, a folder, a symbolic link: nothing to be opened.
    case irregular
    /// A later segclock wrote it.
    case newer(version: Int64)
    case failed(FileError)

    init(_ error: DatabaseError) {
      self =
        switch error.code & 0xff {
        case SQLITE_NOTADB: .foreign
        case SQLITE_CORRUPT: .damaged
        default: .failed(error.fileError)
        }
    }

    /// What is wrong with the file.
    var reason: String {
      switch self {
      case .damaged: "damaged"
      case .foreign: "not a segclock database"
      case .irregular: "not a regular file"
      case .newer(let version): "written by a newer segclock (format \(version))"
      case .failed(let error): error.description
      }
    }

    func fileError(_ path: String) -> FileError {
      if case .failed(let error) = self { return error }
      return FileError(path: path, reason: reason)
    }
  }

  /// "segc", in the file's header.
  private static let applicationIdentifier: Int64 = 0x7365_6763
  /// The format that this program writes, and the newest that it reads.
  private static let version: Int64 = 1

  private static let schema = """
    CREATE TABLE model (
      id INTEGER PRIMARY KEY CHECK (id = 1), boot TEXT NOT NULL, axis INTEGER NOT NULL, boot_time INTEGER NOT NULL,
      monotonic_time INTEGER NOT NULL, wall_time INTEGER NOT NULL, data BLOB NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE sessions (
      number INTEGER PRIMARY KEY, start INTEGER NOT NULL, total INTEGER NOT NULL, laps INTEGER NOT NULL);
    CREATE TABLE laps (
      session INTEGER NOT NULL, number INTEGER NOT NULL, total INTEGER NOT NULL, wall_time INTEGER, name TEXT NOT NULL,
      checksum INTEGER NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID;
    PRAGMA application_id = \(applicationIdentifier);
    PRAGMA user_version = \(version);
    """

  let path: String
  private let database: Database

  /// The database at `path`, which is there; nil where it has no contents yet.
  init?(reading path: String) throws(Refusal) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .irregular }
    // SQLite takes less than a page for an empty file.
    if (1..<512).contains(status.st_size) { throw .damaged }
    // To be written, too: a transaction that a crash cut short may have to be rolled back.
    try self.init(opening: path, .readWrite)
    guard try isComplete() else { return nil }
  }

  /// The database at `path`, made where it is missing.
  init(creating path: String) throws(Refusal) {
    try self.init(opening: path, .create)
    try prepareToWrite()
  }

  private init(opening path: String, _ access: Database.Access) throws(Refusal) {
    self.path = path
    // For nobody but its owner; SQLite's other files follow it.
    if access == .create { Glibc.close(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)) }
    database = try StateTables.attempt { () throws(DatabaseError) in try Database(path, access) }
  }

  /// From then on a committed transaction is on the disk, and so is the file's name: SQLite synchronizes the folder when it
  /// makes a journal.
  func prepareToWrite() throws(Refusal) {
    let isComplete = try isComplete()
    let isRemote = StateTables.isRemote(path)
    try attempt { (database) throws(DatabaseError) in
      try database.execute("PRAGMA journal_mode = \(isRemote ? "DELETE" : "WAL")")
      // EXTRA: the removed journal's name is gone for good, too.
      try database.execute("PRAGMA synchronous = \(isRemote ? "EXTRA" : "FULL")")
      // In KiB: a command touches three or four pages.
      try database.execute("PRAGMA cache_size = -128; PRAGMA wal_autocheckpoint = 256")
      guard !isComplete else { return }
      try database.transaction { () throws(DatabaseError) in
        try database.execute(StateTables.schema)
      }
    }
  }

  /// Whether `path` is on another machine's file system. Processes cannot share memory there, which a write-ahead log
  /// needs, so that a rollback journal is used.
  static func isRemote(_ path: String) -> Bool { csqlite_is_remote(Folder.of(path)) != 0 }

  /// Whether it has our tables. An empty one is none yet: its first transaction did not come to an end.
  private func isComplete() throws(Refusal) -> Bool {
    let (identifier, found, tables) = try StateTables.attempt { () throws(DatabaseError) in
      (
        try database.number("PRAGMA application_id"), try database.number("PRAGMA user_version"),
        try database.number("SELECT count(*) FROM sqlite_master")
      )
    }
    if identifier == 0, tables == 0 { return false }
    guard identifier == StateTables.applicationIdentifier else { throw .foreign }
    guard found <= StateTables.version else { throw .newer(version: found) }
    let known = try StateTables.attempt { () throws(DatabaseError) in
      try database.number(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('model', 'sessions', 'laps')"
      )
    }
    guard known == 3 else { throw .damaged }
    return true
  }

  /// From here on everything is read as it is now, whatever the owner writes meanwhile.
  func freeze() throws(Refusal) {
    try attempt { (database) throws(DatabaseError) in try database.execute("BEGIN") }
  }

  /// Whether the path no longer leads to this file.
  var hasMoved: Bool { database.hasMoved }

  /// Throws `damaged` where the structure of the file does not hold, or a row was changed.
  func check() throws(Refusal) {
    try attempt { (database) throws(DatabaseError) in
      var isSound = false
      try database.run("PRAGMA quick_check(1)") { isSound = $0.text(0) == "ok" }
      guard isSound else { throw DatabaseError(damaged: path) }
    }
  }

  // MARK: Reading

  /// The model as of `clocks`, without its laps, and when it was written; nil where there is none.
  func model(at clocks: ClockReadings) throws(Refusal) -> (model: Model, readings: ClockReadings)? {
    var result: (model: Model, readings: ClockReadings)?
    try attempt { (database) throws(DatabaseError) in
      var isDamaged = false
      try database.run(
        "SELECT boot, axis, boot_time, monotonic_time, wall_time, data, checksum FROM model"
      ) { row in
        let readings = ClockReadings(
          boot: row.text(0), axis: TimeAxis(rawValue: UInt8(clamping: row.integer(1))) ?? .counted,
          bootTime: row.integer(2), monotonicTime: row.integer(3), wallTime: row.integer(4))
        let data = row.blob(5)
        var reader = ByteReader(data, movingMomentsBy: clocks.shift(since: readings))
        if StateTables.checksum(data, readings) == row.integer(6),
          let model = try? Model(from: &reader),
          reader.rest == 0
        {
          result = (model, readings)
        } else {
          isDamaged = true
        }
      }
      if isDamaged { throw DatabaseError(damaged: path) }
    }
    return result
  }

  /// The largest number of a session; nil without any.
  func newestSession() throws(Refusal) -> Int64? {
    var newest: Int64 = 0
    try attempt { (database) throws(DatabaseError) in
      newest = try database.number(
        "SELECT max(coalesce((SELECT max(number) FROM sessions), 0), coalesce((SELECT max(session) FROM laps), 0))"
      )
    }
    return newest > 0 ? newest : nil
  }

  /// The sessions that have ended, the oldest first.
  func pastSessions() throws(Refusal) -> [PastSession] {
    var sessions: [PastSession] = []
    try attempt { (database) throws(DatabaseError) in
      try database.run("SELECT number, start, total, laps FROM sessions ORDER BY number") { row in
        sessions.append(
          PastSession(
            number: row.integer(0),
            end: SessionEnd(
              start: row.integer(1), total: Duration(nanoseconds: row.integer(2)),
              lapCount: row.integer(3))))
      }
    }
    return sessions
  }

  /// Session `number`; nil where nothing is kept of it.
  func session(_ number: Int64) throws(Refusal) -> RecordedSession? {
    let (laps, wallTimes) = try laps(of: number)
    var end: SessionEnd?
    try attempt { (database) throws(DatabaseError) in
      try database.run(
        "SELECT start, total, laps FROM sessions WHERE number = ?", [.integer(number)]
      ) {
        row in
        end = SessionEnd(
          start: row.integer(0), total: Duration(nanoseconds: row.integer(1)),
          lapCount: row.integer(2))
      }
    }
    guard end != nil || !laps.isEmpty else { return nil }
    return RecordedSession(laps: laps, end: end, wallTimes: wallTimes)
  }

  /// The laps of session `number`, and when each ended by the clock on the wall.
  func laps(of number: Int64) throws(Refusal) -> (laps: Laps, wallTimes: [Int64?]) {
    var totals: [Int64] = []
    var wallTimes: [Int64?] = []
    var names: [(lap: Int, name: String)] = []
    try attempt { (database) throws(DatabaseError) in
      var isDamaged = false
      try database.run(
        "SELECT number, total, wall_time, name, checksum FROM laps WHERE session = ? ORDER BY number",
        [.integer(number)]
      ) { row in
        let lap = LapRow(
          session: number, number: row.integer(0), total: row.integer(1),
          wallTime: row.isNull(2) ? nil : row.integer(2), name: row.text(3))
        if lap.checksum != row.integer(4) || lap.number != Int64(totals.count) + 1 {
          isDamaged = true
        }
        totals.append(lap.total)
        wallTimes.append(lap.wallTime)
        if !lap.name.isEmpty { names.append((totals.count, lap.name)) }
      }
      if isDamaged { throw DatabaseError(damaged: path) }
    }
    var laps = Laps()
    laps.append(nanoseconds: totals)
    for (lap, name) in names { _ = laps.setName(name, of: lap) }
    return (laps, wallTimes)
  }

  // MARK: Writing

  /// Commits `steps`, which follow `old`, in one transaction.
  ///
  /// Where `old` is nil nothing is known of when laps ended by the clock on the wall.
  func save(_ steps: [Batch.Step], after old: Model?) throws(Refusal) {
    try attempt { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        var last = old
        var hasEnded = false
        for step in steps {
          hasEnded = try write(step, after: last) || hasEnded
          last = step.model
        }
        if let step = steps.last { try writeModel(step) }
        if hasEnded, let last { try prune(besides: last.neededSessions) }
      }
    }
  }

  /// Writes the laps of a model, and the end of the session before it, if it ended. Returns whether it did.
  private func write(_ step: Batch.Step, after old: Model?) throws(DatabaseError) -> Bool {
    let (number, new) = (step.model.session.number, step.model.stopwatch)
    guard let old, old.session.number == number else {
      // The laps of a session that is taken up again are there already.
      let known: Laps
      do throws(Refusal) {
        known = try laps(of: number).laps
      } catch {
        throw DatabaseError(damaged: path)
      }
      try writeLaps(from: known, to: new.laps, of: number) {
        old == nil ? nil : step.wallTime(ofTotal: $0)
      }
      guard let old, old.stopwatch.state == .stopped, let end = SessionEnd(of: old, at: step.clocks)
      else {
        return false
      }
      try database.run(
        "INSERT OR REPLACE INTO sessions (number, start, total, laps) VALUES (?, ?, ?, ?)",
        [
          .integer(old.session.number), .integer(end.start), .integer(end.total.nanosecondsClamped),
          .integer(end.lapCount),
        ])
      return true
    }
    try writeLaps(from: old.stopwatch.laps, to: new.laps, of: number) { step.wallTime(ofTotal: $0) }
    return false
  }

  /// Writes what turns `before` into `after`, which differ at their ends and in names.
  private func writeLaps(
    from before: Laps, to after: Laps, of session: Int64, wallTime: (Duration) -> Int64?
  ) throws(DatabaseError) {
    var shared = min(before.count, after.count)
    // A lap that was taken back and marked anew differs in its total.
    while shared > 0, before[shared - 1].total != after[shared - 1].total { shared -= 1 }
    if shared < before.count {
      try database.run(
        "DELETE FROM laps WHERE session = ? AND number > ?",
        [.integer(session), .integer(Int64(shared))])
    }
    let (oldNames, newNames) = (before.namesByNumber, after.namesByNumber)
    for index in shared..<after.count {
      let total = after[index].total
      try insert(
        LapRow(
          session: session, number: Int64(index) + 1, total: total.nanosecondsClamped,
          wallTime: wallTime(total),
          name: newNames[index + 1] ?? ""))
    }
    guard before.namesMark != after.namesMark else { return }
    for lap in Set(oldNames.keys).union(newNames.keys)
    where lap <= shared && oldNames[lap] != newNames[lap] {
      try rename(lap, of: session, to: newNames[lap] ?? "")
    }
  }

  private func insert(_ lap: LapRow) throws(DatabaseError) {
    try database.run(
      "INSERT INTO laps (session, number, total, wall_time, name, checksum) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .integer(lap.session), .integer(lap.number), .integer(lap.total),
        lap.wallTime.map { .integer($0) } ?? .null, .text(lap.name), .integer(lap.checksum),
      ])
  }

  private func rename(_ number: Int, of session: Int64, to name: String) throws(DatabaseError) {
    let key: [Database.Value] = [.integer(session), .integer(Int64(number))]
    var lap: LapRow?
    try database.run("SELECT total, wall_time FROM laps WHERE session = ? AND number = ?", key) {
      row in
      lap = LapRow(
        session: session, number: Int64(number), total: row.integer(0),
        wallTime: row.isNull(1) ? nil : row.integer(1), name: name)
    }
    guard let lap else { return }
    try database.run(
      "UPDATE laps SET name = ?, checksum = ? WHERE session = ? AND number = ?",
      [.text(name), .integer(lap.checksum)] + key)
  }

  private func writeModel(_ step: Batch.Step) throws(DatabaseError) {
    var writer = ByteWriter()
    step.model.write(to: &writer)
    let (data, clocks) = (writer.bytes, step.clocks)
    try database.run(
      "INSERT OR REPLACE INTO model VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(clocks.boot), .integer(Int64(clocks.axis.rawValue)), .integer(clocks.bootTime),
        .integer(clocks.monotonicTime), .integer(clocks.wallTime), .blob(data),
        .integer(StateTables.checksum(data, clocks)),
      ])
  }

  /// Removes the oldest sessions past the limits, but for the newest two and `needed`. `total` cannot overflow, as `sum`
  /// can: these rows have no checksum.
  private func prune(besides needed: [Int64]) throws(DatabaseError) {
    let newest = """
      SELECT coalesce(max(number), 0) FROM (
        SELECT number, total(laps) OVER (ORDER BY number DESC) AS all_laps,
          row_number() OVER (ORDER BY number DESC) AS place FROM sessions)
      WHERE place > 2 AND (place > \(PastSessions.most) OR all_laps > \(PastSessions.maxLaps))
      """
    let last = try database.number(newest)
    guard last > 0 else { return }
    let kept = needed.map(String.init).joined(separator: ", ")
    try database.run(
      "DELETE FROM laps WHERE session <= ? AND session NOT IN (\(kept))", [.integer(last)])
    try database.run(
      "DELETE FROM sessions WHERE number <= ? AND number NOT IN (\(kept))", [.integer(last)])
  }

  /// Makes it a copy of the database at `source`.
  func fill(from source: String) throws(Refusal) {
    try attempt { (database) throws(DatabaseError) in
      try Database(source, .readWrite).copy(to: database)
      try database.execute("PRAGMA journal_mode = \(StateTables.isRemote(path) ? "DELETE" : "WAL")")
    }
  }

  /// Writes the log into the database, and a copy of that to `copy`, which is there whole or as it was.
  func close(copyingTo copy: String) throws(Refusal) {
    let new = "\(copy).new"
    unlink(new)
    try attempt { (database) throws(DatabaseError) in
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      Glibc.close(open(new, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
      let target = try Database(new, .create)
      try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL")
      try database.copy(to: target)
    }
    do throws(ErrorNumber) {
      guard fsyncAndRename(new, to: copy) else { throw .last }
      try Folder.synchronize(Folder.of(copy))
    } catch {
      throw .failed(FileError(path: copy, code: error.code))
    }
  }

  private func fsyncAndRename(_ new: String, to copy: String) -> Bool {
    let file = open(new, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { Glibc.close(file) }
    return fsync(file) == 0 && Glibc.rename(new, copy) == 0
  }

  private func attempt(_ body: (Database) throws(DatabaseError) -> Void) throws(Refusal) {
    try StateTables.attempt { () throws(DatabaseError) in try body(database) }
  }

  private static func attempt<Result>(_ body: () throws(DatabaseError) -> Result) throws(Refusal)
    -> Result
  {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw Refusal(error)
    }
  }

  private static func checksum(_ data: [UInt8], _ clocks: ClockReadings) -> Int64 {
    var hash = FNV1a()
    hash.add(data)
    hash.add(clocks.boot.utf8)
    for number in [
      clocks.bootTime, clocks.monotonicTime, clocks.wallTime, Int64(clocks.axis.rawValue),
    ] {
      hash.add(number)
    }
    return Int64(bitPattern: hash.value)
  }
}

/// A row of the table of laps.
private struct LapRow {
  let session, number, total: Int64
  let wallTime: Int64?
  let name: String

  var checksum: Int64 {
    var hash = FNV1a()
    for number in [session, number, total, wallTime ?? .min] { hash.add(number) }
    hash.add(name.utf8)
    return Int64(bitPattern: hash.value)
  }
}

extension Batch.Step {
  /// When the stopwatch stood at `total`, by the clock on the wall.
  fileprivate func wallTime(ofTotal total: Duration) -> Int64 {
    clocks.wallTime(of: model.stopwatch.anchor + (total - model.stopwatch.elapsedAtAnchor))
  }
}
