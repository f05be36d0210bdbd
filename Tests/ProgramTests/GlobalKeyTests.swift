import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// Keys that count while another window has them.
  struct GlobalKeys {
    static let keys = [
      "start-stop=Ctrl+Alt+S", "lap=F9", "reset=Super+Pause", "show=Ctrl+Alt+W",
    ].flatMap { ["--global-key", $0] }

    private func open(
      _ options: [String] = keys, manager: WindowManager = .none, isWatched: Bool = false,
      comparesFresh: Bool = true
    ) throws -> Desk {
      let desk = try Desk(
        ["--theme", "flat-light"], options: ["--no-animation"] + options, manager: manager,
        isWatched: isWatched,
        comparesFresh: comparesFresh)
      // The keys are asked for by the turn that answers.
      #expect(try Program.run(["ctl", "sync"], home: desk.home).ending == .exited(0))
      return desk
    }

    private func status(_ desk: Desk) throws -> String {
      try Program.run(["ctl", "status", "--format", "{{state}} {{lap_count}}"], home: desk.home)
        .output
        .filter { $0 != "\n" }
    }

    private func reach(_ wanted: String, _ desk: Desk) throws {
      var last = ""
      do {
        try desk.connection.wait(until: wanted) {
          last = try status(desk)
          return last == wanted
        }
      } catch {
        throw Failure("\(error): \(last); \(desk.program.standardError)")
      }
    }

    @Test(arguments: WindowManager.fewExpected)
    func theyCountWhileAnotherWindowHasTheKeys(manager: WindowManager) throws {
      let desk = try open(manager: manager)
      let other = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("s", holding: ["Control_L", "Alt_L"])
      try desk.connection.wait(until: "a stopwatch that runs") { desk.title.hasPrefix("running") }
      #expect(desk.connection.focus == other)
      try desk.keyboard.tap("F9")
      try reach("running 1", desk)
      try desk.keyboard.tap("s", holding: ["Control_L", "Alt_L"])
      try reach("stopped 1", desk)
      try desk.keyboard.tap("Pause", holding: ["Super_L"])
      try reach("reset 0", desk)
      // Other keys are the other window's, the same letter as well.
      try desk.keyboard.tap("s")
      try desk.keyboard.tap("s", holding: ["Control_L"])
      try reach("reset 0", desk)
      #expect(desk.connection.focus == other && desk.program.standardError.isEmpty)
      desk.connection.destroy(other)
    }

    @Test(arguments: [[], ["Caps_Lock"], ["Num_Lock"], ["Caps_Lock", "Num_Lock", "Scroll_Lock"]])
    func noLockHindersThem(locks: [String]) throws {
      let desk = try open()
      _ = try desk.connection.openFocusedWindow()
      for lock in locks where desk.keyboard.has(lock) { try desk.keyboard.tap(lock) }
      desk.keyboard.tap(code: 39, holding: [37, 64])
      try reach("running 0", desk)
      try desk.keyboard.tap("F9")
      try reach("running 1", desk)
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func theyReachAWindowThatNobodySees() throws {
      let desk = try open(manager: .openbox)
      let other = try desk.connection.openFocusedWindow()
      desk.connection.iconify(desk.window)
      try desk.connection.wait(until: "an icon") {
        desk.connection.geometry(of: desk.window)?.isViewable == false
      }
      try desk.keyboard.tap("s", holding: ["Control_L", "Alt_L"])
      try desk.connection.wait(until: "a stopwatch that runs") { desk.title.hasPrefix("running") }
      #expect(desk.connection.focus == other)
      // It comes up with the keys.
      try desk.keyboard.tap("w", holding: ["Control_L", "Alt_L"])
      try desk.connection.wait(until: "the window") {
        desk.connection.geometry(of: desk.window)?.isViewable == true
          && desk.connection.focus == desk.window
      }
      let cover = desk.connection.cover(.init(x: 0, y: 0, width: 1280, height: 800))
      try desk.keyboard.tap("F9")
      try reach("running 1", desk)
      desk.connection.destroy(cover)
    }

    @Test func aWindowBelowComesUpWithoutAWindowManager() throws {
      let desk = try open()
      let other = try desk.connection.openFocusedWindow()
      let cover = desk.connection.cover(.init(x: 0, y: 0, width: 1280, height: 800))
      try desk.keyboard.tap("w", holding: ["Control_L", "Alt_L"])
      try desk.connection.wait(until: "the keys") { desk.connection.focus == desk.window }
      try desk.awaitPicture(desk.fresh, "the window above the others")
      desk.connection.destroy(cover)
      desk.connection.destroy(other)
    }

    @Test func theyFollowTheKeyboardsLayoutAndLeaveNothingBehind() throws {
      let desk = try open(["--global-key", "start-stop=Ctrl+Alt+Q", "--global-key", "lap=Ctrl+1"])
      _ = try desk.connection.openFocusedWindow()
      let held = ["Control_L", "Alt_L"]
      try desk.keyboard.tap("q", holding: held)
      try reach("running 0", desk)
      try desk.keyboard.useLayout("fr")
      // Where q was is a now, and a digit takes Shift.
      try reach("running 0", desk)
      try desk.keyboard.tap("a", holding: held)
      try desk.keyboard.tap("q", holding: held)
      try reach("stopped 0", desk)
      try desk.keyboard.tap("q", holding: held)
      try reach("running 0", desk)
      desk.keyboard.tap(code: 10, holding: [37])
      try reach("running 1", desk)
      var count: Int?
      for layout in ["us", "fr", "us"] {
        count =
          count ?? (layout == "fr" ? desk.connection.resourceCount(ofClientWith: desk.window) : nil)
        try desk.keyboard.useLayout(layout)
        try reach("running 1", desk)
      }
      try desk.connection.wait(until: "as many grabs as before") {
        desk.connection.resourceCount(ofClientWith: desk.window) == count
      }
      // In a group without Latin letters the key keeps its place.
      try desk.keyboard.useLayout("us,ru", group: 1)
      try reach("running 1", desk)
      desk.keyboard.tap(code: 24, holding: [37, 64])
      try reach("stopped 1", desk)
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func aKeyThatIsHeldCountsOnce() throws {
      let desk = try open()
      _ = try desk.connection.openFocusedWindow()
      desk.keyboard.repeatKeys(delay: 50, interval: 10)
      let key = try desk.keyboard.stroke("F9").code
      try desk.keyboard.tap("s", holding: ["Control_L", "Alt_L"])
      desk.keyboard.press(code: key)
      try reach("running 1", desk)
      try desk.see("half a second") { _ in
        try Program.run(["ctl", "status", "--format", "{{lap:s}}"], home: desk.home).output != "0\n"
      }
      desk.keyboard.release(code: key)
      desk.keyboard.press(code: key)
      desk.keyboard.release(code: key)
      try reach("running 2", desk)
    }

    @Test func aKeyCountsFromWhenItWasPressed() throws {
      let desk = try open()
      _ = try desk.connection.openFocusedWindow()
      desk.program.freeze()
      try desk.keyboard.tap("s", holding: ["Control_L", "Alt_L"])
      Deadline.observe(seconds: 1.5)
      desk.program.signal(SIGCONT)
      try reach("running 0", desk)
      let nanoseconds = try Program.run(
        ["ctl", "status", "--format", "{{elapsed|ns}}"], home: desk.home)
      let counted = try #require(Int(nanoseconds.output.dropLast()))
      #expect(counted >= 1_500_000_000)
    }

    @Test func whatAnotherProgramHasIsToldAndTheRestIsHad() throws {
      let home = try TemporaryDirectory()
      let server = try XServer()
      let connection = try Connection(server)
      let keyboard = try Keyboard(server)
      // As some programs ask for a key: with every state of the locks at once.
      connection.grab(code: try keyboard.stroke("F9").code, modifiers: 1 << 15)
      let program = try ChildProcess(
        Program.path, ["--no-animation", "--theme", "flat-light"] + GlobalKeys.keys,
        environment: environment(home: home, display: server.display))
      defer { program.end() }
      _ = try connection.window(ofProcess: program.identifier)
      try connection.wait(until: "words on standard error") { !program.standardError.isEmpty }
      _ = try connection.openFocusedWindow()
      try keyboard.tap("s", holding: ["Control_L", "Alt_L"])
      func status() throws -> String {
        try Program.run(["ctl", "status", "--format", "{{state}} {{lap_count}}"], home: home).output
      }
      do {
        try connection.wait(until: "a stopwatch that runs") { try status() == "running 0\n" }
      } catch {
        throw Failure("\(error): \(try status()), \(program.standardError)")
      }
      #expect(program.standardError == "segclock: lap: another program has the key F9\n")
    }

    @Test func aKeyThatTheKeyboardDoesNotHaveIsTold() throws {
      let desk = try open(
        ["--global-key", "lap=Ctrl+Ö", "--global-key", "start-stop=F9"], comparesFresh: false)
      try desk.connection.wait(until: "words on standard error") {
        !desk.program.standardError.isEmpty
      }
      #expect(desk.program.standardError == "segclock: lap: no key of this keyboard gives Ctrl+Ö\n")
      _ = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("F9")
      try reach("running 0", desk)
      try desk.keyboard.useLayout("de")
      try reach("running 0", desk)
      try desk.keyboard.tap("odiaeresis", holding: ["Control_L"])
      try reach("running 1", desk)
    }

    @Test func theConfigurationIsFollowedAndKeysAreGivenBack() throws {
      let home = try TemporaryDirectory()
      let path = "\(home.path)/config/segclock/config.toml"
      try write("[keys.global]\nstart = \"F9\"\nlap = [\"F8\", \"XF86AudioPlay\"]\n", to: path)
      let desk = try Desk(["--theme", "flat-light"], options: ["--no-animation"], home: home)
      _ = try desk.connection.openFocusedWindow()
      let (f8, f9) = (try desk.keyboard.stroke("F8").code, try desk.keyboard.stroke("F9").code)
      try desk.connection.wait(until: "the keys") {
        !desk.connection.canGrab(code: f9, modifiers: 0)
      }
      try desk.keyboard.tap("F9")
      try reach("running 0", desk)
      try desk.keyboard.tap("XF86AudioPlay")
      try reach("running 1", desk)
      try write("[keys.global]\nlap = \"F9\"\n", to: path)
      try desk.connection.wait(until: "F8 to be anybody's") {
        desk.connection.canGrab(code: f8, modifiers: 0)
      }
      try desk.keyboard.tap("F9")
      try reach("running 2", desk)
      // One mistake, and all stays as it was.
      try write("[keys.global]\nlap = \"L\"\n", to: path)
      try desk.connection.wait(until: "words on standard error") {
        !desk.program.standardError.isEmpty
      }
      #expect(
        desk.program.standardError.contains(
          "config.toml:2:1: keys.global.lap: L would stop working"))
      #expect(!desk.connection.canGrab(code: f9, modifiers: 2))
      #expect(try Program.run(["ctl", "quit"], home: desk.home).ending == .exited(0))
      #expect(try desk.program.wait() == .exited(0))
      #expect(desk.connection.canGrab(code: f9, modifiers: 2))
    }

    @Test func theyWakeNobody() throws {
      let desk = try open(isWatched: true)
      _ = try desk.connection.openFocusedWindow()
      try desk.keyboard.tap("a")
      try desk.awaitStillness()
    }
  }

  /// What keys from anywhere can be.
  struct GlobalKeyWords {
    @Test(arguments: [
      "lap", "lap=", "lap=L", "lap=Shift+L", "lap=5", "lap=Space", "lap=Return", "laps=F9",
      "lap=Ctrl+Hyper+L",
      "lap=" + String(repeating: "x", count: 300), "=F9",
    ])
    func whatCannotBeIsRefused(value: String) throws {
      let home = try TemporaryDirectory()
      let option = try Program.run(["--global-key", value], home: home)
      #expect(option.ending == .exited(64) && option.errors.contains("--global-key"), "\(option)")
      #expect(option.errors.count <= 320, "\(option)")
      let variable = try Program.run(
        ["render", "--no-config", "\(home.path)/x.png"], home: home,
        variables: ["SEGCLOCK_GLOBAL_KEY": value]
      )
      #expect(
        variable.ending == .exited(64) && variable.errors.contains("SEGCLOCK_GLOBAL_KEY"),
        "\(variable)")
    }

    @Test func twoThingsForOneKeyAndKeysForAPictureAreRefused() throws {
      let home = try TemporaryDirectory()
      let twice = try Program.run(
        ["--global-key", "lap=F9", "--global-key", "reset=f9"], home: home)
      #expect(twice.ending == .exited(64) && twice.errors.contains("F9 is given twice"), "\(twice)")
      let mixed = try Program.run(["--global-key", "lap=F9", "--global-key", "none"], home: home)
      #expect(mixed.ending == .exited(64), "\(mixed)")
      let picture = try Program.run(
        ["render", "--global-key", "lap=F9", "\(home.path)/x.png"], home: home)
      #expect(
        picture.ending == .exited(64) && picture.errors.contains("--global-key"), "\(picture)")
    }
  }
}
