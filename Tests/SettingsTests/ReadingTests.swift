import Geometry
import Keys
import Scene
import Session
import TestSupport
import Testing
import Timekeeping
import Wording

@testable import Settings

/// The configuration `text`.
func read(_ text: String) -> SettingsFile { SettingsFile(Array(text.utf8)) }

@Suite("Configurations that say something")
struct ReadingTests {
  @Test("nothing said is nothing asked for")
  func empty() {
    for text in ["", "\n\n", "# only words", "\u{FEFF}", "\r\n#\r\n"] {
      #expect(
        read(text).settings == ProgramSettings() && read(text).faults == [],
        "\(text.debugDescription)")
    }
  }

  @Test("every setting, as it is written by hand")
  func all() throws {
    let file = read(
      """
      mode = "plan"
      theme = "neon"
      show = ["digits", "dial"]
      size = "400x300"
      scale = 1.5
      font = "Serif"
      ink = 0.5
      neon = "#22C4FF"
      shape = "round"
      background-opacity = 0.25
      animation = false
      fps = 30
      timer = "25m"
      plan = ["Work 50m", "Rest 10m wait"]
      rounds = 3
      plan-waits = true
      digits = 5
      target-lap = "2m"
      ghost = "target"
      hours = 12
      seconds = "off"
      zone = "Europe/Berlin"
      sound = "none"
      at-end = "true"
      suspend = "pause"
      day-starts = "4:00"
      log = false
      present = "put"
      above = true
      below = false
      sticky = true
      undecorated = true
      skip-taskbar = true
      click-through = true
      opacity = 0.8
      position = "-10,40"
      type = "dock"
      """)
    #expect(file.faults == [])
    var expected = ProgramSettings()
    (expected.mode, expected.theme) = (.plan, .neon)
    expected.show = [.digits, .dial]
    expected.size = Size(width: 400, height: 300)
    expected.scale = 1.5
    expected.font = "Serif"
    expected.ink = 0.5
    expected.neon = Color(hex: 0x22C4FF)
    (expected.shape, expected.backgroundOpacity) = (.round, 0.25)
    (expected.animation, expected.fps) = (false, 30)
    expected.timer = .length(.seconds(1500))
    expected.plan = PlanText(steps: [
      PlanStep("Work", .seconds(3000)), PlanStep("Rest", .seconds(600), waits: true),
    ])
    expected.rounds = 3
    expected.planWaits = true
    expected.digits = 5
    expected.targetLap = .seconds(120)
    expected.ghost = .target
    expected.hours = .twelve
    expected.seconds = false
    expected.zone = "Europe/Berlin"
    expected.sound = "none"
    expected.atEnd = "true"
    expected.suspend = "pause"
    expected.dayStarts = try TimeOfDay(parsing: "4:00")
    expected.log = false
    expected.present = "put"
    (expected.above, expected.below, expected.sticky) = (true, false, true)
    (expected.undecorated, expected.skipTaskbar, expected.clickThrough) = (true, true, true)
    (expected.opacity, expected.type) = (0.8, "dock")
    expected.position = Point(x: -10, y: 40)
    #expect(file.settings == expected)
    // Every row but the rings was said.
    #expect(Setting.inFile.filter { !file.settings.isGiven($0.name) }.map(\.name) == ["ring"])
  }

  @Test("rings, in a line or in full")
  func rings() {
    let short = read(#"ring = ["Goal=50%", "Left=timer"]"#)
    #expect(short.faults == [])
    #expect(
      short.settings.ring == [
        RingModel(name: "Goal", source: .manual(0.5)), RingModel(name: "Left", source: .timer),
      ])
    let long = read(
      """
      [[ring]]
      name = "Lap"
      source = "lap"
      target = "2m"
      color = "red"
      [[ring]]
      name = "Goal"
      value = 25
      color = ["#102030", "white"]
      [[ring]]
      name = "Plain"
      color = "#000000"
      [[ring]]
      name = "Usual"
      color = "none"
      """)
    #expect(long.faults == [])
    #expect(
      long.settings.ring == [
        RingModel(
          name: "Lap", source: .lap, color: RingColor(0xC0392B, 0xE74C3C), target: .seconds(120)),
        RingModel(name: "Goal", source: .manual(0.25), color: RingColor(0x102030, 0xFFFFFF)),
        RingModel(name: "Plain", source: .manual(0), color: RingColor(0x000000, 0x4D4D4D)),
        RingModel(name: "Usual", source: .manual(0)),
      ])
  }

  @Test("keys, one, several or none for an action")
  func keys() {
    let file = read(
      """
      [keys]
      start-stop = "S"
      lap = ["Space", "Ctrl+Return"]
      reset = []
      """)
    #expect(file.faults == [])
    #expect(
      file.settings.keys == [
        "start-stop": [Chord(.character("s"))], "lap": [Chord(.space), Chord(.return, .control)],
        "reset": [],
      ])
  }

  @Test("settings, printed and read again, are the same")
  func printedSettings() {
    let file = read(
      """
      mode = "plan"
      show = ["digits", "dial"]
      size = "400x300"
      scale = 1.5
      font = "3"
      ink = 0.0000123
      neon = "green"
      animation = false
      timer = "1h2m3.5s"
      plan = ["Work \\"hard\\" 50m", "Rest 10m wait"]
      rounds = 3
      plan-waits = true
      digits = 5
      target-lap = "1:58.2"
      ghost = "off"
      hours = 12
      zone = "Europe/Berlin"
      at-end = "echo \\"a\\\\b\\""
      above = "on"
      position = "-10,40"
      [[ring]]
      name = "A = \\"1\\""
      value = 0.1
      color = "#102030"
      [[ring]]
      name = "Lap"
      source = "lap"
      target = "90"
      color = "red"
      [keys]
      lap = ["Space", "Ctrl+Return"]
      start-stop = []
      [keys.global]
      lap = "Ctrl+Alt+L"
      [themes.mine]
      based-on = "neon"
      """)
    #expect(file.faults == [])
    let text = SettingsFile.text(of: file.settings)
    #expect(read(text).faults == [] && read(text).settings == file.settings, "\(text)")
    #expect(SettingsFile.text(of: read(text).settings) == text)
  }

  @Test("whatever names and keys are chosen, what is printed is read again without a mistake")
  func anyNames() {
    var random = SplitMix64(seed: 11)
    func scalar() -> Unicode.Scalar {
      let ranges: [ClosedRange<UInt32>] = [
        0...0x7F, 0x80...0x24F, 0x370...0x58F, 0x1E00...0x2FFF, 0...0x1FFFF,
      ]
      let range = ranges.randomElement(using: &random) ?? 0...0x7F
      return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "ß"
    }
    for _ in 0..<500 {
      let keys = ["ß", "ŉ", "ǰ", "ſ", "İ", String(scalar()), String(scalar())]
      let chosen = keys.randomElement(using: &random) ?? ""
      let prefix = ["", "Ctrl+", "Shift+", "Ctrl+Shift+"].randomElement(using: &random) ?? ""
      let file = read(
        "at-end = \(("on " + chosen).json)\n[keys]\nlap = [\((prefix + chosen).json)]\n")
      guard file.faults.isEmpty else { continue }
      var model = Model()
      model.configure(ModelSettings(), file: file.settings.adjustable)
      for ring in model.rings.ids.prefix(3) {
        let name = String(String.UnicodeScalarView((0..<3).map { _ in scalar() }))
        _ = model.apply(.nameRing(ring, name), at: .zero)
      }
      if let plan = try? Plan(parsing: "1 × 2x \(chosen) 5m, a 3m") {
        _ = model.apply(.setPlan(plan), at: .zero)
      }
      var settings = file.settings
      settings.adopt(model)
      let text = SettingsFile.text(of: settings)
      let again = read(text)
      #expect(again.faults == [], "\(text)")
      #expect(
        again.settings.keys == file.settings.keys && again.settings.planned == model.planRun.plan)
      #expect(again.settings.ring.map(\.name) == model.rings.map(\.name))
    }
  }

  @Test("a plan's text has its rounds in the file, too, and they are written once")
  func planRounds() throws {
    let file = read("plan = \"2x Work 5m\"\n")
    #expect(
      file.faults == []
        && file.settings.planned == Plan(steps: [PlanStep("Work", .seconds(300))], rounds: 2))
    #expect(read("plan = \"2x Work 5m\"\nrounds = 2\n").faults == [])
    #expect(
      read("plan = \"2x Work 5m\"\nrounds = 3\n").faults.map(\.problem) == [
        "the plan begins with 2 rounds; write the rounds once"
      ])
    // Those of the source with the higher priority count.
    func merged(_ high: String, _ low: String) -> Int {
      read(high).settings.filled(by: read(low).settings).planned.rounds
    }
    #expect(merged("plan = \"2x Work 5m\"", "rounds = 3") == 2)
    #expect(merged("rounds = 3", "plan = \"2x Work 5m\"") == 3)
    #expect(merged("plan = \"Work 5m\"", "rounds = 3") == 3)
    let words = try ProgramSettings.environment { $0 == "SEGCLOCK_PLAN" ? "4 × Read 20m" : nil }
    #expect(words.planned.rounds == 4)
    #expect(throws: TextError.self) {
      try ProgramSettings.environment {
        ["SEGCLOCK_PLAN": "4 × Read 20m", "SEGCLOCK_ROUNDS": "2"][$0]
      }
    }
  }

  @Test(
    "a word that is a switch elsewhere is written as the text that it is", arguments: ["on", "off"])
  func switches(word: String) {
    let file = read("at-end = \"\(word)\"\nfont = \"\(word)\"\nseconds = \"\(word)\"\n")
    let again = read(SettingsFile.text(of: file.settings))
    #expect(
      again.faults == [] && again.settings.atEnd == word && again.settings.font == word
        && again.settings.seconds == (word == "on")
    )
  }

  @Test("every setting of the window has a variable, and one that none has is said")
  func allVariables() throws {
    let settings = try ProgramSettings.environment { $0 == "SEGCLOCK_COUNT" ? "7" : nil }
    #expect(settings.count == 7)
    for setting in Setting.all
    where ![.files, .state].contains(setting.section) && !setting.isHidden {
      #expect(setting.sources != .option, "\(setting.name)")
      #expect(ProgramSettings.problems(ofVariables: [setting.variable]) == [])
    }
    #expect(
      ProgramSettings.problems(ofVariables: [
        "SEGCLOCK_CONFIG", "SEGCLOCK_THEM", "SEGCLOCK_WORDS", "SEGCLOCK_STATS",
        "SEGCLOCK_\u{1B}zzzzzzzzzzz",
      ]) == [
        "SEGCLOCK_\\u{1B}zzzzzzzzzzz: unknown variable; man segclock.toml lists the settings",
        "SEGCLOCK_STATS: ignored; this setting is only an option: --stats",
        "SEGCLOCK_THEM: unknown variable; write SEGCLOCK_THEME?",
      ])
  }

  @Test("a word that TOML knows is written as the text that it is", arguments: ["true", "false"])
  func words(word: String) {
    let file = read("at-end = \"\(word)\"\nabove = \"\(word)\"\n")
    #expect(file.faults == [] && file.settings.atEnd == word)
    let again = read(SettingsFile.text(of: file.settings)).settings
    #expect(again.atEnd == word && again.above == file.settings.above)
  }

  @Test("what was changed by hand replaces the file's settings, and any ring's value is exact")
  func adoptedModel() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let file = read("timer = \"1m\"\nplan-waits = true\nfps = 30\n").settings
      var model = Model()
      model.configure(ModelSettings(), file: file.adjustable)
      let turns = Double.random(in: 0...1000, using: &random)
      let length = Duration.milliseconds(Int.random(in: 1...100_000_000, using: &random))
      let plan = Plan(steps: [PlanStep("A", length + .seconds(1), waits: true)], rounds: 7)
      let commands: [Command] = [
        .setRing(1, .manual(turns)), .setRing(2, .timer), .colorRing(2, RingColor(1, 0xABCDEF)),
        .setPlan(plan), .setTimer(Countdown(length: length)), .theme(.neon), .mode(.counter),
      ]
      for command in commands { _ = model.apply(command, at: .zero) }
      var settings = file
      settings.adopt(model)
      let again = read(SettingsFile.text(of: settings))
      #expect(again.faults == [] && again.settings.fps == 30)
      var new = Model()
      new.configure(ModelSettings(), file: again.settings.adjustable)
      #expect(Array(new.rings) == Array(model.rings) && new.mode == .counter && new.theme == .neon)
      #expect(new.timer == model.timer && new.planRun.plan == plan)
    }
  }

  @Test("a theme of one's own, based on another of one's own that stands after it")
  func themes() throws {
    let file = read(
      """
      theme = "mine"
      [themes.mine]
      based-on = "other"
      text = "#102030 0.5"
      [themes.other]
      based-on = "neon"
      background = "#fff"
      font = "Serif"
      segment-shadows = [{ color = "red", radius = 3, offset = -1.5 }]
      button = { face = "white" }
      rings = [{ start = "red", end = "green" }]
      """)
    #expect(file.faults == [])
    let themes = file.settings.themes
    #expect(themes.map(\.name.rawValue) == ["mine", "other"])
    #expect(themes[0].text == Color(hex: 0x102030, alpha: 0.5) && themes[0].background == .white)
    var other = Theme.named(.neon)
    other.name = themes[1].name
    other.background = .white
    other.veil = .white
    other.font = "Serif"
    other.digits.shadows = themes[1].digits.shadows
    other.button.face = .white
    other.rings = themes[1].rings
    #expect(themes[1] == other)
    #expect(
      other.digits.shadows.map(\.radius) == [3] && other.digits.shadows.map(\.offset) == [-1.5])
    #expect(other.rings.map(\.start) == [Color(hex: 0xE74C3C)])
  }

  @Test("a theme's font is one by name, or is left to the desktop")
  func fonts() throws {
    let file = read(
      """
      [themes.desk]
      based-on = "serif"
      font = "auto"
      [themes.serif]
      font = "Serif"
      [themes.usual]
      """)
    #expect(file.faults == [])
    let themes = file.settings.themes
    #expect(themes.map(\.font) == [nil, "Serif", nil])
  }

  @Test("a built-in theme, printed and read again, is the same", arguments: ThemeName.builtIn)
  func printedThemes(name: ThemeName) {
    let theme = Theme.named(name)
    let file = read(theme.toml)
    #expect(file.faults == [], "\(theme.toml)")
    #expect(file.settings.themes == [theme])
  }

  @Test("the smallest numbers are read, and printed so that they are the same when read again")
  func small() throws {
    let file = read(
      """
      ink = 0.0000123
      [themes.a]
      text = "red 0.00001"
      corner-radius = 1.2345678901234567e-5
      hand-shadow = { radius = 0.0012345678901234567, offset = -1.2345678901234567e-5 }
      """)
    #expect(file.faults == [] && file.settings.ink == 0.0000123)
    let theme = try #require(file.settings.themes.first)
    #expect(theme.digits.cornerRadius == 1.2345678901234567e-5 && theme.text.alpha == 0.00001)
    #expect(theme.handShadow.radius == 0.0012345678901234567)
    #expect(read(theme.toml).settings.themes == [theme] && read(theme.toml).faults == [])
    for text in [
      "1e400", "1e", "e1", "-1", "+1", "1-1", "1e1.5", "1e5-", "nan", "0x1p-3", "1E-5", "",
    ] {
      #expect(Parsers.plainNumber(text[...]) == nil, "\(text)")
    }
  }

  @Test("what the default file says is what holds anyway, as it is and with every # taken away")
  func standard() throws {
    let asIs = read(SettingsFile.standard)
    #expect(asIs.settings == ProgramSettings() && asIs.faults == [])
    let lines = SettingsFile.standard.split(separator: "\n", omittingEmptySubsequences: false)
    let bare = lines.map {
      $0.hasPrefix("#") && !$0.hasPrefix("# ") ? String($0.dropFirst()) : String($0)
    }
    let uncommented = read(bare.joined(separator: "\n"))
    #expect(uncommented.faults == [])
    var settings = uncommented.settings
    let rows = KeyRow.standard(with: settings.keys)
    // The order of an action's keys stays; only rows that share an action are drawn together.
    let chords = KeyRow.chords(of: rows)
    let all = KeyRow.chords(of: KeyRow.standard)
    #expect(chords == all.filter { !$0.value.isEmpty } && all.count == Action.all.count)
    settings.keys = [:]
    var builtIn = ProgramSettings()
    for setting in Setting.inFile where !setting.isHidden {
      try setting.take(setting.builtIn, &builtIn)
    }
    builtIn.keys = [:]
    #expect(settings == builtIn)
    #expect(Setting.inFile.allSatisfy { settings.isGiven($0.name) || $0.isHidden })
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("a setting's variable says the same, and what is wrong is told with its name")
  func variables() throws {
    let settings = try ProgramSettings.environment { name in
      ["SEGCLOCK_TARGET_LAP": "2m", "SEGCLOCK_RING": "A=50%, B=hour", "SEGCLOCK_PLAN_WAITS": "on"][
        name]
    }
    #expect(settings.targetLap == .seconds(120) && settings.planWaits)
    #expect(settings.ring.map(\.name) == ["A", "B"])
    do {
      _ = try ProgramSettings.environment { $0 == "SEGCLOCK_FPS" ? "many" : nil }
      Issue.record("taken")
    } catch {
      #expect(
        error.description
          == "SEGCLOCK_FPS: \"many\" is not valid; write a whole number from 1 to 1000")
    }
  }

  @Test("keys from anywhere are a list in the environment, and count as one")
  func globalKeys() throws {
    func keys(_ text: String) throws -> [String] {
      try ProgramSettings.environment { $0 == "SEGCLOCK_GLOBAL_KEY" ? text : nil }.globalKeys
        .map { "\($0.action.name)=\($0.chord)" }
    }
    #expect(try keys("toggle=F9, lap=Ctrl+=") == ["start-stop=F9", "lap=Ctrl+="])
    #expect(try keys("none") == [])
    var (first, second) = (ProgramSettings(), ProgramSettings())
    second.globalKeys = [GlobalKey(.show, Chord(.function(9)))]
    #expect(first.filled(by: second).globalKeys == second.globalKeys)
    first.globalKeys = []
    #expect(first.filled(by: second).globalKeys == [])
  }

  @Test("where both say something the first counts, setting by setting")
  func filled() {
    for setting in Setting.all {
      var first = ProgramSettings()
      try? setting.take(setting.builtIn, &first)
      #expect(
        first.filled(by: ProgramSettings()) == first && ProgramSettings().filled(by: first) == first
      )
      #expect(first.isGiven(setting.name) && first != ProgramSettings())
    }
  }

  @Test("a setting that the window can change has the same name and default in the model")
  func adjustableDefaults() throws {
    var settings = ProgramSettings()
    for setting in Setting.all where setting.give != nil {
      try setting.take(setting.builtIn, &settings)
    }
    // A plan that is given has one round.
    settings.rounds = Plan.defaultRounds
    #expect(settings.adjustable == Model().adjusted)
    #expect(settings.given.filter { $0.give != nil }.count == 9)
  }

  @Test("of an option given twice the last value counts, also as text")
  func givenTwice() throws {
    var settings = ProgramSettings()
    for setting in Setting.all where ["mode", "ring"].contains(setting.name) {
      try setting.takeAll(setting.name == "mode" ? ["clock", "timer"] : ["A=1", "B=2"], &settings)
    }
    #expect(settings.mode == .timer && settings.text("mode") == "timer")
    #expect(settings.ring.count == 2 && settings.text("ring") == "A=1,B=2")
  }

  /// A text in the manual's language.
  private func mdoc(_ text: String) -> String { text.replacing("\"", with: "\\(dq") }

  @Test("one manual has every setting's default, the other its meaning and range")
  func manualOfSettings() throws {
    let table = Setting.inFile.filter { !$0.isHidden }.map { setting in
      ".It Cm \(setting.name) Ta Ql \(mdoc(setting.toml))\n"
    }.joined()
    let file = try projectFile("packaging/man/segclock.toml.5")
    #expect(file.contains(table), "put this into the manual:\n\(table)")
    let options = try projectFile("packaging/man/segclock.1").split(separator: "\n.It Fl -")
    for setting in Setting.all where !setting.isHidden {
      let parts = options.filter {
        $0.hasPrefix("\(setting.name) ") || $0.hasPrefix("\(setting.name)\n")
      }
      #expect(!parts.isEmpty, "\(setting.name)")
      do {
        var settings = ProgramSettings()
        try setting.takeAll(["?"], &settings)
      } catch {
        let range = /number from ([0-9.]+) to ([0-9.]+)/
        guard let found = error.description.firstMatch(of: range)?.output else { continue }
        for bound in [found.1, found.2] {
          #expect(parts.contains { $0.contains(" \(bound)") }, "\(setting.name): \(bound)")
        }
      }
    }
  }

  @Test("the manual names every action and all that a theme has")
  func manual() throws {
    let words = Set(
      try projectFile("packaging/man/segclock.toml.5").split {
        !($0.isLetter || $0.isNumber || $0 == "-")
      })
    let named =
      [TableField<Theme>].all.map(\.key) + Action.all.map(\.name) + [
        "based-on", "color", "radius", "offset", "face", "hover", "pressed", "border", "start",
        "end", "name", "value", "source", "target",
      ]
    // Of the digits from 2 to 8 it says that they go on so.
    let isLeftOut = Set((2...8).map { "digit-\($0)" })
    for name in named where !isLeftOut.contains(name) {
      #expect(words.contains(Substring(name)), "\(name)")
    }
  }

  @Test("themes of two files count together, and of one name that of the file which wins")
  func themesOfTwoFiles() {
    let common = read("[themes.a]\nink = 0.1\n[themes.b]\nink = 0.2\n").settings
    let own = read("[themes.b]\nink = 0.3\n[themes.c]\nink = 0.4\n").settings
    let themes = own.filled(by: common).themes
    #expect(themes.map(\.name.rawValue) == ["b", "c", "a"])
    #expect(themes.first == own.themes.first)
    #expect(ProgramSettings().filled(by: common).themes == common.themes)
  }
}
