import Glibc
import ProgramSupport
import Session
import Testing

extension Displays.Control {
  /// `segclock ctl follow`, and rings that are fed.
  struct Followed {
    @Test func aLineComesAtEveryChangeAndAtNothingElse() throws {
      let desk = try Desk()
      let follower = try desk.script("exec \"$0\" ctl follow")
      let words: [[String]] = [
        ["start"], ["lap"], ["theme", "neon"], ["ring", "Goal", "50%"], ["hide"], ["stop"],
      ]
      var count = 1
      _ = try follower.awaitLines(count)
      for words in words {
        try desk.ctl(words)
        count += 1
        _ = try follower.awaitLines(count)
      }
      // What changes nothing is no change.
      try desk.ctl("stop")
      let status = try follower.awaitLines(count).map { try JSON($0) }
      let states = ["reset"] + Array(repeating: "running", count: 5) + ["stopped"]
      #expect(status.map { $0["state"].string } == states)
      #expect(status.map { $0["lap_count"].int } == [0, 0] + Array(repeating: 1, count: 5))
      let visible = Array(repeating: true, count: 5) + [false, false]
      #expect(status.map { $0["visible"].bool } == visible)
      #expect(status.count == count)
      try desk.ctl("quit")
      #expect(try follower.wait() == .exited(3))
      #expect(follower.standardError == "segclock: the window has closed\n")
    }

    @Test func timeIsToldNoMoreOftenThanAsked() throws {
      let desk = try Desk(options: ["--start"], comparesFresh: false)
      let follower = try desk.script("exec \"$0\" ctl follow --every 1s --format '{{elapsed|ns}}'")
      let times = try follower.awaitLines(4).map { try #require(Int64($0)) }
      // After the first line it is each full second, or just after, and none twice.
      for (time, next) in zip(times, times.dropFirst()) {
        #expect(next / 1_000_000_000 == time / 1_000_000_000 + 1, "\(times)")
      }
      #expect(times.dropFirst().allSatisfy { $0 % 1_000_000_000 < 500_000_000 }, "\(times)")
      // A clock that stands has nothing to tell.
      try desk.ctl("stop")
      let line = try #require(try follower.awaitLines(5).last)
      let elapsed = try #require(try desk.status()["elapsed_ns"].int)
      #expect(line == "\(elapsed)")
    }

    @Test func itWaitsForAWindowThatIsNotThereYet() throws {
      let desk = try Desk(isOpen: false)
      let follower = try desk.script("exec \"$0\" ctl follow --wait --format '{{state}}'")
      // Without `--wait` the same ends at once: the window is not there.
      let other = try desk.script("exec \"$0\" ctl follow")
      #expect(try other.wait() == .exited(3))
      #expect(follower.reap() == nil)
      try desk.open()
      #expect(try follower.awaitLines(1) == ["reset"])
      try desk.ctl("start")
      #expect(try follower.awaitLines(2) == ["reset", "running"])
      try desk.ctl("quit")
      #expect(try follower.wait() == .exited(3))
    }

    @Test func whoWaitsInVainEndsWithItsReader() throws {
      let desk = try Desk(isOpen: false)
      let follower = try desk.script("{ \"$0\" ctl follow --wait; echo \"$?\" >&2; } | :")
      #expect(try follower.wait() == .exited(0))
      #expect(follower.standardError == "0\n")
    }

    @Test func itEndsWhenItsReaderGoes() throws {
      let desk = try Desk(options: ["--start"], comparesFresh: false)
      let follower = try desk.script("{ \"$0\" ctl follow; echo \"$?\" >&2; } | head -n 1")
      #expect(try follower.wait() == .exited(0))
      #expect(follower.standardError == "0\n")
      // Nobody is left behind in the window.
      try desk.ctl("sync")
    }

    @Test func aRingIsFedUntilTheInputIsOver() throws {
      let desk = try Desk()
      let pipe = "\(desk.home.path)/pipe"
      mkfifo(pipe, 0o600)
      let feed = try desk.script("\"$0\" ctl ring Goal --follow < '\(pipe)'")
      let end = open(pipe, O_WRONLY)
      for (text, value) in [
        ("10\n", "0.1"), ("words\n\n3", nil), ("0%\n", "0.3"), ("nan\n40\n1e9\n", "0.4"),
      ] {
        _ = Glibc.write(end, text, text.utf8.count)
        guard let value else { continue }
        try desk.awaitGoal("\(value) fed")
      }
      // Somebody else takes the ring, and gives it back.
      try desk.ctl("ring", "Goal", "1")
      _ = Glibc.write(end, "3/5\n", 4)
      try desk.awaitGoal("0.6 fed")
      close(end)
      #expect(try feed.wait() == .exited(0))
      #expect(
        feed.standardError == "segclock: ignored 3 lines without a value; the first is \"words\"\n")
      try desk.awaitGoal("0.6 over")
    }

    @Test func aRingIsTakenFromItsSourceWithTheValueThatItHas() throws {
      let desk = try Desk(
        options: ["--timer", "10m", "--ring", "Goal=timer"], comparesFresh: false)
      try desk.ctl("ring", "Goal", "manual")
      let ring = try desk.status()["rings"][0]
      #expect(ring["source"].string == "manual" && ring["value"].double == 1)
      try desk.ctl("ring", "Goal", "42,5%")
      #expect(try desk.status()["rings"][0]["value"].double == 0.425)
      try desk.ctl("ring", "Goal", "1,5", "--of", "2,5")
      #expect(try desk.status()["rings"][0]["value"].double == 0.6)
    }

    @Test func aFeedThatIsKilledIsOverToo() throws {
      let desk = try Desk()
      let feed = try desk.script("{ echo 42; exec sleep 100; } | \"$0\" ctl ring Goal --follow")
      try desk.awaitGoal("0.42 fed")
      feed.end()
      try desk.awaitGoal("0.42 over")
    }

    @Test func aClientThatFeedsAnotherRingHasEndedTheFirst() throws {
      let desk = try Desk(
        options: ["--ring", "Goal=10%", "--ring", "Focus=20%"], comparesFresh: false)
      let client = try SocketClient(desk.home)
      for line in ["ring\tGoal\t--follow", "value\t1/2", "ring\t--follow\t--\tFocus", "value\t3/4"]
      {
        #expect(try client.ask(line) == "0")
      }
      #expect(try desk.goal() == "0.5 over")
      let focus = try desk.status()["rings"][1]
      #expect(focus["value"].double == 0.75 && focus["over"].bool == false)
    }

    @Test func aFeedKeepsToItsRingWhenTheFileRenamesAndMovesIt() throws {
      let desk = try Desk()
      func edit(_ rings: String, names: [String]) throws {
        try desk.configure("ring = [\(rings)]")
        try desk.wait(until: "the rings \(names)") {
          let rings = try desk.status()["rings"]
          return names == names.indices.compactMap { rings[$0]["name"].string }
        }
      }
      try edit("\"A=10%\", \"B=20%\"", names: ["A", "B"])
      let client = try SocketClient(desk.home)
      for line in ["ring\tB\t--follow", "value\t1/2"] { #expect(try client.ask(line) == "0") }
      try edit("\"Copy=20%\", \"A=10%\"", names: ["Copy", "A"])
      #expect(try client.ask("value\t3/4") == "0")
      let copy = try desk.status()["rings"][0]
      #expect(copy["value"].double == 0.75 && copy["source"].string == "fed")
      // Values for a ring that is gone change no ring.
      try edit("\"A=10%\", \"Other=30%\"", names: ["A", "Other"])
      #expect(try client.ask("value\t4/5").hasPrefix("64"))
      let other = try desk.status()["rings"][1]
      #expect(other["value"].double == 0.3 && other["source"].string == "manual")
    }

    @Test func theLastValueOfAFeedIsSavedWhenTheWindowCloses() throws {
      let desk = try Desk()
      let client = try SocketClient(desk.home)
      for line in ["ring\tGoal\t--follow", "value\t7/10"] { #expect(try client.ask(line) == "0") }
      try desk.ctl("quit")
      try desk.awaitEnd()
      try desk.open()
      #expect(try desk.goal() == "0.7 manual")
    }

    @Test func aFeedEndsWithTheWindow() throws {
      let desk = try Desk()
      let pipe = "\(desk.home.path)/pipe"
      mkfifo(pipe, 0o600)
      let feed = try desk.script("\"$0\" ctl ring Goal --follow < '\(pipe)'; echo $?")
      let end = open(pipe, O_WRONLY)
      defer { close(end) }
      try desk.awaitGoal("0.75 fed")
      try desk.kill()
      #expect(try feed.wait() == .exited(0))
      #expect(
        feed.standardOutput == "3\n" && feed.standardError == "segclock: the window has closed\n")
    }

    @Test(arguments: ["< /", "<&-", "> /dev/null < \"$HOME\""])
    func whatCannotBeReadIsSaid(input: String) throws {
      let desk = try Desk()
      let feed = try desk.script("\"$0\" ctl ring Goal --follow \(input)")
      #expect(try feed.wait() == .exited(66))
      #expect(feed.standardError.hasPrefix("segclock: standard input: "), "\(feed.standardError)")
      try desk.awaitGoal("0.75 over")
    }

    /// A reader that stands still gets the newest line when it reads on, and is not cut off.
    @Test func aReaderThatStandsStillIsNotCutOff() throws {
      let desk = try Desk(comparesFresh: false)
      let follower = try desk.script("exec \"$0\" ctl follow")
      _ = try follower.awaitLines(1)
      follower.freeze()
      // A line has some kilobytes with these laps; all of them are more than any buffer holds.
      try desk.ctl("start")
      for _ in 0..<50 { try desk.ctl("lap") }
      for _ in 0..<200 { try desk.ctl("do", "next-theme") }
      try desk.ctl("stop")
      follower.signal(SIGCONT)
      try desk.wait(until: "the last line") {
        follower.standardOutput.split(separator: "\n").last.map {
          $0.contains("\"state\":\"stopped\"")
        } ?? false
      }
      #expect(follower.reap() == nil && follower.standardError == "")
    }
  }
}
