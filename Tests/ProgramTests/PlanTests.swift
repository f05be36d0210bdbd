import ProgramSupport
import Testing

/// The options of a plan, drawn without a display.
struct PlanCommand {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

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

  @Test func timeLeadsFromStepToStepAndWaitsWhereItIsToldTo() throws {
    let colors = try SegmentDisplay(
      boxes: Program.describe(["--theme", "flat-light", "--plan", "5m"], home: home).digits,
      learningFrom: picture(["--plan", "5m"]))
    let goes = "Focus 25m, Break 5m, Walk 10m"
    let waits = "Focus 25m, Break 5m wait, Walk 10m"
    // The plan, more options, what has run off, and the digits; after a minus sign where they are five.
    let table: [(String, [String], at: String, digits: [Int])] = [
      (goes, [], "0", [2, 5, 0, 0]), (goes, [], "24m", [0, 1, 0, 0]),
      (goes, [], "26m", [0, 4, 0, 0]),
      (goes, [], "31m", [0, 9, 0, 0]), (goes, [], "41m", [2, 4, 0, 0]),
      (goes, [], "79m", [0, 1, 0, 0]),
      (goes, [], "81m", [0, 1, 0, 0]), (waits, [], "29m", [0, 1, 0, 0]),
      (waits, [], "42m", [1, 2, 0, 0]),
      (goes, ["--plan-waits"], "26m", [0, 1, 0, 0]),
    ]
    for (plan, options, time, digits) in table {
      let arguments = ["--plan", plan, "--rounds", "2", "--at", time] + options
      let isOver = time == "81m" || time == "42m" || !options.isEmpty
      for state in [[], ["--running"]] {
        let shown = try picture(arguments + state)
        let boxes = try Program.describe(["--theme", "flat-light"] + arguments, home: home).digits
        #expect(boxes.count == (isOver ? 5 : 4))
        if isOver { #expect(colors.isMinus(boxes[0], in: shown)) }
        let display = SegmentDisplay(boxes: Array(boxes.suffix(4)), like: colors)
        #expect(display.digits(in: shown) == digits, "\(plan) \(time) \(state)")
      }
    }
  }

  @Test func aRingFollowsTheWholePlan() throws {
    func ring(_ value: String) throws -> Picture {
      try picture([
        "--plan", "3m, 1m", "--rounds", "2", "--show", "rings", "--at", "5m", "--ring",
        "A=\(value)",
      ])
    }
    #expect(try ring("plan") == ring("62.5%"))
    #expect(try ring("plan") != ring("62%"))
  }

  @Test func theListShowsTheSteps() throws {
    let plan = ["--plan", "Focus 25m, Break 5m", "--rounds", "2"]
    let all = try Program.describe(plan, home: home)
    #expect(all.names.contains("laps"))
    #expect(try picture(plan + ["--show", "laps"]).showsSomething)
    #expect(
      try picture(plan + ["--show", "laps", "--at", "26m"]) != picture(plan + ["--show", "laps"]))
  }

  /// A plan, and what is said of the step that is wrong.
  static let wrong: [(plan: String, message: String)] = [
    (
      "Focus 25m, Break",
      "step 2 (\"Break\") needs a duration of 1 second to 10000 hours, as in Focus 25m"
    ),
    ("Focus 25m,, Break 5m", "step 2 is empty: write it as in Focus 25m"),
    (
      "a 1m, b 1m, c 0s",
      "step 3 (\"c 0s\") needs a duration of 1 second to 10000 hours, as in Focus 25m"
    ),
    (
      "a 1m, \(String(repeating: "n", count: 33)) 1m",
      "step 2 has a name that is too long: use at most 32 characters, 256 bytes"
    ),
    (
      Array(repeating: "1m", count: 65).joined(separator: ","),
      "a plan of 65 steps is too long: use at most 64"
    ),
    (" ", "a plan needs 1 to 64 steps"),
  ]

  @Test(arguments: wrong)
  func aWrongStepIsTold(plan: String, message: String) throws {
    for arguments in [["render", "--plan", plan, "\(home.path)/x.png"], ["--plan", plan]] {
      let result = try Program.run(arguments, home: home)
      #expect(result.ending == .exited(64))
      #expect(
        result.errors.hasPrefix("segclock: --plan: ") && result.errors.contains(message),
        "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }
}

extension Displays {
  /// A plan that is gone through, by keys, by the mouse and by itself.
  struct Plans {
    static let look = [
      "--theme", "flat-light", "--plan", "Work 3m, Rest 90s, Walk 10m wait", "--rounds", "2",
    ]

    @Test func aPlanIsMovedByKeys() throws {
      let desk = try Desk(Plans.look, options: Keys.still)
      try desk.awaitTitle("plan")
      try desk.keyboard.tap("n")
      try desk.awaitRender(["--at", "3m"], "the second step")
      try desk.awaitTitle("01:30 Rest 1/2")
      try desk.keyboard.tap("n")
      try desk.awaitRender(["--at", "4m30s"], "the third step")
      try desk.keyboard.tap("b")
      try desk.awaitRender(["--at", "3m"], "the second step again")
      try desk.keyboard.tap("b")
      try desk.keyboard.tap("b")
      try desk.connection.wait(until: "the first step") { desk.title.hasPrefix("03:00 Work 1/2") }
      try desk.keyboard.tap("r")
      try desk.awaitPicture(desk.fresh, "a reset")
      try desk.awaitTitle("plan")
      // Everything of it is taken back: the reset, and the steps back.
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.connection.wait(until: "the first step") { desk.title.hasPrefix("03:00 Work 1/2") }
      for _ in 0..<2 { try desk.keyboard.tap("z", holding: ["Control_L"]) }
      try desk.awaitRender(["--at", "4m30s"], "the third step")
    }

    @Test func aPlanIsStartedStoppedAndMovedByMouse() throws {
      let desk = try Desk(Plans.look, options: Keys.still)
      #expect(
        !desk.panel.isEnabled("button.planBackOrReset") && desk.panel.isEnabled("button.planSkip"))
      try desk.click("planStartStop")
      try desk.connection.wait(until: "the first step") { desk.title.hasPrefix("Work 1/2") }
      try desk.click("planSkip")
      try desk.connection.wait(until: "the second step") { desk.title.hasPrefix("Rest 1/2") }
      // Within three seconds of a step's beginning it is the step before; a machine may be too slow for the first click.
      try desk.connection.wait(until: "the first step") {
        try desk.click("planBackOrReset")
        return desk.title.hasPrefix("Work 1/2")
      }
      try desk.click("planStartStop")
      try desk.connection.wait(until: "a stop") { desk.title.contains(":") }
      try desk.click("planBackOrReset")
      desk.mouse.move(x: 1279, y: 799)
      try desk.awaitPicture(desk.fresh, "a reset")
    }

    @Test func aPlanGoesOnByItselfWaitsAndIsOver() throws {
      let desk = try Desk(
        ["--theme", "flat-light", "--plan", "Work 1s, Rest 1s wait, Walk 1s"],
        options: Keys.still + ["--start"], isWatched: true, comparesFresh: false)
      try desk.connection.wait(until: "the second step to wait") {
        desk.title.hasPrefix("Rest is over")
      }
      // Its overrun has a minus sign, and the button starts the next step.
      let over = try Program.describe(
        ["--plan", "Work 1s, Rest 1s wait, Walk 1s", "--at", "3", "--running"], home: desk.home)
      let colors = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      try desk.see("a minus sign") { colors.isMinus(over.digits[0], in: $0) }
      try desk.click("planStartStop")
      try desk.connection.wait(until: "all to be over") { desk.title.hasPrefix("plan is over") }
      try desk.keyboard.tap("space")
      try desk.connection.wait(until: "the overrun to stand") {
        desk.title.hasPrefix("-") && desk.title.contains(" Walk")
      }
      try desk.awaitStillness(hasDeadline: true)
    }

    @Test func whatDoesNotMoveChangesWhenTheStepEnds() throws {
      let desk = try Desk(
        ["--theme", "flat-light", "--plan", "Work 2s wait, Rest 5m", "--show", "buttons"],
        options: Keys.still + ["--start"], isWatched: true, comparesFresh: false)
      try desk.awaitRender(["--at", "3", "--running"], "the buttons of a plan that waits")
      try desk.awaitStillness(hasDeadline: true)
    }

    @Test func aPlanGoesOnUnseenAndIsStillInBetween() throws {
      let desk = try Desk(
        ["--theme", "flat-light", "--plan", "Work 4s, Rest 1s wait"], isWatched: true)
      let cover = desk.connection.cover(.init(x: 0, y: 0, width: 1280, height: 800))
      try desk.awaitStillness(hasDeadline: true)
      try desk.keyboard.tap("space")
      try desk.connection.wait(until: "the start") { desk.title.hasPrefix("Work – ") }
      // Nothing but time calls for the next names.
      try desk.connection.wait(until: "the end of all, unseen") {
        desk.title.hasPrefix("plan is over")
      }
      try desk.awaitStillness(hasDeadline: true)
      desk.connection.destroy(cover)
      try desk.see("the time to be seen again") { $0.showsSomething }
    }

    @Test func keysOfAPlanDoNothingElsewhere() throws {
      let desk = try Desk(["--theme", "flat-light"], options: Keys.still)
      for key in ["n", "b"] { try desk.keyboard.tap(key) }
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "what the true key does, alone")
    }
  }
}
