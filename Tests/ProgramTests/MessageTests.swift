import ProgramSupport
import Testing

/// What the program says when it is called wrongly.
struct Messages {
  static let values = [
    "", "-1", "nan", "\u{1B}]0;owned\u{7}", "two\nlines\r", "\u{9B}31m", "\u{202E}gnp", "\u{FFFE}",
    String(repeating: "long ", count: 300), String(repeating: "\u{1B}", count: 200), "日本語",
  ]
  static let options = [
    "--theme", "--mode", "--show", "--size", "--scale", "--ring", "--count", "--digits", "--at",
    "--lap",
    "--laps", "--rings", "--plan", "--rounds", "--zone", "--hours", "--seconds", "--target-lap",
    "--timer",
    "--global-key",
  ]

  @Test(
    "a wrong value is told in one short line that a terminal cannot be harmed by",
    arguments: options)
  func wrongValues(option: String) throws {
    let home = try TemporaryDirectory()
    // Every value with one option, and with each other option two of them. A count may be below zero.
    let index = Self.options.firstIndex(of: option) ?? 0
    let values = Self.values.enumerated().filter { index == 0 || $0.offset % 5 == index % 5 }.map(
      \.element)
    for value in values where option != "--count" || value != "-1" {
      // The parser takes the next argument for an empty value after an equals sign.
      for arguments in [[option, value]] + (value.isEmpty ? [] : [["\(option)=\(value)"]]) {
        try expectOneLine(["render"] + arguments + ["\(home.path)/x.png"], home, names: option)
      }
    }
  }

  @Test("what is allowed is told whole", arguments: options)
  func whole(option: String) throws {
    let home = try TemporaryDirectory()
    // As long as a value that is named whole.
    let value = String(repeating: "x", count: 32)
    let result = try Program.run(["render", option, value, "\(home.path)/x.png"], home: home)
    #expect(result.ending == .exited(64) && !result.errors.contains("…"), "\(result.errors)")
  }

  @Test("so are an unknown option, a name that cannot be, and too many arguments")
  func unknown() throws {
    let home = try TemporaryDirectory()
    for (index, value) in Self.values.enumerated() where !value.isEmpty {
      try expectOneLine(["--" + value], home, names: "")
      switch index % 3 {
      case 0: try expectOneLine(["render", "\(value).gif"], home, names: "OUT")
      case 1: try expectOneLine(["render", "a.png", value], home, names: "")
      default: try expectOneLine([value], home, names: "")
      }
    }
    try expectOneLine(["render"], home, names: "<out>")
    try expectOneLine(["render", "--start", "x.png"], home, names: "--start")
  }

  @Test("the help is short, fits a terminal, and leaves out what is for tests")
  func help() throws {
    let home = try TemporaryDirectory()
    let help = try Program.run(["--help"], home: home).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 90 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
    #expect(lines.prefix(8).count { $0.hasPrefix("  segclock ") } == 3)
    let heads = ["WHAT TO SHOW:", "TIMING:", "WINDOW:", "FILES:", "SUBCOMMANDS:"]
    #expect(lines.map(String.init).filter(heads.contains) == heads)
    let ctl = try Program.run(["ctl", "--help"], home: home).output
    let verbs = ctl[(ctl.firstRange(of: "SUBCOMMANDS:")?.upperBound ?? ctl.endIndex)...]
      .split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "See" }
    #expect(verbs.count > 20)
    for (command, option) in [
      ("ctl plan", "--rounds"), ("ctl plan", "--plan-waits"), ("autostart", "--config"),
    ] {
      let words = command.split(separator: " ").map(String.init)
      #expect(try Program.run(words + ["--help"], home: home).output.contains("  \(option)"))
    }
    for command in [[], ["render"], ["ctl"], ["config"], ["export"], ["autostart"]]
      + verbs.map({ ["ctl", $0] })
    {
      let text = try Program.run(command + ["--help"], home: home).output
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(command)")
      for option in ["--present", "--stats", "--describe", "/--no-"] {
        #expect(!text.contains(option), "\(command) \(option)")
      }
    }
    let version = try Program.run(["--version"], home: home)
    #expect(try Program.run(["-V"], home: home) == version && version.ending == .exited(0))
    #expect(version.output.split(separator: ".").count == 3)
  }

  @Test("a command in the wrong place is answered with the right one")
  func commands() throws {
    let home = try TemporaryDirectory()
    for (arguments, parts) in [
      (["start"], ["segclock ctl start"]), (["list"], ["segclock ctl list"]),
      (["ctl"], ["start, stop", "segclock ctl --help"]),
      (["ctl", "strat"], ["strat", "start, stop", "segclock ctl --help"]),
      (["ctl", "--name", "a", "strat"], ["strat", "start, stop", "segclock ctl --help"]),
    ] {
      let result = try Program.run(arguments, home: home)
      #expect(result.ending == .exited(64) && result.output.isEmpty, "\(result)")
      #expect(result.errors.hasPrefix("segclock: ") && result.errors.hasSuffix("\n"))
      #expect(parts.allSatisfy { result.errors.contains($0) }, "\(result.errors)")
    }
  }

  @Test("a name that no file can hold is drawn the same in all of them")
  func names() throws {
    let home = try TemporaryDirectory()
    for name in ["\u{FFFE}", "a\u{FFFF}", "\u{10FFFF}", "\u{1}\u{1F}", "\u{1FFFE}x"] {
      for ending in ["png", "svg", "pdf"] {
        let result = try Program.run(
          ["render", "--ring", "\(name)=50%", "\(home.path)/x.\(ending)"], home: home)
        #expect(result.ending == .exited(0), "\(ending): \(result.errors)")
      }
      let shown = try Program.render(["--ring", "\(name)=50%"], home: home)
      let replaced = String(
        name.unicodeScalars.map { $0 == "a" || $0 == "x" ? Character($0) : "\u{FFFD}" })
      #expect(try Program.render(["--ring", "\(replaced)=50%"], home: home) == shown)
    }
  }

  @Test("a name that is no UTF-8 is refused, not taken for another's")
  func notUTF8() throws {
    let home = try TemporaryDirectory()
    let shell = try ChildProcess(
      "/bin/sh", ["-c", #"exec "$0" render "$(printf 'a\377.png')""#, Program.path],
      environment: environment(home: home, display: nil))
    #expect(try shell.wait() == .exited(64))
    #expect(shell.standardError.contains("argument 2") && shell.standardError.contains("UTF-8"))
  }

  private func expectOneLine(_ arguments: [String], _ home: TemporaryDirectory, names: String)
    throws
  {
    let result = try Program.run(arguments, home: home)
    #expect(result.ending == .exited(64), "\(arguments): \(result.ending)")
    #expect(result.output.isEmpty)
    let line = result.errors.dropLast()
    #expect(result.errors.last == "\n" && !line.contains { $0.isNewline }, "\(result.errors)")
    #expect(line.count <= 320, "\(line)")
    #expect(line.hasPrefix("segclock: "))
    #expect(names.isEmpty || line.contains(names), "\(line)")
    #expect(
      !line.unicodeScalars.contains {
        [.control, .format].contains($0.properties.generalCategory)
      }, "\(line)"
    )
  }
}
