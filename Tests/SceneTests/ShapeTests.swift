import DisplayLists
import Geometry
import Session
import Testing
import Wording

@testable import Scene

@Suite("Shape of the window")
struct ShapeTests {
  @Test(
    "in a round window everything lies inside of it",
    arguments: [
      (120, 120), (200, 200), (300, 300), (480, 480), (840, 480), (300, 700), (1600, 400),
    ])
  func round(width: Int, height: Int) {
    for parts in PanelTests.subsets where !parts.isEmpty {
      for mode in Mode.allCases {
        var environment = Environment(width: width, height: height, parts: parts)
        environment.shape = .round
        let panel = Panel(Panel.Key(Model(mode: mode).asOf(at(0)), in: environment))
        func isInside(_ point: Point) -> Bool {
          let (u, v) = (point.x / Double(width) * 2 - 1, point.y / Double(height) * 2 - 1)
          return u * u + v * v <= 1.0001
        }
        let boxes = PanelTests.boxes(panel, mode)
        // A month of days that nobody knows shows nothing.
        #expect(!boxes.isEmpty || parts.isSubset(of: [.laps, .buttons, .month]))
        for (name, box) in boxes {
          var points = [
            Point(x: box.minX, y: box.minY), Point(x: box.maxX, y: box.minY),
            Point(x: box.minX, y: box.maxY), Point(x: box.maxX, y: box.maxY),
          ]
          if name == "dial" || name == "rings" {
            // Of a circle its own line is asked for.
            points = (0..<64).map {
              let way = Angle(turns: Double($0) / 64).direction
              return box.center.offset(dx: way.x * box.width / 2, dy: way.y * box.width / 2)
            }
          }
          #expect(
            points.allSatisfy(isInside),
            "\(name) \(box) in \(mode), \(parts.map(\.rawValue).sorted())")
        }
      }
    }
  }

  @Test(
    "a frame has the shape and the background's opacity where somebody respects alpha, else neither"
  )
  func frames() {
    var environment = Environment(width: 300, height: 200, scale: 2)
    environment.shape = .rounded
    environment.backgroundOpacity = 0.25
    let clear = stillFrame(Model(), in: environment, at: reading(0))
    #expect(clear.outline == .rounded(radius: 48) && clear.background.alpha == 0.25)
    environment.showsAlpha = false
    let opaque = stillFrame(Model(), in: environment, at: reading(0))
    #expect(opaque.outline == .rectangle && opaque.background.alpha == 1)
    environment.shape = .round
    environment.showsAlpha = true
    #expect(stillFrame(Model(), in: environment, at: reading(0)).outline == .ellipse)
    // A small window's corners take no more than a quarter of it.
    var small = Environment(width: 40, height: 60)
    small.shape = .rounded
    #expect(small.outline == .rounded(radius: 10))
  }

  @Test("a help and a notice stand inside of a round window")
  func overlays() {
    var environment = Environment(width: 400, height: 400)
    (environment.shape, environment.isAnimated) = (.round, false)
    for command in [Command.toggleHelp, .announce(Phrase(verbatim: "A notice of some length"))] {
      func texts(_ list: DisplayList) -> [TextRun] { list.texts + list.pictures.flatMap(\.texts) }
      let before = texts(stillFrame(Model(), in: environment, at: reading(0)))
      let list = stillFrame(Model().after([(0, command)]), in: environment, at: reading(0.1))
      let new = texts(list).filter { !before.contains($0) && !$0.string.isEmpty }
      #expect(!new.isEmpty)
      for run in new {
        for (x, y) in [
          (run.frame.minX, run.frame.minY), (run.frame.maxX, run.frame.minY),
          (run.frame.minX, run.frame.maxY), (run.frame.maxX, run.frame.maxY),
        ] {
          let (u, v) = (x / 200 - 1, y / 200 - 1)
          #expect(u * u + v * v <= 1, "\(run.string)")
        }
      }
    }
  }
}
