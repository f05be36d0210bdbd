import Session
import TestSupport
import Testing

@testable import Settings

@Suite("Configurations with mistakes")
struct FaultTests {
  @Test("every mistake is told with its place, its key and what is allowed")
  func all() {
    let file = read(
      """
      thme = "neon"
      fps = "many"
      theme = 5
      show = [
        "digits",
        "clock"
      ]
      size = {}

      [[ring]]
      value = 200000
      colour = "red"
      [[ring]]
      name = "A"
      source = "moon"
      color = ["red", "red", "red"]

      [keys]
      lap = ["Hyper+L", "Alt+L"]
      reset = "Space"
      lapp = "X"

      [themes.mine]
      background = "#12345"
      hand-shadow = { radius = 99 }
      based-on = "mine"
      nand = "red"
      """)
    let found = file.faults.map { "\($0.place.line) \($0.key)" }
    #expect(
      found == [
        "1 thme", "2 fps", "3 theme", "4 show", "8 size", "10 ring", "11 ring.value",
        "12 ring.colour",
        "15 ring.source", "16 ring.color", "19 keys.lap", "19 keys.lap", "20 keys.reset",
        "21 keys.lapp",
        "24 themes.mine.background", "25 themes.mine.hand-shadow.radius", "26 themes.mine.based-on",
        "27 themes.mine.nand",
      ])
    func problem(_ key: String) -> String { file.faults.first { $0.key == key }?.problem ?? "" }
    #expect(problem("thme") == "unknown key; write theme?")
    #expect(problem("themes.mine.nand") == "unknown key; write hand?")
    #expect(problem("fps") == "\"many\" is not valid; write a whole number from 1 to 1000")
    #expect(problem("keys.reset").contains("start-stop"))
    #expect(file.faults.allSatisfy { $0.problem.count < 260 && !$0.problem.isEmpty })
    #expect(file.faults[1].description.hasPrefix("2:1: fps: "))
  }

  @Test("keys from anywhere, by the names of their actions, and what is wrong with them")
  func globalKeys() {
    let file = read("[keys.global]\nstart = [\"F9\", \"Ctrl+Alt+S\"]\nshow = \"Pause\"\nlap = []\n")
    #expect(file.faults == [] && file.settings.keys == [:])
    #expect(
      file.settings.globalKeys.map { "\($0.action.name) \($0.chord)" } == [
        "show Pause", "start-stop F9", "start-stop Ctrl+Alt+S",
      ])
    #expect(read("[keys]\nlap = \"S\"\n[keys.global]\n").settings.given(\.globalKeys) == nil)
    for (text, key) in [
      ("lap = \"L\"", "lap"), ("lap = \"Shift+5\"", "lap"), ("lap = \"Ctrl+Alt\"", "lap"),
      ("lapp = \"F9\"", "lapp"),
      ("lap = \"F9\"\nreset = \"F9\"", "reset"), ("lap = [\"F9\", \"f9\"]", "lap"),
      ("lap = 5\n", "lap"),
    ] {
      let faults = read("[keys.global]\n" + text).faults
      #expect(faults.map(\.key) == ["keys.global." + key], "\(text): \(faults)")
    }
    #expect(read("[keys]\nglobal = 5").faults.map(\.key) == ["keys.global"])
    let many = (1...35).flatMap { ["\"F\($0)\"", "\"Ctrl+F\($0)\""] }.joined(separator: ",")
    #expect(read("[keys.global]\nlap = [\(many)]").faults.map(\.key) == ["keys.global.lap"])
  }

  @Test("many unknown keys are listed")
  func many() {
    let lines = (1...20_000).map { "key\($0) = 1" }
    for (head, path) in [("", ""), ("[keys]\n", "keys."), ("[themes.mine]\n", "themes.mine.")] {
      let faults = read(head + lines.joined(separator: "\n")).faults
      #expect(faults.count == 20_000 && faults[0].key == path + "key1")
      #expect(faults[50].key == path + "key51")
      #expect(faults[50].problem.hasPrefix("unknown key; "))
    }
  }

  @Test("what is no TOML is told, and the rest is looked at all the same")
  func syntax() {
    let file = read(
      """
      mode = "timer"
      fps = = 3
      digits = 99
      theme = "neon
      ghost = "best"
      ghost = "off"
      seconds = [1,
      2
      """)
    let lines = file.faults.map(\.place.line)
    #expect(lines.contains(2) && lines.contains(3) && lines.contains(4) && lines.contains(6))
    #expect(file.settings.mode == .timer && file.settings.ghost == .best)
  }

  @Test("the same chord for two actions, or twice for one, is a mistake")
  func conflicts() {
    for (text, key) in [
      ("lap = \"Y\"\nreset = \"Y\"", "keys.reset"), ("lap = [\"Y\", \"y\"]", "keys.lap"),
      ("quit = \"Space\"", "keys.quit"),
    ] {
      let faults = read("[keys]\n" + text).faults
      #expect(faults.map(\.key) == [key], "\(text): \(faults)")
    }
    #expect(read("[keys]\nquit = \"Space\"\nstart-stop = []").faults == [])
  }

  @Test("themes that are based on each other, and more than can be, are mistakes and no end")
  func cycles() {
    let file = read("[themes.a]\nbased-on = \"b\"\n[themes.b]\nbased-on = \"a\"\n")
    #expect(file.faults.count == 1)
    #expect(read("[themes.neon]\nbased-on = \"neon\"\ntext = \"red\"").faults == [])
    #expect(read("[themes.\"a b\"]\n").faults.map(\.place.line) == [1])
    let many = (0..<80).map { "[themes.t\($0)]\n" }.joined()
    #expect(read(many).faults.count == 1)
  }

  @Test("a plan that takes too long so often is a mistake")
  func rounds() {
    let faults = read("plan = \"A 10000h\"\nrounds = 200").faults
    #expect(faults.map(\.key) == ["rounds"] && faults.map(\.place.line) == [2])
  }

  /// Texts that are hard to take, each with a mistake.
  static let hostileTexts: [(name: String, bytes: [UInt8])] = {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    return [
      ("a zero byte", bytes("theme = \"neon\"\n\u{0}")),
      ("no UTF-8", [0x61, 0x3D, 0x22, 0xFF, 0x22]),
      ("UTF-8 cut short", bytes("a = 1 #") + [0xC3]),
      ("binary", (0..<4000).map { UInt8($0 & 0xFF) }),
      ("lists", bytes("a = " + many("[", 100_000))),
      ("lists that end", bytes("a = " + many("[", 500) + many("]", 500))),
      ("tables", bytes("a = " + many("{a=", 50_000))),
      ("a long key", bytes(many("a.", 100_000) + "a = 1")),
      ("a long head", bytes("[" + many("a.", 100_000) + "a]")),
      ("heads", bytes((0..<2000).map { "[a" + many(".b", $0 % 400) + "]\n" }.joined())),
      ("deep in turns", bytes("a = " + many("[{a.a.a=", 10_000))),
      ("a zero in a text", bytes(#"sound = "a\u0000b""#)),
      ("a zero in a key", bytes(#""a\u0000b" = 1"#)),
      ("a large number", bytes("fps = 1e400")), ("not a number", bytes("scale = nan")),
      ("infinite", bytes("ink = inf")), ("more than fits", bytes("fps = 99999999999999999999")),
      ("a date", bytes("timer = 1979-05-27")), ("no end", bytes("sound = \"\"\"abc")),
      ("a control character", bytes("theme = \"\u{1B}[31m\"")),
      ("twice", bytes("fps = 1\nfps = 2")),
      ("a table twice", bytes("[keys]\n[keys]")), ("quotes", bytes(many("\"", 99_999))),
      ("equals", bytes(many("=\n", 9999))), ("backslashes", bytes("a = \"" + many("\\", 9999))),
      ("keys", bytes((0..<9000).map { "k\($0) = 1\n" }.joined())),
      ("a long key behind a quote", bytes(#""\"".a"# + many(".a", 100_000) + " = 1")),
      (
        "a long key behind lines",
        bytes("a = [ \"\"\"\n' \"\"\", { a" + many(".a", 100_000) + " = 1 } ]")
      ),
      (
        "a long key behind a mistake",
        bytes("a = '''\nb = =\n'''\nc = '\nd" + many(".d", 100_000) + " = 1")
      ),
      (
        "themes in a row",
        bytes((0..<7000).map { "[themes.t\($0)]\nbased-on = \"t\($0 + 1)\"\n" }.joined())
      ),
      (
        "long names of themes",
        bytes("theme = \"x\"\n" + (10..<70).map { "[themes.\(many("a", 62))\($0)]\n" }.joined())
      ),
      ("what joins lines of text", bytes("a \u{FFFB} = 1")),
      ("what turns text", bytes("a = \u{202E}")),
      ("a key of signs, twice", bytes(many("'\u{9B}\u{202E}\(many("k", 9999))' = 1\n", 2))),
      ("a ring of many marks", bytes("ring = \"e\(many("\u{301}", 9999))=1\"")),
      ("a name of many marks", bytes("[[ring]]\nname = \"e\(many("\u{301}", 9999))\"")),
    ]
  }()

  @Test("nothing is too hostile to be told in short lines", arguments: hostileTexts.indices)
  func hostile(index: Int) {
    let file = SettingsFile(Self.hostileTexts[index].bytes)
    #expect(!file.faults.isEmpty, "\(Self.hostileTexts[index].name)")
    for fault in file.faults.prefix(50) {
      #expect(fault.description.count < 400 && fault.place.line > 0)
      let seen = fault.description.unicodeScalars.map(\.properties.generalCategory)
      #expect(!seen.contains(.control) && !seen.contains(.format))
    }
  }

  @Test("a line may have many points, but not as many as make a key too long")
  func points() {
    let points = String(repeating: ".", count: 99)
    let numbers = String(repeating: "1.5, ", count: 99)
    for text in ["# \(points)", "at-end = \"\(points)\\\"\(points)\"", "fps = 1 # \(points)"] {
      #expect(read(text).faults == [], "\(text.debugDescription)")
    }
    #expect(read("digits = [\(numbers)]").faults.map(\.key) == ["digits"])
    // As many parts as are allowed, and one more.
    let key = "a" + String(repeating: ".a", count: 250)
    #expect(read("\(key) = 1").faults.map(\.key) == ["a"])
    #expect(
      read("fps = 2\n  \(key).a = 1\ndigits = 0").faults.map(\.place) == [
        Place(line: 2, column: 1), Place(line: 3, column: 1),
      ])
    // The deepest tables that are read.
    let deep = (0..<15).map { _ in "{ \(key) = [\n" }.joined()
    _ = read("[\(key)]\n\(key) = [\n\(deep)")
  }

  @Test("any bytes are read or refused", arguments: 0..<40)
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let pieces = [
      "[", "]", "{", "}", "=", "\"", "'", "\"\"\"", "'''", ".", ",", "\n", " ", "#", "a", "ring",
      "theme",
      "themes", "keys", "1", "1e9", "true", "\\", "\\u0041", "é", "-", "+", "_", ":", "0x", "0b1",
      "1.",
      "inf", "\r",
      "1979-05-27", "T07:32:00", "[[ring]]\n", "[ring]\n", "name = \"x\"\n", "a.a = 1\n", "\r\n",
      "\t",
    ]
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let file = read(text)
      #expect(
        file.faults.allSatisfy { $0.place.line > 0 && $0.place.column > 0 },
        "\(text.debugDescription)")
    }
  }

  @Test("places are those of the keys, however they are written")
  func places() {
    let text = """
      # é
      "theme" = 1
      'fps' = 'x'
        digits   = 0
      themes.mine = { font = "é", hand = "none", "plate" = "none" }
      ring = [ { name = "a" }, { name = "a" },
        { nam = 1 } ]
      """
    let found = read(text).faults.map { "\($0.place.line):\($0.place.column) \($0.key)" }
    #expect(
      found == [
        "2:1 theme", "3:1 fps", "4:3 digits", "5:29 themes.mine.hand", "5:44 themes.mine.plate",
        "6:28 ring.name", "7:3 ring", "7:5 ring.nam",
      ])
  }
}
