import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Stopwatch dial")
struct DialTests {
  @Test(
    "the total's hand stands at 6 degrees a second, the small one at a turn in 1800 s, however long it runs"
  )
  func angles() throws {
    let model = Model().after([(0, .start)])
    let hours: [Int64] = [0, 1, 99, 10_000, 1_000_000]
    for hour in hours {
      for milliseconds: Int64 in [0, 1, 12_345, 59_999, 61_250, 1_799_999, 3_599_999] {
        let total = hour * 3_600_000 + milliseconds
        let instant = Instant(nanoseconds: total * 1_000_000)
        let list = stillFrame(model, at: ClockSample(instant: instant, wall: reading(0).wall))
        #expect(list.hands.count == 2)
        let main = try #require(list.hands.last)
        let mini = try #require(list.hands.first)
        #expect(isClose(main.angle.turns * 360, Double(total % 60_000) / 1000 * 6))
        // By steps of a part of a pixel, as it is too slow to be seen moving.
        let step = Dial.tipStep / (2 * .pi * mini.length)
        #expect(
          isClose(mini.angle.turns, Double(total % 1_800_000) / 1_800_000, by: step / 2 + 1e-9))
      }
    }
  }

  @Test("the ghost hand stands where the lap's hand is when the lap takes as long")
  func ghost() throws {
    let theme = Theme.neumorphicLight
    func hand(_ model: Model, at seconds: Double) -> [Double] {
      stillFrame(model, at: reading(seconds)).hands.filter { $0.color == theme.ghostHand }.map(
        \.angle.turns)
    }
    func model(_ ghost: Ghost, target: Duration? = nil) -> Model {
      Model(targetLap: target, ghost: ghost).after([(0, .start), (20, .lap), (35, .lap)])
    }
    #expect(hand(model(.best), at: 40) == [0.25] && hand(model(.off), at: 40) == [])
    #expect(
      hand(model(.target, target: .seconds(66)), at: 40) == [0.1]
        && hand(model(.target), at: 40) == [])
    #expect(hand(Model(ghost: .best).after([(0, .start)]), at: 3) == [])
    // It lies behind the lap's hand, which it meets.
    let hands = stillFrame(model(.best), at: reading(50)).hands
    #expect(hands.map(\.color) == [theme.text, theme.ghostHand, theme.lapHand, theme.hand])
    #expect(isClose(hands[1].angle.turns, hands[2].angle.turns))
  }

  @Test("past the ghost's lap the dial shows by how much")
  func excess() {
    func signed(_ ghost: Ghost, at seconds: Double) -> [String] {
      stillFrame(Model(ghost: ghost).after([(0, .start), (20, .lap)]), at: reading(seconds)).texts
        .map(
          \.string
        )
        .filter { $0.hasPrefix("+") }
    }
    #expect(
      signed(.best, at: 40) == [] && signed(.best, at: 40.5) == ["+0.50"]
        && signed(.off, at: 50) == [])
    #expect(signed(.best, at: 101.25) == ["+1:01.25"])
  }

  @Test("the first lap makes room for itself on the dial at once: two dials never mix")
  func cut() throws {
    var composer = FrameComposer()
    let model = Model().after([(0, .start)])
    for second in 0...3 { _ = composer.frame(model, at: reading(Double(second))) }
    let dial = try #require(composer.panel?.dial)
    let middle = PixelRect(covering: Rect(center: dial.center, size: .zero).inset(by: -1))
    for (time, model) in [(4.0, model.after([(4, .lap)])), (5, model)] {
      for frame in 0..<12 {
        let list = composer.frame(model, at: reading(time + Double(frame) / 60))
        let mixed = list.items.contains {
          if case .snapshot(let snapshot) = $0 { snapshot.extent.intersects(middle) } else { false }
        }
        #expect(!mixed, "\(time), frame \(frame)")
      }
    }
  }

  /// The smallest distance of the bars of sweep hands from what a text covers, in device pixels.
  private func distance(of hands: ArraySlice<Hand>, from text: TextRun) -> Double {
    let width = Double(text.string.count) * text.size * 0.55
    let ink = Rect(center: text.frame.center, size: Size(width: width, height: text.size * 0.75))
    return hands.flatMap { hand in
      stride(from: 0, through: hand.length, by: 1).map { place in
        let point = hand.center.polar(angle: hand.angle, distance: place)
        let (dx, dy) = (
          max(ink.minX - point.x, 0, point.x - ink.maxX),
          max(ink.minY - point.y, 0, point.y - ink.maxY)
        )
        return (dx * dx + dy * dy).squareRoot() - hand.width / 2
      }
    }.min() ?? 0
  }

  @Test(
    "no sweep hand crosses the readout, which moves at most twice a minute for each hand",
    arguments: [nil, 0.0, 0.4, 3, 14.6, 17, 17.9, 25, 30, 38, 43, 52, 59.8] as [Double?])
  func freeReadout(lap: Double?) {
    var model = Model().after([(0, .start)])
    if let lap { model = model.after([(60 + lap, .lap)]) }
    let environment = Environment(width: 400, height: 400, parts: [.dial])
    var places: [Double] = []
    for step in 0..<240 {
      let list = stillFrame(model, in: environment, at: reading(120 + Double(step) / 4))
      let times = list.texts.filter { $0.string.contains(".") }
      #expect(times.count == (lap == nil ? 1 : 2))
      for time in times {
        #expect(
          distance(of: list.hands.dropFirst(), from: time) > 1, "\(time.string) at \(step)")
      }
      places.append(times.first?.frame.midX ?? 0)
    }
    let moves = places.indices.filter { places[$0] != places[($0 + 1) % 240] }
    #expect(moves.count == 2 || lap != nil && moves.count <= 4)
    // It does not go back at once.
    for (move, next) in zip(moves, moves.dropFirst() + moves.prefix(1).map { $0 + 240 }) {
      #expect(next - move >= 12)
    }
  }

  @Test("the readout of a timer, and the words of a plan, move aside, too")
  func otherReadouts() throws {
    let environment = Environment(width: 400, height: 400, parts: [.dial])
    let plan = PlanRun(
      Plan(steps: [PlanStep("Work", .seconds(120)), PlanStep("Rest", .seconds(60))], rounds: 2))
    for (mode, count) in [(Mode.timer, 1), (.plan, 3)] {
      let model = Model(mode: mode, plan: plan).after([(0, .start)])
      for step in 0..<200 {
        let list = stillFrame(model, in: environment, at: reading(Double(step) / 2))
        #expect(list.texts.count == count)
        for text in list.texts {
          #expect(
            distance(of: list.hands.dropFirst(), from: text) > 1, "\(text.string) at \(step)")
        }
      }
      let words = stillFrame(model, in: environment, at: reading(90)).texts.map(\.string)
      #expect(mode == .timer || words.contains("next: Rest"))
    }
  }

  @Test("the readout fades out where it was, and then in where it is free, and then rests")
  func movedReadout() throws {
    let model = Model().after([(0, .start)])
    // The hand comes near at 22.65 s.
    for (environment, isAnimated) in [(Environment.usual, true), (Environment.usual.still, false)] {
      var composer = FrameComposer()
      func readout(_ seconds: Double) throws -> TextRun {
        try #require(
          composer.frame(model, in: environment, at: reading(seconds)).texts.first {
            $0.string.hasPrefix("00:2")
          })
      }
      let before = try readout(22)
      var seen: [(isMoved: Bool, alpha: Float)] = []
      for step in 0..<30 {
        let text = try readout(22.66 + Double(step) / 60)
        seen.append((text.frame != before.frame, text.color.alpha))
      }
      let moved = try #require(seen.firstIndex { $0.isMoved })
      #expect(isAnimated ? (4...7).contains(moved) : moved == 0)
      #expect(seen.dropFirst(moved).allSatisfy { $0.isMoved })
      let alphas = seen.map(\.alpha)
      #expect(alphas[..<moved].elementsEqual(alphas[..<moved].sorted(by: >)))
      #expect(alphas[moved...].elementsEqual(alphas[moved...].sorted()) && alphas.last == 1)
      // A picture of that moment alone shows the same, and a stopped one costs nothing.
      let stopped = model.after([(25, .stop)])
      _ = composer.frame(stopped, in: environment, at: reading(25))
      let list = composer.frame(stopped, in: environment, at: reading(27))
      let texts = stillFrame(model, at: reading(25)).texts
      #expect(texts == list.texts && composer.nextChange == .never)
    }
  }
}
