import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The timer, set and started by its keys.
  struct Timer {
    @Test func timerRunsOutAndIsStoppedAndReset() throws {
      let look = Desk.look + ["--timer", "2"]
      let desk = try Desk(look)
      let rest = try desk.digits
      #expect(rest.digits(in: desk.fresh) == [0, 2, 0, 0])
      // Past the end red digits count up from a plus sign, in whole seconds.
      let over = look + ["--at", "3", "--running"]
      let panel = try Program.describe(over, home: desk.home)
      let overrun = try SegmentDisplay(
        boxes: panel.digits, learningFrom: Program.render(over, home: desk.home))
      #expect(
        panel.names.contains("plus.0") && panel.digits.count == 3
          && overrun.lit.red > overrun.lit.green + 80)

      try desk.keyboard.tap("space")
      try desk.see("less than two seconds") {
        rest.digits(in: $0).map { $0[0] == 0 && $0[1] < 2 } ?? false
      }
      try desk.awaitTitle("timer running")
      try desk.see("the overrun") { overrun.digits(in: $0).map { $0[2] >= 1 } ?? false }
      try desk.press("space", "+")
      let shown = String(desk.title.filter(\.isNumber).prefix(3))
      try desk.see("the digits to stand") {
        overrun.digits(in: $0).map { $0.map(String.init).joined() == shown } ?? false
      }
      try desk.keyboard.tap("r")
      try desk.awaitPicture(desk.fresh, "a reset")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.see("the overrun again") {
        overrun.digits(in: $0).map { $0.map(String.init).joined() == shown } ?? false
      }
    }

    /// How the zone's clock is changed in three hours.
    enum Change: CaseIterable {
      case none, forward, back
    }

    @Test(arguments: Change.allCases)
    func untilATimeOfDayItRunsAtOnceAndAsLongAsTheZonesRulesSay(change: Change) throws {
      let now = time(nil)
      // Clocks are changed then, by the clock that is in force, and back half a year away.
      let rules = [now + (change == .back ? 4 : 3) * 3600, now + 180 * 86_400].map {
        "J\(julianDay($0))/\(clock($0))"
      }
      let (zone, ahead, hours) =
        switch change {
        case .none: ("AAA0", 0, 6)
        case .forward: ("AAA0BBB-1,\(rules[0]),\(rules[1])", 0, 5)
        case .back: ("AAA0BBB-1,\(rules[1]),\(rules[0])", 3600, 7)
        }
      let desk = try Desk(
        options: ["--timer", "until \(clock(now + ahead + 6 * 3600))"], isAnimated: true,
        variables: ["TZ": zone], comparesFresh: false)
      // What was asked for is shown once the disk has it.
      try desk.awaitTitle("timer running")
      try desk.keyboard.tap("space")
      try desk.wait(until: "the rest in the title") { !desk.title.hasPrefix("timer") }
      let fields = desk.title.split(separator: " ")[0].split(separator: ":").compactMap { Int($0) }
      try #require(fields.count == 3, "\(desk.title)")
      let rest = (fields[0] * 60 + fields[1]) * 60 + fields[2]
      #expect(rest < hours * 3600 && rest > hours * 3600 - 300, "\(desk.title)")
    }

    @Test func untilATimeOfDayIsLocalWhateverZoneTheClockShows() throws {
      let desk = try Desk(
        options: ["--mode", "clock", "--zone", "Asia/Tokyo"], variables: ["TZ": "UTC"],
        comparesFresh: false)
      try desk.ctl("timer", "until", clock(time(nil) + 6 * 3600))
      let timer = try desk.status()["timer"]
      let hours = Double(try #require(timer["set_ns"].int)) / 3.6e12
      #expect(hours <= 6 && hours > 5.9)
    }

    /// The time of day at a moment, in UTC.
    private func clock(_ moment: Int) -> String {
      let second = moment % 86_400
      return [second / 3600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
        .joined(separator: ":")
    }

    /// The day of the year at a moment, in UTC, without the leap day: as rules of a zone have it.
    private func julianDay(_ moment: Int) -> Int {
      var moment = time_t(moment)
      var parts = tm()
      gmtime_r(&moment, &parts)
      let year = Int(parts.tm_year) + 1900
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return Int(parts.tm_yday) + (isLeap && parts.tm_yday > 58 ? 0 : 1)
    }
  }
}
