import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// Keys that count while another window has them.
  struct GlobalKeys {
    static let keys = [
      "start-stop=Ctrl+Alt+S", "lap=F9", "reset=Super+Pause", "show=Ctrl+Alt+W",
    ].flatMap { ["--global-key", $0] }

    static let held = ["Control_L", "Alt_L"]

    private func open(
      _ options: [String] = keys, manager: WindowManager = .none, isWatched: Bool = false,
      comparesFresh: Bool = true
    ) throws -> Desk {
      let desk = try Desk(
        options: options, manager: manager, isWatched: isWatched, comparesFresh: comparesFresh)
      // The keys are asked for by the turn that answers.
      try desk.ctl("sync")
      return desk
    }

    @Test(arguments: WindowManager.fewExpected)
    func theyCountWhileAnotherWindowHasTheKeys(manager: WindowManager) throws {
      let desk = try open(manager: manager)
      let other = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("s", holding: GlobalKeys.held)
      try desk.awaitTitle("running")
      #expect(desk.connection.focus == other)
      try desk.keyboard.tap("F9")
      try desk.reach("running 1")
      try desk.keyboard.tap("s", holding: GlobalKeys.held)
      try desk.reach("stopped 1")
      try desk.keyboard.tap("Pause", holding: ["Super_L"])
      try desk.reach("reset 0")
      // Other keys are the other window's, the same letter as well.
      try desk.keyboard.tap("s")
      try desk.keyboard.tap("s", holding: ["Control_L"])
      try desk.reach("reset 0")
      #expect(desk.connection.focus == other && desk.program.standardError.isEmpty)
      desk.connection.destroy(other)
    }

    @Test(arguments: [[], ["Caps_Lock"], ["Num_Lock"], ["Caps_Lock", "Num_Lock", "Scroll_Lock"]])
    func noLockHindersThem(locks: [String]) throws {
      let desk = try open()
      _ = try desk.connection.openFocusedWindow()
      for lock in locks where desk.keyboard.has(lock) { try desk.keyboard.tap(lock) }
      desk.keyboard.tap(code: 39, holding: [37, 64])
      try desk.reach("running 0")
      try desk.keyboard.tap("F9")
      try desk.reach("running 1")
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func theyReachAWindowThatNobodySees() throws {
      let desk = try open(manager: .openbox)
      let other = try desk.connection.openFocusedWindow()
      desk.connection.iconify(desk.window)
      try desk.wait(until: "the window to go") { !desk.isViewable }
      try desk.keyboard.tap("s", holding: GlobalKeys.held)
      try desk.awaitTitle("running")
      #expect(desk.connection.focus == other)
      // It comes up with the keys.
      try desk.keyboard.tap("w", holding: GlobalKeys.held)
      try desk.wait(until: "the window") {
        desk.connection.geometry(of: desk.window)?.isViewable == true
          && desk.connection.focus == desk.window
      }
      let cover = desk.cover()
      try desk.keyboard.tap("F9")
      try desk.reach("running 1")
      desk.connection.destroy(cover)
    }

    @Test func aWindowBelowComesUpWithoutAWindowManager() throws {
      let desk = try open()
      let other = try desk.connection.openFocusedWindow()
      let cover = desk.cover()
      try desk.keyboard.tap("w", holding: GlobalKeys.held)
      try desk.wait(until: "the keys") { desk.connection.focus == desk.window }
      try desk.awaitPicture(desk.fresh, "the window above the others")
      desk.connection.destroy(cover)
      desk.connection.destroy(other)
    }

    @Test func theyFollowTheKeyboardsLayoutAndLeaveNothingBehind() throws {
      let desk = try open(["--global-key", "start-stop=Ctrl+Alt+Q", "--global-key", "lap=Ctrl+1"])
      _ = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("q", holding: GlobalKeys.held)
      try desk.reach("running 0")
      try desk.keyboard.useLayout("fr")
      // Where q was is a now, and a digit takes Shift.
      try desk.reach("running 0")
      try desk.keyboard.tap("a", holding: GlobalKeys.held)
      try desk.keyboard.tap("q", holding: GlobalKeys.held)
      try desk.reach("stopped 0")
      try desk.keyboard.tap("q", holding: GlobalKeys.held)
      try desk.reach("running 0")
      desk.keyboard.tap(code: 10, holding: [37])
      try desk.reach("running 1")
      var count: Int?
      for layout in ["us", "fr", "us"] {
        count =
          count ?? (layout == "fr" ? desk.connection.resourceCount(ofClientWith: desk.window) : nil)
        try desk.keyboard.useLayout(layout)
        try desk.reach("running 1")
      }
      try desk.wait(until: "as many grabs as before") {
        desk.connection.resourceCount(ofClientWith: desk.window) == count
      }
      // In a group without Latin letters the key keeps its place.
      try desk.keyboard.useLayout("us,ru", group: 1)
      try desk.reach("running 1")
      desk.keyboard.tap(code: 24, holding: [37, 64])
      try desk.reach("stopped 1")
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func aKeyThatIsHeldCountsOnce() throws {
      let desk = try open()
      _ = try desk.connection.openFocusedWindow()
      desk.keyboard.repeatKeys(delay: 50, interval: 10)
      let key = try desk.keyboard.stroke("F9").code
      try desk.keyboard.tap("s", holding: GlobalKeys.held)
      desk.keyboard.press(code: key)
      try desk.reach("running 1")
      try desk.wait(until: "half a second") {
        try Int(desk.status(format: "{{elapsed|ns}}")) ?? 0 >= 500_000_000
      }
      desk.keyboard.release(code: key)
      desk.keyboard.press(code: key)
      desk.keyboard.release(code: key)
      try desk.reach("running 2")
    }

    @Test func aKeyCountsFromWhenItWasPressed() throws {
      let desk = try open()
      _ = try desk.connection.openFocusedWindow()
      desk.program.freeze()
      try desk.keyboard.tap("s", holding: GlobalKeys.held)
      Deadline.observe(seconds: 1.5)
      desk.program.signal(SIGCONT)
      try desk.reach("running 0")
      let counted = try #require(Int(try desk.status(format: "{{elapsed|ns}}")))
      #expect(counted >= 1_500_000_000)
    }

    @Test func whatAnotherProgramHasIsToldAndTheRestIsHad() throws {
      let desk = try Desk(options: GlobalKeys.keys, isOpen: false)
      // As some programs ask for a key: with every state of the locks at once.
      desk.connection.grab(code: try desk.keyboard.stroke("F9").code, modifiers: 1 << 15)
      try desk.open()
      try desk.awaitMessage()
      _ = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("s", holding: GlobalKeys.held)
      try desk.reach("running 0")
      #expect(desk.program.standardError == "segclock: lap: another program has the key F9\n")
    }

    @Test func whatAnotherWidgetOfTheProgramHasIsNoMistake() throws {
      let keys = ["--global-key", "lap=Ctrl+Alt+L", "--global-key", "start-stop=F9"]
      let desk = try open(keys, comparesFresh: false)
      try desk.keyboard.tap("F9")
      try desk.reach("running 0")
      let other = try desk.openAnother(["--name", "other"] + keys)
      _ = try desk.connection.window(ofProcess: other.identifier)
      try desk.wait(until: "the other widget to have looked around") {
        let json = try desk.output(["ctl", "--name", "other", "status", "--json"])
        return !json.contains("\"window_manager\":null")
      }
      _ = try desk.output(["ctl", "--name", "other", "do", "start-stop"])
      _ = try desk.output(["ctl", "--name", "other", "quit"])
      #expect(try other.wait() == .exited(0))
      #expect(other.standardError == "")
    }

    @Test func aKeyThatTheKeyboardDoesNotHaveIsTold() throws {
      let desk = try open(
        ["--global-key", "lap=Ctrl+Ö", "--global-key", "start-stop=F9"], comparesFresh: false)
      #expect(try desk.awaitMessage() == "segclock: lap: no key of this keyboard gives Ctrl+Ö\n")
      _ = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("F9")
      try desk.reach("running 0")
      #expect(try desk.status()["global_keys"][0]["granted"].string == nil)
      #expect(try desk.status()["global_keys"][1]["granted"].string == "F9")
      try desk.keyboard.useLayout("de")
      try desk.wait(until: "the key") {
        try desk.status()["global_keys"][0]["granted"].string == "Ctrl+Ö"
      }
      try desk.keyboard.tap("odiaeresis", holding: ["Control_L"])
      try desk.reach("running 1")
    }

    @Test func theConfigurationIsFollowedAndKeysAreGivenBack() throws {
      let desk = try Desk(isOpen: false)
      try desk.configure("[keys.global]\nstart = \"F9\"\nlap = [\"F8\", \"XF86AudioPlay\"]\n")
      try desk.open()
      _ = try desk.connection.openFocusedWindow()
      let (f8, f9) = (try desk.keyboard.stroke("F8").code, try desk.keyboard.stroke("F9").code)
      try desk.wait(until: "the keys") { !desk.connection.canGrab(code: f9, modifiers: 0) }
      try desk.keyboard.tap("F9")
      try desk.reach("running 0")
      try desk.keyboard.tap("XF86AudioPlay")
      try desk.reach("running 1")
      try desk.configure("[keys.global]\nlap = \"F9\"\n")
      try desk.wait(until: "F8 to be anybody's") { desk.connection.canGrab(code: f8, modifiers: 0) }
      try desk.keyboard.tap("F9")
      try desk.reach("running 2")
      // One mistake, and all stays as it was.
      try desk.configure("[keys.global]\nlap = \"L\"\n")
      let told = try desk.awaitMessage()
      #expect(told.contains("config.toml:2:1: keys.global.lap: \"L\" is not a key for all windows"))
      #expect(!desk.connection.canGrab(code: f9, modifiers: 2))
      try desk.ctl("quit")
      try desk.awaitEnd()
      #expect(desk.connection.canGrab(code: f9, modifiers: 2))
    }

    @Test func theyWakeNobody() throws {
      let desk = try open(isWatched: true)
      _ = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("a")
      try desk.awaitStillness()
    }
  }
}
