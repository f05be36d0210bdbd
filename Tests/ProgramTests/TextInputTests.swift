import CX11
import Glibc
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
      let desk = try Desk()
      try desk.press("space", "running")
      try desk.keyboard.tap("l")
      try desk.press("space", "00:")
      let (f2, enter, backspace): (UInt8, UInt8, UInt8) = (68, 36, 22)
      for (arguments, keys, text) in Self.cases {
        let setter = try ChildProcess(
          installed("setxkbmap"), ["-option", "", "-layout"] + arguments,
          environment: environment(home: desk.home, display: desk.server.display))
        #expect(try setter.wait() == .exited(0))
        desk.keyboard.tap(code: f2)
        for _ in 0..<4 { desk.keyboard.tap(code: backspace) }
        for chord in keys {
          desk.keyboard.tap(code: chord[chord.count - 1], holding: Array(chord.dropLast()))
        }
        desk.keyboard.tap(code: enter)
        try desk.wait(until: "the name \(text)") {
          try Program.run(["export"], home: desk.home).output.contains("1,\(text),")
        }
      }
      // Numbers have a point whatever the language says.
      #expect(try Program.run(["export"], home: desk.home).output.contains("."))
      try desk.quit()
    }

    /// fcitx writes the phrase, which no keyboard has. Where it stops, dies or comes back, the keys type all the same.
    @Test(
      .enabled(
        if: executable("fcitx5") != nil && executable("dbus-daemon") != nil,
        "fcitx5 and dbus-daemon have to be installed"))
    func theUsersInputMethodTypesAndMayFail() throws {
      let desk = try Desk(isOpen: false)
      var data = desk.home.path
      for folder in ["data", "fcitx5", "data", "quickphrase.d"] {
        data += "/\(folder)"
        mkdir(data, 0o700)
      }
      try write("qzx 時計\n", to: "\(data)/phrases.mb")
      let bus = try MessageBus(home: desk.home)
      var fcitx = try Self.startFcitx(desk, bus)
      desk.variables = ["XMODIFIERS": "@im=fcitx"]
      let program = try desk.open()
      try desk.press("space", "running")
      try desk.keyboard.tap("l")
      try desk.press("space", "00:")
      let (f2, enter, backspace): (UInt8, UInt8, UInt8) = (68, 36, 22)
      /// Names the lap a時計b.
      func enterPhrase() throws {
        desk.keyboard.tap(code: f2)
        for _ in 0..<16 { desk.keyboard.tap(code: backspace) }
        try desk.keyboard.tap("a")
        try desk.keyboard.tap("grave", holding: ["Super_L"])
        for key in ["q", "z", "x", "space", "b"] { try desk.keyboard.tap(key) }
        desk.keyboard.tap(code: enter)
        try desk.awaitLapName("a時計b")
      }
      /// Waits until the program is done with the keys so far: while Xlib waits for the method, nothing may happen to that.
      func settle() throws {
        for _ in 0..<2 { _ = try Program.run(["ctl", "status"], home: desk.home) }
      }

      try enterPhrase()
      desk.keyboard.tap(code: f2)
      try settle()
      fcitx.signal(SIGSTOP)
      for key in ["c", "d"] { try desk.keyboard.tap(key) }
      desk.keyboard.tap(code: enter)
      try desk.awaitLapName("a時計bcd")
      desk.keyboard.tap(code: f2)
      try desk.keyboard.tap("e")
      desk.keyboard.tap(code: enter)
      try desk.awaitLapName("a時計bcde")

      fcitx.signal(SIGCONT)
      try enterPhrase()

      desk.keyboard.tap(code: f2)
      try desk.keyboard.tap("f")
      try settle()
      fcitx.signal(SIGKILL)
      #expect(try fcitx.wait() == .signalled(SIGKILL))
      try desk.keyboard.tap("g")
      desk.keyboard.tap(code: enter)
      try desk.wait(until: "the name after the method's end") {
        // What the method had when it was killed went with it.
        let output = try Program.run(["export"], home: desk.home).output
        return output.contains("\n1,a時計bfg,") || output.contains("\n1,a時計bg,")
      }

      fcitx = try Self.startFcitx(desk, bus)
      try enterPhrase()
      try desk.quit()
      let words = "segclock: The input method does not answer; keys type without it\n"
      #expect(program.standardError == words)
    }

    /// Where ibus stops, the keys type all the same, and when it goes on, too.
    @Test(.enabled(if: executable("ibus-daemon") != nil, "ibus-daemon has to be installed"))
    func ibusMayStopWhileKeysAreTyped() throws {
      let desk = try Desk(isOpen: false)
      let bus = try MessageBus(home: desk.home)
      defer { withExtendedLifetime(bus) {} }
      let ibus = try Self.start(
        "ibus", "ibus-daemon",
        ["--xim", "--panel=disable", "--config=disable", "--emoji-extension=disable"], desk, bus)
      // Without an engine it would ask for no keys.
      try desk.wait(until: "an engine") {
        try desk.start("ibus", ["engine", "xkb:us::eng"]).wait() == .exited(0)
      }
      desk.variables = ["XMODIFIERS": "@im=ibus"]
      let program = try desk.open()
      try desk.press("space", "running")
      try desk.keyboard.tap("l")
      func enter(_ key: String, _ name: String) throws {
        for key in ["F2", "End", key, "Return"] { try desk.keyboard.tap(key) }
        try desk.awaitLapName(name)
      }
      try enter("a", "a")
      ibus.signal(SIGSTOP)
      try enter("b", "ab")
      ibus.signal(SIGCONT)
      try enter("c", "abc")
      try desk.quit()
      let words = "segclock: The input method does not answer; keys type without it\n"
      #expect(program.standardError == words)
    }

    @Test(arguments: HalfInputMethod.Fault.allCases)
    func aHalfInputMethodStopsNothing(fault: HalfInputMethod.Fault) throws {
      let desk = try Desk(isOpen: false)
      let method = try HalfInputMethod(desk.server, fault)
      desk.variables = ["XMODIFIERS": "@im=\(HalfInputMethod.name)"]
      let program = try desk.open()
      try desk.press("space", "running")
      try desk.keyboard.tap("l")
      let (f2, enter): (UInt8, UInt8) = (68, 36)
      for (keys, name) in [(["a", "b"], "1,ab,"), (["c"], "1,c,")] {
        desk.keyboard.tap(code: f2)
        for key in keys { try desk.keyboard.tap(key) }
        desk.keyboard.tap(code: enter)
        // The window answers while the keys wait.
        _ = try desk.status()
        try desk.wait(until: "the name \(name)") {
          method.serve()
          return try desk.output(["export"]).contains(name)
        }
      }
      let words = "segclock: The input method does not answer; keys type without it\n"
      #expect(program.standardError == words)
      try desk.quit()
    }

    private static func startFcitx(_ desk: Desk, _ bus: MessageBus) throws -> ChildProcess {
      try start(
        "fcitx", "fcitx5", ["--disable=wayland,waylandim,kimpanel,notifications"], desk, bus)
    }

    /// Starts an input method, and waits until it answers the programs of the display.
    private static func start(
      _ name: String, _ command: String, _ arguments: [String], _ desk: Desk, _ bus: MessageBus
    ) throws -> ChildProcess {
      let variables = environment(home: desk.home, display: desk.server.display)
      let method = try ChildProcess(
        installed(command), arguments,
        environment: variables.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
      let display = desk.connection.display
      let selection = XInternAtom(display, "@server=\(name)", 0)
      try desk.wait(until: name) { XGetSelectionOwner(display, selection) != 0 }
      // It takes the selection long before it answers.
      let requestor = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
      let locales = XInternAtom(display, "LOCALES", 0)
      XConvertSelection(display, selection, locales, locales, requestor, Time(CurrentTime))
      try desk.wait(until: "an answer of \(name)") {
        var count: Int32 = 0
        let properties = XListProperties(display, requestor, &count)
        if let properties { XFree(properties) }
        return count > 0
      }
      return method
    }
  }
}
