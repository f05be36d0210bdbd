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
    let environment = Environment(width: 840, height: 480, parts: parts).still
    _ = composer.frame(model, in: environment, at: reading)
    return composer.nextChange
  }

  @Test("when a notice goes")
  func notice() {
    let model = Model(mode: .counter).after([(10, .count(.to(-1000)))])
    #expect(next(model, at: reading(11)) == .at(at(13)))
    #expect(next(model, at: reading(13)) == .never)
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
      // At a turn, or after a selection, the picture may stay what it is: it has to be asked.
      let present = model.asOf(start.instant)
      // What is typed stands where a notice would.
      let hidden = model.entry == nil ? nil : present.message?.end
      let asked = [
        present.nextTurn, present.nextButtons, model.rings.chosenUntil, hidden,
      ]
      if !asked.contains(instant) {
        #expect(difference(shown, later(instant + .microseconds(1))) != nil)
      }
    case .nextFrame:
      #expect(difference(shown, later(start.instant + .milliseconds(17))) != nil)
    }
  }
}
