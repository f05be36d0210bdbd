import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("Modes")
struct ModeTests {
  private func reading(_ seconds: Double) -> ClockSample {
    let wall: Int64 = 1_770_113_376_000_000_000
    return ClockSample(
      instant: at(seconds),
      wall: WallClock(epochNanoseconds: wall + at(seconds).nanoseconds, utcOffsetSeconds: 0))
  }

  @Test("the digits show a time with its sign, the local time, and a number with its zeros")
  func readouts() {
    let table: [(DisplayValue, String)] = [
      (.time(LinearTime(.milliseconds(458_370))), "07:38.37"),
      (.time(LinearTime(.seconds(2), from: at(1), countsDown: true)), "00:01.50"),
      (.time(LinearTime(.seconds(2), from: at(-1), countsDown: true)), "-00:00.50"),
      (.timeOfDay(ClockStyle()), "10:09:37"),
      (.timeOfDay(ClockStyle(showsSeconds: false)), "10:09"),
      (.timeOfDay(ClockStyle(hours: .twelve)), "10:09:37 AM"), (.number(5, digits: 3), "005"),
      (.number(-5, digits: 3), "-005"),
      (.number(12_345, digits: 3), "12345"), (.number(.min, digits: 1), "-9223372036854775808"),
    ]
    for (readout, text) in table { #expect(readout.text(at: reading(1.5)) == text) }
  }

  @Test("laps around the dial are in proportion, except a single very long one of many")
  func race() throws {
    let third = 1.0 / 3
    // The turns are parts of the usual longest arc, which is three quarters of the dial.
    var table: [(seconds: [Int], turns: [Double]?)] = [
      ([20], [1]), ([1, 4], [0.25, 1]), ([1, 200], [0.005, 1]), ([20, 10, 15], [1, 0.5, 0.75]),
      ([10, 10, 100], [0.1, 0.1, 1]), ([60, 60, 180, 60], [third, third, 1, third]),
      ([60, 60, 210, 60], [third, third, 3.5 * third, third]),
      ([60, 60, 900, 60, 30], [third, third, 4 * third, third, 0.5 * third]),
      ([900, 60, 900, 60], [1, 1.0 / 15, 1, 1.0 / 15]), ([0, 0, 0, 60], [0, 0, 0, 1]),
      ([0], [0]),
    ]
    var random = SplitMix64(seed: 5)
    for count in (1...5).flatMap({ Array(repeating: $0, count: 40) }) {
      let limit = [9, 99, 9999].randomElement(using: &random) ?? 9
      table.append(((0..<count).map { _ in Int.random(in: 1...limit, using: &random) }, nil))
    }
    for (seconds, turns) in table {
      var total = 0
      let totals = seconds.map { lap -> Duration in
        total += lap
        return .seconds(total)
      }
      let stopwatch = Stopwatch(
        state: .running, anchor: at(0), elapsedAtAnchor: .seconds(total), laps: Laps(totals: totals)
      )
      guard case .laps(let laps, let running) = stopwatch.rim else {
        Issue.record("no laps around the dial: \(seconds)")
        return
      }
      let arcs = laps.map(\.turns)
      if let turns { #expect(zip(arcs, turns).allSatisfy { abs($0 - $1) < 1e-9 }, "\(seconds)") }
      let sorted = seconds.sorted()
      let isCut = seconds.count > 3 && sorted[seconds.count - 2] * 4 < sorted[seconds.count - 1]
      let whole = sorted.dropLast(isCut ? 1 : 0).last ?? 0
      let longest = zip(seconds, arcs).first { $0.0 == whole }?.1 ?? 0
      for (lap, arc) in zip(seconds, arcs) where whole > 0 && longest > 0 {
        let part = lap > whole ? 4 * third : longest * Double(lap) / Double(whole)
        #expect(abs(arc - part) < 1e-9, "\(seconds)")
        // The running lap is as long as an equal one.
        #expect(abs(running.turns(at: reading(Double(lap))) - arc) < 1e-6, "\(seconds)")
      }
      #expect(isCut || whole == 0 || longest >= 1 - 1e-9, "\(seconds)")
    }
  }

  @Test(
    "a clock of twelve hours shows 12 after midnight and noon, and keeps the place of the hour's first digit",
    arguments: [
      (0, "12:00", "12:00 AM"), (3_540, "12:59", "12:59 AM"), (3_600, " 1:00", "1:00 AM"),
      (43_140, "11:59", "11:59 AM"), (43_200, "12:00", "12:00 PM"), (46_740, "12:59", "12:59 PM"),
      (46_800, " 1:00", "1:00 PM"), (79_200, "10:00", "10:00 PM"),
    ] as [(Int64, String, String)])
  func twelveHours(second: Int64, glyphs: String, text: String) {
    let reading = ClockSample(
      instant: .zero, wall: WallClock(epochNanoseconds: second * 1_000_000_000, utcOffsetSeconds: 0)
    )
    let model = Model(mode: .clock, clock: ClockStyle(hours: .twelve, showsSeconds: false))
    #expect(
      model.anytime.readout.glyphs(at: reading) == glyphs
        && model.anytime.readout.halves == CalendarWords())
    #expect(model.asOf(.zero).transcript(wall: reading.wall) == text)
    let day = Model(mode: .clock)
    #expect(
      day.anytime.readout.halves == nil && day.anytime.readout.glyphs(at: reading).utf8.count == 8)
  }

  @Test("a number has no leading zeros, and its sign beside it; an overrun has a plus sign")
  func signs() {
    for (readout, glyphs) in [
      (DisplayValue.number(5, digits: 3), "5"), (.number(-5, digits: 3), "-5"),
      (.number(0, digits: 1), "0"), (.number(-105, digits: 3), "-105"),
      (.number(999, digits: 3), "999"),
    ] {
      #expect(readout.glyphs(at: reading(0)) == glyphs)
    }
    let overrun = DisplayValue.remaining(LinearTime(.seconds(-61)))
    #expect(overrun.glyphs(at: reading(0)) == "+1:01")
  }

  @Test(
    "a clock without seconds changes once a minute, and so do its rings, but for those of seconds")
  func minutes() {
    let model = Model(mode: .clock, clock: ClockStyle(showsSeconds: false))
    let now = reading(2.25)
    // At 10:09:36 it began.
    let minute = reading(24)
    #expect(model.anytime.readout.nextChange(after: now) == .at(minute.instant))
    for source in [RingSource.hour, .day] {
      let value = model.anytime.value(of: source)
      #expect(value.nextChange(after: now) == .at(minute.instant))
      let (turns, last) = (value.turns(at: now), value.turns(at: reading(23.99)))
      #expect(turns == last && turns < value.turns(at: minute))
    }
    for source in [RingSource.second, .minute] {
      #expect(model.anytime.value(of: source).nextChange(after: now) == .at(reading(3).instant))
    }
  }

  @Test("a ring of the clock's second goes round the minute by steps, as the second hand does")
  func clockSecond() {
    let second = Model(mode: .clock).anytime.value(of: .second)
    let turns = [0, 0.99, 1, 23.5, 24].map { second.turns(at: reading($0)) * 60 }
    #expect(turns.map { $0.rounded() } == [36, 36, 37, 59, 0])
    #expect(second.nextChange(after: reading(0.25)) == .at(at(1)))
    // In the other modes it is the running second of the stopwatch.
    var model = Model()
    _ = model.apply(.start, at: at(0))
    #expect(model.anytime.value(of: .second).turns(at: reading(5.25)) == 0.25)
  }

  @Test("a ring of the lap goes by the lap to aim at, or else by the best one, and beyond it")
  func laps() {
    func turns(_ model: Model, _ seconds: Double) -> Double {
      model.anytime.value(of: .lap).turns(at: reading(seconds))
    }
    var model = Model()
    _ = model.apply(.start, at: at(0))
    #expect(turns(model, 30) == 0)
    _ = model.apply(.lap, at: at(40))
    #expect(turns(model, 40) == 0 && turns(model, 50) == 0.25 && turns(model, 90) == 1.25)
    _ = model.apply(.lap, at: at(60))
    #expect(turns(model, 65) == 0.25)
    // A worse one is not aimed at.
    _ = model.apply(.lap, at: at(160))
    #expect(turns(model, 165) == 0.25)
    #expect(model.anytime.value(of: .lap).nextChange(after: reading(165)) == .nextFrame)
    _ = model.apply(.undo, at: at(165))
    _ = model.apply(.undo, at: at(165))
    #expect(turns(model, 165) == 125.0 / 40)
    _ = model.apply(.stop, at: at(180))
    #expect(
      turns(model, 1000) == 3.5
        && model.anytime.value(of: .lap).nextChange(after: reading(181)) == .never)

    var aimed = Model(targetLap: .seconds(20))
    #expect(
      turns(aimed, 1) == 0 && aimed.anytime.value(of: .lap).nextChange(after: reading(1)) == .never)
    _ = aimed.apply(.start, at: at(0))
    #expect(turns(aimed, 5) == 0.25)
    _ = aimed.apply(.lap, at: at(10))
    #expect(turns(aimed, 20) == 0.5)
    #expect(turns(aimed, 1e6) == RingModel.maximum)
    #expect(aimed.anytime.value(of: .lap).nextChange(after: reading(1e6)) == .never)
    // A lap of no length is nothing to go by.
    var twice = Model()
    for command in [Command.start, .lap, .lap] { _ = twice.apply(command, at: at(0)) }
    #expect(
      turns(twice, 10) == 0
        && twice.anytime.value(of: .lap).nextChange(after: reading(10)) == .never)
  }

  @Test("what is shown stays until it says that it will differ", arguments: Mode.allCases)
  func nextChanges(mode: Mode) {
    var model = Model(mode: mode)
    for isRunning in [false, true] {
      if isRunning {
        model = Model(mode: .stopwatch)
        _ = model.apply(.start, at: at(0))
        _ = model.apply(.mode(mode), at: at(0))
      }
      let sources: [RingSource] = [
        .manual(0.3), .second, .minute, .hour, .day, .lap, .timer, .plan,
      ]
      let now = reading(2.25)
      let later = reading(2.27)
      let second = reading(3)
      let pairs: [(NextChange, isEqual: (ClockSample) -> Bool)] =
        [
          (
            model.anytime.readout.nextChange(after: now),
            { model.anytime.readout.text(at: $0) == model.anytime.readout.text(at: now) }
          )
        ]
        + sources.map { source in
          let value = model.anytime.value(of: source)
          return (value.nextChange(after: now), { value.turns(at: $0) == value.turns(at: now) })
        }
      for (change, isEqual) in pairs {
        switch change {
        case .nextFrame: #expect(!isEqual(later))
        case .at(let instant):
          #expect(isEqual(later) && instant == second.instant && !isEqual(second))
        case .never: #expect(isEqual(later) && isEqual(second) && isEqual(reading(90_000.5)))
        }
      }
    }
  }

  @Test(
    "buttons have room and roles of their own whatever the state; Start and Stop are one",
    arguments: Mode.allCases)
  func buttons(mode: Mode) {
    var random = SplitMix64(seed: 7)
    var model = Model(mode: mode)
    let toggle = model.anytime.toggleButton?.role
    let commands: [Command] = [
      .start, .stop, .toggle, .lap, .reset, .undo, .step(1), .count(.to(999)), .skip, .back,
    ]
    for step in 0..<100 {
      _ = model.apply(
        commands[Int.random(in: 0..<commands.count, using: &random)], at: at(Double(step)))
      let present = model.asOf(at(Double(step) + 0.5))
      let roles = (present.buttons + ButtonContent.rings).map(\.role)
      #expect(Set(roles).count == roles.count && present.buttons.count <= model.maxButtons)
      #expect(present.buttons.contains { $0.role == toggle } || toggle == nil)
      // A button does something exactly where the model says so.
      for button in present.buttons {
        var copy = model
        _ = copy.apply(button.command, at: at(Double(step) + 0.5))
        #expect(
          present.allows(button.command)
            == (copy.stopwatch != model.stopwatch || copy.timer != model.timer
              || copy.planRun != model.planRun || copy.counter != model.counter)
        )
      }
    }
  }

  @Test("buttons set the rings of the stopwatch, and elsewhere a selected ring that can be set")
  func ringButtons() {
    for mode in Mode.allCases {
      let model = Model(
        mode: mode,
        rings: [
          RingModel(name: "Goal", source: .manual(0)), RingModel(name: "Day", source: .day),
        ])
      func isShown(_ model: Model, at seconds: Double) -> Bool {
        model.hasRingButtons || model.asOf(at(seconds)).isRingSelected
      }
      func isShown(_ commands: Command...) -> Bool {
        var model = model
        for command in commands { _ = model.apply(command, at: at(0)) }
        return isShown(model, at: 1)
      }
      #expect(isShown() == (mode == .stopwatch))
      #expect(isShown(.selectRing(1)) && isShown(.selectRing(2)) == (mode == .stopwatch))
      #expect(isShown(.selectRing(1), .selectRing(nil)) == (mode == .stopwatch))
      var later = model
      _ = later.apply(.selectRing(1), at: at(0))
      #expect(isShown(later, at: 4) == (mode == .stopwatch))
    }
  }
}
