import Glibc
import ProgramSupport
import Session
import Storage
import Testing
import Timekeeping

extension Displays {
  /// `segclock ctl` against a window.
  struct Control {
    @Test func eachCommandDoesWhatItSays() throws {
      let desk = try Desk()
      for _ in 0..<2 { try desk.ctl("start") }
      try desk.ctl("lap")
      try desk.ctl("lap", "Anna \\ \"A\"\té")
      #expect(try desk.refusal("reset") == "it runs; stop it first")
      try desk.ctl("stop")
      var status = try desk.status()
      #expect(status["state"].string == "stopped" && status["lap_count"].int == 2)
      #expect(status["laps"][1]["name"].string == "Anna \\ \"A\" é")
      let time = try #require(status["elapsed_ns"].int)
      #expect(time > 0 && status["mode"].string == "stopwatch" && status["version"].int == 1)
      try desk.ctl("reset")
      #expect(try desk.status()["elapsed_ns"].int == 0)
      try desk.ctl("reset")
      try desk.ctl("undo")
      #expect(try desk.status()["elapsed_ns"].int == time)
      try desk.ctl("timer", "25m")
      status = try desk.status()
      #expect(
        status["mode"].string == "timer" && status["timer"]["set_ns"].int == 1_500_000_000_000)
      try desk.ctl("timer", "-30s")
      try desk.ctl("timer", "+1m")
      #expect(try desk.status()["timer"]["remaining_ns"].int == 1_530_000_000_000)
      try desk.ctl("timer", "until", "17:30")
      #expect(try desk.status()["timer"]["state"].string == "running")
      try desk.ctl("toggle")
      #expect(try desk.status()["timer"]["state"].string == "stopped")
      try desk.ctl("plan", "A 1m, B 2m", "--rounds", "3", "--plan-waits")
      try desk.ctl("plan", "next")
      status = try desk.status()
      #expect(status["plan"]["step"].string == "B" && status["plan"]["rounds"].int == 3)
      try desk.ctl("plan", "back")
      #expect(try desk.status()["plan"]["step"].string == "A")
      try desk.ctl("count", "905")
      try desk.ctl("count", "+1")
      try desk.ctl("count", "-3")
      try desk.ctl("count", "=-7")
      #expect(try desk.status()["counter"].int == -7)
      try desk.ctl("mode", "counter")
      try desk.ctl("theme", "neon")
      status = try desk.status()
      #expect(status["mode"].string == "counter" && status["theme"].string == "neon")
      try desk.ctl("quit")
      try desk.awaitEnd()
    }

    /// Each action of a key, in a window where it has an effect.
    @Test func everyActionOfAKeyCanBeDone() throws {
      let desk = try Desk(
        options: ["--plan", "A 1m, B 2m, C 3m", "--ring", "One=0", "--ring", "Two=0"],
        comparesFresh: false)
      #expect(try desk.refusal("do", "leave") == "leave has no effect now")
      try desk.ctl("mode", "stopwatch")
      try desk.ctl("start")
      for _ in 0..<30 { try desk.ctl("lap") }
      for name in Action.names {
        switch name {
        case "menu", "quit": continue
        case "reset", "next-step", "previous-step":
          try desk.ctl("mode", name == "reset" ? "stopwatch" : "plan")
          try desk.ctl("stop")
          if name == "previous-step" { try desk.ctl("plan", "next") }
          try desk.ctl("do", name)
          try desk.ctl("undo")
          try desk.ctl("mode", "stopwatch")
          try desk.ctl("start")
        case "scroll-up", "scroll-down", "scroll-home", "scroll-end":
          try desk.ctl("sync")
          try desk.ctl("do", name)
        case "name-lap", "edit-plan", "clock-zone":
          try desk.ctl("mode", name == "edit-plan" ? "plan" : "stopwatch")
          try desk.ctl("do", name)
          try desk.ctl("sync")
          try desk.keyboard.tap("Escape")
          try desk.ctl("mode", "stopwatch")
        case "start-stop", "start", "toggle", "click-through":
          try desk.ctl("mode", "stopwatch")
          try desk.ctl("do", name)
          try desk.ctl("do", name)
        default: try desk.ctl("do", name)
        }
        #expect(try desk.status()["version"].int == 1, "\(name)")
      }
      try desk.ctl("do", "ring-100")
      #expect(try desk.status()["rings"][1]["value"].double == 1)
      try desk.ctl("mode", "counter")
      try desk.ctl("do", "page-up")
      #expect(try desk.status()["counter"].int == 10)
      let message = try desk.misuse("do", "egg")
      #expect(message.hasPrefix("\"egg\" is not an action; write start-stop, lap, "), "\(message)")
      // The help, the full screen, and then the menu.
      while (try? desk.ctl("do", "leave")) != nil {}
      try desk.ctl("do", "menu")
      try desk.ctl("do", "leave")
      #expect(try desk.refusal("do", "leave") == "leave has no effect now")
      try desk.ctl("mode", "stopwatch")
      try desk.ctl("do", "name-lap")
      #expect(try desk.refusal("do", "menu") == "the menu cannot open now")
      try desk.ctl("do", "quit")
      try desk.awaitEnd()
    }

    @Test func ringsAreSetByTheirNames() throws {
      let desk = try Desk(
        options: ["--ring", "A=0", "--ring", "2=50%", "--ring", "e\u{301}=minute"],
        comparesFresh: false)
      func values() throws -> [Double?] {
        let status = try desk.status()
        return (0..<3).map { status["rings"][$0]["value"].double }
      }
      try desk.ctl("ring", "A", "50%")
      try desk.ctl("ring", "A", "+10%")
      try desk.ctl("ring", "2", "3/8")
      try desk.ctl("ring", "3", "-50")
      #expect(try values() == [0.6, 0.375, 0])
      try desk.ctl("ring", "1", "second")
      #expect(try desk.status()["rings"][0]["source"].string == "second")
      #expect(try desk.misuse("ring", "-1", "5").hasPrefix("there is no ring \"-1\"; "))
      #expect(try desk.misuse("ring", "B", "1").contains("there are \"A\", \"2\", \"e\u{301}\""))
    }

    @Test func undoInTheWindowSparesARestoredSessionAndTakesASetRingBack() throws {
      let desk = try Desk(options: ["--ring", "A=0"], comparesFresh: false)
      for word in ["start", "lap", "stop", "reset", "start", "stop"] { try desk.ctl(word) }
      try desk.ctl("restore", "1")
      let restored = try desk.status()
      #expect(restored["state"].string == "stopped" && restored["lap_count"].int == 1)
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.ctl("ring", "A", "50%")
      #expect(try desk.status()["rings"][0]["value"].double == 0.5)
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.wait(until: "the ring as it was") {
        try desk.status()["rings"][0]["value"].double == 0
      }
      let status = try desk.status()
      #expect(status["elapsed_ns"].int == restored["elapsed_ns"].int)
      #expect(status["state"].string == "stopped" && status["lap_count"].int == 1)
    }

    /// The database has an older state of it until then.
    @Test func aSessionThatIsNotSavedYetIsNotRestored() throws {
      let desk = try Desk()
      for word in ["start", "lap"] { try desk.ctl(word) }
      desk.faults.now.sync_delay = 3_000_000_000
      try desk.keyboard.tap("l")
      try desk.keyboard.tap("space")
      try desk.keyboard.tap("r")
      #expect(try desk.refusal("restore", "1") == "the last change is not saved yet; try again")
      desk.faults.now.sync_delay = 0
      try desk.wait(until: "the reset") { try desk.status()["state"].string == "reset" }
      try desk.ctl("sync")
      try desk.ctl("restore", "1")
      #expect(try desk.status()["lap_count"].int == 2)
    }

    @Test func whatIsWrongIsSaid() throws {
      let desk = try Desk()
      #expect(try desk.refusal("lap") == "the stopwatch does not run")
      #expect(try desk.refusal("undo") == "there is nothing to undo")
      #expect(
        try desk.misuse("lap", String(repeating: "n", count: 33))
          == "the name is too long; write up to 32 characters")
      #expect(try desk.refusal("plan", "back") == "this is the beginning of the plan")
      #expect(try desk.refusal("restore", "1") == "session 1 is on the stopwatch")
      #expect(try desk.misuse("restore", "9").hasPrefix("there is no session 9"))
      for verb in ["status", "follow"] {
        #expect(
          try desk.misuse(verb, "--format", "{{ring:Nope}}").hasPrefix(
            "there is no ring \"Nope\"; there are \"Goal\""))
      }
      #expect(
        try desk.misuse("count", "1000") == "the count 1000 is out of range: use -999 to 999"
      )
      // It may be one of the configuration: only the window knows.
      #expect(try desk.misuse("theme", "x").contains("write auto, neumorphic-light, "))
      try desk.ctl("mode", "clock")
      #expect(try desk.refusal("start") == "clock mode has nothing to start")
      try desk.ctl("timer", "0s")
      #expect(try desk.refusal("start") == "there is nothing left to run")
    }

    @Test func namesTellWidgetsApart() throws {
      let desk = try Desk()
      let other = try desk.openAnother(["--name", "b", "--no-animation"])
      _ = try desk.connection.window(ofProcess: other.identifier)
      try desk.ctl("--name", "b", "start")
      #expect(try desk.output(["ctl", "list"]) == "b\ndefault\n")
      let absent =
        "segclock: no window \"c\" is open; open: \"b\", \"default\"; choose one with --name\n"
      #expect(
        try Program.run(["ctl", "--name", "c", "start"], home: desk.home) == (
          .exited(3), "", absent
        ))
      #expect(try desk.status()["state"].string == "reset")
      #expect(try desk.status("--name", "b")["state"].string == "running")
      try desk.ctl("quit", "--name", "b")
      #expect(try other.wait() == .exited(0))
    }

    @Test func aSecondStartRaisesTheFirst() throws {
      let desk = try Desk()
      try desk.ctl("hide")
      try desk.wait(until: "the window to go") { !desk.isViewable }
      #expect(try desk.status()["visible"].bool == false)
      func start(_ arguments: [String], _ code: Int32) throws -> String {
        let start = try desk.openAnother(arguments)
        #expect(try start.wait() == .exited(code), "\(start.standardError)")
        return start.standardError
      }
      let raised = "segclock: the window is open and was raised; --timer had no effect: "
      #expect(try start(["--timer", "5m"], 4) == raised + "use segclock ctl timer\n")
      try desk.wait(until: "the window to come back") { desk.isViewable }
      try desk.ctl("sync")
      #expect(try desk.status()["visible"].bool == true)
      #expect(try desk.status()["mode"].string == "stopwatch" && desk.program.reap() == nil)
      // An autostart entry asks for nothing that the open window does not have.
      #expect(try start(["--restore"], 0) == "")
      // What has no command has its place in the file.
      let file = try start(["--fps", "30", "--at-end", "true"], 4)
      #expect(file.contains("set at-end, fps in "), "\(file)")
      #expect(file.hasSuffix("/segclock/config.toml\n"), "\(file)")
      let both = try start(["--name", "default", "--theme", "neon", "--fps", "30"], 4)
      #expect(both.contains("ctl --name default theme; set"), "\(both)")
      #expect(try start(["--position", "1,1"], 4).contains("close it first"))
      // The command show is another thing.
      #expect(try start(["--show", "dial", "--size", "200x200"], 4).contains("set show, size in "))
      // Another configuration would be ignored.
      #expect(try start(["--config", "other.toml"], 4).contains("--config had no effect"))
    }

    @Test func aSecondStartChangesWhatTheOpenWindowShows() throws {
      let desk = try Desk()
      func start(_ arguments: [String], _ code: Int32 = 0) throws -> String {
        let start = try desk.openAnother(arguments)
        #expect(try start.wait() == .exited(code), "\(arguments): \(start.standardError)")
        return start.standardError
      }
      // The desktop file's actions.
      let actions = try projectFile("assets/io.github.segclock.segclock.desktop").split(
        separator: "\n"
      ).filter { $0.hasPrefix("Exec=segclock ") }
      #expect(actions.count == 4)
      for action in actions {
        let words = action.split(separator: " ").dropFirst().map(String.init)
        #expect(try start(words) == "")
        #expect(try desk.status()["mode"].string == words.last)
      }
      #expect(try start(["--mode", "stopwatch", "--theme", "flat-dark", "--start"]) == "")
      let status = try desk.status()
      #expect(status["mode"].string == "stopwatch" && status["state"].string == "running")
      #expect(status["theme"].string == "flat-dark")
      #expect(try start(["--start"]) == "")
      try desk.ctl("stop")
      try desk.ctl("reset")
      #expect(try start(["--show", "dial"]) == "")
      try desk.awaitRender(["--theme", "flat-dark", "--show", "dial"], "the dial alone")
      #expect(try start(["--theme", "nonsense"], 64).contains("\"nonsense\" is not a theme"))
      // One option that needs a new window, and nothing is done.
      _ = try start(["--mode", "timer", "--position", "1,1"], 4)
      #expect(try desk.status()["mode"].string == "stopwatch")
    }

    @Test func aCommandRightAfterAStartIsCarriedOut() throws {
      let desk = try Desk(isOpen: false)
      let start = try desk.openAnother()
      try desk.ctl("count", "5")
      try desk.ctl("quit")
      #expect(try start.wait() == .exited(0))
      #expect(try desk.kept().counter.value == 5)
    }

    @Test func aWindowWhoseSocketWasRemovedIsDrivenAllTheSame() throws {
      let desk = try Desk()
      #expect(unlink(desk.home.file("segclock/default.sock")) == 0)
      try desk.ctl("count", "5")
      #expect(try desk.status()["counter"].int == 5)
    }

    @Test func syncWaitsForTheScreen() throws {
      let desk = try Desk()
      try desk.ctl("mode", "counter")
      for count in ["12", "345", "-6"] {
        try desk.ctl("count", "=\(count)")
        try desk.ctl("sync")
        let wanted = try Program.render(
          Desk.look + ["--mode", "counter", "--count", count], home: desk.home)
        #expect(try desk.picture().difference(from: wanted) == nil, "\(count)")
      }
    }

    /// Each frame is sent in the turn in which the acknowledgement of the one before is read.
    @Test func syncIsAnsweredWhileFramesGoOverTheConnection() throws {
      let desk = try Desk(options: ["--start", "--present", "put"], comparesFresh: false)
      for _ in 0..<3 { try desk.ctl("sync") }
    }

    @Test(.enabled(if: WindowManager.openbox.canBeTried))
    func syncIsAnsweredByAWindowThatOpensAsAnIcon() throws {
      let desk = try Desk(manager: .openbox)
      desk.connection.iconify(desk.window)
      try desk.wait(until: "the icon") { try desk.status()["visible"].bool == false }
      try desk.ctl("quit")
      try desk.awaitEnd()
      try desk.open(["--restore"], isShown: false)
      try desk.ctl("sync")
      #expect(!desk.isViewable)
    }

    @Test func whoWaitsForTheDiskIsAnsweredWhenTheWindowCloses() throws {
      let desk = try Desk()
      try desk.ctl("start")
      desk.faults.now.sync_delay = 500_000_000
      let client = try SocketClient(desk.home)
      client.send(Array("lap\n".utf8))
      #expect(try client.answer().end.hasPrefix("75"))
      let quit = try Program.run(["ctl", "quit"], home: desk.home)
      #expect(quit.ending == .exited(75) && quit.errors.contains("the disk has not answered yet"))
      try desk.awaitEnd()
      #expect(try desk.kept().stopwatch.laps.count == 1)
    }
  }
}
