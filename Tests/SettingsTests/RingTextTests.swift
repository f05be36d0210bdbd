import Geometry
import Session
import Testing
import Wording

@testable import Settings

@Suite("The numbers of rings")
struct RingTextTests {
  @Test("a bare number is per cent, or out of what is asked for, whatever its size")
  func numbers() throws {
    let table: [(String, Double, Double)] = [
      ("42%", 100, 0.42), ("42", 100, 0.42), ("33.5", 100, 0.335), ("0.5", 100, 0.005),
      ("3/8", 100, 0.375),
      ("0.42", 1, 0.42), ("1", 1, 1), ("7", 28, 0.25), ("50%", 1, 0.5), ("3/8", 1, 0.375),
      ("100000", 100, 1000), ("42,5%", 100, 0.425), ("42,5", 100, 0.425), ("0,42", 1, 0.42),
      ("3,5/7", 100, 0.5), ("42.5 %", 100, 0.425), ("42 %", 1, 0.42), ("1,234", 100, 0.01234),
    ]
    for (text, whole, turns) in table {
      #expect(try RingText.source(of: whole).parse(text) == .manual(turns), "\(text) of \(whole)")
    }
    for text in [
      "100001", "-1", "1/0", "", "nan", "1e999", "x", "1,234,567", "1.234,5", "1,234.5", ",5", "5,",
      "5,%", "1,,5", "%", " %", "4 2%", "1,5,", "1,e3",
    ] {
      #expect(throws: TextError.self, "\(text)") { try RingText.source().parse(text) }
    }
    #expect(try RingText.whole.parse("2,5") == 2.5)
    for text in ["0", "-1", "x", "", "1,2,3"] {
      #expect(throws: TextError.self, "\(text)") { try RingText.whole.parse(text) }
    }
  }

  @Test("a sign adds to the value that a ring has, or takes from it; without one it is set")
  func changes() throws {
    for (text, old, turns) in [
      ("+ 25 %", RingSource.manual(0.5), 0.75), ("-25", .manual(0.5), 0.25),
      ("25%", .manual(0.5), 0.25), ("+1/4", .fed(0.5, isOver: false), 0.75),
      ("-1/4", .fed(0.5, isOver: true), 0.25), ("+25%", .minute, 0.25),
    ] {
      #expect(try RingText.source(of: text, from: old) == .manual(turns), "\(text) from \(old)")
    }
    for text in ["+", "-", "+timer", "+-5"] {
      #expect(throws: TextError.self, "\(text)") { try RingText.source(of: text, from: .day) }
    }
  }

  @Test("positions beyond X are refused, and nothing overflows")
  func positions() throws {
    for text in [
      "-9223372036854775808,0", "0,-9223372036854775808", "9223372036854775807,0", "-32768,0",
      "99999999999999999999,0",
    ] {
      #expect(throws: TextError.self, "\(text)") { try Parsers.position.parse(text) }
    }
    #expect(try Parsers.position.parse("-32767,32767") == Point(x: -32767, y: 32767))
  }

  @Test("truths are written as TOML has them, or as an option has them")
  func configuration() {
    let table: [(String, String?)] = [
      ("animation = \"auto\"", nil), ("animation = false", nil), ("above = \"on\"", nil),
      ("above = true", nil),
      ("above = \"yes\"", "\"yes\" is not valid; write true or false"),
      ("seconds = 1", "\"1\" is not valid; write true or false"),
      ("animation = \"no\"", "\"no\" is not valid; write true, false or \"auto\""),
    ]
    for (text, problem) in table {
      #expect(
        SettingsFile(Array(text.utf8)).faults.map(\.problem) == (problem.map { [$0] } ?? []),
        "\(text)")
    }
  }

  @Test("a list of rings may have decimal commas")
  func lists() throws {
    let rings = [
      RingModel(name: "Copy", source: .manual(0.425)), RingModel(name: "A,b", source: .minute),
    ]
    #expect(
      SettingsFile(Array(#"ring = ["Copy=42,5%", "A,b=minute"]"#.utf8)).settings.ring == rings)
    let text = try ProgramSettings.environment { $0 == "SEGCLOCK_RING" ? "Copy=42,5%, B=3/4" : nil }
    #expect(text.ring == [rings[0], RingModel(name: "B", source: .manual(0.75))])
    let keys = try ProgramSettings.environment {
      $0 == "SEGCLOCK_GLOBAL_KEY" ? "lap=Ctrl+,,reset=Ctrl+R" : nil
    }
    #expect(keys.globalKeys.map(\.chord.description) == ["Ctrl+,", "Ctrl+R"])
    #expect(throws: TextError.self) {
      try ProgramSettings.environment { $0 == "SEGCLOCK_RING" ? "Goal,B=3/4" : nil }
    }
  }
}
