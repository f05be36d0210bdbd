import Bytes
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
  /// What could not be read, in a sentence; nil where all could.
  package var trouble: String?
}

/// The files of a state folder, read once and then written by their one owner.
///
/// It is handed from the thread that reads it to the one that writes, and used by one at a time.
package final class StateStore: @unchecked Sendable {
  private let folder: StateFolder
  private var lock: FileLock
  /// The snapshots; nil where there is no file that could be added to.
  private var state: RecordFile?
  /// The snapshot that the first save begins with; nil where there is a file already. With it there, laps without a
  /// snapshot of theirs were never acknowledged.
  private var beginning: [UInt8]?
  /// The file of the session that was written last.
  private var session: (number: Int64, file: RecordFile, ahead: Int64?)?

  /// The kinds of record in the file of the state.
  private static let snapshot: UInt16 = 1
  /// The length from which on the snapshots begin anew: some hundred of them.
  private static let longestState = 1 << 16
  /// The longest file that is read: ten million laps.
  private static let longestFile = 240_000_000

  /// Takes the folder for this process; nil where another one has it.
  package init?(_ folder: StateFolder) throws(FileError) {
    self.folder = folder
    try Folder.make(folder.path)
    try Folder.make(folder.sessions)
    guard let lock = try FileLock(folder.lock) else { return nil }
    self.lock = lock
  }

  /// What was saved last, as of now: instants are moved to the axis of `clocks`.
  ///
  /// What is damaged, or of a newer version, is set aside first, and the newest that can be read is used. An error means
  /// that there may be a state which cannot be had: nothing may be written then.
  package func load(at clocks: ClockReadings) throws(FileError) -> Restored {
    var restored = Restored()
    let newestSession = folder.sessionNumbers().last
    // Without a state, what there is of sessions is past.
    restored.model = newestSession.map { Model(after: $0) }
    beginning = StateStore.payload(restored.model ?? Model(), at: clocks)
    guard let bytes = try FileBytes(folder.state, upTo: StateStore.longestFile) else { return restored }
    let (condition, found) = try StateStore.newest(in: bytes, at: clocks)
    guard let (model, readings) = found ?? former(at: clocks) else {
      // There never was a state, or none is left.
      restored.trouble = try setAside(folder.state, condition, "nothing of it could be used")
      return restored
    }
    beginning = nil
    restored.model = model
    restored.model?.reserveSessions(upTo: newestSession ?? 1)
    if clocks.isAfterRestart(since: readings) {
      restored.isEstimated = restored.model?.estimateTimes() ?? false
    }
    var failure: FileError?
    restored.model?.takeLaps { number, mark in
      do throws(FileError) {
        return try loadSession(number, mark, trouble: &restored.trouble)
      } catch {
        failure = error
        return Laps()
      }
    }
    if let failure { throw failure }
    if condition == .good, found != nil {
      state = try RecordFile(opening: folder.state)
    } else {
      let used = found == nil ? "the copy before it is used" : "the last good entry is used"
      restored.trouble = try setAside(folder.state, condition, used)
      try writeState(StateStore.payload(restored.model ?? model, at: clocks), anew: true)
    }
    return restored
  }

  /// A snapshot, ready to be written.
  package static func payload(_ model: Model, at clocks: ClockReadings) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(clocks)
    model.write(to: &writer)
    return writer.bytes
  }

  /// Writes what `batch` holds and returns when it is on the disk. What has been written is taken out of it, so that
  /// after a failure the rest can be tried again.
  func save(_ batch: inout Batch) throws(FileError) {
    try putBack()
    if let beginning {
      try writeState(beginning, anew: true)
      self.beginning = nil
    }
    var hasEnded = false
    while let change = batch.changes.first {
      try write(change)
      batch.changes.removeFirst()
      hasEnded = hasEnded || change.entries.contains { if case .ended = $0 { true } else { false } }
    }
    try writeState(batch.state, anew: state.map { $0.length > StateStore.longestState } ?? true)
    if hasEnded { PastSessions.prune(folder) }
  }

  /// Puts back what somebody has taken away since the last time: it is still open here, and what would be added to it would
  /// be lost. What lies in its place by now is set aside.
  private func putBack() throws(FileError) {
    if !lock.isInPlace {
      try Folder.make(folder.path)
      // Where another process has taken the place, it is its own.
      guard let lock = try FileLock(folder.lock) else { throw FileError(path: folder.lock, code: EBUSY) }
      self.lock = lock
    }
    if let session, !session.file.isInPlace {
      try Folder.make(folder.sessions)
      _ = folder.setAside(folder.session(session.number))
      self.session?.file = try RecordFile(puttingBack: session.file)
    }
    // The next snapshot is written into a new one.
    if let state, !state.isInPlace { self.state = nil }
  }

  private func writeState(_ payload: [UInt8], anew: Bool) throws(FileError) {
    let record = Record(kind: StateStore.snapshot, payload: payload)
    if let state, !anew { return try state.append([record]) }
    state = try RecordFile(replacing: folder.state, .state, [record], former: folder.formerState)
  }

  private func write(_ change: SessionChanges) throws(FileError) {
    var ahead = session?.number == change.number ? session?.ahead : nil
    let records = change.entries.flatMap { $0.records(ahead: &ahead) }
    let path = folder.session(change.number)
    let file: RecordFile
    if let session, session.number == change.number {
      file = session.file
      try file.append(records)
    } else if access(path, F_OK) == 0 {
      file = try RecordFile(opening: path)
      try file.append(records)
    } else {
      try Folder.make(folder.sessions)
      file = try RecordFile(replacing: path, .session, records)
    }
    session = (change.number, file, ahead)
  }

  /// The newest snapshot that makes a model, and when it was taken.
  private static func newest(
    in file: FileBytes, at clocks: ClockReadings
  ) throws(FileError) -> (FileCondition, (Model, ClockReadings)?) {
    var snapshots: [[UInt8]] = []
    var condition = try file.scan(.state, kinds: snapshot...snapshot) { _, payload in
      snapshots.append(Array(payload))
    }
    for (index, snapshot) in snapshots.reversed().enumerated() {
      var reader = ByteReader(snapshot)
      guard let readings = try? ClockReadings(from: &reader) else { continue }
      var moved = ByteReader(
        (try? reader.readBytes(reader.rest)) ?? [], movingMomentsBy: clocks.shift(since: readings))
      guard let model = try? Model(from: &moved), moved.rest == 0 else { continue }
      if index > 0, condition == .good { condition = .damaged }
      return (condition, (model, readings))
    }
    return (condition == .good ? .damaged : condition, nil)
  }

  /// The newest model in `folder`, without its laps, and without a change to anything.
  static func peek(_ folder: StateFolder, at clocks: ClockReadings) throws(FileError) -> Model? {
    guard let bytes = try FileBytes(folder.state, upTo: longestFile) else { return nil }
    return try newest(in: bytes, at: clocks).1?.0
  }

  /// Session `number`, ready to be taken up again; nil where there is none that is over.
  package func pastSession(_ number: Int64) throws(FileError) -> RecordedSession? {
    try PastSessions.session(number, in: folder)
  }

  /// What the copy from before has.
  private func former(at clocks: ClockReadings) -> (Model, ClockReadings)? {
    guard let bytes = try? FileBytes(folder.formerState, upTo: StateStore.longestFile) else { return nil }
    return try? StateStore.newest(in: bytes, at: clocks).1
  }

  private func loadSession(
    _ number: Int64, _ mark: LapMark, trouble: inout String?
  ) throws(FileError) -> Laps {
    let path = folder.session(number)
    guard let bytes = try FileBytes(path, upTo: StateStore.longestFile) else { return Laps() }
    let contents = try SessionContents(bytes, mark: mark)
    let laps = contents.marked
    if contents.condition != .good {
      trouble = try setAside(path, contents.condition, "\(laps.count) laps of it are used")
      let records = try SessionContents.records(in: bytes)
      session = (number, try RecordFile(replacing: path, .session, records), nil)
    } else if session == nil, let file = try? RecordFile(opening: path) {
      // Open from the beginning, it can be put back where it is taken away.
      session = (number, file, nil)
    }
    if LapMark(laps) != LapMark(contents.laps) {
      // What was written for a state that never came to be.
      try write(
        SessionChanges(number: number, entries: SessionChanges.entries(from: contents.laps, to: laps)))
    }
    return laps
  }

  /// Keeps the file at `path` under another name, and says so.
  private func setAside(
    _ path: String, _ condition: FileCondition, _ used: String
  ) throws(FileError) -> String {
    let what =
      switch condition {
      case .good, .damaged: "is damaged"
      case .newer(let version): "is of a newer segclock (version \(version))"
      case .foreign: "is no file of segclock"
      }
    guard let name = folder.setAside(path) else { throw FileError(path: path, code: errno) }
    return "\(path) \(what) and is kept as \(name.split(separator: "/").last ?? ""); \(used)"
  }
}
