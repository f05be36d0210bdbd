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
    "the wedge of the remaining time and the ring both empty back to the top; the long hand is the wedge's edge, the small one shows the seconds"
  )
  func rest() throws {
    let theme = Theme.neumorphicLight
    // A turn is 5 minutes, half an hour or three hours.
    let cases: [(length: Int, seconds: Double, wedge: Double, share: Double, second: Double)] = [
      (80, 0, 80.0 / 300, 1, 1.0 / 3), (80, 40, 40.0 / 300, 0.5, 2.0 / 3),
      (1500, 600, 0.5, 0.6, 0), (30, 15, 0.05, 0.5, 0.25), (7200, 1800, 0.5, 0.75, 0),
      (7200, 5400, 1.0 / 6, 0.25, 0),
    ]
    for (length, seconds, wedge, share, second) in cases {
      let list = stillFrame(running(length), at: reading(seconds))
      let ring = try #require(list.rings.first)
      #expect(isClose(ring.progress, share))
      let panel = Panel(Panel.Key(running(80).asOf(at(0)), in: .usual))
      let dial = try #require(panel.dial)
      #expect(list.rim.count == 2)
      for arc in list.rim {
        #expect(arc.start == 0 && isClose(arc.end, wedge, by: 0.0004), "\(length)")
      }
      // It reaches from the hub to the line at the edge of the plate.
      let (wide, line) = (list.rim[0], list.rim[1])
      let hub = try #require(list.hands.last.map { $0.hubRadius + $0.width / 2 })
      let (inner, outer) = (wide.radius - wide.width / 2, wide.radius + wide.width / 2)
      #expect(isClose(inner, hub) && isClose(outer, line.radius - line.width / 2))
      #expect(line.color == theme.hand && line.radius + line.width / 2 < dial.plateRadius)
      let (hand, mini) = (try #require(list.hands.last), try #require(list.hands.first))
      #expect(isClose(hand.angle.turns, wedge, by: 0.0004) && hand.color == theme.hand)
      #expect(isClose(mini.angle.turns, second, by: 0.001))
    }
  }

  @Test("past the end red digits count up from a plus sign, in whole seconds")
  func overrunDigits() throws {
    for theme in ThemeName.builtIn {
      for (seconds, text, lit) in [(95.2, "+0:15", [1, 6, 2, 2, 5]), (80 + 660.0, "+11:00", [1])] {
        let model = running(80).after([(0, .theme(theme))])
        let list = stillFrame(model, at: reading(seconds))
        let red = Theme.named(theme).worst
        #expect(list.hands.last?.color == red)
        // What glows is pale and has a red edge.
        if Theme.named(theme).glows {
          for style in list.lights.map(\.shape.style) {
            let edge = try #require(style.litEdges.first).color
            #expect(contrast(style.lit, on: edge) > 2 && edge.red > 2 * max(edge.green, edge.blue))
          }
        } else {
          #expect(list.lights.allSatisfy { $0.shape.style.lit == red })
        }
        let counts = list.lights.map { light in (0..<8).count { light.level($0) == 63 } }
        #expect(counts.starts(with: lit), "\(counts)")
        #expect(list.lights[0].shape.parts.count == 1 && counts.count == text.utf8.count)
      }
    }
  }

  @Test("past the end the rim pulses red once a second while it runs, and the small hand goes on")
  func overrun() throws {
    let theme = Theme.neumorphicLight
    var composer = FrameComposer()
    var model = running(80)
    func color(_ seconds: Double, _ environment: Environment = .usual) throws -> Color {
      let list = composer.frame(model, in: environment, at: reading(seconds))
      #expect(list.rim.count == 1 && list.rim.allSatisfy { $0.start == 0 && $0.end == 1 })
      return try #require(list.rim.first).color.inBytes
    }
    _ = composer.frame(model, at: reading(70))
    let (bright, dim) = (try color(95), try color(95.8))
    #expect(bright == theme.worst.inBytes && dim != bright)
    for second in 96...100 {
      #expect(try color(Double(second)) == bright && color(Double(second) + 0.8) == dim)
    }
    // A pulse has few steps.
    var colors: [Color] = []
    for frame in 0..<60 {
      let next = try color(110 + Double(frame) / 60)
      if next != colors.last { colors.append(next) }
    }
    #expect((8...24).contains(colors.count), "\(colors.count)")
    let hand = try #require(composer.frame.list.hands.first)
    #expect(isClose(hand.angle.turns, 30.0 / 60 + 59.0 / 3600, by: 1e-3))
    // Steady with reduced motion, and while the timer is stopped.
    for seconds in [95.2, 95.8] { #expect(try color(seconds, .usual.still) == bright) }
    model = model.after([(111, .stop)])
    #expect(try color(112.8) == bright)
    // Stopwatch and counter have none.
    for mode in [Mode.stopwatch, .counter] {
      let other = running(80).after([(1, .mode(mode))])
      #expect(stillFrame(other, at: reading(95)).rim.isEmpty)
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
    #expect(next([.digits], at: 250.5) == .nextFrame && next([.digits], at: 310) == .at(at(311)))
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
      let shown = [list.rim.first?.end ?? 0] + list.rings.map(\.progress)
      #expect(shown.count == 2)
      // In a frame the time takes a 180th; a jump of the whole ring, smoothed, at most about an eighth.
      if let last {
        for (old, new) in zip(last, shown) { #expect(abs(new - old) < 0.13, "frame \(frame)") }
      }
      last = Array(shown)
      if frame == 39 { #expect(isClose(shown[0], (3 - 39.0 / 60) / 300, by: 1e-3)) }
    }
  }

  @Test(
    "the digits dim and brighten twice a second from the end on, until it is noticed, and not without animation"
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
      (1.9, 63), (2.25, 25), (2.375, 44), (2.5, 63), (2.75, 25), (6.75, 25), (7.25, 63),
    ] {
      let levels = lit(model, at: seconds, in: digits)
      #expect(levels.allSatisfy { abs($0 - level) <= 2 }, "\(seconds): \(levels)")
      #expect(lit(model, at: seconds, in: digits.still).allSatisfy { $0 == 63 })
    }
    // The dial's rim pulses instead.
    for seconds in [2, 2.25, 2.5] {
      #expect(lit(model, at: seconds, in: .usual).allSatisfy { $0 == 63 }, "\(seconds)")
    }
    let told = model.after([(2, .announceEnd), (2.2, .setRings(0))])
    #expect((lit(told, at: 2.25, in: digits).max() ?? 63) <= 27)
    #expect(lit(told.after([(2.2, .answer(.acknowledge))]), at: 2.25, in: digits).last == 63)
  }
}
