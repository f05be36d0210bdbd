import Glibc
import ProgramSupport
import Testing

/// What the clock shows by its options and the environment.
struct ClockCommand {
  let home = TestFolder()
  /// The digits alone, of twenty-four hours without seconds.
  static let look = [
    "--mode", "clock", "--show", "digits", "--theme", "flat-light", "--seconds", "off",
  ]

  /// The digits of a clock with these options, blank ones as -1, when it was so many seconds since 1970.
  private func clock(
    _ arguments: [String], variables: [String: String] = [:]
  ) throws -> (digits: [Int], time: Int) {
    while true {
      let before = time(nil)
      let picture = try Program.renderAnew(Self.look + arguments, home: home, variables: variables)
      let panel = try Program.describe(Self.look + arguments, home: home, variables: variables)
      // All in the same minute, as the picture shows no less.
      guard time(nil) / 60 == before / 60 else { continue }
      let zero = ["--show", "digits", "--theme", "flat-light"]
      let colors = try SegmentDisplay(
        boxes: Program.describe(zero, home: home).digits,
        learningFrom: Program.render(zero, home: home))
      let display = SegmentDisplay(boxes: panel.digits, like: colors)
      let digits = panel.digits.indices.map { index in
        let isBlank = display.levels(index, in: picture).allSatisfy { $0 < 0.2 }
        return isBlank ? -1 : display.digit(index, in: picture) ?? -2
      }
      return (digits, before)
    }
  }

  /// The digits that have to be seen so many minutes east of UTC.
  private func digits(_ time: Int, east: Int, hours: Int = 24) -> [Int] {
    let minutes = (time / 60 + east) % 1440
    let hour = hours == 12 ? (minutes / 60 + 11) % 12 + 1 : minutes / 60
    let tens = hours == 12 && hour < 10 ? -1 : hour / 10
    return [tens, hour % 10, minutes % 60 / 10, minutes % 10]
  }

  @Test(
    "it shows the time of the zone that is named",
    arguments: [
      ("UTC", 0), ("Asia/Kathmandu", 345), ("Etc/GMT-14", 840), ("Etc/GMT+9", -540 + 1440),
      ("Asia/Tokyo", 540),
    ])
  func zones(zone: String, east: Int) throws {
    let named = try clock(["--zone", zone])
    #expect(named.digits == digits(named.time, east: east))
    // An option is stronger than the environment, which is stronger than the system.
    let both = try clock(["--zone", zone], variables: ["TZ": "Asia/Kolkata"])
    #expect(both.digits == digits(both.time, east: east))
    let variable = try clock([], variables: ["TZ": zone])
    #expect(variable.digits == digits(variable.time, east: east))
  }

  @Test(
    "TZ is read as the C library reads it",
    arguments: [
      ("", 0), (":Asia/Kathmandu", 345), ("/usr/share/zoneinfo/Asia/Kathmandu", 345),
      ("<+0545>-5:45", 345),
      ("XYZ-3", 180), ("No/Such_Zone", 0), ("nonsense", 0), ("/dev/zero", 0), ("/", 0), ("..", 0),
    ])
  func variable(value: String, east: Int) throws {
    let shown = try clock([], variables: ["TZ": value])
    #expect(shown.digits == digits(shown.time, east: east))
  }

  @Test("of twelve hours it has a place for the half of the day, of twenty-four it has none")
  func hours() throws {
    for zone in ["UTC", "Etc/GMT-12"] {
      let twelve = try clock(["--hours", "12", "--zone", zone])
      #expect(twelve.digits == digits(twelve.time, east: zone == "UTC" ? 0 : 720, hours: 12))
    }
    for (hours, places) in [("12", 1), ("24", 0)] {
      let panel = try Program.describe(Self.look + ["--hours", hours], home: home)
      #expect(panel.names.filter { $0.hasPrefix("half") }.count == places)
    }
  }

  @Test("noon is another picture than midnight, of twelve hours too")
  func halves() throws {
    func pictures() throws -> [Picture] {
      try ["Etc/GMT-12", "UTC"].map {
        try Program.renderAnew(Self.look + ["--hours", "12", "--zone", $0], home: home)
      }
    }
    // Where a minute has passed in between they differ for that.
    let start = time(nil) / 60
    let first = try pictures()
    let second = time(nil) / 60 == start ? first : try pictures()
    #expect(second[0] != second[1])
  }

  @Test("what is no zone is refused, and nothing is waited for")
  func zoneFolder() throws {
    let folder = "\(home.path)/zones"
    let whole = try #require(contents(of: "/usr/share/zoneinfo/Asia/Kathmandu"))
    for path in [folder, "\(folder)/Folder"] { mkdir(path, 0o700) }
    try write(whole, to: "\(folder)/Folder/Good")
    try write(Array(whole.dropLast()), to: "\(folder)/Short")
    try write(whole + [UInt8](repeating: 0, count: 1 << 20), to: "\(folder)/Large")
    try write([], to: "\(folder)/Empty")
    mkfifo("\(folder)/Pipe", 0o600)
    symlink("Folder/Good", "\(folder)/Link")
    symlink("Loop", "\(folder)/Loop")
    let variables = ["TZDIR": folder]
    for zone in ["Folder/Good", "Link"] {
      let shown = try clock(["--zone", zone], variables: variables)
      #expect(shown.digits == digits(shown.time, east: 345))
    }
    for zone in ["Short", "Large", "Empty", "Pipe", "Loop", "Folder", "None", "UTC"] {
      let result = try Program.run(
        ["render", "--describe", "-", "--zone", zone], home: home, variables: variables)
      #expect(
        result.ending == .exited(64) && result.errors.contains(folder), "\(zone): \(result.errors)")
    }
  }

  @Test("a ring of the lap is compared with the lap to aim at, or else with the best one")
  func lapRing() throws {
    let laps = ["--show", "rings", "--at", "100", "--lap", "60", "--lap", "20", "--ring"]
    for (options, value) in [
      (["Lap=lap"], "Lap=100%"), (["Lap=lap", "--target-lap", "40"], "Lap=50%"),
      (["Lap=lap", "--target-lap", "16"], "Lap=125%"),
    ] {
      let picture = try Program.render(laps + options, home: home)
      #expect(try picture == Program.render(laps + [value], home: home), "\(options)")
    }
    let none = try Program.render(
      ["--show", "rings", "--at", "100", "--ring", "Lap=lap"], home: home)
    #expect(try none == Program.render(["--show", "rings", "--ring", "Lap=0"], home: home))
  }
}
