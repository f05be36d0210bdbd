import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Timer")
struct TimerTests {
  /// A timer of `length` seconds that was started at 0.
  private func running(_ length: Int) -> Model {
    Model(
      mode: .timer, rings: [RingModel(name: "Timer", source: .timer)],
      timer: Countdown(length: .seconds(length))
    ).after([(0, .start)])
  }

  private func environment(_ parts: Set<Part>) -> Environment {
    Environment(width: 840, height: 480, parts: parts)
  }

  @Test(
    "the rim is full at first and empties clockwise, the ring empties, and the hand shows the seconds"
  )
  func rest() throws {
    let theme = Theme.neumorphicLight
    for (seconds, share, angle) in [
      (0.0, 1.0, 1.0 / 3), (40, 0.5, 2.0 / 3), (60, 0.25, 1.0 / 3), (80, 0, 0),
    ] {
      let list = stillFrame(running(80), at: reading(seconds))
      let rim = try #require(list.rings.first { $0.isReversed })
      let ring = try #require(list.rings.first { !$0.isReversed })
      #expect(isClose(rim.progress, share, by: 0.0002) && isClose(ring.progress, share))
      #expect(rim.startColor == theme.hand && rim.isPlain)
      let hand = try #require(list.hands.last)
      #expect(isClose(hand.angle.turns, angle) && hand.color == theme.hand)
      // It lies between the ticks and the edge of the plate.
      let panel = Panel(Panel.Key(running(80), in: .usual))
      let dial = try #require(panel.dial)
      #expect(rim.radius < dial.plateRadius && rim.radius - rim.thickness > dial.diameter / 2)
    }
  }

  @Test("past the end a thin line runs round the rim, and the hand goes on by what has overrun")
  func overrun() throws {
    let theme = Theme.neumorphicLight
    let list = stillFrame(running(80), at: reading(95))
    let rims = list.rings.filter(\.isReversed)
    #expect(rims.map(\.progress) == [0, 0] && rims.last?.trackColor == theme.worst)
    #expect(rims[1].thickness < rims[0].thickness)
    let hand = try #require(list.hands.last)
    #expect(isClose(hand.angle.turns, 0.25))
    #expect(list.texts.contains { $0.string == "-15.00" })
    // Stopwatch and counter have none.
    for mode in [Mode.stopwatch, .counter] {
      let other = running(80).after([(1, .mode(mode))])
      #expect(stillFrame(other, at: reading(95)).rings.filter(\.isReversed).isEmpty)
    }
  }

  @Test("without hundredths the digits alone need one wake-up a second and their fade")
  func wakeUps() {
    var composer = FrameComposer()
    let (model, digits) = (running(300), environment([.digits]))
    _ = composer.frame(model, in: digits, at: reading(0.5))
    for seconds in [1.2, 1.7] { composer.advance(to: reading(seconds)) }
    for second in 2...8 {
      let due = at(Double(second)) + .nanoseconds(1)
      #expect(composer.nextChange == .at(due))
      composer.advance(to: ClockSample(instant: due, wall: reading(0).wall))
      #expect(composer.nextChange == .nextFrame)
      composer.advance(to: reading(Double(second) + 0.4))
    }
  }

  @Test(
    "a dial and a ring sweep with every frame, until they are empty; digits below a minute do, too")
  func frames() {
    func next(_ parts: Set<Part>, at seconds: Double, animated: Bool = false) -> NextChange {
      var composer = FrameComposer()
      let environment = animated ? environment(parts) : environment(parts).still
      _ = composer.frame(running(300), in: environment, at: reading(seconds))
      return composer.nextChange
    }
    for parts: Set<Part> in [[.dial], [.rings], [.digits, .dial], [.digits, .rings]] {
      #expect(next(parts, at: 10.5) == .nextFrame)
    }
    #expect(next([.digits], at: 10.5) == .at(at(11) + .nanoseconds(1)))
    #expect(next([.digits], at: 250.5) == .nextFrame && next([.digits], at: 310) == .nextFrame)
    #expect(next([.digits], at: 365.5) == .at(at(366)))
    #expect(next([.rings], at: 300) == .never && next([.dial], at: 300) == .nextFrame)
  }

  @Test(
    "rim and ring never jump: not when it runs out in a moment, is made longer, stopped or reset")
  func neverJumps() throws {
    var model = running(3)
    var composer = FrameComposer()
    var last: [Double]?
    let commands: [(Int, Command)] = [
      (40, .step(1)), (90, .step(-1)), (120, .stop), (160, .reset), (200, .start),
      (230, .step(10)),
    ]
    for frame in 0..<300 {
      let now = Double(frame) / 60
      for (place, command) in commands where place == frame {
        _ = model.apply(command, at: at(now))
      }
      let list = composer.frame(model, at: reading(now))
      let shown = list.rings.filter { $0.trackColor != Theme.neumorphicLight.worst }.prefix(2).map(
        \.progress)
      #expect(shown.count == 2)
      // In a frame the time takes a 180th; a jump of the whole ring, smoothed, at most about an eighth.
      if let last {
        for (old, new) in zip(last, shown) { #expect(abs(new - old) < 0.13, "frame \(frame)") }
      }
      last = Array(shown)
      if frame == 39 { #expect(isClose(shown[0], 1 - 39.0 / 180, by: 1e-3)) }
    }
  }

  @Test(
    "the digits fade out and in twice a second from the end on, until it is noticed, and not without animation"
  )
  func flash() throws {
    func lit(_ model: Model, at seconds: Double, in environment: Environment) -> [Int] {
      var composer = FrameComposer()
      for frame in 60..<Int(seconds * 60) {
        _ = composer.frame(model, in: environment, at: reading(Double(frame) / 60))
      }
      let list = composer.frame(model, in: environment, at: reading(seconds))
      return list.lights.map { group in (0..<8).map { group.level($0) }.max() ?? 0 }
    }
    let digits = environment([.digits])
    let model = running(2)
    for (seconds, level) in [
      (1.9, 63), (2.25, 0), (2.375, 32), (2.5, 63), (2.75, 0), (6.75, 0), (7.25, 63),
    ] {
      let levels = lit(model, at: seconds, in: digits)
      #expect(levels.allSatisfy { abs($0 - level) <= 2 }, "\(seconds): \(levels)")
      #expect(lit(model, at: seconds, in: digits.still).allSatisfy { $0 == 63 })
    }
    let told = model.after([(2, .announceEnd), (2.2, .setRings(0))])
    #expect((lit(told, at: 2.25, in: digits).max() ?? 63) <= 2)
    #expect(lit(told.after([(2.2, .answer(.notice))]), at: 2.25, in: digits).last == 63)
  }
}
