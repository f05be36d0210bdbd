import DisplayLists
import Geometry
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Scene

@Suite("From one mode to the next")
struct ModeMotionTests {
  private static let plan = Plan(
    steps: [PlanStep("Work", .seconds(1500)), PlanStep("Break", .seconds(300))], rounds: 3)
  private static let model = Model(
    timer: Countdown(length: .seconds(1500)), plan: PlanRun(plan)
  ).after([(0, .start), (7, .stop)])

  /// What moves in a frame: numbers that must not jump.
  private struct Numbers {
    var hand: Double?
    var wedge: Double
    var plate: Point?
    var digit: Point?

    init(_ list: DisplayList) {
      hand = list.hands.last?.angle.turns
      let sectors = list.items.compactMap {
        if case .sector(let sector) = $0 { sector } else { nil }
      }
      wedge = sectors.last?.turns ?? 0
      for item in list.items where plate == nil {
        // The first large square is the plate's.
        let box = item.extent
        if case .scaled(let shown) = item, box.width > 350, box.height > 350 { plate = shown.place }
        if case .picture = item, box.width == box.height, box.width > 350 {
          plate = box.rect.center
        }
      }
      digit = list.lights.first { $0.shape.parts.count == 7 }.map {
        Point(x: Double($0.x), y: Double($0.y))
      }
    }
  }

  private static let rate = 240.0
  private let modes: [Mode] = [.timer, .clock, .plan, .stopwatch]

  @Test(
    "hand, wedge and plate go on without a jump in position or speed, whatever comes in between",
    arguments: 0..<6)
  func continuous(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var composer = FrameComposer()
    var model = Self.model
    for second in 8...10 { _ = composer.frame(model, at: reading(Double(second))) }
    var (last, speeds) = (Numbers(composer.frame.list), [Double]())
    var now = 10.0
    var next = now
    for frame in 0..<2400 {
      now += 1 / Self.rate
      // Long enough at the end to come to rest.
      if now >= next, frame < 2200 {
        model = model.after([
          (now, .mode(try #require(modes.randomElement(using: &random))))
        ])
        next = now + (try #require([0.02, 0.1, 0.3, 0.6].randomElement(using: &random)))
      }
      let new = Numbers(composer.frame(model, at: reading(now)))
      // Whole turns make no difference.
      var step = (new.hand ?? 0) - (last.hand ?? 0)
      step -= step.rounded()
      #expect(abs(step) < 0.05, "the hand at \(now)")
      if let before = speeds.last { #expect(abs(step - before) < 0.005, "its speed at \(now)") }
      speeds.append(step)
      #expect(abs(new.wedge - last.wedge) < 0.06, "the wedge at \(now)")
      let (plate, digit) = (try #require(new.plate), try #require(last.plate))
      #expect(plate.distance(to: digit) < 14, "the plate at \(now)")
      last = new
    }
  }

  @Test("plate, hands and digits are there in each frame, and at rest after 420 ms")
  func neverBlank() {
    for from in modes {
      for to in modes where to != from {
        var composer = FrameComposer()
        let old = Self.model.after([(8, .mode(from))])
        for second in 8...10 { _ = composer.frame(old, at: reading(Double(second))) }
        let model = old.after([(11, .mode(to))])
        for frame in 0...26 {
          let list = composer.frame(model, at: reading(11 + Double(frame) / 60))
          let digits = list.lights.count { $0.shape.parts.count == 7 }
          #expect(digits >= 4 && list.hands.count >= 1, "\(from) to \(to), frame \(frame)")
        }
        let (list, still) = (composer.frame.list, stillFrame(model, at: reading(11.44)))
        let turns = list.hands.map(\.angle.turns).map { $0 - $0.rounded(.down) }
        // Only a clock's hands have moved on.
        #expect(to == .clock || turns == still.hands.map(\.angle.turns))
        #expect(list.hands.map(\.length) == still.hands.map(\.length))
        #expect(composer.frame(model, at: reading(11.44)).lights == still.lights)
      }
    }
  }

  @Test("what only the last mode had fades out below what goes on, in 140 ms")
  func rest() {
    var composer = FrameComposer()
    for second in 8...10 { _ = composer.frame(Self.model, at: reading(Double(second))) }
    let model = Self.model.after([(11, .mode(.timer))])
    for (milliseconds, weight) in [(0, 256), (70, 128), (141, nil)] as [(Int, Int?)] {
      let items = composer.frame(model, at: reading(11 + Double(milliseconds) / 1000)).items
      let snapshot = items.firstIndex { if case .snapshot = $0 { true } else { false } }
      let hand = items.firstIndex { if case .hand = $0 { true } else { false } }
      guard let snapshot, let hand, case .snapshot(let shown) = items[snapshot] else {
        #expect(weight == nil)
        continue
      }
      #expect(shown.weight == weight && snapshot < hand)
      // Without the dial and the digits.
      #expect(!shown.list.items.contains { if case .hand = $0 { true } else { false } })
      #expect(shown.list.lights.isEmpty && !shown.list.rings.isEmpty)
    }
  }

  @Test("the wedge opens from the top, and a plan's steps come one after another")
  func rim() throws {
    var composer = FrameComposer()
    for second in 8...10 { _ = composer.frame(Self.model, at: reading(Double(second))) }
    let timer = Self.model.after([(11, .mode(.timer))])
    let wedges = (0...26).map {
      Numbers(composer.frame(timer, at: reading(11 + Double($0) / 60))).wedge
    }
    #expect(wedges.first == 0 && wedges == wedges.sorted() && wedges[26] > 0.8)
    let plan = timer.after([(13, .mode(.plan))])
    _ = composer.frame(timer, at: reading(12.9))
    var ends: [Int: Double] = [:]
    for frame in 0...100 {
      let now = Double(frame) / 200
      let arcs = composer.frame(plan, at: reading(13 + now)).items.compactMap { item in
        if case .picture(let picture) = item {
          picture.marks.count { if case .stroke = $0 { true } else { false } }
        } else {
          nil as Int?
        }
      }
      // The rim has six steps, and nothing else of a plan's dial has six strokes or fewer.
      for count in arcs where count <= 6 && ends[count] == nil { ends[count] = now }
    }
    let times = (1...6).compactMap { ends[$0] }
    #expect(times == times.sorted() && Set(times).count > 3)
  }

  @Test("with reduced motion, the next mode is there at once")
  func reduced() {
    var composer = FrameComposer()
    let still = Environment.usual.still
    for second in 8...10 { _ = composer.frame(Self.model, in: still, at: reading(Double(second))) }
    let model = Self.model.after([(11, .mode(.clock))])
    let list = composer.frame(model, in: still, at: reading(11))
    #expect(difference(list, stillFrame(model, at: reading(11))) == nil)
  }
}
