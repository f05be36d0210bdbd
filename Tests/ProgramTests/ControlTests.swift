import Glibc
import ProgramSupport
import Session
import Storage
import Testing
import Timekeeping

extension Displays {
  /// `segclock ctl` against a window.
  struct Control {
    typealias Sitting = State.Sitting

    @Test func eachCommandDoesWhatItSays() throws {
      let sitting = try Sitting()
      try sitting.open()
      try sitting.ctl("start", "start")
      try sitting.ctl("lap")
      try sitting.ctl("lap", "Anna \\ \"A\"\té")
      #expect(try sitting.refusal("reset") == "it runs; stop it first")
      try sitting.ctl("stop")
      var status = try sitting.status()
      #expect(status["state"].string == "stopped" && status["lap_count"].int == 2)
      #expect(status["laps"][1]["name"].string == "Anna \\ \"A\" é")
      let time = try #require(status["elapsed_ns"].int)
      #expect(time > 0 && status["mode"].string == "stopwatch" && status["version"].int == 1)
      try sitting.ctl("reset")
      #expect(try sitting.status()["elapsed_ns"].int == 0)
      try sitting.ctl("reset")
      try sitting.ctl("undo")
      #expect(try sitting.status()["elapsed_ns"].int == time)
      try sitting.ctl("timer", "25m")
      status = try sitting.status()
      #expect(
        status["mode"].string == "timer" && status["timer"]["set_ns"].int == 1_500_000_000_000)
      try sitting.ctl("timer", "-30s")
      try sitting.ctl("timer", "+1m")
      #expect(try sitting.status()["timer"]["remaining_ns"].int == 1_530_000_000_000)
      try sitting.ctl("timer", "until", "17:30")
      #expect(try sitting.status()["timer"]["state"].string == "running")
      try sitting.ctl("toggle")
      #expect(try sitting.status()["timer"]["state"].string == "stopped")
      try sitting.ctl("plan", "A 1m, B 2m", "--rounds", "3", "--plan-waits")
      try sitting.ctl("plan", "next")
      status = try sitting.status()
      #expect(status["plan"]["step"].string == "B" && status["plan"]["rounds"].int == 3)
      try sitting.ctl("plan", "back")
      #expect(try sitting.status()["plan"]["step"].string == "A")
      try sitting.ctl("count", "905")
      try sitting.ctl("count", "+1")
      try sitting.ctl("count", "-3")
      try sitting.ctl("count", "=-7")
      #expect(try sitting.status()["counter"].int == -7)
      try sitting.ctl("mode", "counter")
      try sitting.ctl("theme", "neon")
      status = try sitting.status()
      #expect(status["mode"].string == "counter" && status["theme"].string == "neon")
      try sitting.ctl("quit")
      #expect(try sitting.program?.wait() == .exited(0))
    }

    /// Each action of a key, in a window where it has an effect.
    @Test func everyActionOfAKeyCanBeDone() throws {
      let sitting = try Sitting()
      try sitting.open(["--plan", "A 1m, B 2m, C 3m", "--ring", "One=0", "--ring", "Two=0"])
      #expect(try sitting.refusal("do", "leave") == "leave has no effect now")
      try sitting.ctl("mode", "stopwatch")
      try sitting.ctl("start")
      for _ in 0..<30 { try sitting.ctl("lap") }
      for name in Action.names {
        switch name {
        case "menu", "quit": continue
        case "reset", "next-step", "previous-step":
          try sitting.ctl("mode", name == "reset" ? "stopwatch" : "plan")
          try sitting.ctl("stop")
          if name == "previous-step" { try sitting.ctl("plan", "next") }
          try sitting.ctl("do", name)
          try sitting.ctl("undo")
          try sitting.ctl("mode", "stopwatch")
          try sitting.ctl("start")
        case "scroll-up", "scroll-down", "scroll-home", "scroll-end":
          try sitting.ctl("sync")
          try sitting.ctl("do", name)
        case "name-lap":
          try sitting.ctl("do", name)
          try sitting.ctl("sync")
          try sitting.keyboard.tap("Escape")
        case "start-stop", "start", "toggle", "click-through":
          try sitting.ctl("mode", "stopwatch")
          try sitting.ctl("do", name)
          try sitting.ctl("do", name)
        default: try sitting.ctl("do", name)
        }
        #expect(try sitting.status()["version"].int == 1, "\(name)")
      }
      try sitting.ctl("do", "ring-100")
      #expect(try sitting.status()["rings"][1]["value"].double == 1)
      try sitting.ctl("mode", "counter")
      try sitting.ctl("do", "page-up")
      #expect(try sitting.status()["counter"].int == 10)
      let message = try sitting.misuse("do", "egg")
      #expect(message.hasPrefix("\"egg\" is not an action; write start-stop, lap, "), "\(message)")
      // The help, the full screen, and then the menu.
      while (try? sitting.ctl("do", "leave")) != nil {}
      try sitting.ctl("do", "menu")
      try sitting.ctl("do", "leave")
      #expect(try sitting.refusal("do", "leave") == "leave has no effect now")
      try sitting.ctl("mode", "stopwatch")
      try sitting.ctl("do", "name-lap")
      #expect(try sitting.refusal("do", "menu") == "the menu cannot open now")
      try sitting.ctl("do", "quit")
      #expect(try sitting.program?.wait() == .exited(0))
    }

    @Test func oneUndoForANamedLapAndOneForACount() throws {
      let sitting = try Sitting()
      try sitting.open(["--start"])
      try sitting.ctl("lap", "one")
      try sitting.ctl("undo")
      #expect(try sitting.status()["lap_count"].int == 0)
      try sitting.ctl("mode", "counter")
      try sitting.ctl("count", "5")
      try sitting.ctl("count", "+2")
      try sitting.ctl("undo")
      #expect(try sitting.status()["counter"].int == 5)
      try sitting.ctl("undo")
      #expect(try sitting.status()["counter"].int == 0)
    }

    @Test func ringsAreSetByTheirNames() throws {
      let sitting = try Sitting()
      try sitting.open(["--ring", "A=0", "--ring", "2=50%", "--ring", "e\u{301}=minute"])
      func values() throws -> [Double?] {
        let status = try sitting.status()
        return (0..<3).map { status["rings"][$0]["value"].double }
      }
      try sitting.ctl("ring", "A", "50%")
      try sitting.ctl("ring", "A", "+10%")
      try sitting.ctl("ring", "2", "3/8")
      try sitting.ctl("ring", "3", "-50")
      #expect(try values() == [0.6, 0.375, 0])
      try sitting.ctl("ring", "1", "second")
      #expect(try sitting.status()["rings"][0]["source"].string == "second")
      #expect(try sitting.misuse("ring", "-1", "5").hasPrefix("there is no ring \"-1\"; "))
      #expect(try sitting.misuse("ring", "B", "1").contains("there are \"A\", \"2\", \"e\u{301}\""))
    }

    @Test func undoInTheWindowSparesARestoredSessionAndTakesASetRingBack() throws {
      let sitting = try Sitting()
      try sitting.open(["--ring", "A=0"])
      for word in ["start", "lap", "stop", "reset", "start", "stop"] { try sitting.ctl(word) }
      try sitting.ctl("restore", "1")
      let restored = try sitting.status()
      #expect(restored["state"].string == "stopped" && restored["lap_count"].int == 1)
      try sitting.keyboard.tap("z", holding: ["Control_L"])
      try sitting.ctl("ring", "A", "50%")
      #expect(try sitting.status()["rings"][0]["value"].double == 0.5)
      try sitting.keyboard.tap("z", holding: ["Control_L"])
      try sitting.connection.wait(until: "the ring as it was") {
        try sitting.status()["rings"][0]["value"].double == 0
      }
      let status = try sitting.status()
      #expect(status["elapsed_ns"].int == restored["elapsed_ns"].int)
      #expect(status["state"].string == "stopped" && status["lap_count"].int == 1)
    }

    /// The database has an older state of it until then.
    @Test func aSessionThatIsNotSavedYetIsNotRestored() throws {
      let sitting = try Sitting()
      try sitting.open()
      for word in ["start", "lap"] { try sitting.ctl(word) }
      sitting.faults.now.sync_delay = 3_000_000_000
      try sitting.keyboard.tap("l")
      try sitting.keyboard.tap("space")
      try sitting.keyboard.tap("r")
      #expect(
        try sitting.refusal("restore", "1") == "the last change is not saved yet; try again")
      sitting.faults.now.sync_delay = 0
      try sitting.connection.wait(until: "the reset") {
        try sitting.status()["state"].string == "reset"
      }
      try sitting.ctl("sync")
      try sitting.ctl("restore", "1")
      #expect(try sitting.status()["lap_count"].int == 2)
    }

    @Test func whatIsWrongIsSaid() throws {
      let sitting = try Sitting()
      try sitting.open()
      #expect(try sitting.refusal("lap") == "the stopwatch does not run")
      #expect(try sitting.refusal("undo") == "there is nothing to undo")
      #expect(try sitting.refusal("plan", "back") == "this is the beginning of the plan")
      #expect(try sitting.refusal("restore", "1") == "session 1 is on the stopwatch")
      #expect(try sitting.misuse("restore", "9").hasPrefix("there is no session 9"))
      for verb in ["status", "follow"] {
        #expect(
          try sitting.misuse(verb, "--format", "{{ring:Nope}}").hasPrefix(
            "there is no ring \"Nope\"; there are \"Goal\""))
      }
      #expect(
        try sitting.misuse("count", "1000") == "the counter has 3 digits: it shows from -999 to 999"
      )
      // It may be one of the configuration: only the window knows.
      #expect(
        try sitting.misuse("theme", "x").contains("write auto, neumorphic-light, "))
      try sitting.ctl("mode", "clock")
      #expect(try sitting.refusal("start") == "clock mode has nothing to start")
      try sitting.ctl("timer", "0s")
      #expect(try sitting.refusal("start") == "there is nothing left to run")
    }

    /// What means nothing means nothing with a window and without one.
    @Test(arguments: [
      ["mode", "egg"], ["theme", "x y"], ["timer", "x"], ["timer", "+x"], ["plan", ""],
      ["plan", "A 1m", "--rounds", "0"],
      ["do", "egg"], ["do"], ["count", "x"], ["count", "1.5"], ["ring", "A"], ["ring", "A", "x"],
      ["ring", "A", "1", "2"],
      ["ring", "A", "nan"], ["ring", "A", "+second"], ["restore", "x"],
      ["status", "--format", "{{x}}"],
      ["status", "--json", "--format", "x"], ["follow", "--every", "x"],
      ["follow", "--every", "0.01s"],
      ["follow", "--for", "xbar"], ["lap", "a", "b"], ["egg"], ["start", "--mode", "clock"],
      ["plan", "A 1m", "--plan", "B 2m"], ["plan", "next", "--rounds", "2"],
    ])
    func misuse(words: [String]) throws {
      let home = try TemporaryDirectory()
      let result = try Program.run(["ctl"] + words, home: home)
      #expect(result.ending == .exited(64), "\(words): \(result.errors)")
      #expect(result.errors.hasPrefix("segclock: ") && result.output == "")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test func withoutAWindowThereIsAnExitCodeOfItsOwn() throws {
      let home = try TemporaryDirectory()
      for words in [
        ["start"], ["status", "--json"], ["follow"], ["ring", "A", "--follow"], ["sync"],
      ] {
        let result = try Program.run(["ctl"] + words, home: home)
        #expect(
          result.ending == .exited(3)
            && result.errors == "segclock: no window is open; segclock opens one\n")
      }
      #expect(
        try Program.run(["ctl", "--name", "x", "start"], home: home).errors
          == "segclock: no window is open; segclock opens one\n")
      let list = try Program.run(["ctl", "list"], home: home)
      #expect(list.ending == .exited(0) && list.output == "" && list.errors == "")
    }

    @Test func namesTellWidgetsApart() throws {
      let sitting = try Sitting()
      try sitting.open()
      let other = try ChildProcess(
        Program.path, ["--name", "b", "--no-animation"],
        environment: environment(home: sitting.home, display: sitting.server.display))
      _ = try sitting.connection.window(ofProcess: other.identifier)
      try sitting.ctl("--name", "b", "start")
      let list = try Program.run(["ctl", "list"], home: sitting.home)
      #expect(list.ending == .exited(0) && list.output == "b\ndefault\n" && list.errors == "")
      let absent = try Program.run(["ctl", "--name", "c", "start"], home: sitting.home)
      #expect(absent.ending == .exited(3))
      #expect(
        absent.errors
          == "segclock: no window \"c\" is open; open: \"b\", \"default\"; choose one with --name\n"
      )
      #expect(try sitting.status()["state"].string == "reset")
      #expect(try sitting.status("--name", "b")["state"].string == "running")
      try sitting.ctl("quit", "--name", "b")
      #expect(try other.wait() == .exited(0))
    }

    @Test func aSecondStartRaisesTheFirst() throws {
      let sitting = try Sitting()
      let program = try sitting.open()
      try sitting.ctl("hide")
      try sitting.connection.wait(until: "the window to go") { !sitting.isViewable }
      #expect(try sitting.status()["visible"].bool == false)
      let second = try Program.run(
        ["--mode", "timer"], home: sitting.home, display: sitting.server.display)
      #expect(second.ending == .exited(4))
      #expect(
        second.errors
          == "segclock: the window is open and was raised; --mode had no effect: "
          + "use segclock ctl mode\n"
      )
      try sitting.connection.wait(until: "the window to come back") {
        sitting.isViewable
      }
      try sitting.ctl("sync")
      #expect(try sitting.status()["visible"].bool == true)
      #expect(try sitting.status()["mode"].string == "stopwatch" && program.reap() == nil)
      // An autostart entry asks for nothing that the open window does not have.
      let entry = try Program.run(
        ["--restore"], home: sitting.home, display: sitting.server.display)
      #expect(entry.ending == .exited(0) && entry.errors == "", "\(entry)")
      // What has no command has its place in the file.
      for (options, advice) in [
        (["--sound", "none", "--at-end", "true"], "set sound, at-end in "),
        (
          ["--name", "default", "--theme", "neon", "--sound", "none"],
          "ctl --name default theme; set"
        ),
        (["--position", "1,1"], "close it first"),
      ] {
        let start = try Program.run(options, home: sitting.home, display: sitting.server.display)
        #expect(start.ending == .exited(4) && start.errors.contains(advice), "\(start.errors)")
        if options.contains("--sound") {
          #expect(start.errors.hasSuffix("/segclock/config.toml\n"), "\(start.errors)")
        }
      }
      // Another configuration would be ignored.
      let other = try Program.run(
        ["--config", "other.toml"], home: sitting.home, display: sitting.server.display)
      #expect(other.ending == .exited(4) && other.errors.contains("--config had no effect"))
    }

    @Test func syncWaitsForTheScreen() throws {
      let desk = try Desk(["--theme", "flat-light"], options: ["--no-animation"])
      for (count, mode) in [("12", "counter"), ("345", "counter"), ("-6", "counter")] {
        for words in [["mode", mode], ["count", "=\(count)"], ["sync"]] {
          #expect(try Program.run(["ctl"] + words, home: desk.home).ending == .exited(0))
        }
        let wanted = try Program.render(
          ["--theme", "flat-light", "--mode", "counter", "--count", count], home: desk.home)
        #expect(try desk.picture().difference(from: wanted) == nil, "\(count)")
      }
    }

    /// Each frame is sent in the turn in which the acknowledgement of the one before is read.
    @Test func syncIsAnsweredWhileFramesGoOverTheConnection() throws {
      let sitting = try Sitting()
      try sitting.open(["--start", "--present", "put"])
      for _ in 0..<3 { try sitting.ctl("sync") }
    }

    @Test(.enabled(if: WindowManager.openbox.canBeTried))
    func syncIsAnsweredByAWindowThatOpensAsAnIcon() throws {
      let sitting = try Sitting(manager: .openbox)
      try sitting.open()
      sitting.connection.iconify(sitting.window)
      try sitting.connection.wait(until: "the icon") {
        try sitting.status()["visible"].bool == false
      }
      try sitting.ctl("quit")
      #expect(try sitting.program?.wait() == .exited(0))
      try sitting.open(["--restore"], isShown: false)
      try sitting.ctl("sync")
      #expect(!sitting.isViewable)
    }

    @Test func whoWaitsForTheDiskIsAnsweredWhenTheWindowCloses() throws {
      let sitting = try Sitting()
      try sitting.open()
      try sitting.ctl("start")
      sitting.faults.now.sync_delay = 500_000_000
      let client = try SocketClient(sitting.home)
      client.send(Array("lap\n".utf8))
      try sitting.connection.wait(until: "the lap") { try sitting.status()["lap_count"].int == 1 }
      try sitting.ctl("quit")
      #expect(try client.answer().end == "0")
      #expect(try sitting.program?.wait() == .exited(0))
      #expect(try sitting.kept().stopwatch.laps.count == 1)
    }

    @Test func ringNumbersThatMakeNoSenseAreRefused() throws {
      let sitting = try State.Sitting()
      try sitting.open()
      for value in ["-9223372036854775808", "9223372036854775807", "1e400", "nan", "3/0"] {
        #expect(
          try sitting.misuse("ring", "Goal", value).contains(value.drop { $0 == "-" }), "\(value)")
      }
      #expect(try sitting.misuse("click-through", "maybe").hasSuffix("write on or off"))
      #expect(try sitting.status()["rings"][0]["value"].double == 0)
    }

    @Test func aPastSessionIsTakenUpAgain() throws {
      let sitting = try Sitting()
      try sitting.open()
      for words in ["start", "lap", "lap", "stop", "reset", "start", "lap", "stop"] {
        try sitting.ctl(words)
      }
      try sitting.ctl("restore", "1")
      #expect(try sitting.status()["lap_count"].int == 2)
      #expect(try sitting.refusal("restore", "1") == "session 1 is on the stopwatch")
      try sitting.ctl("start")
      #expect(
        try sitting.refusal("restore", "2") == "session 2 was not continued: the stopwatch runs")
      try sitting.kill()
      #expect(try sitting.kept().stopwatch.laps.count == 2)
    }

    @Test func whatIsAnsweredIsOnTheDisk() throws {
      let sitting = try Sitting()
      try sitting.open()
      for count in 0..<10 {
        try sitting.ctl(count == 0 ? "start" : "lap")
        try sitting.kill()
        let kept = try sitting.kept().stopwatch
        #expect(kept.isRunning && kept.laps.count == count)
        try sitting.open()
      }
    }

    @Test func aDiskThatFailsIsAnswered() throws {
      let sitting = try Sitting()
      try sitting.open()
      sitting.faults.now.write_error = ENOSPC
      let refusal = try sitting.refusal("start")
      #expect(
        refusal.hasPrefix("done, but not saved: ")
          && refusal.hasSuffix("No space left on device"))
      sitting.faults.now.write_error = 0
      try sitting.awaitTitle("running")
    }

    @Test func aDiskThatHangsIsGivenUpAndTheLapHasItsTime() throws {
      let sitting = try Sitting()
      try sitting.open()
      try sitting.ctl("start")
      sitting.faults.now.sync_delay = 4_000_000_000
      let before = Deadline.now()
      let result = try Program.run(["ctl", "lap"], home: sitting.home)
      #expect(
        result.ending == .exited(5) && result.errors == "segclock: the window does not answer\n")
      // The window itself goes on, and says what is.
      #expect(try sitting.status()["state"].string == "running")
      sitting.faults.now.sync_delay = 0
      try sitting.ctl("stop")
      let status = try sitting.status()
      #expect(status["lap_count"].int == 1)
      let late =
        try #require(status["elapsed_ns"].int) - (try #require(status["laps"][0]["total_ns"].int))
      #expect(late >= 2_000_000_000 && Deadline.now() - before >= late)
    }
  }
}

extension Displays.State.Sitting {
  var isViewable: Bool { connection.geometry(of: window)?.isViewable ?? false }

  /// Runs `segclock ctl` with each of these as its words, or with all of them as the words of one.
  func ctl(_ words: String...) throws {
    for words in words.allSatisfy({ ["start", "stop"].contains($0) })
      ? words.map({ [$0] }) : [words]
    {
      let result = try Program.run(["ctl"] + words, home: home)
      guard result.ending == .exited(0), result.output.isEmpty else {
        throw Failure("ctl \(words): \(result.ending) \(result.errors)")
      }
    }
  }

  /// What `segclock ctl status --json` says.
  func status(_ options: String...) throws -> JSON {
    let result = try Program.run(["ctl", "status", "--json"] + options, home: home)
    guard result.ending == .exited(0), result.errors.isEmpty else {
      throw Failure("status: \(result.ending) \(result.errors)")
    }
    return try JSON(result.output)
  }

  /// Why a command is refused.
  func refusal(_ words: String...) throws -> String { try problem(words, code: 4) }

  /// Why a command means nothing.
  func misuse(_ words: String...) throws -> String { try problem(words, code: 64) }

  private func problem(_ words: [String], code: Int32) throws -> String {
    let result = try Program.run(["ctl"] + words, home: home)
    guard result.ending == .exited(code), result.errors.hasPrefix("segclock: "),
      result.output.isEmpty
    else {
      throw Failure("ctl \(words): \(result.ending) \(result.errors)")
    }
    return String(result.errors.dropFirst(10).dropLast())
  }
}
