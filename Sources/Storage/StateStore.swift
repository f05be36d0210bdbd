package import Files
import Glibc
package import Session
import Timekeeping

/// What was found of the last time, and what there is to say about it.
package struct Restored {
  /// The model as it was; nil where there was none.
  package var model: Model?
  /// Whether a time went on through a restart of the computer.
  package var isEstimated = false
  /// What could not be read, or how it is kept, in a sentence; nil where nothing is unusual.
  package var trouble: String?
}

/// What is to be saved: the newest change, and the models on the way there that the laps of a session can be seen in.
package struct Batch: Sendable {
  /// A model, and what the clocks said when it became so.
  struct Step: Sendable {
    var model: Model
    var clocks: ClockReadings
  }

  /// The number of the newest change in it.
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
  /// Nil where there is no database yet.
  private var tables: StateTables?
  private var isPrepared = false
  /// What the database says; nil where that is not known.
  private var written: Model?

  /// Takes the widget for this process; nil where another one has it.
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
    var restored = Restored()
    do throws(StateTables.Refusal) {
      tables = try load(folder.database, into: &restored, at: clocks)
      return restored
    } catch {
      if case .failed(let failure) = error { throw failure }
      restored = Restored()
      restored.trouble = try setAside(error)
    }
    do throws(StateTables.Refusal) {
      _ = try load(folder.backup, into: &restored, at: clocks)
      if restored.model != nil {
        let tables = try StateTables(creating: folder.database)
        // The sessions are in it, too.
        try tables.fill(from: folder.backup)
        self.tables = tables
        restored.trouble? += "; using the copy of the last regular end"
      }
    } catch {
      // A copy that is of no use either is left where it is.
      restored.model = nil
      written = nil
    }
    return restored
  }

  private func load(
    _ path: String, into restored: inout Restored, at clocks: ClockReadings
  ) throws(StateTables.Refusal) -> StateTables? {
    guard let tables = try StateTables(reading: path) else { return nil }
    try tables.check()
    guard let (model, readings) = try tables.model(at: clocks) else { return tables }
    var loaded = model
    loaded.reserveSessions(upTo: try tables.newestSession() ?? 1)
    var refusal: StateTables.Refusal?
    loaded.takeLaps { (number, mark) -> Laps in
      do throws(StateTables.Refusal) {
        var laps = try tables.laps(of: number).laps
        laps.cut(to: mark.count)
        if LapMark(laps) != mark { refusal = .damaged }
        return laps
      } catch {
        refusal = error
        return Laps()
      }
    }
    if let refusal { throw refusal }
    written = loaded
    if clocks.isAfterRestart(since: readings) { restored.isEstimated = loaded.estimateTimes() }
    restored.model = loaded
    return tables
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
      self.tables = nil
      isPrepared = false
      written = nil
      try Folder.make(folder.path)
      if access(folder.database, F_OK) == 0 { _ = folder.setDatabaseAside() }
    }
    do throws(StateTables.Refusal) {
      if let tables, !isPrepared { try tables.prepareToWrite() }
      // Not by `??`, whose autoclosure forgets the type of the error.
      let tables: StateTables
      if let open = self.tables {
        tables = open
      } else {
        tables = try StateTables(creating: folder.database)
      }
      (self.tables, isPrepared) = (tables, true)
      try tables.save(batch.steps, after: written)
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

  /// Session `number`, ready to be taken up again; nil where there is none that is over.
  package func pastSession(_ number: Int64) throws(FileError) -> RecordedSession? {
    try PastSessions(in: folder).session(number)
  }

  /// Renames a database that is of no use, and says so.
  private func setAside(_ refusal: StateTables.Refusal) throws(FileError) -> String {
    guard let name = folder.setDatabaseAside() else {
      throw FileError(path: folder.database, code: errno)
    }
    return "\(folder.database): \(refusal.reason); renamed to \(name)"
  }
}
