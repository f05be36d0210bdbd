import Testing

@testable import Session

@Suite("Keys")
struct KeyBindingTests {
  private let bindings = KeyBindings()

  /// What is pressed, what it does, and whether holding it down repeats it.
  static let table: [(Key, Modifiers, Command, repeats: Bool)] =
    [
      (.space, [], .toggle, false),
      (.character("l"), [], .lap, false), (.return, [], .lap, false),
      (.character("r"), [], .reset, false), (.backspace, [], .reset, false), (.delete, [], .reset, false),
      (.home, [], .setRings(0), false), (.end, [], .setRings(1), false),
      (.up, [], .step(.up), true), (.down, [], .step(.down), true),
      (.pageUp, [], .step(.pageUp), true), (.pageDown, [], .step(.pageDown), true),
      (.tab, [], .chooseRing(.forward), true), (.tab, .shift, .chooseRing(.backward), true),
      (.character("m"), [], .cycleMode(.forward), false),
      (.character("m"), .shift, .cycleMode(.backward), false),
      (.character("t"), [], .cycleTheme(.forward), false),
      (.character("f"), [], .toggleFullScreen, false), (.function(11), [], .toggleFullScreen, false),
      (.character("?"), [], .toggleHelp, false), (.character("?"), .shift, .toggleHelp, false),
      (.function(1), [], .toggleHelp, false), (.escape, [], .leave, false),
      (.character("q"), [], .quit, false), (.character("q"), .control, .quit, false),
      (.character("w"), .control, .quit, false),
    ]
    + (0...9).flatMap { digit in
      [Modifiers(), .shift].map { modifiers in
        (.character(Character("\(digit)")), modifiers, .setRings(Double(digit) / 10), false)
      }
    }

  @Test("every key does what is written down, and repeats only where that makes sense")
  func everyKey() {
    for (key, modifiers, command, repeats) in Self.table {
      #expect(bindings.command(for: key, modifiers: modifiers, isRepeat: false) == command, "\(key)")
      #expect(
        bindings.command(for: key, modifiers: modifiers, isRepeat: true) == (repeats ? command : nil),
        "\(key)")
    }
  }

  @Test("keys with Alt or Super are left to the desktop")
  func systemModifiers() {
    for (key, modifiers, _, _) in Self.table {
      #expect(bindings.command(for: key, modifiers: modifiers.union(.system), isRepeat: false) == nil)
    }
  }

  @Test("Control changes every key but Q and W, and only with Control W ends the program")
  func control() {
    for (key, modifiers, command, _) in Self.table where !modifiers.contains(.control) && command != .quit {
      #expect(bindings.command(for: key, modifiers: modifiers.union(.control), isRepeat: false) == nil)
    }
    #expect(bindings.command(for: .character("w"), modifiers: [], isRepeat: false) == nil)
  }

  @Test("keys that are not in the table do nothing")
  func others() {
    let others: [Key] = [.character("x"), .character("ß"), .character("/"), .function(2), .function(0)]
    for key in others { #expect(bindings.command(for: key, modifiers: [], isRepeat: false) == nil) }
  }

  @Test("a later line wins over an earlier one")
  func laterWins() {
    let own = KeyBindings(
      KeyBindings.standard + [KeyBinding(.character("q"), modifiers: [], repeats: false, does: .lap)])
    #expect(own.command(for: .character("q"), modifiers: [], isRepeat: false) == .lap)
    #expect(own.command(for: .character("q"), modifiers: .control, isRepeat: false) == .quit)
  }

  /// The keys that a name in the help stands for.
  private func keys(named name: String) -> [(Key, Modifiers)]? {
    let named: [String: [(Key, Modifiers)]] = [
      "Space": [(.space, [])], "Return": [(.return, [])], "Backspace": [(.backspace, [])],
      "Delete": [(.delete, [])], "Home": [(.home, [])], "End": [(.end, [])], "Up": [(.up, [])],
      "Down": [(.down, [])], "Tab": [(.tab, [])], "Escape": [(.escape, [])],
      "Page Up": [(.pageUp, []), (.pageDown, [])], "F1": [(.function(1), [])], "F11": [(.function(11), [])],
      "0 … 9": "0123456789".map { (.character($0), []) },
    ]
    if let keys = named[name] { return keys }
    if name.hasPrefix("Ctrl+"), name.count == 6, let last = name.lowercased().last {
      return [(.character(last), .control)]
    }
    if name.count == 1, let only = name.lowercased().first { return [(.character(only), [])] }
    return nil
  }

  @Test("the help names only keys that exist, and every command that a key gives")
  func help() throws {
    var explained: [Command] = []
    for line in KeyBindings.help {
      #expect(!line.action.isEmpty)
      let text = line.keys == "Page Up, Down" ? "Page Up" : line.keys
      for name in text.split(separator: ",").map({ String($0.drop { $0 == " " }) }) {
        let named = try #require(keys(named: name), "\(name)")
        for (key, modifiers) in named {
          let command = try #require(
            bindings.command(for: key, modifiers: modifiers, isRepeat: false), "\(name)")
          explained.append(command)
        }
      }
    }
    for binding in KeyBindings.standard {
      // With Shift the same goes backward.
      switch binding.command {
      case .chooseRing(.backward), .cycleMode(.backward), .cycleTheme(.backward): continue
      default: #expect(explained.contains(binding.command), "\(binding.command)")
      }
    }
  }
}
