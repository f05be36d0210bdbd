import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("What was done can be taken back")
struct UndoTests {
  private func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  private func model(after commands: [(Command, Int64)], mode: Mode = .stopwatch) -> Model {
    var model = Model(mode: mode)
    for (command, second) in commands { _ = model.apply(command, at: at(second)) }
    return model
  }

  @Test("a stop: the time in between is restored")
  func stop() {
    let model = model(after: [(.start, 0), (.stop, 10), (.undo, 30)])
    #expect(model.stopwatch.isRunning)
    #expect(model.stopwatch.elapsed(at: at(40)) == .seconds(40))
  }

  @Test("laps, one after the other: their time belongs to the running lap again")
  func laps() {
    var model = model(after: [(.start, 0), (.lap, 5), (.lap, 9), (.undo, 12)])
    #expect(model.stopwatch.laps.count == 1)
    #expect(model.stopwatch.currentLap.value(at: at(12)) == .seconds(7))
    _ = model.apply(.undo, at: at(13))
    #expect(model.stopwatch.laps.isEmpty)
    #expect(!model.anytime.allows(.undo))
  }

  @Test("a reset, and then the stop before it")
  func reset() {
    var model = model(after: [(.start, 0), (.lap, 4), (.stop, 10), (.reset, 20), (.undo, 25)])
    #expect(model.stopwatch.state == .stopped)
    #expect(model.stopwatch.laps.count == 1)
    #expect(model.stopwatch.elapsed(at: at(25)) == .seconds(10))
    _ = model.apply(.undo, at: at(30))
    #expect(model.stopwatch.elapsed(at: at(31)) == .seconds(31))
  }

  @Test("a stop that a start has ended: the time in between is restored, and then the lap before")
  func overtakenStop() {
    var model = model(after: [
      (.start, 0), (.lap, 3), (.stop, 5), (.start, 8), (.lap, 10), (.undo, 11), (.undo, 12),
    ])
    #expect(model.stopwatch.isRunning && model.stopwatch.laps.count == 1)
    #expect(model.stopwatch.elapsed(at: at(12)) == .seconds(12))
    _ = model.apply(.undo, at: at(13))
    #expect(model.stopwatch.laps.isEmpty && model.stopwatch.elapsed(at: at(13)) == .seconds(13))
  }

  @Test("a timer's stop, too; but a timer that runs is not discarded for one before its start")
  func timers() {
    let resumed = model(
      after: [(.start, 0), (.stop, 10), (.start, 30), (.undo, 40)], mode: .timer)
    #expect(resumed.timer.remaining(at: at(40)) == .seconds(260))
    let short = Countdown(length: .seconds(60))
    let kept = model(
      after: [
        (.start, 0), (.stop, 10), (.reset, 20), (.setTimer(short), 20), (.start, 30), (.undo, 40),
      ], mode: .timer)
    #expect(kept.timer.remaining(at: at(40)) == .seconds(50))
    #expect(kept.notice?.text == "Nothing to undo")
  }

  @Test("a stopwatch that runs again is not thrown away for the one before its reset")
  func overtakenReset() {
    let model = model(after: [(.start, 0), (.stop, 5), (.reset, 6), (.start, 10), (.undo, 12)])
    #expect(model.stopwatch.isRunning)
    #expect(model.stopwatch.elapsed(at: at(12)) == .seconds(2))
  }

  @Test("a counter's reset, and each count")
  func counter() {
    var model = model(
      after: [
        (.count(.by(40)), 0), (.count(.to(42)), 0), (.step(1), 1), (.step(1), 1), (.reset, 1),
      ], mode: .counter)
    for value in [44, 43, 42, 40, 0] {
      _ = model.apply(.undo, at: at(2))
      #expect(model.counter.value == value)
    }
    #expect(!model.anytime.allows(.undo))
  }

  @Test("each change of the clock, in its mode alone, and nothing that did not change")
  func clock() {
    var model = model(after: [
      (.toggleHours, 0), (.toggleSeconds, 0), (.setClock(ClockSettings(zone: "Asia/Tokyo")), 1),
      (.setClock(ClockSettings(zone: "Asia/Tokyo")), 1),
    ])
    let twelve = ClockStyle(hours: .twelve)
    let short = ClockStyle(hours: .twelve, showsSeconds: false)
    #expect(model.mode == .clock && model.anytime.title == "Tokyo" && model.clock == short)
    for (title, clock) in [("clock", short), ("clock", twelve)] {
      _ = model.apply(.undo, at: at(2))
      #expect(model.anytime.title == title && model.clock == clock)
      #expect(model.notice?.text == "Clock restored")
    }
    _ = model.apply(.mode(.stopwatch), at: at(2))
    #expect(!model.anytime.allows(.undo))
    _ = model.apply(.mode(.clock), at: at(2))
    _ = model.apply(.undo, at: at(2))
    #expect(model.clock == ClockStyle() && !model.anytime.allows(.undo))
  }

  @Test("a lap that was given a name at once is undone with it")
  func namedLap() {
    var model = model(after: [(.start, 0), (.lap, 2), (.lapNamed("Anna"), 5)])
    #expect(model.stopwatch.laps.namesByNumber == [2: "Anna"])
    _ = model.apply(.undo, at: at(6))
    #expect(model.stopwatch.laps.count == 1 && model.stopwatch.laps.namesByNumber.isEmpty)
    #expect(model.stopwatch.currentLap.value(at: at(6)) == .seconds(4))
  }

  @Test("a name is taken back, to the name before it, and never from another session")
  func names() {
    var model = Model()
    func names(_ commands: Command...) -> [Int: String] {
      for command in commands { _ = model.apply(command, at: at(1)) }
      return model.stopwatch.laps.namesByNumber
    }
    #expect(names(.nameLap(nil, "none")) == [:] && !model.anytime.allows(.undo))
    #expect(
      names(.start, .lap, .nameLap(nil, "a"), .lap, .nameLap(nil, "b"), .nameLap(1, "c")) == [
        1: "c", 2: "b",
      ])
    #expect(names(.nameLap(1, "c"), .undo) == [1: "a", 2: "b"] && names(.undo) == [1: "a"])
    #expect(names(.stop, .reset) == [:] && names(.undo, .undo) == [1: "a"])
    #expect(names(.stop, .reset, .start, .lap, .undo, .lap, .undo, .undo, .undo, .undo) == [:])
    #expect(
      model.asOf(at(1)).transcript(wall: midnight)
        == "00:00.00\n1\t00:00.00\t00:00.00")
    #expect(names(.lap, .nameLap(1, "x")) == [1: "x"])
    #expect(
      model.asOf(at(1)).transcript(wall: midnight)
        == "00:00.00\n1\t00:00.00\t00:00.00\tx\n2\t00:00.00\t00:00.00")
  }

  @Test("with nothing done, nothing happens")
  func nothing() {
    var model = Model()
    #expect(!model.anytime.allows(.undo))
    _ = model.apply(.undo, at: at(1))
    #expect(model.notice?.text == "Nothing to undo")
    #expect(model.asOf(at(100)).base == Model())
    // A stop that something else has overtaken is nothing, either.
    _ = model.apply(.start, at: at(1))
    #expect(!model.anytime.allows(.undo))
  }

  @Test("rings: one set, several steps at once, a source, and never one that a feed has set since")
  func rings() {
    func values(_ commands: Command...) -> [RingSource] {
      var model = Model(
        mode: .clock, rings: ["A", "B"].map { RingModel(name: $0, source: .manual(0)) })
      for command in commands { _ = model.apply(command, at: at(1)) }
      return model.rings.map(\.source)
    }
    let none: [RingSource] = [.manual(0), .manual(0)]
    #expect(values(.setRings(0.5), .undo) == none)
    #expect(values(.setRings(0.5), .setRings(0.7), .undo) == [.manual(0.5), .manual(0.5)])
    #expect(values(.setRings(0.5), .step(1), .step(1), .undo) == [.manual(0.5), .manual(0.5)])
    #expect(values(.setRing(1, .timer), .setRing(1, .manual(0.2)), .undo) == [.timer, .manual(0)])
    // A step after an undo is none of those before it.
    #expect(
      values(.step(1), .setRing(1, .manual(0.5)), .undo, .step(1), .undo)
        == [.manual(0.01), .manual(0.01)])
    #expect(
      values(.setRing(1, .manual(0.2)), .setRing(2, .fed(0.9, isOver: false)), .undo)[0]
        == .manual(0))
    #expect(
      values(.setRing(1, .manual(0.2)), .setRing(1, .fed(0.9, isOver: false)), .undo)[0]
        == .fed(0.9, isOver: false))
  }

  @Test("a drag is one step, whatever comes in between: keys, scripts, other modes and an undo")
  func drags() throws {
    var random = SplitMix64(seed: 5)
    let others: [Command] = [
      .setRings(0.5), .step(1), .nameRing(1, "C"), .nameRing(1, "A"), .mode(.clock),
      .mode(.timer), .mode(.stopwatch), .within(.counter, .count(.by(1))),
      .within(.stopwatch, .toggle), .within(.stopwatch, .lap), .setTimer(Countdown()),
      .adjustTimer(.seconds(60)), .colorRing(2, RingColor(1, 2)), .moveRing(1, to: 1),
    ]
    for round in 0..<500 {
      var model = Model(
        mode: .timer, rings: ["A", "B"].map { RingModel(name: $0, source: .manual(0.25)) })
      let isRing = Bool.random(using: &random)
      var steps = 0
      for _ in 0..<12 {
        let command: Command
        if Bool.random(using: &random) {
          let value = Int.random(in: 1...9, using: &random)
          command =
            isRing
            ? .dragRing(1, to: Double(value) / 10, drag: round)
            : .dragTimer(to: .seconds(60 * value), drag: round)
        } else {
          command = others[Int.random(in: 0..<others.count, using: &random)]
        }
        let before = model.history.entries
        _ = model.apply(command, at: .zero)
        guard command.isDrag else { continue }
        steps += model.history.entries.count - before.count
      }
      #expect(steps <= 1)
    }
    // All of it is undone, as one step among the others, and what follows an undo is another.
    var model = Model(rings: [RingModel(name: "A", source: .manual(0.25))])
    func value(after commands: Command...) -> RingSource {
      for command in commands { _ = model.apply(command, at: .zero) }
      return model.rings[0].source
    }
    let (drag, on) = (Command.dragRing(1, to: 0.5, drag: 3), Command.dragRing(1, to: 0.75, drag: 3))
    #expect(value(after: drag, .setRings(1), on) == .manual(0.75))
    #expect(value(after: .undo) == .manual(0.5) && value(after: .undo) == .manual(0.25))
    #expect(value(after: drag, .undo) == .manual(0.25) && value(after: on) == .manual(0.75))
    #expect(value(after: .undo) == .manual(0.25) && !model.anytime.allows(.undo))
    // A drag to and fro is nothing to undo.
    #expect(value(after: drag, .dragRing(1, to: 0.25, drag: 3)) == .manual(0.25))
    #expect(!model.anytime.allows(.undo) && value(after: .undo) == .manual(0.25))
    // Another drag is another step, and one of a ring that follows something by then changes nothing.
    #expect(value(after: drag, .dragRing(1, to: 0.9, drag: 4), .undo) == .manual(0.5))
    #expect(value(after: .setRing(1, .day), on, .undo) == .manual(0.5))
  }

  @Test("a ring's name and colour, also while it is fed, and in order with its values")
  func ringNames() {
    func rings(_ commands: Command...) -> [RingModel] {
      var model = Model(rings: ["A", "B"].map { RingModel(name: $0, source: .manual(0)) })
      for command in commands { _ = model.apply(command, at: at(1)) }
      return Array(model.rings)
    }
    let (a, b) = (
      RingModel(name: "A", source: .manual(0)), RingModel(name: "B", source: .manual(0))
    )
    let blue = RingColor(0x2980B9, 0x3498DB)
    #expect(rings(.nameRing(1, "C"), .undo) == [a, b])
    #expect(rings(.nameRing(1, "B"), .undo) == [a, b])
    #expect(rings(.colorRing(2, blue), .undo) == [a, b])
    #expect(rings(.setRings(0.5), .nameRing(1, "C"), .setRings(1), .undo, .undo, .undo) == [a, b])
    // The names are exchanged, and again.
    #expect(
      rings(.nameRing(1, "C"), .nameRing(2, "A"), .nameRing(1, "B"), .undo, .undo, .undo) == [a, b])
    let fed = rings(
      .setRing(1, .fed(0.2, isOver: false)), .nameRing(1, "C"), .colorRing(1, blue),
      .setRing(1, .fed(0.9, isOver: false)), .undo, .undo)
    #expect(fed == [RingModel(name: "A", source: .fed(0.9, isOver: false)), b])
  }

  @Test("a script that sets rings does not push out a reset")
  func manyRings() {
    var model = model(after: [(.start, 0), (.lap, 4), (.stop, 10), (.reset, 20)])
    for step in 0..<1000 { _ = model.apply(.setRings(Double(step % 10) / 10), at: at(21)) }
    var undone = 0
    while model.anytime.allows(.undo), undone < 200 {
      _ = model.apply(.undo, at: at(22))
      undone += 1
    }
    // Most are of the rings; then the reset, the stop and the lap.
    #expect(undone == 100 && model.stopwatch.isRunning && model.stopwatch.laps.isEmpty)
  }

  @Test("a session that is taken up begins a fresh history")
  func takenUp() {
    var model = model(after: [
      (.start, 0), (.lap, 4), (.stop, 10), (.reset, 20), (.start, 30), (.stop, 31),
    ])
    let laps = Laps(totals: [.seconds(1), .seconds(2)])
    let isTakenUp = model.takeUp(1, start: at(0), total: .seconds(5), laps: laps)
    #expect(isTakenUp)
    #expect(!model.anytime.allows(.undo))
    _ = model.apply(.undo, at: at(40))
    #expect(model.stopwatch.state == .stopped && model.stopwatch.laps == laps)
  }
}

extension Command {
  fileprivate var isDrag: Bool {
    switch self {
    case .dragRing, .dragTimer: true
    default: false
    }
  }
}

@Suite("What is shown, as text to paste")
struct TranscriptTests {
  private let wall = WallClock(epochNanoseconds: 36_576_000_000_000, utcOffsetSeconds: 0)

  @Test("the total, then a line a lap and one for the running lap, with tabs")
  func stopwatch() {
    let model = Model(
      stopwatch: Stopwatch(
        state: .stopped, anchor: .zero, elapsedAtAnchor: .milliseconds(65_430),
        laps: Laps(totals: [.milliseconds(20_010), .milliseconds(61_000)])))
    #expect(
      model.asOf(.zero).transcript(wall: wall)
        == "01:05.43\n1\t00:20.01\t00:20.01\n2\t00:40.99\t01:01.00\n3\t00:04.43\t01:05.43")
  }

  @Test("a count, a time of day and a remaining time")
  func others() throws {
    #expect(Model(mode: .clock).asOf(.zero).transcript(wall: wall) == "10:09:36")
    #expect(
      Model(mode: .counter, counter: try Counter(905)).asOf(.zero).transcript(wall: wall) == "905")
    for (mode, text) in [
      (Mode.timer, "+0:01"), (.plan, "24:56\tFocus\t1/4\n1\t25:00\tFocus\n2\t05:00\tBreak"),
    ] {
      var running = Model(mode: mode, timer: Countdown(length: .seconds(3)))
      _ = running.apply(.start, at: .zero)
      #expect(running.asOf(at(4)).transcript(wall: wall) == text)
    }
  }

  @Test("a name that was typed for a lap, and only one that was confirmed")
  func names() {
    var model = Model()
    for (command, second) in [(Command.start, 0), (.lap, 5)] as [(Command, Double)] {
      _ = model.apply(command, at: at(second))
    }
    func type(_ text: String) {
      _ = model.apply(.edit(.begin(.lapName(nil))), at: at(6))
      for scalar in text.unicodeScalars { _ = model.apply(.edit(.type(scalar)), at: at(6)) }
    }
    type("First!")
    let shown = model.anytime.footnote()
    #expect(shown?.label == "Name of lap 1: " && shown?.text == "First!")
    #expect(shown?.selection == 6..<6)
    _ = model.apply(.edit(.erase), at: at(6))
    _ = model.apply(.edit(.confirm), at: at(6))
    #expect(
      model.entry == nil && model.anytime.footnote() == nil
        && model.stopwatch.laps.namesByNumber == [1: "First"])
    _ = model.apply(.edit(.begin(.lapName(nil))), at: at(6))
    _ = model.apply(.edit(.move(.end)), at: at(6))
    for scalar in " more".unicodeScalars { _ = model.apply(.edit(.type(scalar)), at: at(6)) }
    #expect(model.entry?.text == "First more")
    _ = model.apply(.edit(.cancel), at: at(7))
    #expect(model.stopwatch.laps.namesByNumber == [1: "First"])
    type(String(repeating: "x", count: 100))
    #expect(model.entry?.text.count == 32)
    _ = model.apply(.edit(.cancel), at: at(7))
    _ = model.apply(.undo, at: at(8))
    #expect(model.stopwatch.laps.namesByNumber.isEmpty && model.stopwatch.laps.count == 1)
    var other = Model(mode: .clock)
    _ = other.apply(.edit(.begin(.lapName(nil))), at: at(1))
    #expect(other.entry == nil)
  }
}
