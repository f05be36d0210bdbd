import TestSupport
import Testing
import Timekeeping

/// What has to hold for any plan at any time.
@Suite("Any plan that is gone through")
struct AnyPlanRunTests {
  /// A run that has gone through random commands, and the instant of the last.
  private func play(_ random: inout SplitMix64, commands: Int) -> (run: PlanRun, now: Instant) {
    let steps = (0..<Int.random(in: 1...9, using: &random)).map { index in
      PlanStep(
        "\(index)", .milliseconds(Int.random(in: 1000...20_000, using: &random)),
        waits: Int.random(in: 0..<5, using: &random) == 0)
    }
    var run = PlanRun(Plan(steps: steps, rounds: Int.random(in: 1...5, using: &random)))
    var now = Instant(nanoseconds: Int64.random(in: 0...1_000_000_000_000, using: &random))
    for _ in 0..<commands {
      now = now + Duration.nanoseconds(Int64.random(in: 0...40_000_000_000, using: &random))
      act(on: &run, at: now, using: &random)
    }
    return (run, now)
  }

  private func act(on run: inout PlanRun, at now: Instant, using random: inout SplitMix64) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: run.start(at: now)
    case 2: run.stop(at: now)
    case 3: run.skip(at: now)
    case 4: run.back(at: now)
    default: run.reset()
    }
  }

  private func times(after now: Instant, _ random: inout SplitMix64) -> [Instant] {
    var time = now
    return (0..<20).map { _ in
      time = time + Duration.nanoseconds(Int64.random(in: 0...30_000_000_000, using: &random))
      return time
    }
  }

  @Test("going on bit by bit leads to where going on at once does", arguments: 0..<300)
  func stepwise(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (run, now) = play(&random, commands: Int.random(in: 0...8, using: &random))
    var stepwise = run
    for time in times(after: now, &random) {
      stepwise = stepwise.advanced(to: time)
      #expect(stepwise == run.advanced(to: time))
      #expect(stepwise.advanced(to: time) == stepwise)
      #expect(stepwise.remaining.value(at: time) == run.remaining(at: time))
      // A copy from its parts is the same.
      let copy = PlanRun(
        run.plan, state: stepwise.state, position: stepwise.position, anchor: stepwise.anchor,
        spentAtAnchor: stepwise.spentAtAnchor)
      #expect(copy == stepwise)
    }
  }

  @Test(
    "time leads on only, and what is over and what is left are all there is", arguments: 0..<300)
  func monotonic(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (run, now) = play(&random, commands: Int.random(in: 0...8, using: &random))
    var last: (position: Int, progress: Duration)?
    for time in times(after: now, &random) {
      let present = run.advanced(to: time)
      let progress = present.progress.value(at: time)
      if let last { #expect(present.position >= last.position && progress >= last.progress) }
      last = (present.position, progress)
      // What was over before this step, what is over of it, and what is left of it and of those after it.
      let lengths: [Duration] = (0..<run.plan.count).map { run.plan.step(at: $0).length }
      let before = lengths[..<present.position].reduce(Duration.zero, +)
      let after = lengths[(present.position + 1)...].reduce(Duration.zero, +)
      let rest = present.remaining.value(at: time)
      #expect(before + present.step.length - max(rest, .zero) == progress)
      #expect(progress + max(rest, .zero) + after == run.plan.length)
      if rest < .zero { #expect(present.isLast || present.step.waits) }
      if !run.isRunning { #expect(present == run) }
    }
  }

  @Test("what it says holds up to its next turn, and no longer", arguments: 0..<300)
  func turns(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (run, now) = play(&random, commands: Int.random(in: 1...8, using: &random))
    var present = run.advanced(to: now)
    var count = 0
    while let turn = present.nextTurn, count < 100 {
      #expect(turn > now)
      #expect(present.advanced(to: Instant(nanoseconds: turn.nanoseconds - 1)) == present)
      let next = present.advanced(to: turn)
      #expect(next != present && next.anchor == turn)
      #expect(
        next.hasEnded ? next.position == present.position : next.position == present.position + 1)
      #expect(
        run.lastEnd(at: turn).map { $0.instant == turn && $0.position == present.position } ?? false
      )
      #expect(run.advanced(to: turn - .nanoseconds(1)).nextTurn == turn)
      present = next
      count += 1
    }
    #expect(present.advanced(to: Instant(nanoseconds: .max)) == present)
  }

  @Test("a stop holds what is left, and a start goes on from there", arguments: 0..<200)
  func holds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (run, now) = play(&random, commands: Int.random(in: 1...8, using: &random))
    var stopped = run
    stopped.stop(at: now)
    guard stopped != run else { return }
    for time in times(after: now, &random) {
      #expect(stopped.remaining(at: time) == run.remaining(at: now))
    }
    let pause = Duration.seconds(77)
    guard !stopped.isWaiting else { return }
    stopped.start(at: now + pause)
    for time in times(after: now, &random) {
      let (here, there) = (stopped.advanced(to: time + pause), run.advanced(to: time))
      #expect(
        here.position == there.position
          && here.remaining.value(at: time + pause) == there.remaining.value(at: time)
      )
    }
  }
}
