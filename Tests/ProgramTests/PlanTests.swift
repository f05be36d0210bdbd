import ProgramSupport
import Testing

/// The options of a plan, drawn without a display.
struct PlanCommand {
  let home = TestFolder()

  private func picture(_ arguments: [String]) throws -> Picture {
    try Program.render(["--theme", "flat-light"] + arguments, home: home)
  }

  @Test func aPlanImpliesItsModeAndHasDefaults() throws {
    let usual = try picture(["--mode", "plan"])
    #expect(try picture(["--plan", "Focus 25m, Break 5m", "--rounds", "4"]) == usual)
    #expect(try picture(["--plan", " Focus  25m ,Break 300s"]) != usual)
    #expect(try picture(["--rounds", "4"]) == usual)
    #expect(try picture(["--plan-waits"]) == usual)
    #expect(try picture(["--rounds", "3"]) != usual)
    #expect(try picture([]) != usual)
    #expect(try picture(["--plan", "5m", "--mode", "timer"]) == picture(["--mode", "timer"]))
    #expect(try picture(["--plan", "5m"]) == picture(["--plan", "Step 1 5m", "--rounds", "1"]))
  }
}

extension Displays {
  /// A plan that is gone through, by keys, by the mouse and by itself.
  struct Plans {
    static let look = [
      "--theme", "flat-light", "--plan", "Work 3m, Rest 90s, Walk 10m wait", "--rounds", "2",
    ]

    @Test func aPlanIsMovedByKeys() throws {
      let desk = try Desk(Plans.look)
      try desk.awaitTitle("plan")
      try desk.keyboard.tap("n")
      try desk.awaitRender(["--at", "3m"], "the second step")
      try desk.awaitTitle("01:30 Rest 1/2")
      try desk.keyboard.tap("n")
      try desk.awaitRender(["--at", "4m30s"], "the third step")
      try desk.keyboard.tap("b")
      try desk.awaitRender(["--at", "3m"], "the second step again")
      try desk.keyboard.tap("b")
      try desk.press("b", "03:00 Work 1/2")
      try desk.keyboard.tap("r")
      try desk.awaitPicture(desk.fresh, "a reset")
      try desk.awaitTitle("plan")
      // Everything of it is taken back: the reset, and the steps back.
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.awaitTitle("03:00 Work 1/2")
      for _ in 0..<2 { try desk.keyboard.tap("z", holding: ["Control_L"]) }
      try desk.awaitRender(["--at", "4m30s"], "the third step")
    }

    @Test func aPlanGoesOnByItselfWaitsAndIsOver() throws {
      let desk = try Desk(
        Desk.look + ["--plan", "Work 1s, Rest 1s wait, Walk 1s"], options: ["--start"],
        isWatched: true, comparesFresh: false)
      try desk.awaitTitle("Rest is over")
      // Its overrun counts up, and the button starts the next step.
      let late =
        Desk.look + ["--plan", "Work 1s, Rest 1s wait, Walk 1s", "--at", "3", "--running"]
      let over = try SegmentDisplay(
        boxes: Program.describe(late, home: desk.home).digits,
        learningFrom: Program.render(late, home: desk.home))
      try desk.see("the overrun") { over.digits(in: $0)?.prefix(2) == [0, 0] }
      try desk.click("planStartStop")
      try desk.awaitTitle("plan is over")
      try desk.keyboard.tap("space")
      try desk.wait(until: "the overrun to stand") {
        desk.title.hasPrefix("+") && desk.title.contains(" Walk")
      }
      try desk.awaitStillness(hasDeadline: true)
    }

    @Test func whatDoesNotMoveChangesWhenTheStepEnds() throws {
      let desk = try Desk(
        Desk.look + ["--plan", "Work 2s wait, Rest 5m", "--show", "buttons"],
        options: ["--start"], isWatched: true, comparesFresh: false)
      try desk.awaitRender(["--at", "3", "--running"], "the buttons of a plan that waits")
      try desk.awaitStillness(hasDeadline: true)
    }

    @Test func aPlanGoesOnUnseenAndIsStillInBetween() throws {
      let desk = try Desk(
        Desk.look + ["--plan", "Work 4s, Rest 1s wait"], isAnimated: true,
        isWatched: true)
      let cover = desk.cover()
      try desk.awaitStillness(hasDeadline: true)
      try desk.press("space", "Work – ")
      // Nothing but time calls for the next names.
      try desk.awaitTitle("plan is over")
      try desk.awaitStillness(hasDeadline: true)
      desk.connection.destroy(cover)
      try desk.see("the time to be seen again") { $0.showsSomething }
    }
  }
}
