import CSQLite
import Files
import Glibc
import Timekeeping

/// Why a database cannot be read or written.
enum StateError: Error, Equatable {
  case damaged
  case foreign
  /// A pipe, a folder, a symbolic link: nothing to be opened.
  case irregular
  /// A later segclock wrote it.
  case newer(version: Int64)
  case failed(FileError)

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

/// An open SQLite database, used by one thread at a time.
///
/// SQLite does not notice a changed value in a page that is otherwise sound. So each row ends with a checksum of its
/// other columns, which `insert` writes and `rows` checks.
final class Database {
  /// What SQLite stores in a column.
  enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
  }

  private let handle: OpaquePointer
  private let path: String
  /// Compiled statements by their text.
  private var statements: [String: OpaquePointer] = [:]

  /// Opens the database at `path`, and perhaps creates it.
  ///
  /// Other connections may hold the file's lock for a moment; after two seconds that is an error.
  init(_ path: String, creates: Bool = false) throws(StateError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (creates ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .failed(FileError(path: path, code: ENOMEM)) }
    guard code == SQLITE_OK else {
      let error = Database.error(of: opened, path: path)
      sqlite3_close(opened)
      throw error
    }
    (handle, self.path) = (opened, path)
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, 2000)
    csqlite_keep_log(opened)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  /// Runs statements without values and results.
  func execute(_ sql: String) throws(StateError) {
    errno = 0
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error }
  }

  /// Runs one statement with `values` for its question marks, and calls `row` for each row of the result.
  func run(
    _ sql: String, _ values: [Value] = [], _ row: (borrowing Row) -> Void = { _ in }
  ) throws(StateError) {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let column = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, column)
        case .integer(let number): sqlite3_bind_int64(statement, column, number)
        case .text(let text):
          sqlite3_bind_text(
            statement, column, text, Int32(clamping: text.utf8.count), csqlite_transient())
        case .blob(let bytes):
          sqlite3_bind_blob(
            statement, column, bytes, Int32(clamping: bytes.count), csqlite_transient())
        }
      guard code == SQLITE_OK else { throw error }
    }
    while true {
      errno = 0
      switch sqlite3_step(statement) {
      case SQLITE_ROW: row(Row(statement: statement))
      case SQLITE_DONE: return
      default: throw error
      }
    }
  }

  /// Inserts or replaces a row of `table`, with its checksum in the last column.
  func insert(into table: String, _ values: [Value]) throws(StateError) {
    let marks = String(repeating: "?, ", count: values.count)
    try run(
      "INSERT OR REPLACE INTO \(table) VALUES (\(marks)?)",
      values + [.integer(Database.checksum(values))])
  }

  /// Calls `body` for each row of a query of all columns of a table. Throws `damaged` if a checksum is wrong.
  func rows(
    _ sql: String, _ values: [Value] = [], _ body: (borrowing Row) -> Void
  ) throws(StateError) {
    var isIntact = true
    try run(sql, values) { row in
      if row.isIntact { body(row) } else { isIntact = false }
    }
    if !isIntact { throw .damaged }
  }

  /// The first column of the first row of `sql`; zero without a row.
  func number(_ sql: String) throws(StateError) -> Int64 {
    var result: Int64?
    try run(sql) { row in if result == nil { result = row.integer(0) } }
    return result ?? 0
  }

  /// Commits everything that `body` does, or nothing of it.
  func transaction(_ body: () throws(StateError) -> Void) throws(StateError) {
    try execute("BEGIN IMMEDIATE")
    do throws(StateError) {
      try body()
      try execute("COMMIT")
    } catch {
      // After an I/O error SQLite has often rolled back already.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Whether its file was renamed or removed; what is written to it would be lost.
  var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }

  /// Copies all of it into `other`, which is replaced.
  func copy(to other: Database) throws(StateError) {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.error
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw other.error }
  }

  private func statement(_ sql: String) throws(StateError) -> OpaquePointer {
    if let compiled = statements[sql] { return compiled }
    var compiled: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &compiled, nil) == SQLITE_OK,
      let compiled
    else { throw error }
    statements[sql] = compiled
    return compiled
  }

  private var error: StateError { Database.error(of: handle, path: path) }

  /// The last error of a connection (https://www.sqlite.org/rescode.html).
  private static func error(of handle: OpaquePointer, path: String) -> StateError {
    let code = sqlite3_extended_errcode(handle) & 0xff
    // SQLite records it where a statement fails, but not where the commit does: no call has failed since that one.
    let recorded = sqlite3_system_errno(handle)
    let systemCode = recorded == 0 ? errno : recorded
    switch code {
    case SQLITE_NOTADB: return .foreign
    case SQLITE_CORRUPT: return .damaged
    case SQLITE_FULL:
      return .failed(FileError(path: path, code: systemCode == 0 ? ENOSPC : systemCode))
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      if systemCode != 0 { return .failed(FileError(path: path, code: systemCode)) }
    default: break
    }
    return .failed(FileError(path: path, reason: String(cString: sqlite3_errmsg(handle))))
  }

  private static func checksum(_ values: [Value]) -> Int64 {
    var hash = FNV1a()
    for value in values {
      switch value {
      case .null: hash.add(.min)
      case .integer(let number): hash.add(number)
      case .text(let text): hash.add(bytes: text.utf8)
      case .blob(let bytes): hash.add(bytes: bytes)
      }
    }
    return Int64(bitPattern: hash.value)
  }

  /// The present row of a result.
  struct Row: ~Copyable {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func blob(_ column: Int32) -> [UInt8] { Array(bytes(column)) }

    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      let start = sqlite3_column_blob(statement, column)
      return UnsafeRawBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    /// Whether the last column is the checksum of the others.
    fileprivate var isIntact: Bool {
      var hash = FNV1a()
      let last = sqlite3_column_count(statement) - 1
      for column in 0..<last {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: hash.add(.min)
        case SQLITE_INTEGER: hash.add(integer(column))
        default: hash.add(bytes: bytes(column))
        }
      }
      return Int64(bitPattern: hash.value) == integer(last)
    }
  }
}

extension FNV1a {
  /// Adds a text or a blob after its length.
  fileprivate mutating func add(bytes: some Collection<UInt8>) {
    add(Int64(bytes.count))
    add(bytes)
  }
}
