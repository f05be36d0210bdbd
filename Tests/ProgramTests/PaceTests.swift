import ProgramSupport
import Testing

extension Displays {
  /// How many frames a second are drawn, and when.
  struct Pace {
    @Test(
      arguments: [
        (50, [], 50, "50.0"), (144, [], 48, "48.0"), (30, [], 30, "30.0"),
        (75, ["--fps", "30"], 25, "25.0"),
        (120, ["--fps", "200"], 120, "120.0"),
      ] as [(UInt, [String], Int, String)])
    func framesKeepStepWithTheDisplay(display: UInt, options: [String], frames: Int, told: String)
      throws
    {
      let desk = try run(options, on: DisplayMode(width: 1280, height: 800, hertz: display))
      try expectFrames(frames, on: desk)
      #expect(try end(desk)["frames a second"] == told)
    }

    @Test func aDisplayWithoutARateGetsSixtyOrFewerWhereFewerAreAskedFor() throws {
      let desk = try run([])
      try expectFrames(60, on: desk)
      #expect(try end(desk)["frames a second"] == "60.0")
      let slow = try run(["--fps", "20"])
      try expectFrames(20, on: slow)
      #expect(try end(slow)["frames a second"] == "20.0")
    }

    @Test func framesFollowTheModeAndTheWindowToAnotherDisplay() throws {
      // What keeps no state asks for no place to keep either, a second after a move.
      let desk = try run(["--no-state"], on: DisplayMode(width: 1280, height: 800, hertz: 60))
      try expectFrames(60, on: desk)
      try desk.connection.setMode(DisplayMode(width: 640, height: 800, hertz: 30))
      try expectFrames(30, on: desk)
      // The display shows the left half only; the window's middle leaves it, and comes back.
      desk.connection.move(desk.window, x: 400, y: 0)
      var requests = try expectFrames(60, on: desk)
      desk.connection.move(desk.window, x: 0, y: 0)
      requests += try expectFrames(30, on: desk)
      // The server is asked to wait, to wait no longer, to draw, to send us a message (SendEvent), and where to draw (ChangeGC, SetClipRectangles).
      let extensions = desk.extensions
      let others = requests.filter {
        !extensions.drawing.contains($0.major) && !extensions.isWait($0) && !extensions.isRecall($0)
      }
      #expect(Set(others.map(\.major)).subtracting([25, 56, 59]) == [])
      #expect(try end(desk)["frames a second"] == "30.0")
    }

    @Test func whatAKeyDoesIsInTheNextFrame() throws {
      // Over the wire the size of a picture is that of what has changed: a ring is much more than some digits.
      let desk = try Desk(
        ["--theme", "flat-light", "--show", "digits,rings"],
        options: ["--no-animation", "--present", "put"],
        isWatched: true)
      let tap = try #require(desk.tap)
      let ring = try #require(desk.panel.rings.first)
      let ringBytes = Int(4 * ring.radius * ring.radius * 4 / 2)
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.hundredths(in: $0).map { $0 > 5 } ?? false }
      var keys = ["End", "0"]
      var places: [Int] = []
      for _ in 0..<20 {
        _ = tap.take()
        let pressed = Deadline.now()
        try desk.keyboard.tap(keys[0])
        keys.reverse()
        var later: [Wiretap.Entry] = []
        places.append(
          try desk.connection.wait(for: "the rings") {
            later += tap.take().filter { $0.time > pressed }
            return Wiretap.pictures(in: later, extensions: desk.extensions).firstIndex { picture in
              picture.reduce(0) { $0 + $1.bytes } > ringBytes
            }
          })
      }
      // Now and then a picture was on its way already when the key went down, or the machine was busy.
      #expect(places.filter { $0 == 0 }.count >= 15, "\(places)")
    }

    @Test func manyFramesAreMadeBeforeTheirTime() throws {
      let desk = try run([])
      try expectFrames(60, on: desk)
      let told = try end(desk)
      let (drawn, ahead) = (Int(told["frames drawn"] ?? ""), Int(told["frames ahead"] ?? ""))
      let share = Double(try #require(ahead)) / Double(try #require(drawn))
      // After a key the first are made when they are due; then each is made ahead, as long as all are made in time.
      #expect(share > 0.2 && share < 1, "\(told)")
    }

    @Test func whatWasMadeBeforeItsTimeIsTakenBackWhereAKeyComes() throws {
      let desk = try Desk(["--theme", "flat-light"])
      var random = Random(state: 3)
      for _ in 0..<12 {
        try desk.keyboard.tap("space")
        // By then some frames are made ahead, or none, or all that there can be.
        Deadline.observe(seconds: Double(random.next(in: 1...25)) / 50)
        try desk.keyboard.tap("space")
        try expectStopped(desk)
      }
    }

    @Test func whereTheServerHoldsNoFramesAnyMoreEachIsSentWhenItIsDue() throws {
      let desk = try run([])
      let tap = try #require(desk.tap)
      let waits = try expectFrames(60, on: desk).filter(desk.extensions.isWait)
      #expect(!waits.isEmpty)
      tap.cutLast()
      try expectFrames(60, on: desk)
      let later = try expectFrames(60, on: desk).filter(desk.extensions.isWait)
      #expect(later.isEmpty)
      try desk.keyboard.tap("space")
      try expectStopped(desk)
    }

    @Test func aFrameIsOneWakeUp() throws {
      let desk = try run([])
      let tap = try #require(desk.tap)
      // The best of some seconds: what else the machine does may wake the program up, but not spare it one.
      try desk.connection.wait(until: "a second with a wake-up a frame", Deadline(seconds: 20)) {
        _ = tap.take()
        let before = desk.program.voluntarySwitches
        Deadline.observe(seconds: 1)
        let frames = Wiretap.frames(in: tap.take(), extensions: desk.extensions)
        return frames >= 30 && desk.program.voluntarySwitches - before <= frames + 2
      }
    }

    /// A running stopwatch on a display in that mode.
    private func run(_ options: [String], on mode: DisplayMode? = nil) throws -> Desk {
      let desk = try Desk(
        ["--theme", "flat-light"], options: options + ["--stats"], isWatched: true, mode: mode)
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.hundredths(in: $0).map { $0 > 5 } ?? false }
      return desk
    }

    /// Waits for a second of so many frames, a few less on a busy machine, and gives all requests up to its end.
    @discardableResult
    private func expectFrames(_ count: Int, on desk: Desk) throws -> [Wiretap.Entry] {
      let tap = try #require(desk.tap)
      var requests: [Wiretap.Entry] = []
      _ = tap.take()
      try desk.connection.wait(until: "a second of \(count) frames", Deadline(seconds: 20)) {
        Deadline.observe(seconds: 1)
        let second = tap.take()
        requests += second
        let frames = Wiretap.frames(in: second, extensions: desk.extensions)
        return frames <= count + 2 && frames * 10 >= count * 9
      }
      return requests
    }

    /// The stopwatch has stopped, and the window shows the time that it says.
    private func expectStopped(_ desk: Desk) throws {
      let stopped = ["ctl", "status", "--format", "{{state}} {{elapsed|ns}}"]
      let words = try Program.run(stopped, home: desk.home).output.split { " \n".contains($0) }
      try #require(words.count == 2)
      #expect(words[0] == "stopped")
      let nanoseconds = try #require(Int64(words[1]))
      let fraction = String(nanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst()
      let time = "\(nanoseconds / 1_000_000_000).\(fraction)"
      try desk.awaitRender(["--at", time], "the stopwatch at \(time)")
    }

    /// Closes the window and gives the lines of the statistics, by their names.
    private func end(_ desk: Desk) throws -> [String: String] {
      desk.connection.sendProtocol("WM_DELETE_WINDOW", to: desk.window)
      #expect(try desk.program.wait() == .exited(0))
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
