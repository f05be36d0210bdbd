import Keys
import Testing

@testable import Session

@Suite("Keys")
struct KeyBindingTests {
  private let bindings = KeyRow.standard

  /// What is pressed, what it does, and whether holding it down repeats it.
  static let table: [(Key, Modifiers, InputCommand, repeats: Bool)] =
    [
      (.space, [], .model(.toggle), false),
      (.character("l"), [], .model(.lap), false), (.return, [], .model(.lap), false),
      (.function(2), [], .model(.edit(.begin(.lapName(nil)))), false),
      (.character("r"), [], .model(.reset), false), (.backspace, [], .model(.reset), false),
      (.delete, [], .model(.reset), false),
      (.character("n"), [], .model(.skip), false),
      (.right, [], .window(.moveFocus(.forward, inGroup: true)), true),
      (.character("e"), [], .model(.edit(.begin(.plan))), false),
      (.character("b"), [], .model(.back), false),
      (.left, [], .window(.moveFocus(.backward, inGroup: true)), true),
      (.home, [], .model(.setRings(0)), false), (.end, [], .model(.setRings(1)), false),
      (.up, [], .model(.step(1)), true), (.down, [], .model(.step(-1)), true),
      (.pageUp, [], .model(.step(10)), true), (.pageDown, [], .model(.step(-10)), true),
      (.tab, [], .window(.moveFocus(.forward)), true),
      (.tab, .shift, .window(.moveFocus(.backward)), true),
      (.character("m"), [], .model(.cycleMode(.forward)), false),
      (.character("m"), .shift, .model(.cycleMode(.backward)), false),
      (.character("t"), [], .model(.cycleTheme(.forward)), false),
      (.character("f"), [], .window(.toggleFullScreen), false),
      (.function(11), [], .window(.toggleFullScreen), false),
      (.character("?"), [], .model(.toggleHelp), false),
      (.character("?"), .shift, .model(.toggleHelp), false),
      (.menu, [], .window(.showMenu), false), (.function(10), .shift, .window(.showMenu), false),
      (.function(1), [], .model(.toggleHelp), false), (.escape, [], .window(.leave), false),
      (.character("q"), [], .window(.quit), false),
      (.character("q"), .control, .window(.quit), false),
      (.character("w"), .control, .window(.quit), false),
    ]
    + digits(holding: []) + digits(holding: .shift)

  /// The rows of the digits, which are the same with Shift: some layouts need it for them.
  private static func digits(
    holding modifiers: Modifiers
  ) -> [(Key, Modifiers, InputCommand, repeats: Bool)] {
    (0...9 as ClosedRange<UInt8>).map { digit in
      let key = Key.character(Unicode.Scalar(48 + digit))
      return (key, modifiers, .model(.digit(Int(digit))), false)
    }
  }

  @Test("every key does what is written down, and repeats only where that makes sense")
  func everyKey() {
    for (key, modifiers, command, repeats) in Self.table {
      #expect(
        bindings.command(for: key, modifiers: modifiers, isRepeat: false) == command, "\(key)")
      #expect(
        bindings.command(for: key, modifiers: modifiers, isRepeat: true)
          == (repeats ? command : nil),
        "\(key)")
    }
  }

  @Test("keys with Alt or Super are left to the desktop")
  func systemModifiers() {
    for (key, modifiers, _, _) in Self.table {
      for system in [Modifiers.alt, .super] {
        #expect(
          bindings.command(for: key, modifiers: modifiers.union(system), isRepeat: false) == nil)
      }
    }
  }

  @Test("Control changes every key but Q and W, and only with Control W ends the program")
  func control() {
    for (key, modifiers, command, _) in Self.table
    where !modifiers.contains(.control) && command != .window(.quit) {
      #expect(
        bindings.command(for: key, modifiers: modifiers.union(.control), isRepeat: false) == nil)
    }
    #expect(bindings.command(for: .character("w"), modifiers: [], isRepeat: false) == nil)
  }

  @Test("keys that are not in the table do nothing")
  func others() {
    let others: [Key] = [
      .character("y"), .character("ß"), .character("/"), .function(3), .function(0),
    ]
    for key in others { #expect(bindings.command(for: key, modifiers: [], isRepeat: false) == nil) }
  }

  @Test("a later line wins over an earlier one")
  func laterWins() {
    let own = KeyRow.standard + [KeyRow(Action("lap", .lap, "Lap", "Q"))]
    #expect(own.command(for: .character("q"), modifiers: [], isRepeat: false) == .model(.lap))
    #expect(
      own.command(for: .character("q"), modifiers: .control, isRepeat: false) == .window(.quit))
  }

  @Test("while a name is typed, keys are text and no shortcuts")
  func names() {
    func edit(_ key: Key, _ modifiers: Modifiers = []) -> Command? {
      let command = bindings.command(
        for: key, modifiers: modifiers, isRepeat: true,
        during: Entry(field: .lapName(1), text: ""))
      return if case .model(let command) = command { command } else { nil }
    }
    #expect(
      edit(.character("q")) == .edit(.type("q"))
        && edit(.character("q"), .shift) == .edit(.type("Q"))
    )
    #expect(
      edit(.character("ж"), .shift) == .edit(.type("Ж"))
        && edit(.space) == .edit(.type(" ")))
    #expect(edit(.return) == .edit(.confirm) && edit(.escape) == .edit(.cancel))
    #expect(edit(.backspace) == .edit(.erase))
    #expect(edit(.delete) == .edit(.delete) && edit(.character("u"), .control) == .edit(.clear))
    for key in [.left, .right, .home, .end] as [Key] {
      #expect(edit(key) == .edit(.move(key)))
    }
    #expect(
      edit(.character("q"), .control) == nil && edit(.function(11)) == nil
        && edit(.left, .control) == nil && edit(.pageUp) == nil)
  }
}
