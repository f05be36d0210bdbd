import ProgramSupport
import Testing

extension Displays {
  /// What is asked of the window manager, and a window manager that goes.
  struct Managers {
    static let above = "_NET_WM_STATE_ABOVE"
    static let look = ["--theme", "flat-light", "--size", "400x240"]

    /// What the window shows once a notice is there.
    private func notice(_ desk: Desk) throws -> Picture {
      try desk.see("a notice") { $0.difference(from: desk.fresh) != nil }
    }

    /// What the window shows when it says that it is always on top.
    private func granted() throws -> Picture {
      let desk = try Desk(Managers.look, options: Keys.still, manager: .openbox)
      try desk.keyboard.tap("a")
      return try notice(desk)
    }

    @Test(arguments: [WindowManager.openbox, .xfwm4].filter(\.canBeTried))
    func onTopIsWhatTheWindowsStateSays(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, options: Keys.still, manager: manager)
      let connection = desk.connection
      func press(_ isAbove: Bool) throws {
        try desk.keyboard.tap("a")
        try connection.wait(until: "the state to be \(isAbove)") {
          connection.hasState(Managers.above, desk.window) == isAbove
        }
      }
      let granted = try granted()
      try press(true)
      try desk.awaitPicture(granted, "the notice")
      try press(false)
      try press(true)
      // As by the menu of a title bar.
      connection.setState(false, Managers.above, of: desk.window)
      try desk.see("no longer the notice") { $0.difference(from: granted) != nil }
      connection.setState(true, Managers.above, of: desk.window)
      try desk.awaitPicture(granted, "the notice")
      try press(false)
    }

    /// Without a window manager, too: two programs that both raise their window would do so for ever.
    @Test(arguments: [WindowManager.none, .i3, .twm].filter(\.canBeTried))
    func aManagerThatKeepsNoWindowOnTopIsSaidToKeepNone(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, options: Keys.still, manager: manager)
      try desk.keyboard.tap("a")
      let said = try notice(desk)
      #expect(try said.difference(from: granted()) != nil)
      #expect(!desk.connection.hasState(Managers.above, desk.window))
      // No longer there, and the key does the same.
      try desk.awaitPicture(desk.fresh, "the notice to go")
      try desk.keyboard.tap("a")
      try desk.awaitPicture(said, "the same notice")
    }

    @Test func aManagerThatIsKnownToIgnoreTheStateIsSaidToKeepNone() throws {
      let desk = try Desk(Managers.look, options: Keys.still, manager: .openbox)
      let check = try #require(
        desk.connection.property("_NET_SUPPORTING_WM_CHECK", of: desk.connection.root)?.first)
      // Sway's: it announces the state, sets it and does nothing about it.
      desk.connection.setText("_NET_WM_NAME", of: check, to: "wlroots wm")
      try desk.keyboard.tap("a")
      let said = try notice(desk)
      #expect(try said.difference(from: granted()) != nil)
      #expect(!desk.connection.hasState(Managers.above, desk.window))
    }

    @Test func aManagerThatDoesNotAnswerIsSaidToKeepNone() throws {
      let desk = try Desk(Managers.look, options: Keys.still, manager: .openbox)
      try desk.manager?.freeze()
      try desk.keyboard.tap("a")
      let said = try notice(desk)
      desk.manager?.thaw()
      #expect(try said.difference(from: granted()) != nil)
      // What it does later, it does.
      try desk.connection.wait(until: "the state") {
        desk.connection.hasState(Managers.above, desk.window)
      }
      try desk.awaitPicture(granted(), "the notice")
    }

    static let killed = [WindowManager.openbox, .xfwm4].filter(\.canBeTried)

    @Test(arguments: killed)
    func anIconWhoseManagerDiesIsAWindowAgain(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, options: Keys.still, manager: manager, isWatched: true)
      desk.connection.iconify(desk.window)
      try desk.awaitStillness()
      try desk.manager?.crash()
      try desk.awaitPicture(desk.fresh, "the window again")
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "what the keys do")
      try desk.start(WindowManager.openbox)
      try desk.connection.wait(until: "the window") {
        desk.connection.geometry(of: desk.window)?.isViewable == true
      }
      try desk.awaitRender(rings("50%"), "the same")
    }

    @Test(arguments: killed)
    func theFullScreenCanBeLeftWithoutItsManager(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, options: Keys.still, manager: manager)
      try expectFullScreen(desk)
      try desk.manager?.crash()
      try desk.connection.wait(until: "the keys") { desk.connection.focus == desk.window }
      try desk.keyboard.tap("Escape")
      try expectWindow(desk)
    }

    private func expectFullScreen(_ desk: Desk) throws {
      try desk.keyboard.tap("f")
      try desk.connection.wait(until: "the full screen") {
        desk.connection.geometry(of: desk.window)?.width == 1280
          && desk.connection.hasState("_NET_WM_STATE_FULLSCREEN", desk.window)
      }
    }

    private func expectWindow(_ desk: Desk) throws {
      var seen: Connection.Geometry?
      do {
        try desk.connection.wait(until: "the window as it was") {
          seen = desk.connection.geometry(of: desk.window)
          return seen.map { ($0.width, $0.height) == (400, 240) } ?? false
        }
      } catch {
        throw Failure("\(error): \(String(describing: seen)) \(desk.program.standardError)")
      }
      try desk.awaitPicture(desk.fresh, "the window as it was")
    }
  }
}
