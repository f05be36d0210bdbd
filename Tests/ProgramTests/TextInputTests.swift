import ProgramSupport
import Testing

extension Displays.State {
  /// A lap's name is typed as in every other program.
  @Suite(.enabled(if: executable("setxkbmap") != nil))
  struct TextInput {
    /// Keys by their codes on an evdev keyboard, and what they type.
    private static let cases: [(setxkbmap: [String], keys: [[UInt8]], text: String)] = [
      (["us"], [[24], [38]], "qa"),
      // ě and š, where the shortcuts have the digits 2 and 3.
      (["cz"], [[11], [12]], "ěš"),
      (["ru"], [[24], [25]], "йц"),
      // With AltGr.
      (["pl"], [[108, 38], [108, 46]], "ął"),
      // A dead key, then the letter that it is for.
      (["us", "-variant", "intl"], [[48], [26], [39]], "és"),
      (["de"], [[21], [38], [34]], "áü"),
      // Compose, o, e.
      (["us", "-option", "compose:ralt"], [[108], [32], [26], [24]], "œq"),
    ]

    @Test func deadKeysComposeAndOtherScriptsAreTyped() throws {
      let sitting = try Sitting()
      let program = try sitting.open()
      try sitting.press("space", "running")
      try sitting.keyboard.tap("l")
      try sitting.press("space", "00:")
      let (f2, enter, backspace): (UInt8, UInt8, UInt8) = (68, 36, 22)
      for (arguments, keys, text) in Self.cases {
        let setter = try ChildProcess(
          installed("setxkbmap"), ["-option", "", "-layout"] + arguments,
          environment: environment(home: sitting.home, display: sitting.server.display))
        #expect(try setter.wait() == .exited(0))
        sitting.keyboard.tap(code: f2)
        for _ in 0..<4 { sitting.keyboard.tap(code: backspace) }
        for chord in keys {
          sitting.keyboard.tap(code: chord[chord.count - 1], holding: Array(chord.dropLast()))
        }
        sitting.keyboard.tap(code: enter)
        try sitting.connection.wait(until: "the name \(text)") {
          try Program.run(["export"], home: sitting.home).output.contains("1,\(text),")
        }
      }
      // Numbers have a point whatever the language says.
      #expect(try Program.run(["export"], home: sitting.home).output.contains("."))
      #expect(try sitting.quit() == .exited(0), "\(program.standardError)")
    }
  }
}
