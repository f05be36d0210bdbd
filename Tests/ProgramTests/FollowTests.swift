import Glibc
import ProgramSupport
import Session
import Testing

extension Displays.Control {
  /// `segclock ctl follow`, and rings that are fed.
  struct Followed {
    typealias Sitting = Displays.State.Sitting

    /// A call of `ctl` that goes on, by a `script` of the shell in which it is `$0`.
    private func call(_ script: String, _ sitting: Sitting) throws -> ChildProcess {
      try ChildProcess(
        "/bin/sh", ["-c", script, Program.path],
        environment: environment(home: sitting.home, display: nil))
    }

    /// Waits until what `process` has printed has as many lines, and gives them.
    private func lines(_ count: Int, of process: ChildProcess, _ sitting: Sitting) throws
      -> [String]
    {
      try sitting.connection.wait(for: "\(count) lines") {
        let lines = process.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast()
        return lines.count >= count ? lines.map(String.init) : nil
      }
    }

    @Test func aLineComesAtEveryChangeAndAtNothingElse() throws {
      let sitting = try Sitting()
      try sitting.open()
      let follower = try call("exec \"$0\" ctl follow", sitting)
      let words: [[String]] = [
        ["start"], ["lap"], ["theme", "neon"], ["ring", "Goal", "50%"], ["hide"], ["stop"],
      ]
      var count = 1
      _ = try lines(count, of: follower, sitting)
      for words in words {
        #expect(try Program.run(["ctl"] + words, home: sitting.home).ending == .exited(0))
        count += 1
        _ = try lines(count, of: follower, sitting)
      }
      // What changes nothing is no change.
      #expect(try Program.run(["ctl", "stop"], home: sitting.home).ending == .exited(0))
      let status = try lines(count, of: follower, sitting).map { try JSON($0) }
      #expect(
        status.map { $0["state"].string } == ["reset"] + Array(repeating: "running", count: 5) + [
          "stopped"
        ])
      #expect(status.map { $0["lap_count"].int } == [0, 0] + Array(repeating: 1, count: 5))
      #expect(
        status.map { $0["visible"].bool } == Array(repeating: true, count: 5) + [
          false, false,
        ])
      #expect(status.count == count)
      try sitting.ctl("quit")
      #expect(try follower.wait() == .exited(3))
      #expect(follower.standardError == "segclock: the window has closed\n")
    }

    @Test func timeIsToldNoMoreOftenThanAsked() throws {
      let sitting = try Sitting()
      try sitting.open(["--start"])
      let follower = try call(
        "exec \"$0\" ctl follow --every 1s --format '{{elapsed|ns}}'", sitting)
      let times = try lines(4, of: follower, sitting).map { try #require(Int64($0)) }
      // After the first line it is each full second, or just after, and none twice.
      for (time, next) in zip(times, times.dropFirst()) {
        #expect(next / 1_000_000_000 == time / 1_000_000_000 + 1, "\(times)")
      }
      #expect(times.dropFirst().allSatisfy { $0 % 1_000_000_000 < 500_000_000 }, "\(times)")
      // A clock that stands has nothing to tell.
      try sitting.ctl("stop")
      let line = try #require(try lines(5, of: follower, sitting).last)
      let elapsed = try #require(try sitting.status()["elapsed_ns"].int)
      #expect(line == "\(elapsed)")
    }

    @Test func itWaitsForAWindowThatIsNotThereYet() throws {
      let sitting = try Sitting()
      let follower = try call("exec \"$0\" ctl follow --wait --format '{{state}}'", sitting)
      // Without `--wait` the same ends at once: the window is not there.
      let other = try call("exec \"$0\" ctl follow", sitting)
      #expect(try other.wait() == .exited(3))
      #expect(follower.reap() == nil)
      try sitting.open()
      #expect(try lines(1, of: follower, sitting) == ["reset"])
      try sitting.ctl("start")
      #expect(try lines(2, of: follower, sitting) == ["reset", "running"])
      try sitting.ctl("quit")
      #expect(try follower.wait() == .exited(3))
    }

    @Test func whoWaitsInVainEndsWithItsReader() throws {
      let sitting = try Sitting()
      let follower = try call(
        "{ \"$0\" ctl follow --wait; echo \"$?\" >&2; } | :", sitting)
      #expect(try follower.wait() == .exited(0))
      #expect(follower.standardError == "0\n")
    }

    @Test func itEndsWhenItsReaderGoes() throws {
      let sitting = try Sitting()
      try sitting.open(["--start"])
      let follower = try call("{ \"$0\" ctl follow; echo \"$?\" >&2; } | head -n 1", sitting)
      #expect(try follower.wait() == .exited(0))
      #expect(follower.standardError == "0\n")
      // Nobody is left behind in the window.
      try sitting.ctl("sync")
    }

    @Test func aRingIsFedUntilTheInputIsOver() throws {
      let sitting = try Sitting()
      try sitting.open()
      let pipe = "\(sitting.home.path)/pipe"
      mkfifo(pipe, 0o600)
      let feed = try call("\"$0\" ctl ring Goal --follow < '\(pipe)'", sitting)
      let end = open(pipe, O_WRONLY)
      for (text, value) in [
        ("10\n", "0.1"), ("words\n\n3", nil), ("0%\n", "0.3"), ("nan\n40\n1e9\n", "0.4"),
      ] {
        _ = Glibc.write(end, text, text.utf8.count)
        guard let value else { continue }
        try sitting.connection.wait(until: "the value \(value)") {
          try sitting.goal() == "\(value) fed"
        }
      }
      // Somebody else takes the ring, and gives it back.
      try sitting.ctl("ring", "Goal", "1")
      _ = Glibc.write(end, "3/5\n", 4)
      try sitting.connection.wait(until: "the last value") { try sitting.goal() == "0.6 fed" }
      close(end)
      #expect(try feed.wait() == .exited(0))
      #expect(feed.standardError == "segclock: ignored 3 of 7 lines: they have no value\n")
      try sitting.connection.wait(until: "the end") { try sitting.goal() == "0.6 over" }
    }

    @Test func aFeedThatIsKilledIsOverToo() throws {
      let sitting = try Sitting()
      try sitting.open()
      let feed = try call("{ echo 42; exec sleep 100; } | \"$0\" ctl ring Goal --follow", sitting)
      try sitting.connection.wait(until: "the value") { try sitting.goal() == "0.42 fed" }
      feed.end()
      try sitting.connection.wait(until: "the end") { try sitting.goal() == "0.42 over" }
    }

    @Test func aClientThatFeedsAnotherRingHasEndedTheFirst() throws {
      let sitting = try Sitting()
      try sitting.open(["--ring", "Goal=10%", "--ring", "Focus=20%"])
      let client = try SocketClient(sitting.home)
      for line in ["ring\tGoal\t--follow", "value\t1/2", "ring\t--follow\t--\tFocus", "value\t3/4"]
      {
        #expect(try client.ask(line) == "0")
      }
      #expect(try sitting.goal() == "0.5 over")
      let focus = try sitting.status()["rings"][1]
      #expect(focus["value"].double == 0.75 && focus["over"].bool == false)
    }

    @Test func theLastValueOfAFeedIsSavedWhenTheWindowCloses() throws {
      let sitting = try Sitting()
      try sitting.open()
      let client = try SocketClient(sitting.home)
      for line in ["ring\tGoal\t--follow", "value\t7/10"] { #expect(try client.ask(line) == "0") }
      try sitting.ctl("quit")
      #expect(try sitting.program?.wait() == .exited(0))
      try sitting.open()
      #expect(try sitting.goal() == "0.7 manual")
    }

    @Test func aFeedEndsWithTheWindow() throws {
      let sitting = try Sitting()
      try sitting.open()
      let pipe = "\(sitting.home.path)/pipe"
      mkfifo(pipe, 0o600)
      let feed = try call("\"$0\" ctl ring Goal --follow < '\(pipe)'; echo $?", sitting)
      let end = open(pipe, O_WRONLY)
      defer { close(end) }
      try sitting.connection.wait(until: "the feed") { try sitting.goal() == "0.0 fed" }
      try sitting.kill()
      #expect(try feed.wait() == .exited(0))
      #expect(
        feed.standardOutput == "3\n" && feed.standardError == "segclock: the window has closed\n")
    }

    @Test(arguments: ["< /", "<&-", "> /dev/null < \"$HOME\""])
    func whatCannotBeReadIsSaid(input: String) throws {
      let sitting = try Sitting()
      try sitting.open()
      let feed = try call("\"$0\" ctl ring Goal --follow \(input)", sitting)
      #expect(try feed.wait() == .exited(66))
      #expect(feed.standardError.hasPrefix("segclock: standard input: "), "\(feed.standardError)")
      try sitting.connection.wait(until: "the end") { try sitting.goal() == "0.0 over" }
    }

    /// What tools print of their progress, each as it prints it.
    @Test(arguments: [
      ("curl", "  % Total\r########      42.5%\r", "0.425"), ("a battery", "87\n", "0.87"),
      ("fractions of a per cent", "33\n62.5", "0.625"), ("fractions", "1/2\n5/8", "0.625"),
      ("CR LF", "50%\r\n", "0.5"),
      ("ninja", "[1/8] CXX a.o\n[6/8] LINK b\n", "0.75"), ("bounds", "1000000%\n100\n-5\n", "1.0"),
      ("long lines", String(repeating: "7", count: 5000) + "\n5\n", "0.05"),
    ])
    func whatToolsPrintIsRead(tool: String, text: String, value: String) throws {
      let sitting = try Sitting()
      try sitting.open()
      try write(text, to: "\(sitting.home.path)/text")
      let feed = try call("\"$0\" ctl ring Goal --follow < \"$HOME/text\"", sitting)
      #expect(try feed.wait() == .exited(0))
      try sitting.connection.wait(until: "the end of \(tool)") {
        try sitting.goal() == "\(value) over"
      }
    }

    /// The tools themselves.
    @Test(arguments: [
      "head -c 3000000 /dev/zero > \"$HOME/a\"; rsync --info=progress2 \"$HOME/a\" \"$HOME/b\" | \"$0\" ctl ring Goal --follow",
      "head -c 3000000 /dev/zero > \"$HOME/a\"; pv -n \"$HOME/a\" 2>&1 >\"$HOME/b\" | \"$0\" ctl ring Goal --follow",
      """
      cd "$HOME"; printf 'rule t\\n command = touch $out\\nbuild a: t\\nbuild b: t\\nbuild c: t\\n' > build.ninja
      ninja | "$0" ctl ring Goal --follow
      """,
      "for i in 1 2 3; do echo $i/3; done | \"$0\" ctl ring Goal --follow",
    ])
    func toolsFeedIt(script: String) throws {
      let sitting = try Sitting()
      try sitting.open()
      let feed = try call(script, sitting)
      #expect(try feed.wait() == .exited(0), "\(feed.standardError)")
      try sitting.connection.wait(until: "the end") { try sitting.goal() == "1.0 over" }
    }
  }
}

extension Displays.State.Sitting {
  /// What the first ring shows, and whether it is fed, or that is over.
  func goal() throws -> String {
    let ring = try status()["rings"][0]
    let word = ring["over"].bool == true ? "over" : ring["source"].string ?? ""
    let value = ring["value"].double ?? -1
    return "\((value * 1e9).rounded() / 1e9) \(word)"
  }
}
