import Testing
import Timekeeping

@Suite("Plan")
struct PlanTests {
  @Test("a step has a name, a length, and perhaps a wait")
  func parses() throws {
    let table: [(String, [PlanStep])] = [
      (
        "Focus 25m, Break 5m",
        [PlanStep("Focus", .seconds(1500)), PlanStep("Break", .seconds(300))]
      ),
      ("90s", [PlanStep("", .seconds(90))]),
      (
        "  Long   break\t1h30m  ,1:30",
        [PlanStep("Long break", .seconds(5400)), PlanStep("", .seconds(90))]
      ),
      (
        "Focus 25m wait,5m wait",
        [PlanStep("Focus", .seconds(1500), waits: true), PlanStep("", .seconds(300), waits: true)]
      ),
      ("wait 2m", [PlanStep("wait", .seconds(120))]),
      ("wait 2m wait", [PlanStep("wait", .seconds(120), waits: true)]),
      ("Run 400m 2m", [PlanStep("Run 400m", .seconds(120))]),
      ("Été ☕ 1.5s", [PlanStep("Été ☕", .milliseconds(1500))]),
      ("a 1s", [PlanStep("a", .seconds(1))]), ("a 10000h", [PlanStep("a", .seconds(36_000_000))]),
      (
        String(repeating: "n", count: 32) + " 1s",
        [PlanStep(String(repeating: "n", count: 32), .seconds(1))]
      ),
    ]
    for (text, steps) in table { #expect(try Plan.steps(parsing: text) == steps, "\(text)") }
    #expect(
      try Plan.steps(parsing: Array(repeating: "1m", count: 64).joined(separator: ",")).count == 64)
  }

  @Test("a text that is no plan is refused with the step that is wrong, and what is allowed")
  func refuses() {
    let long = String(repeating: "n", count: 33)
    let table: [(String, PlanTextError, says: String)] = [
      ("", .empty, "as in Focus 25m"), ("  \n", .empty, "1 to 64 steps"),
      (Array(repeating: "1m", count: 65).joined(separator: ","), .tooManySteps(65), "at most 64"),
      ("Focus 25, Break 5", .noUnit(number: 1, "Focus 25"), "as in Focus 25m"),
      ("a 1m, 90", .noUnit(number: 2, "90"), "step 2"),
      ("a 1.5", .noUnit(number: 1, "a 1.5"), "needs a unit"),
      (
        "Focus 50m; Break 10m", .lengthInName(number: 1, "Focus 50m; Break"),
        "a comma between two steps"
      ),
      ("Focus 50m | Break 10m", .lengthInName(number: 1, "Focus 50m | Break"), "step 1"),
      ("50m;Break 10m", .lengthInName(number: 1, "50m;Break"), "step 1"),
      ("a 1m,,b 1m", .emptyStep(number: 2), "step 2"), ("a 1m,", .emptyStep(number: 2), "step 2"),
      (",a 1m", .emptyStep(number: 1), "step 1"),
      (
        "a 1m, Break", .noLength(number: 2, "Break"),
        "step 2 (\"Break\") needs a duration"
      ),
      ("Focus 25x", .noLength(number: 1, "Focus 25x"), "as in Focus 25m"),
      ("wait", .noLength(number: 1, "wait"), "a duration"),
      ("a wait 5m wait wait", .noLength(number: 1, "a wait 5m wait"), "a duration"),
      ("5m Focus", .noLength(number: 1, "5m Focus"), "a duration"),
      ("a 1m, b 1m, c 0s", .lengthOutOfRange(number: 3, "0s"), "1 second to 10000 hours"),
      ("a 999ms", .lengthOutOfRange(number: 1, "999ms"), "step 1"),
      ("a 10001h", .lengthOutOfRange(number: 1, "10001h"), "step 1"),
      ("a -5", .lengthOutOfRange(number: 1, "-5"), "step 1"),
      ("a 99999999999999999999h", .lengthOutOfRange(number: 1, "99999999999999999999h"), "step 1"),
      ("a 1m, \(long) 1m", .longName(number: 2, long), "step 2 has a name of 33 characters"),
    ]
    let marks = "e" + String(repeating: "\u{301}", count: 128)
    #expect(throws: PlanTextError.longName(number: 1, marks)) {
      try Plan.steps(parsing: marks + " 1m")
    }
    for (text, error, says) in table {
      #expect(throws: error) { try Plan.steps(parsing: text) }
      #expect(error.description.contains(says), "\(error.description)")
      #expect(!error.description.contains("\n"))
    }
    #expect(PlanTextError.noLength(number: 1, "\u{1B}[1m").description.contains("\\u{1B}"))
  }

  @Test("a plan from any parts is a valid one")
  func parts() {
    let week = PlanStep("week", .seconds(604_800))
    #expect(
      Plan(steps: []) == Plan() && Plan().steps.map(\.name) == ["Focus", "Break"]
        && Plan().rounds == 4)
    #expect(Plan(steps: Array(repeating: week, count: 70), rounds: 1).steps.count == 64)
    #expect(
      Plan(steps: [week], rounds: 0).rounds == 1 && Plan(steps: [week], rounds: .max).rounds == 999)
    #expect(
      Plan(steps: [PlanStep("", .seconds(5)), week]).steps.map(\.name) == ["Step 1", "week"])
    // As long as any can be, every step of it.
    let longest = Plan(
      steps: Array(repeating: PlanStep("x", .seconds(Int64.max)), count: 64), rounds: 999)
    #expect(longest.steps[0].length == .seconds(36_000_000) && longest.rounds == 1)
    #expect(longest.length == .seconds(64 * 36_000_000) && longest.length <= Plan.maxLength)
    #expect(Plan(steps: [PlanStep("x", .seconds(36_000_000))], rounds: 999).rounds == 100)
    for length in [Duration.seconds(Int64.min), .zero, .milliseconds(999)] {
      #expect(PlanStep("x", length).length == .seconds(1))
    }
    #expect(PlanStep(String(repeating: "n", count: 99), .seconds(5)).name.count == 32)
    #expect(PlanStep("a\nb", .seconds(5)).name == "a\u{FFFD}b")
  }

  @Test("places count the steps of all rounds")
  func places() {
    let plan = Plan(
      steps: [PlanStep("a", .seconds(1)), PlanStep("b", .seconds(2)), PlanStep("c", .seconds(3))],
      rounds: 2)
    #expect(plan.count == 6 && plan.length == .seconds(12))
    #expect((0..<6).map { plan.step(at: $0).name } == ["a", "b", "c", "a", "b", "c"])
    #expect((0..<6).map { plan.round(of: $0) } == [1, 1, 1, 2, 2, 2])
  }
}
