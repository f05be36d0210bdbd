import Session
import Testing
import Timekeeping

/// Commands that are about a mode which is not shown.
@Suite struct OtherModeTests {
  private let now = Instant(nanoseconds: 5_000_000_000)

  @Test func aLapIsMarkedWhateverIsShown() {
    var model = Model()
    _ = model.apply(.start, at: now)
    _ = model.apply(.mode(.clock), at: now)
    _ = model.apply(.lap, at: now + .seconds(1))
    #expect(model.stopwatch.laps.isEmpty, "the clock has no use for it")
    _ = model.apply(.within(.stopwatch, .lap), at: now + .seconds(2))
    #expect(model.stopwatch.laps.total == .seconds(2) && model.mode == .clock)
    #expect(
      model.anytime.allows(.within(.stopwatch, .lap))
        && !model.anytime.allows(.within(.stopwatch, .start)))
    #expect(!model.anytime.allows(.within(.clock, .lap)))
    _ = model.apply(.undo, at: now + .seconds(3))
    #expect(model.stopwatch.laps.count == 1 && model.notice?.text == "Nothing to undo")
    _ = model.apply(.mode(.stopwatch), at: now + .seconds(3))
    _ = model.apply(.undo, at: now + .seconds(3))
    #expect(model.stopwatch.laps.isEmpty && model.notice?.text == "Lap undone")
  }

  @Test func theCounterCountsAndThePlanGoesOn() {
    var model = Model(mode: .timer)
    _ = model.apply(.within(.counter, .count(.by(7))), at: now)
    #expect(model.counter.value == 7)
    #expect(!model.anytime.allows(.within(.counter, .count(.to(1000)))))
    _ = model.apply(
      .setPlan(Plan(steps: [PlanStep("A", .seconds(60)), PlanStep("B", .seconds(60))], rounds: 1)),
      at: now)
    #expect(model.mode == .plan && model.planRun.plan.rounds == 1)
    _ = model.apply(.mode(.clock), at: now)
    _ = model.apply(.within(.plan, .skip), at: now)
    #expect(model.planRun.step.name == "B" && model.mode == .clock)
  }

  @Test func aTimerThatIsSetCanBeTakenBack() {
    var model = Model()
    _ = model.apply(.setTimer(Countdown(length: .seconds(60))), at: now)
    _ = model.apply(.start, at: now)
    _ = model.apply(.mode(.clock), at: now)
    _ = model.apply(.adjustTimer(.seconds(30)), at: now)
    #expect(model.timer.remaining(at: now + .seconds(10)) == .seconds(80) && model.mode == .clock)
    let before = model.timer
    _ = model.apply(.setTimer(Countdown(length: .seconds(5))), at: now)
    #expect(model.timer.state == .reset && model.mode == .timer)
    _ = model.apply(.undo, at: now)
    #expect(model.timer == before)
    #expect(!model.anytime.allows(.adjustTimer(.zero)))
  }
}
