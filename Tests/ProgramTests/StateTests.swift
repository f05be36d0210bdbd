import Glibc
import ProgramSupport
import Session
import Storage
import Testing
import Timekeeping

extension Displays {
  /// What is kept when the program ends, in whatever way.
  struct State {
    @Test func aKilledStopwatchGoesOnToTheNanosecond() throws {
      let desk = try Desk()
      try desk.press("space", "running")
      try desk.kill()
      let start = try desk.kept().stopwatch
      #expect(start.isRunning && start.elapsedAtAnchor == .zero)
      try desk.open()
      try desk.awaitTitle("running")
      try desk.keyboard.tap("l")
      try desk.press("space", "00:")
      try desk.quit()
      let end = try desk.kept().stopwatch
      #expect(end.state == .stopped && end.elapsedAtAnchor == end.anchor - start.anchor)
      #expect(end.laps.count == 1 && end.laps.total <= end.elapsedAtAnchor)
      // And it is what the title says.
      try desk.open()
      try desk.awaitTitle(TimeFormat.elapsed(end.elapsedAtAnchor))
    }

    @Test func resetUndoneAfterARestart() throws {
      let desk = try Desk()
      try desk.press("space", "running")
      try desk.keyboard.tap("l")
      try desk.press("space", "00:")
      let time = desk.title
      try desk.press("r", "stopwatch")
      try desk.kill()
      try desk.open()
      try desk.awaitTitle("stopwatch")
      try desk.press("z", time, holding: ["Control_L"])
      try desk.quit()
      #expect(try desk.kept().stopwatch.laps.count == 1)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func endedBySignals(signal: Int32) throws {
      let desk = try Desk()
      // What a start keeps is on the disk, and the key is still on its way there.
      try desk.ctl("sync")
      let calls = desk.faults.now.calls
      desk.faults.now.sync_delay = 300_000_000
      try desk.keyboard.tap("space")
      try desk.wait(until: "the disk to be asked") { desk.faults.now.calls > calls }
      try desk.end(by: signal)
      #expect(try desk.kept().stopwatch.isRunning)
    }

    @Test(
      "a suspend is counted once, or left out; steps of the wall clock change nothing",
      arguments: [
        ([], 28_800, 28_800, "8:00:0"), (["--suspend", "pause"], 28_800, 28_800, "00:0"),
        ([], 0, 7200, "00:0"), ([], 0, -7200, "00:0"), ([], 360_000, 360_000, "100:00:0"),
        ([], 36_000_000, 36_000_000, "10000:00:0"),
      ] as [([String], Int64, Int64, String)])
    func clocks(options: [String], boot: Int64, wall: Int64, title: String) throws {
      let desk = try Desk(isOpen: false)
      try desk.open(options)
      try desk.press("space", "running")
      desk.faults.now.boot_time += boot * 1_000_000_000
      desk.faults.now.wall_time += wall * 1_000_000_000
      try desk.press("space", title)
      // Nor does it matter when it is asleep for a while without a program.
      try desk.press("space", "running")
      try desk.kill()
      desk.faults.now.wall_time += 3_600_000_000_000
      try desk.open(options)
      try desk.press("space", title)
    }

    @Test func throughARestartOfTheComputerItIsAnEstimate() throws {
      let desk = try Desk()
      try desk.press("space", "running")
      try desk.kill()
      // Another run of the computer, an hour later.
      try write("00000000-0000-0000-0000-000000000001\n", to: "\(desk.home.path)/boot")
      desk.variables["FAULTS_BOOT_ID"] = "\(desk.home.path)/boot"
      desk.faults.now.boot_time = 500_000_000_000
      desk.faults.now.wall_time = 3_600_000_000_000
      try desk.open()
      try desk.awaitTitle("≈ running")
      #expect(try desk.awaitMessage().contains("estimate"))
      try desk.press("space", "≈ 1:00:0")
      try desk.press("r", "stopwatch")
    }

    @Test func aSlowDiskHoldsBackWhatIsShownAndNothingElse() throws {
      let desk = try Desk()
      desk.faults.now.sync_delay = .max
      try desk.keyboard.tap("space")
      // The person is told, and nothing is shown as done.
      try desk.seeChange(from: desk.fresh, "a notice")
      #expect(desk.title.hasPrefix("stopwatch"))
      // The window goes on to answer.
      try desk.keyboard.tap("l")
      desk.faults.now.sync_delay = 0
      try desk.awaitTitle("running")
      try desk.press("space", "00:0")
      try desk.quit()
      let stopwatch = try desk.kept().stopwatch
      // The time of the keys, not of the disk: the notice alone takes a second.
      let lap = try #require(stopwatch.laps.first)
      #expect(lap.total > .seconds(1) && lap.total < stopwatch.elapsedAtAnchor)
      #expect(desk.program.standardError == "")
    }

    @Test(arguments: [ENOSPC, EROFS, EIO, EFBIG, EDQUOT])
    func aDiskThatTakesNothingIsToldAndNothingIsLost(code: Int32) throws {
      let desk = try Desk()
      let program = desk.program
      try desk.press("space", "running")
      desk.faults.now.write_error = code
      try desk.press("space", "00:0")
      try desk.quit(.exited(73))
      let reason = String(cString: strerror(code))
      #expect(
        program.standardError.contains("not saved") && program.standardError.contains(reason),
        "\(program.standardError)")
      // What was on the disk is as it was, and goes on.
      #expect(try desk.kept().stopwatch.isRunning)
      desk.faults.now.write_error = 0
      desk.faults.now.sync_error = EIO
      try desk.open()
      try desk.press("space", "00:")
      desk.faults.now.sync_error = 0
      // It is tried again by itself.
      try desk.quit()
      #expect(try desk.kept().stopwatch.state == .stopped)
    }

    @Test func theServerDiesAndTheTimeGoesOn() throws {
      let desk = try Desk()
      try desk.press("space", "running")
      desk.server.crash()
      try desk.awaitEnd(.exited(74))
      #expect(desk.program.standardError.split(separator: "\n").count == 1)
      try desk.changeServer()
      try desk.open()
      try desk.awaitTitle("running")
    }

    @Test func aSecondWindowSaysSoAndKeepsNothing() throws {
      let desk = try Desk(isOpen: false)
      let first = try desk.open()
      try desk.press("space", "running")
      let firstWindow = desk.window
      // One that finds the first raises it; here it looks for the socket in another place.
      let elsewhere = TestFolder()
      desk.variables["XDG_RUNTIME_DIR"] = elsewhere.path
      try desk.open()
      #expect(try desk.awaitMessage().contains("another segclock window"))
      // What cannot be written is shown.
      try desk.awaitTitle("running")
      #expect(desk.window != firstWindow)
      try desk.press("space", "00:0")
      try desk.quit(.exited(73))
      first.signal(SIGTERM)
      #expect(try first.wait() == .exited(0))
      #expect(try desk.kept().stopwatch.isRunning)
      // One of another name has a time of its own.
      try desk.open(["--name", "other"])
      try desk.awaitTitle("stopwatch")
      try desk.quit()
    }

    @Test func withoutAStateNothingIsReadOrWritten() throws {
      let desk = try Desk(options: ["--no-state"], comparesFresh: false)
      try desk.press("space", "running")
      try desk.quit()
      #expect(desk.home.names(in: "state").isEmpty)
    }

    @Test func aDamagedStateIsSetAsideAndTold() throws {
      let desk = try Desk()
      try desk.press("space", "running")
      try desk.quit()
      let path = try desk.folder.database
      let whole = try #require(contents(of: path))
      try write(Array("the lights went out".utf8) + whole.dropFirst(19), to: path)
      try desk.open()
      try desk.awaitTitle("running")
      let told = try desk.awaitMessage()
      #expect(told.contains("renamed to default.db.damaged-1; using the backup"))
      try desk.quit()
      try desk.open()
      try desk.awaitTitle("running")
      #expect(desk.program.standardError == "")
    }

    @Test func optionsHoldForOneRun() throws {
      let desk = try Desk(isOpen: false)
      try desk.open(["--mode", "counter", "--count", "41"])
      try desk.keyboard.tap("Up")
      try desk.quit()
      var model = try desk.kept()
      #expect(model.mode == .stopwatch && model.counter.value == 42)
      try desk.open(["--timer", "20m"])
      try desk.awaitTitle("timer")
      try desk.keyboard.tap("t")
      try desk.quit()
      model = try desk.kept()
      #expect(
        model.mode == .stopwatch && model.timer.length == .seconds(300) && model.counter.value == 42
      )
      #expect(model.theme == .flatDark)
    }

    @Test func aMillionLapsAreNoBurden() throws {
      let desk = try Desk(isOpen: false)
      try desk.keepLaps(1_000_000)
      try desk.open()
      try desk.press("space", "running")
      try desk.keyboard.tap("l")
      try desk.press("space", "16:4")
      // What a command writes does not grow with what is there: the log has a few pages.
      #expect(try #require(contents(of: desk.folder.database + "-wal")?.count) < 200_000)
      try desk.quit()
      #expect(try desk.kept().stopwatch.laps.count == 1_000_001)
    }
  }
}
