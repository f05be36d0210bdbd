import Bytes
import Session
import StateSupport
import TestSupport
import Testing
import Timekeeping

@testable import Storage

@Suite struct StoreTests {
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

  private func store() throws -> StateStore { try #require(try StateStore(folder)) }

  /// Saves `models` one after the other, as a window does, and gives the folder free.
  private func save(_ models: [Model]) throws {
    let store = try store()
    var last = try store.load(at: clocks).model ?? Model()
    for (index, model) in models.enumerated() {
      var batch = Batch(
        sequence: UInt64(index + 1), state: StateStore.payload(model, at: clocks),
        changes: SessionChanges.changes(from: last, to: model, at: clocks))
      try store.save(&batch)
      #expect(batch.changes.isEmpty)
      last = model
    }
  }

  private func load() throws -> Restored { try store().load(at: clocks) }

  /// What of a model is kept.
  private func kept(_ model: Model?) -> [UInt8] {
    var writer = ByteWriter()
    model?.write(to: &writer)
    return writer.bytes
  }

  private let state = "segclock/default/state"

  @Test func aNameWithoutItsSnapshotIsForgotten() throws {
    var models = [Model()]
    let commands: [Command] = [.start, .lap, .lap, .nameLap(1, "one"), .nameLap(2, "two")]
    for (step, command) in commands.enumerated() {
      var model = models[step]
      _ = model.apply(command, at: Play.at(Int64(step) * 1000))
      models.append(model)
    }
    try save(Array(models.dropFirst()))
    let all = try load().model
    #expect(all?.stopwatch.laps.namesByNumber == [1: "one", 2: "two"])
    // The session's file has gone on to a name and a lap that no snapshot knows.
    let more: [SessionEntry] = [
      .name(lap: 1, ""), .name(lap: 2, "other"), .lap(total: 9_000_000_000, wall: 0),
    ]
    var ahead: Int64?
    try RecordFile(opening: folder.session(1)).append(more.flatMap { $0.records(ahead: &ahead) })
    for _ in 0..<2 {
      let restored = try load()
      #expect(restored.model?.stopwatch == models.last?.stopwatch && restored.trouble == nil)
    }
    let session = try #require(try PastSessions.session(1, in: folder))
    #expect(session.laps == models.last?.stopwatch.laps && session.wallTimes.count == 2)
  }

  @Test func whatIsSavedIsLoaded() throws {
    for seed in 0..<40 as Range<UInt64> {
      let models = Play.models(60, seed: seed)
      let test = try StoreTests()
      try test.save(Array(models.dropFirst()))
      let restored = try test.load()
      let last = try #require(models.last)
      #expect(restored.trouble == nil && !restored.isEstimated)
      #expect(test.kept(restored.model) == test.kept(last))
      #expect(restored.model?.stopwatch == last.stopwatch)
      // What can be taken back can be taken back now, up to the newest reset.
      var (now, then) = (last, try #require(restored.model))
      for _ in 0..<3 where then.allows(.undo) {
        _ = now.apply(.undo, at: Play.at(10_000))
        _ = then.apply(.undo, at: Play.at(10_000))
        #expect(then.stopwatch == now.stopwatch && then.counter == now.counter && then.timer == now.timer)
      }
    }
  }

  @Test func aFreshFolderHasNothingAndNothingToSay() throws {
    let restored = try load()
    #expect(restored.model == nil && restored.trouble == nil)
    #expect(home.names == ["segclock"])
    #expect(try home.status(of: "segclock/default").st_mode & 0o777 == 0o700)
  }

  @Test func ofTwoOwnersOneIsTurnedAway() throws {
    let first = try store()
    #expect(try StateStore(folder) == nil)
    withExtendedLifetime(first) {}
    #expect(try StateStore(StateFolder(name: "other") { _ in home.path }) != nil)
  }

  @Test func whereverTheStateIsCutTheOneBeforeIsUsed() throws {
    let models = (1...4).map { Play.running(laps: 0).counting($0) }
    try save(models)
    let whole = try #require(home.bytes(of: state))
    // The first record is of the state that the first save begins with.
    let one = try StoreTests()
    try one.save([models[0]])
    let record = (whole.count - (one.home.bytes(of: state)?.count ?? 0)) / 3
    let beginning = whole.count - 4 * record
    for length in 0..<whole.count {
      let test = try StoreTests()
      try test.save([Model()])
      let cut = Array(whole.prefix(length))
      try test.home.write(test.state, cut)
      let restored = try test.load()
      let count = length < beginning ? nil : (length - beginning) / record
      #expect(restored.model?.counter.value == count, "\(length)")
      let isGood = length >= beginning && (length - beginning) % record == 0
      #expect((restored.trouble == nil) == isGood, "\(length)")
      // What was there is kept as it was, and the next start finds nothing to complain of.
      #expect(test.home.bytes(of: test.state + ".damaged-1") == (isGood ? nil : cut), "\(length)")
      #expect(try test.load().trouble == nil)
      #expect(try test.load().model?.counter.value == restored.model?.counter.value)
    }
  }

  @Test func flippedBitsAreNoticed() throws {
    try save((1...3).map { Play.running(laps: 0).counting($0) })
    let whole = try #require(home.bytes(of: state))
    for bit in stride(from: 0, to: whole.count * 8, by: 5) {
      let test = try StoreTests()
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try test.save([Model()])
      try test.home.write(test.state, bytes)
      let restored = try test.load()
      guard restored.trouble != nil else {
        // Of the zeros behind a record nothing depends.
        #expect(restored.model?.counter.value == 3)
        continue
      }
      #expect([nil, 2, 3].contains(restored.model?.counter.value), "\(bit)")
      #expect(test.home.bytes(of: test.state + ".damaged-1") == bytes)
    }
  }

  @Test func ofANewerVersionTheCopyBeforeIsUsed() throws {
    // Enough for the file to be begun anew, so that there is a copy from before.
    try save((1...400).map { Play.running(laps: 0).counting($0 % 900) })
    let former = try #require(home.bytes(of: state + ".old"))
    var newer = try #require(home.bytes(of: state))
    newer[8] = 200
    try home.write(state, newer)
    let restored = try load()
    let trouble = try #require(restored.trouble)
    #expect(
      trouble.contains("newer") && trouble.contains("version 200") && trouble.contains("state.damaged-1"))
    #expect(restored.model != nil && former.count > 1 << 16)
    #expect(home.bytes(of: state + ".damaged-1") == newer)
  }

  @Test func whatIsNoFileIsSetAside() throws {
    try save([Model()])
    home.removeFile(state)
    home.makePipe(state)
    let restored = try load()
    #expect(restored.model == nil && restored.trouble != nil)
    #expect(home.names(in: "segclock/default").contains("state.damaged-1"))
  }

  @Test func aDamagedSessionKeepsTheLapsThatAreWhole() throws {
    try save((0...5).map { Play.running(laps: $0) })
    let session = "segclock/default/sessions/1"
    var bytes = try #require(home.bytes(of: session))
    bytes[16 + 16 + 16 + 9] ^= 1
    try home.write(session, bytes)
    let restored = try load()
    #expect(restored.model?.stopwatch.laps.map(\.total) == [1, 3, 4, 5].map { .seconds($0) })
    #expect(try #require(restored.trouble).contains("4 laps"))
    #expect(home.bytes(of: session + ".damaged-1") == bytes)
    #expect(try load().trouble == nil)
  }

  @Test func longStatesBeginAnewAndLapsAreOnlyAdded() throws {
    var models = [Play.running(laps: 0)]
    for lap in 1...300 {
      var model = models[models.count - 1]
      _ = model.apply(.lap, at: Play.at(Int64(lap) * 1000))
      models.append(model)
    }
    try save(models)
    #expect(try home.status(of: state).st_size < 70_000)
    // A header, how far the clock is ahead, and sixteen bytes a lap.
    #expect(try home.status(of: "segclock/default/sessions/1").st_size == 16 + 16 + 300 * 16)
    #expect(try load().model?.stopwatch.laps.count == 300)
  }

  @Test func aResetKeepsTheSession() throws {
    var model = Play.running(laps: 3)
    var models = [model]
    for command in [.stop, .reset, .start, .stop, .reset, .undo] as [Command] {
      _ = model.apply(command, at: Play.at(9000))
      models.append(model)
    }
    try save((0..<3).map { Play.running(laps: $0) } + models)
    let past = PastSessions.list(in: folder, current: model.session.number)
    #expect(past.map(\.number) == [1])
    let end = try #require(past.first?.end)
    #expect(end.total == .seconds(9) && end.lapCount == 3)
    #expect(end.start == clocks.wallTime - clocks.bootTime)
    #expect(try PastSessions.session(1, in: folder)?.laps.count == 3)
    #expect(model.session.number == 2)
    // The first session can be had back after a restart, laps and all.
    var restored = try #require(try load().model)
    _ = restored.apply(.reset, at: Play.at(9001))
    #expect(restored.session.number == 4 && restored.stopwatch.state == .reset)
  }

  @Test func whereTheStateIsLostItsSessionsAreNot() throws {
    var model = Play.running(laps: 2)
    try save((0...2).map { Play.running(laps: $0) })
    home.removeFile(state)
    let restored = try #require(try load().model)
    #expect(restored.session.number == 2 && restored.stopwatch.state == .reset)
    model = restored
    var models: [Model] = []
    for (command, time) in [(.start, 0), (.lap, 5), (.stop, 9), (.reset, 9)] as [(Command, Int64)] {
      _ = model.apply(command, at: Play.at(time))
      models.append(model)
    }
    try save(models)
    #expect(try PastSessions.session(1, in: folder)?.laps.map(\.total) == [.seconds(1), .seconds(2)])
    #expect(try PastSessions.session(2, in: folder)?.laps.count == 1)
    #expect(try load().model?.session.number == 3)
  }

  @Test func anyBytesMakeAModelThatWorksOrNone() {
    var random = SplitMix64(seed: 23)
    var models = 0
    for seed in 0..<40 as Range<UInt64> {
      guard let model = Play.models(50, seed: seed).last else { continue }
      let bytes = kept(model)
      for _ in 0..<100 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let place = Int.random(in: 0..<damaged.count, using: &random)
          damaged[place] = UInt8.random(in: 0...255, using: &random)
        }
        let shift = Int64.random(in: .min ... .max, using: &random)
        var reader = ByteReader(damaged, movingMomentsBy: shift)
        guard var found = try? Model(from: &reader) else { continue }
        models += 1
        found.takeLaps { _, _ in Laps() }
        for now in [Instant.distantPast, Play.at(0), Instant(nanoseconds: .max)] {
          _ = (found.asOf(now).title, found.nextEnd, found.flash, found.isAlarmOpen, found.asOf(now).dial)
          _ = (found.asOf(now).buttons, ListContent(of: found, rows: 0..<3), found.readout)
          for command in [.tellEnd, .toggle, .undo, .lap, .step(.up)] as [Command] {
            _ = found.apply(command, at: now)
          }
        }
        _ = kept(found)
      }
    }
    // Most of what is stored are times, of which any is good.
    #expect(models > 400)
  }

  @Test func theOldestSessionsGoFirst() throws {
    let store = try store()
    for number in 1...12 {
      try home.write("segclock/default/sessions/\(number)", Array(repeating: 0, count: 100))
    }
    PastSessions.prune(folder, most: 10, mostBytes: 100_000)
    #expect(folder.sessionNumbers() == Array(3...12))
    PastSessions.prune(folder, most: 10, mostBytes: 500)
    #expect(folder.sessionNumbers() == Array(8...12))
    PastSessions.prune(folder, most: 0, mostBytes: 0)
    #expect(folder.sessionNumbers() == [11, 12])
    withExtendedLifetime(store) {}
  }
}

extension Model {
  /// The same with the counter at `value`.
  fileprivate func counting(_ value: Int) -> Model {
    var model = self
    _ = model.apply(.mode(.counter), at: Play.at(0))
    _ = model.apply(.count(.to(value)), at: Play.at(0))
    return model
  }
}
