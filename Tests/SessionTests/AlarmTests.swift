import Testing
import Timekeeping
import Wording

@testable import Session

@Suite("Alarms")
struct AlarmTests {
  /// A timer of `length` seconds after commands at their times in seconds.
  private func model(_ length: Int, _ commands: [(Command, Double)], mode: Mode = .timer) -> Model {
    var model = Model(mode: .timer, timer: Countdown(length: .seconds(length)))
    _ = model.apply(.start, at: at(0))
    _ = model.apply(.mode(mode), at: at(0))
    for (command, seconds) in commands { _ = model.apply(command, at: at(seconds)) }
    return model
  }

  /// What is told at that time.
  private func told(_ model: inout Model, at seconds: Double) -> Alarm? {
    guard case .ring(let alarm)? = model.apply(.announceEnd, at: at(seconds)) else { return nil }
    return alarm
  }

  @Test("an end is told once, in every mode, as soon as it has come", arguments: Mode.allCases)
  func once(mode: Mode) throws {
    var model = model(2, [], mode: mode)
    #expect(model.nextEnd == at(2) && told(&model, at: 1.999) == nil && !model.isAlarmOpen)
    let alarm = try #require(told(&model, at: 2))
    #expect(
      alarm.end == at(2) && alarm.source == .timer && alarm.length == .seconds(2)
        && alarm.announced == at(2))
    #expect(model.isAlarmOpen && model.anytime.title == "timer over" && model.nextEnd == nil)
    // Where no digits flash, a notice says it.
    #expect(
      (model.notice == nil) == (mode == .timer)
        && (model.anytime.flash == at(2)) == (mode == .timer))
    #expect(told(&model, at: 2) == nil && told(&model, at: 100) == nil)
  }

  @Test("each end is announced: after the timer was made longer, reset, or started again")
  func each() {
    var model = model(2, [])
    #expect(told(&model, at: 2)?.end == at(2))
    _ = model.apply(.step(1), at: at(5))
    #expect(!model.isAlarmOpen && model.nextEnd == at(62) && model.anytime.title == "timer running")
    #expect(told(&model, at: 61) == nil && told(&model, at: 62.5)?.length == .seconds(62))
    for (command, seconds) in [(Command.stop, 70.0), (.reset, 71), (.start, 72)] {
      _ = model.apply(command, at: at(seconds))
      #expect(!model.isAlarmOpen)
    }
    // The minute more was for the run before.
    #expect(model.nextEnd == at(74) && told(&model, at: 74)?.end == at(74))
  }

  @Test("a running timer shortened past its end rings, like any other end")
  func shortened() {
    var model = model(70, [(.step(-1), 15)])
    #expect(model.nextEnd == at(10) && told(&model, at: 16)?.end == at(10) && model.isAlarmOpen)
    // Once it is over, it is not told again.
    _ = model.apply(.step(-1), at: at(17))
    #expect(model.nextEnd == nil && told(&model, at: 18) == nil && !model.isAlarmOpen)
  }

  @Test("resuming an overrun timer does not ring again")
  func byHand() {
    for commands: [(Command, Double)] in [
      [(.stop, 15), (.step(-1), 16), (.start, 17)], [(.stop, 5), (.undo, 80)],
    ] {
      var model = model(70, commands)
      #expect(model.nextEnd == nil && told(&model, at: 90) == nil && !model.isAlarmOpen)
      #expect(model.anytime.title == "timer over" && model.anytime.flash == nil)
    }
    var model = model(2, [])
    #expect(told(&model, at: 2) != nil)
    for (command, seconds) in [
      (Command.answer(.acknowledge), 3.0), (.stop, 4), (.start, 5), (.stop, 6), (.undo, 7),
    ] {
      _ = model.apply(command, at: at(seconds))
      #expect(told(&model, at: seconds) == nil && !model.isAlarmOpen)
    }
  }

  @Test("a key or a click ends the call for attention, and one from before it does not")
  func notice() {
    var model = model(2, [])
    #expect(told(&model, at: 2.5) != nil)
    // It waited while the program was stopped.
    _ = model.apply(.answer(.acknowledge), at: at(2.25))
    #expect(model.isAlarmOpen && model.anytime.flash == at(2.5))
    _ = model.apply(.answer(.acknowledge), at: at(2.75))
    #expect(
      !model.isAlarmOpen && model.anytime.flash == nil && model.anytime.title == "timer over"
        && model.timer.isRunning)
    // What is done to other things is for those who press a key to say.
    var other = self.model(2, [])
    #expect(told(&other, at: 2) != nil)
    for command: Command in [
      .announce(Phrase(verbatim: "x")), .toggleHelp, .mode(.clock), .setRings(1),
    ] {
      _ = other.apply(command, at: at(3))
    }
    #expect(other.isAlarmOpen && other.anytime.title == "timer over")
  }

  @Test("an end that comes while events wait is told after them, however they leave the timer")
  func lateEvents() {
    for command: Command in [.stop, .step(1), .toggleHelp] {
      var model = model(2, [(command, 2.5)])
      #expect(model.nextEnd == at(2), "\(command)")
      #expect(told(&model, at: 3)?.end == at(2), "\(command)")
      #expect(model.isAlarmOpen == (command == .toggleHelp), "\(command)")
      #expect(told(&model, at: 3) == nil)
    }
    // Stopped in time, and told of late.
    var stopped = model(2, [(.stop, 1.5)])
    #expect(stopped.nextEnd == nil && told(&stopped, at: 3) == nil)
  }

  @Test(
    "the answers stop the timer, or give it another minute, in every mode", arguments: Mode.allCases
  )
  func answers(mode: Mode) {
    var stopped = model(2, [], mode: mode)
    #expect(told(&stopped, at: 2) != nil)
    _ = stopped.apply(.answer(.stop), at: at(7))
    #expect(stopped.timer.state == .stopped && stopped.timer.remaining(at: at(9)) == .seconds(-5))
    #expect(!stopped.isAlarmOpen && stopped.stopwatch.state == .reset)
    // Undo acts on the shown mode.
    #expect(stopped.anytime.allows(.undo) == (mode == .timer))
    _ = stopped.apply(.mode(.timer), at: at(9))
    _ = stopped.apply(.undo, at: at(10))
    #expect(stopped.timer.isRunning && !stopped.isAlarmOpen && told(&stopped, at: 10) == nil)

    for (seconds, length, rest) in [
      (2.0, 62, 60.0), (31, 62, 31), (61.5, 62, 0.5), (62, 122, 60), (1000, 1022, 22),
    ] {
      var longer = model(2, [], mode: mode)
      #expect(told(&longer, at: 2) != nil)
      _ = longer.apply(.answer(.longer), at: at(seconds))
      #expect(
        longer.timer.length == .seconds(length)
          && longer.timer.remaining(at: at(seconds)) == .seconds(rest))
      #expect(!longer.isAlarmOpen && longer.nextEnd == at(seconds + rest))
    }
  }

  @Test("the words say which timer it was, and how long ago where that is a second or more")
  func words() {
    let table: [(length: Int, late: Double, words: String)] = [
      (1500, 0, "The timer of 25:00 has ended."), (1500, 0.999, "The timer of 25:00 has ended."),
      (5, 1, "The timer of 0:05 ended 0:01 ago."),
      (5400, 25_925, "The timer of 1:30:00 ended 7:12:05 ago."),
    ]
    for (length, late, words) in table {
      var model = model(length, [])
      let alarm = told(&model, at: Double(length) + late)
      #expect(alarm?.words(at: at(Double(length) + late)).text == words)
      // It is said as it was when it was told.
      #expect(alarm?.words(at: at(Double(length) + late + 500)).text == words)
    }
  }

  /// A plan of two steps, of 90 and 10 seconds, in two rounds, started at 0.
  private func planned(waits: Bool = false) -> Model {
    let steps = [PlanStep("Work", .seconds(90), waits: waits), PlanStep("Rest", .seconds(10))]
    var model = Model(mode: .plan, plan: PlanRun(Plan(steps: steps, rounds: 2)))
    _ = model.apply(.start, at: at(0))
    return model
  }

  @Test(
    "the end of a step is told once; where the plan goes on, it calls once and leaves the title alone"
  )
  func steps() throws {
    var model = planned()
    #expect(model.nextEnd == at(90) && told(&model, at: 89) == nil)
    let alarm = try #require(told(&model, at: 90))
    #expect(alarm.end == at(90) && !alarm.isInsistent && alarm.answers == [.stop])
    #expect(alarm.words(at: at(90)).text == "Work is over, Rest begins.")
    #expect(
      model.isAlarmOpen && model.asOf(at(91)).title == "Rest 1/2" && told(&model, at: 91) == nil)
    #expect(model.nextEnd == at(100))
    _ = model.apply(.answer(.acknowledge), at: at(92))
    #expect(!model.isAlarmOpen)
    // After a suspend in which three steps ended, the newest is told, and how long ago.
    let late = try #require(told(&model, at: 230))
    #expect(
      late.end == at(200)
        && late.words(at: at(230)).text == "Rest is over; that was the last step, 0:30 ago.")
    #expect(
      model.asOf(at(230)).title == "plan is over" && model.nextEnd == nil
        && told(&model, at: 300) == nil)
    _ = model.apply(.answer(.stop), at: at(301))
    #expect(model.planRun.state == .stopped && !model.isAlarmOpen)
  }

  @Test("a step that waits calls until the next one is started")
  func waiting() throws {
    var model = planned(waits: true)
    let alarm = try #require(told(&model, at: 95))
    #expect(
      alarm.isInsistent
        && alarm.words(at: at(95)).text == "Work is over, Rest waits for a start, 0:05 ago.")
    #expect(
      model.isAlarmOpen && model.asOf(at(95)).title == "Work 1/2 is over"
        && model.anytime.flash == at(95))
    _ = model.apply(.mode(.clock), at: at(96))
    #expect(model.anytime.title == "step over")
    _ = model.apply(.mode(.plan), at: at(97))
    _ = model.apply(.start, at: at(120))
    #expect(!model.isAlarmOpen && model.nextEnd == at(130))
  }

  @Test("of a timer and a step that have both ended each is told")
  func both() throws {
    var model = planned()
    _ = model.apply(.mode(.timer), at: at(1))
    _ = model.apply(.start, at: at(1))
    #expect(model.nextEnd == at(90))
    // The older one first.
    #expect(told(&model, at: 400)?.end == at(200))
    #expect(model.nextEnd.map { $0 < at(400) } == true)
    #expect(told(&model, at: 400)?.length == Countdown.defaultLength && model.nextEnd == nil)
  }

  /// A timer of 85 seconds whose alarm is open, and a plan whose first step ends at 90.
  private func two(waits: Bool = false) -> Model {
    var model = planned(waits: waits)
    _ = model.apply(.setTimer(Countdown(length: .seconds(85))), at: at(0))
    _ = model.apply(.within(.timer, .start), at: at(0))
    #expect(told(&model, at: 85)?.source == .timer)
    #expect(told(&model, at: 90)?.source == .plan)
    return model
  }

  @Test("the end of a step leaves the alarm of the timer open, and the other way round")
  func sideBySide() {
    var model = two()
    #expect(model.openAlarms.map(\.source) == [.timer, .plan])
    // What waits for a person is in the title, and in the digits of its mode.
    #expect(model.anytime.title == "timer over" && model.anytime.flash == at(85))
    _ = model.apply(.mode(.plan), at: at(91))
    #expect(model.anytime.title == "timer over" && model.anytime.flash == at(90))
    // The next step replaces the last one, not the timer.
    #expect(told(&model, at: 100)?.words(at: at(100)).text == "Rest is over, Work begins.")
    #expect(model.openAlarms.map(\.end) == [at(85), at(100)])

    var waiting = two(waits: true)
    _ = waiting.apply(.mode(.clock), at: at(91))
    #expect(waiting.anytime.title == "timer over")
    _ = waiting.apply(.answer(.stop, of: .timer), at: at(92))
    #expect(waiting.openAlarms.map(\.source) == [.plan] && waiting.anytime.title == "step over")
  }

  @Test("an answer is to its own alarm; a key answers all; a command answers the one it concerns")
  func answersOfTwo() {
    for (command, open): (Command, [AlarmSource]) in [
      (.answer(.stop, of: .timer), [.plan]), (.answer(.longer, of: .timer), [.plan]),
      (.answer(.stop, of: .plan), [.timer]), (.answer(.acknowledge, of: .plan), [.timer]),
      (.answer(.acknowledge), []), (.within(.plan, .skip), [.timer]),
      (.within(.timer, .stop), [.plan]), (.adjustTimer(.seconds(60)), [.plan]),
    ] {
      var model = two()
      _ = model.apply(command, at: at(95))
      #expect(model.openAlarms.map(\.source) == open, "\(command)")
      #expect(model.planRun.isRunning == (command != .answer(.stop, of: .plan)), "\(command)")
    }
  }

  @Test("two ends that come at once are both announced, the older one first")
  func bothLate() {
    var model = planned()
    _ = model.apply(.setTimer(Countdown(length: .seconds(95))), at: at(0))
    _ = model.apply(.within(.timer, .start), at: at(0))
    _ = model.apply(.toggleHelp, at: at(97))
    #expect(told(&model, at: 97)?.end == at(90))
    #expect(told(&model, at: 97)?.end == at(95) && model.nextEnd == at(100))
    #expect(model.openAlarms.count == 2)
  }

  @Test("an end of a plan that was saved with an English sentence is named again, and no other")
  func format2() throws {
    let plan = try Plan(parsing: "Focus 1m wait, Break 5m")
    var model = Model(mode: .plan, plan: PlanRun(plan))
    _ = model.apply(.start, at: at(0))
    let alarm = try #require(told(&model, at: 61))
    var (new, old) = (StateCoder(), StateCoder())
    _ = (new.code(alarm.step), old.code("Focus is over; Break is next."))
    var bytes = model.savedBytes(format: 3)
    let range = try #require(bytes.firstRange(of: new.bytes))
    bytes.replaceSubrange(range, with: old.bytes)
    let read = try #require(
      Model(from: StateCoder(reading: bytes, format: 2) { _, _ in nil }))
    #expect(read.alarmState == model.alarmState && read.isAlarmOpen)
    // The same bytes are nothing in another format.
    #expect(Model(from: StateCoder(reading: bytes, format: 3) { _, _ in nil }) == nil)
  }
}
