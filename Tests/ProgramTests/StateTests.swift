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
      let sitting = try Sitting()
      try sitting.open()
      try sitting.press("space", "running")
      try sitting.kill()
      let start = try sitting.kept().stopwatch
      #expect(start.isRunning && start.elapsedAtAnchor == .zero)
      try sitting.open()
      try sitting.awaitTitle("running")
      try sitting.keyboard.tap("l")
      try sitting.press("space", "00:")
      #expect(try sitting.quit() == .exited(0))
      let end = try sitting.kept().stopwatch
      #expect(end.state == .stopped && end.elapsedAtAnchor == end.anchor - start.anchor)
      #expect(end.laps.count == 1 && end.laps.total <= end.elapsedAtAnchor)
      // And it is what the title says.
      try sitting.open()
      try sitting.awaitTitle(TimeFormat.elapsed(end.elapsedAtAnchor))
    }

    @Test func resetUndoneAfterARestart() throws {
      let sitting = try Sitting()
      try sitting.open()
      try sitting.press("space", "running")
      try sitting.keyboard.tap("l")
      try sitting.press("space", "00:")
      let time = sitting.title
      try sitting.press("r", "stopwatch")
      try sitting.kill()
      try sitting.open()
      try sitting.awaitTitle("stopwatch")
      try sitting.press("z", time, holding: ["Control_L"])
      #expect(try sitting.quit() == .exited(0))
      #expect(try sitting.kept().stopwatch.laps.count == 1)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func endedBySignals(signal: Int32) throws {
      let sitting = try Sitting()
      let program = try sitting.open()
      // What a start keeps is on the disk, and the key is still on its way there.
      try sitting.ctl("sync")
      let calls = sitting.faults.now.calls
      sitting.faults.now.sync_delay = 300_000_000
      try sitting.keyboard.tap("space")
      try sitting.connection.wait(until: "the disk to be asked") {
        sitting.faults.now.calls > calls
      }
      program.signal(signal)
      #expect(try program.wait() == .exited(0))
      #expect(try sitting.kept().stopwatch.isRunning)
    }

    @Test(
      "a suspend is counted once, or left out; steps of the wall clock change nothing",
      arguments: [
        ([], 28_800, 28_800, "8:00:0"), (["--suspend", "pause"], 28_800, 28_800, "00:0"),
        ([], 0, 7200, "00:0"), ([], 0, -7200, "00:0"), ([], 360_000, 360_000, "100:00:0"),
        ([], 36_000_000, 36_000_000, "10000:00:0"),
      ] as [([String], Int64, Int64, String)])
    func clocks(options: [String], boot: Int64, wall: Int64, title: String) throws {
      let sitting = try Sitting()
      try sitting.open(options)
      try sitting.press("space", "running")
      sitting.faults.now.boot_time += boot * 1_000_000_000
      sitting.faults.now.wall_time += wall * 1_000_000_000
      try sitting.press("space", title)
      // Nor does it matter when it is asleep for a while without a program.
      try sitting.press("space", "running")
      try sitting.kill()
      sitting.faults.now.wall_time += 3_600_000_000_000
      try sitting.open(options)
      try sitting.press("space", title)
    }

    @Test func throughARestartOfTheComputerItIsAnEstimate() throws {
      let sitting = try Sitting()
      try sitting.open()
      try sitting.press("space", "running")
      try sitting.kill()
      // Another run of the computer, an hour later.
      try write("00000000-0000-0000-0000-000000000001\n", to: "\(sitting.home.path)/boot")
      sitting.environment["SEGCLOCK_BOOT_ID"] = "\(sitting.home.path)/boot"
      sitting.faults.now.boot_time = 500_000_000_000
      sitting.faults.now.wall_time = 3_600_000_000_000
      let program = try sitting.open()
      try sitting.awaitTitle("≈ running")
      #expect(program.standardError.contains("estimate"))
      try sitting.press("space", "≈ 1:00:0")
      try sitting.press("r", "stopwatch")
    }

    @Test func aSlowDiskHoldsBackWhatIsShownAndNothingElse() throws {
      let sitting = try Sitting()
      let program = try sitting.open()
      let fresh = try Program.render(["--theme", "flat-light"], home: sitting.home)
      let (connection, window) = (sitting.connection, sitting.window)
      try connection.wait(until: "the first picture") {
        connection.picture(of: window)?.difference(from: fresh, tolerance: 0) == nil
      }
      sitting.faults.now.sync_delay = .max
      try sitting.keyboard.tap("space")
      // The person is told, and nothing is shown as done.
      try connection.wait(until: "a notice") {
        connection.picture(of: window)?.difference(from: fresh, tolerance: 0) != nil
      }
      #expect(sitting.title.hasPrefix("stopwatch"))
      // The window goes on to answer.
      try sitting.keyboard.tap("l")
      sitting.faults.now.sync_delay = 0
      try sitting.awaitTitle("running")
      try sitting.press("space", "00:0")
      #expect(try sitting.quit() == .exited(0))
      let stopwatch = try sitting.kept().stopwatch
      // The time of the keys, not of the disk: the notice alone takes a second.
      let lap = try #require(stopwatch.laps.first)
      #expect(lap.total > .seconds(1) && lap.total < stopwatch.elapsedAtAnchor)
      #expect(program.standardError == "")
    }

    @Test(arguments: [ENOSPC, EROFS, EIO, EFBIG, EDQUOT])
    func aDiskThatTakesNothingIsToldAndNothingIsLost(code: Int32) throws {
      let sitting = try Sitting()
      let program = try sitting.open()
      try sitting.press("space", "running")
      sitting.faults.now.write_error = code
      try sitting.press("space", "00:0")
      #expect(try sitting.quit() == .exited(73))
      let reason = String(cString: strerror(code))
      #expect(
        program.standardError.contains("not saved") && program.standardError.contains(reason),
        "\(program.standardError)")
      // What was on the disk is as it was, and goes on.
      #expect(try sitting.kept().stopwatch.isRunning)
      sitting.faults.now.write_error = 0
      sitting.faults.now.sync_error = EIO
      try sitting.open()
      try sitting.press("space", "00:")
      sitting.faults.now.sync_error = 0
      // It is tried again by itself.
      let late = try #require(sitting.program)
      #expect(try sitting.quit() == .exited(0), "\(late.standardError)")
      #expect(try sitting.kept().stopwatch.state == .stopped)
    }

    @Test func aLimitOfTheFileSizeIsAnErrorAndNoEnd() throws {
      let sitting = try Sitting()
      let program = try sitting.open([], by: "ulimit -f 0; exec \"$0\" \"$@\"")
      try sitting.press("space", "running")
      #expect(try sitting.quit() == .exited(73))
      #expect(program.standardError.contains("File too large"))
    }

    @Test func aFrozenServerDoesNotKeepTheTimeFromBeingSaved() throws {
      let sitting = try Sitting()
      let program = try sitting.open()
      let calls = sitting.faults.now.calls
      sitting.faults.now.sync_delay = 100_000_000
      try sitting.keyboard.tap("space")
      try sitting.connection.wait(until: "the disk to be asked") {
        sitting.faults.now.calls > calls
      }
      sitting.server.freeze()
      defer { sitting.server.thaw() }
      program.signal(SIGTERM)
      #expect(try program.wait() == .exited(0))
      #expect(try sitting.kept().stopwatch.isRunning)
    }

    @Test func theServerDiesAndTheTimeGoesOn() throws {
      let sitting = try Sitting()
      let program = try sitting.open()
      try sitting.press("space", "running")
      sitting.server.crash()
      #expect(try program.wait() == .exited(74))
      try sitting.changeServer()
      try sitting.open()
      try sitting.awaitTitle("running")
    }

    @Test func aSecondWindowSaysSoAndKeepsNothing() throws {
      let sitting = try Sitting()
      let first = try sitting.open()
      try sitting.press("space", "running")
      let firstWindow = sitting.window
      // One that finds the first raises it; here it looks for the socket in another place.
      let elsewhere = try TemporaryDirectory()
      sitting.environment["XDG_RUNTIME_DIR"] = elsewhere.path
      let second = try sitting.open()
      #expect(second.standardError.contains("another segclock window"))
      try sitting.awaitTitle("stopwatch")
      #expect(sitting.window != firstWindow)
      try sitting.press("space", "running")
      try sitting.press("space", "00:0")
      #expect(try sitting.quit() == .exited(0))
      first.signal(SIGTERM)
      #expect(try first.wait() == .exited(0))
      #expect(try sitting.kept().stopwatch.isRunning)
      // One of another name has a time of its own.
      try sitting.open(["--name", "other"])
      try sitting.awaitTitle("stopwatch")
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func withoutAStateNothingIsReadOrWritten() throws {
      let sitting = try Sitting()
      try sitting.open(["--no-state"])
      try sitting.press("space", "running")
      #expect(try sitting.quit() == .exited(0))
      #expect(names(in: "\(sitting.home.path)/state").isEmpty)
    }

    @Test func aDamagedStateIsSetAsideAndTold() throws {
      let sitting = try Sitting()
      try sitting.open()
      try sitting.press("space", "running")
      #expect(try sitting.quit() == .exited(0))
      let path = try sitting.folder.database
      let whole = try #require(contents(of: path))
      try write(Array("the lights went out".utf8) + whole.dropFirst(19), to: path)
      let program = try sitting.open()
      try sitting.awaitTitle("running")
      #expect(program.standardError.contains("renamed to default.db.damaged-1; using the backup"))
      #expect(try sitting.quit() == .exited(0))
      try sitting.open()
      try sitting.awaitTitle("running")
      #expect(sitting.program?.standardError == "")
    }

    @Test func onARemoteFileSystemItUsesARollbackJournalAndSaysSo() throws {
      let sitting = try Sitting()
      sitting.environment["SEGCLOCK_REMOTE"] = "1"
      let program = try sitting.open()
      try sitting.press("space", "running")
      #expect(try sitting.quit() == .exited(0))
      #expect(
        program.standardError
          == "segclock: the state is on a remote file system: using a rollback journal\n")
      #expect(try names(in: sitting.folder.path).filter { $0.contains("-wal") } == [])
      #expect(try sitting.kept().stopwatch.isRunning)
    }

    @Test func optionsHoldForOneRun() throws {
      let sitting = try Sitting()
      try sitting.open(["--mode", "counter", "--count", "41"])
      try sitting.keyboard.tap("Up")
      #expect(try sitting.quit() == .exited(0))
      var model = try sitting.kept()
      #expect(model.mode == .stopwatch && model.counter.value == 42)
      try sitting.open(["--timer", "20m"])
      try sitting.awaitTitle("timer")
      try sitting.keyboard.tap("t")
      #expect(try sitting.quit() == .exited(0))
      model = try sitting.kept()
      #expect(
        model.mode == .stopwatch && model.timer.length == .seconds(300) && model.counter.value == 42
      )
      #expect(model.theme == .flatDark)
    }

    @Test func aMillionLapsAreNoBurden() throws {
      let sitting = try Sitting()
      try sitting.keepLaps(1_000_000)
      let program = try sitting.open()
      try sitting.press("space", "running")
      try sitting.keyboard.tap("l")
      try sitting.press("space", "16:4")
      // What a command writes does not grow with what is there: the log has a few pages.
      #expect(try #require(contents(of: sitting.folder.database + "-wal")?.count) < 200_000)
      #expect(try sitting.quit() == .exited(0), "\(program.standardError)")
      #expect(try sitting.kept().stopwatch.laps.count == 1_000_001)
    }

    @Test(
      "names and ways that are none are refused",
      arguments: [
        ["--name", "../x"], ["--name", ""], ["--name", ".hidden"], ["--name", "a/b"],
        ["--name", "-a"],
        ["--name", String(repeating: "a", count: 65)], ["--suspend", "maybe"],
      ])
    func refusals(arguments: [String]) throws {
      let home = try TemporaryDirectory()
      let result = try Program.run(arguments, home: home)
      #expect(result.ending == .exited(64) && result.errors.split(separator: "\n").count == 1)
      #expect(
        try Program.run(["render", arguments[0], "x", "a.png"], home: home).ending == .exited(64))
    }
  }
}
