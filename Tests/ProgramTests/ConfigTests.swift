import Glibc
import ProgramSupport
import Testing

/// `segclock config`, and files that say nothing good.
struct ConfigCommand {
  let home: TestFolder
  let path: String

  init() throws {
    home = TestFolder()
    path = "\(home.path)/config/segclock/config.toml"
    mkdir("\(home.path)/config", 0o755)
    mkdir("\(home.path)/config/segclock", 0o755)
  }

  private func run(_ arguments: String..., variables: [String: String] = [:]) throws -> (
    ending: Ending, output: String, errors: String
  ) {
    try Program.run(arguments, home: home, variables: variables)
  }

  @Test func pathIsWhereTheFileIsLookedFor() throws {
    #expect(try run("config", "path").output == path + "\n")
    let noFolder = ["XDG_CONFIG_HOME": ""]
    let usual = "\(home.path)/.config/segclock/config.toml\n"
    #expect(try run("config", "path", variables: noFolder).output == usual)
    #expect(try run("config", "path", variables: ["XDG_CONFIG_HOME": "relative"]).output == usual)
    #expect(try run("config", "path", variables: ["SEGCLOCK_CONFIG": "/a/b"]).output == "/a/b\n")
    #expect(
      try run("config", "path", "--config", "x.toml", variables: ["SEGCLOCK_CONFIG": "/a"]).output
        == "x.toml\n")
  }

  @Test func checkListsEveryFaultWithItsPlace() throws {
    #expect(try run("config", "check").ending == .exited(0))
    try write(
      "theme = \"mine\"\nfps = 0\n[keys]\nlap = \"Space\"\n[themes.m]\ntxt = \"red\"\n= 1\n",
      to: path)
    let result = try run("config", "check")
    #expect(result.ending == .exited(65) && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").map(String.init)
    let starts = ["1:1: theme: ", "2:1: fps: ", "4:1: keys.lap: ", "6:1: themes.m.txt: ", "7:1: "]
    #expect(lines.count == starts.count)
    for (line, start) in zip(lines, starts) {
      #expect(line.hasPrefix("\(path):\(start)"), "\(line)")
    }
    let other = "\(home.path)/other.toml"
    try write("zone = \"Mars/Phobos\"", to: other)
    let named = try run("config", "check", other)
    #expect(named.ending == .exited(65) && named.output.hasPrefix("\(other):1:1: zone: "))
    try write("zone = \"UTC\"", to: other)
    #expect(try run("config", "check", "--config", other) == (.exited(0), "", ""))
    #expect(try run("config", "check", "\(home.path)/none").ending == .exited(66))
    #expect(try run("config", "check", home.path).ending == .exited(66))
  }

  /// `NAME.toml` beside the configuration, for the widget of that name; `default.toml` for the one without a name.
  @Test func theFileOfTheWidgetIsPrintedAndChecked() throws {
    let folder = "\(home.path)/config/segclock"
    let (work, usual) = ("\(folder)/work.toml", "\(folder)/default.toml")
    #expect(try run("config", "path", "--name", "work").output == work + "\n")
    #expect(try run("config", "path", "--name", "work", "--config", "x").output == "x\n")
    try write("[themes.mine]\nink = 0.5\n", to: path)
    try write("theme = \"mine\"\n", to: work)
    #expect(try run("config", "check", "--name", "work") == (.exited(0), "", ""))
    try write("[themes.mine]\nink = 5\n", to: path)
    try write("theme = \"mine\"\nfps = 0\n", to: work)
    let both = try run("config", "check", "--name", "work")
    #expect(both.ending == .exited(65))
    let lines = both.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("\(path):2:1: themes.mine.ink: "), "\(both)")
    #expect(lines.last?.hasPrefix("\(work):2:1: fps: ") ?? false, "\(both)")
    try write("", to: path)
    #expect(try run("config", "check") == (.exited(0), "", ""))
    try write("mode = 7\n", to: usual)
    #expect(try run("config", "check").output.hasPrefix("\(usual):1:1: mode: "))
    #expect(try run("config", "check", "--config", path) == (.exited(0), "", ""))
  }

  @Test func theFileOfTheWidgetIsReadUnlessAnotherFileIsNamed() throws {
    let plain = try Program.renderAnew(["--size", "300x200"], home: home)
    try write("size = \"300x200\"\n", to: path)
    try write("theme = \"neon\"\n", to: "\(home.path)/config/segclock/default.toml")
    let neon = try Program.renderAnew([], home: home)
    #expect(
      try Program.renderAnew(
        ["--no-config", "--size", "300x200", "--theme", "neon"], home: home) == neon)
    #expect(try Program.renderAnew(["--config", path], home: home) == plain)
    #expect(try Program.renderAnew([], home: home, variables: ["SEGCLOCK_CONFIG": path]) == plain)
    #expect(try Program.renderAnew(["--no-config", "--size", "300x200"], home: home) == plain)
  }

  @Test func whatDefaultAndThemePrintHasNoFault() throws {
    try write(try run("config", "default").output, to: path)
    #expect(try run("config", "check") == (.exited(0), "", ""))
    for theme in [
      "neumorphic-light", "neumorphic-dark", "neon", "high-contrast", "flat-light", "flat-dark",
    ] {
      let text = try run("config", "theme", theme).output
      #expect(text.hasPrefix("[themes.\(theme)]\n"))
      try write(
        "theme = \"mine\"\n" + text.replacing("[themes.\(theme)]", with: "[themes.mine]"), to: path)
      #expect(try run("config", "check") == (.exited(0), "", ""))
      let own = try Program.renderAnew(["--size", "420x240"], home: home)
      let builtIn = try Program.renderAnew(
        ["--no-config", "--size", "420x240", "--theme", theme], home: home)
      #expect(own == builtIn, "\(theme)")
      #expect(
        try run("config", "theme", "mine").output
          == text.replacing("[themes.\(theme)]", with: "[themes.mine]"))
    }
    let wrong = try run("config", "theme", "gold")
    #expect(wrong.ending == .exited(64) && wrong.errors.contains("mine") && wrong.output.isEmpty)
  }

  @Test func showWithoutASavedStatePrintsTheFileInFull() throws {
    try write("fps = 30\ntimer = \"1h30m\"\n[keys]\nlap = \"Ctrl+L\"\n", to: path)
    let shown = try run("config", "show")
    #expect(shown.ending == .exited(0) && shown.errors.isEmpty)
    for line in ["fps = 30", "timer = \"1h30m\"", "mode = \"stopwatch\"", "lap = [\"Ctrl+L\"]"] {
      #expect("\n\(shown.output)".contains("\n\(line)\n"), "\(shown.output)")
    }
    try write(shown.output, to: path)
    #expect(try run("config", "check") == (.exited(0), "", ""))
    #expect(try run("config", "show").output == shown.output)
    #expect(try run("config", "show", "--name", "other").ending == .exited(64))
  }

  @Test func aFileWithAFaultIsToldAndChangesNothing() throws {
    let usual = try Program.renderAnew(["--size", "420x240"], home: home)
    try write("theme = \"neon\"\nfps = 5000\nmod = 1\n", to: path)
    let out = "\(home.path)/x.png"
    let result = try run("render", "--size", "420x240", out)
    #expect(result.ending == .exited(0))
    #expect(
      result.errors.hasPrefix("segclock: ") && result.errors.split(separator: "\n").count == 1)
    for part in ["config.toml:2:1: fps: ", "1 to 1000", "1 more"] {
      #expect(result.errors.contains(part))
    }
    #expect(try Picture(png: out) == usual)
    #expect(try run("render", "--no-config", out) == (.exited(0), "", ""))
    // It may have 256 KiB.
    for (size, isRead) in [(1 << 18, true), ((1 << 18) + 1, false)] {
      let text = Array("theme = \"neon\"\n#".utf8)
      try write(text + [UInt8](repeating: 32, count: size - text.count), to: path)
      #expect(try run("config", "check").ending == .exited(isRead ? 0 : 66))
    }
    // A file that was named has to be there.
    let none = try run("render", "--config", "\(home.path)/none", out)
    #expect(none.ending == .exited(64) && none.errors.contains("/none"))
  }

  @Test(
    "no file ends the program, whatever it is",
    arguments: ["folder", "pipe", "/dev/zero", "/dev/full", "large", "unreadable", "loop"])
  func hostile(kind: String) throws {
    switch kind {
    case "folder": mkdir(path, 0o755)
    case "pipe": mkfifo(path, 0o600)
    case "large": try write([UInt8](repeating: 10, count: 1 << 20), to: path)
    case "unreadable":
      try write("theme = \"neon\"", to: path)
      chmod(path, 0)
    case "loop": symlink("config.toml", path)
    default: symlink(kind, path)
    }
    // Who may do anything can read a file that nobody may.
    let isFine = kind == "unreadable" && getuid() == 0
    for arguments in [["config", "check"], ["render", "--size", "100x100", "\(home.path)/x.png"]] {
      let result = try Program.run(arguments, home: home)
      let isCheck = arguments[0] == "config"
      #expect(result.ending == .exited(isCheck && !isFine ? 66 : 0), "\(result)")
      #expect(result.errors.isEmpty == isFine && result.errors.utf8.count < 300)
    }
  }
}
