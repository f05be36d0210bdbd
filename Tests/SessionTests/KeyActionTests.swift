import Keys
import Testing

@testable import Session

@Suite("Keys of one's own")
struct KeyActionTests {
  @Test(
    "every binding has an action, every action a binding, and each name and command is there once")
  func complete() {
    let commands = Set(KeyRow.standard.flatMap(\.bindings).map(\.command))
    #expect(commands == Set(KeyAction.all.map(\.command)))
    #expect(Set(KeyAction.all.map(\.name)).count == KeyAction.all.count)
    #expect(Set(KeyAction.all.map(\.command)).count == KeyAction.all.count)
  }

  @Test("the keys of an action take the place of its own, in the lookup, the help and the hints")
  func chosen() throws {
    let rows = KeyRow.standard(with: [
      "start-stop": [Chord(.character("s"))], "lap": [], "ring-0": [Chord(.character("o"))],
    ])
    let bindings = KeyBindings(rows)
    func command(_ key: Key) -> Command? {
      bindings.command(for: key, modifiers: [], isRepeat: false)
    }
    #expect(
      command(.character("s")) == .toggle && command(.space) == nil
        && command(.character("l")) == nil)
    #expect(bindings.hint(for: .toggle) == "S" && bindings.hint(for: .lap) == nil)
    #expect(
      rows.contains { $0.label == "S" && $0.help == "Start / stop" }
        && !rows.contains { $0.help == "Lap" })
    // Home and 0 were the same; both are given up for the new one.
    #expect(
      command(.character("o")) == .setRings(0) && command(.home) == nil
        && command(.end) == .setRings(1))
    #expect(command(.character("0")) == nil && command(.character("1")) == .setRings(0.1))
    #expect(KeyRow.standard(with: [:]) == KeyRow.standard)
    let same = KeyRow.standard(with: KeyRow.chords(of: KeyRow.standard))
    for chord in KeyRow.standard.flatMap(\.bindings).flatMap(\.chords) {
      let key = KeyBindings(same).command(
        for: chord.key, modifiers: chord.modifiers, isRepeat: false)
      #expect(
        key
          == KeyBindings.standard.command(
            for: chord.key, modifiers: chord.modifiers, isRepeat: false))
    }
  }
}
