import Keys
import Testing
import Wording

@testable import Session

@Suite("Keys")
struct KeyBindingTests {
  private let bindings = KeyRow.standard

  @Test("keys with Alt or Super are left to the desktop")
  func systemModifiers() {
    for chord in bindings.flatMap(\.actions).flatMap(\.keys) {
      for system in [Modifiers.alt, .super] {
        let modifiers = chord.modifiers.union(system)
        #expect(bindings.command(for: chord.key, modifiers: modifiers, isRepeat: false) == nil)
      }
    }
  }

  @Test("only with Control W ends the program, and held down no key does")
  func quitting() {
    let table: [(Key, Modifiers, InputCommand?)] = [
      (.character("q"), [], .window(.quit)), (.character("q"), .control, .window(.quit)),
      (.character("w"), .control, .window(.quit)), (.character("w"), [], nil),
      (.space, .control, nil),
    ]
    for (key, modifiers, command) in table {
      #expect(bindings.command(for: key, modifiers: modifiers, isRepeat: false) == command)
      #expect(bindings.command(for: key, modifiers: modifiers, isRepeat: true) == nil)
    }
    #expect(bindings.command(for: .up, modifiers: [], isRepeat: true) == .model(.step(1)))
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
    let own = KeyRow.standard + [KeyRow(Action("lap", .lap, mark("Lap"), "Q"))]
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
