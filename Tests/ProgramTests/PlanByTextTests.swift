import ProgramSupport
import Testing

extension Displays {
  /// The plan, edited as a line of text.
  struct PlanByText {
    static let plan = ["--plan", "Focus 25m, Break 5m", "--rounds", "2"]

    /// Presses a key and waits until that is seen.
    private func tap(_ key: String, _ desk: Desk) throws -> Picture {
      let before = try desk.picture()
      try desk.keyboard.tap(key)
      return try desk.seeChange(from: before, key)
    }

    /// The picture once all keys have been handled.
    private func picture(_ desk: Desk) throws -> Picture {
      try desk.awaitEventsHandled()
      return try desk.picture()
    }

    @Test func stepsAreTypedAtTheCaretAndTakenBack() throws {
      let desk = try Desk(["--theme", "flat-dark", "--size", "480x360"] + PlanByText.plan)
      let begun = try tap("e", desk)
      // The whole text is selected.
      _ = try tap("End", desk)
      try desk.type(", Wlk 90s")
      let typed = try picture(desk)
      #expect(typed.difference(from: begun) != nil)
      // The caret goes, and comes back.
      for (there, back) in [("Left", "Right"), ("Home", "End")] {
        #expect(try tap(there, desk).difference(from: typed) != nil)
        try desk.keyboard.tap(back)
        try desk.awaitPicture(typed, "the caret at the end")
      }
      for _ in 0..<6 { try desk.keyboard.tap("Left") }
      try desk.type("a")
      try desk.keyboard.tap("Home")
      // After the number of rounds.
      for _ in 0..<4 { try desk.keyboard.tap("Right") }
      for _ in 0..<5 { try desk.keyboard.tap("Delete") }
      try desk.type("Work")
      let changed = try picture(desk)
      try desk.keyboard.tap("a", holding: ["Control_L"])
      try desk.seeChange(from: changed, "the selection")
      try desk.keyboard.tap("Left")
      #expect(try desk.status()["plan"]["step"].string == "Focus")
      try desk.keyboard.tap("Return")
      try desk.awaitRender(["--plan", "Work 25m, Break 5m, Walk 90s"], "the plan that was typed")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.awaitPicture(desk.fresh, "the plan before")
    }

    @Test func aStartedPlanIsReplacedAndRestored() throws {
      let desk = try Desk(Desk.look + PlanByText.plan)
      try desk.press("space", "Focus")
      try desk.press("n", "Break 1/2")
      try desk.keyboard.tap("e")
      try desk.keyboard.tap("Return")
      try desk.awaitEventsHandled()
      #expect(try desk.status()["plan"]["step"].string == "Break")
      try desk.keyboard.tap("e")
      try desk.keyboard.tap("u", holding: ["Control_L"])
      // Keys of other actions are text.
      try desk.type("2x Quiet 2 minutes")
      try desk.keyboard.tap("Return")
      try desk.awaitTitle("plan")
      #expect(try desk.status()["plan"]["step"].string == "Quiet")
      #expect(try desk.status()["plan"]["rounds"].int == 2)
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.awaitTitle("Break 1/2")
      #expect(try desk.status()["plan"]["state"].string == "running")
    }

    @Test func aRightClickGivesTheTextUpAndOpensTheMenu() throws {
      let desk = try Desk(Desk.look + PlanByText.plan)
      let menus = Menus()
      try desk.keyboard.tap("e")
      try desk.type("Run 1m")
      try menus.rightClick(on: desk)
      _ = try desk.connection.wait(for: "the menu") { menus.window(on: desk) }
      try desk.keyboard.tap("Escape")
      try menus.awaitNoMenu(on: desk)
      desk.layPointerAside()
      try desk.awaitPicture(desk.fresh, "the plan as it was")
    }
  }
}
