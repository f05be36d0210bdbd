import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Stopwatch dial")
struct DialTests {
  static let faces: [DialFace?] =
    [nil, .minute, .plan] + DialScale.allCases.map { .scale($0) }

  @Test("all that stands still is inside the extent of the picture", arguments: ThemeName.builtIn)
  func extent(name: ThemeName) {
    for (side, face) in [24.0, 100, 315, 2000].flatMap({ side in Self.faces.map { (side, $0) } }) {
      let dial = DialLayout(in: Rect(x: 0, y: 0, width: side, height: side))
      let theme = Theme.named(name)
      let pictures = [dial.plate(face, theme: theme, on: nil), dial.ink(face, theme: theme)]
      for picture in pictures.compactMap({ $0 }) {
        expectInside(picture)
      }
    }
  }

  private func expectInside(_ picture: Picture) {
    for mark in picture.marks {
      let box =
        switch mark {
        case .fill(let path, _), .sheen(let path, _): path.bounds
        case .stroke(let path, _, _, _) where path.elements.isEmpty: Rect.zero
        case .stroke(let path, let width, _, _): path.bounds.inset(by: -width / 2)
        case .shadow(let path, _, .inside): path.bounds
        case .shadow(let path, let shadow, _): path.bounds.inset(by: -shadow.reach)
        case .text(let run): run.frame
        }
      #expect(box.isEmpty || picture.extent.rect.contains(box))
    }
  }

  @Test("a turn of a timer's dial is the first scale that holds it, and its last label is a turn")
  func scales() {
    let lengths = [1, 300, 301, 900, 1800, 3600, 3601, 10_800, 43_200, 86_400]
    let scales = lengths.map { DialScale(holding: .seconds($0)) }
    #expect(
      scales == [
        .fiveMinutes, .fiveMinutes, .quarterHour, .quarterHour, .halfHour, .hour, .threeHours,
        .threeHours, .twelveHours, .twelveHours,
      ])
    #expect(
      DialScale.allCases.map(\.labels.last) == ["5", "15", "30", "60", "3 h", "12 h"])
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

  @Test("the readout is where it was, however the hands turn; beside digits it is the lap alone")
  func readout() throws {
    let laps = Model().after([(0, .start), (3, .lap)])
    let alone = Environment(width: 400, height: 400, parts: [.dial])
    for (model, environment, count) in [
      (laps, alone, 3), (laps, .usual, 2), (Model().after([(0, .start)]), alone, 1),
      (Model().after([(0, .start)]), .usual, 0), (Model(mode: .timer), .usual, 0),
    ] {
      let panel = Panel(Panel.Key(model.asOf(at(4)), in: environment))
      let dial = try #require(panel.dial)
      var places: Set<[Double]> = []
      for step in 0..<240 {
        let list = stillFrame(model, in: environment, at: reading(120 + Double(step) / 4))
        let texts = list.texts.filter { dial.plate.contains($0.frame.center) }
        #expect(texts.count == count)
        places.insert(texts.flatMap { [$0.frame.midX, $0.frame.midY, $0.size] })
      }
      #expect(places.count == 1)
    }
  }

  @Test("hands run over numerals, and behind texts", arguments: ThemeName.builtIn)
  func order(theme: ThemeName) throws {
    for mode in [Mode.stopwatch, .timer, .clock] {
      let model = Model(mode: mode, theme: theme).after([(0, .start), (2, .lap)])
      let items = stillFrame(model, at: reading(30)).items
      func isHand(_ item: DisplayItem) -> Bool { if case .hand = item { true } else { false } }
      func isWedge(_ item: DisplayItem) -> Bool { if case .sector = item { true } else { false } }
      let first = try #require(items.firstIndex(where: isHand))
      let last = try #require(items.lastIndex(where: isHand))
      let numerals = try #require(
        items.firstIndex {
          if case .picture(let picture) = $0 {
            picture.texts.contains { $0.string == "5" }
          } else {
            false
          }
        })
      #expect(numerals < first)
      // A wedge is under the ink.
      #expect(items.lastIndex(where: isWedge).map { $0 < numerals } ?? (mode != .timer))
      for index in items.indices {
        if case .text(let run) = items[index], run.halo != nil { #expect(index > last) }
      }
    }
  }

  @Test("finished laps are grey, but for the best and the worst")
  func shades() throws {
    for theme in ThemeName.builtIn {
      var model = Model().after([(0, .theme(theme)), (0, .start)])
      for lap in 1...6 { _ = model.apply(.lap, at: at(Double(lap * 20 + lap % 2))) }
      let theme = Theme.named(theme)
      let colors = stillFrame(model, at: reading(130)).rim.map(\.color).filter { $0.alpha == 1 }
      let plain = colors.filter { ![theme.best, theme.worst, theme.lapHand].contains($0) }
      #expect(Set(plain).count == 1)
      let grey = try #require(plain.first)
      #expect(contrast(grey, on: theme.hubFill) >= Contrast.large)
    }
  }
}
