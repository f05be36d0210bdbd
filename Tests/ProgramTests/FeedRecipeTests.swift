import Glibc
import ProgramSupport
import TestSupport
import Testing

extension Displays.Control {
  /// The tools that the README has a ring follow, in the words in which it stands there.
  struct FeedRecipes {
    private let sitting: Displays.State.Sitting
    private let recipes: [String]

    init() throws {
      sitting = try Displays.State.Sitting()
      let readme = try projectFile("README.md")
      let section = try #require(readme.components(between: "In the same way: ", and: "\n## "))
      recipes = section.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && $0.element.contains("…") }.map { String($0.element) }
      mkdir("\(sitting.home.path)/bin", 0o700)
      symlink(Program.path, "\(sitting.home.path)/bin/segclock")
    }

    /// Opens the window and starts the recipe that begins with `tool`, with other words in place of some of its own.
    private func start(_ tool: String, _ words: [String: String] = [:]) throws -> ChildProcess {
      var recipe = try #require(recipes.first { $0.hasPrefix(tool) }, "no recipe for \(tool)")
      for (old, new) in words {
        try #require(recipe.contains(old), "\(recipe)")
        recipe = recipe.replacing(old, with: new)
      }
      try sitting.open()
      var variables = environment(home: sitting.home, display: nil)
      variables["PATH"] = "\(sitting.home.path)/bin:\(variables["PATH"] ?? "/usr/bin:/bin")"
      let script = recipe.replacing("…", with: "segclock ctl ring Goal --follow")
      return try ChildProcess("/bin/sh", ["-c", "cd \"$HOME\"; \(script)"], environment: variables)
    }

    private func awaitRing(_ value: String) throws {
      var found = ""
      do {
        try sitting.connection.wait(until: "the ring at \(value)") {
          found = try sitting.goal()
          return found == value
        }
      } catch {
        throw Failure("\(error), not \(found)")
      }
    }

    private func expectEnd(_ feed: ChildProcess) throws {
      #expect(try feed.wait() == .exited(0))
      try awaitRing("1.0 over")
    }

    @Test func eachToolHasOne() {
      #expect(
        recipes.map { String($0.prefix { $0 != " " }) } == ["pv", "ninja", "ffmpeg", "while"])
    }

    @Test func aCopyByPV() throws {
      try write([UInt8](repeating: 7, count: 3_000_000), to: "\(sitting.home.path)/from")
      try expectEnd(try start("pv"))
      #expect(contents(of: "\(sitting.home.path)/to")?.count == 3_000_000)
    }

    @Test func aBuildByNinja() throws {
      try write(
        "rule t\n command = touch $out\nbuild a: t\nbuild b: t\nbuild c: t\n",
        to: "\(sitting.home.path)/build.ninja")
      try expectEnd(try start("ninja"))
    }

    /// What ffmpeg 9 has said of a film of thirty seconds, and it waits in the middle.
    @Test func aFilmAsFFmpegTellsIt() throws {
      let home = sitting.home.path
      try write(
        try projectFile("Tests/ProgramTests/Recordings/ffmpeg-progress"), to: "\(home)/progress")
      mkfifo("\(home)/pipe", 0o600)
      try write(
        "#!/bin/sh\nhead -n 96 \"$HOME/progress\"; read -r _ < \"$HOME/pipe\"; tail -n +97 \"$HOME/progress\"\n",
        to: "\(home)/bin/ffmpeg")
      chmod("\(home)/bin/ffmpeg", 0o700)
      let feed = try start("ffmpeg", ["SECONDS": "30"])
      // Each value is shown when it comes, not when there are enough to fill a buffer.
      try awaitRing("0.5453333333333333 fed")
      try write("\n", to: "\(home)/pipe")
      try expectEnd(feed)
      #expect(feed.standardError.isEmpty)
    }

    @Test(.enabled(if: executable("ffmpeg") != nil)) func aFilmByFFmpeg() throws {
      let film = try ChildProcess(
        try installed("ffmpeg"),
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=2:size=64x64:rate=10", "-c:v",
          "mpeg4",
        ]
          + ["\(sitting.home.path)/from.mkv"], environment: nil)
      #expect(try film.wait(Deadline(seconds: 60)) == .exited(0), "\(film.standardError)")
      symlink(try installed("ffmpeg"), "\(sitting.home.path)/bin/ffmpeg")
      let feed = try start("ffmpeg", ["SECONDS": "2"])
      #expect(try feed.wait(Deadline(seconds: 60)) == .exited(0), "\(feed.standardError)")
      try sitting.connection.wait(until: "the end") { try sitting.goal().hasSuffix("over") }
      #expect((0.9...1.1).contains(try #require(try sitting.status()["rings"][0]["value"].double)))
    }

    @Test func aBattery() throws {
      let capacity = "\(sitting.home.path)/capacity"
      try write("87\n", to: capacity)
      let feed = try start(
        "while", ["/sys/class/power_supply/BAT0/capacity": "capacity", "sleep 60": "sleep 0.05"])
      try awaitRing("0.87 fed")
      try write("86\n", to: "\(capacity).new")
      rename("\(capacity).new", capacity)
      try awaitRing("0.86 fed")
      unlink(capacity)
      #expect(try feed.wait() == .exited(0))
      try awaitRing("0.86 over")
    }
  }
}
