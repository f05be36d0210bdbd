import Glibc
import ProgramSupport
import TestSupport
import Testing

/// What the README tells people to try.
private enum Readme {
  /// The lines to copy for three things to do at once.
  static func recipes() throws -> [String] {
    try quoted(by: "```", after: "## Three things to do at once")
      .map { String($0.drop { $0 != "\n" }.dropFirst()) }
  }

  /// The tools that a ring can follow, in the words in which they stand there.
  static func feeds() throws -> [String] {
    try quoted(by: "`", after: "In the same way: ").filter { $0.contains("…") }
  }

  private static func quoted(by mark: String, after start: String) throws -> [String] {
    let readme = try projectFile("README.md")
    let rest = try #require(readme.firstRange(of: start)).upperBound
    let end = try #require(readme[rest...].firstRange(of: "\n## ")).lowerBound
    let section = readme[rest..<end]
    return section.split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}

@Suite("Rings that follow tools")
struct FeedRecipes {
  @Test("each tool that the README names is tried here")
  func tools() throws {
    let tools = try Readme.feeds().map { String($0.prefix { $0 != " " }) }
    #expect(tools == ["pv", "ninja", "ffmpeg", "while"])
  }
}

extension Displays.Control {
  /// What the README tells people to try runs as it stands there.
  struct Recipes {
    private let desk: Desk
    private let home: String

    init() throws {
      desk = try Desk(isOpen: false)
      home = desk.home.path
      mkdir("\(home)/bin", 0o700)
      symlink(Program.path, "\(home)/bin/segclock")
    }

    /// The lines to copy that have `text` in them.
    private func recipe(_ text: String) throws -> String {
      try #require(try Readme.recipes().first { $0.contains(text) }, "no recipe with \(text)")
    }

    private func start(_ path: String, _ arguments: [String]) throws -> ChildProcess {
      var variables = environment(home: desk.home, display: desk.server.display)
      variables["PATH"] = "\(home)/bin:/usr/bin:/bin"
      return try ChildProcess(path, arguments, environment: variables)
    }

    private func start(script: String) throws -> ChildProcess {
      try start("/bin/sh", ["-c", "cd \"$HOME\"; \(script)"])
    }

    /// Opens the window and starts the feed that begins with `tool`, with other words in place of some of its own.
    private func feed(_ tool: String, _ words: [String: String] = [:]) throws -> ChildProcess {
      try desk.open()
      var recipe = try #require(
        try Readme.feeds().first { $0.hasPrefix(tool) }, "no recipe for \(tool)")
      for (old, new) in words {
        try #require(recipe.contains(old), "\(recipe)")
        recipe = recipe.replacing(old, with: new)
      }
      return try start(script: recipe.replacing("…", with: "segclock ctl ring Goal --follow"))
    }

    private func expectEnd(_ feed: ChildProcess) throws {
      #expect(try feed.wait() == .exited(0), "\(feed.standardError)")
      try desk.awaitGoal("1.0 over")
    }

    @Test func aKeyOfTheDesktopMarksALap() throws {
      let file = "\(home)/keys"
      try write("# i3 config file (v4)\nfont pango:monospace 8\n" + recipe("bindsym"), to: file)
      let manager = try start("/usr/bin/i3", ["-c", file])
      let connection = desk.connection
      try connection.wait(until: "i3 to be at work") {
        if let ending = manager.reap() { throw Failure("i3: \(ending) \(manager.standardError)") }
        return connection.text("I3_SOCKET_PATH", of: connection.root) != nil
      }
      // It answers once it has its keys.
      #expect(try start("/usr/bin/i3-msg", ["-t", "get_version"]).wait() == .exited(0))
      try desk.open(["--start"])
      try desk.keyboard.tap("l", holding: ["Super_L"])
      try desk.wait(until: "the lap") { try desk.status()["lap_count"].int == 1 }
      #expect(manager.reap() == nil)
      manager.end()
    }

    @Test func aStatusBarHasTheTime() throws {
      try desk.open(["--start"])
      let bar = try start(script: recipe("ctl follow"))
      let lines = try bar.awaitLines(3)
      for line in lines {
        let text = try JSON(line)
        #expect(text.names == ["text", "alt", "tooltip", "class", "percentage"])
        #expect(
          text["text"].string?.hasPrefix("0:0") == true && text["class"][1].string == "running")
      }
      bar.end()
    }

    @Test func polybarHasTheTime() throws {
      let line = try #require(
        recipe("module/segclock").split(separator: "\n").first { $0.hasPrefix("exec = ") })
      try desk.open(["--start"])
      let bar = try start(script: String(line.dropFirst(7)))
      try desk.wait(until: "two lines") {
        bar.standardOutput.split(separator: "\n").count { $0.contains("0:0") } >= 2
      }
      bar.end()
    }

    @Test func aRingFollowsACopy() throws {
      mkdir("\(home)/from", 0o700)
      try write(String(repeating: "x", count: 2_000_000), to: "\(home)/from/a")
      // The window takes a moment to open; somebody at a keyboard gives it that.
      let lines = try recipe("rsync").split(separator: "\n").map(String.init)
      let opened = try start(script: "\(lines[0]) wait")
      try desk.wait(until: "the window") {
        try Program.run(["ctl", "sync"], home: desk.home).ending == .exited(0)
      }
      let copy = try start(script: lines[1])
      #expect(try copy.wait() == .exited(0), "\(copy.standardError)")
      try desk.awaitGoal("1.0 over")
      #expect(names(in: "\(home)/to") == ["a"])
      try desk.ctl("quit")
      #expect(try opened.wait() == .exited(0))
    }

    @Test func aCopyByPV() throws {
      try write([UInt8](repeating: 7, count: 3_000_000), to: "\(home)/from")
      try expectEnd(try feed("pv"))
      #expect(contents(of: "\(home)/to")?.count == 3_000_000)
    }

    @Test func aBuildByNinja() throws {
      try write(
        "rule t\n command = touch $out\nbuild a: t\nbuild b: t\nbuild c: t\n",
        to: "\(home)/build.ninja")
      try expectEnd(try feed("ninja"))
    }

    /// What ffmpeg 9 has said of a film of thirty seconds, and it waits in the middle.
    @Test func aFilmAsFFmpegTellsIt() throws {
      try write(
        try projectFile("Tests/ProgramTests/Recordings/ffmpeg-progress"), to: "\(home)/progress")
      mkfifo("\(home)/pipe", 0o600)
      try write(
        "#!/bin/sh\nhead -n 96 \"$HOME/progress\"; read -r _ < \"$HOME/pipe\"; tail -n +97 \"$HOME/progress\"\n",
        to: "\(home)/bin/ffmpeg")
      chmod("\(home)/bin/ffmpeg", 0o700)
      let feed = try feed("ffmpeg", ["SECONDS": "30"])
      // Each value is shown when it comes, not when there are enough to fill a buffer.
      try desk.awaitGoal("0.545333333 fed")
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
          + ["\(home)/from.mkv"], environment: nil)
      #expect(try film.wait(Deadline(seconds: 60)) == .exited(0), "\(film.standardError)")
      symlink(try installed("ffmpeg"), "\(home)/bin/ffmpeg")
      let feed = try feed("ffmpeg", ["SECONDS": "2"])
      #expect(try feed.wait(Deadline(seconds: 60)) == .exited(0), "\(feed.standardError)")
      try desk.wait(until: "the end") { try desk.goal().hasSuffix("over") }
      #expect((0.9...1.1).contains(try #require(try desk.status()["rings"][0]["value"].double)))
    }

    @Test func aBattery() throws {
      let capacity = "\(home)/capacity"
      try write("87\n", to: capacity)
      let feed = try feed(
        "while", ["/sys/class/power_supply/BAT0/capacity": "capacity", "sleep 60": "sleep 0.05"])
      try desk.awaitGoal("0.87 fed")
      try write("86\n", to: "\(capacity).new")
      rename("\(capacity).new", capacity)
      try desk.awaitGoal("0.86 fed")
      unlink(capacity)
      #expect(try feed.wait() == .exited(0))
      try desk.awaitGoal("0.86 over")
    }
  }
}
