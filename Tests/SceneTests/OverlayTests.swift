import DisplayLists
import Geometry
import Session
import Testing
import Wording

@testable import Scene

@Suite("Notices and help")
struct OverlayTests {
  private static let sizes = [
    (840, 480), (400, 300), (160, 160), (1920, 1080), (300, 700), (720, 140), (320, 100),
  ]

  /// About as wide as DejaVu Sans.
  private let measurer: TextMeasurer = { text, isBold, _ in
    Double(text.count) * (isBold ? 0.7 : 0.57)
  }

  private func frame(_ model: Model, in environment: Environment, at seconds: Double) -> DisplayList
  {
    var composer = FrameComposer(measurer: measurer)
    return composer.frame(model, in: environment.still, at: reading(seconds))
  }

  private func notice(_ text: String, in environment: Environment) throws -> (
    run: TextRun, extent: Rect
  ) {
    let list = frame(
      Model(mode: .timer).after([(0, .announce(Phrase(verbatim: text)))]), in: environment, at: 0.1)
    let picture = try #require(list.pictures.last)
    return (try #require(picture.texts.first), picture.extent.rect)
  }

  @Test("a notice is one line at the menu's size, and covers no button", arguments: sizes)
  func notices(width: Int, height: Int) throws {
    for parts in [nil, [.buttons], [.digits, .buttons]] as [Set<Part>?] {
      let environment = Environment(width: width, height: height, parts: parts)
      var composer = FrameComposer()
      let model = Model(mode: .timer)
      _ = composer.frame(model, in: environment.still, at: reading(0))
      let (run, extent) = try notice("Copied", in: environment)
      #expect(run.string == "Copied" && run.size <= 13 && run.size >= 6.5)
      // The pill has a pixel around it.
      #expect(extent.height - 2 <= Double(height) / 6)
      for button in composer.buttons {
        let overlaps =
          button.frame.minX < extent.maxX && extent.minX < button.frame.maxX
          && button.frame.minY < extent.maxY && extent.minY < button.frame.maxY
        #expect(!overlaps, "\(button.content.title) in \(String(describing: parts))")
      }
    }
  }

  @Test("a long notice becomes smaller, and then loses the middle of its path")
  func longNotices() throws {
    let path = "/home/username/with/a/very/long/name/and/many/folders/config.toml"
    let notice = "\(path):2:1: fps: write a number from 1 to 1000"
    let table: [(width: Int, isSmaller: Bool, isCut: Bool)] = [
      (1920, false, false), (700, true, false), (500, true, true),
    ]
    for (width, isSmaller, isCut) in table {
      let run = try self.notice(
        notice, in: Environment(width: width, height: 480, parts: [.digits])
      ).run
      #expect((run.size < 13) == isSmaller && (run.string != notice) == isCut, "\(width)")
      #expect(run.string.hasSuffix("/config.toml:2:1: fps: write a number from 1 to 1000"))
      #expect(run.string.contains("…") == isCut && run.size >= 9)
    }
    #expect("0123456789".shortened { $0.count <= 5 } == "01…89")
    #expect("0123456789".shortened { $0.count <= 10 } == "0123456789")
    #expect("a /b/c/d: no".shortened { $0.count <= 9 } == "a …/d: no")
  }

  private func texts(_ mode: Mode, _ environment: Environment = .usual) -> [TextRun] {
    let list = frame(Model(mode: mode).after([(0, .toggleHelp)]), in: environment, at: 1)
    return list.pictures.last?.texts ?? []
  }

  @Test("the help lists what the keys do in the present mode")
  func help() {
    let lines: [(words: String, modes: Set<Mode>)] = [
      ("Lap", [.stopwatch]), ("Name the lap or ring", [.stopwatch]),
      ("Name the selected ring", [.timer, .plan, .clock, .counter]),
      ("Start / stop", [.stopwatch, .timer, .plan]),
      ("Reset, when stopped", [.stopwatch, .timer, .plan]), ("Reset", [.counter]),
      ("Type a time, when stopped", [.timer]), ("Timer ± 1 min", [.timer]),
      ("Count ± 1", [.counter]), ("Count ± 10", [.counter]),
      ("Rings ± 1 %", [.stopwatch, .plan, .clock]),
      ("Next step of the plan", [.plan]), ("Back in the plan", [.plan]),
      ("Edit the plan's steps", [.plan]),
      ("Scroll the list", [.stopwatch, .plan]), ("Undo", Set(Mode.allCases)),
      ("Quit", Set(Mode.allCases)),
    ]
    for mode in Mode.allCases {
      let shown = texts(mode).map(\.string)
      #expect(shown.contains("Keys in \(mode.rawValue) mode"))
      for (words, modes) in lines {
        #expect(shown.contains(words) == modes.contains(mode), "\(words), \(mode)")
      }
    }
  }

  @Test("the help is legible from 500 by 300 on, its veil opaque, and smaller windows have a popup")
  func legible() {
    for (width, height, isLegible) in [
      (840, 480, true), (500, 300, true), (1000, 300, true), (500, 1000, true), (499, 1000, false),
      (840, 160, false), (160, 160, false),
    ] {
      for mode in Mode.allCases {
        for scale in [1, 2] {
          let environment = Environment(
            width: width * scale, height: height * scale, scale: Double(scale))
          let model = Model(mode: mode)
          let sheet = HelpSheet(model.asOf(at(0)), in: environment, measurer: measurer)
          #expect(sheet.isLegible == isLegible, "\(width) × \(height), \(mode)")
          let runs = texts(mode, environment)
          #expect(!isLegible || runs.allSatisfy { $0.size >= Double(10 * scale) })
          let popup = HelpSheet(
            model.asOf(at(0)), in: environment, popup: Size(width: 1200, height: 800),
            measurer: measurer)
          #expect(
            popup.list(in: .flatLight, font: .standard).pictures.flatMap(\.texts).allSatisfy {
              $0.size >= 12
            })
        }
      }
    }
    #expect(Theme.builtIn.allSatisfy { $0.veil == $0.background })
  }
}
