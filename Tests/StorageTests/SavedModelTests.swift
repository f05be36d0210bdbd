import Files
import Platform
import Session
import StateSupport
import TestSupport
import Testing
import Timekeeping

@testable import Storage

@Suite struct SavedModelTests {
  private let home: TestFolder
  private let folder: StateFolder

  init() throws {
    let home = TestFolder()
    self.home = home
    folder = try StateFolder { $0 == "XDG_STATE_HOME" ? home.path : nil }
  }

  private func kept() throws -> SavedModel {
    let store = try #require(try StateStore(folder))
    let model = try store.load(at: .now(.counted)).model ?? Model()
    return SavedModel(model, on: .counted, saver: Saver(store))
  }

  /// Follows the disk until `condition` holds.
  private func wait(
    _ kept: inout SavedModel, until condition: (SavedModel) -> Bool, at now: Instant = .zero
  ) throws {
    let descriptor = try #require(kept.descriptor)
    let limit = MonotonicTime.now + .seconds(60)
    while !condition(kept), .now < limit {
      _ = waitFor(descriptor, until: limit)
      _ = kept.takeProgress(at: now)
    }
    #expect(condition(kept))
  }

  @Test func nothingIsShownBeforeItIsOnTheDisk() throws {
    var kept = try kept()
    _ = kept.apply(.start, at: Play.at(0))
    #expect(kept.pending.stopwatch.isRunning && !kept.shown.stopwatch.isRunning)
    // What only the window shows waits behind it.
    _ = kept.apply(.toggleHelp, at: Play.at(1))
    #expect(!kept.shown.isHelpShown)
    try wait(&kept) { $0.shown.stopwatch.isRunning && $0.shown.isHelpShown }
    // And does not where nothing is on its way.
    _ = kept.apply(.toggleHelp, at: Play.at(2))
    #expect(!kept.shown.isHelpShown)
    #expect(kept.warningTime == nil)
  }

  @Test func whatIsOnTheDiskIsNoLessThanWhatIsShown() throws {
    var kept = try kept()
    var random = SplitMix64(seed: 5)
    for step in 0..<300 {
      _ = kept.apply(Play.command(using: &random), at: Play.at(Int64(step) * 9))
    }
    #expect(kept.finish(by: .now + .seconds(60)) == nil)
    let last = kept.pending
    let restored = try load(folder)
    #expect(restored.stopwatch == last.stopwatch)
    #expect(
      restored.counter == last.counter && restored.timer == last.timer
        && restored.rings == last.rings)
  }

  /// Loads from a copy, as long as the lock of the folder itself is held.
  private func load(_ folder: StateFolder) throws -> Model {
    let copy = try StateFolder(name: "copy") { $0 == "XDG_STATE_HOME" ? home.path : nil }
    let store = try #require(try StateStore(copy))
    for suffix in ["", "-wal"] {
      let bytes = try #require(home.bytes(of: "segclock/default.db" + suffix))
      try home.write("segclock/copy.db" + suffix, bytes)
    }
    return try #require(try store.load(at: .now(.counted)).model)
  }

  @Test func aDiskThatFailsIsToldAndTriedAgain() throws {
    do {
      let store = try #require(try StateStore(folder))
      try store.save(Batch(Play.running(laps: 0), .now(.counted)))
    }
    // Whoever holds a transaction open keeps everybody else from writing.
    var other: Database? = try Database(folder.database)
    try other?.execute("BEGIN IMMEDIATE")
    let saver = try #require(Saver(folder, on: .counted))
    saver.waitForOpening(until: .now + .seconds(60))
    var kept = SavedModel(on: .counted, saver: saver)
    #expect(kept.shown.stopwatch.isRunning, "what is locked is read")
    _ = kept.apply(.lap, at: Play.at(1000))
    let trouble = try #require(kept.shown.trouble)
    #expect(trouble.text.hasPrefix("Not saving: ") && trouble.text.contains("has locked it"))
    // Nothing waits for it any more.
    #expect(kept.shown.stopwatch.laps.count == 1)
    _ = kept.apply(.lap, at: Play.at(2000))
    #expect(kept.shown.stopwatch.laps.count == 2 && kept.shown.trouble != nil)
    #expect(kept.finish(by: .now + .seconds(60))?.path == folder.database)
    other = nil
    try wait(&kept, until: { $0.shown.trouble == nil }, at: Play.at(3000))
    #expect(kept.shown.notice?.text == "Saved")
    #expect(try load(folder).stopwatch.laps.map(\.total) == [.seconds(1), .seconds(2)])
  }

  @Test func aPlaceIsSavedAndNothingWaitsForIt() throws {
    var kept = try kept()
    kept.record(windowPlace: "there")
    #expect(
      kept.newestChange == 0 && kept.warningTime == nil
        && kept.keeping(of: kept.newestChange) == .kept)
    #expect(kept.finish(by: .now + .seconds(60)) == nil && !kept.takeProgress(at: .zero))
    #expect(try load(folder).windowPlace == "there")
  }

  @Test func aDiskThatTakesLongIsTold() throws {
    var kept = try kept()
    _ = kept.apply(.start, at: Play.at(500))
    let time = try #require(kept.warningTime)
    #expect(time == Play.at(1500))
    #expect(!kept.warn(at: Play.at(1499)) && kept.shown.trouble == nil)
    #expect(kept.warn(at: Play.at(1500)) && kept.shown.trouble?.text == "Waiting for the disk")
    #expect(!kept.warn(at: Play.at(1600)) && kept.warningTime == nil)
    try wait(&kept) { $0.shown.stopwatch.isRunning }
    #expect(kept.shown.trouble == nil && kept.pending.trouble == nil)
  }

  @Test func withoutAStateEverythingIsShownAtOnce() {
    var kept = SavedModel(Model(), on: .counted, saver: nil)
    _ = kept.apply(.start, at: Play.at(0))
    #expect(kept.shown.stopwatch.isRunning && kept.descriptor == nil)
    #expect(kept.finish(by: .distantPast) == nil && !kept.takeProgress(at: .zero))
  }
}
