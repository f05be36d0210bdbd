import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The end of a timer: its sound, its command, the window's hint, and when they come.
  struct Alarms {
    @Test(arguments: ["F9", "Shift_L", "a click"])
    func anyKeyOrClickEndsIt(press: String) throws {
      let room = try AlarmRoom(
        ["--sound", "echo $$ >>\"$HOME/players\"; exec sleep 1000"], manager: .openbox)
      let (desk, players) = (room.desk, "\(room.desk.home.path)/players")
      let program = try room.show().sender
      try desk.connection.wait(until: "the hint") { desk.isUrgent }
      try desk.connection.wait(until: "the sound") { !lines(of: players).isEmpty }
      let player = try #require(Int32(lines(of: players)[0]))
      if press == "a click" {
        try desk.mouse.click(at: (x: 3, y: 3), of: desk.window)
      } else {
        try desk.keyboard.tap(press)
      }
      try room.expectClosed(by: program)
      try desk.connection.wait(until: "the hint to go") { !desk.isUrgent }
      try desk.connection.wait(until: "silence") { !isRunning(player) }
      // It was only taken note of. The title waits for the picture.
      try desk.connection.wait(until: "the title") { desk.title.hasPrefix("timer over") }
      #expect(lines(of: players).count == 1)
    }

    @Test(arguments: WindowManager.expectedWithIcons)
    func anIconSleepsUntilTheEndAndIsHeardThen(manager: WindowManager) throws {
      let room = try AlarmRoom(
        ["--sound", "echo >>\"$HOME/players\""], seconds: 8, manager: manager, isWatched: true)
      let desk = room.desk
      desk.connection.iconify(desk.window)
      try desk.awaitStillness()
      try desk.awaitTitle("timer running")
      try room.show()
      try desk.connection.wait(until: "the hint") {
        desk.isUrgent && desk.demandsAttention
      }
      // Its other states are the window manager's to keep.
      #expect(
        desk.connection.atoms("_NET_WM_STATE", of: desk.window)?.contains("_NET_WM_STATE_HIDDEN")
          == true)
      try desk.connection.wait(until: "the title") { desk.title.hasPrefix("timer over") }
      try desk.connection.wait(until: "the sound for the third time") {
        lines(of: "\(desk.home.path)/players").count >= 3
      }
      room.daemon.tell("NotificationClosed", "uu", [.number(42), .number(2)])
      try desk.connection.wait(until: "the hint to go") {
        !desk.isUrgent && !desk.demandsAttention
      }
      try desk.awaitStillness()
    }

    @Test func anEndThatCameWhileTheProgramWasStoppedIsToldOnceWithItsAge() throws {
      let room = try AlarmRoom(
        ["--at-end", "echo $SEGCLOCK_LENGTH $SEGCLOCK_OVERRUN"], seconds: 2,
        look: ["--mode", "timer"])
      try room.awaitTitle("timer running")
      room.desk.program.freeze()
      // A key of that time is no answer to what nobody could know.
      Deadline.observe(seconds: 3.5)
      try room.desk.keyboard.tap("F9")
      room.desk.program.signal(SIGCONT)
      let body = try #require(try room.show().body[4].text)
      #expect(["1", "2"].map { "The timer of 0:02 ended 0:0\($0) ago." }.contains(body), "\(body)")
      try room.awaitTitle("timer over")
      #expect(try !room.daemon.isCalled(Deadline(seconds: 1)))
      let printed = room.desk.program.standardOutput
      #expect(["2 1\n", "2 2\n"].contains(printed), "\(printed)")
    }

    /// Its instants are on a clock that stands still in a suspend, and a kernel's timer is not what it waits for.
    @Test func aTimerThatPausesWithTheComputerRingsAtItsEnd() throws {
      let room = try AlarmRoom(
        ["--suspend", "pause", "--sound", "echo >>\"$HOME/players\""], seconds: 2)
      try room.show()
      try room.awaitTitle("timer over")
      try room.desk.connection.wait(until: "the sound") {
        !lines(of: "\(room.desk.home.path)/players").isEmpty
      }
    }

    @Test func inAnotherModeItIsTheSame() throws {
      let room = try AlarmRoom(seconds: 3)
      try room.desk.keyboard.tap("m")
      try room.awaitTitle("plan")
      let program = try room.show().sender
      try room.awaitTitle("timer over")
      room.daemon.tell("ActionInvoked", "us", [.number(42), .text("stop")])
      try room.expectClosed(by: program)
      try room.awaitTitle("plan")
    }

    @Test func aQuitTakesEverythingAlongButTheCommand() throws {
      let room = try AlarmRoom([
        "--sound", "echo $$ >>\"$HOME/players\"; trap '' TERM; sleep 1000",
        "--at-end", "echo $$ >>\"$HOME/commands\"; exec sleep 1000",
      ])
      let folder = room.desk.home.path
      let program = try room.show().sender
      func process(_ name: String) throws -> Int32 {
        try room.desk.connection.wait(for: name) {
          lines(of: "\(folder)/\(name)").first.flatMap { Int32($0) }
        }
      }
      let (player, command) = try (process("players"), process("commands"))
      defer { kill(command, SIGKILL) }
      // They lead groups of their own.
      #expect(getpgid(player) == player && getpgid(command) == command)
      try room.daemon.synchronize()
      room.desk.program.signal(SIGTERM)
      #expect(try room.desk.program.wait() == .exited(0))
      try room.expectClosed(by: program)
      try room.desk.connection.wait(until: "silence") { !isRunning(player) }
      #expect(isRunning(command))
    }

    /// The first player fails; the second one gets the file.
    @Test func aSoundFileIsPlayedByTheFirstPlayerThatCan() throws {
      let sitting = try State.Sitting()
      let home = sitting.home.path
      mkdir("\(home)/bin", 0o755)
      for (player, script) in [("pw-play", "exit 1"), ("paplay", "echo \"$1\" >>\"$HOME/heard\"")] {
        try write("#!/bin/sh\n\(script)\n", to: "\(home)/bin/\(player)")
        chmod("\(home)/bin/\(player)", 0o755)
      }
      try write("RIFF", to: "\(home)/ding dong.wav")
      sitting.environment["PATH"] = "\(home)/bin:/usr/bin:/bin"
      let program = try sitting.open(
        ["--timer", "1", "--start", "--sound", "\(home)/ding dong.wav"])
      try sitting.connection.wait(until: "the sound") { !lines(of: "\(home)/heard").isEmpty }
      #expect(lines(of: "\(home)/heard").first == "\(home)/ding dong.wav")
      #expect(try sitting.quit() == .exited(0))
      #expect(!program.standardError.contains("--sound"), "\(program.standardError)")
    }

    /// Of the folders with a sound the first one counts, and of the players the one that there is.
    @Test func theDesktopsSoundIsPlayed() throws {
      let sitting = try State.Sitting()
      let home = sitting.home.path
      mkdir("\(home)/bin", 0o755)
      try write("#!/bin/sh\necho \"$1\" >>\"$HOME/heard\"\n", to: "\(home)/bin/paplay")
      chmod("\(home)/bin/paplay", 0o755)
      for file in [
        "one/sounds/freedesktop/stereo/other.oga",
        "two/sounds/freedesktop/stereo/alarm-clock-elapsed.wav",
      ] {
        try write("RIFF", to: "\(home)/\(file)")
      }
      sitting.environment["PATH"] = "\(home)/bin:/usr/bin:/bin"
      sitting.environment["XDG_DATA_DIRS"] = "\(home)/one:\(home)/two"
      try sitting.open(["--timer", "1", "--start"])
      try sitting.connection.wait(until: "the sound") { !lines(of: "\(home)/heard").isEmpty }
      #expect(
        lines(of: "\(home)/heard").first
          == "\(home)/two/sounds/freedesktop/stereo/alarm-clock-elapsed.wav")
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func theSoundIsRepeatedAndACommandThatFailsIsTold() throws {
      let look = ["--theme", "flat-light", "--timer", "1"]
      let desk = try Desk(
        look,
        options: Keys.still + [
          "--sound", "echo >>\"$HOME/players\"", "--at-end", "echo $PPID; exit 3",
        ])
      try desk.keyboard.tap("space")
      let players = "\(desk.home.path)/players"
      try desk.connection.wait(until: "the sound for the third time") {
        lines(of: players).count >= 3
      }
      let told = "segclock: --at-end: the command ended with status 3\n"
      #expect(desk.program.standardError == told)
      // Once, by us, and no more for a further end than for this one.
      #expect(desk.program.standardOutput == "\(desk.program.identifier)\n")
      try desk.keyboard.tap("q")
      #expect(try desk.program.wait() == .exited(0))

      let failing = try Desk(
        look, options: Keys.still + ["--sound", "echo >>\"$HOME/players\"; kill -9 $$"])
      let players2 = "\(failing.home.path)/players"
      try failing.keyboard.tap("space")
      try failing.connection.wait(until: "the message") {
        failing.program.standardError == "segclock: --sound: the command ended by signal 9\n"
      }
      Deadline.observe(seconds: 2.5)
      #expect(lines(of: players2).count == 1)
    }
  }
}
