import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("What ran on a day")
struct DayTests {
  /// A clock whose zone changes its offset, and which can be set.
  private struct Desk {
    var model = Model()
    var now = Instant(nanoseconds: 5_000_000_000_000)
    var epoch: Int64 = 1_790_000_000_000_000_000
    var offset: Int64 = 3600
    var starts = TimeOfDay.midnight

    init() { enter() }

    mutating func enter() {
      let offset = offset
      let day = DayBounds(containing: now, epoch: epoch, startingAt: starts) { _ in offset }
      _ = model.apply(.day(.enter([day])), at: now)
    }

    /// Lets time pass. Meanwhile a new day begins and ends are announced, as in the program.
    mutating func wait(_ seconds: Double) {
      let end = now + .nanoseconds(Int64(seconds * 1e9))
      while true {
        let due = [model.day.today?.end, model.nextEnd].compactMap { $0 }.min() ?? end
        guard due < end else { break }
        pass(to: max(due, now))
        if let today = model.day.today, today.end <= now { enter() }
        if let next = model.nextEnd, next <= now { _ = model.apply(.announceEnd, at: now) }
      }
      pass(to: end)
      if let today = model.day.today, today.end <= now { enter() }
    }

    private mutating func pass(to end: Instant) {
      epoch += (end - now).nanosecondsClamped
      now = end
    }

    mutating func perform(_ command: Command) { _ = model.apply(command, at: now) }

    /// As after a kill: the rows come from the disk.
    mutating func restart() throws {
      let rows = model.day.rows.compactMap { id, row in row.map { DayRow(id: id, interval: $0) } }
      let laps = model.stopwatch.laps
      let coder = StateCoder(reading: model.savedBytes) { _, count in
        laps.count == count ? laps : nil
      }
      model = try #require(Model(from: coder))
      model.loadDays(rows)
      enter()
    }

    var all: [DayRow] { model.day.merged(with: [], at: now) }

    func time(of activity: String? = nil, _ mode: Mode? = nil) -> Duration {
      all.filter {
        (activity == nil || $0.interval.activity == activity)
          && (mode == nil || $0.interval.mode == mode)
      }.reduce(.zero) { $0 + $1.interval.length }
    }
  }

  @Test("the stopwatch's intervals are what it showed, whatever was done", arguments: 0..<40)
  func stopwatch(seed: UInt64) throws {
    for round in 0..<50 {
      var random = SplitMix64(seed: seed &* 1000 &+ UInt64(round))
      var (desk, past, log) = (Desk(), Duration.zero, "")
      for _ in 0..<Int.random(in: 3...25, using: &random) {
        desk.wait(
          [0, 0.25, 61, 3600, 20_000, 90_000, 200_000].randomElement(using: &random) ?? 0)
        let before = (desk.model.session.number, desk.model.stopwatch.elapsed(at: desk.now))
        let choice = Int.random(in: 0..<12, using: &random)
        log += "\(choice) "
        switch choice {
        case 0...2, 5: desk.perform(.start)
        case 3, 4: desk.perform(.stop)
        case 6: desk.perform(.reset)
        case 7: desk.perform(.undo)
        case 8: try desk.restart()
        case 9:
          desk.perform(.day(.choose(["", "Focus", "Read"].randomElement(using: &random) ?? "")))
        case 10:
          // The clock is set, or a traveller arrives.
          desk.offset = Int64.random(in: -48...56, using: &random) * 900
          if Bool.random(using: &random) {
            desk.epoch += Int64.random(in: -90_000...90_000, using: &random) * 1_000_000_000
          }
          desk.enter()
        default: desk.perform(.toggle)
        }
        // A reset ends a session, and its undo brings it back.
        if desk.model.session.number != before.0 {
          past += before.1 - desk.model.stopwatch.elapsed(at: desk.now)
        }
        let shown = past + desk.model.stopwatch.elapsed(at: desk.now)
        #expect(desk.time() == shown, "seed \(seed), round \(round): \(log)")
        guard desk.time() == shown else { return }
      }
    }
  }

  @Test("each interval is on its day, and no activity runs twice at a time", arguments: 0..<20)
  func parts(seed: UInt64) throws {
    for round in 0..<30 {
      var random = SplitMix64(seed: seed &* 77 &+ UInt64(round))
      var (desk, log) = (Desk(), "")
      desk.starts =
        [.midnight, try TimeOfDay(parsing: "4:00")].randomElement(using: &random) ?? .midnight
      desk.enter()
      for _ in 0..<25 {
        desk.wait([0.5, 30, 3600, 40_000].randomElement(using: &random) ?? 1)
        let mode = [Mode.stopwatch, .timer, .plan].randomElement(using: &random) ?? .timer
        let choice = Int.random(in: 0..<9, using: &random)
        log += "\(desk.epoch / 1000000000):\(mode)\(choice) "
        switch choice {
        case 0, 1: desk.perform(.within(mode, .start))
        case 2, 3: desk.perform(.within(mode, .stop))
        case 4: desk.perform(.within(mode, .reset))
        case 5: desk.perform(.adjustTimer(.seconds(60)))
        case 6: desk.perform(.within(.plan, .skip))
        case 7:
          desk.perform(.mode(mode))
          desk.perform(.undo)
        default: desk.perform(.day(.choose(["Focus", "Read"].randomElement(using: &random) ?? "")))
        }
      }
      let offset = desk.offset
      let rows = desk.all
      for row in rows {
        let day = DayBounds(
          containing: .zero, epoch: row.interval.start, startingAt: desk.starts
        ) { _ in offset }
        let isOnDay =
          day.date == row.interval.date && row.interval.end <= day.epoch(of: day.end)
        #expect(isOnDay, "seed \(seed), round \(round): \(row)")
      }
      for (name, rows) in Dictionary(grouping: rows, by: \.interval.activity) {
        let inOrder = rows.map(\.interval).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        for (one, next) in zip(inOrder, inOrder.dropFirst()) {
          #expect(one.end <= next.start, "seed \(seed), round \(round): \(name)")
        }
      }
    }
  }

  @Test func aStopThatIsUndoneTakesItsIntervalBack() {
    var desk = Desk()
    desk.perform(.day(.choose("Focus")))
    desk.perform(.start)
    desk.wait(100)
    desk.perform(.stop)
    #expect(desk.all.map(\.id) == [1] && desk.time(of: "Focus") == .seconds(100))
    desk.wait(20)
    desk.perform(.undo)
    #expect(desk.all.map(\.id) == [nil] && desk.time(of: "Focus") == .seconds(120))
  }

  @Test func theTimerRunsToItsEndAndAStepForItsName() throws {
    var desk = Desk()
    desk.perform(.day(.choose("Tea")))
    desk.perform(.setTimer(Countdown(length: .seconds(60))))
    desk.perform(.start)
    desk.wait(500)
    #expect(desk.time(of: "Tea") == .seconds(60))
    desk.perform(.setPlan(try Plan(parsing: "Read 10s, Rest 5s")))
    desk.perform(.start)
    desk.wait(12)
    #expect(desk.time(of: "Read") == .seconds(10) && desk.time(of: "Rest") == .seconds(2))
    desk.wait(100)
    #expect(desk.time(of: "Rest") == .seconds(5))
  }

  @Test func whatRunsForNothingGetsTheNameThatIsChosen() {
    var desk = Desk()
    desk.perform(.start)
    desk.wait(10)
    desk.perform(.day(.choose("Focus")))
    desk.wait(10)
    desk.perform(.day(.choose("Read")))
    desk.wait(5)
    desk.perform(.stop)
    #expect(desk.time(of: "Focus") == .seconds(20) && desk.time(of: "Read") == .seconds(5))
  }

  @Test func aRingOfTodayFillsAndSweepsToItsStart() throws {
    var desk = Desk()
    let goal = DayGoal.time(.seconds(3600))
    let ring = RingModel(name: "Focus", source: .today, goal: goal)
    func turns() -> Double {
      let wall = WallClock(epochNanoseconds: desk.epoch, utcOffsetSeconds: Int(desk.offset))
      return desk.model.asOf(desk.now).value(of: ring)
        .turns(at: ClockSample(instant: desk.now, wall: wall))
    }
    desk.perform(.day(.choose("Focus")))
    #expect(turns() == 0)
    desk.perform(.start)
    desk.wait(1800)
    #expect(abs(turns() - 0.5) < 1e-9)
    desk.wait(5400)
    #expect(abs(turns() - 2) < 1e-9)
    let today = try #require(desk.model.day.today)
    desk.wait((today.end - desk.now).inSeconds + 900)
    #expect(abs(turns() - 0.25) < 1e-9)
  }

  @Test func countsAddUpAndAreUndone() {
    var desk = Desk()
    desk.perform(.day(.choose("Water")))
    desk.perform(.mode(.counter))
    for _ in 0..<3 { desk.perform(.step(1)) }
    desk.perform(.day(.count(2, of: "Water")))
    let today = desk.model.asOf(desk.now).today
    #expect(today?.activities.map(\.total.count) == [5])
    desk.perform(.undo)
    #expect(desk.model.asOf(desk.now).today?.activities.map(\.total.count) == [4])
  }

  @Test func aStreakCountsClosedDays() {
    var desk = Desk()
    desk.model = Model(
      rings: [RingModel(name: "Focus", source: .today, goal: .time(.seconds(60)))])
    desk.enter()
    desk.perform(.day(.choose("Focus")))
    var streaks: [Int] = []
    for day in 0..<6 {
      if day != 3 {
        desk.perform(.start)
        desk.wait(100)
        desk.perform(.stop)
      }
      streaks.append(desk.model.asOf(desk.now).streak)
      desk.wait(86_400 - (day == 3 ? 0 : 100))
    }
    #expect(streaks == [1, 2, 3, 3, 1, 2])
  }

  @Test(
    "days of 23 and 25 hours and of half hours",
    arguments: [
      // The second of a change, the offsets before and after, and the hours of the day.
      (1_774_746_000, 3600, 7200, 23.0), (1_792_890_000, 7200, 3600, 25.0),
      (1_791_041_400, 37_800, 39_600, 23.5),
    ])
  func nights(change: Int64, before: Int64, after: Int64, hours: Double) {
    let noon = change + 8 * 3600
    let day = DayBounds(
      containing: .zero, epoch: noon * 1_000_000_000, startingAt: .midnight
    ) { $0 < change ? before : after }
    #expect((day.end - day.start).inSeconds == hours * 3600)
  }
}
