import ProgramSupport
import Session
import Testing
import Timekeeping

@testable import Storage

/// What was kept, as text for people and programs.
@Suite struct HistoryTests {
  private let home: TestFolder

  /// A state with two sessions that are over, of three laps and of none, and one that is under way with two laps. All began
  /// at midnight of 2026-11-21, UTC.
  init() throws {
    home = TestFolder()
    let path = "\(home.path)/state"
    let folder = try StateFolder { $0 == "XDG_STATE_HOME" ? path : nil }
    let store = try #require(try StateStore(folder))
    let clocks = ClockReadings(
      boot: "a", axis: .counted, bootTime: 0, monotonicTime: 0, wallTime: 1_795_219_200_000_000_000)
    var model = Model()
    let play: [(Command, Int64)] = [
      (.start, 0), (.lap, 61_500), (.nameLap(nil, "Anna \\ \"A\", é\n"), 62_000), (.lap, 100_250),
      (.nameLap(2, "twice"), 100_300), (.nameLap(2, ""), 100_400), (.lap, 200_000),
      (.stop, 250_000), (.reset, 250_000), (.start, 300_000), (.stop, 3_900_000),
      (.reset, 3_900_000), (.start, 4_000_000), (.lap, 4_002_000), (.lap, 4_003_000),
    ]
    for (command, time) in play {
      _ = model.apply(command, at: Instant(nanoseconds: time * 1_000_000))
      try store.save(Batch(model, clocks))
    }
  }

  private func output(_ arguments: String...) throws -> String { try output(arguments) }

  private func output(_ arguments: [String]) throws -> String {
    let result = try Program.run(arguments, home: home)
    try #require(
      result.ending == .exited(0) && result.errors == "", "\(result.ending) \(result.errors)")
    return result.output
  }

  @Test func pastSessionsAreListed() throws {
    #expect(
      try output("history") == """
        1\t2026-11-21 00:00\t04:10.00\t3
        2\t2026-11-21 00:05\t1:00:00.00\t0

        """)
  }

  @Test func lapsAreExported() throws {
    let present = try output("export")
    #expect(
      present.hasPrefix(
        """
        lap,name,lap_time,total,time,kind
        1,,2.000,2.000,2026-11-21T01:06:42.000,lap
        2,,1.000,3.000,2026-11-21T01:06:43.000,lap
        ,,
        """), "\(present)")
    #expect(try output("export", "1").contains("\n1,\"Anna \\ \"\"A\"\", é\",61.500,"))
    #expect(
      try output("export", "--format", "tsv", "1") == """
        lap\tname\tlap_time\ttotal\ttime\tkind
        1\tAnna \\ "A", é\t61.500\t61.500\t2026-11-21T00:01:01.500\tlap
        2\t\t38.750\t100.250\t2026-11-21T00:01:40.250\tlap
        3\t\t99.750\t200.000\t2026-11-21T00:03:20.000\tlap
        \t\t50.000\t250.000\t\tsplit
        \t\t\t250.000\t\ttotal

        """)
    #expect(
      try output("export", "--format=json", "1") == """
        {"version":1,"session":1,"start":"2026-11-21T00:00:00.000Z","total_ns":250000000000,"laps":[
        {"n":1,"name":"Anna \\\\ \\"A\\", é","lap_ns":61500000000,"total_ns":61500000000,"time":"2026-11-21T00:01:01.500Z"},
        {"n":2,"name":null,"lap_ns":38750000000,"total_ns":100250000000,"time":"2026-11-21T00:01:40.250Z"},
        {"n":3,"name":null,"lap_ns":99750000000,"total_ns":200000000000,"time":"2026-11-21T00:03:20.000Z"}
        ],"split_ns":50000000000}

        """)
    #expect(
      try output("export", "2", "--format", "json") == """
        {"version":1,"session":2,"start":"2026-11-21T00:05:00.000Z","total_ns":3600000000000,"laps":[
        ],"split_ns":3600000000000}

        """)
    #expect(
      try output("export", "2") == """
        lap,name,lap_time,total,time,kind
        ,,3600.000,3600.000,,split
        ,,,3600.000,,total

        """)
  }

  /// Each total is rounded down, and a lap is the difference of two.
  @Test func lapTimesAddUpToTheTotals() throws {
    let path = "\(home.path)/state"
    let folder = try StateFolder(name: "fine") { $0 == "XDG_STATE_HOME" ? path : nil }
    let store = try #require(try StateStore(folder))
    var model = Model()
    for (command, time) in [
      (Command.start, Int64(0)), (.lap, 1_000_600_000), (.lap, 2_001_200_000),
      (.stop, 3_001_900_000),
    ] {
      _ = model.apply(command, at: Instant(nanoseconds: time))
      try store.save(Batch(model, .now(.counted)))
    }
    let lines = try output("export", "--name", "fine").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(lines.dropFirst().map { $0[2] } == ["1.000", "1.001", "1.000", ""])
    #expect(lines.dropFirst().map { $0[3] } == ["1.000", "2.001", "3.001", "3.001"])
  }

  @Test func aNameThatASpreadsheetWouldRunIsTextUnlessItIsAskedForRaw() throws {
    let folder = try StateFolder(name: "names") {
      $0 == "XDG_STATE_HOME" ? "\(home.path)/state" : nil
    }
    let store = try #require(try StateStore(folder))
    var model = Model()
    let names = ["=1+1", "+a", "-b", "@c", "d=", "'e"]
    _ = model.apply(.start, at: .zero)
    for (index, name) in names.enumerated() {
      _ = model.apply(.lapNamed(name), at: .zero + .seconds(index + 1))
    }
    try store.save(Batch(model, .now(.counted)))
    func exported(_ options: String...) throws -> [String] {
      let format = options.contains("tsv") ? "\t" : ","
      return try output(["export", "--name", "names"] + options).split(separator: "\n").dropFirst()
        .prefix(names.count).map {
          String($0.split(separator: Character(format), omittingEmptySubsequences: false)[1])
        }
    }
    let inert = ["'=1+1", "'+a", "'-b", "'@c", "d=", "'e"]
    #expect(try exported() == inert && exported("--format", "tsv") == inert)
    #expect(try exported("--raw") == names && exported("--format", "tsv", "--raw") == names)
  }

  @Test func whatGoesOnIsExportedAsItStands() throws {
    let text = try output("export", "--format", "json")
    let head = #"{"version":1,"session":3,"start":"2026-11-21T01:06:40.000Z","total_ns":"#
    try #require(text.hasPrefix(head), "\(text)")
    let total = try #require(Int64(text.dropFirst(head.count).prefix { $0.isNumber }))
    #expect(total >= 3_000_000_000)
  }

  @Test func aFullDiskIsAnError() throws {
    let result = try Program.run(["export", "1"], by: "exec \"$0\" \"$@\" > /dev/full", home: home)
    #expect(
      result.ending == .exited(73)
        && result.errors.contains("standard output: No space left on device"))
  }
}

extension Displays.State {
  @Test func aPastSessionIsTakenUpAgain() throws {
    let desk = try Desk()
    try desk.press("space", "running")
    try desk.keyboard.tap("l")
    try desk.press("space", "00:")
    let time = desk.title
    try desk.press("r", "stopwatch")
    try desk.press("space", "running")
    // What runs is not thrown away.
    try desk.quit()
    try desk.open(["--session", "1"])
    #expect(try desk.awaitMessage().contains("the stopwatch runs"))
    try desk.press("space", "00:")
    try desk.quit()
    try desk.open(["--session", "1"])
    try desk.awaitTitle(time)
    try desk.quit()
    #expect(try desk.kept().stopwatch.laps.count == 1)
    // The one before is among the past ones now.
    let result = try Program.run(["history"], home: desk.home)
    #expect(result.output.split(separator: "\n").map { $0.prefix(2) } == ["2\t"])
    let missing = try desk.openAnother(["--session", "77"])
    #expect(try missing.wait() == .exited(64))
    #expect(missing.standardError.contains("--session 77"), "\(missing.standardError)")
  }
}
