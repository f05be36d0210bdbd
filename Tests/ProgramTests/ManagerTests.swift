import ProgramSupport
import Testing

extension Displays {
  /// What is asked of the window manager, and a window manager that goes.
  struct Managers {
    static let look = Desk.look + ["--size", "400x240"]

    private func notice(_ desk: Desk) throws -> Picture {
      try desk.seeChange(from: desk.fresh, "a notice")
    }

    /// What the window shows when it says that it is always on top.
    private func granted() throws -> Picture {
      let desk = try Desk(Managers.look, manager: .openbox)
      try desk.keyboard.tap("a")
      return try notice(desk)
    }

    @Test(arguments: WindowManager.expectedWithStates)
    func onTopIsWhatTheWindowsStateSays(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, manager: manager)
      func press(_ isAbove: Bool) throws {
        try desk.keyboard.tap("a")
        try desk.awaitState("ABOVE", isAbove)
      }
      let granted = try granted()
      try press(true)
      try desk.awaitPicture(granted, "the notice")
      try press(false)
      try press(true)
      // As by the menu of a title bar.
      try desk.set("ABOVE", false)
      try desk.seeChange(from: granted, "no longer the notice")
      try desk.set("ABOVE")
      try desk.awaitPicture(granted, "the notice")
      try press(false)
    }

    /// Without a window manager, too: two programs that both raise their window would do so for ever.
    @Test(arguments: [WindowManager.none, .i3, .twm].filter(\.canBeTried))
    func aManagerThatKeepsNoWindowOnTopIsSaidToKeepNone(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, manager: manager)
      try desk.keyboard.tap("a")
      let said = try notice(desk)
      #expect(try said.difference(from: granted()) != nil)
      #expect(!desk.hasState("ABOVE"))
      // No longer there, and the key does the same.
      try desk.awaitPicture(desk.fresh, "the notice to go")
      try desk.keyboard.tap("a")
      try desk.awaitPicture(said, "the same notice")
    }

    @Test func aManagerThatIsKnownToIgnoreTheStateIsSaidToKeepNone() throws {
      let desk = try Desk(Managers.look, manager: .openbox)
      let check = try #require(
        desk.connection.property("_NET_SUPPORTING_WM_CHECK", of: desk.connection.root)?.first)
      // Sway's: it announces the state, sets it and does nothing about it.
      desk.connection.setText("_NET_WM_NAME", of: check, to: "wlroots wm")
      try desk.keyboard.tap("a")
      let said = try notice(desk)
      #expect(try said.difference(from: granted()) != nil)
      #expect(!desk.hasState("ABOVE"))
    }

    @Test func aManagerThatDoesNotAnswerIsSaidToKeepNone() throws {
      let desk = try Desk(Managers.look, manager: .openbox)
      try desk.manager?.freeze()
      try desk.keyboard.tap("a")
      let said = try notice(desk)
      desk.manager?.thaw()
      #expect(try said.difference(from: granted()) != nil)
      // What it does later, it does.
      try desk.awaitState("ABOVE")
      try desk.awaitPicture(granted(), "the notice")
    }

    @Test(arguments: WindowManager.expectedWithStates)
    func anIconWhoseManagerDiesIsAWindowAgain(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, manager: manager, isWatched: true)
      desk.connection.iconify(desk.window)
      try desk.awaitStillness()
      try desk.manager?.crash()
      try desk.awaitPicture(desk.fresh, "the window again")
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "what the keys do")
      try desk.start(WindowManager.openbox)
      try desk.wait(until: "the window") { desk.isViewable }
      try desk.awaitRender(rings("50%"), "the same")
    }

    @Test(arguments: WindowManager.expectedWithStates)
    func theFullScreenCanBeLeftWithoutItsManager(manager: WindowManager) throws {
      let desk = try Desk(Managers.look, manager: manager)
      try desk.keyboard.tap("f")
      try desk.awaitSize(1280, 800, "the full screen")
      try desk.awaitState("FULLSCREEN")
      try desk.manager?.crash()
      try desk.wait(until: "the keys") { desk.connection.focus == desk.window }
      try desk.keyboard.tap("Escape")
      try desk.awaitSize(400, 240, "the window as it was")
      try desk.awaitPicture(desk.fresh, "the window as it was")
    }
  }
}
