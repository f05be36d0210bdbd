import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The end of a timer: its sound, its command, the window's hint, and when they come.
  struct Alarms {
    @Test(arguments: ["F9", "Shift_L", "a click"])
    func anyKeyOrClickEndsIt(press: String) throws {
      let (desk, daemon) = try Desk.ringing(
        ["--sound", "echo $$ >>\"$HOME/players\"; exec sleep 1000"], manager: .openbox)
      let program = try daemon.show().sender
      try desk.awaitUrgency()
      let player = try #require(Int32(try desk.awaitLines(in: "players")[0]))
      if press == "a click" {
        try desk.mouse.click(at: (x: 3, y: 3), of: desk.window)
      } else {
        try desk.keyboard.tap(press)
      }
      try daemon.expectClosed(by: program)
      try desk.awaitUrgency(false)
      try desk.wait(until: "silence") { !isRunning(player) }
      // It was only taken note of.
      try desk.awaitTitle("timer over")
      #expect(desk.home.lines(of: "players").count == 1)
    }

    @Test(arguments: WindowManager.expectedWithStates)
    func anIconSleepsUntilTheEndAndIsHeardThen(manager: WindowManager) throws {
      let (desk, daemon) = try Desk.ringing(
        ["--sound", "echo >>\"$HOME/players\""], seconds: 8, manager: manager, isWatched: true)
      desk.connection.iconify(desk.window)
      try desk.awaitStillness()
      try desk.awaitTitle("timer running")
      try daemon.show()
      try desk.awaitUrgency(isManaged: true)
      // Its other states are the window manager's to keep.
      #expect(desk.hasState("HIDDEN"))
      try desk.awaitTitle("timer over")
      try desk.awaitLines(3, in: "players")
      daemon.close()
      try desk.awaitUrgency(false, isManaged: true)
      try desk.awaitStillness()
    }

    @Test func anEndThatCameWhileTheProgramWasStoppedIsToldOnceWithItsAge() throws {
      let (desk, daemon) = try Desk.ringing(
        ["--at-end", "echo $SEGCLOCK_LENGTH $SEGCLOCK_OVERRUN"], seconds: 2,
        look: ["--mode", "timer"])
      try desk.awaitTitle("timer running")
      desk.program.freeze()
      // A key of that time is no answer to what nobody could know.
      Deadline.observe(seconds: 3.5)
      try desk.keyboard.tap("F9")
      desk.program.signal(SIGCONT)
      let body = try #require(try daemon.show().body[4].text)
      #expect(["1", "2"].map { "The timer of 0:02 ended 0:0\($0) ago." }.contains(body), "\(body)")
      try desk.awaitTitle("timer over")
      #expect(try !daemon.isCalled(Deadline(seconds: 1)))
      let printed = desk.program.standardOutput
      #expect(["2 1\n", "2 2\n"].contains(printed), "\(printed)")
    }

    /// Its instants are on a clock that stands still in a suspend, and a kernel's timer is not what it waits for.
    @Test func aTimerThatPausesWithTheComputerRingsAtItsEnd() throws {
      let (desk, daemon) = try Desk.ringing(
        ["--suspend", "pause", "--sound", "echo >>\"$HOME/players\""], seconds: 2)
      try daemon.show()
      try desk.awaitTitle("timer over")
      try desk.awaitLines(in: "players")
    }

    @Test func inAnotherModeItIsTheSame() throws {
      let (desk, daemon) = try Desk.ringing(seconds: 3)
      try desk.press("m", "plan")
      let program = try daemon.show().sender
      try desk.awaitTitle("timer over")
      daemon.press("stop")
      try daemon.expectClosed(by: program)
      try desk.awaitTitle("plan")
    }

    @Test func aQuitTakesEverythingAlongButTheCommand() throws {
      let (desk, daemon) = try Desk.ringing([
        "--sound", "echo $$ >>\"$HOME/players\"; trap '' TERM; sleep 1000",
        "--at-end", "echo $$ >>\"$HOME/commands\"; exec sleep 1000",
      ])
      let program = try daemon.show().sender
      let player = try #require(Int32(try desk.awaitLines(in: "players")[0]))
      let command = try #require(Int32(try desk.awaitLines(in: "commands")[0]))
      defer { kill(command, SIGKILL) }
      // They lead groups of their own.
      #expect(getpgid(player) == player && getpgid(command) == command)
      try daemon.synchronize()
      try desk.end(by: SIGTERM)
      try daemon.expectClosed(by: program)
      try desk.wait(until: "silence") { !isRunning(player) }
      #expect(isRunning(command))
    }

    /// A desk with players of sounds of its own: scripts by their names.
    private func desk(players: [String: String]) throws -> Desk {
      let desk = try Desk(options: ["--timer", "1", "--start"], isOpen: false)
      for (player, script) in players {
        try write("#!/bin/sh\n\(script)\n", to: desk.home.file("bin/\(player)"))
        chmod(desk.home.file("bin/\(player)"), 0o755)
      }
      desk.variables["PATH"] = "\(desk.home.path)/bin:/usr/bin:/bin"
      return desk
    }

    /// The first player fails; the second one gets the file.
    @Test func aSoundFileIsPlayedByTheFirstPlayerThatCan() throws {
      let desk = try desk(players: ["pw-play": "exit 1", "paplay": "echo \"$1\" >>\"$HOME/heard\""])
      let file = try desk.home.make("ding dong.wav", "RIFF\u{1}\u{1}\u{1}\u{1}WAVEfmt ")
      try desk.open(["--sound", file])
      #expect(try desk.awaitLines(in: "heard")[0] == file)
      try desk.quit()
      #expect(!desk.program.standardError.contains("--sound"), "\(desk.program.standardError)")
    }

    /// Of the folders with a sound the first one counts, the user's own before all, and of the players the one that there
    /// is.
    @Test(arguments: [true, false])
    func theDesktopsSoundIsPlayed(isOwn: Bool) throws {
      let desk = try desk(players: ["paplay": "echo \"$1\" >>\"$HOME/heard\""])
      let folders = ["one", "two", "own"].map { desk.home.file($0) }
      let sounds = ["other.oga", "alarm-clock-elapsed.wav", "alarm-clock-elapsed.ogg"]
      let files = zip(folders, sounds).map { "\($0)/sounds/freedesktop/stereo/\($1)" }
      for file in files.prefix(isOwn ? 3 : 2) { try write("RIFF", to: file) }
      desk.variables["XDG_DATA_DIRS"] = folders.prefix(2).joined(separator: ":")
      desk.variables["XDG_DATA_HOME"] = folders[2]
      try desk.open()
      #expect(try desk.awaitLines(in: "heard")[0] == files[isOwn ? 2 : 1])
      try desk.quit()
    }

    @Test func theSoundIsRepeatedAndACommandThatFailsIsTold() throws {
      let look = Desk.look + ["--timer", "1"]
      let desk = try Desk(
        look, options: ["--sound", "echo >>\"$HOME/players\"", "--at-end", "echo $PPID; exit 3"])
      try desk.keyboard.tap("space")
      try desk.awaitLines(3, in: "players")
      let told = "segclock: --at-end: the command ended with status 3\n"
      #expect(try desk.awaitMessage() == told)
      // Once, by us, and no more for a further end than for this one.
      #expect(desk.program.standardOutput == "\(desk.program.identifier)\n")
      try desk.quit()

      let failing = try Desk(look, options: ["--sound", "echo >>\"$HOME/players\"; kill -9 $$"])
      try failing.keyboard.tap("space")
      try failing.wait(until: "the message") {
        failing.program.standardError == "segclock: --sound: the command ended by signal 9\n"
      }
      Deadline.observe(seconds: 2.5)
      #expect(failing.home.lines(of: "players").count == 1)
    }

    /// The commands that hang are ended once eight others run, and that is said once.
    @Test func commandsThatHangDoNotAddUp() throws {
      let desk = try Desk(
        options: [
          "--plan", "A 1s, B 1s", "--rounds", "6", "--start", "--sound", "none", "--at-end",
          "echo $$ >>\"$HOME/commands\"; exec sleep 1000",
        ], comparesFresh: false)
      let commands = try desk.awaitLines(12, in: "commands").compactMap { Int32($0) }
      defer { for command in commands { kill(command, SIGKILL) } }
      try desk.wait(until: "the oldest commands to end") {
        commands.count(where: isRunning) <= 8
      }
      // On a busy machine they need not write in the order of their starts.
      #expect(isRunning(try #require(commands.max())))
      try desk.end(by: SIGTERM)
      #expect(
        desk.program.standardError
          == "segclock: --at-end: the command does not end by itself, and was ended\n")
    }

    /// A command has ten minutes.
    @Test func aCommandThatRunsForTooLongIsEnded() throws {
      let desk = try Desk(
        options: [
          "--timer", "1", "--start", "--sound", "none", "--at-end",
          "echo $$ >>\"$HOME/commands\"; exec sleep 1000",
        ], comparesFresh: false)
      let command = try #require(Int32(try desk.awaitLines(in: "commands")[0]))
      defer { kill(command, SIGKILL) }
      // It looks at the clock when it is asked something.
      desk.faults.now.monotonic_time += 595_000_000_000
      for _ in 0..<2 { try desk.ctl("sync") }
      #expect(isRunning(command) && desk.program.standardError.isEmpty)
      desk.faults.now.monotonic_time += 6_000_000_000
      try desk.ctl("sync")
      try desk.wait(until: "the end of the command") { !isRunning(command) }
      #expect(
        try desk.awaitMessage()
          == "segclock: --at-end: the command does not end by itself, and was ended\n")
    }

    /// Nothing rings while the window is closed, and who closes it by a script is told.
    @Test func aQuitDuringATimerSaysThatNothingWillRing() throws {
      let desk = try Desk(options: ["--timer", "1h", "--start"], comparesFresh: false)
      let result = try Program.run(["ctl", "quit"], home: desk.home)
      #expect(result.ending == .exited(0))
      #expect(
        result.output == "the timer runs on, but nothing rings until the next start\n")
      try desk.awaitEnd()
    }

    @Test func aKeyThatClosesTheWindowDuringATimerSaysItToo() throws {
      let desk = try Desk(options: ["--timer", "1h", "--start"], comparesFresh: false)
      try desk.quit()
      #expect(
        desk.program.standardError
          == "segclock: the timer runs on, but nothing rings until the next start\n")
    }
  }
}
