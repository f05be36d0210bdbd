import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Plan on the panel")
struct PlanTests {
  /// Twenty seconds of work and five of rest, in three rounds, started at 0.
  private func running(waits: Bool = false) -> Model {
    let steps = [
      PlanStep("Work", .seconds(20), waits: waits), PlanStep("Rest", .seconds(5), waits: waits),
    ]
    return Model(
      mode: .plan, rings: [RingModel(name: "Plan", source: .plan)],
      plan: PlanRun(Plan(steps: steps, rounds: 3))
    ).after([(0, .start)])
  }

  @Test("the dial has the step's name above the readout, and the round and the next step below it")
  func words() throws {
    for (seconds, name, course) in [
      (4.0, "Work", "1/3 · next: Rest"), (22, "Rest", "1/3 · next: Work"),
    ] {
      let list = stillFrame(
        running(), in: Environment(width: 400, height: 400, parts: [.dial]), at: reading(seconds))
      let (above, below) = (
        try #require(list.texts.first { $0.string == name }),
        try #require(list.texts.first { $0.string == course })
      )
      let readout = try #require(list.texts.first { $0.string.contains(".") })
      #expect(above.frame.maxY <= readout.frame.minY && readout.frame.maxY <= below.frame.minY)
    }
    // What could not be read is left out, and other modes have no words.
    let small = stillFrame(
      running(), in: Environment(width: 90, height: 90, parts: [.dial]), at: reading(4))
    #expect(!small.texts.contains { $0.string == "Work" })
    let timer = stillFrame(running().after([(1, .mode(.timer))]), at: reading(4))
    #expect(!timer.texts.contains { $0.string == "Work" })
  }

  @Test("words stay within the plate, whatever they say", arguments: [60, 120, 300, 900])
  func place(side: Int) throws {
    let panel = Panel(
      Panel.Key(running().asOf(at(0)), in: Environment(width: side, height: side, parts: [.dial])))
    let dial = try #require(panel.dial)
    let (caption, readout, below) = (
      dial.caption(at: 0.5), dial.readout(at: 0.5), dial.lapReadout(at: 0.5)
    )
    for box in [caption, below] {
      for corner in [Point(x: box.minX, y: box.minY), Point(x: box.maxX, y: box.maxY)] {
        // Within the ticks.
        #expect(hypotenuse(corner, dial.center) < dial.diameter * 0.45)
      }
    }
    #expect(!caption.intersects(readout) && !readout.intersects(below))
  }

  private func hypotenuse(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  @Test("the rim has a part for each step, filled as it passes, the ring what is over of the plan")
  func shares() throws {
    let theme = Theme.neumorphicLight
    let starts = [0.0, 20, 25, 45, 50, 70].map { $0 / 75 }
    for (seconds, over) in [(0.0, 0.0), (5, 5.0 / 75), (22.5, 0.3), (25, 1.0 / 3), (80, 1)] {
      let list = stillFrame(running(), at: reading(seconds))
      #expect(isClose(try #require(list.rings.first).progress, over))
      let rim = list.rim
      guard seconds < 75 else {
        #expect(rim.map(\.color.premultiplied) == [theme.worst.premultiplied])
        continue
      }
      let present = rim.filter { [theme.hand, theme.lapHand].contains($0.color) }
      let parts = rim.filter { ![theme.hand, theme.lapHand].contains($0.color) }
      let isWithin = over > 0 && !starts.contains(over)
      #expect(parts.count == starts.count && present.count == (isWithin ? 1 : 0), "\(seconds)")
      for (part, start) in zip(parts, starts) { #expect(isClose(part.start, start + 0.002)) }
      if let present = present.first {
        #expect(isClose(present.end, over, by: 0.0005))
        // Neighbours differ in hue, which the wide rim shows from afar.
        let color = starts.lastIndex { $0 <= over }.map { [theme.hand, theme.lapHand][$0 % 2] }
        #expect(present.color == color && present.width >= 7 && present.width < 8.5)
      }
    }
    // Short steps are a pixel apart. In neon, all that has passed glows in its hue.
    let short = Plan(steps: [90, 1, 1].map { PlanStep("a", .seconds($0)) }, rounds: 1)
    let arcs = stillFrame(Model(mode: .plan, plan: PlanRun(short)), at: reading(0)).rim
    #expect(isClose((arcs[2].start - arcs[1].end) * 2 * .pi * arcs[1].radius, 1, by: 1e-6))
    let neon = stillFrame(running().after([(22, .theme(.neon))]), at: reading(22.5)).rim
    for color in [Theme.neon.hand, Theme.neon.hand.opacity(0.12)] {
      let passed = neon.filter { isClose($0.end, starts[1] - 0.002) }
      #expect(passed.contains { $0.color.premultiplied == color.premultiplied })
    }
    // While the plan waits, the ring is still and the rim pulses.
    for seconds in [21.0, 500] {
      let list = stillFrame(running(waits: true), at: reading(seconds))
      #expect(list.rim.map(\.color.premultiplied) == [theme.worst.premultiplied])
      #expect(isClose(try #require(list.rings.first).progress, 20.0 / 75))
      #expect(list.texts.contains { $0.string.hasPrefix("+") })
    }
  }

  @Test(
    "the list has room for hours, in letters a tenth smaller at most", arguments: PanelTests.windows
  )
  func times(width: Int, height: Int) throws {
    let long = PlanStep("Bake", .seconds(36_000), waits: true)
    let model = Model(mode: .plan, plan: PlanRun(Plan(steps: [long], rounds: 3))).after([
      (0, .start)
    ])
    for parts: Set<Part>? in [[.laps], nil] {
      let list = stillFrame(
        model, in: Environment(width: width, height: height, parts: parts), at: reading(72_000))
      for run in list.texts + list.pictures.flatMap(\.texts) where run.string.hasSuffix("10:00:00")
      {
        let advances = run.string.unicodeScalars.map {
          FontMetrics.standard.advance(of: $0, size: run.size * 0.9, isBold: run.isBold) ?? 0
        }
        #expect(Double(advances.reduce(0, +)) <= run.frame.width, "\(run.string)")
      }
      if width >= 320, height >= 240 {
        #expect(list.texts.contains { $0.string == "+10:00:00" })
      }
    }
  }

  @Test(
    "at the end of a step the frame is out of date, and then shows the next one",
    arguments: [Part.dial, .laps, .buttons])
  func turns(part: Part) {
    let environment = Environment(width: 400, height: 400, parts: [part]).still
    for waits in [false, true] {
      let model = running(waits: waits)
      var composer = FrameComposer()
      _ = composer.frame(model, in: environment, at: reading(19.5))
      #expect(!composer.isOutdated(at: at(19.999)) && composer.isOutdated(at: at(20)))
      #expect(composer.nextChange == (part == .buttons ? .at(at(20)) : .nextFrame))
      composer.goOn(model, in: environment, pointer: Pointer(), to: reading(20))
      let fresh = stillFrame(model, in: environment, at: reading(20))
      #expect(difference(composer.frame.list, fresh) == nil)
      #expect(!composer.isOutdated(at: at(20)))
      #expect(
        composer.buttons.last { !ButtonContent.modes.contains($0.content) }?.content.title
          == (part == .buttons ? (waits ? "Start" : "Stop") : nil))
    }
  }

  @Test(
    "rim, ring and hand never jump: not at the end of a step, nor when one is skipped or started again"
  )
  func neverJumps() throws {
    var model = running()
    var composer = FrameComposer()
    var last: [Double]?
    let commands: [(Int, Command)] = [
      (200, .skip), (300, .back), (301, .back), (400, .stop), (440, .reset), (480, .start),
    ]
    for frame in 0..<1900 {
      let now = Double(frame) / 60
      for (place, command) in commands where place == frame {
        _ = model.apply(command, at: at(now))
      }
      let list = composer.frame(model, at: reading(now))
      let filled = list.rim.first { $0.color == Theme.neumorphicLight.hand }?.end
      let arcs = list.rings.map(\.progress) + [filled ?? last?[1] ?? 0]
      #expect(arcs.count == 2)
      let hand = try #require(list.hands.last).angle.turns
      if let last {
        // A jump of the whole rim, smoothed, takes at most about an eighth of it in a frame.
        for (old, new) in zip(last, arcs) { #expect(abs(new - old) < 0.13, "frame \(frame)") }
        let step = hand - last[2]
        #expect(abs(step - step.rounded()) < 0.13, "frame \(frame)")
      }
      last = arcs + [hand]
    }
  }

  @Test("the digits flash from the end of a step on, and while it waits")
  func flash() {
    func levels(_ model: Model, at seconds: Double) -> [Int] {
      var composer = FrameComposer()
      let environment = Environment(width: 400, height: 200, parts: [.digits])
      for frame in Int(seconds * 60) - 60..<Int(seconds * 60) {
        _ = composer.frame(model, in: environment, at: reading(Double(frame) / 60))
      }
      let list = composer.frame(model, in: environment, at: reading(seconds))
      return list.lights.map { group in (0..<8).map { group.level($0) }.max() ?? 0 }
    }
    for waits in [false, true] {
      #expect(levels(running(waits: waits), at: 19).allSatisfy { $0 > 55 })
      #expect(levels(running(waits: waits), at: 20.25).allSatisfy { $0 <= 27 })
    }
    #expect(levels(running().after([(20.1, .toggleHelp)]), at: 21.25).contains { $0 > 55 })
  }
}
