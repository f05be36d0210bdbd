import Files
import Glibc
import Session
import StateSupport
import TestSupport
import Testing

@testable import Storage

/// Somebody else takes away, under a window that is open, what it keeps: it is put back with the next change.
@Suite struct TakenAwayTests {
  private let home: TestFolder
  private let folder: StateFolder
  private let clocks = ClockReadings(
    boot: "a", axis: .counted, bootTime: 50_000_000_000, monotonicTime: 40_000_000_000,
    wallTime: 1_000_000_000_000)

  init() throws {
    let home = TestFolder()
    self.home = home
    folder = try StateFolder { $0 == "XDG_STATE_HOME" ? home.path : nil }
  }

  /// What is done to the folder.
  enum Deed: CaseIterable {
    case nothing, removedDatabase, removedAll, movedAway, otherFile, otherLock
    case removedLog, emptiedDatabase, emptiedLog, emptiedSharedMemory, overwritten, touched

    /// Whether a file or a log remains that is useless, or that another program made.
    var leavesAFile: Bool {
      [.otherFile, .removedLog, .emptiedDatabase, .emptiedLog, .overwritten].contains(self)
    }
  }

  private func take(_ deed: Deed) throws {
    switch deed {
    case .nothing: break
    case .removedDatabase: #expect(unlink(folder.database) == 0)
    case .removedAll:
      for name in home.names(in: "segclock") { home.removeFile("segclock/\(name)") }
      #expect(rmdir(folder.path) == 0)
    case .movedAway: #expect(rename("\(home.path)/segclock", "\(home.path)/elsewhere") == 0)
    case .otherFile:
      #expect(unlink(folder.database) == 0)
      try home.write("segclock/default.db", Array("Hello".utf8))
    case .removedLog: #expect(unlink(folder.database + "-wal") == 0)
    case .emptiedDatabase: #expect(truncate(folder.database, 0) == 0)
    case .emptiedLog: #expect(truncate(folder.database + "-wal", 0) == 0)
    case .emptiedSharedMemory: try home.write("segclock/default.db-shm", [])
    case .overwritten:
      let file = open(folder.database, O_WRONLY)
      let noise = [UInt8](repeating: 0x5A, count: 8192)
      #expect(pwrite(file, noise, noise.count, 2048) == noise.count)
      close(file)
    case .touched: #expect(utimensat(AT_FDCWD, folder.database, nil, 0) == 0)
    case .otherLock:
      #expect(unlink(folder.lock) == 0)
      try home.write("segclock/default.lock", [])
    }
  }

  private func save(_ models: [Model], with store: StateStore) throws {
    for model in models { try store.save(Batch(model, clocks)) }
  }

  /// As a window does that is opened, closed and opened again: `before` in its first life, `after` in its second.
  @Test(arguments: Deed.allCases, [0, 3])
  func nothingIsLost(deed: Deed, lapsBefore: Int) throws {
    let laps = (0...8).map(Play.running)
    if lapsBefore > 0 {
      let store = try #require(try StateStore(folder))
      try save(Array(laps[...lapsBefore]), with: store)
    }
    do {
      let store = try #require(try StateStore(folder))
      var first = try store.load(at: clocks).model ?? Model()
      if lapsBefore == 0 {
        try save(Array(laps[...3]), with: store)
        first = laps[3]
      }
      #expect(first.stopwatch == laps[3].stopwatch)
      try take(deed)
      try save(Array(laps[4...]), with: store)
      #expect(try StateStore(folder) == nil, "it is still the only owner")
    }
    let restored = try #require(try StateStore(folder)).load(at: clocks)
    #expect(restored.model?.stopwatch == laps[8].stopwatch && restored.notice == nil)
    let session = try #require(try Database(snapshotOf: folder)?.session(1))
    #expect(session.laps == laps[8].stopwatch.laps)
    #expect(
      home.names(in: "segclock").contains("default.db.damaged-1") == deed.leavesAFile, "\(deed)")
    if deed == .otherFile {
      #expect(home.bytes(of: "segclock/default.db.damaged-1") == Array("Hello".utf8))
    }
  }

  /// What takes the place of the database at the next start is only what was reported as saved.
  @Test func anAbandonedReplacementIsForgotten() throws {
    let laps = (0...4).map(Play.running)
    let store = try #require(try StateStore(folder))
    _ = try store.load(at: clocks)
    try save([laps[2]], with: store)
    let old = try #require(home.bytes(of: "segclock/default.db"))
    try home.write("segclock/default.db.next", old)
    try save([laps[3]], with: store)
    #expect(!home.names(in: "segclock").contains("default.db.next"))
  }

  @Test func aUselessReplacementIsIgnored() throws {
    do {
      let store = try #require(try StateStore(folder))
      _ = try store.load(at: clocks)
      try save([Play.running(laps: 3)], with: store)
    }
    mkdir(folder.next, 0o700)
    let store = try #require(try StateStore(folder))
    #expect(try store.load(at: clocks).model?.stopwatch.laps.count == 3)
    #expect(!home.names(in: "segclock").contains("default.db.damaged-1"))
    try save([Play.running(laps: 4)], with: store)
  }

  /// A command that changes nothing is answered as saved only if what it finds is on the disk.
  @Test(arguments: Deed.allCases)
  func aCheckPutsBackWhatIsGone(deed: Deed) throws {
    do {
      let store = try #require(try StateStore(folder))
      _ = try store.load(at: clocks)
      try save([Play.running(laps: 3)], with: store)
      try take(deed)
      try store.save(.check)
    }
    let restored = try #require(try StateStore(folder)).load(at: clocks)
    #expect(restored.model?.stopwatch.laps.count == 3 && restored.notice == nil)
  }

  @Test func aLogWithoutItsDatabaseIsSetAsideAndSaid() throws {
    mkdir(folder.path, 0o700)
    try home.write("segclock/default.db-wal", [UInt8](repeating: 1, count: 100))
    let restored = try #require(try StateStore(folder)).load(at: clocks)
    #expect(restored.model == nil && restored.notice?.text.contains("missing") == true)
    #expect(home.names(in: "segclock").contains("default.db.damaged-1-wal"))
  }

  @Test func nothingThatWasSetAsideIsReplaced() throws {
    mkdir(folder.path, 0o700)
    for number in 1...30 { try home.write("segclock/default.db.damaged-\(number)", [7]) }
    try home.write("segclock/default.db", Array("Hello".utf8))
    _ = try #require(try StateStore(folder)).load(at: clocks)
    #expect(home.bytes(of: "segclock/default.db.damaged-31") == Array("Hello".utf8))
    #expect((1...30).allSatisfy { home.bytes(of: "segclock/default.db.damaged-\($0)") == [7] })
  }

  @Test func whatIsAnothersByThenIsLeftToIt() throws {
    let laps = (0...4).map(Play.running)
    let store = try #require(try StateStore(folder))
    _ = try store.load(at: clocks)
    try save(Array(laps[...3]), with: store)
    try take(.removedAll)
    let other = try #require(try StateStore(folder))
    _ = try other.load(at: clocks)
    try save([laps[1]], with: other)
    #expect(throws: FileError(path: folder.lock, code: EBUSY)) {
      try save([laps[4]], with: store)
    }
    let session = try #require(try Database(snapshotOf: folder)?.session(1))
    #expect(session.laps == laps[1].stopwatch.laps)
    withExtendedLifetime(other) {}
  }
}
