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

  /// What a clock with these options says, at a time in seconds since 1970.
  private func clock(
    _ arguments: [String], variables: [String: String] = [:]
  ) throws -> (digits: String, time: Int) {
    while true {
      let before = time(nil)
      let result = try Program.run(
        ["render", "--describe", "-"] + Self.look + arguments, home: home, variables: variables)
      // All in the same minute, as the clock shows no less.
      guard time(nil) / 60 == before / 60 else { continue }
      let line = try #require(
        result.output.split(separator: "\n").first { $0.hasPrefix("digits ") }, "\(result)")
      return (String(line.split(separator: "\"").last ?? ""), before)
    }
  }

  /// The time to expect at an offset from UTC, in minutes to the east.
  private func digits(_ time: Int, east: Int) -> String {
    let minutes = (time / 60 + east) % 1440
    return [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
      .joined(separator: ":")
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
    "a zone is found by its city, in any case and with spaces", arguments: ["tokyo", "asia/TOKYO"])
  func cities(zone: String) throws {
    for (options, variables) in [(["--zone", zone], [:]), ([], ["SEGCLOCK_ZONE": zone])] {
      let named = try clock(options, variables: variables)
      #expect(named.digits == digits(named.time, east: 540))
    }
    try write("zone = \"\(zone)\"\n", to: "\(home.path)/config.toml")
    let file = try clock(["--config", "\(home.path)/config.toml"])
    #expect(file.digits == digits(file.time, east: 540))
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
}
