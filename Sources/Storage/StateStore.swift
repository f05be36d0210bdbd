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
///     NAME.db-wal          SQLite's write-ahead log
///     NAME.db~             a backup of NAME.db, made at each regular exit
///     NAME.db.damaged-1    a file that could not be read, or was changed by another program, set aside
///     NAME.db.before-1     a state that was not loaded into a window that had one by then, set aside
///     NAME.db.new          a whole database that is being written
///     NAME.db.next         a whole database that takes the place of NAME.db
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

  /// The database's file: where a symbolic link leads to, if that is a file or nothing yet.
  var file: String {
    var (file, status) = (database, stat())
    // The file system follows up to 40 links (path_resolution(7)).
    for _ in 0..<40 {
      guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { break }
      guard let target = Folder.target(ofLink: file) else { return database }
      file = target
    }
    guard lstat(file, &status) == 0 else { return errno == ENOENT ? file : database }
    return status.st_mode & S_IFMT == S_IFREG ? file : database
  }

  /// A finished database, which is to replace the present one: the program ended before it was in place.
  var next: String { "\(file).next" }
  private var new: String { "\(file).new" }

  /// The file that has the newest state.
  var readable: String { isNextUsable ? next : file }

  /// The maximum number of files of a kind that are set aside.
  private static let maxAside = 9999

  enum Reason: String { case damaged, before }

  /// Renames the database, with its write-ahead log, and returns the new name; nil if there is neither, or that fails
  /// (`errno`).
  func setDatabaseAside(as reason: Reason) -> String? {
    func path(_ number: Int) -> String { "\(file).\(reason)-\(number)" }
    var status = stat()
    let free = (1...StateFolder.maxAside).first {
      lstat(path($0), &status) != 0 && lstat("\(path($0))-wal", &status) != 0
    }
    guard let free else {
      errno = EEXIST
      return nil
    }
    let aside = path(free)
    let hasLog = rename("\(file)-wal", "\(aside)-wal") == 0
    guard hasLog || errno == ENOENT else { return nil }
    guard rename(file, aside) == 0 || errno == ENOENT && hasLog else {
      let code = errno
      // Without its log, a database lacks its newest changes.
      if hasLog { rename("\(aside)-wal", "\(file)-wal") }
      errno = code
      return nil
    }
    // Of earlier versions.
    unlink("\(file)-shm")
    return aside.split(separator: "/").last.map(String.init)
  }

  /// Writes a whole database beside the present one and puts it in its place, and returns the name of the file that was
  /// set aside, if there was one.
  ///
  /// It is on the disk before anything else is renamed, and the log is away before it is in place, as SQLite would apply
  /// another database's log to it. A program that ends in between has `next`.
  func replace(as reason: Reason, _ write: (_ path: String) throws(FileError) -> Void)
    throws(FileError) -> String?
  {
    do throws(FileError) {
      try Folder.make(path)
      try write(new)
      let file = try Descriptor(opening: new, O_RDWR)
      // It has a log from the start, so it never gets a rollback journal.
      let version: [UInt8] = [2, 2]
      guard pwrite(file.number, version, 2, 18) == 2, fsync(file.number) == 0,
        rename(new, next) == 0
      else { throw file.failure }
      try Folder.synchronize(Descriptor.folder(of: next))
    } catch {
      unlink(new)
      throw error
    }
    do throws(FileError) {
      return try putNextInPlace(as: reason)
    } catch {
      // With the old one set aside, this is the only whole one.
      if access(file, F_OK) == 0 { try discardNext() }
      throw error
    }
  }

  /// Removes `next`: what it has was not reported as saved. Throws if the next start would use it nevertheless.
  func discardNext() throws(FileError) {
    guard unlink(next) != 0, errno != ENOENT else { return }
    let code = errno
    if isNextUsable { throw FileError(path: next, code: code) }
  }

  /// Whether `next` is a whole database.
  private var isNextUsable: Bool {
    guard access(next, F_OK) == 0 else { return false }
    return (try? Database(reading: next)?.check()) != nil
  }

  /// Puts `next` in place, if a program that ended in between has left a usable one.
  func finishReplacement() throws(FileError) {
    if isNextUsable { _ = try putNextInPlace(as: .damaged) }
  }

  private func putNextInPlace(as reason: Reason) throws(FileError) -> String? {
    var status = stat()
    var aside: String?
    // An empty file is what a crash left of the first save.
    let isEmpty =
      lstat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    if !isEmpty || lstat("\(file)-wal", &status) == 0 && status.st_size > 0 {
      aside = setDatabaseAside(as: reason)
      guard aside != nil else { throw irreplaceable }
      try Folder.synchronize(Descriptor.folder(of: file))
    }
    guard rename(next, file) == 0 else { throw irreplaceable }
    try Folder.synchronize(Descriptor.folder(of: file))
    return aside
  }
}

extension StateFolder {
  /// The error of the last rename. EBUSY says that something is mounted there, and not that it ends by itself.
  fileprivate var irreplaceable: FileError {
    errno == EBUSY
      ? FileError(path: file, reason: "cannot be replaced, as it is a mount point", code: EPERM)
      : FileError(path: file, code: errno)
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
    // Whatever the umask says.
    guard chmod(path, 0o700) == 0 else { throw FileError(path: path, code: errno) }
    try synchronize(Descriptor.folder(of: path))
  }

  /// Waits until the names in the folder at `path` are on the disk.
  static func synchronize(_ path: String) throws(FileError) {
    try Descriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// The absolute path that a symbolic link has.
  fileprivate static func target(ofLink path: String) -> String? {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &characters, characters.count)
    guard (1..<characters.count).contains(count) else { return nil }
    let target = String(decoding: characters[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return target.hasPrefix("/") ? target : "\(Descriptor.folder(of: path))/\(target)"
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
  /// The state on the disk that these models continue (`Found.number`).
  private(set) var basis = 0
  /// Whether the models do not continue that state, so that it is set aside.
  private(set) var replacesBasis = false
  /// Whether to make the backup of a regular exit.
  private(set) var isLast = false

  package init(_ model: Model, _ clocks: ClockReadings, on basis: Int = 0) {
    steps = [Step(model: model, clocks: clocks)]
    self.basis = basis
  }

  private init(isLast: Bool) { self.isLast = isLast }

  package static let end = Batch(isLast: true)
  /// Nothing new: what was saved is compared with the disk, and written anew if it is not there.
  package static let check = Batch(isLast: false)

  func adding(_ later: Batch) -> Batch {
    var batch = self
    for step in later.steps {
      if batch.steps.last?.model.session.number == step.model.session.number {
        batch.steps.removeLast()
      }
      batch.steps.append(step)
    }
    if !later.steps.isEmpty { batch.basis = later.basis }
    batch.replacesBasis = replacesBasis || later.replacesBasis
    batch.isLast = later.isLast || isLast && later.steps.isEmpty
    return batch
  }

  /// The same models, beside a state on the disk whose newest session is `newest`.
  func replacing(_ basis: Int, newestSession newest: Int64) -> Batch {
    var batch = self
    for index in batch.steps.indices { batch.steps[index].model.renumberSessions(after: newest) }
    (batch.basis, batch.replacesBasis) = (basis, true)
    return batch
  }
}

/// The identity of a database's files and the times of their last change.
///
/// Only the window that owns them writes them. So anything else was done by another program.
private struct Seal: Equatable {
  private struct Mark: Equatable {
    var device: dev_t
    var inode: ino_t
    var size: off_t
    var seconds, nanoseconds: Int
  }

  private var database: Mark?
  private var log: Mark?

  init(_ path: String) { (database, log) = (Seal.mark(path), Seal.mark("\(path)-wal")) }

  private static func mark(_ path: String) -> Mark? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Mark(
      device: status.st_dev, inode: status.st_ino, size: status.st_size,
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  /// The seal after a change of our own. The kernel's times have the grain of its clock's tick, so another program's
  /// change could have the time of ours: files that we changed get a time that no clock shows.
  static func renewed(_ path: String, after old: Seal?) -> Seal {
    let now = Seal(path)
    for (path, old, new) in [
      (path, old?.database, now.database), ("\(path)-wal", old?.log, now.log),
    ] {
      guard let new, new != old else { continue }
      let time = timespec(tv_sec: new.seconds, tv_nsec: Int.random(in: 0..<1_000_000_000))
      // Fails for a file of another user; then its own time has to do.
      _ = utimensat(AT_FDCWD, path, [time, time], 0)
    }
    return Seal(path)
  }
}

/// A window's database, read once and then written by its only owner.
///
/// One thread reads it and hands it to the thread that writes; only one uses it at a time.
package final class StateStore: @unchecked Sendable {
  private let folder: StateFolder
  private var lock: FileLock
  /// The connection that writes; it is opened by the first change.
  private var database: Database?
  /// What is on the disk; nil if that is nothing, or unknown.
  private var written: Batch.Step?
  /// The row of that model.
  private(set) var row: Database.Row?
  /// As the files were left; nil if nothing was loaded or saved yet.
  private var seal: Seal?
  /// The name of the newest file that was set aside, and why.
  private(set) var aside: String?

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
    try folder.finishReplacement()
    seal = Seal(folder.file)
    do throws(FileError) {
      let found = try StateStore.load(folder, folder.file, at: clocks)
      adopt(found, at: clocks)
      return found.restored
    } catch {
      guard error.code == 0 else { throw error }
      // An unusable backup stays where it is.
      let backup = try? DatabaseImage(folder.backup)
      let restored = try? StateStore.load(folder, folder.backup, at: clocks)
      var name: String?
      if let backup, restored?.row != nil {
        name = try folder.replace(as: .damaged) { path throws(FileError) in
          try OutputFile(path: path).write(backup.bytes)
        }
      } else {
        name = folder.setDatabaseAside(as: .damaged)
        if name == nil, errno != ENOENT { throw folder.irreplaceable }
      }
      seal = Seal(folder.file)
      let notice = error.description + (name.map { "; renamed to \($0)" } ?? "")
      guard let restored, let model = restored.restored.model else { return (nil, notice) }
      adopt(restored, at: clocks)
      return (model, "\(notice); using the backup of the last regular exit")
    }
  }

  private func adopt(_ found: Loaded, at clocks: ClockReadings) {
    written = found.restored.model.map { Batch.Step(model: $0, clocks: clocks) }
    row = found.row
  }

  /// The saved state, which another process may own or which cannot be written; nothing is changed.
  static func peek(_ folder: StateFolder, at clocks: ClockReadings) throws(FileError) -> Loaded {
    try load(folder, folder.readable, at: clocks)
  }

  /// What was read, with the row of the model as it is on the disk.
  typealias Loaded = (restored: Restored, row: Database.Row?)

  private static func load(
    _ folder: StateFolder, _ path: String, at clocks: ClockReadings
  ) throws(FileError) -> Loaded {
    guard let database = try Database(reading: path) else {
      // A crash of the system can leave a file without contents.
      let remains = [folder.backup, "\(folder.file)-wal"]
      guard path != folder.backup, remains.contains(where: { access($0, F_OK) == 0 }) else {
        return ((nil, nil), nil)
      }
      throw FileError(path: path, reason: access(path, F_OK) == 0 ? "empty" : "missing")
    }
    try database.check()
    guard let (saved, readings) = try database.model(at: clocks) else { return ((nil, nil), nil) }
    var model = saved
    model.reserveSessions(upTo: try database.newestSession())
    let isEstimated = clocks.isAfterRestart(since: readings) && model.estimateTimes()
    let notice = "The computer was restarted: the time is estimated by the wall clock"
    return ((model, isEstimated ? notice : nil), try database.modelRow())
  }

  /// The past session `number`, as last saved.
  func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    if let database { return try database.session(number) }
    return try Database(reading: folder.file)?.session(number)
  }

  /// Takes the database for this process, if there is one; else the first change creates it.
  func connect() throws(FileError) {
    guard database == nil, let size = StateStore.size(of: folder.file), size > 0 else { return }
    let new = try Database(owned: folder.file)
    try new.prepareToWrite()
    if let row, try new.modelRow() != row { throw new.unusable("changed by another program") }
    seal = Seal.renewed(folder.file, after: seal)
    database = new
  }

  private static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Writes all of `batch`, or throws and writes none of it. It is on the disk when this returns.
  package func save(_ batch: Batch) throws(FileError) {
    try keepLock()
    if let step = batch.steps.last {
      try write(batch)
      (written, row) = (step, step.row)
    } else if let written, !isIntact {
      try writeAnew([written], as: .damaged)
    }
    if batch.isLast { try makeBackup() }
  }

  private func keepLock() throws(FileError) {
    guard !lock.isInPlace else { return }
    try Folder.make(folder.path)
    // Another process may have taken the lock meanwhile.
    guard let lock = try FileLock(folder.lock) else {
      throw FileError(path: folder.lock, code: EBUSY)
    }
    self.lock = lock
  }

  private func write(_ batch: Batch) throws(FileError) {
    if batch.replacesBasis { return try writeAnew(batch.steps, as: .before) }
    if !isIntact { return try writeAnew(batch.steps, as: .damaged) }
    do throws(FileError) {
      try folder.discardNext()
      try connect()
      guard let database else { return try writeAnew(batch.steps, as: .damaged) }
      defer { seal = Seal.renewed(folder.file, after: seal) }
      try database.save(batch.steps, after: written?.model)
    } catch {
      guard error.code == 0 else { throw error }
      try writeAnew(batch.steps, as: .damaged)
    }
  }

  /// Whether the files are as they were left, or were changed in a way that makes no difference.
  private var isIntact: Bool {
    guard let seal, seal != Seal(folder.file) else { return true }
    do throws(FileError) {
      let found = try Database(reading: folder.file)
      try found?.check(laps: true)
      guard try found?.modelRow() == row else { return false }
      // It may be another file. And to close any descriptor of a file gives up this process's lock (fcntl(2)).
      database = nil
      self.seal = Seal(folder.file)
      return true
    } catch {
      return false
    }
  }

  /// Writes a whole database of what is known: `steps`, what was written before, and all sessions that can be read from
  /// the old files or the backup. Sets the old files aside.
  private func writeAnew(_ steps: [Batch.Step], as reason: StateFolder.Reason) throws(FileError) {
    let name = try folder.replace(as: reason) { path throws(FileError) in
      let new = try Database(new: path)
      try new.createTables()
      if let old = database ?? (try? Database(reading: folder.file)) {
        try new.addSessions(of: old)
      }
      if let backup = try? Database(reading: folder.backup) { try new.addSessions(of: backup) }
      if var written {
        // What still ran becomes a past session that ends now.
        if reason == .before, let step = steps.first { written.clocks = step.clocks }
        try new.save([written], after: nil)
      }
      try new.save(steps, after: written?.model)
    }
    aside = name ?? aside
    database = nil
    seal = Seal.renewed(folder.file, after: nil)
    (written, row) = (steps.last, steps.last?.row)
    // If that fails, the next change tries again.
    try? connect()
  }

  /// Copies the database for the next start that finds it damaged. On a full disk, the old copy stays.
  private func makeBackup() throws(FileError) {
    guard let written else { return }
    if !isIntact { try writeAnew([written], as: .damaged) }
    do throws(FileError) {
      try copyDatabase()
    } catch {
      // The data is already safe.
      guard error.code == 0 else { return }
      try writeAnew([written], as: .damaged)
      try? copyDatabase()
    }
  }

  private func copyDatabase() throws(FileError) {
    try connect()
    // The file is whole without its log then.
    try? database?.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    seal = Seal.renewed(folder.file, after: seal)
    let new = "\(folder.backup).new"
    try database?.copy(toFile: new)
    let file = try Descriptor(opening: new, as: folder.backup, O_RDONLY)
    guard fsync(file.number) == 0, rename(new, folder.backup) == 0 else { throw file.failure }
    try Folder.synchronize(folder.path)
  }
}

/// A state that was found on the disk.
package struct Found: Sendable {
  /// Counts from 1; 0 stands for nothing that was read yet.
  package var number: Int
  package var restored: Restored
  fileprivate var row: Database.Row?
}

/// The state of a widget, which may not be readable or writable yet; used by one thread.
final class StateDisk: @unchecked Sendable {
  private let folder: StateFolder
  private let axis: TimeAxis
  private var store: StateStore?
  private var found: Found?

  init(_ folder: StateFolder, _ axis: TimeAxis) { (self.folder, self.axis) = (folder, axis) }

  /// Locks, reads and opens the state, as far as that was not done before; calls `publish` with a state that is new.
  func open(_ publish: (Found) -> Void) throws(FileError) {
    if store == nil {
      do throws(FileError) {
        guard let new = try StateStore(folder) else {
          throw FileError(path: folder.lock, reason: "another segclock window owns it", code: EBUSY)
        }
        let restored = try new.load(at: .now(axis))
        store = new
        note((restored, new.row), publish)
      } catch {
        // What cannot be written may still be read.
        if found == nil,
          let loaded = try? StateStore.peek(folder, at: .now(axis))
        {
          note(loaded, publish)
        }
        throw error
      }
    }
    do throws(FileError) {
      try store?.connect()
    } catch {
      // The first change writes another file.
      if error.code != 0 { throw error }
    }
  }

  private func note(_ loaded: StateStore.Loaded, _ publish: (Found) -> Void) {
    if let found, found.row == loaded.row { return }
    let new = Found(number: (found?.number ?? 0) + 1, restored: loaded.restored, row: loaded.row)
    found = new
    publish(new)
  }

  /// Saves `batch`, and returns the name of the newest file that was set aside.
  func save(_ batch: Batch) throws(FileError) -> String? {
    try store?.save(batch)
    return store?.aside
  }

  func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    if let store { return try store.session(number) }
    return try Database(snapshotOf: folder)?.session(number)
  }
}
