import Glibc
import ProgramSupport
import Session
import StateSupport
import Storage
import TestSupport
import Testing
import Timekeeping

/// What is acknowledged is there, whenever the program or the power goes.
@Suite struct CrashTests {
  /// Whether the long way was asked for.
  static let isLong = getenv("SEGCLOCK_LONG") != nil
  private static let commands = 24

  /// A run of the probe that is killed before its `call`-th call that changes the disk; nil where there are fewer.
  private struct Crash {
    let home = TestFolder()
    let faults: Faults
    /// The number of the last command that was acknowledged.
    let acknowledged: Int
    let calls: Int

    init?(seed: UInt64, call: Int, isShadowed: Bool, losingLogBefore loss: Int?) throws {
      faults = try Faults(in: home, isShadowed: isShadowed)
      faults.now.kill_at = Int64(call)
      // Below "segclock", so that the folder itself counts, too.
      mkdir("\(home.path)/segclock", 0o700)
      mkdir("\(home.path)/segclock/state", 0o700)
      var environment = ["XDG_STATE_HOME": "\(home.path)/segclock/state"]
      environment.merge(faults.environment) { $1 }
      let probe = try ChildProcess(
        Program.beside("StateProbe"),
        [String(CrashTests.commands), String(seed)] + (loss.map { [String($0)] } ?? []),
        environment: environment)
      let ending = try probe.wait(Deadline(seconds: 60))
      let lines = probe.standardOutput.split(separator: "\n")
      acknowledged = lines.compactMap { Int($0) }.last ?? 0
      calls = Int(faults.now.calls)
      if ending == .exited(0) {
        try #require(acknowledged == CrashTests.commands, "\(lines) \(probe.standardError)")
        return nil
      }
      try #require(ending == .signalled(SIGKILL), "\(ending)")
    }

    var folder: String { "\(home.path)/segclock/state" }

    /// Whether after a power cut that left such names, `holds` is true of what is there.
    func survives(_ names: Faults.Names, _ holds: (_ home: String) throws -> Bool) throws -> Bool {
      let target = TestFolder()
      try faults.restore(folder, to: "\(target.path)/state", names)
      return try holds("\(target.path)/state")
    }
  }

  /// Whether the state under `home` is that after one of the commands from the last acknowledged on.
  private static func holds(_ home: String, after acknowledged: Int, of models: [Model]) throws
    -> Bool
  {
    let folder = try StateFolder { $0 == "XDG_STATE_HOME" ? home : nil }
    let store = try #require(try StateStore(folder))
    let restored = try store.load(at: .now(.counted))
    let found = restored.model ?? Model()
    return models[acknowledged...].contains { model in
      model.savedBytes == found.savedBytes && found.stopwatch == model.stopwatch
    }
  }

  /// Kills at so many points, of one play after the other; how many there were, and how often something was lost.
  private static func crash(
    points: Int, from first: UInt64 = 1, isShadowed: Bool, losingLogBefore loss: Int? = nil,
    _ check: (Crash, [Model]) throws -> Int
  ) throws -> (tried: Int, lost: Int) {
    var result = (tried: 0, lost: 0)
    var seed = first
    while result.tried < points {
      let models = Play.models(commands, seed: seed)
      var call = 1
      while result.tried < points,
        let crash = try Crash(
          seed: seed, call: call, isShadowed: isShadowed, losingLogBefore: loss)
      {
        result.tried += 1
        let lost = try check(crash, models)
        if lost > 0 {
          Issue.record("seed \(seed), call \(call): acknowledged \(crash.acknowledged), lost")
        }
        result.lost += lost
        call += 1
      }
      // Else none of them was told of the kill, and there would be no end.
      try #require(call > 1, "seed \(seed): nothing was killed")
      seed += 1
    }
    return result
  }

  @Test func whateverCallIsTheLastNothingAcknowledgedIsLost() throws {
    let result = try Self.crash(points: Self.isLong ? 3000 : 120, isShadowed: false) {
      crash, models in
      try Self.holds(crash.folder, after: crash.acknowledged, of: models) ? 0 : 1
    }
    if Self.isLong { print("crash points: \(result.tried) tried, \(result.lost) lost") }
    #expect(result.lost == 0)
  }

  @Test func killedInItsFirstSaveItBeginsWithTheSameSessionAgain() throws {
    // This play saves laps first: their file was there before a snapshot was, and took the session's number.
    let result = try Self.crash(points: 30, from: 52, isShadowed: false) { crash, models in
      try Self.holds(crash.folder, after: crash.acknowledged, of: models) ? 0 : 1
    }
    #expect(result.tried == 30 && result.lost == 0)
  }

  @Test func aPowerCutLosesNothingAcknowledged() throws {
    let result = try Self.crash(points: Self.isLong ? 400 : 100, isShadowed: true) {
      crash, models in
      let backup = "segclock/default.db~"
      return try [Faults.Names.synchronized, .present].count { names in
        try !crash.survives(names) { home in
          let left = contents(of: "\(home)/\(backup)")
          // A backup that is there is whole.
          return try (left == nil || left == contents(of: "\(crash.folder)/\(backup)"))
            && Self.holds(home, after: crash.acknowledged, of: models)
        }
      }
    }
    if Self.isLong { print("power cuts: \(2 * result.tried) tried, \(result.lost) lost") }
    #expect(result.lost == 0)
  }

  @Test func aPowerCutWhileAnotherFileIsPutInPlaceLeavesOneOfThem() throws {
    let result = try Self.crash(points: 90, from: 3, isShadowed: true, losingLogBefore: 19) {
      crash, models in
      // Without its log, the old one has the first change.
      let first = try #require(models.firstIndex { $0.savedBytes != models[0].savedBytes })
      return try Faults.Names.allCases.count { names in
        try !crash.survives(names) { home in
          try Self.holds(home, after: min(crash.acknowledged, first), of: models)
        }
      }
    }
    #expect(result.lost == 0)
  }

  @Test func ofManyThatStartAtOnceOneIsTheOwner() throws {
    let rounds = Self.isLong ? 1000 : 8
    var wrong = 0
    for _ in 0..<rounds {
      let home = TestFolder()
      let open = try Pipe()
      defer { open.end() }
      let probes = try (0..<30).map { _ in
        // Its standard input stays open until all have spoken.
        try ChildProcess(
          Program.beside("StateProbe"), ["1", "1"], environment: ["XDG_STATE_HOME": home.path],
          descriptors: [(open.readEnd, 0)])
      }
      let deadline = Deadline(seconds: 60)
      while !probes.allSatisfy({ $0.standardOutput.contains("\n") }), !deadline.isPast {
        Deadline.observe(seconds: 0.005)
      }
      let words = probes.map { $0.standardOutput.split(separator: "\n").first ?? "" }
      if words.count(where: { $0 == "owner" }) != 1 || words.count(where: { $0 == "guest" }) != 29 {
        Issue.record("\(words)")
        wrong += 1
      }
    }
    if Self.isLong { print("races of 30: \(rounds) tried, \(wrong) with other than one owner") }
    #expect(wrong == 0)
  }
}
