import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The configuration of an open window.
  struct Follow {
    let desk: Desk

    init() throws { desk = try Desk([], isOpen: false) }

    private func save(_ text: String) throws { try desk.configure(text) }

    private func write(_ text: String, to name: String) throws {
      try TestSupport.write(text, to: desk.home.file("config/segclock/\(name)"))
    }

    private func awaitMessages(_ count: Int) throws {
      try desk.wait(until: "\(count) messages") {
        desk.program.standardError.split(separator: "\n").count == count
      }
    }

    @Test func itIsFollowedHoweverItIsSaved() throws {
      let (far, link) = (desk.home.file("far.toml"), desk.home.file("config/segclock/.new"))
      try desk.open()
      try desk.awaitTitle("stopwatch")
      try save("mode = \"timer\"\ntimer = \"7m\"\n")
      try desk.awaitTitle("timer")
      // In place.
      try write("mode = \"clock\"\n", to: "config.toml")
      try desk.awaitTitle("clock")
      // By a link that is put elsewhere.
      try TestSupport.write("mode = \"counter\"\n", to: far)
      #expect(symlink(far, link) == 0 && rename(link, desk.home.configuration) == 0)
      try desk.awaitTitle("counter")
      try TestSupport.write("mode = \"stopwatch\"\n", to: far)
      try desk.awaitTitle("stopwatch")
      try desk.quit()
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func showPrintsWhatWasChangedByHand() throws {
      try save("fps = 30\ntheme = \"flat-dark\"\nzone = \"Asia/Tokyo\"\n")
      try desk.open()
      let changes = [
        ["timer", "12m30s"], ["plan", "Write 50m, Rest 10m wait", "--rounds", "2"],
        ["ring", "Focus", "42%"], ["theme", "neon"], ["mode", "clock"],
      ]
      for words in changes { try desk.ctl(words) }
      let shown = try Program.run(["config", "show"], home: desk.home)
      #expect(shown.ending == .exited(0) && shown.errors.isEmpty)
      try desk.quit()
      // Without the saved state, the file alone shows the same.
      try save(shown.output)
      try desk.open(["--no-state"])
      let status = try desk.status()
      #expect(status["mode"].string == "clock" && status["theme"].string == "neon")
      #expect(status["zone"].string == "Asia/Tokyo")
      #expect(status["timer"]["set_ns"].int == 750_000_000_000)
      #expect(status["plan"]["step"].string == "Write" && status["plan"]["rounds"].int == 2)
      #expect(status["rings"][1]["value"].double == 0.42)
      try desk.quit()
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func theFileOfTheWidgetsNameWinsAndBothAreFollowed() throws {
      try save("mode = \"timer\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try write("mode = \"clock\"\ntheme = \"mine\"\n", to: "work.toml")
      try desk.open(["--name", "work"])
      try desk.awaitTitle("clock")
      try save("mode = \"counter\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try write("mode = \"plan\"\n", to: "work.toml")
      try desk.awaitTitle("plan")
      // What one file no longer says, the other one decides, and then what is built in.
      desk.home.removeFile("config/segclock/work.toml")
      try desk.awaitTitle("counter")
      try save("fps = 50\n")
      try desk.awaitTitle("stopwatch")
      try write("mode = 7\n", to: "work.toml")
      try awaitMessages(1)
      #expect(desk.program.standardError.contains("work.toml:1:1: mode: "))
      try desk.quit()
      // Another widget has only the common one.
      try save("mode = \"counter\"\n")
      try desk.open()
      try desk.awaitTitle("counter")
      try desk.quit()
    }

    @Test func aChangeOfEitherFileChecksBothAndTheMistakesOfBothAreShown() throws {
      try save("mode = \"timer\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try write("theme = \"mine\"\n", to: "work.toml")
      try desk.open(["--name", "work"])
      try desk.awaitTitle("timer")
      // The theme that the other file uses is gone.
      try save("mode = \"clock\"\n")
      try awaitMessages(1)
      #expect(desk.program.standardError.contains("work.toml:1:1: theme: "))
      try save("fps = 0\n")
      try awaitMessages(3)
      #expect(desk.program.standardError.contains("config.toml:1:1: fps: "))
      try save("mode = \"counter\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try desk.awaitTitle("counter")
      try desk.quit()
    }

    @Test func theNextEndRunsTheCommandOfTheFile() throws {
      let home = desk.home.path
      try save("sound = \"none\"\nat-end = \"touch \(home)/old\"\n")
      try desk.open()
      try save("mode = \"timer\"\nsound = \"none\"\nat-end = \"touch \(home)/new\"\n")
      try desk.awaitTitle("timer")
      try desk.ctl("timer", "1s")
      try desk.ctl("start")
      try desk.wait(until: "the command of the end") { access("\(home)/new", F_OK) == 0 }
      #expect(access("\(home)/old", F_OK) != 0)
      try desk.quit()
    }

    @Test func aFaultLeavesEverythingAndIsTold() throws {
      try save("mode = \"timer\"\n[keys]\nquit = \"Ctrl+E\"\n")
      try desk.open()
      try desk.awaitTitle("timer")
      try save("mode = \"clock\"\nfps = \"fast\"\n")
      try awaitMessages(1)
      #expect(desk.program.standardError.contains("config.toml:2:1: fps: "))
      #expect(desk.title.hasPrefix("timer"))
      // Mended, it is followed again.
      try save("mode = \"clock\"\n")
      try desk.awaitTitle("clock")
      try desk.quit()
      #expect(desk.program.standardError.split(separator: "\n").count == 1)
    }

    @Test func theNoticeOfAMistakeEndsWithIt() throws {
      try save("theme = \"flat-light\"\nanimation = false\n")
      try desk.open()
      try desk.awaitRender(Desk.look, "the panel")
      let before = try desk.picture()
      try save("theme = \"flat-light\"\nanimation = false\nfps = \"fast\"\n")
      try desk.seeChange(from: before, "the notice")
      try save("theme = \"flat-light\"\nanimation = false\n")
      // Long before the notice would end by itself.
      try desk.awaitPicture(before, "the panel without it", Deadline(seconds: 5))
      try desk.quit()
    }

    @Test func keysAreThoseOfTheFileFromThenOn() throws {
      try save("mode = \"clock\"\n")
      try desk.open()
      try desk.awaitTitle("clock")
      try save("mode = \"stopwatch\"\n[keys]\nstart-stop = [\"S\", \"Ctrl+P\"]\nlap = \"Space\"\n")
      try desk.awaitTitle("stopwatch")
      try desk.press("s", "running")
      try desk.keyboard.tap("space")
      try desk.press("p", "00:", holding: ["Control_L"])
      try desk.quit()
      #expect(try desk.kept().stopwatch.laps.count == 1)
    }

    @Test(arguments: [("fps = 40\n", "40.0"), ("", "60.0")])
    func framesAreAsManyAsTheFileSaysOrElseAsUsual(text: String, told: String) throws {
      try save("mode = \"timer\"\nfps = 20\n")
      try desk.open(["--stats"])
      try desk.awaitTitle("timer")
      try save("mode = \"clock\"\n" + text)
      try desk.awaitTitle("clock")
      try desk.quit()
      #expect(desk.program.standardError.contains("frames a second \(told)\n"))
    }

    @Test func whatWasDoneByHandHoldsUntilTheFileSaysSomethingElse() throws {
      try save("mode = \"timer\"\n")
      try desk.open()
      try desk.awaitTitle("timer")
      try desk.press("m", "plan")
      try desk.quit()
      try desk.open()
      try desk.awaitTitle("plan")
      // Another change of the file says nothing new of the mode.
      try save("mode = \"timer\"\ntimer = \"9m\"\n")
      try desk.press("m", "clock")
      try desk.quit()
      try save("mode = \"counter\"\n")
      try desk.open()
      try desk.awaitTitle("counter")
      try desk.quit()
      // An option and the environment ask anew each time.
      try desk.open(["--mode", "plan"])
      try desk.awaitTitle("plan")
      try desk.quit()
      desk.variables["SEGCLOCK_MODE"] = "clock"
      for _ in 0..<2 {
        try desk.open()
        try desk.awaitTitle("clock")
        try desk.press("m", "counter")
        try desk.quit()
      }
    }

    @Test func aThemeThatIsChangedAndThenGoneIsSeenAtOnce() throws {
      func expectRender(_ text: String, _ what: String) throws {
        try desk.configure(text)
        try desk.awaitPicture(Program.renderAnew([], home: desk.home), what)
      }
      try desk.configure("theme = \"mine\"\n[themes.mine]\nbackground = \"#102040\"\n")
      try desk.open()
      try desk.awaitPicture(Program.renderAnew([], home: desk.home), "the configured theme")
      try expectRender(
        "theme = \"mine\"\n[themes.mine]\nbased-on = \"neon\"\nfont = \"monospace\"\n",
        "the same with other colours")
      try expectRender(
        "size = \"600x300\"\n[[ring]]\nname = \"A\"\nvalue = \"60%\"\ncolor = \"purple\"\n",
        "the theme that stands in for it, other rings, another size")
      #expect(desk.program.standardError.isEmpty)
    }
  }
}
