import CSQLite
package import Files
import Glibc
import Platform
package import Session

/// The files of a window's state.
///
/// ```
///   $XDG_STATE_HOME/segclock/    ~/.local/state/segclock if that is not set
///     NAME.db              the state, the sessions and their laps (SQLite)
///     NAME.db-wal, -shm    SQLite's write-ahead log and its index
///     NAME.db~             a backup of NAME.db, made at each regular exit
///     NAME.db.damaged-1    a file that could not be read, set aside
///     NAME.lock            locked (flock) by the window that owns these files
/// ```
package struct StateFolder: Sendable {
  package let path: String
  private let name: String

  package static let defaultName = "default"

  /// `name` has letters, digits, points, hyphens and underscores.
  package init(
    name: String = StateFolder.defaultName,
    environment: (String) -> String? = UserEnvironment.variable
  ) throws(FileError) {
    self.name = name
    let home = UserEnvironment.folder("XDG_STATE_HOME", or: ".local/state", in: environment)
    guard let home else { throw FileError(path: "$XDG_STATE_HOME, $HOME", code: ENOENT) }
    path = "\(home)/segclock"
    guard database.utf8.count <= StateFolder.maxPath else {
      let limit = StateFolder.maxPath
      throw FileError(
        path: path, reason: "longer than SQLite allows (\(limit) bytes); set XDG_STATE_HOME",
        code: ENAMETOOLONG)
    }
  }

  /// SQLite's limit of 512 bytes (MAX_PATHNAME), less the endings of its other files.
  private static let maxPath = 504

  package var database: String { "\(path)/\(name).db" }
  package var backup: String { "\(database)~" }
  package var lock: String { "\(path)/\(name).lock" }

  /// Whether it is on a remote file system, which shares no memory for a write-ahead log: a rollback journal is used.
  package var isRemote: Bool { csqlite_is_remote(path) != 0 }

  /// The maximum number of damaged databases; a further one replaces the last.
  private static let maxDamaged = 20

  /// Renames the database, with its write-ahead log, and returns the new name; nil if that fails (`errno`).
  func setDatabaseAside() -> String? {
    let free = (1..<StateFolder.maxDamaged).first { access("\(database).damaged-\($0)", F_OK) != 0 }
    let ending = ".damaged-\(free ?? StateFolder.maxDamaged)"
    let aside = database + ending
    guard rename(database, aside) == 0 else { return nil }
    unlink("\(aside)-wal")
    rename("\(database)-wal", "\(aside)-wal")
    unlink("\(database)-shm")
    return "\(name).db\(ending)"
  }
}

package enum Folder {
  /// Creates the folder at the absolute `path` and its parents, private to their owner, and waits for the disk.
  package static func make(_ path: String) throws(FileError) {
    var isMade = mkdir(path, 0o700) == 0
    if !isMade, errno == ENOENT, path != "/" {
      try make(Descriptor.folder(of: path))
      isMade = mkdir(path, 0o700) == 0
    }
    guard isMade || errno == EEXIST else { throw FileError(path: path, code: errno) }
    guard isMade else { return }
    try Descriptor(opening: Descriptor.folder(of: path), O_RDONLY | O_DIRECTORY).synchronize()
  }
}

/// A saved model, and what the user should know about it.
package typealias Restored = (model: Model?, notice: String?)

/// The newest change, and the last model of each session before it.
package struct Batch: Sendable {
  struct Step: Sendable {
    var model: Model
    var clocks: ClockReadings
  }

  private(set) var steps: [Step] = []
  /// Whether to make the backup of a regular exit.
  private(set) var isLast = false

  package init(_ model: Model, _ clocks: ClockReadings) {
    steps = [Step(model: model, clocks: clocks)]
  }

  private init() { isLast = true }

  package static let end = Batch()

  func adding(_ later: Batch) -> Batch {
    var batch = self
    for step in later.steps {
      if batch.steps.last?.model.session.number == step.model.session.number {
        batch.steps.removeLast()
      }
      batch.steps.append(step)
    }
    batch.isLast = later.isLast
    return batch
  }
}

/// A window's database, read once and then written by its only owner.
///
/// One thread reads it and hands it to the thread that writes; only one uses it at a time.
package final class StateStore: @unchecked Sendable {
  private let folder: StateFolder
  private var lock: FileLock
  private var database: Database?
  private var isPrepared = false
  /// The database's contents; nil if unknown.
  private var written: Model?

  /// Locks the state for this process; nil if another one has it.
  package init?(_ folder: StateFolder) throws(FileError) {
    self.folder = folder
    try Folder.make(folder.path)
    guard let lock = try FileLock(folder.lock) else { return nil }
    self.lock = lock
  }

  /// Loads the saved state, with instants moved to the axis of `clocks`.
  ///
  /// A database that is damaged, foreign or of a newer version is set aside, and the backup of the last regular exit is
  /// used. If this throws, there may be a state that cannot be read now, so nothing may be written.
  package func load(at clocks: ClockReadings) throws(FileError) -> Restored {
    do throws(FileError) {
      let (found, restored) = try load(folder.database, at: clocks)
      (database, written) = (found, restored.model)
      return restored
    } catch {
      guard error.code == 0 else { throw error }
      guard let name = folder.setDatabaseAside() else {
        throw FileError(path: folder.database, code: errno)
      }
      let notice = "\(error.description); renamed to \(name)"
      // An unusable backup stays where it is.
      guard case (let copy?, var restored)? = try? load(folder.backup, at: clocks),
        restored.model != nil, (try? copy.copy(toFile: folder.database)) != nil
      else { return (nil, notice) }
      (database, written) = (try? Database(reading: folder.database), restored.model)
      restored.notice = "\(notice); using the backup of the last regular exit"
      return restored
    }
  }

  private func load(
    _ path: String, at clocks: ClockReadings
  ) throws(FileError) -> (Database?, Restored) {
    // A crash of the system can leave a file without contents.
    var status = stat()
    if path == folder.database, stat(path, &status) == 0, status.st_size == 0,
      access(folder.backup, F_OK) == 0
    {
      throw FileError(path: path, reason: "empty")
    }
    guard let database = try Database(reading: path) else { return (nil, (nil, nil)) }
    try database.check()
    guard let (saved, readings) = try database.model(at: clocks) else {
      return (database, (nil, nil))
    }
    var model = saved
    model.reserveSessions(upTo: try database.newestSession())
    let isEstimated = clocks.isAfterRestart(since: readings) && model.estimateTimes()
    let notice = "The computer was restarted: the time is estimated by the wall clock"
    return (database, (model, isEstimated ? notice : nil))
  }

  /// Writes all of `batch`, or throws and writes none of it. It is on the disk when this returns.
  package func save(_ batch: Batch) throws(FileError) {
    if !batch.steps.isEmpty { try write(batch.steps) }
    // The data is already safe; on a full disk the old backup stays.
    if batch.isLast { try? database?.copy(toFile: folder.backup) }
  }

  private func write(_ steps: [Batch.Step]) throws(FileError) {
    if !lock.isInPlace {
      try Folder.make(folder.path)
      // Another process may have taken the lock meanwhile.
      guard let lock = try FileLock(folder.lock) else {
        throw FileError(path: folder.lock, code: EBUSY)
      }
      self.lock = lock
    }
    if let database, database.hasMoved {
      // The file was removed or moved, perhaps with its folder: write everything to a new one.
      (self.database, isPrepared, written) = (nil, false, nil)
      try Folder.make(folder.path)
      if access(folder.database, F_OK) == 0 { _ = folder.setDatabaseAside() }
    }
    if database == nil { database = try Database(folder.database, creates: true) }
    if !isPrepared { try database?.prepareToWrite(isRemote: folder.isRemote) }
    isPrepared = true
    try database?.save(steps, after: written)
    written = steps.last?.model
  }
}
