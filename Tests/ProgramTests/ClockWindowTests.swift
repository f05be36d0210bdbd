import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The clock's window.
  struct ClockWindow {
    private let look = ["--mode", "clock", "--theme", "flat-light"]

    private func display(_ desk: Desk) throws -> SegmentDisplay {
      let zero = ["--theme", "flat-light"]
      let colors = try SegmentDisplay(
        boxes: Program.describe(zero, home: desk.home).digits,
        learningFrom: Program.render(zero, home: desk.home))
      return SegmentDisplay(boxes: desk.panel.digits, like: colors)
    }

    private func hour(_ display: SegmentDisplay, in picture: Picture) -> Int? {
      display.digits(in: picture).map { $0[0] * 10 + $0[1] }
    }

    @Test func aChangeOfTheZonesRulesIsFollowed() throws {
      let folder = TestFolder()
      let file = "\(folder.path)/Here"
      func put(_ zone: String) throws {
        try write(try #require(contents(of: "/usr/share/zoneinfo/\(zone)")), to: file + ".new")
        guard rename(file + ".new", file) == 0 else { throw Failure("no file") }
      }
      try put("Etc/GMT-3")
      let desk = try Desk(
        look, variables: ["TZDIR": folder.path, "SEGCLOCK_ZONE": "Here"], comparesFresh: false)
      let display = try display(desk)
      func expectHour(_ east: Int) throws {
        try desk.see("the time \(east) hours east") { picture in
          hour(display, in: picture) == (time(nil) / 3600 + east) % 24
        }
      }
      try expectHour(3)
      try put("Etc/GMT-9")
      try expectHour(9)
      // A file that makes no sense is UTC to the C library.
      try write("nonsense", to: file)
      try expectHour(0)
      try put("Etc/GMT-7")
      try expectHour(7)
    }

    @Test func withoutSecondsItWakesUpOnceAMinute() throws {
      let desk = try Desk(look + ["--seconds", "off"], isWatched: true, isOpen: false)
      // A minute that has just begun, so that none ends by itself.
      let now = time(nil)
      let minute = now / 60 + 1
      desk.faults.now.wall_time += Int64(60 - now % 60) * 1_000_000_000
      try desk.open()
      try desk.see("something") { $0.showsSomething }
      try desk.awaitStillness(hasDeadline: true)
      let tap = try #require(desk.tap)
      let display = try display(desk)
      _ = tap.take()
      let before = desk.faults.now.waits
      desk.faults.now.skipped_wait = 1_000_000_000
      // It looks at the rest of the minute only when it waits anew.
      _ = try Program.run(["ctl", "sync"], home: desk.home)
      try desk.wait(until: "the next minute") {
        guard let digits = display.digits(in: try desk.picture()) else { return false }
        return digits[2] * 10 + digits[3] == (minute + 1) % 60
      }
      // The question, the frame, and what the server says of both.
      #expect(desk.faults.now.waits - before <= 10)
      #expect(Wiretap.frames(in: tap.take(), extensions: desk.extensions) == 1)
    }

    @Test func aRingOfTheSecondMovesOnceASecond() throws {
      let desk = try Desk(
        look + ["--show", "rings", "--ring", "Second=second"], isWatched: true, comparesFresh: false
      )
      let tap = try #require(desk.tap)
      var last = try desk.picture()
      last = try desk.seeChange(from: last, "the next second")
      _ = tap.take()
      let start = Deadline.now()
      for _ in 0..<3 { last = try desk.seeChange(from: last, "the next second") }
      let frames = Wiretap.frames(in: tap.take(), extensions: desk.extensions)
      let seconds = Int((Deadline.now() - start) / 1_000_000_000)
      #expect((3...seconds + 2).contains(frames))
    }
  }
}
