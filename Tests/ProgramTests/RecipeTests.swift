import Glibc
import ProgramSupport
import TestSupport
import Testing

extension Displays.Control {
  /// What the README tells people to try runs as it stands there.
  struct Recipes {
    private let sitting: Displays.State.Sitting
    private let recipes: [String]

    init() throws {
      sitting = try Displays.State.Sitting()
      let readme = try projectFile("README.md")
      let section = try #require(
        readme.components(between: "## Three things to do at once", and: "\n## "))
      recipes = section.split(separator: "```", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }
        .map { String($0.element.drop { $0 != "\n" }.dropFirst()) }
      mkdir("\(sitting.home.path)/bin", 0o700)
      symlink(Program.path, "\(sitting.home.path)/bin/segclock")
    }

    /// The lines to copy that have `text` in them.
    private func recipe(_ text: String) throws -> String {
      try #require(recipes.first { $0.contains(text) }, "no recipe with \(text)")
    }

    private func start(_ path: String, _ arguments: [String]) throws -> ChildProcess {
      var variables = environment(home: sitting.home, display: sitting.server.display)
      variables["PATH"] = "\(sitting.home.path)/bin:/usr/bin:/bin"
      return try ChildProcess(path, arguments, environment: variables)
    }

    @Test func aKeyOfTheDesktopMarksALap() throws {
      let file = "\(sitting.home.path)/keys"
      try write("# i3 config file (v4)\nfont pango:monospace 8\n" + recipe("bindsym"), to: file)
      let manager = try start("/usr/bin/i3", ["-c", file])
      let connection = sitting.connection
      try connection.wait(until: "i3 to be at work") {
        if let ending = manager.reap() { throw Failure("i3: \(ending) \(manager.standardError)") }
        return connection.text("I3_SOCKET_PATH", of: connection.root) != nil
      }
      // It answers once it has its keys.
      #expect(try start("/usr/bin/i3-msg", ["-t", "get_version"]).wait() == .exited(0))
      try sitting.open(["--start"])
      try sitting.keyboard.tap("l", holding: ["Super_L"])
      try sitting.connection.wait(until: "the lap") {
        try sitting.status()["lap_count"].int ?? 0 > 0
      }
      #expect(manager.reap() == nil)
      manager.end()
    }

    @Test func aStatusBarHasTheTime() throws {
      try sitting.open(["--start"])
      let bar = try start("/bin/sh", ["-c", recipe("ctl follow")])
      let lines = try sitting.connection.wait(for: "three lines") {
        let lines = bar.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast()
        return lines.count >= 3 ? lines.map(String.init) : nil
      }
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
      try sitting.open(["--start"])
      let bar = try start("/bin/sh", ["-c", String(line.dropFirst(7))])
      try sitting.connection.wait(until: "two lines") {
        bar.standardOutput.split(separator: "\n").count { $0.contains("0:0") } >= 2
      }
      bar.end()
    }

    @Test func aRingFollowsACopy() throws {
      mkdir("\(sitting.home.path)/from", 0o700)
      try write(String(repeating: "x", count: 2_000_000), to: "\(sitting.home.path)/from/a")
      // The window takes a moment to open; somebody at a keyboard gives it that.
      let lines = try recipe("rsync").split(separator: "\n").map(String.init)
      let opened = try start("/bin/sh", ["-c", "cd \"$HOME\"; \(lines[0]) wait"])
      try sitting.connection.wait(until: "the window") {
        try Program.run(["ctl", "sync"], home: sitting.home).ending == .exited(0)
      }
      let copy = try start("/bin/sh", ["-c", "cd \"$HOME\"; \(lines[1])"])
      #expect(try copy.wait() == .exited(0), "\(copy.standardError)")
      try sitting.connection.wait(until: "the end of the copy") { try sitting.goal() == "1.0 over" }
      #expect(names(in: "\(sitting.home.path)/to") == ["a"])
      try sitting.ctl("quit")
      #expect(try opened.wait() == .exited(0))
    }
  }
}

extension String {
  /// What stands between the first `start` and the next `end`.
  func components(between start: String, and end: String) -> Substring? {
    guard let first = firstRange(of: start) else { return nil }
    let rest = self[first.upperBound...]
    return rest.firstRange(of: end).map { rest[..<$0.lowerBound] }
  }
}
