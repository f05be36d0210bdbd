import CSQLite
import Files
import Glibc
import Wording

private let openFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX

/// An open SQLite database, used by one thread at a time. It throws an error without a code if its contents are
/// unusable, so that the file has to be set aside.
///
/// SQLite does not detect a changed value in a valid page. So `insert` adds a checksum, which `rows` verifies.
package final class Database {
  struct Row: Equatable, Sendable {
    var integers: [Int64] = []
    var bytes: [UInt8] = []
  }

  let path: String
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens the database at `path`, beside other connections.
  convenience init(_ path: String) throws(FileError) {
    try self.init(path, openFlags)
  }

  /// Opens the database at `path` for this connection alone, until it is closed. Throws EBUSY if another has it.
  ///
  /// Then SQLite keeps the index of the log in its own memory. A shared file would be mapped, and to truncate it would
  /// end this process (SIGBUS).
  convenience init(owned path: String) throws(FileError) {
    try self.init(path, openFlags)
    guard sqlite3_db_readonly(handle, "main") == 0 else {
      // SQLite opens what cannot be written for reading.
      throw FileError(path: path, code: access(path, W_OK) == 0 ? EACCES : errno)
    }
    try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA mmap_size = 0")
  }

  /// Creates a database at `path`, private to its owner, that is neither shared nor on the disk yet.
  convenience init(new path: String) throws(FileError) {
    unlink(path)
    let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    // Whatever the umask says.
    guard fchmod(file.number, 0o600) == 0 else { throw file.failure }
    try self.init(path, openFlags)
    try execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
  }

  /// Opens a database in memory, named `path` in errors.
  convenience init(_ image: DatabaseImage, of path: String) throws(FileError) {
    try self.init(":memory:", openFlags, named: path)
    var image = image
    image.hasLog = false
    let count = sqlite3_int64(image.bytes.count)
    guard let copy = sqlite3_malloc64(sqlite3_uint64(count)) else {
      throw FileError(path: path, code: ENOMEM)
    }
    image.bytes.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
    }
    let flags = UInt32(SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE)
    guard
      sqlite3_deserialize(
        handle, "main", copy.assumingMemoryBound(to: UInt8.self), count, count, flags) == SQLITE_OK
    else { throw error }
  }

  private init(_ path: String, _ flags: Int32, named name: String? = nil) throws(FileError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw FileError(path: name ?? path, code: ENOMEM) }
    guard code == SQLITE_OK else {
      let error = Database.error(of: opened, path: name ?? path)
      sqlite3_close(opened)
      throw error
    }
    (handle, self.path) = (opened, name ?? path)
    sqlite3_extended_result_codes(opened, 1)
    csqlite_keep_log(opened)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  func execute(_ sql: String) throws(FileError) {
    errno = 0
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error }
  }

  /// Runs one statement with `values` for its parameters, and calls `body` for each row of the result.
  func run(
    _ sql: String, _ values: [Int64] = [], bytes: [UInt8]? = nil, _ body: (Row) -> Void = { _ in }
  ) throws(FileError) {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    var code = SQLITE_OK
    for (index, value) in values.enumerated() where code == SQLITE_OK {
      code = sqlite3_bind_int64(statement, Int32(index + 1), value)
    }
    if let bytes, code == SQLITE_OK {
      code = sqlite3_bind_blob(
        statement, Int32(values.count + 1), bytes, Int32(clamping: bytes.count), csqlite_transient()
      )
    }
    guard code == SQLITE_OK else { throw error }
    while true {
      errno = 0
      switch sqlite3_step(statement) {
      case SQLITE_ROW: body(Database.row(of: statement))
      case SQLITE_DONE: return
      default: throw error
      }
    }
  }

  private static func row(of statement: OpaquePointer) -> Row {
    var row = Row()
    for column in 0..<sqlite3_column_count(statement) {
      if sqlite3_column_type(statement, column) == SQLITE_INTEGER {
        row.integers.append(sqlite3_column_int64(statement, column))
      } else {
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        row.bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
      }
    }
    return row
  }

  func insert(into table: String, _ integers: [Int64], bytes: [UInt8]? = nil) throws(FileError) {
    let marks = Array(repeating: "?", count: integers.count + (bytes == nil ? 1 : 2))
    try run(
      "INSERT OR REPLACE INTO \(table) VALUES (\(marks.joined(separator: ", ")))",
      integers + [Database.checksum(integers, bytes ?? [])], bytes: bytes)
  }

  /// Calls `body` for each row of a query of all columns, with this many integers before the checksum. Throws `damaged`
  /// if another number is found, or a wrong checksum.
  func rows(
    _ sql: String, _ values: [Int64] = [], integers count: Int, _ body: (Row) -> Void
  ) throws(FileError) {
    var isIntact = true
    try run(sql, values) { found in
      var row = found
      let checksum = row.integers.popLast()
      if row.integers.count == count, checksum == Database.checksum(row.integers, row.bytes) {
        body(row)
      } else {
        isIntact = false
      }
    }
    if !isIntact { throw unusable(mark("damaged")) }
  }

  /// The first integer of the last row; zero without one.
  func number(_ sql: String) throws(FileError) -> Int64 {
    var result: Int64 = 0
    try run(sql) { result = $0.integers.first ?? 0 }
    return result
  }

  func transaction(_ body: () throws(FileError) -> Void) throws(FileError) {
    try execute("BEGIN IMMEDIATE")
    do throws(FileError) {
      try body()
      try execute("COMMIT")
    } catch {
      // After an I/O error SQLite has often rolled back already.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func statement(_ sql: String) throws(FileError) -> OpaquePointer {
    if let compiled = statements[sql] { return compiled }
    var compiled: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &compiled, nil) == SQLITE_OK,
      let compiled
    else { throw error }
    statements[sql] = compiled
    return compiled
  }

  func unusable(_ reason: Phrase) -> FileError { FileError(path: path, reason: reason) }

  private var error: FileError { Database.error(of: handle, path: path) }

  /// The last error of a connection (https://www.sqlite.org/rescode.html).
  private static func error(of handle: OpaquePointer, path: String) -> FileError {
    // SQLite records errno if a statement fails, but not if a commit does; no call has failed since.
    let recorded = sqlite3_system_errno(handle)
    let systemCode = recorded == 0 ? errno : recorded
    switch sqlite3_extended_errcode(handle) & 0xff {
    case SQLITE_NOTADB: return FileError(path: path, reason: mark("not a segclock database"))
    // A table or column is missing.
    case SQLITE_CORRUPT, SQLITE_ERROR: return FileError(path: path, reason: mark("damaged"))
    case SQLITE_BUSY, SQLITE_LOCKED:
      return FileError(path: path, reason: mark("another program has locked it"), code: EBUSY)
    case SQLITE_FULL: return FileError(path: path, code: systemCode == 0 ? ENOSPC : systemCode)
    case SQLITE_IOERR where systemCode != 0, SQLITE_CANTOPEN where systemCode != 0:
      return FileError(path: path, code: systemCode)
    default:
      return FileError(
        path: path, reason: Phrase(verbatim: String(cString: sqlite3_errmsg(handle))), code: EIO)
    }
  }

  /// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/).
  private static func checksum(_ integers: [Int64], _ bytes: [UInt8]) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for integer in integers { withUnsafeBytes(of: integer.littleEndian) { $0.forEach(add) } }
    bytes.forEach(add)
    return Int64(bitPattern: hash)
  }
}
