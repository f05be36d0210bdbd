import DisplayLists
import Geometry
import TestSupport
import Timekeeping

@testable import Scene
@testable import Session

/// A person, a window and a clock that do what a seed says: commands, the pointer, other sizes, and time going by.
struct RandomPlay {
  private var random: SplitMix64
  /// What has come of the commands.
  private(set) var model: Model
  private(set) var environment = Environment.usual
  private(set) var pointer = Pointer()
  /// Seconds since the origin.
  private(set) var now = 3.0
  private let parts: Set<Part>?

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let sources: [RingSource] = [
      .manual(0.3), .second, .minute, .hour, .day, .manual(2), .manual(0), .timer, .plan, .lap,
    ]
    let count = Int.random(in: 1...6, using: &random)
    model = Model(
      mode: Mode.allCases[Int.random(in: 0..<Mode.allCases.count, using: &random)],
      rings: (0..<count).map {
        RingModel(
          name: "ring \($0)", source: sources[Int.random(in: 0..<sources.count, using: &random)])
      }, timer: Countdown(length: .milliseconds(Int.random(in: 0...70_000, using: &random))),
      plan: PlanRun(RandomPlay.plan(using: &random)),
      targetLap: Bool.random(using: &random)
        ? .milliseconds(Int.random(in: 1...9000, using: &random)) : nil,
      ghost: Ghost.allCases[Int.random(in: 0..<3, using: &random)],
      clock: ClockStyle(
        hours: Bool.random(using: &random) ? .twelve : .twentyFour,
        showsSeconds: Int.random(in: 0..<3, using: &random) > 0))
    model.settings.themes = ThemeName.builtIn
    let bits = Int.random(in: 0..<64, using: &random)
    parts =
      bits >= 32
      ? nil : Set(Part.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
    environment.parts = parts
    if seed % 2 == 1 { environment.fonts = [RandomPlay.wideFont] }
    self.random = random
  }

  private static func plan(using random: inout SplitMix64) -> Plan {
    let steps = (1...Int.random(in: 1...4, using: &random)).map { number in
      PlanStep(
        "step \(number)", .milliseconds(Int.random(in: 1000...70_000, using: &random)),
        waits: Int.random(in: 0..<4, using: &random) == 0)
    }
    return Plan(steps: steps, rounds: Int.random(in: 1...3, using: &random))
  }

  private static let commands: [Command] = [
    .start, .stop, .toggle, .toggle, .toggle, .skip, .back, .undo, .lap, .lap, .lap, .reset, .reset,
    .count(.by(1)),
    .count(.to(905)),
    .count(.to(-1)), .step(1), .step(-1), .step(10), .step(-10), .setRings(0),
    .setRings(0.5),
    .setRings(1), .setRings(1.18), .selectRing(1), .selectRing(2, isHeld: true), .selectRing(nil),
    .cycleMode(.forward),
    .cycleMode(.backward), .mode(.stopwatch), .cycleTheme(.forward), .toggleHelp,
    .selectRing(nil, isHeld: true),
    .announceEnd, .answer(.acknowledge), .answer(.stop), .answer(.longer), .digit(5), .digit(2),
    .edit(.erase), .edit(.confirm), .edit(.begin(.plan)), .edit(.type("x")), .edit(.move(.left)),
    .edit(.delete),
  ]

  /// A typeface with other measures than the standard one, in both weights.
  private static let wideFont = FontMetrics(
    family: FontMetrics.sansSerif,
    regular: .init(
      digit: 0.71, colon: 0.21, point: 0.44, plus: 0.5, minus: 0.9, lean: 0.15),
    bold: .init(digit: 0.83, colon: 0.47, point: 0.25, plus: 0.9, minus: 0.3))

  private static let windows = [
    (840, 480), (500, 500), (360, 640), (1280, 160), (120, 120), (700, 400),
  ]

  /// Does a few things without a frame in between.
  mutating func act(on composer: FrameComposer) {
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let command = Self.commands[Int.random(in: 0..<Self.commands.count, using: &random)]
      _ = model.apply(command, at: at(now))
      now += Double.random(in: 0...0.3, using: &random)
    }
    pointer.list.settle(on: model.asOf(at(now)).listExtent)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let (width, height) = Self.windows[Int.random(in: 0..<Self.windows.count, using: &random)]
      let fonts = environment.fonts
      environment = Environment(width: width, height: height, parts: parts)
      environment.fonts = fonts
    case 1: pointer.move(to: somewhere(on: composer))
    case 2: _ = somewhere(on: composer).map { pointer.press(at: $0, on: composer) }
    case 3:
      if let command = pointer.position.flatMap({ pointer.release(at: $0, on: composer) }) {
        _ = model.apply(command, at: at(now))
      }
    case 4:
      let steps: [ListStep] = [.pageUp, .pageDown, .pageDown, .home, .end]
      pointer.scroll(steps[Int.random(in: 0..<steps.count, using: &random)], on: composer)
    case 5:
      guard let list = composer.elements.list else { break }
      _ = pointer.scroll(
        by: Int.random(in: -3...3, using: &random), at: list.frame.center, on: composer)
    default: break
    }
  }

  /// Shows what has been done on `composer`, at times only some of it before the rest; or nothing, where nothing was done.
  mutating func show(on composer: inout FrameComposer) {
    act(on: composer)
    if Int.random(in: 0..<4, using: &random) == 0 {
      composer.show(model.asOf(at(now)), in: environment, pointer: pointer)
      act(on: composer)
    }
    _ = composer.frame(model, in: environment, pointer: pointer, at: reading(now))
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      wait(shortWhile())
      composer.goOn(model, in: environment, pointer: pointer, to: reading(now))
    }
  }

  /// Does one command at this moment.
  mutating func apply(_ command: Command) {
    _ = model.apply(command, at: at(now))
  }

  /// Lets time go by.
  mutating func wait(_ seconds: Double) {
    now += seconds
  }

  /// Lets time go by until just before a second of the clock is over.
  mutating func waitForLateInSecond() {
    now = now.rounded(.up) + 4.9
  }

  /// A time to wait: mostly a frame or a few, at times long.
  mutating func shortWhile() -> Double {
    Int.random(in: 0..<10, using: &random) == 0
      ? Double.random(in: 0...90, using: &random) : Double.random(in: 0.001...0.2, using: &random)
  }

  private mutating func somewhere(on composer: FrameComposer) -> Point? {
    if let button = composer.buttons.randomElement(using: &random) { return button.frame.center }
    return Bool.random(using: &random) ? nil : Point(x: 3, y: 3)
  }
}

/// What differs first between two frames, in words, or nil when they are equal.
func difference(_ left: DisplayList, _ right: DisplayList) -> String? {
  if left == right { return nil }
  if left.items.count != right.items.count {
    return "\(left.items.count) and \(right.items.count) items"
  }
  for (index, (a, b)) in zip(left.items, right.items).enumerated() where a != b {
    if case .picture(let a) = a, case .picture(let b) = b {
      let marks = zip(a.marks, b.marks).first { $0 != $1 }
      return "item \(index), pictures: \(marks.map { "\($0.0) and \($0.1)" } ?? "counts, extents")"
    }
    return "item \(index): \(a) and \(b)"
  }
  return "extents or backgrounds"
}
