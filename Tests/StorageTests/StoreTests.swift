import Files
import Foundation
import StateSupport
import TestSupport
import Testing
import Timekeeping

@testable import Session
@testable import Storage

@Suite struct StoreTests {
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

  private func store() throws -> StateStore { try #require(try StateStore(folder)) }

  /// Saves `models` one after the other, as a window does, and ends as it does.
  private func save(_ models: [Model], closes: Bool = true) throws {
    let store = try store()
    _ = try store.load(at: clocks)
    for model in models {
      try store.save(Batch(model, clocks))
    }
    if closes { try store.save(.end) }
  }

  private func load() throws -> Restored { try store().load(at: clocks) }

  private func saved() throws -> Database { try #require(try Database(snapshotOf: folder)) }

  /// What of a model is kept.
  private func kept(_ model: Model?) -> [UInt8] { model?.savedBytes ?? [] }

  private let database = "segclock/default.db"
  private var names: [String] { home.names(in: "segclock") }

  @Test func aPathThatIsTooLongForSQLiteIsRefusedWithAReason() throws {
    let file = "/segclock/default.db"
    let part = "/" + String(repeating: "d", count: 99)
    let longest = String(repeating: part, count: 4) + "/" + String(repeating: "d", count: 83)
    #expect((longest + file).utf8.count == 504)
    _ = try StateFolder { $0 == "XDG_STATE_HOME" ? longest : nil }
    for path in [longest + "d", String(repeating: part, count: 9)] {
      #expect(throws: FileError.self) {
        try StateFolder { $0 == "XDG_STATE_HOME" ? path : nil }
      }
    }
    do throws(FileError) {
      _ = try StateFolder { $0 == "XDG_STATE_HOME" ? longest + "d" : nil }
    } catch {
      #expect(
        error.description.hasSuffix("longer than SQLite allows (504 bytes); set XDG_STATE_HOME"))
    }
  }

  @Test func aReaderSeesNothingOrAllOfTheFirstSave() throws {
    for _ in 0..<150 {
      let test = try StoreTests()
      let (folder, clocks) = (test.folder, clocks)
      DispatchQueue.concurrentPerform(iterations: 2) { lane in
        do {
          if lane == 0 {
            let store = try #require(try StateStore(folder))
            _ = try store.load(at: clocks)
            try store.save(Batch(Model(), clocks))
          } else {
            var isSaved = false
            for _ in 0..<100_000 where !isSaved {
              isSaved = try Database(snapshotOf: folder)?.model(at: clocks) != nil
            }
            #expect(isSaved)
          }
        } catch {
          Issue.record(error)
        }
      }
    }
  }

  @Test func whatIsSavedIsLoaded() throws {
    for seed in 0..<40 as Range<UInt64> {
      let models = Play.models(60, seed: seed)
      let test = try StoreTests()
      // One save a command, or one for all of them.
      if seed % 2 == 0 {
        try test.save(Array(models.dropFirst()))
      } else {
        var batch = Batch(models[0], clocks)
        for model in models.dropFirst() {
          batch = batch.adding(Batch(model, clocks))
        }
        try test.store().save(batch)
      }
      let restored = try test.load()
      let last = try #require(models.last)
      #expect(restored.notice == nil)
      #expect(test.kept(restored.model) == test.kept(last))
      #expect(restored.model?.stopwatch == last.stopwatch)
      // What can be taken back can be taken back now, up to the newest reset.
      var (now, then) = (last, try #require(restored.model))
      for _ in 0..<3 where then.asOf(Play.at(10_000)).allows(.undo) {
        _ = now.apply(.undo, at: Play.at(10_000))
        _ = then.apply(.undo, at: Play.at(10_000))
        #expect(
          then.stopwatch == now.stopwatch && then.counter == now.counter && then.timer == now.timer)
      }
    }
  }

  @Test func aDatabaseFromBeforeRingsHadIdsIsReadAndThenHasThem() throws {
    var model = Model()
    for command: Command in [.mode(.counter), .count(.to(7)), .mode(.stopwatch)] {
      _ = model.apply(command, at: .zero)
    }
    try save([model])
    // Format 1 ended before the rings.
    var coder = StateCoder(format: 2)
    _ = coder.code(model.rings)
    do {
      let old = try Database(folder.database)
      try old.insert(
        into: "model",
        [1, clocks.axis.rawValue, clocks.bootTime, clocks.monotonicTime, clocks.wallTime],
        bytes: Array(clocks.boot.utf8) + [0]
          + model.savedBytes(format: 2).dropLast(coder.bytes.count))
      try old.execute("PRAGMA user_version = 1")
    }
    // A reader changes nothing.
    #expect(try saved().model(at: clocks)?.0.counter.value == 7)
    #expect(try saved().number("PRAGMA user_version") == 1)
    var read = try #require(try load().model)
    #expect(read.rings.ids == [1, 2, 3])
    _ = read.apply(.moveRing(3, to: 0), at: .zero)
    try save([read])
    let (again, notice) = try load()
    #expect(again?.rings.ids == [3, 1, 2] && notice == nil)
    #expect(try saved().number("PRAGMA user_version") == 4)
  }

  @Test func aFreshFolderHasNothingAndNothingToSay() throws {
    let restored = try load()
    #expect(restored.model == nil && restored.notice == nil)
    #expect(names == ["default.lock"])
    #expect(try home.status(of: "segclock").st_mode & 0o777 == 0o700)
  }

  @Test func nobodyElseCanReadIt() throws {
    try save([Play.running(laps: 1)])
    for name in names {
      #expect(try home.status(of: "segclock/\(name)").st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  @Test func ofTwoOwnersOneIsTurnedAway() throws {
    let first = try store()
    #expect(try StateStore(folder) == nil)
    withExtendedLifetime(first) {}
    #expect(try StateStore(StateFolder(name: "other") { _ in home.path }) != nil)
  }

  @Test func savedLapsAreSeenBesideTheOwnerWhileItSaves() throws {
    let owner = try store()
    for laps in 0...3 {
      try owner.save(Batch(Play.running(laps: laps), clocks))
      #expect(try Database(snapshotOf: folder)?.session(1)?.laps.count ?? 0 == laps)
    }
  }

  /// What is done to the database of a counter at 3, whose copy of the last regular end says 2.
  enum Damage: CustomTestStringConvertible, Sendable {
    case cut(Int)
    case flipped(Int)
    case text
    case zeros
    case newer
    case foreign
    case pipe, folder, link

    static let all: [Damage] =
      [.text, .zeros, .newer, .foreign, .pipe, .folder, .link]
      + ([0] + stride(from: 1, to: 16384, by: 1999)).map(Damage.cut)
      + stride(from: 0, to: 20480, by: 211).map(Damage.flipped)

    var testDescription: String { "\(self)" }
  }

  @Test func whatIsOfNoUseIsSetAsideAndTheCopyUsed() throws {
    var noticed = 0
    for damage in Damage.all {
      let test = try StoreTests()
      try test.save([Play.running(laps: 2).counting(2)])
      let copy = try #require(test.home.bytes(of: test.database + "~"))
      try test.save([Play.running(laps: 3).counting(3)])
      try test.home.write(test.database + "~", copy)
      try test.inflict(damage)
      let isFile = try test.home.status(of: test.database).st_mode & S_IFMT == S_IFREG
      let evidence = isFile ? test.home.bytes(of: test.database) : nil
      let restored = try test.load()
      guard let trouble = restored.notice else {
        // A bit of a page's unused part changes nothing.
        #expect(
          restored.model?.counter.value == 3 && restored.model?.stopwatch.laps.count == 3,
          "\(damage)")
        if case .flipped = damage { continue }
        Issue.record("\(damage) was not noticed")
        continue
      }
      noticed += 1
      #expect(
        restored.model?.counter.value == 2 && restored.model?.stopwatch.laps.count == 2, "\(damage)"
      )
      // Nothing of an empty file is worth keeping.
      let isEmpty = evidence?.isEmpty ?? false
      #expect(isEmpty || trouble.text.contains("default.db.damaged-1"), "\(trouble)")
      #expect(trouble.text.hasSuffix("using the backup of the last regular exit"), "\(trouble)")
      if case .newer = damage {
        #expect(trouble.text.contains("newer segclock (format 200)"), "\(trouble)")
      }
      if isFile, !isEmpty {
        #expect(test.home.bytes(of: test.database + ".damaged-1") == evidence, "\(damage)")
      }
      // The next start finds nothing to complain of, and goes on saving.
      #expect(try test.load().notice == nil, "\(damage)")
      try test.save([Play.running(laps: 4)])
      #expect(try test.load().model?.stopwatch.laps.count == 4, "\(damage)")
    }
    #expect(noticed > 15)
  }

  private func inflict(_ damage: Damage) throws {
    let path = folder.database
    switch damage {
    case .cut(let length):
      try home.write(database, Array(try #require(home.bytes(of: database)).prefix(length)))
    case .flipped(let byte):
      var bytes = try #require(home.bytes(of: database))
      if byte < bytes.count { bytes[byte] ^= 0x10 }
      try home.write(database, bytes)
    case .text: try home.write(database, Array("Hello".utf8))
    case .zeros: try home.write(database, Array(repeating: 0, count: 8192))
    case .newer: try Database(path).execute("PRAGMA user_version = 200")
    case .foreign: try Database(path).execute("PRAGMA application_id = 7")
    case .pipe:
      home.removeFile(database)
      home.makePipe(database)
    case .folder:
      home.removeFile(database)
      mkdir(path, 0o700)
    case .link:
      home.removeFile(database)
      symlink("/dev/zero", path)
    }
  }

  @Test func withoutACopyItBeginsAnewAndSaysSo() throws {
    try save([Play.running(laps: 1)])
    home.removeFile(database + "~")
    try home.write(database, Array("Hello".utf8))
    let restored = try load()
    #expect(
      restored.model == nil
        && restored.notice?.text.hasSuffix("renamed to default.db.damaged-1") == true)
  }

  @Test func aDatabaseWhoseFirstTransactionNeverEndedIsAFreshOne() throws {
    _ = try store()
    try home.write(database, [])
    #expect(try load().notice == nil)
    try save([Play.running(laps: 1)])
    #expect(try load().model?.stopwatch.laps.count == 1)
  }

  @Test func allDamagedFilesStay() throws {
    for _ in 0..<25 {
      try save([Play.running(laps: 1)])
      home.removeFile(database + "~")
      try home.write(database, Array("Hello".utf8))
      #expect(try load().notice != nil)
    }
    let damaged = names.filter { $0.contains("damaged") && !$0.hasSuffix("-wal") }
    #expect(Set(damaged) == Set((1...25).map { "default.db.damaged-\($0)" }))
    try save([Play.running(laps: 2)])
    #expect(try load().model?.stopwatch.laps.count == 2)
  }

  @Test func whatIsInTheLogCountsAndALogThatWasCutIsReadToItsLastCommit() throws {
    try save([Play.running(laps: 1)])
    try save((2...4).map { Play.running(laps: $0) }, closes: false)
    let log = try #require(home.bytes(of: database + "-wal"))
    var last = 1
    for length in stride(from: 0, through: log.count, by: 331) {
      let test = try StoreTests()
      _ = try test.store()
      try test.home.write(test.database, try #require(home.bytes(of: database)))
      try test.home.write(test.database + "-wal", Array(log.prefix(length)))
      let restored = try test.load()
      #expect(restored.notice == nil)
      let laps = restored.model?.stopwatch.laps.count ?? 0
      #expect((last...4).contains(laps), "\(length)")
      last = laps
    }
    #expect(last == 3 || last == 4)
    #expect(try load().model?.stopwatch.laps.count == 4)
  }

  @Test func aResetKeepsTheSession() throws {
    var model = Play.running(laps: 3)
    var models = [model]
    for command in [.stop, .reset, .start, .stop, .reset, .undo] as [Command] {
      _ = model.apply(command, at: Play.at(9000))
      models.append(model)
    }
    try save((0..<3).map { Play.running(laps: $0) } + models)
    let past = try saved().sessions().filter { $0.number != model.session.number }
    #expect(past.map(\.number) == [1])
    let end = try #require(past.first?.end)
    #expect(end.total == .seconds(9) && end.lapCount == 3)
    #expect(end.start == clocks.wallTime - clocks.bootTime)
    let first = try #require(try saved().session(1))
    #expect(first.laps.count == 3)
    #expect(
      first.wallTimes == (1...3).map { clocks.wallTime - clocks.bootTime + $0 * 1_000_000_000 })
    #expect(model.session.number == 2)
    // The first session can be had back after a restart, laps and all.
    var restored = try #require(try load().model)
    _ = restored.apply(.reset, at: Play.at(9001))
    #expect(restored.session.number == 4 && restored.stopwatch.state == .reset)
  }

  @Test func namesAreKeptAndTakenAway() throws {
    var model = Play.running(laps: 3)
    try save([model])
    for (command, names) in [
      (.nameLap(1, "one"), [1: "one"]), (.nameLap(3, "three"), [1: "one", 3: "three"]),
      (.nameLap(1, ""), [3: "three"]),
    ] as [(Command, [Int: String])] {
      _ = model.apply(command, at: Play.at(9000))
      try save([model])
      #expect(try load().model?.stopwatch.laps.namesByNumber == names)
      #expect(try saved().session(1)?.laps.namesByNumber == names)
    }
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
        let coder = StateCoder(reading: damaged, shiftingInstantsBy: shift) { _, _ in Laps() }
        guard var found = Model(from: coder) else { continue }
        models += 1
        for now in [Instant.distantPast, Play.at(0), Instant(nanoseconds: .max)] {
          let shown = found.asOf(now)
          _ = (shown.title, shown.nextEnd, shown.flash, shown.isAlarmOpen, shown.dial)
          _ = (shown.buttons, ListContent(of: shown, rows: 0..<3), shown.readout)
          for command in [.announceEnd, .toggle, .undo, .lap, .step(1)] as [Command] {
            _ = found.apply(command, at: now)
          }
        }
        _ = kept(found)
      }
    }
    // Most of what is stored are times, of which any is good.
    #expect(models > 300)
  }

  /// SQLite itself does not notice a changed value.
  @Test(arguments: [
    "model SET axis = 1", "model SET data = 'x'", "sessions SET total = 1",
    "laps SET wall_time = 1",
  ])
  func aChangedRowIsDamage(change: String) throws {
    var model = Play.running(laps: 2)
    var models = [model]
    for command in [.stop, .reset, .start, .lap] as [Command] {
      _ = model.apply(command, at: Play.at(9000))
      models.append(model)
    }
    try save(models, closes: false)
    try Database(folder.database).execute("UPDATE \(change)")
    #expect(try load().notice?.text.contains("damaged; renamed to default.db.damaged-1") == true)
  }

  /// A database of ours without one of its tables is set aside like any damaged one.
  @Test(arguments: ["model", "sessions", "laps"]) func aMissingTableIsDamage(table: String) throws {
    try save([Play.models(20, seed: 1)[19]], closes: false)
    try Database(folder.database).execute("DROP TABLE \(table)")
    let restored = try load()
    #expect(restored.notice?.text.contains("damaged; renamed to default.db.damaged-1") == true)
    try save([Model()])
    #expect(try load().notice == nil)
  }

  @Test func theLapsThatAnUndoNeedsStayHoweverOldTheirSession() throws {
    var model = Play.running(laps: 2)
    var models = [model]
    for command in [.stop, .reset] as [Command] {
      _ = model.apply(command, at: Play.at(9000))
      models.append(model)
    }
    try save(models)
    do {
      let database = try Database(folder.database)
      for number in 2...1500 {
        try database.insert(
          into: "sessions", [Int64(number), 0, 0, 0])
      }
    }
    // The first session is taken up again, and reset: what an undo brings back is older than a thousand others.
    var taken = try #require(try load().model)
    let laps = try #require(try saved().session(1)?.laps)
    let isTakenUp = taken.takeUp(1, start: Play.at(0), total: .seconds(9), laps: laps)
    #expect(isTakenUp)
    var more = [taken]
    _ = taken.apply(.reset, at: Play.at(10_000))
    more.append(taken)
    try save(more)
    var restored = try load()
    #expect(restored.notice == nil)
    _ = restored.model?.apply(.undo, at: Play.at(11_000))
    #expect(restored.model?.stopwatch.laps.count == 2)
  }

  @Test func whatIsReadBesideTheOwnerIsOfOneMoment() throws {
    let owner = try store()
    try owner.save(Batch(Play.running(laps: 1), clocks))
    let reader = try saved()
    #expect(try reader.model(at: clocks)?.0.session.number == 1)
    try owner.save(Batch(Play.running(laps: 5), clocks))
    #expect(try reader.session(1)?.laps.count == 1)
    #expect(try saved().session(1)?.laps.count == 5)
  }

  /// As earlier versions wrote on remote file systems.
  @Test func aDatabaseWithARollbackJournalIsTakenOver() throws {
    try save([Play.running(laps: 2)])
    do {
      let old = try Database(folder.database)
      try old.execute("PRAGMA journal_mode = DELETE")
    }
    #expect(try load().model?.stopwatch.laps.count == 2)
    try save([Play.running(laps: 3)], closes: false)
    #expect(try load().model?.stopwatch.laps.count == 3 && load().notice == nil)
  }

  @Test func aRemovedDatabaseIsReplacedByTheCopy() throws {
    try save([Play.running(laps: 2)])
    for name in names where !name.hasSuffix("~") { home.removeFile("segclock/\(name)") }
    let restored = try load()
    #expect(restored.model?.stopwatch.laps.count == 2)
    #expect(
      restored.notice?.text.hasSuffix("missing; using the backup of the last regular exit") == true)
  }

  @Test func aLinkIsFollowed() throws {
    mkdir(folder.path, 0o700)
    symlink("\(home.path)/elsewhere.db", folder.database)
    try save([Play.running(laps: 2)], closes: false)
    #expect(home.names(in: "").contains("elsewhere.db"))
    #expect(truncate("\(home.path)/elsewhere.db", 0) == 0)
    try save([Play.running(laps: 3)])
    #expect(try load().model?.stopwatch.laps.count == 3)
    var status = stat()
    #expect(stat(folder.database, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    #expect(lstat(folder.database, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func theOldestSessionsGoFirst() throws {
    try save([Play.running(laps: 2)])
    do {
      let database = try Database(folder.database)
      for number in 1...1005 {
        try database.insert(
          into: "sessions", [Int64(number), 0, 0, 0])
      }
    }
    var model = Play.running(laps: 2)
    model.reserveSessions(upTo: 2000)
    var models = [model]
    for command in [.stop, .reset] as [Command] {
      _ = model.apply(command, at: Play.at(9000))
      models.append(model)
    }
    let before = try saved().sessions()
    #expect(before.count == 1005)
    try save(models)
    let after = try saved().sessions().map(\.number)
    // The first is what an undo would bring back.
    #expect(after.first == 1 && Array(after.dropFirst()) == Array(6...1005))
    #expect(try saved().session(1)?.laps.count == 2 && saved().session(3) == nil)
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
