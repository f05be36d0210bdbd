import Keys
import Testing

@testable import Session

@Suite("Keys of one's own")
struct KeyActionTests {
  @Test(
    "every action but those of the clock has a key, and each name and command is there once")
  func complete() {
    #expect(Action.all.allSatisfy { $0.keys.isEmpty == $0.name.hasPrefix("clock-") })
    #expect(Set(Action.all.map(\.name)).count == Action.all.count)
    #expect(Set(Action.all.map(\.command)).count == Action.all.count)
    for name in Action.names { #expect(Action(named: name) != nil) }
  }

  @Test("the keys of an action take the place of its own, in the lookup, the help and the hints")
  func chosen() throws {
    let rows = KeyRow.standard(with: [
      "start-stop": [Chord(.character("s"))], "lap": [], "ring-0": [Chord(.character("o"))],
    ])
    let bindings = rows
    func command(_ key: Key) -> InputCommand? {
      bindings.command(for: key, modifiers: [], isRepeat: false)
    }
    #expect(
      command(.character("s")) == .model(.toggle) && command(.space) == nil
        && command(.character("l")) == nil)
    #expect(bindings.hint(for: .model(.toggle)) == "S" && bindings.hint(for: .model(.lap)) == nil)
    #expect(
      rows.contains { $0.label == "S" && $0.help.text == "Start / stop" }
        && !rows.contains { $0.help.text == "Lap" })
    #expect(
      command(.character("o")) == .model(.setRings(0)) && command(.home) == nil
        && command(.end) == .model(.setRings(1)))
    #expect(
      command(.character("0")) == .model(.digit(0)) && command(.character("1")) == .model(.digit(1))
    )
    let seconds = KeyRow.standard(with: ["clock-seconds": [Chord(.function(6))]])
    let help = [KeyRow.standard, seconds].map { rows in
      rows.filter { Model().anytime.help(of: $0) == "Show seconds" }.map(\.label)
    }
    #expect(help == [[], ["F6"]])
    #expect(KeyRow.standard(with: [:]) == KeyRow.standard)
    let same = KeyRow.standard(with: KeyRow.chords(of: KeyRow.standard))
    for chord in KeyRow.standard.flatMap(\.actions).flatMap(\.keys) {
      let key = same.command(
        for: chord.key, modifiers: chord.modifiers, isRepeat: false)
      #expect(
        key
          == KeyRow.standard.command(
            for: chord.key, modifiers: chord.modifiers, isRepeat: false))
    }
  }
}
