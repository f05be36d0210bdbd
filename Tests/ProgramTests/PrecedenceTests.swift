import Glibc
import ProgramSupport
import Testing

/// Which of the option, the environment, the file and what is built in says how the program is.
struct PrecedenceTests {
  let home: TestFolder
  let clock: Faults

  init() throws {
    home = TestFolder()
    clock = try Faults(in: home)
    clock.hold()
  }

  /// A setting with three values that look different, and what makes it to be seen.
  struct Row: CustomTestStringConvertible {
    var name: String
    var values: [String]
    var beside: [String] = []
    /// Its option where that is a flag.
    var isFlag = false
    var testDescription: String { name }

    func option(_ value: String) -> [String] {
      guard isFlag else { return ["--\(name)", value] }
      return [value == "on" ? "--\(name)" : "--no-\(name)"]
    }
  }

  static let rows = [
    Row(name: "mode", values: ["timer", "plan", "counter"]),
    Row(name: "theme", values: ["neon", "flat-dark", "flat-light"]),
    Row(name: "show", values: ["digits", "rings", "dial"]),
    Row(name: "size", values: ["300x200", "200x200", "100x300"]),
    Row(name: "scale", values: ["1.5", "2", "0.5"]),
    Row(name: "font", values: ["monospace", "auto", "serif"]),
    Row(
      name: "ink", values: ["0.2", "0.5", "1"], beside: ["--theme", "neumorphic-light"]),
    Row(name: "neon", values: ["#22C4FF", "green", "#FF00FF"], beside: ["--theme", "neon"]),
    Row(name: "shape", values: ["round", "rectangle", "rounded"]),
    Row(name: "background-opacity", values: ["0.2", "1", "0.5"]),
    Row(name: "timer", values: ["25m", "90", "1h"], beside: ["--mode", "timer"]),
    Row(
      name: "plan", values: ["A 2m, B 1m", "C 3m", "D 4m wait, E 1m"], beside: ["--mode", "plan"]),
    Row(name: "rounds", values: ["3", "5", "7"], beside: ["--mode", "plan", "--size", "840x480"]),
    Row(
      name: "plan-waits", values: ["on", "off", "on"],
      beside: ["--mode", "plan", "--plan", "A 1m, B 1m", "--at", "90"], isFlag: true),
    // In a narrow window the room for more digits makes them smaller.
    Row(
      name: "digits", values: ["1", "3", "2"], beside: ["--mode", "counter", "--size", "300x600"]),
    Row(
      name: "target-lap", values: ["1m", "2m", "3m"],
      beside: ["--ring", "L=lap", "--at", "90", "--lap", "60", "--show", "rings"]),
    Row(
      name: "ghost", values: ["best", "off", "target"],
      beside: ["--target-lap", "20", "--at", "90", "--lap", "50", "--show", "dial"]),
    Row(
      name: "hours", values: ["12", "24", "12"],
      beside: ["--mode", "clock", "--show", "digits", "--seconds", "off"]),
    Row(
      name: "seconds", values: ["off", "on", "off"],
      beside: ["--mode", "clock", "--show", "digits"]),
    Row(
      name: "zone", values: ["Asia/Tokyo", "America/New_York", "Asia/Kolkata"],
      beside: ["--mode", "clock", "--show", "dial", "--seconds", "off"]),
    Row(name: "ring", values: ["A=50%", "B=20%", "C=90%"], beside: ["--show", "rings"]),
  ]

  private func look(_ row: Row, options: [String], environment: String?, file: String?) throws
    -> String
  {
    let path = "\(home.path)/config/segclock/config.toml"
    try write(file.map { "\(row.name) = \"\($0)\"\n" } ?? "", to: path)
    // The hands of a clock must not move on between two pictures.
    var variables = clock.environment
    if let environment {
      let name = row.name.uppercased().split(separator: "-").joined(separator: "_")
      variables["SEGCLOCK_\(name)"] = environment
    }
    let size = row.name == "size" || row.beside.contains("--size") ? [] : ["--size", "420x240"]
    // The theme that takes the least to draw.
    let isThemed = row.name == "theme" || row.beside.contains("--theme")
    let arguments = size + (isThemed ? [] : ["--theme", "flat-light"]) + row.beside + options
    // Of a clock that tells the time in digits, only where they stand.
    let isClock = row.beside.contains("clock") && row.name != "zone"
    let out = "\(home.path)/out.svg"
    let result = try Program.run(
      ["render"] + arguments + (isClock ? ["--describe", "-"] : [out]), home: home,
      variables: variables)
    #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(result.errors)")
    return isClock
      ? result.output : String(decoding: try #require(contents(of: out)), as: UTF8.self)
  }

  @Test(
    "the option counts before the environment, that before the file, that before what is built in",
    arguments: rows)
  func order(row: Row) throws {
    let (a, b, c) = (row.values[0], row.values[1], row.values[2])
    func look(_ option: String?, _ environment: String?, _ file: String?) throws -> String {
      try self.look(
        row, options: option.map(row.option) ?? [], environment: environment, file: file)
    }
    let optionAlone = try look(a, nil, nil)
    let optionFirst = try look(a, b, c)
    let environmentFirst = try look(nil, b, c)
    let fileFirst = try look(nil, nil, c)
    let builtIn = try look(nil, nil, nil)
    #expect(optionFirst == optionAlone)
    #expect(environmentFirst != optionFirst && environmentFirst != fileFirst)
    #expect(fileFirst != builtIn)
    // Where the third value is the first again, the file alone has to look as the option alone. It is never what is built
    // in, so that each layer is missed.
    #expect((fileFirst == optionAlone) == (a == c))
  }

  @Test(
    "every setting is one and the same word for the option, the environment and the file, and is in a table here"
  )
  func names() throws {
    let help = try Program.run(["--help"], home: home).output
    let config = try Program.run(["config", "default"], home: home).output
    let names = config.split(separator: "\n").filter {
      $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0 != "#"
    }
    .compactMap { $0.dropFirst().split(separator: " ").first }.prefix { !$0.hasPrefix("[") }.map(
      String.init)
    let rows = Self.rows.map(\.name) + Displays.Precedence.rows.map(\.name)
    // Those of the day change nothing that is seen at once.
    let ofDay = ["day-starts", "log"]
    #expect(Set(names + ["ring", "present"]) == Set(rows + ofDay))
    #expect(Set(rows).count == rows.count)
    let path = "\(home.path)/wrong.toml"
    for name in rows {
      let isInHelp = help.contains("--\(name)") || help.contains("--[no-]\(name)")
      #expect(isInHelp == (name != "present"), "\(name)")
      // A command may be anything; that these two are read is seen where they are run.
      if ["sound", "at-end"].contains(name) { continue }
      let wrong = "\u{1}no such thing"
      let option = try Program.run(["render", "--\(name)=\(wrong)", "x.png"], home: home)
      #expect(option.ending == .exited(64) && option.errors.contains("--\(name)"), "\(option)")
      let variable = "SEGCLOCK_" + name.uppercased().replacing("-", with: "_")
      let environment = try Program.run(
        ["render", "--no-config", "x.png"], home: home, variables: [variable: wrong])
      #expect(
        environment.ending == .exited(64) && environment.errors.contains("segclock: \(variable)"),
        "\(environment)")
      try write("\(name) = \"\\u0001no such thing\"\n", to: path)
      let file = try Program.run(["config", "check", path], home: home)
      #expect(
        file.ending == .exited(65) && file.output.hasPrefix("\(path):1:1: \(name): "), "\(file)")
    }
  }
}
