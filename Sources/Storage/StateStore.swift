package import Files
import Glibc
import Platform
import Session
import Timekeeping
import Wording

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

  init(_ path: String) { (database, log) = (Seal.stamp(path), Seal.stamp("\(path)-wal")) }

  private static func stamp(_ path: String) -> Mark? {
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
      let fault = error.phrase
      // TRANSLATORS: {0} is a file and what is wrong with it, {1} the new name of the file.
      guard let restored, let model = restored.restored.model else {
        return (nil, name.map { mark("{0}; renamed to {1}", fault, $0) } ?? fault)
      }
      adopt(restored, at: clocks)
      return (
        model,
        name.map {
          mark("{0}; renamed to {1}; using the backup of the last regular exit", fault, $0)
        } ?? mark("{0}; using the backup of the last regular exit", fault)
      )
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
      throw FileError(path: path, reason: access(path, F_OK) == 0 ? mark("empty") : mark("missing"))
    }
    try database.check()
    guard let (saved, readings) = try database.model(at: clocks) else { return ((nil, nil), nil) }
    var model = saved
    model.reserveSessions(upTo: try database.newestSession())
    let isEstimated = clocks.isAfterRestart(since: readings) && model.estimateTimes()
    let notice = mark("The computer was restarted: the time is estimated by the wall clock")
    return ((model, isEstimated ? notice : nil), try database.modelRow())
  }

  /// The past session `number`, as last saved.
  func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    if let database { return try database.session(number) }
    return try Database(reading: folder.file)?.session(number)
  }

  func intervals(_ query: DayQuery) throws(FileError) -> [DayRow] {
    if let database { return try database.intervals(query) }
    return try Database(reading: folder.file)?.intervals(query) ?? []
  }

  /// Takes the database for this process, if there is one; else the first change creates it.
  func connect() throws(FileError) {
    guard database == nil, let size = StateStore.size(of: folder.file), size > 0 else { return }
    let new = try Database(owned: folder.file)
    try new.prepareToWrite()
    if let row, try new.modelRow() != row { throw new.unusable(mark("changed by another program")) }
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
