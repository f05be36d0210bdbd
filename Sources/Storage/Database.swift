import CSQLite
import Files
import Glibc

/// Why SQLite refused something.
struct DatabaseError: Error, Equatable {
  /// An extended result code (https://www.sqlite.org/rescode.html).
  let code: Int32
  /// The `errno` of the call that failed; 0 if there was none.
  let systemCode: Int32
  let message: String
  let path: String

  fileprivate init(code: Int32, systemCode: Int32, message: String, path: String) {
    (self.code, self.systemCode, self.message, self.path) = (code, systemCode, message, path)
  }

  /// A database at `path` in which something does not fit together.
  init(damaged path: String) {
    self.init(code: SQLITE_CORRUPT, systemCode: 0, message: "damaged", path: path)
  }

  /// The same as an error of the file.
  var fileError: FileError {
    if code & 0xff == SQLITE_FULL {
      return FileError(path: path, code: systemCode == 0 ? ENOSPC : systemCode)
    }
    return systemCode == 0
      ? FileError(path: path, reason: message) : FileError(path: path, code: systemCode)
  }
}

/// An open SQLite database, used by one thread at a time.
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
  /// Compiled statements by their text: each is compiled once.
  private var statements: [String: OpaquePointer] = [:]

  enum Access {
    case readWrite, create

    fileprivate var flags: Int32 {
      switch self {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// Opens the database at `path`.
  ///
  /// Other connections may hold the file's lock for a moment; after two seconds that is an error.
  init(_ path: String, _ access: Access) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = access.flags | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else {
      throw DatabaseError(
        code: SQLITE_NOMEM, systemCode: ENOMEM, message: "out of memory", path: path)
    }
    guard code == SQLITE_OK else {
      let error = DatabaseError(opened, path: path)
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

  /// Runs statements that take no values and whose rows are of no interest.
  func execute(_ sql: String) throws(DatabaseError) {
    errno = 0
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error }
  }

  /// Runs one statement with `values` for its question marks, and calls `row` for each row of the result.
  func run(
    _ sql: String, _ values: [Value] = [], _ row: (borrowing Row) -> Void = { _ in }
  ) throws(DatabaseError) {
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

  /// The first column of the first row of `sql`; zero without a row.
  func number(_ sql: String, _ values: [Value] = []) throws(DatabaseError) -> Int64 {
    var result: Int64?
    try run(sql, values) { row in if result == nil { result = row.integer(0) } }
    return result ?? 0
  }

  /// Commits everything that `body` does, or nothing of it.
  func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try execute("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
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
  func copy(to other: Database) throws(DatabaseError) {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.error
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw other.error }
  }

  private var error: DatabaseError { DatabaseError(handle, path: path) }

  private func statement(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    if let compiled = statements[sql] { return compiled }
    var compiled: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        == SQLITE_OK,
      let compiled
    else { throw error }
    statements[sql] = compiled
    return compiled
  }

  /// The present row of a result.
  struct Row: ~Copyable {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func text(_ column: Int32) -> String {
      sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    func blob(_ column: Int32) -> [UInt8] {
      let bytes = sqlite3_column_blob(statement, column)
      return Array(
        UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }
  }
}

extension DatabaseError {
  /// The last error of a connection.
  fileprivate init(_ handle: OpaquePointer, path: String) {
    let code = sqlite3_extended_errcode(handle)
    let isSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xff)
    // SQLite records it where a statement fails, but not where the commit does: no call has failed since that one.
    let recorded = sqlite3_system_errno(handle)
    self.init(
      code: code, systemCode: isSystem ? (recorded == 0 ? errno : recorded) : 0,
      message: String(cString: sqlite3_errmsg(handle)), path: path)
  }
}
