import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("Plan mode")
struct PlanModeTests {
  /// Ninety seconds of work and ten of rest, twice, after commands at their times in seconds.
  private func model(_ commands: [(Command, Double)], waits: Bool = false) -> Model {
    let plan = Plan(
      steps: [
        PlanStep("Work", .seconds(90), waits: waits), PlanStep("Rest", .seconds(10), waits: waits),
      ],
      rounds: 2)
    var model = Model(mode: .plan, plan: PlanRun(plan))
    for (command, seconds) in commands { _ = model.apply(command, at: at(seconds)) }
    return model
  }

  private func dial(_ model: ModelAt) throws -> SecondsContent {
    guard case .seconds(let content) = model.dial else { throw NoDial() }
    return content
  }

  private struct NoDial: Error {}

  @Test("it shows what is left of the step, the step's name, the round and what comes next")
  func contents() throws {
    let running = model([(.start, 0)])
    let table: [(Double, digits: String, above: String, below: String, done: Double)] = [
      (0, "01:30", "Work", "1/2 · next: Rest", 0), (45, "45.00", "Work", "1/2 · next: Rest", 0.225),
      (90, "10.00", "Rest", "1/2 · next: Work", 0.45),
      (97.5, "02.50", "Rest", "1/2 · next: Work", 0.4875),
      (100, "01:30", "Work", "2/2 · next: Rest", 0.5),
      (195, "05.00", "Rest", "2/2 · last step", 0.975),
      (200, "00.00", "Rest", "2/2 · over", 1), (212.34, "+0:12", "Rest", "2/2 · over", 1),
    ]
    for (seconds, digits, above, below, done) in table {
      let shown = running.asOf(at(seconds))
      let dial = try dial(shown)
      #expect(shown.readout.text(at: reading(seconds)) == digits, "\(seconds)")
      #expect(dial.readout == shown.readout && dial.total == shown.planRun.remaining)
      #expect(dial.above == above && dial.below.joined(separator: " · ") == below, "\(seconds)")
      guard case .steps(let parts, let value) = dial.rim else { throw NoDial() }
      // Steps of one name have one colour.
      #expect(parts.map(\.kind) == [0, 1, 0, 1])
      #expect(
        parts.map(\.start) == [0, 0.45, 0.5, 0.95] && value.turns(at: reading(seconds)) == done)
    }
    // With many steps the rim shows only the rounds; with many rounds, nothing but the progress.
    for (steps, rounds, count) in [(24, 2, 48), (7, 10, 10), (2, 100, 1)] {
      let all = (0..<steps).map { _ in PlanStep("", .seconds(60)) }
      let plan = Model(mode: .plan, plan: PlanRun(Plan(steps: all, rounds: rounds)))
      guard case .steps(let parts, _) = try self.dial(plan.anytime).rim else { throw NoDial() }
      let starts = parts.map(\.start)
      #expect(starts.count == count && starts.first == 0 && starts == starts.sorted())
    }
    let once = Model(mode: .plan, plan: PlanRun(Plan(rounds: 1)))
    #expect(try dial(once.anytime).below == ["next: Break"])
  }

  @Test("what is shown holds up to the next turn, which is where a step ends")
  func turns() {
    let running = model([(.start, 0)])
    #expect(running.anytime.nextTurn == at(90) && running.asOf(at(95)).nextTurn == at(100))
    #expect(running.asOf(at(200)).nextTurn == nil && model([]).anytime.nextTurn == nil)
    #expect(model([(.start, 0), (.stop, 5)]).anytime.nextTurn == nil)
    // In every mode: a ring may show it.
    var other = running
    _ = other.apply(.mode(.clock), at: at(1))
    #expect(other.anytime.nextTurn == at(90))
    // Just before the step's end its hundredths are shown, so that the turn is never late.
    #expect(running.asOf(at(89)).readout.nextChange(after: reading(89)) == .nextFrame)
  }

  @Test("a ring shows how much of the whole plan is over, and stands where it waits")
  func ring() {
    func turns(_ model: Model, _ seconds: Double) -> Double {
      model.asOf(at(seconds)).value(of: .plan).turns(at: reading(seconds))
    }
    let running = model([(.start, 0), (.mode(.stopwatch), 0)])
    for (seconds, fraction) in [
      (0.0, 0.0), (50, 0.25), (100, 0.5), (190, 0.95), (200, 1), (500, 1),
    ] {
      #expect(turns(running, seconds) == fraction)
    }
    let waiting = model([(.start, 0)], waits: true)
    #expect(
      turns(waiting, 45) == 0.225 && turns(waiting, 90) == 0.45 && turns(waiting, 5000) == 0.45)
    let value = { (seconds: Double) in
      waiting.asOf(at(seconds)).value(of: .plan).nextChange(after: reading(seconds))
    }
    #expect(value(45) == .nextFrame && value(91) == .never)
    #expect(running.asOf(at(201)).value(of: .plan).nextChange(after: reading(201)) == .never)
  }

  @Test("Space stops a step that runs, and starts the next one where it waits")
  func toggles() {
    let stopped = model([(.start, 0), (.toggle, 30)])
    #expect(
      stopped.planRun.state == .stopped && stopped.planRun.remaining(at: at(99)) == .seconds(60))
    let gone = model([(.start, 0), (.toggle, 93)], waits: true)
    #expect(
      gone.planRun.isRunning && gone.planRun.position == 1
        && gone.planRun.remaining(at: at(94)) == .seconds(9))
    // Past the end of all of it there is nothing to start.
    let over = model([(.start, 0), (.toggle, 205)])
    #expect(over.planRun.state == .stopped && over.planRun.remaining(at: at(999)) == .seconds(-5))
  }

  @Test("a stop, a skip, a step back, a start of what waited and a reset are taken back exactly")
  func undo() {
    let commands: [(Command, Double)] = [
      (.stop, 20), (.skip, 20), (.back, 20), (.skip, 95), (.back, 97), (.stop, 205),
    ]
    for (command, seconds) in commands {
      let before = model([(.start, 0)])
      let after = model([(.start, 0), (command, seconds)])
      #expect(before.planRun != after.planRun)
      #expect(
        model([(.start, 0), (command, seconds), (.undo, 300)]).planRun == before.planRun,
        "\(command)")
    }
    let waiting = model([(.start, 0)], waits: true).planRun
    #expect(model([(.start, 0), (.start, 99), (.undo, 100)], waits: true).planRun == waiting)
    let stopped = model([(.start, 0), (.stop, 20)]).planRun
    #expect(model([(.start, 0), (.stop, 20), (.reset, 30), (.undo, 40)]).planRun == stopped)
    // One after the other.
    let all = model([(.start, 0), (.skip, 10), (.stop, 12), (.skip, 13), (.back, 14), (.reset, 15)])
    var back = all
    for second in 20..<25 { _ = back.apply(.undo, at: at(Double(second))) }
    #expect(back.planRun == model([(.start, 0)]).planRun && !back.anytime.allows(.undo))
  }

  @Test("a stop before a start is taken back, and what was done elsewhere stays")
  func overtaken() {
    let resumed = model([(.start, 0), (.skip, 5), (.stop, 10), (.start, 20), (.undo, 30)])
    #expect(resumed.planRun == model([(.start, 0), (.skip, 5)]).planRun)
    let both = model([
      (.mode(.stopwatch), 0), (.start, 0), (.stop, 5), (.mode(.plan), 6), (.start, 7), (.stop, 8),
      (.start, 9),
      (.undo, 10),
    ])
    #expect(!both.stopwatch.isRunning && both.planRun.isRunning, "undo acts on the shown mode")
  }

  @Test("it asks for attention from the end of a step on, until somebody does something")
  func flash() {
    func flash(_ model: Model, at seconds: Double) -> Instant? { model.asOf(at(seconds)).flash }
    let running = model([(.start, 0)])
    #expect(
      flash(running, at: 89) == nil && flash(running, at: 93) == at(90)
        && flash(running, at: 205) == at(200))
    #expect(flash(model([(.start, 0)], waits: true), at: 500) == at(90))
    for command: Command in [.toggleHelp, .setRings(0.5), .skip, .back, .stop] {
      #expect(flash(model([(.start, 0), (command, 91)]), at: 92) == nil, "\(command)")
    }
    #expect(flash(model([(.start, 0), (.toggleHelp, 91)]), at: 101) == at(100))
    #expect(flash(model([(.start, 0), (.toggleHelp, 50)]), at: 91) == at(90))
    // A step that a key has begun asks for none.
    #expect(flash(model([(.start, 0), (.skip, 50)]), at: 51) == nil)
  }

  @Test("the list shows the steps around the one that it has come to")
  func list() throws {
    let running = model([(.start, 0)])
    func rows(_ seconds: Double, _ count: Int) -> [String] {
      let shown = running.asOf(at(seconds))
      let first = shown.listExtent.home(rows: count)
      let list = ListContent(of: shown, rows: first..<first + count)
      return list.rows.map { row in
        #expect((row.kind == .present) == row.time.isEmpty)
        let time = row.time.isEmpty ? list.running.text(at: reading(seconds)) : row.time
        let marks: [ListContent.Kind: String] = [.present: "*", .done: "-"]
        return "\(marks[row.kind] ?? "")\(row.label) \(time)"
      }
    }
    #expect(rows(0, 9) == ["*Work 01:30", "Rest 00:10", "Work 01:30", "Rest 00:10"])
    #expect(rows(95, 9) == ["-Work 01:30", "*Rest 05.00", "Work 01:30", "Rest 00:10"])
    #expect(rows(150, 3) == ["-Rest 00:10", "*Work 40.00", "Rest 00:10"])
    #expect(rows(150, 2) == ["*Work 40.00", "Rest 00:10"])
    #expect(rows(205, 3) == ["-Rest 00:10", "-Work 01:30", "*Rest +0:05"])
    #expect(rows(150, 1) == ["*Work 40.00"] && rows(150, 0) == [])
  }

  @Test("a key that came late counts from when it was pressed, even across a turn")
  func lateKey() {
    // What was shown meanwhile makes no difference.
    let model = model([(.start, 0)])
    _ = model.asOf(at(90.1)).title
    var stopped = model
    _ = stopped.apply(.stop, at: at(89.5))
    #expect(
      stopped.planRun.position == 0 && stopped.planRun.remaining(at: at(99)) == .milliseconds(500))
  }

  @Test("whatever is done, undone as often leads back to where it was", arguments: 0..<100)
  func undoAll(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var model = model([(.start, 0)], waits: seed % 2 == 0)
    var now = 1.0
    var stack = [model.planRun]
    let commands: [Command] = [.stop, .skip, .back, .reset]
    for _ in 0..<30 {
      now += Double.random(in: 0...40, using: &random)
      _ = model.apply(commands[Int.random(in: 0..<commands.count, using: &random)], at: at(now))
      if model.planRun != stack.last { stack.append(model.planRun) }
      #expect(model.anytime.allows(.undo) == (stack.count > 1))
    }
    while stack.count > 1 {
      #expect(model.planRun == stack.removeLast())
      now += 5
      _ = model.apply(.undo, at: at(now))
    }
    #expect(model.planRun == stack[0] && !model.anytime.allows(.undo))
  }
}
