import Testing
import Timekeeping

@Suite("A plan that is gone through")
struct PlanRunTests {
  private func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  /// Steps of these lengths in seconds, a negative one for a step that waits.
  private func plan(_ lengths: [Int], rounds: Int = 1) -> Plan {
    Plan(
      steps: lengths.enumerated().map {
        PlanStep("\($0.offset)", .seconds(abs($0.element)), waits: $0.element < 0)
      }, rounds: rounds)
  }

  /// A plan that was started at 100 s.
  private func started(_ lengths: [Int], rounds: Int = 1) -> PlanRun {
    var run = PlanRun(plan(lengths, rounds: rounds))
    run.start(at: at(100))
    return run
  }

  @Test("it goes on by itself, round after round, and is over then")
  func goesOn() {
    let run = started([10, 5], rounds: 2)
    // Seconds after the start; place, round and what is left.
    let table: [(Int64, position: Int, round: Int, rest: Int)] = [
      (-50, 0, 1, 10), (0, 0, 1, 10), (9, 0, 1, 1), (10, 1, 1, 5), (14, 1, 1, 1), (15, 2, 2, 10),
      (26, 3, 2, 4),
      (29, 3, 2, 1), (30, 3, 2, 0), (42, 3, 2, -12), (999_999, 3, 2, -999_969),
    ]
    for (second, position, round, rest) in table {
      let present = run.advanced(to: at(100 + second))
      #expect(present.position == position && present.round == round, "\(second)")
      #expect(run.remaining(at: at(100 + second)) == .seconds(rest), "\(second)")
      #expect(present.isOver == (second >= 30) && !present.isWaiting, "\(second)")
      #expect(present.nextStep?.name == (position == 3 ? nil : "\((position + 1) % 2)"))
    }
  }

  @Test(
    "a step that waits overruns until the next one is started, and the last one is over instead")
  func waits() {
    var run = started([10, -5, -3])
    #expect(!run.advanced(to: at(110)).isWaiting && run.advanced(to: at(115)).isWaiting)
    #expect(run.remaining(at: at(175)) == .seconds(-60) && run.advanced(to: at(9999)).position == 1)
    run.start(at: at(200))
    #expect(run.position == 2 && run.remaining(at: at(201)) == .seconds(2))
    #expect(run.advanced(to: at(205)).isOver && !run.advanced(to: at(205)).isWaiting)
    let over = run
    run.start(at: at(210))
    #expect(run == over)
    // While it waits it can be stopped, and a start leads on all the same.
    var stopped = self.started([10, -5, 3])
    stopped.stop(at: at(120))
    #expect(stopped.remaining(at: at(500)) == .seconds(-5) && stopped.isWaiting)
    stopped.start(at: at(300))
    #expect(stopped.position == 2 && stopped.remaining(at: at(300)) == .seconds(3))
  }

  @Test("ends are those that time alone leads to")
  func ends() throws {
    func check(_ run: PlanRun, at second: Int64, last: (Int64, Int)?, next: Int64?) {
      let (found, coming) = (run.lastEnd(at: at(second)), run.advanced(to: at(second)).nextTurn)
      #expect(found?.instant == last.map { at($0.0) } && found?.position == last?.1, "\(second)")
      #expect(coming == next.map(at), "\(second)")
    }
    var run = started([10, -5, 3])
    check(PlanRun(run.plan), at: 50, last: nil, next: nil)
    check(run, at: 105, last: nil, next: 110)
    check(run, at: 110, last: (110, 0), next: 115)
    check(run, at: 115, last: (115, 1), next: nil)
    check(run, at: 900, last: (115, 1), next: nil)
    run.start(at: at(900))
    check(run, at: 902, last: nil, next: 903)
    check(run, at: 950, last: (903, 2), next: nil)
    run.skip(at: at(951))
    run.back(at: at(952))
    check(run, at: 953, last: nil, next: 955)
    run.stop(at: at(954))
    check(run, at: 960, last: nil, next: nil)
  }

  @Test("skip begins the next step, back its own, and within three seconds the one before")
  func moves() {
    var run = started([10, 5, 8])
    run.skip(at: at(103))
    #expect(run.position == 1 && run.remaining(at: at(104)) == .seconds(4))
    // By itself into the last step: there is nothing to skip to.
    run.skip(at: at(110))
    #expect(run.position == 1)
    run.back(at: at(112))
    #expect(run.position == 2 && run.remaining(at: at(112)) == .seconds(8) && run.isRunning)
    run.back(at: at(114))
    #expect(run.position == 1 && run.remaining(at: at(114)) == .seconds(5))
    run.back(at: at(116))
    run.back(at: at(117))
    #expect(run.position == 0 && run.remaining(at: at(117)) == .seconds(10))
    run.back(at: Instant(nanoseconds: at(120).nanoseconds))
    #expect(run.position == 0 && run.remaining(at: at(120)) == .seconds(10))
    // At three seconds exactly it is the step's own beginning.
    run.skip(at: at(120))
    var late = run
    late.back(at: at(123))
    run.back(at: Instant(nanoseconds: at(123).nanoseconds - 1))
    #expect(late.position == 1 && run.position == 0)
    // After the end of all it leads back to the last step.
    run.back(at: at(500))
    #expect(run.position == 2 && run.remaining(at: at(500)) == .seconds(8) && !run.isOver)
  }

  @Test("an instant before the last command counts as that command")
  func neverBackwards() {
    let run = started([10, 5, 8])
    #expect(run.remaining(at: at(50)) == .seconds(10))
    typealias Command = (inout PlanRun, Instant) -> Void
    let commands: [Command] = [{ $0.skip(at: $1) }, { $0.back(at: $1) }, { $0.stop(at: $1) }]
    for command in commands {
      var (early, same) = (run, run)
      command(&early, at(50))
      command(&same, at(100))
      #expect(early == same)
    }
    var stopped = run
    stopped.stop(at: at(104))
    stopped.start(at: at(60))
    #expect(
      stopped.remaining(at: at(80)) == .seconds(6) && stopped.remaining(at: at(106)) == .seconds(4))
  }

  @Test("a plan that stands is moved and goes on standing")
  func movesStanding() {
    var run = PlanRun(plan([10, 5]))
    #expect(!run.canGoBack)
    run.skip(at: at(50))
    #expect(
      run.state == .stopped && run.position == 1 && run.remaining(at: at(99)) == .seconds(5)
        && run.canGoBack)
    run.start(at: at(60))
    run.stop(at: at(64))
    run.back(at: at(70))
    #expect(run.state == .stopped && run.position == 1 && run.remaining(at: at(99)) == .seconds(5))
    run.back(at: at(71))
    #expect(run.position == 0 && !run.canGoBack)
    run.reset()
    #expect(run == PlanRun(plan([10, 5])))
  }

  @Test("a command that does not apply changes nothing")
  func refusals() {
    typealias Command = (inout PlanRun) -> Void
    let late = at(104)
    let start: Command = { $0.start(at: late) }
    let stop: Command = { $0.stop(at: late) }
    let skip: Command = { $0.skip(at: late) }
    let back: Command = { $0.back(at: late) }
    let reset: Command = { $0.reset() }
    let running = started([10, 5])
    var stopped = running
    stopped.stop(at: at(103))
    let table: [(PlanRun, refused: [Command], accepted: [Command])] = [
      (PlanRun(plan([10, 5])), [stop, back, reset], [start, skip]),
      (running, [start, reset], [stop, skip, back]),
      (stopped, [stop], [start, skip, back, reset]),
      (started([10]), [start, skip, reset], [stop, back]),
      (started([-2, 5]), [reset], [start, stop, skip, back]),
      (started([2]), [start, skip, reset], [stop, back]),
    ]
    for (run, refused, accepted) in table {
      for (commands, applies) in [(refused, false), (accepted, true)] {
        for command in commands {
          var copy = run
          command(&copy)
          #expect((copy != run) == applies)
        }
      }
    }
  }

  @Test("a run from any parts is a valid one")
  func parts() {
    for state in RunState.allCases {
      for position in [Int.min, -1, 0, 1, 3, 5, 6, .max] {
        for spent in [
          Duration.seconds(Int64.min), .seconds(-1), .zero, .seconds(4), .seconds(5),
          .seconds(Int64.max),
        ] {
          let run = PlanRun(
            plan([10, -5, 8], rounds: 2), state: state, position: position, anchor: at(7),
            spentAtAnchor: spent)
          #expect((0..<6).contains(run.position) && run.spentAtAnchor >= .zero)
          if run.spentAtAnchor > run.step.length { #expect(run.isLast || run.step.waits) }
          if state == .reset { #expect(run == PlanRun(run.plan)) }
          let copy = PlanRun(
            run.plan, state: run.state, position: run.position, anchor: run.anchor,
            spentAtAnchor: run.spentAtAnchor
          )
          #expect(copy == run)
        }
      }
    }
    // What is longer than a step has gone on into those after it.
    let on = PlanRun(
      plan([10, 5, 8]), state: .stopped, position: 0, anchor: at(7), spentAtAnchor: .seconds(17))
    #expect(on.position == 2 && on.spentAtAnchor == .seconds(2))
  }

  @Test("at the ends of the time axis it holds and does not trap")
  func saturates() {
    for lengths in [[36_000_000], [-1, 5], Array(repeating: 36_000_000, count: 64)] {
      for start in [Instant.distantPast, .zero, Instant(nanoseconds: .max)] {
        var run = PlanRun(plan(lengths, rounds: 999))
        run.start(at: start)
        for now in [Instant.distantPast, .zero, Instant(nanoseconds: .max)] {
          let present = run.advanced(to: now)
          #expect(
            present.position < run.plan.count
              && present.remaining.value(at: now) <= present.step.length)
          #expect(present.progress.value(at: now) >= .zero)
          _ = (run.lastEnd(at: now), run.advanced(to: now).nextTurn)
          var copy = run
          copy.back(at: now)
          copy.skip(at: now)
          copy.stop(at: now)
          copy.start(at: .zero)
          #expect(copy.isRunning)
        }
      }
    }
  }
}
