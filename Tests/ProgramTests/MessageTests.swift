import ProgramSupport
import Testing

/// What the program says when it is called wrongly: an exit code, and one short line that a terminal cannot be harmed by.
struct Messages {
  let home = TestFolder()

  /// Options of `render` that one word is refused for, and such words; the message names the option.
  static let refused = """
    --size 0x0 abc 840 -1x5 1e308x5 nanxnan infx480 99999x99999 x
    --scale 0 nan inf 1e308 abc -1
    --theme gold
    --mode stopwach
    --show digits,moon ,
    --ring nothing =50% a=nan a=inf a=1e308 a=-5% a=1/0 a=100001
    --count 1000 -1000 1.5 --5 - 99999999999999999999
    --digits 0 19
    --at abc -1 nan 1e308 99999999999999999999h
    --lap inf
    --plan Focus , 5m,,5m 5m, 0 0.9 10001h -5 1e3
    --rounds 0 1000 -1 1.5 x
    --zone Mars/Phobos ../../../etc/localtime /etc/localtime Europe Europe/ tzdata.zi
    --zone UTC-5 . Europe/../Etc/UTC
    --hours 13 012 twelve
    --seconds maybe 1
    --background blue None
    --film 0 -1 abc 3601 61m
    --target-lap 0 -1 abc 9999999h
    --name x
    --suspend maybe
    """.split(separator: "\n")

  @Test(arguments: refused) func anOptionRefusesWhatMakesNoSense(row: Substring) throws {
    let words = row.split(separator: " ").map(String.init)
    for word in words.dropFirst() {
      try expectOneLine(["render", words[0], word, "\(home.path)/x.png"], names: words[0])
    }
    #expect(home.names.isEmpty)
  }

  /// A row has an exit code, command lines as a shell has them, and words of the message. `$0` is the program, where it
  /// does not come first.
  static let table: [(code: Int32, lines: String, words: String)] = """
    # Drawing.
    64 render => <out> is missing: a .png, .svg or .pdf file, or -
    64 render --size 16000x16000 --scale 16 x.png => --scale
    64 render --ring a=1 --ring b=1 --ring c=1 --ring d=1 --ring e=1 --ring f=1 --ring g=1 x.png => --ring
    64 render --at 5 --lap 6 x.png => --lap
    64 render --plan 10000h --rounds 101 x.png => --rounds
    64 render --plan-waits=no x.png => --plan-waits
    64 render --moon x.png => --moon
    64 render --start x.png => --start
    64 render out.jpeg | render out | render .png/ | render '' => .png
    73 render /nonexistent/a.png | render /nonexistent/a.svg | render /nonexistent/a.pdf => /nonexistent/a
    73 render /proc/a.svg => /proc/a.svg
    73 render /dev/full/a.pdf => /dev/full/a.pdf
    64 render --film 1 --fps 0 x%d.png | render --film 1 --fps 1001 x%d.png | render --fps 20 x.png => --fps
    64 render --film 1 --fps 241 - => --fps 241: write 1 to 240 for a film
    64 render --film 1 x.png => %04d
    # Lists.
    64 render --laps /none a.png => --laps /none: No such file or directory
    64 render --rings /none a.png => --rings /none: No such file or directory
    64 render --laps / a.png => --laps /: Is a directory
    64 render --laps /dev/zero a.png => --laps /dev/zero: larger than the limit of 32768 KiB
    64 render --rings /dev/zero a.png => --rings /dev/zero: larger than the limit of 32768 KiB
    64 render --laps - --rings - a.png => only one of them can be standard input
    64 render --lap 1 --laps /dev/null a.png => --lap and --laps: give one of them
    64 render --ring a=1 --rings /dev/null a.png => --ring and --rings: give one of them
    64 printf '2\\n2\\n' | "$0" render --at 3 --laps - a.png => --laps: the laps take 00:04.00 together, more than --at 00:03.00
    64 echo A | "$0" --rings - => line 1
    69 echo A=1 | "$0" --rings - => DISPLAY
    64 render --laps - a.png <&- => --laps standard input: Bad file descriptor
    # Plans.
    64 --plan 'Focus 25m, Break' => --plan: step 2 ("Break") needs a duration of 1 second to 10000 hours, as in Focus 25m
    64 --plan ' ' => a plan needs 1 to 64 steps
    # A window's options, before a display is looked for.
    64 --zone Mars/Phobos | --mode clock --zone ../UTC => --zone
    64 --hours 25 => --hours
    64 --seconds no => --seconds
    64 --target-lap 0 => --target-lap
    64 --count -1000 => --count
    64 --name ../x | --name '' | --name .hidden | --name a/b | --name -a => --name
    64 --name \(String(repeating: "a", count: 65)) => --name
    64 --suspend maybe => --suspend
    64 --above --below | SEGCLOCK_BELOW=on SEGCLOCK_ABOVE=on "$0" render x.png => is also on; write one of them
    69 exec "$0" | unset DISPLAY; exec "$0" => DISPLAY
    69 DISPLAY=:4711 "$0" => :4711
    69 DISPLAY=nonsense "$0" => nonsense
    69 DISPLAY=nowhere.invalid:0 "$0" => nowhere.invalid:0
    # Keys from anywhere.
    64 --global-key lap | --global-key lap= | --global-key lap=L | --global-key lap=Shift+L => --global-key
    64 --global-key lap=5 | --global-key lap=Space | --global-key lap=Return | --global-key =F9 => --global-key
    64 --global-key laps=F9 | --global-key lap=Ctrl+Hyper+L => --global-key
    64 --global-key lap=\(String(repeating: "x", count: 300)) => --global-key
    64 --global-key lap=F9 --global-key none | render --global-key lap=F9 x.png => --global-key
    64 --global-key lap=F9 --global-key reset=f9 => F9 is given twice
    64 SEGCLOCK_GLOBAL_KEY=lap=L "$0" render x.png => SEGCLOCK_GLOBAL_KEY
    # The environment and the configuration.
    64 SEGCLOCK_FPS=0 "$0" render x.png => SEGCLOCK_FPS
    64 SEGCLOCK_THEME=gold "$0" render x.png => SEGCLOCK_THEME
    64 SEGCLOCK_ZONE=Mars/Phobos "$0" render x.png => SEGCLOCK_ZONE
    64 SEGCLOCK_TIMER='until 17:30' "$0" render x.png => SEGCLOCK_TIMER
    64 --fps 5 config path | --fps 5 config check | --fps 5 config default | --fps 5 config theme neon => --fps
    64 config path --no-config --config x => --config
    64 render --config ./none x.png => /none
    # Commands.
    64 start => segclock ctl start
    64 start => segclock --start
    64 timer 5m => segclock --timer
    64 25m => segclock --timer 25m --start
    64 20 minutes => segclock --timer "20 minutes" --start
    64 until 17:30 => segclock --timer "until 17:30" --start
    64 4 x Focus 25m, Break 5m => segclock --plan "4 x Focus 25m, Break 5m" --start
    64 stopwatch => segclock --mode stopwatch
    64 --lap | --lap 5 => segclock ctl lap
    64 --lap | --lap 5 => segclock render
    64 --json => segclock ctl status or segclock ctl follow
    64 --plan '2x A 5m' --rounds 3 | ctl plan '2x A 5m' --rounds 3 => write the rounds once
    64 SEGCLOCK_PLAN='2x A 5m' SEGCLOCK_ROUNDS=3 "$0" render x.png => SEGCLOCK_ROUNDS: the plan begins with 2 rounds
    64 list => segclock ctl list
    64 ctl => start, stop
    64 ctl => segclock ctl --help
    64 ctl strat | ctl --name a strat => strat
    64 ctl strat | ctl --name a strat => start, stop
    64 ctl strat | ctl --name a strat => segclock ctl --help
    64 autostart maybe => maybe
    64 autostart on --start => --start is not an option of autostart
    64 history --name nobody | export --name nobody => nothing is saved under the name "nobody"
    64 history --name ../etc => is not a name
    64 history --mode clock => --mode
    64 export --format xml => csv, tsv or json
    64 export 0 => "0" is not a session
    64 export x => "x" is not a session
    64 render "$(printf 'a\\377.png')" => argument 2
    64 render "$(printf 'a\\377.png')" => UTF-8
    # What means nothing means nothing with a window and without one.
    64 ctl mode egg | ctl theme 'x y' | ctl timer x | ctl timer +x | ctl plan '' | ctl do egg | ctl do =>
    64 ctl plan 'A 1m' --rounds 0 | ctl plan 'A 1m' --plan 'B 2m' | ctl plan next --rounds 2 =>
    64 ctl count x | ctl count 1.5 | ctl restore x | ctl lap a b | ctl egg | ctl start --mode clock =>
    64 render --digits 1 --count -10 x.png => -9 to 9
    64 ctl click-through maybe => write on or off
    64 ctl ring A 1e400 | ctl ring A 3/0 | ctl ring A -9223372036854775808 =>
    64 ctl ring A | ctl ring A x | ctl ring A 1 2 | ctl ring A nan | ctl ring A +second =>
    64 ctl status --format {{x}} | ctl status --json --format x | ctl follow --every x =>
    64 ctl follow --every 0.01s | ctl follow --for xbar =>
    3 ctl start | ctl status --json | ctl follow | ctl ring A --follow | ctl sync => no window is open; segclock opens one
    3 ctl --name x start => no window is open; segclock opens one
    """.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      row -> (code: Int32, lines: String, words: String) in
      let parts = row.drop { $0 != " " }.dropFirst().split(separator: " =>", maxSplits: 1)
      let code = Int32(row.prefix { $0 != " " }) ?? 0
      return (code, String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : "")
    }

  @Test(arguments: table)
  func everyMistakeIsOneLine(code: Int32, lines: String, words: String) throws {
    // A bar with `$0` after it is the shell's own.
    let commands =
      lines.contains("| \"$0\"")
      ? [lines] : lines.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
    for command in commands {
      let script = command.contains("$0") ? command : "exec \"$0\" \(command)"
      try expectOneLine([], by: "cd \"$HOME\"; \(script)", code, names: words)
      // The state's folder is all that may be there.
      #expect(Set(home.names).isSubset(of: ["segclock"]), "\(command)")
    }
  }

  static let values = [
    "", "-1", "nan", "\u{1B}]0;owned\u{7}", "two\nlines\r", "\u{9B}31m", "\u{202E}gnp", "\u{FFFE}",
    String(repeating: "long ", count: 300), String(repeating: "\u{1B}", count: 200), "日本語",
  ]
  static let options = [
    "--theme", "--mode", "--show", "--size", "--scale", "--ring", "--count", "--digits", "--at",
    "--lap", "--laps", "--rings", "--plan", "--rounds", "--zone", "--hours", "--seconds",
    "--target-lap", "--timer", "--global-key",
  ]

  @Test(arguments: options) func noValueHarmsATerminal(option: String) throws {
    // Every value with one option, and with each other option two of them. A count may be below zero.
    let index = Self.options.firstIndex(of: option) ?? 0
    let values = Self.values.enumerated().filter { index == 0 || $0.offset % 5 == index % 5 }.map(
      \.element)
    for value in values where option != "--count" || value != "-1" {
      // The parser takes the next argument for an empty value after an equals sign.
      for arguments in [[option, value]] + (value.isEmpty ? [] : [["\(option)=\(value)"]]) {
        try expectOneLine(["render"] + arguments + ["\(home.path)/x.png"], names: option)
      }
    }
    // Neither the allowed values nor a value of this length is shortened.
    let value = String(repeating: "x", count: 32)
    let result = try Program.run(["render", option, value, "\(home.path)/x.png"], home: home)
    #expect(result.ending == .exited(64) && !result.errors.contains("…"), "\(result.errors)")
  }

  @Test func noArgumentHarmsATerminal() throws {
    for (index, value) in Self.values.enumerated() where !value.isEmpty {
      try expectOneLine(["--" + value])
      switch index % 3 {
      case 0: try expectOneLine(["render", "\(value).gif"], names: "OUT")
      case 1: try expectOneLine(["render", "a.png", value])
      default: try expectOneLine([value])
      }
    }
    try expectOneLine(["render", "/none\u{1B}/a.png"], 73)
    let laps = [String](repeating: "--lap=1", count: 10_000)
    for words in ["10004 arguments", "--laps FILE"] {
      try expectOneLine(["render", "--at", "99999", "a.png"] + laps, names: words)
    }
    #expect(
      try Program.run(
        ["render", "--describe", "-", "--at", "400"] + laps.prefix(400), home: home
      ).ending == .exited(0))
  }

  @Test("the help is short, fits a terminal, and leaves out what is for tests")
  func help() throws {
    let help = try Program.run(["--help"], home: home).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 96 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
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

  @Test("a name that no file can hold is drawn the same in all of them")
  func names() throws {
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

  /// Expects that the program, or a script that calls it, ends with `code` and one line that has `names` in it.
  private func expectOneLine(
    _ arguments: [String], by script: String? = nil, _ code: Int32 = 64, names: String = ""
  ) throws {
    let result = try Program.run(arguments, by: script, home: home)
    let what = "\(arguments.prefix(9)) \(script ?? ""): \(result)"
    #expect(result.ending == .exited(code) && result.output.isEmpty, "\(what)")
    let line = result.errors.dropLast()
    #expect(result.errors.last == "\n" && !line.contains { $0.isNewline }, "\(what)")
    #expect(line.count <= 320 && line.hasPrefix("segclock: "), "\(what)")
    #expect(names.isEmpty || line.contains(names), "\(what)")
    let harmful: [Unicode.GeneralCategory] = [.control, .format]
    #expect(
      !line.unicodeScalars.contains { harmful.contains($0.properties.generalCategory) }, "\(what)")
  }
}
