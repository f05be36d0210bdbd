import DisplayLists
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("When the picture will next differ")
struct NextChangeTests {
  /// The answer for a window that has just been opened, without motion.
  private func next(_ model: Model, _ parts: Set<Part>? = nil, at reading: ClockSample)
    -> NextChange
  {
    var composer = FrameComposer()
    let environment = Environment(width: 840, height: 480, parts: parts, isAnimated: false)
    _ = composer.frame(model, in: environment, at: reading)
    return composer.nextChange
  }

  @Test("never, where nothing runs")
  func never() {
    let stopped = Model().after([(0, .start), (5, .lap), (9, .stop)])
    for model in [Model(), stopped, Model(mode: .counter), Model(mode: .timer), Model(mode: .plan)]
    {
      #expect(next(model, at: reading(10)) == .never)
    }
    #expect(next(Model(mode: .clock), [.rings, .buttons], at: reading(10)) == .never)
  }

  @Test("with the next frame, where the running time is seen")
  func nextFrame() {
    let running = Model().after([(0, .start)])
    for parts: Set<Part> in [[.digits], [.dial], [.laps], [.digits, .rings]] {
      #expect(next(running, parts, at: reading(3)) == .nextFrame)
    }
    // The list of laps alone is shown in every mode but one that has another list.
    for mode in Mode.allCases where mode != .plan {
      #expect(next(running.after([(1, .mode(mode))]), [.laps], at: reading(3)) == .nextFrame)
    }
    for parts: Set<Part> in [[.buttons], [.rings], [.rings, .buttons]] {
      #expect(next(running, parts, at: reading(3)) == .never)
    }
  }

  @Test("at the next second of the clock, where it is seen")
  func clock() {
    for parts: Set<Part>? in [nil, [.digits], [.dial]] {
      #expect(next(Model(mode: .clock), parts, at: reading(10.25)) == .at(at(11)))
    }
  }

  @Test("at its next minute, where it shows no seconds")
  func clockOfMinutes() {
    let clock = ClockStyle(showsSeconds: false)
    let sources: [RingSource] = [.hour, .day]
    for rings in [RingSet.usual, sources.map { RingModel(name: "", source: $0) }] {
      let model = Model(mode: .clock, rings: rings, clock: clock)
      for parts: Set<Part>? in [nil, [.digits], [.dial]] {
        // The clock says 08:53:20 at 0.
        #expect(next(model, parts, at: reading(10.25)) == .at(at(40)))
        #expect(
          difference(stillFrame(model, at: reading(10.25)), stillFrame(model, at: reading(39.9)))
            == nil)
      }
    }
  }

  @Test("when a notice goes")
  func notice() {
    let model = Model(mode: .counter).after([(10, .count(.to(-1000)))])
    #expect(next(model, at: reading(11)) == .at(at(13)))
    #expect(next(model, at: reading(13)) == .never)
  }

  @Test(
    "a ring of the stopwatch needs no wake-up while that is stopped, one of the clock or the day does"
  )
  func sources() {
    let stopped = Model().after([(0, .start), (5, .stop)])
    func ring(_ source: RingSource, _ mode: Mode) -> Model {
      Model(mode: mode, rings: [RingModel(name: "", source: source)], stopwatch: stopped.stopwatch)
    }
    for source in [RingSource.second, .minute, .hour] {
      #expect(next(ring(source, .stopwatch), at: reading(7.5)) == .never)
    }
    for source in [RingSource.second, .minute, .hour, .day] {
      #expect(next(ring(source, .clock), [.rings], at: reading(7.5)) == .at(at(8)))
    }
    #expect(next(ring(.day, .stopwatch), at: reading(7.5)) == .at(at(8)))
  }

  @Test("with the next frame while something moves, and no longer")
  func motion() {
    var composer = FrameComposer()
    let model = Model()
    _ = composer.frame(model, at: reading(0))
    _ = composer.frame(model, at: reading(1))
    #expect(composer.nextChange == .never)
    let moved = model.after([(1, .setRings(1))])
    for (time, expected) in [(1.0, NextChange.nextFrame), (1.99, .nextFrame), (2, .never)] {
      _ = composer.frame(moved, at: reading(time))
      #expect(composer.nextChange == expected)
    }
  }

  @Test(
    "the clock comes to rest within each second, so that it wakes up once and for its motion alone")
  func clockRests() {
    let sources: [RingSource] = [.manual(0.5), .second, .minute, .hour, .day]
    let model = Model(mode: .clock, rings: sources.map { RingModel(name: "", source: $0) })
    var composer = FrameComposer()
    for second in 1...70 {
      _ = composer.frame(model, at: reading(Double(second)))
      _ = composer.frame(model, at: reading(Double(second) + 0.4))
      #expect(
        composer.nextChange == .at(at(Double(second + 1))))
    }
  }

  @Test(
    "once the clock was set or its zone is another one, the next frame shows it, however soon that is",
    arguments: [3600, -3600, 0.75, -0.75, 3_456_000] as [Double])
  func clockSet(jump: Double) {
    let model = Model(mode: .clock, rings: [RingModel(name: "", source: .day)])
    var composer = FrameComposer()
    _ = composer.frame(model, in: .usual.still, at: reading(10.25))
    composer.advance(to: reading(10.5))
    #expect(composer.nextChange == .at(at(11)))
    let set = ClockSample(instant: at(10.6), wall: reading(10.6 + jump).wall)
    composer.advance(to: set)
    #expect(difference(composer.frame.list, stillFrame(model, at: set)) == nil)
    #expect(composer.nextChange == .at(set.nextStep(of: 1)))
  }

  @Test("the picture stays until then, and differs from then on", arguments: 0..<120)
  func exact(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    let composer = FrameComposer()
    for _ in 0..<15 {
      play.act(on: composer)
      play.wait(play.shortWhile())
    }
    let model = play.model
    let environment = play.environment.still
    let start = reading(play.now)
    var fresh = FrameComposer()
    let shown = fresh.frame(model, in: environment, at: start)
    func later(_ instant: Instant) -> DisplayList {
      let seconds = Double((instant - start.instant).nanosecondsClamped) / 1e9
      return stillFrame(model, in: environment, at: reading(play.now + seconds))
    }
    switch fresh.nextChange {
    case .never:
      for seconds: Int in [1, 7, 61, 3601, 90_000] {
        #expect(difference(shown, later(start.instant + .seconds(seconds))) == nil)
      }
    case .at(let instant):
      #expect(instant > start.instant)
      let before = Instant(nanoseconds: instant.nanoseconds - 1_000)
      if before > start.instant { #expect(difference(shown, later(before)) == nil) }
      // At a turn the picture may stay what it is: it has to be asked.
      if instant != model.asOf(start.instant).nextTurn {
        #expect(difference(shown, later(instant + .microseconds(1))) != nil)
      }
    case .nextFrame:
      #expect(difference(shown, later(start.instant + .milliseconds(17))) != nil)
    }
  }
}
