import ProgramSupport
import Testing

extension Displays {
  /// How many frames a second are drawn, and when.
  struct Pace {
    @Test(
      arguments: [
        (50, [], 50, "50.0"), (144, [], 48, "48.0"), (30, [], 30, "30.0"),
        (75, ["--fps", "30"], 25, "25.0"), (120, ["--fps", "200"], 120, "120.0"),
      ] as [(UInt, [String], Int, String)])
    func framesKeepStepWithTheDisplay(display: UInt, options: [String], frames: Int, told: String)
      throws
    {
      let desk = try runHeld(options, on: DisplayMode(width: 1280, height: 800, hertz: display))
      try expectFrames(frames, on: desk)
      #expect(try end(desk)["frames a second"] == told)
    }

    @Test(
      arguments: [([], 60, "60.0"), (["--fps", "20"], 20, "20.0")] as [([String], Int, String)])
    func aDisplayWithoutARateGetsSixtyOrFewerWhereFewerAreAskedFor(
      options: [String], frames: Int, told: String
    ) throws {
      let desk = try runHeld(options)
      try expectFrames(frames, on: desk)
      #expect(try end(desk)["frames a second"] == told)
    }

    @Test func framesFollowTheModeAndTheWindowToAnotherDisplay() throws {
      let desk = try runHeld([], on: DisplayMode(width: 1280, height: 800, hertz: 60))
      try expectFrames(60, on: desk)
      try desk.connection.setMode(DisplayMode(width: 640, height: 800, hertz: 30))
      try awaitPeriod(hertz: 30, on: desk)
      try expectFrames(30, on: desk)
      // The display shows the left half only; the window's middle leaves it, and comes back.
      desk.connection.move(desk.window, x: 400, y: 0)
      try awaitPeriod(hertz: 60, on: desk)
      desk.connection.move(desk.window, x: 0, y: 0)
      try awaitPeriod(hertz: 30, on: desk)
      try expectFrames(30, on: desk)
      #expect(try end(desk)["frames a second"] == "30.0")
    }

    @Test func whatAKeyDoesIsInTheNextFrame() throws {
      // A slow disk would show it a frame later.
      let desk = try runHeld(["--no-animation", "--no-state"])
      let ring = try #require(desk.panel.rings.first)
      var picture = try desk.picture()
      for (key, coverage) in [("End", 1.0), ("0", 0), ("End", 1), ("0", 0)] {
        try desk.keyboard.tap(key)
        // It lies in the program's socket once the server has answered whoever asked later.
        desk.connection.synchronize()
        picture = try desk.nextPicture(after: picture)
        #expect(ring.coverage(picture, empty: desk.fresh) == coverage)
      }
    }

    @Test func aMenuHasNoMoreFramesThanItsWindow() throws {
      let desk = try Desk(options: ["--present", "put"], isWatched: true)
      let tap = try #require(desk.tap)
      func frames() -> Int { Wiretap.frames(in: tap.take(), extensions: desk.extensions) }
      try desk.keyboard.tap("Menu")
      _ = try Menus().awaitMenu(on: desk)
      try desk.holdClockAtRest()
      _ = frames()
      // Fewer than the turns that a frame has.
      for _ in 0..<4 { try desk.wake { try desk.keyboard.tap("Down") } }
      desk.connection.synchronize()
      // On a busy machine one may count as two.
      #expect(try frames() <= 2 && desk.nextMoment() != nil)
      try desk.step()
      try desk.wait(until: "the last row") { frames() > 0 }
      #expect(try desk.nextMoment() == nil)
    }

    @Test func manyFramesAreMadeBeforeTheirTime() throws {
      let desk = try run([])
      Deadline.observe(seconds: 2)
      let told = try end(desk)
      let (drawn, ahead) = (Int(told["frames drawn"] ?? ""), Int(told["frames ahead"] ?? ""))
      // After a key the first frames are made when they are due.
      #expect(try #require(ahead) > 0 && #require(ahead) < #require(drawn), "\(told)")
    }

    @Test func whatWasMadeBeforeItsTimeIsTakenBackWhereAKeyComes() throws {
      let desk = try Desk(isAnimated: true)
      var random = SplitMix64(seed: 3)
      for round in 0..<12 {
        try desk.keyboard.tap("space")
        // The first frames that are made ahead are of its coming to rest. Later on some are made until then, or none, or all
        // that there can be.
        // At zero it would not be stopped, but reset.
        let wait = round > 0 ? Double(Int.random(in: 1...25, using: &random)) / 50 : 0.004
        Deadline.observe(seconds: wait)
        try desk.keyboard.tap("space")
        try expectStopped(desk)
      }
    }

    @Test func whereTheServerHoldsNoFramesAnyMoreEachIsSentWhenItIsDue() throws {
      let desk = try run([])
      let tap = try #require(desk.tap)
      try desk.wait(until: "a frame sent ahead") {
        tap.take().contains(where: desk.extensions.isWait)
      }
      tap.cutLast()
      func frames(_ count: Int) throws -> [Wiretap.Entry] {
        var entries: [Wiretap.Entry] = []
        try desk.wait(until: "\(count) frames") {
          entries += tap.take()
          return Wiretap.frames(in: entries, extensions: desk.extensions) >= count
        }
        return entries
      }
      // Some were under way when the connection was cut.
      _ = try frames(20)
      #expect(try !frames(20).contains(where: desk.extensions.isWait))
      try desk.keyboard.tap("space")
      try expectStopped(desk)
    }

    /// A running stopwatch on a display in that mode.
    private func run(_ options: [String], on mode: DisplayMode? = nil) throws -> Desk {
      let desk = try Desk(
        Desk.look + rings("0%"), options: options + ["--stats"], isAnimated: true, isWatched: true,
        mode: mode)
      try desk.run()
      return desk
    }

    /// A running stopwatch whose clock stands still.
    private func runHeld(_ options: [String], on mode: DisplayMode? = nil) throws -> Desk {
      let desk = try run(options + ["--present", "put"], on: mode)
      try desk.holdClock()
      return desk
    }

    /// A second of the stopped clock has `count` frames, or one more or fewer.
    private func expectFrames(_ count: Int, on desk: Desk) throws {
      let end = desk.faults.now.held_monotonic + 1_000_000_000
      var picture = try desk.picture()
      var frames = 0
      while let moment = try desk.nextMoment(), moment <= end {
        picture = try desk.nextPicture(after: picture)
        frames += 1
      }
      #expect(abs(frames - count) <= 1, "\(frames)")
    }

    /// Lets frames go by until they come at that rate.
    private func awaitPeriod(hertz: Int64, on desk: Desk) throws {
      try desk.wait(until: "\(hertz) frames a second") {
        try desk.step()
        let now = desk.faults.now
        return abs(now.wait_end - now.held_monotonic - 1_000_000_000 / hertz) < 1_000_000
      }
    }

    /// The stopwatch has stopped, and the window shows the time that it says.
    private func expectStopped(_ desk: Desk) throws {
      let words = try desk.status(format: "{{state}} {{elapsed|ns}}").split(separator: " ")
      try #require(words.count == 2)
      #expect(words[0] == "stopped")
      let nanoseconds = try #require(Int64(words[1]))
      let fraction = String(nanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst()
      let time = "\(nanoseconds / 1_000_000_000).\(fraction)"
      try desk.awaitRender(["--at", time], "the stopwatch at \(time)")
    }

    /// Closes the window and gives the lines of the statistics, by their names.
    private func end(_ desk: Desk) throws -> [String: String] {
      desk.releaseClock()
      try desk.close()
      var lines: [String: String] = [:]
      for line in desk.program.standardError.split(separator: "\n") {
        guard let space = line.lastIndex(of: " ") else { continue }
        let name = line[..<space].split(separator: " ").joined(separator: " ")
        lines[name] = String(line[line.index(after: space)...])
      }
      return lines
    }
  }
}
