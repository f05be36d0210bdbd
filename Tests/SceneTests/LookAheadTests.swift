import DisplayLists
import Geometry
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Scene

@Suite("Frames before their time")
struct LookAheadTests {
  /// Composes up to seven frames behind `now`, sixty a second, as far as something moves; returns how many.
  private func lookAhead(_ composer: inout FrameComposer, from now: Double) -> Int {
    for number in 1...7 {
      let next = now + Double(number) / 60
      guard composer.canLookAhead(to: at(next)) else { return number - 1 }
      composer.advance(to: reading(next))
    }
    return 7
  }

  @Test("cancelled, they leave nothing behind", arguments: 0..<75 as Range<UInt64>)
  func leaveNothingBehind(seed: UInt64) throws {
    var play = RandomPlay(seed: seed)
    var (plain, ahead) = (FrameComposer(), FrameComposer())
    for step in 0..<60 {
      var same = play
      play.show(on: &plain)
      same.show(on: &ahead)
      try #require(difference(plain.frame.list, ahead.frame.list) == nil, "step \(step)")
      ahead.frame.removeChanges()
      let shown = ahead
      let count = lookAhead(&ahead, from: play.now)
      let painted = ahead.frame.list.damage(since: shown.frame.list)
      // The server has lost a part meanwhile.
      let exposed = PixelRect(x: 11, y: 17, width: 23, height: 29)
      ahead.frame.damage.add(exposed)
      ahead.restore(shown, painted: painted)
      try #require(
        difference(plain.frame.list, ahead.frame.list) == nil,
        "back \(count) frames in step \(step)")
      let damage = ahead.frame.damage
      #expect((painted.rects + [exposed]).allSatisfy(damage.covers))
      play.wait(play.shortWhile())
    }
  }

  @Test(
    "shown, they are those that would have been made when they were due",
    arguments: 0..<50 as Range<UInt64>)
  func areTheSame(seed: UInt64) throws {
    var play = RandomPlay(seed: seed)
    var (plain, ahead) = (FrameComposer(), FrameComposer())
    for _ in 0..<60 {
      var same = play
      play.show(on: &plain)
      same.show(on: &ahead)
      for _ in 0..<lookAhead(&ahead, from: play.now) {
        play.wait(1.0 / 60)
        plain.goOn(play.model, in: play.environment, pointer: play.pointer, to: reading(play.now))
      }
      try #require(difference(plain.frame.list, ahead.frame.list) == nil)
      play.wait(play.shortWhile())
    }
  }

  @Test(
    "from a restore point, the composer of the shown frame is composed again",
    arguments: 0..<25 as Range<UInt64>)
  func restorePoints(seed: UInt64) throws {
    var play = RandomPlay(seed: seed)
    var random = SplitMix64(seed: seed)
    var composer = FrameComposer()
    for step in 0..<30 {
      play.show(on: &composer)
      var point = RestorePoint(composer)
      for _ in 0..<[0, 2, 30, 200][Int.random(in: 0..<4, using: &random)] {
        play.wait(1.0 / 60)
        let isOutdated = composer.isOutdated(at: at(play.now))
        composer.goOn(
          play.model, in: play.environment, pointer: play.pointer, to: reading(play.now))
        if isOutdated { point = RestorePoint(composer) } else { point.record(reading(play.now)) }
      }
      var restored = point.composer
      try #require(
        difference(composer.frame.list, restored.frame.list) == nil, "in step \(step)")
      // What moves goes on in the same way, too.
      for frame in 1...20 {
        play.wait(1.0 / 60)
        func goOn(_ composer: inout FrameComposer) {
          composer.goOn(
            play.model, in: play.environment, pointer: play.pointer, to: reading(play.now))
        }
        goOn(&composer)
        goOn(&restored)
        try #require(
          difference(composer.frame.list, restored.frame.list) == nil,
          "\(frame) frames after step \(step)")
      }
    }
  }

  @Test(
    "whatever moves can be made ahead, but for the next step of a plan")
  func whatCanBeMadeAhead() {
    func count(_ model: Model, at now: Double, after command: Command? = nil) -> Int {
      var composer = FrameComposer()
      _ = composer.frame(model, at: reading(now - 1))
      let model = command.map { model.after([(now, $0)]) } ?? model
      _ = composer.frame(model, at: reading(now))
      return lookAhead(&composer, from: now)
    }
    let running = Model().after([(0, .start), (2, .lap)])
    #expect(count(running, at: 10) == 7)
    // The second's fade and the hand's step.
    #expect(count(Model(mode: .clock), at: 11.01) == 7)
    #expect(count(Model(), at: 10) == 0)
    #expect(count(running, at: 10, after: .mode(.timer)) == 7)
    #expect(count(running, at: 10, after: .toggleHelp) == 7)
    // The next step of a plan is no frame like the others.
    let plan = PlanRun(
      Plan(steps: [PlanStep("one", .seconds(10)), PlanStep("two", .seconds(10))], rounds: 1))
    let working = Model(mode: .plan, plan: plan).after([(0, .start)])
    #expect(count(working, at: 5) == 7)
    #expect(count(working, at: 9.96) == 2)
  }
}
