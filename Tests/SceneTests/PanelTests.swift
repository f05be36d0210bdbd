import DisplayLists
import Geometry
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Scene

@Suite("Panel")
struct PanelTests {
  static let windows: [(Int, Int)] = [
    (24, 24), (24, 192), (192, 24), (64, 64), (120, 120), (60, 480), (480, 60), (200, 300),
    (300, 200),
    (320, 240), (360, 640), (640, 360), (500, 500), (840, 480), (841, 479), (333, 777), (1280, 160),
    (160, 1280), (1920, 1080), (1080, 1920), (2160, 2160), (3840, 480), (3840, 2160),
  ]

  /// All sets of parts.
  static let subsets: [Set<Part>] = (0..<(1 << Part.allCases.count)).map { bits in
    Set(Part.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
  }

  /// A panel with that number of rings.
  static func panel(
    _ window: (Int, Int), parts: Set<Part>?, mode: Mode, rings: Int = 3, hasLaps: Bool = false,
    scale: Double = 1
  ) -> Panel {
    var stopwatch = Stopwatch()
    if hasLaps {
      stopwatch.start(at: .zero)
      stopwatch.lap(at: at(1))
    }
    let model = Model(
      mode: mode, theme: .flatLight,
      rings: (0..<rings).map { RingModel(name: "ring \($0)", source: .manual(0)) },
      stopwatch: stopwatch)
    let environment = Environment(width: window.0, height: window.1, scale: scale, parts: parts)
    return Panel(Panel.Key(model.asOf(at(0)), in: environment))
  }

  /// Where the digits of a time stand on `panel`.
  static func digits(_ panel: Panel) -> DigitRow.Placement? {
    let text =
      switch panel.key.digits {
      case .full: "00:00.00"
      case .short: "00:00"
      case .stacked: "0000"
      case .column: "000000"
      }
    let row = DigitRow(text: text, lineCount: panel.key.digits.lineCount)
    return panel.frames[.digits].map(row.place)
  }

  /// The buttons of `panel` in `mode`, with their boxes.
  static func buttons(_ panel: Panel, _ mode: Mode) -> [(role: ButtonContent.Role, frame: Rect)] {
    let rows = [
      (panel.rows[.main], Model(mode: mode).asOf(at(0)).buttons),
      (panel.rows[.rings], ButtonContent.rings),
    ]
    return rows.flatMap { bounds, contents in
      zip(contents, bounds.map({ Buttons.frames(count: contents.count, in: $0) }) ?? []).map {
        ($0.role, $1)
      }
    }
  }

  /// The boxes of everything that must not overlap, by name.
  static func boxes(_ panel: Panel, _ mode: Mode) -> [(name: String, box: Rect)] {
    var boxes: [(String, Rect)] = []
    if let digits = digits(panel) {
      let (xs, ys) = (digits.cells.map(\.x), digits.cells.map(\.y))
      let lines = Double((ys.max() ?? 0) - (ys.min() ?? 0))
      let height = lines + digits.digitHeight * digits.digitWidth
      let left = Double(xs.min() ?? 0)
      let right = Double(xs.max() ?? 0) + digits.digitWidth
      boxes.append(
        (
          "digits",
          Rect(x: left, y: Double(digits.cells.first?.y ?? 0), width: right - left, height: height)
        ))
    }
    if let gap = panel.frames[.gap] { boxes.append(("gap", gap)) }
    if let dial = panel.dial {
      let side = 2 * dial.plateRadius
      boxes.append(("dial", Rect(center: dial.center, size: Size(width: side, height: side))))
    }
    if let rings = panel.rings {
      if let outer = rings.circles.first {
        boxes.append(
          (
            "rings",
            Rect(
              center: outer.center, size: Size(width: 2 * outer.radius, height: 2 * outer.radius))
          )
        )
      }
      for (index, entry) in rings.legend.enumerated() {
        boxes.append(("name \(index)", entry.name.frame))
        boxes.append(("value \(index)", entry.value.frame))
      }
    }
    if !panel.listBox.frame.isEmpty { boxes.append(("laps", panel.listBox.frame)) }
    for button in buttons(panel, mode) { boxes.append(("button \(button.role)", button.frame)) }
    return boxes
  }

  private static func isOnWholePixels(_ rect: Rect) -> Bool {
    [rect.minX, rect.minY, rect.width, rect.height].allSatisfy { $0 == $0.rounded() }
  }

  @Test("everything lies in the window, apart from each other, and has a size", arguments: windows)
  func soundness(width: Int, height: Int) {
    var random = SplitMix64(seed: UInt64(width * 10_000 + height))
    let window = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    for parts in Self.subsets {
      let mode = Mode.allCases[Int.random(in: 0..<Mode.allCases.count, using: &random)]
      let hasLaps = Bool.random(using: &random)
      for rings in 1...6 {
        let panel = Self.panel(
          (width, height), parts: parts, mode: mode, rings: rings, hasLaps: hasLaps)
        let boxes = Self.boxes(panel, mode)
        let what = "\(parts.map(\.rawValue).sorted()) \(mode) \(rings) rings, laps \(hasLaps)"
        for (index, (name, box)) in boxes.enumerated() {
          #expect(
            box.width > 0 && box.height > 0 && box.minX.isFinite && box.minY.isFinite,
            "\(name): \(what)")
          // Circles stand on whole pixels, so they may be moved by half a pixel.
          #expect(window.inset(by: -0.5).contains(box), "\(name) \(box): \(what)")
          for (other, second) in boxes.dropFirst(index + 1) {
            #expect(
              !box.inset(by: 0.5).intersects(second.inset(by: 0.5)),
              "\(name) \(box), \(other) \(second): \(what)")
          }
        }
        for (role, frame) in Self.buttons(panel, mode) {
          #expect(Self.isOnWholePixels(frame), "\(role)")
        }
        for entry in panel.rings?.legend ?? [] {
          #expect([entry.name, entry.value].allSatisfy { Self.isOnWholePixels($0.frame) })
        }
        if let dial = panel.dial {
          for box in [dial.readout, dial.lapReadout, dial.caption] {
            #expect(Self.isOnWholePixels(box))
          }
        }
      }
    }
  }

  @Test(
    "every line of text that runs stands in a box of whole pixels inside the window",
    arguments: windows)
  func textBoxes(width: Int, height: Int) {
    let model = Model().after([(0, .start), (5, .lap), (7, .lap)])
    let environment = Environment(width: width, height: height)
    let list = stillFrame(model, in: environment, at: reading(9))
    for run in list.texts where !run.string.isEmpty {
      #expect(Self.isOnWholePixels(run.frame), "\(run.string)")
      #expect(
        Rect(x: 0, y: 0, width: Double(width), height: Double(height)).contains(run.frame),
        "\(run.string)")
      #expect(run.size <= run.frame.height + 1, "\(run.string)")
    }
  }

  @Test("no text is below 9 units", arguments: Mode.allCases)
  func smallestText(mode: Mode) {
    let names = ["Goal", "Reading long novels", "Build", "Water", "Walk", "Sleep"]
    for (width, height) in [(360, 220), (420, 140), (420, 240), (500, 500)] + Self.windows {
      for count in [3, 6] {
        let rings = names.prefix(count).map { RingModel(name: $0, source: .manual(0.5)) }
        let model = Model(mode: mode, rings: Array(rings))
          .after([(0, .start), (5, .lap), (7, .lap), (8, .selectRing(2))])
        let frame = stillFrame(
          model, in: Environment(width: width, height: height), at: reading(9))
        for run in frame.texts + frame.pictures.flatMap(\.texts)
        where !["▼", "▲"].contains(run.string) {
          #expect(run.size >= 8.9, "\(width)x\(height): \(run.string) of \(run.size)")
        }
      }
    }
  }

  @Test("rings are no dot beside the digits", arguments: Mode.allCases)
  func rings(mode: Mode) throws {
    for (width, height) in PanelTests.windows + [(241, 241), (240, 320), (360, 220)] {
      let model = Model(
        mode: mode, rings: [RingModel(name: "Goal", source: .manual(0.5))],
        counter: try Counter(42, digits: 4))
      let panel = Panel(Panel.Key(model.asOf(at(0)), in: Environment(width: width, height: height)))
      guard let digits = panel.frames[.digits], let outer = panel.rings?.circles.first else {
        #expect(mode != .counter || width < 200 || height < 200 || width == 300 || width == 241)
        continue
      }
      let number = digits.size.fitting(aspect: panel.key.digitAspect).height
      #expect(2 * outer.radius >= min(56, number / 2), "\(width)x\(height)")
    }
  }

  @Test("a small window has the time alone, and what fits beside it")
  func smallWindow() {
    let expected: [(Int, Int, [Part])] = [
      (24, 24, []), (64, 64, []), (139, 139, []), (200, 200, []), (200, 130, []), (240, 135, []),
      (320, 100, []), (500, 130, []), (139, 279, []), (60, 480, [.dial]), (480, 60, [.dial]),
      (240, 240, []), (241, 241, [.dial, .rings]), (420, 140, [.dial, .rings]),
    ]
    for (width, height, others) in expected {
      let panel = Self.panel((width, height), parts: nil, mode: .stopwatch)
      let shown: [Part] = [.digits, .dial, .rings].filter { panel.frames[$0] != nil }
      #expect(shown == [.digits] + others, "\(width)x\(height)")
      for button in Self.buttons(panel, .stopwatch) { #expect(button.frame.height >= 28) }
    }
  }

  @Test("the same window in other units is laid out the same, larger", arguments: [2.0, 3.0])
  func scales(scale: Double) throws {
    for window in [(840, 480), (400, 700), (500, 500)] {
      let one = Self.boxes(Self.panel(window, parts: nil, mode: .stopwatch), .stopwatch)
      let large = (window.0 * Int(scale), window.1 * Int(scale))
      let many = Self.boxes(
        Self.panel(large, parts: nil, mode: .stopwatch, scale: scale), .stopwatch)
      #expect(one.map(\.name) == many.map(\.name))
      for (small, big) in zip(one, many) {
        // Digits have whole widths, so a row of eight may differ by nearly that many pixels.
        let tolerance = small.name == "digits" ? 11 * scale : 1.5 * scale
        #expect(abs(small.box.minX * scale - big.box.minX) <= tolerance, "\(small.name)")
        #expect(abs(small.box.minY * scale - big.box.minY) <= tolerance, "\(small.name)")
        #expect(abs(small.box.width * scale - big.box.width) <= 2 * tolerance, "\(small.name)")
      }
    }
  }

  @Test(
    "the dial stays where it is from mode to mode, except in a tall window; the first lap moves nothing"
  )
  func stays() throws {
    for window in [(840, 480), (1280, 800), (600, 600), (300, 700), (1800, 300)] {
      let environment = Environment(width: window.0, height: window.1)
      func panel(_ model: Model) -> Panel { Panel(Panel.Key(model.asOf(at(0)), in: environment)) }
      let first = panel(Model())
      for mode in [Mode.timer, .plan] where window.1 < window.0 * 2 {
        let other = panel(Model().after([(0, .mode(mode))]))
        #expect(
          other.dial == first.dial
            && (mode == .timer || other.frames[.digits] == first.frames[.digits]),
          "\(window), \(mode)")
      }
      let lapped = panel(Model().after([(0, .start), (5, .lap)]))
      #expect(lapped.key == first.key, "\(window)")
      // A clock has no buttons below it.
      let alone = Environment(width: window.0, height: window.1, parts: [.dial, .buttons])
      let clock = try #require(Panel(Panel.Key(Model(mode: .clock).asOf(at(0)), in: alone)).dial)
      #expect(abs(clock.center.y - Double(window.1) / 2) <= 1 && clock.diameter > 0)
    }
  }

  @Test(
    "the captions of a row of buttons are of one size, and none is wider than its button",
    arguments: Mode.allCases)
  func captions(mode: Mode) {
    /// Ems that DejaVu Sans Bold, which is wide, takes at most.
    @Sendable func ems(_ text: String) -> Double {
      text.reduce(0) { $0 + ($1 == "%" ? 2052 : $1.isNumber ? 1425 : 1500) / 2048 }
    }
    for window in PanelTests.windows {
      var composer = FrameComposer { text, _, _ in ems(text) }
      let frame = composer.frame(
        Model(mode: mode, theme: .flatLight),
        in: Environment(width: window.0, height: window.1).still, at: reading(0))
      let runs = frame.items.flatMap { item -> [TextRun] in
        guard case .picture(let picture) = item else { return [] }
        return picture.marks.compactMap { mark in
          if case .text(let run) = mark, run.isBold { run } else { nil }
        }
      }
      let shares = runs.filter { $0.string.hasSuffix("%") && $0.alignment == .center }
      #expect(Set(shares.map(\.size)).count <= 1)
      for run in shares {
        #expect(ems(run.string) * run.size <= run.frame.width, "\(window): \(run.string)")
      }
    }
  }
}
