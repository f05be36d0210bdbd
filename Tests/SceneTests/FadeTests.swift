import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Changes of digits")
struct FadeTests {
  /// The segments of a digit.
  private struct Digit {
    let mask: UInt8

    init(_ glyph: UInt8) { mask = SevenSegment.parts(of: glyph) }

    func isLit(_ segment: Int) -> Bool { mask & 1 << UInt8(segment) != 0 }
  }

  /// How lit a segment is, 0...1.
  private func level(_ group: SegmentGroup, _ segment: Int) -> Double {
    Double(group.level(segment)) / Double(SegmentGroup.fullLevel)
  }

  /// The level of the brightest segment: less than 1 while the digits flash.
  private func light(_ list: DisplayList) -> Double {
    list.lights.flatMap { group in (0..<8).map { level(group, $0) } }.max() ?? 0
  }

  /// The digits of a frame with every segment on that has more than half the light; what is no digit is a "?".
  private func read(_ list: DisplayList) -> String {
    let half = light(list) / 2
    return String(
      decoding: list.lights.map { group -> UInt8 in
        let mask = (0..<8).reduce(0 as UInt8) {
          $0 | (level(group, $1) > half ? 1 << UInt8($1) : 0)
        }
        // A plus sign has two bars, a point one circle.
        if group.shape.parts.count == 1 {
          return UInt8(ascii: group.shape.parts[0].elements.count > 5 ? "+" : ".")
        }
        if group.shape.parts.count == 2 { return UInt8(ascii: ":") }
        let glyphs = " 0123456789-Ap".utf8
        return glyphs.first { Digit($0).mask == mask } ?? UInt8(ascii: "?")
      }, as: UTF8.self)
  }

  /// A composer that shows `model` at rest, as a program does that has just been started.
  private func composer(of model: Model, at seconds: Double) -> FrameComposer {
    var composer = FrameComposer()
    _ = composer.frame(model, in: Environment.usual.still, at: reading(seconds))
    _ = composer.frame(model, at: reading(seconds))
    return composer
  }

  private static func plan(_ steps: [Double]) -> Model {
    let steps = steps.map { PlanStep("step", .milliseconds(Int($0 * 1000))) }
    return Model(mode: .plan, plan: PlanRun(Plan(steps: steps, rounds: 1))).after([(0, .start)])
  }

  private static func timer(_ seconds: Int) -> Model {
    Model(mode: .timer, timer: Countdown(length: .seconds(seconds))).after([(0, .start)])
  }

  /// A name, a model, and what its digits say at a time in seconds when all of them change.
  private static let running: [(String, Model, Double)] = [
    ("stopwatch, first hour", Model().after([(0, .start)]), 3600),
    ("stopwatch, tenth hour", Model().after([(0, .start)]), 36000),
    ("timer, last hour", timer(7200), 3600), ("timer, last minute", timer(70), 10),
    ("timer, overrun", timer(10), 10), ("timer, a minute over", timer(10), 70),
    ("plan, next step", plan([100, 1000]), 100), ("plan, overrun", plan([10]), 10),
    // 08:53:20 at the origin.
    ("clock, next hour", Model(mode: .clock), 400),
    ("clock, midnight", Model(mode: .clock), 54_400),
    (
      "clock, noon", Model(mode: .clock, clock: ClockStyle(hours: .twelve, showsSeconds: false)),
      11_200
    ),
  ]

  @Test("running digits read as the time of the frame in each of 600 frames", arguments: 0..<11)
  func read(number: Int) {
    let (name, model, change) = FadeTests.running[number]
    var composer = composer(of: model, at: change - 5)
    var texts: Set<String> = []
    for frame in 1...600 {
      let now = change - 5 + (Double(frame) + 0.3) / 60
      let list = composer.frame(model, at: reading(now))
      var text = model.asOf(at(now)).readout.glyphs(at: reading(now))
      // The clock's parts are below each other.
      if model.mode == .clock { text.removeAll { $0 == ":" } }
      // Nothing can be read in the dark of a flash.
      if light(list) > 0.2 { #expect(read(list) == text, "\(name) at \(now)") }
      texts.insert(text)
    }
    #expect(
      texts.count
        > (model.asOf(at(0)).readout.nextChange(after: reading(change)) == .nextFrame ? 9 : 1))
  }

  @Test(
    "after a change by time new segments are lit in 60 ms, old ones are dark in 120 ms, and the others stay lit",
    arguments: [30.0, 60, 144, 240])
  func afterglow(rate: Double) {
    let model = Model().after([(0, .start)])
    var composer = composer(of: model, at: 55)
    // All digits of "mm:ss.cc" but the last, which changes faster than frames.
    var (glyphs, before) = ([UInt8](repeating: 0, count: 8), [UInt8](repeating: 0, count: 8))
    var changes = [Double](repeating: 0, count: 8)
    var levels = [UInt64](repeating: 0, count: 8)
    var glows = 0
    for frame in 1...Int(6 * rate) {
      let now = 55 + Double(frame) / rate
      let list = composer.frame(model, at: reading(now))
      let text = Array(TimeFormat.elapsed(.milliseconds(Int(now * 1000 + 1e-6))).utf8)
      for (index, group) in list.lights.enumerated().dropLast() where group.shape.parts.count == 7 {
        defer { levels[index] = group.levels }
        let isFirst = text[index] != glyphs[index]
        if isFirst {
          (before[index], glyphs[index], changes[index]) = (glyphs[index], text[index], now)
        }
        guard before[index] != 0 else { continue }
        let (new, old) = (Digit(text[index]), Digit(before[index]))
        for segment in 0..<7 {
          let level = level(group, segment)
          let last =
            Double(levels[index] >> UInt64(segment * 8) & 0xFF) / Double(SegmentGroup.fullLevel)
          let age = now - changes[index]
          switch (old.isLit(segment), new.isLit(segment)) {
          case (true, true): #expect(level == 1)
          case (false, false): #expect(level == 0)
          case (false, true):
            #expect(level >= 0.6 && (isFirst || level >= last))
            if age >= 0.06 { #expect(level == 1) }
          case (true, false):
            #expect(level < 0.4 && level <= last)
            if age >= 0.12 { #expect(level == 0) }
            if level > 0 { glows += 1 }
          }
        }
      }
    }
    #expect(glows > 60)
  }

  /// A name, a model, what a person does to it two seconds after the origin, and which digit changes by that.
  private static let changed: [(String, Model, Command, Int)] = [
    ("counter", Model(mode: .counter), .count(.to(8)), 0),
    ("reset", Model().after([(0, .start), (1.5, .stop)]), .reset, 4),
    ("set timer", Model(mode: .timer), .setTimer(Countdown(length: .seconds(77))), 4),
    ("more of a running timer", timer(100), .adjustTimer(.seconds(60)), 1),
    ("plan", plan([100, 1000]), .skip, 1),
    ("undo", Model().after([(0, .start), (1, .stop), (1.5, .reset)]), .undo, 4),
  ]

  @Test(
    "a change by a person flips in 0.24 s from the top down, in each row the old segment first",
    arguments: 0..<6)
  func flip(number: Int) {
    let (name, model, command, index) = FadeTests.changed[number]
    var composer = composer(of: model, at: 1.9)
    let old = composer.frame(model, at: reading(1.999)).lights[index]
    let changed = model.after([(2, command)])
    var groups: [SegmentGroup] = []
    for millisecond in stride(from: 0, through: 250, by: 10) {
      groups.append(
        composer.frame(changed, at: reading(2 + Double(millisecond) / 1000)).lights[index])
    }
    let new = groups[25]
    #expect(groups[0].levels == old.levels && new.levels != old.levels, "\(name)")
    #expect(groups[24].levels == new.levels, "\(name)")
    // The first time at which a segment has gone or has begun to come.
    var turns: [Int: (row: Int, isOn: Bool, frame: Int)] = [:]
    for segment in 0..<7 {
      let levels = groups.map { level($0, segment) }
      let (start, end) = (level(old, segment), level(new, segment))
      guard start != end else {
        #expect(Set(levels) == [start], "\(name)")
        continue
      }
      let parts = levels.map { abs($0 - start) }
      #expect(parts == parts.sorted(), "\(name)")
      let frame = levels.firstIndex { start > end ? $0 == 0 : $0 > 0 }
      turns[segment] = ([0, 1, 1, 2, 3, 3, 4][segment], end > start, frame ?? 0)
    }
    for one in turns.values {
      for other in turns.values where one.row < other.row && one.isOn == other.isOn {
        #expect(one.frame < other.frame, "\(name): \(turns)")
      }
      for other in turns.values where one.row == other.row && !one.isOn && other.isOn {
        #expect(one.frame <= other.frame, "\(name): \(turns)")
      }
    }
  }

  @Test("a start and a stop change no digit but by time, however late their event arrives")
  func startAndStop() {
    var composer = composer(of: Model(), at: 1)
    var model = Model()
    for (event, command) in [(2.0, Command.start), (3.45, .stop), (4.0, .start)] {
      model = model.after([(event, command)])
      for frame in 0...12 {
        let now = event + 0.02 + Double(frame) / 60
        let list = composer.frame(model, at: reading(now))
        #expect(read(list) == TimeFormat.elapsed(model.stopwatch.elapsed(at: at(now))))
      }
    }
  }

  @Test("a pressed number is 2 units lower")
  func press() throws {
    let model = Model(mode: .counter)
    var composer = composer(of: model, at: 1)
    let up = composer.frame(model, at: reading(1)).lights
    let digit = try #require(up.last)
    var pointer = Pointer()
    let point = Point(x: Double(digit.x) + 4, y: Double(digit.y) + 20)
    let isHeld = pointer.press(at: point, on: composer)
    #expect(isHeld)
    let down = composer.frame(model, pointer: pointer, at: reading(1.1)).lights
    #expect(down.map(\.y) == up.map { $0.y + 2 } && down.map(\.levels) == up.map(\.levels))
    pointer.release()
    #expect(composer.frame(model, pointer: pointer, at: reading(1.2)).lights == up)
  }
}
