import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The configuration of an open window.
  struct Follow {
    let sitting: State.Sitting
    let folder: String

    init() throws {
      sitting = try State.Sitting()
      folder = "\(sitting.home.path)/config/segclock"
      mkdir(folder, 0o755)
    }

    /// Saves the configuration as editors do: beside it, then in its place.
    private func save(_ text: String) throws {
      try write(text, to: "\(folder)/.new")
      #expect(rename("\(folder)/.new", "\(folder)/config.toml") == 0)
    }

    @Test func itIsFollowedHoweverItIsSaved() throws {
      rmdir(folder)
      try sitting.open()
      try sitting.awaitTitle("stopwatch")
      mkdir(folder, 0o755)
      try save("mode = \"timer\"\ntimer = \"7m\"\n")
      try sitting.awaitTitle("timer")
      // In place.
      try write("mode = \"clock\"\n", to: "\(folder)/config.toml")
      try sitting.awaitTitle("clock")
      // By a link that is put elsewhere.
      try write("mode = \"counter\"\n", to: "\(sitting.home.path)/far.toml")
      #expect(symlink("\(sitting.home.path)/far.toml", "\(folder)/.new") == 0)
      #expect(rename("\(folder)/.new", "\(folder)/config.toml") == 0)
      try sitting.awaitTitle("counter")
      try write("mode = \"stopwatch\"\n", to: "\(sitting.home.path)/far.toml")
      try sitting.awaitTitle("stopwatch")
      #expect(try sitting.quit() == .exited(0))
      #expect(sitting.program?.standardError.isEmpty ?? false)
    }

    @Test func theFileOfTheWidgetsNameWinsAndBothAreFollowed() throws {
      try save("mode = \"timer\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try write("mode = \"clock\"\ntheme = \"mine\"\n", to: "\(folder)/work.toml")
      let program = try sitting.open(["--name", "work"], look: ["--no-animation"])
      try sitting.awaitTitle("clock")
      try save("mode = \"counter\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try write("mode = \"plan\"\n", to: "\(folder)/work.toml")
      try sitting.awaitTitle("plan")
      // What one file no longer says, the other one decides, and then what is built in.
      unlink("\(folder)/work.toml")
      try sitting.awaitTitle("counter")
      try save("fps = 50\n")
      try sitting.awaitTitle("stopwatch")
      try write("mode = 7\n", to: "\(folder)/work.toml")
      try sitting.connection.wait(until: "words on standard error") {
        !program.standardError.isEmpty
      }
      #expect(program.standardError.contains("work.toml:1:1: mode: "))
      #expect(try sitting.quit() == .exited(0))
      // Another widget has only the common one.
      try save("mode = \"counter\"\n")
      try sitting.open([], look: ["--no-animation"])
      try sitting.awaitTitle("counter")
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func aChangeOfEitherFileChecksBothAndTheMistakesOfBothAreShown() throws {
      try save("mode = \"timer\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try write("theme = \"mine\"\n", to: "\(folder)/work.toml")
      let program = try sitting.open(["--name", "work"], look: ["--no-animation"])
      try sitting.awaitTitle("timer")
      // The theme that the other file uses is gone.
      try save("mode = \"clock\"\n")
      try sitting.connection.wait(until: "a message") { !program.standardError.isEmpty }
      #expect(program.standardError.contains("work.toml:1:1: theme: "))
      try save("fps = 0\n")
      try sitting.connection.wait(until: "both messages") {
        program.standardError.split(separator: "\n").count == 3
      }
      #expect(program.standardError.contains("config.toml:1:1: fps: "))
      try save("mode = \"counter\"\n[themes.mine]\nbackground = \"#102030\"\n")
      try sitting.awaitTitle("counter")
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func theNextEndRunsTheCommandOfTheFile() throws {
      let home = sitting.home.path
      try save("sound = \"none\"\nat-end = \"touch \(home)/old\"\n")
      try sitting.open()
      try save("mode = \"timer\"\nsound = \"none\"\nat-end = \"touch \(home)/new\"\n")
      try sitting.awaitTitle("timer")
      try sitting.ctl("timer", "1s")
      try sitting.ctl("start")
      try sitting.connection.wait(until: "the command of the end") {
        access("\(home)/new", F_OK) == 0
      }
      #expect(access("\(home)/old", F_OK) != 0)
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func aFaultLeavesEverythingAndIsTold() throws {
      try save("mode = \"timer\"\n[keys]\nquit = \"Ctrl+E\"\n")
      let program = try sitting.open()
      try sitting.awaitTitle("timer")
      try save("mode = \"clock\"\nfps = \"fast\"\n")
      try sitting.connection.wait(until: "words on standard error") {
        !program.standardError.isEmpty
      }
      #expect(program.standardError.contains("config.toml:2:1: fps: "))
      #expect(sitting.title.hasPrefix("timer"))
      // Mended, it is followed again.
      try save("mode = \"clock\"\n")
      try sitting.awaitTitle("clock")
      #expect(try sitting.quit() == .exited(0))
      #expect(program.standardError.split(separator: "\n").count == 1)
    }

    @Test func keysAreThoseOfTheFileFromThenOn() throws {
      try save("mode = \"clock\"\n")
      try sitting.open()
      try sitting.awaitTitle("clock")
      try save("mode = \"stopwatch\"\n[keys]\nstart-stop = [\"S\", \"Ctrl+P\"]\nlap = \"Space\"\n")
      try sitting.awaitTitle("stopwatch")
      try sitting.press("s", "running")
      try sitting.keyboard.tap("space")
      try sitting.press("p", "00:", holding: ["Control_L"])
      #expect(try sitting.quit() == .exited(0))
      #expect(try sitting.kept().stopwatch.laps.count == 1)
    }

    @Test(arguments: [("fps = 40\n", "40.0"), ("", "60.0")])
    func framesAreAsManyAsTheFileSaysOrElseAsUsual(text: String, told: String) throws {
      try save("mode = \"timer\"\nfps = 20\n")
      let program = try sitting.open(["--stats"])
      try sitting.awaitTitle("timer")
      try save("mode = \"clock\"\n" + text)
      try sitting.awaitTitle("clock")
      #expect(try sitting.quit() == .exited(0))
      #expect(program.standardError.contains("frames a second \(told)\n"))
    }

    @Test func whatWasDoneByHandHoldsUntilTheFileSaysSomethingElse() throws {
      try save("mode = \"timer\"\n")
      try sitting.open()
      try sitting.awaitTitle("timer")
      try sitting.press("m", "plan")
      #expect(try sitting.quit() == .exited(0))
      try sitting.open()
      try sitting.awaitTitle("plan")
      // Another change of the file says nothing new of the mode.
      try save("mode = \"timer\"\ntimer = \"9m\"\n")
      try sitting.press("m", "clock")
      #expect(try sitting.quit() == .exited(0))
      try save("mode = \"counter\"\n")
      try sitting.open()
      try sitting.awaitTitle("counter")
      #expect(try sitting.quit() == .exited(0))
      // An option and the environment ask anew each time.
      try sitting.open(["--mode", "plan"])
      try sitting.awaitTitle("plan")
      #expect(try sitting.quit() == .exited(0))
      sitting.environment["SEGCLOCK_MODE"] = "clock"
      for _ in 0..<2 {
        try sitting.open()
        try sitting.awaitTitle("clock")
        try sitting.press("m", "counter")
        #expect(try sitting.quit() == .exited(0))
      }
    }

    @Test func aThemeThatIsChangedAndThenGoneIsSeenAtOnce() throws {
      let home = try TemporaryDirectory()
      let folder = "\(home.path)/config/segclock"
      mkdir(folder, 0o755)
      let path = "\(folder)/config.toml"
      try write("theme = \"mine\"\n[themes.mine]\nbackground = \"#102040\"\n", to: path)
      let desk = try Desk(options: ["--no-animation"], comparesFresh: false, home: home)
      func awaitRender(_ what: String) throws {
        try desk.awaitPicture(try Program.renderAnew([], home: home), what)
      }
      try awaitRender("one's own theme")
      try write(
        "theme = \"mine\"\n[themes.mine]\nbased-on = \"neon\"\nfont = \"monospace\"\n", to: path)
      try awaitRender("the same with other colours")
      try write(
        "size = \"600x300\"\n[[ring]]\nname = \"A\"\nvalue = \"60%\"\ncolor = \"purple\"\n",
        to: path)
      try awaitRender("the theme that stands in for it, other rings, another size")
      #expect(desk.program.standardError.isEmpty)
    }
  }
}
