import Keys
import Testing
import Timekeeping
import Wording

@testable import Session

@Suite("A line of text is edited")
struct EntryTests {
  /// Edits the text, with the caret at its end, by characters: `<` and `>` move the caret, `[` and `]` to its ends, `-` erases, `+` deletes, `0`
  /// clears, and others are typed.
  private func edited(_ text: String, _ keys: String) -> Entry {
    var entry = Entry(field: .lapName(1), text: text)
    entry.move(.end)
    for key in keys.unicodeScalars {
      switch key {
      case "<": entry.move(.left)
      case ">": entry.move(.right)
      case "[": entry.move(.home)
      case "]": entry.move(.end)
      case "-": entry.erase(before: true)
      case "+": entry.erase(before: false)
      case "0": entry.clear()
      default: entry.type(key)
      }
    }
    return entry
  }

  @Test("typing, deleting and moving happen at the caret")
  func edits() {
    let table: [(String, String, shown: String)] = [
      ("", "", "|"), ("ab", "", "ab|"), ("ab", "c", "abc|"), ("ab", "<c", "ac|b"),
      ("ab", "[c", "c|ab"), ("ab", "[<<>c", "ac|b"), ("ab", "[]>c", "abc|"), ("ab", "-", "a|"),
      ("ab", "<-", "|b"), ("ab", "[-", "|ab"), ("ab", "+", "ab|"), ("ab", "<+", "a|"),
      ("ab", "[++c", "c|"), ("ab", "0", "|"), ("ab", "0c", "c|"),
      // A character may be several scalars, and is moved over and deleted as one.
      ("aé", "<\u{301}", "á|é"), ("e\u{301}x", "<-", "|x"), ("👨‍👩‍👧b", "[>", "👨‍👩‍👧|b"),
      ("👨‍👩‍👧b", "[+", "|b"), ("🇦x🇧", "<-", "🇦🇧|"),
    ]
    for (text, keys, shown) in table {
      let entry = edited(text, keys)
      #expect(
        entry.text.prefix(entry.caret) + "|" + entry.text.dropFirst(entry.caret) == shown,
        "\(text) \(keys)")
      #expect((0...entry.text.count).contains(entry.caret))
    }
  }

  @Test("it opens selected: typing replaces it, deleting empties it, and moves drop the selection")
  func selection() throws {
    let table: [(Key, Modifiers, shown: String)] = [
      (.character("x"), [], "x|"), (.character("x"), .shift, "X|"), (.space, [], " |"),
      (.backspace, [], "|"), (.delete, [], "|"), (.character("u"), .control, "|"),
      (.left, [], "|ab"), (.home, [], "|ab"), (.right, [], "ab|"), (.end, [], "ab|"),
      (.tab, [], "ab|"), (.character("a"), .control, "[ab]"),
    ]
    for (key, modifiers, shown) in table {
      for isAgain in [false, true] {
        var model = Model()
        _ = model.apply(.nameRing(1, "ab"), at: .zero)
        _ = model.apply(.edit(.begin(.ringName(1))), at: .zero)
        #expect(model.anytime.footnote()?.selection == 0..<2)
        if isAgain {
          _ = model.apply(.edit(.move(.left)), at: .zero)
          _ = model.apply(.edit(.selectAll), at: .zero)
        }
        let edit = try #require(model.entry?.edit(for: key, modifiers: modifiers))
        _ = model.apply(.edit(edit), at: .zero)
        let entry = try #require(model.entry)
        let isWhole = entry.selection == 0..<2
        #expect(
          (isWhole
            ? "[\(entry.text)]"
            : entry.text.prefix(entry.caret) + "|" + entry.text.dropFirst(entry.caret)) == shown)
        #expect(isWhole || entry.selection == entry.caret..<entry.caret)
      }
    }
    #expect(Entry(field: .zone, text: "").selection == 0..<0)
    #expect(edited("ab", "0").selection == 0..<0)
  }

  @Test("while a lap is named, Up and Down confirm and go on; another row does the same")
  func laps() throws {
    let stopwatch = Stopwatch(
      state: .stopped, anchor: .zero, elapsedAtAnchor: .seconds(20),
      laps: Laps(totals: [.seconds(5), .seconds(9), .seconds(20)]))
    func edit(_ key: Key, _ model: Model) throws -> Command {
      .edit(try #require(model.entry?.edit(for: key, modifiers: [])))
    }
    // Lap 3 is in the first row below the running one.
    let table: [([Key], lap: Int, row: Int?)] = [
      ([.up], 3, 1), ([.down], 1, 3), ([.up, .up], 3, nil), ([.down, .down], 1, nil),
      ([.up, .down], 2, 2),
    ]
    for (keys, lap, row) in table {
      var model = Model(stopwatch: stopwatch)
      _ = model.apply(.edit(.begin(.lapName(2))), at: .zero)
      _ = model.apply(.edit(.type("x")), at: .zero)
      var effect: Effect?
      for key in keys { effect = model.apply(try edit(key, model), at: .zero) }
      #expect(model.entry?.field == .lapName(lap) && model.stopwatch.laps.namesByNumber == [2: "x"])
      #expect(effect == row.map { .showRow($0) }, "\(keys)")
    }
    var model = Model(stopwatch: stopwatch)
    for edit in [EntryEdit.begin(.lapName(1)), .type("x"), .begin(.lapName(1)), .type("y")] {
      _ = model.apply(.edit(edit), at: .zero)
    }
    #expect(model.entry?.text == "xy" && model.stopwatch.laps.namesByNumber.isEmpty)
    _ = model.apply(.edit(.begin(.lapName(3))), at: .zero)
    #expect(model.entry?.field == .lapName(3) && model.stopwatch.laps.namesByNumber == [1: "xy"])
    // The name of a lap ends with the lap.
    _ = model.apply(.undo, at: .zero)
    #expect(model.entry?.field == .lapName(3))
    for command in [Command.stop, .reset] { _ = model.apply(command, at: .zero) }
    #expect(model.stopwatch.laps.isEmpty && model.entry == nil)
    // Elsewhere they are no keys of the text.
    #expect(Entry(field: .ringName(1), text: "").edit(for: .up, modifiers: []) == nil)
  }

  @Test("the key of a name is for the selected ring, else for the newest lap; a wrong one stays")
  func ringName() {
    // Timer and counter have fewer rings of their own.
    for mode in [Mode.stopwatch, .plan, .clock] {
      var model = Model(mode: mode)
      let names = model.shownRings.map(\.name)
      let ids = model.shownRings.ids
      let begin = Command.edit(.begin(.lapName(nil)))
      #expect(!model.anytime.allows(begin) && !model.anytime.allows(.edit(.begin(.ringName(4)))))
      _ = model.apply(.selectRing(ids[1]), at: .zero)
      #expect(model.anytime.allows(begin))
      _ = model.apply(begin, at: .zero)
      #expect(model.entry == Entry(field: .ringName(ids[1]), text: names[1]))
      #expect(model.anytime.footnote()?.label == "Name of ring 2: ")
      _ = model.apply(.edit(.clear), at: .zero)
      for (text, problem) in [("", "Type a name"), (names[0], "Another ring has this name")] {
        for scalar in text.unicodeScalars { _ = model.apply(.edit(.type(scalar)), at: .zero) }
        _ = model.apply(.edit(.confirm), at: .zero)
        #expect(model.entry?.problem?.text == problem && model.shownRings[1].name == names[1])
      }
      _ = model.apply(.edit(.type("s")), at: .zero)
      _ = model.apply(.edit(.confirm), at: .zero)
      let renamed = [names[0], names[0] + "s"] + names.dropFirst(2)
      #expect(model.entry == nil && model.rings.map(\.name) == renamed)
      _ = model.apply(.edit(.begin(.ringName(ids[0]))), at: .zero)
      _ = model.apply(.edit(.type("x")), at: .zero)
      _ = model.apply(.edit(.cancel), at: .zero)
      _ = model.apply(.undo, at: .zero)
      #expect(model.rings.map(\.name) == names && model.entry == nil)
    }
  }

  @Test("a change of the text removes what was wrong with it, and a move of the caret does not")
  func problem() {
    for (keys, isKept) in [
      ("x", false), ("-", false), ("<+", false), ("0", false), ("<>[]", true), ("+", true),
    ] {
      var entry = edited("ab", "")
      entry.problem = Phrase(verbatim: "wrong")
      var model = Model()
      model.stopwatch.laps = Laps(totals: [.seconds(1)])
      model.entry = entry
      for key in keys {
        switch key {
        case "-": _ = model.apply(.edit(.erase), at: .zero)
        case "+": _ = model.apply(.edit(.delete), at: .zero)
        case "0": _ = model.apply(.edit(.clear), at: .zero)
        case "x": _ = model.apply(.edit(.type("x")), at: .zero)
        case "<": _ = model.apply(.edit(.move(.left)), at: .zero)
        default: _ = model.apply(.edit(.move(.right)), at: .zero)
        }
      }
      #expect((model.entry?.problem?.text == "wrong") == isKept, "\(keys)")
      #expect(model.anytime.footnote()?.problem == model.entry?.problem?.text)
      // Where the text is shown in its row, only the mistake is left for the foot of the window.
      #expect(
        model.anytime.footnote(isEntryShown: true) == (isKept ? Footnote(problem: "wrong") : nil))
    }
  }

  private static let zones = ["Asia/Tashkent", "Asia/Tokyo", "America/New_York", "UTC"]

  /// A model in which a zone is typed.
  private func zone(_ text: String, _ edits: EntryEdit..., names: [String] = zones) -> Model {
    var model = Model()
    #expect(model.apply(.edit(.begin(.zone)), at: .zero) == .listZones && model.mode == .clock)
    let typed = text.unicodeScalars.map { EntryEdit.type($0) }
    for edit in [.offer(names)] + typed + edits { _ = model.apply(.edit(edit), at: .zero) }
    return model
  }

  @Test("the rest of the first zone follows the text, unless the caret is elsewhere")
  func hints() {
    for (text, hint) in [
      ("asia/to", "kyo"), ("tok", "yo  Asia/Tokyo"), ("new y", "ork  America/New_York"),
      ("as", "ia/Tashkent"), ("utc", ""), ("tokyo", "  Asia/Tokyo"), ("x", ""), ("", ""),
    ] {
      #expect(zone(text).anytime.footnote()?.hint == hint, "\(text)")
      #expect(zone(text, .move(.left)).anytime.footnote()?.hint == "")
    }
    #expect(zone("tok", names: []).anytime.footnote()?.hint == "")
    #expect(zone("tok").anytime.footnote()?.label == "Time zone: ")
  }

  @Test("Tab, Right and End complete at the end of a text that has more, and only there")
  func completion() throws {
    for key in [Key.tab, .right, .end] {
      let edit = try #require(zone("tok").entry?.edit(for: key, modifiers: []))
      for (model, text, caret) in [
        (zone("tok", edit), "Asia/Tokyo", 10), (zone("x", edit), "x", 1),
        (zone("tok", .move(.left), edit), "tok", 3), (zone("tok", edit, names: []), "tok", 3),
      ] {
        #expect(model.entry?.text == text && model.entry?.caret == caret, "\(key)")
      }
    }
  }

  @Test("Return takes what is completed, or the text as it is; none closes it")
  func confirmedZone() {
    for (text, found) in [
      ("tok", "Asia/Tokyo"), ("NEW y", "America/New_York"), ("some where", "some_where"),
    ] {
      var model = zone(text, .move(.home))
      #expect(model.apply(.edit(.confirm), at: .zero) == .findZone(found))
      #expect(model.entry?.text == text)
      _ = model.apply(.edit(.refuse(Phrase(verbatim: "no"))), at: .zero)
      #expect(model.anytime.footnote()?.problem == "no")
      _ = model.apply(.setClock(ClockSettings(zone: found)), at: .zero)
      #expect(model.entry == nil && model.zone == found)
    }
    var model = zone("")
    #expect(model.apply(.edit(.confirm), at: .zero) == nil && model.entry == nil)
    #expect(model.zone == nil)
  }

  @Test("the value of a ring is typed as any text, and confirming it asks for the ring")
  func ringValue() {
    var model = Model(rings: [
      RingModel(name: "A", source: .manual(0.42)), RingModel(name: "B", source: .timer),
    ])
    _ = model.apply(.edit(.begin(.ringValue(1))), at: .zero)
    #expect(model.anytime.footnote()?.label == "Value of ring 1: " && model.entry?.text == "42%")
    for scalar in "3/7".unicodeScalars { _ = model.apply(.edit(.type(scalar)), at: .zero) }
    #expect(model.apply(.edit(.confirm), at: .zero) == .setRing(1, "3/7"))
    _ = model.apply(.edit(.begin(.ringValue(2))), at: .zero)
    #expect(model.apply(.edit(.confirm), at: .zero) == .setRing(2, "timer"))
    _ = model.apply(.edit(.clear), at: .zero)
    #expect(model.apply(.edit(.confirm), at: .zero) == nil && model.entry == nil)
    #expect(!model.anytime.allows(.edit(.begin(.ringValue(3)))))
    // It is of the ring on which it began, wherever that is by then.
    for command: Command in [
      .edit(.begin(.ringValue(1))), .moveRing(1, to: 1), .nameRing(1, "C"),
    ] {
      _ = model.apply(command, at: .zero)
    }
    #expect(model.anytime.footnote()?.label == "Value of ring 2: ")
    #expect(model.apply(.edit(.confirm), at: .zero) == .setRing(1, "42%"))
    // The clock has rings of its own.
    model = Model()
    for command: Command in [.edit(.begin(.ringValue(1))), .mode(.clock)] {
      _ = model.apply(command, at: .zero)
    }
    #expect(model.entry == nil)
  }
}
