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
      if parts == [.laps], width >= 320, height >= 240 {
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
}
