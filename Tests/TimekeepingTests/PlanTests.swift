import TestSupport
import Testing
import Timekeeping
import Wording

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
    for (text, steps) in table { #expect(try PlanText(parsing: text).steps == steps, "\(text)") }
    #expect(
      try PlanText(parsing: Array(repeating: "1m", count: 64).joined(separator: ",")).steps.count
        == 64)
  }

  @Test("a plan as text is the same plan")
  func text() throws {
    let table: [(String, text: String)] = [
      (" Focus  25m ,Break 300s wait", "Focus 25m, Break 5m wait"),
      ("5m, wait 90s", "Step 1 5m, wait 1m30s"), ("a 7:38.37", "a 7m38.37s"),
      ("a 1.000000001s, b 10000h, c 3600s", "a 1.000000001s, b 10000h, c 1h"),
      ("Run 400m 1:02:03.4", "Run 400m 1h2m3.4s"), ("a 60000ms wait", "a 1m wait"),
    ]
    for (given, text) in table {
      let plan = Plan(steps: try PlanText(parsing: given).steps)
      #expect(plan.text == text)
      #expect(try PlanText(parsing: text).steps == plan.steps)
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let steps = (1...Int.random(in: 1...5)).map { number in
        let names = ["Focus", "", "wait", "Run 400m", "e\u{301} 🏁"]
        let length = Int64.random(in: 1...36_000_000_000_000_000, using: &random)
        return PlanStep(
          names.randomElement(using: &random) ?? "",
          Duration.nanoseconds(Bool.random() ? length : length / 1_000_000_000 * 1_000_000_000),
          waits: Bool.random())
      }
      let plan = Plan(steps: steps)
      #expect(try PlanText(parsing: plan.text).steps == plan.steps, "\(plan.text)")
    }
    #expect(Duration.zero.unitText == "0s" && Duration.milliseconds(50).unitText == "0.05s")
  }

  @Test("a length in words is the same length, with or without a space before its unit")
  func words() throws {
    let table: [(String, text: String)] = [
      ("Read 20 minutes", "Read 20m"), ("Read 20 min, Rest 30 sec wait", "Read 20m, Rest 30s wait"),
      ("1 hour", "Step 1 1h"), ("Read 1 hour 30 minutes", "Read 1h30m"),
      ("Read 5minutes", "Read 5m"),
      ("Run 400m 90 seconds", "Run 400m 1m30s"), ("Read 2 chapters 20 min", "Read 2 chapters 20m"),
      ("Level 3 20 s", "Level 3 20s"),
    ]
    for (given, text) in table {
      #expect(Plan(steps: try PlanText(parsing: given).steps).text == text, "\(given)")
    }
  }

  @Test("a line has rounds and steps, and one round without a number")
  func line() throws {
    let table: [(String, line: String)] = [
      ("4 × Focus 25m, Break 5m", "4 × Focus 25m, Break 5m"), ("8x Run 1m", "8 × Run 1m"),
      (" 3 * Run 1m", "3 × Run 1m"), ("3*Run 1m", "3 × Run 1m"), ("2 x 30s", "2 × Step 1 30s"),
      ("2x30s", "2 × Step 1 30s"), ("Run 1m", "1 × Run 1m"),
      ("4 xylophones 5m", "1 × 4 xylophones 5m"), ("400 m 5m", "1 × 400 m 5m"),
      ("1 × 4 x Hill 2m", "1 × 4 x Hill 2m"), ("999 × a 1m", "999 × a 1m"),
      ("2X Work 5m", "2 × Work 5m"), ("4 × Read 20 minutes, Rest 5m", "4 × Read 20m, Rest 5m"),
    ]
    for (given, line) in table {
      let plan = try Plan(parsing: given)
      #expect(plan.line == line, "\(given)")
      #expect(try Plan(parsing: line) == plan)
    }
    for (text, brief, place) in [
      ("0 × Run 1m", "a plan needs 1 to 999 rounds", 1),
      ("12345678901234567890 x Run 1m", "a plan needs 1 to 999 rounds", 20),
      ("4 × Run 1m, Walk", "step 2 needs a length, as in Read 20m", 16),
      ("101 × a 10000h", "this plan can have up to 100 rounds", 3),
    ] {
      do throws(TextError) {
        Issue.record("\(text) is \(try Plan(parsing: text))")
      } catch {
        #expect(error.brief.text == brief && error.offset == place, "\(text)")
      }
    }
  }

  @Test("a plan is the same when its line is read again, whatever its steps are called")
  func anyLine() throws {
    var random = SplitMix64(seed: 3)
    let words = ["2x", "4 ×", "*", "x", "Work", "wait", "400", "m", "5m", "1h", "Read", "é", "12"]
    var count = 0
    for _ in 0..<5000 {
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random))
          .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      }
      guard let plan = try? Plan(parsing: parts.joined(separator: ",")) else { continue }
      #expect(try Plan(parsing: plan.line) == plan, "\(plan.line)")
      count += 1
    }
    #expect(count > 100)
    #expect(
      try PlanText(parsing: "2x Work 5m").rounds == 2 && PlanText(parsing: "Work 5m").rounds == nil)
    #expect(throws: TextError.self) { try PlanText(parsing: "2x Work 5m").check(rounds: 3) }
  }

  @Test("a plan has gone on to where its steps lead, however many rounds passed")
  func rounds() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let steps = (1...Int.random(in: 1...5, using: &random)).map {
        PlanStep(
          "\($0)", .milliseconds(Int.random(in: 1000...5000, using: &random)),
          waits: Int.random(in: 0..<12, using: &random) == 0)
      }
      let plan = Plan(steps: steps, rounds: Int.random(in: 1...40, using: &random))
      let first = Int.random(in: 0..<plan.count, using: &random)
      let spent = Duration.milliseconds(Int.random(in: 0...400_000, using: &random))
      var (position, left) = (first, spent)
      while position < plan.count - 1, !plan.step(at: position).waits,
        left >= plan.step(at: position).length
      {
        left -= plan.step(at: position).length
        position += 1
      }
      let run = PlanRun(plan, state: .running, position: first, anchor: .zero, spentAtAnchor: .zero)
        .advanced(to: .zero + spent)
      #expect(
        run.position == position && run.remaining(at: .zero + spent) == run.step.length - left)
    }
  }

  @Test("a mistake has a few words and a place, where a caret can go")
  func mistakes() {
    let table: [(String, brief: String, place: Int?)] = [
      ("Focus 25m, Break, Walk 5m", "step 2 needs a length, as in Read 20m", 16),
      ("Focus 25 minute, Break minutes", "step 2 needs a length, as in Read 20m", 30),
      ("Focus 0s", "step 1 needs a length of 1s to 10000h", 8),
      ("Focus 50 minutes; Break 10 min", "step 1 needs a comma after its length", 30),
      ("é 25, b 1m", "step 1 needs a unit, as in Focus 25m", 4),
      ("a 1m,, b 1m", "step 2 is empty: write it as in Focus 25m", 5),
      ("a 1m,", "step 2 is empty: write it as in Focus 25m", 5),
      ("Focus 50m Break 10m", "step 1 needs a comma after its length", 19),
      (" ", "a plan needs 1 to 64 steps, as in Focus 25m, Break 5m wait", nil),
    ]
    for (text, brief, place) in table {
      do throws(TextError) {
        Issue.record("\(text) is \(try PlanText(parsing: text).steps)")
      } catch {
        #expect(error.brief.text == brief && error.offset == place)
      }
    }
  }

  @Test("a text that is no plan is refused with the step that is wrong, and what is allowed")
  func refuses() {
    let long = String(repeating: "n", count: 33)
    let needs = "needs a duration of 1 second to 10000 hours, as in Focus 25m"
    let table: [(String, says: String)] = [
      ("", "a plan needs 1 to 64 steps, as in Focus 25m"), ("  \n", "1 to 64 steps"),
      (Array(repeating: "1m", count: 65).joined(separator: ","), "at most 64"),
      ("Focus 25, Break 5", "step 1 (\"Focus 25\") needs a unit"), ("a 1m, 90", "step 2 (\"90\")"),
      ("a 1.5", "needs a unit after its length, as in Focus 25m"),
      ("Focus 50m; Break 10m", "put a comma between two steps"),
      ("Focus 50m Break 10m", "has a length in its name"),
      ("a 1m,,b 1m", "step 2 is empty"), ("a 1m,", "step 2"), (",a 1m", "step 1 is empty"),
      ("a 1m, Break", "step 2 (\"Break\") \(needs)"), ("Focus 25x", needs),
      ("wait", "step 1 (\"wait\") \(needs)"), ("a wait 5m wait wait", needs), ("5m Focus", needs),
      ("a 1m, b 1m, c 0s", "step 3 (\"c 0s\") \(needs)"), ("a 999ms", needs), ("a 10001h", needs),
      ("a -5", needs), ("a 99999999999999999999h", needs), ("\u{1B}[1m", "\\u{1B}"),
      ("a 1m, \(long) 1m", "step 2 has a name that is too long: use at most 32 characters"),
      ("e" + String(repeating: "\u{301}", count: 128) + " 1m", "256 bytes"),
    ]
    for (text, says) in table {
      do throws(TextError) {
        Issue.record("\(text) is \(try PlanText(parsing: text).steps)")
      } catch {
        #expect(error.description.contains(says), "\(error.description)")
        #expect(!error.description.contains("\n"))
      }
    }
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
    #expect(longest.length == .seconds(64 * 36_000_000) && longest.length <= Duration.textLimit)
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
  }
}
