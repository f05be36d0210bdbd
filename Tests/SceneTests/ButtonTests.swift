import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Rows of buttons")
struct ButtonTests {
  /// The buttons of a frame of `model`, by rows from the top.
  private func rows(
    _ model: Model, _ width: Int, _ height: Int, parts: Set<Part>? = nil, scale: Double = 1
  ) -> [[Button]] {
    let environment = Environment(width: width, height: height, scale: scale, parts: parts)
    let model = model.asOf(at(0))
    var buttons = Buttons()
    var update = Update(
      model: model, pointer: Pointer(), panel: Panel(Panel.Key(model, in: environment.still)),
      isNew: true)
    _ = buttons.update(&update)
    return Dictionary(grouping: buttons.buttons) { $0.frame.minY }.sorted { $0.key < $1.key }.map(
      \.value)
  }

  @Test("buttons are at least 28 units high, and left out row by row where there is no room")
  func room() {
    let table: [(Int, Int, [Int])] = [
      (840, 480, [6]), (420, 240, [2]), (400, 400, [2]), (300, 300, [2]), (360, 420, [2]),
      (300, 180, []), (160, 160, []), (120, 120, []), (720, 140, [2, 4]), (320, 100, []),
    ]
    for (width, height, counts) in table {
      let rows = rows(Model(), width, height)
      #expect(rows.map(\.count) == counts, "\(width)x\(height)")
    }
    for (width, height) in PanelTests.windows {
      for mode in Mode.allCases {
        for button in rows(Model(mode: mode), width, height).joined() {
          #expect(button.frame.height >= 28 && button.frame.width >= 28, "\(width)x\(height)")
        }
      }
    }
  }

  @Test("buttons of 36 units and more have hints, however wide they are")
  func hints() throws {
    for (width, height) in PanelTests.windows + [(300, 300), (240, 480), (480, 840), (600, 340)] {
      for mode in Mode.allCases {
        for digits in [1, 4, 8] {
          let model = Model(mode: mode, counter: try Counter(0, digits: digits))
          for button in rows(model, width, height).joined() {
            #expect(button.hasHints == (button.frame.height >= 36), "\(width)x\(height)")
          }
        }
      }
    }
  }

  @Test("all of a row have one height, one type size and one baseline", arguments: Mode.allCases)
  func lines(mode: Mode) {
    for (width, height) in PanelTests.windows + [(300, 300), (240, 480), (480, 840), (600, 340)] {
      let model = Model(mode: mode).after([(9, .selectRing(1))])
      let titles = Set((model.asOf(at(0)).buttons + ButtonContent.rings).map(\.title))
      for row in rows(model, width, height) {
        #expect(Set(row.map(\.frame.height)).count == 1, "\(width)x\(height)")
      }
      let list = stillFrame(model, in: Environment(width: width, height: height), at: reading(10))
      let captions = list.pictures.flatMap(\.texts).filter {
        titles.contains($0.string) && $0.isBold && $0.alignment == .center
      }
      let lines = Dictionary(grouping: captions) { $0.frame.midY.rounded() }
      for line in lines.values {
        let isPercent = Dictionary(grouping: line) { $0.string.hasSuffix("%") }
        for row in isPercent.values { #expect(Set(row.map(\.size)).count == 1) }
      }
      #expect(lines.count == rows(model, width, height).count, "\(width)x\(height)")
    }
  }

  @Test(
    "selecting a ring moves nothing; its buttons have a row, or that of the others",
    arguments: [Mode.timer, .plan, .counter])
  func selection(mode: Mode) throws {
    func lines(_ composer: FrameComposer) -> [String] {
      composer.elements.description(at: reading(10)).filter { $0.hasPrefix("button.") }
    }
    for (width, height) in [
      (840, 480), (480, 840), (500, 500), (1280, 800), (1920, 480), (360, 640),
    ] {
      let environment = Environment(width: width, height: height).still
      var composer = FrameComposer()
      let rings = ["A", "B", "C"].map { RingModel(name: $0, source: .manual(0.5)) }
      let model = Model(mode: mode, rings: rings)
      _ = composer.frame(model, in: environment, at: reading(10))
      let before = Set(lines(composer))
      _ = composer.frame(
        model.after([(10, .selectRing(2))]), in: environment, at: reading(11))
      let after = Set(lines(composer))
      let new = after.subtracting(before)
      let count = new.filter { $0.hasPrefix("button.rings") }.count
      let toggle = model.asOf(at(11)).toggleButton.map { "button.\($0.role)" }
      if count < 4 {
        // In less than half a row, three are beside what starts and stops.
        #expect(count == 3 && toggle.map { name in after.contains { $0.hasPrefix(name) } } != false)
      } else {
        #expect(count == 4)
      }
      let gone = before.subtracting(after)
      // Below, they share the row of the main buttons, or take it if half of it is too short.
      #expect(width >= 600 ? gone.isEmpty : !gone.isEmpty, "\(width)x\(height)")
      for line in gone {
        // The row is the same.
        func middle(_ line: String) -> Double {
          let numbers = line.split(separator: " ").compactMap { Double($0) }
          return numbers.count > 3 ? numbers[1] + numbers[3] / 2 : 0
        }
        #expect(new.allSatisfy { abs(middle($0) - middle(line)) <= 1 }, "\(new) \(line)")
      }
    }
  }
}
