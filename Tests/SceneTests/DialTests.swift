import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Stopwatch dial")
struct DialTests {
  @Test("all that stands still is inside the extent of the picture", arguments: ThemeName.builtIn)
  func extent(name: ThemeName) {
    for side in [24.0, 100, 315, 2000] {
      let dial = DialLayout(in: Rect(x: 0, y: 0, width: side, height: side))
      let picture = dial.picture(hasHours: false, theme: Theme.named(name), on: nil)
      for mark in picture.marks {
        let box =
          switch mark {
          case .fill(let path, _), .sheen(let path, _): path.bounds
          case .stroke(let path, let width, _, _): path.bounds.inset(by: -width / 2)
          case .shadow(let path, _, .inside): path.bounds
          case .shadow(let path, let shadow, _): path.bounds.inset(by: -shadow.reach)
          case .text(let run): run.frame
          }
        #expect(box.isEmpty || picture.extent.rect.contains(box))
      }
    }
  }

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

  @Test(
    "the running lap is the outermost arc: pale up to the best lap's end, past the slowest's, up to a turn"
  )
  func runningLap() throws {
    let model = Model().after([(0, .start), (40, .lap), (70, .lap)])
    let environment = Environment(width: 400, height: 400, parts: [.dial])
    func arc(_ model: Model, at seconds: Double) throws -> Ring {
      let rings = stillFrame(model, in: environment, at: reading(70 + seconds)).rings
      #expect(rings.count == 1)
      return try #require(rings.first)
    }
    for (seconds, turns) in [(0.0, 0.0), (10, 0.1875), (40, 0.75), (50, 0.9375), (60, 1)] {
      let ring = try arc(model, at: seconds)
      #expect(isClose(ring.progress, turns, by: 0.0005))
      let isPale = ring.startColor != Theme.neumorphicLight.lapHand
      #expect(isPale == (seconds < 30) && ring.isPlain && ring.trackColor.alpha == 0)
      // It moves by whole pixels, and not in each frame.
      let next = try arc(model, at: seconds + 0.001)
      #expect(next == ring)
      let others = stillFrame(model, in: environment, at: reading(70 + seconds)).rim
      #expect(others.count == 2)
      let hole = ring.radius - ring.thickness
      for other in others { #expect(other.radius + other.width / 2 < hole) }
    }
    let stopped = model.after([(80, .stop)])
    let (early, late) = (try arc(stopped, at: 10), try arc(stopped, at: 100))
    #expect(early == late && isClose(early.progress, 0.1875, by: 0.0005))
    let none = stillFrame(Model().after([(0, .start)]), in: environment, at: reading(9))
    #expect(none.rings.isEmpty)
  }

  @Test(
    "a small dial has the best, the worst and the running lap; between arcs there is a gap",
    arguments: [(400, 5), (300, 5), (240, 2), (180, 2), (170, 0)])
  func lapArcs(side: Int, count: Int) throws {
    let laps: [Double] = [0, 12, 25, 35, 46, 60, 72]
    for theme in ThemeName.builtIn {
      let model = Model(theme: theme).after(
        [(0, .start)] + laps.dropFirst().map { ($0, Command.lap) })
      let environment = Environment(width: side, height: side, parts: [.dial])
      let list = stillFrame(model, in: environment, at: reading(75))
      let radii = Set(list.rim.map(\.radius)).sorted()
      #expect(radii.count == count)
      #expect(list.rings.isEmpty == (count == 0))
      let width = list.rim.map(\.width).max() ?? 0
      for (inner, outer) in zip(radii, radii.dropFirst()) {
        #expect(outer - inner - width >= (side < 254 ? 0.4 : 0.7), "\(theme)")
      }
    }
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

  @Test("the laps lie around the dial, the newest outside, and the longest is the longest")
  func laps() throws {
    func laps(_ seconds: [Double]) -> Model {
      var (model, total) = (Model().after([(0, .start)]), 0.0)
      for length in seconds {
        total += length
        _ = model.apply(.lap, at: at(total))
      }
      return model
    }
    let theme = Theme.neumorphicLight
    let list = stillFrame(laps([20, 10, 15]), at: reading(50))
    let rim = list.rim
    #expect(rim.map { $0.end / 0.75 } == [0.75, 0.5, 1] && rim.allSatisfy { $0.start == 0 })
    #expect(rim.map(\.radius) == rim.map(\.radius).sorted(by: >))
    #expect(rim[1].color == theme.best && rim[2].color == theme.worst)
    let gap = rim[0].radius - rim[1].radius - rim[0].width
    #expect(gap >= 1 && gap <= 2 && rim.allSatisfy { $0.width >= 4 && $0.width <= 5 })
    // The hands end inside, and the face has the laps, so that they cost nothing.
    #expect(list.hands.allSatisfy { $0.length < rim[2].radius - 4 * rim[2].width })
    #expect(list.pictures.first?.marks.count ?? 0 > rim.count)
    // Of many the newest are there, and the best and the worst; one alone is neither.
    let many = stillFrame(laps([20, 10, 15, 16, 18, 17, 14, 13, 12]), at: reading(190)).rim
    #expect(many.map { ($0.end / 0.75 * 20).rounded() } == [12, 13, 14, 10, 20])
    #expect(many.suffix(2).map(\.color) == [theme.best, theme.worst])
    let one = stillFrame(laps([20]), at: reading(30)).rim
    #expect(one.count == 1 && one[0].end == 0.75 && one[0].color != theme.worst)
    // Two are in proportion. Beside one very long one of many the others are not dots.
    for (seconds, ends) in [
      ([0.5, 2], [0.1875, 0.75]), ([12, 10, 279, 12], [0.208, 0.25, 0.25, 1]),
    ] as [([Double], [Double])] {
      let rim = stillFrame(laps(seconds), at: reading(320)).rim.map(\.end).sorted()
      #expect(zip(rim, ends).allSatisfy { isClose($0, $1, by: 1e-3) }, "\(seconds)")
    }
    #expect(stillFrame(Model().after([(0, .start)]), at: reading(5)).rim.isEmpty)
    for (width, height) in [(120, 120), (160, 160), (240, 135)] {
      for parts in [nil, [.dial]] as [Set<Part>?] {
        let small = Environment(width: width, height: height, parts: parts)
        #expect(stillFrame(laps([20, 10]), in: small, at: reading(50)).rim.isEmpty)
      }
    }
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

  @Test(
    "hands pass faintly behind numerals, each with frosted glass and a line around it, where they are"
  )
  func numerals() throws {
    for theme in ThemeName.builtIn {
      for mode in [Mode.stopwatch, .clock] {
        var seen: Set<String> = []
        for second in 0..<60 {
          let model = Model(mode: mode, theme: theme).after([(0, .start)])
          let list = stillFrame(model, at: reading(Double(second)))
          let face = try #require(list.pictures.first)
          let covers = list.pictures.filter { !$0.texts.isEmpty && $0.glass != nil }
          let last = try #require(
            list.items.lastIndex { if case .hand = $0 { true } else { false } })
          for cover in covers {
            let (path, glass) = try #require(cover.glass)
            #expect(try #require(list.items.firstIndex(of: .picture(cover))) > last)
            for run in cover.texts {
              seen.insert(run.string)
              #expect(face.texts.contains { $0.frame == run.frame && $0.string == run.string })
              #expect(run.halo == Theme.named(theme).hubFill && run.haloWidth >= 1)
              #expect(glass.radius < run.size * 0.2)
              #expect(cover.texts.count > 1 || path.bounds.width < run.size * 1.7)
              #expect(cover.extent.rect.contains(path.bounds))
            }
          }
          // All that a hand passes, and hardly more.
          #expect(covers.count <= 7)
          for run in face.texts where distance(of: list.hands[...], from: run) < run.size / 5 {
            let isCovered = covers.contains { $0.texts.contains { $0.frame == run.frame } }
            #expect(isCovered, "\(run.string), \(second)")
          }
        }
        #expect(mode == .clock || seen.count == 12)
      }
    }
    var environment = Environment.usual
    environment.backgroundOpacity = 0.3
    let list = stillFrame(Model(), in: environment, at: reading(0))
    #expect(list.pictures.allSatisfy { $0.glass == nil })
    // On a small dial, where they are larger than those of the design, they would hide ticks.
    let small = Environment(width: 120, height: 120, parts: [.dial])
    let pictures = stillFrame(Model(), in: small, at: reading(0)).pictures
    #expect(pictures.allSatisfy { $0.glass == nil || $0.texts.isEmpty })
  }

  @Test("an older lap is paler")
  func shades() throws {
    for theme in ThemeName.builtIn {
      var model = Model().after([(0, .theme(theme)), (0, .start)])
      for lap in 1...6 { _ = model.apply(.lap, at: at(Double(lap * 20 + lap % 2))) }
      let plate = Theme.named(theme).hubFill
      let kinds = [Theme.named(theme).best, Theme.named(theme).worst]
      let colors = stillFrame(model, at: reading(130)).rim.map(\.color).filter {
        $0.alpha == 1 && !kinds.contains($0)
      }
      let contrasts = colors.map { contrast($0, on: plate) }
      #expect(contrasts.count == 3 && contrasts == contrasts.sorted(by: >))
      for (one, next) in zip(contrasts, contrasts.dropFirst()) { #expect(one / next > 1.08) }
    }
  }
}
