package import Files
import Glibc
package import Session
import Timekeeping

/// What was found at the start.
package struct Restored {
  /// The model as it was; nil if there was none.
  package var model: Model?
  /// Whether a time went on through a restart of the computer.
  package var isEstimated = false
  /// What could not be read, in a sentence.
  package var trouble: String?
}

/// What is to be saved: the newest change, and the models on the way there that the laps of a session can be seen in.
package struct Batch: Sendable {
  /// A model, and what the clocks said when it became so.
  struct Step: Sendable {
    var model: Model
    var clocks: ClockReadings
  }

  /// The number of the newest change.
  var sequence: UInt64
  /// Oldest first; of the models with one session on the stopwatch the last is enough.
  private(set) var steps: [Step]

  package init(sequence: UInt64, _ model: Model, _ clocks: ClockReadings) {
    self.sequence = sequence
    steps = [Step(model: model, clocks: clocks)]
  }

  /// Adds what came later.
  mutating func add(_ later: Batch) {
    sequence = later.sequence
    for step in later.steps {
      if steps.last?.model.session.number == step.model.session.number { steps.removeLast() }
      steps.append(step)
    }
  }
}

/// A widget's database, read once and then written by its one owner.
///
/// It is handed from the thread that reads it to the one that writes, and used by one at a time.
package final class StateStore: @unchecked Sendable {
  private let folder: StateFolder
  private var lock: FileLock
  /// Nil if there is no database yet.
  private var tables: StateTables?
  private var isPrepared = false
  /// What the database says; nil if that is not known.
  private var written: Model?

  /// Takes the widget for this process; nil if another one has it.
  package init?(_ folder: StateFolder) throws(FileError) {
    self.folder = folder
    try Folder.make(folder.path)
    guard let lock = try FileLock(folder.lock) else { return nil }
    self.lock = lock
  }

  /// What was saved last, as of now: instants are moved to the axis of `clocks`.
  ///
  /// A database that is damaged, foreign or of a newer version is set aside first, and the copy of the last regular end
  /// used. An error means that there may be a state which cannot be read now: nothing may be written then.
  package func load(at clocks: ClockReadings) throws(FileError) -> Restored {
    let trouble: String
    do throws(StateError) {
      let (found, restored) = try load(folder.database, at: clocks)
      (tables, written) = (found, restored.model)
      return restored
    } catch {
      if case .failed(let failure) = error { throw failure }
      guard let name = folder.setDatabaseAside() else {
        throw FileError(path: folder.database, code: errno)
      }
      trouble = "\(folder.database): \(error.reason); renamed to \(name)"
    }
    // A copy that is of no use either is left where it is.
    if let (_, copy) = try? load(folder.backup, at: clocks), copy.model != nil,
      let tables = try? StateTables(creating: folder.database),
      (try? tables.fill(from: folder.backup)) != nil
    {
      (self.tables, written) = (tables, copy.model)
      var restored = copy
      restored.trouble = "\(trouble); using the copy of the last regular end"
      return restored
    }
    return Restored(trouble: trouble)
  }

  private func load(
    _ path: String, at clocks: ClockReadings
  ) throws(StateError) -> (StateTables?, Restored) {
    guard let tables = try StateTables(reading: path) else { return (nil, Restored()) }
    try tables.check()
    guard let (saved, readings) = try tables.model(at: clocks) else { return (tables, Restored()) }
    var model = saved
    model.reserveSessions(upTo: try tables.newestSession())
    let isEstimated = clocks.isAfterRestart(since: readings) && model.estimateTimes()
    return (tables, Restored(model: model, isEstimated: isEstimated))
  }

  /// Writes what `batch` holds and returns when it is on the disk. Where it fails, nothing of it is.
  package func save(_ batch: Batch) throws(FileError) {
    if !lock.isInPlace {
      try Folder.make(folder.path)
      // Where another process has taken the place, it is its own.
      guard let lock = try FileLock(folder.lock) else {
        throw FileError(path: folder.lock, code: EBUSY)
      }
      self.lock = lock
    }
    if let tables, tables.hasMoved {
      // The file was removed or moved, perhaps with its folder: write everything known to a new one.
      (self.tables, isPrepared, written) = (nil, false, nil)
      try Folder.make(folder.path)
      if access(folder.database, F_OK) == 0 { _ = folder.setDatabaseAside() }
    }
    do throws(StateError) {
      let open: StateTables
      if let tables {
        open = tables
        if !isPrepared { try open.prepareToWrite() }
      } else {
        open = try StateTables(creating: folder.database)
      }
      (tables, isPrepared) = (open, true)
      try open.save(batch.steps, after: written)
      written = batch.steps.last?.model
    } catch {
      throw error.fileError(folder.database)
    }
  }

  /// Makes the copy of a regular end, if anything was saved.
  package func close() {
    // It is one more copy of what is safe; a disk that is full now has kept the one before.
    try? tables?.close(copyingTo: folder.backup)
    tables = nil
  }

  /// Whether the database is on another machine's file system, and so has a rollback journal.
  package var isRemote: Bool { StateTables.isRemote(folder.database) }

  /// Session `number`, ready to be taken up again.
  package func pastSession(_ number: Int64) throws(FileError) -> RecordedSession? {
    try PastSessions(in: folder).session(number)
  }
}
