import Bytes
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
    let home = try TestFolder()
    self.home = home
    folder = try StateFolder { $0 == "XDG_STATE_HOME" ? home.path : nil }
  }

  /// What is done to the folder.
  enum Deed: CaseIterable {
    case nothing, removedState, removedSession, removedSessions, removedAll, movedAway, otherSession,
      otherLock
  }

  private func take(_ deed: Deed) throws {
    switch deed {
    case .nothing: break
    case .removedState: #expect(unlink(folder.state) == 0)
    case .removedSession: #expect(unlink(folder.session(1)) == 0)
    case .removedSessions: #expect(unlink(folder.session(1)) == 0 && rmdir(folder.sessions) == 0)
    case .removedAll:
      for path in [folder.state, folder.formerState, folder.session(1), folder.lock] { unlink(path) }
      #expect(rmdir(folder.sessions) == 0 && rmdir(folder.path) == 0)
    case .movedAway: #expect(rename("\(home.path)/segclock", "\(home.path)/elsewhere") == 0)
    case .otherSession:
      #expect(unlink(folder.session(1)) == 0)
      try home.write("segclock/default/sessions/1", Array("Hello".utf8))
    case .otherLock:
      #expect(unlink(folder.lock) == 0)
      try home.write("segclock/default/lock", [])
    }
  }

  private func save(_ models: [Model], after first: Model, with store: StateStore) throws {
    var last = first
    for model in models {
      var batch = Batch(
        sequence: 1, state: StateStore.payload(model, at: clocks),
        changes: SessionChanges.changes(from: last, to: model, at: clocks))
      try store.save(&batch)
      last = model
    }
  }

  /// As a window does that is opened, closed and opened again: `before` in its first life, `after` in its second.
  @Test(arguments: Deed.allCases, [0, 3])
  func nothingIsLost(deed: Deed, lapsBefore: Int) throws {
    let laps = (0...8).map(Play.running)
    if lapsBefore > 0 {
      let store = try #require(try StateStore(folder))
      try save(Array(laps[...lapsBefore]), after: Model(), with: store)
    }
    do {
      let store = try #require(try StateStore(folder))
      var first = try store.load(at: clocks).model ?? Model()
      if lapsBefore == 0 {
        try save(Array(laps[...3]), after: first, with: store)
        first = laps[3]
      }
      #expect(first.stopwatch == laps[3].stopwatch)
      try take(deed)
      try save(Array(laps[4...]), after: first, with: store)
      #expect(try StateStore(folder) == nil, "it is still the only owner")
    }
    let restored = try #require(try StateStore(folder)).load(at: clocks)
    #expect(restored.model?.stopwatch == laps[8].stopwatch && restored.trouble == nil)
    let session = try #require(try PastSessions.session(1, in: folder))
    #expect(session.laps == laps[8].stopwatch.laps)
    if deed == .otherSession {
      #expect(home.bytes(of: "segclock/default/sessions/1.damaged-1") == Array("Hello".utf8))
    }
  }

  @Test func whatIsAnothersByThenIsLeftToIt() throws {
    let laps = (0...4).map(Play.running)
    let store = try #require(try StateStore(folder))
    _ = try store.load(at: clocks)
    try save(Array(laps[...3]), after: Model(), with: store)
    try take(.removedAll)
    let other = try #require(try StateStore(folder))
    _ = try other.load(at: clocks)
    try save([laps[1]], after: laps[0], with: other)
    #expect(throws: FileError(path: folder.lock, code: EBUSY)) {
      try save([laps[4]], after: laps[3], with: store)
    }
    let session = try #require(try PastSessions.session(1, in: folder))
    #expect(session.laps == laps[1].stopwatch.laps)
    withExtendedLifetime(other) {}
  }
}
