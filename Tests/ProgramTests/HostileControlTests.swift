import Glibc
import ProgramSupport
import Testing

extension Displays.Control {
  /// What other programs of the same user can do to the socket, and the world to the window.
  struct Hostile {
    @Test func whereTheSystemHasNoDescriptorLeftTheWindowGoesOn() throws {
      let desk = try Desk(options: ["--stats"], comparesFresh: false)
      // What it needs for the disk it has by then.
      for word in ["start", "stop"] { try desk.ctl(word) }
      let taken = Set(names(in: "/proc/\(desk.program.identifier)/fd").compactMap { Int($0) })
      let free = try #require((0...).first { !taken.contains($0) })
      let limit = try ChildProcess(
        try installed("prlimit"), ["--pid", "\(desk.program.identifier)", "--nofile=\(free + 3)"],
        environment: nil
      )
      #expect(try limit.wait() == .exited(0), "\(limit.standardError)")
      var clients: [SocketClient] = []
      for _ in 0..<80 { clients.append(try SocketClient(desk.home)) }
      #expect(try #require(clients.last).ask("start") == "0")
      try desk.ctl("stop")
      Deadline.observe(seconds: 1)
      clients = []
      try desk.ctl("quit")
      #expect(try desk.program.wait() == .exited(0))
      // It does not spin for those that it cannot let in: a wake-up or two for each, and for the pauses.
      let line =
        desk.program.standardError.split(separator: "\n").first { $0.hasPrefix("wake-ups") } ?? ""
      #expect(try #require(Int(line.split(separator: " ").last ?? "")) < 500, "\(line)")
    }

    @Test func noiseIsRefused() throws {
      let desk = try Desk()
      var random = SystemRandomNumberGenerator()
      for _ in 0..<300 {
        let client = try SocketClient(desk.home)
        client.send(
          (0..<Int.random(in: 0..<6000, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
          })
      }
      let client = try SocketClient(desk.home)
      for line in [
        "", "\u{1B}]0;x\u{7}", "start\tx", "value\t1", "ring\tGoal\tnan", "ring\t\t", "@1",
        "follow\t--every\t1e400s", "follow\t--every", "mode", "status\t--of\t1",
        "open",
      ] {
        let answer = try client.ask(line)
        #expect(answer.hasPrefix("64\t") || answer.hasPrefix("4\t"), "\(line): \(answer)")
        #expect(!answer.unicodeScalars.contains { $0.value < 32 && $0 != "\t" }, "\(answer)")
      }
      #expect(try desk.status()["state"].string == "reset")
    }

    @Test func noControlCharacterReachesATerminal() throws {
      let desk = try Desk(isOpen: false)
      try desk.open(["--ring", "\u{1B}]0;x\u{7}\u{9B}=50%"])
      try desk.ctl("start")
      try desk.ctl("lap", "\u{1B}[31m\u{7}\n\u{202E}red")
      for words in [
        ["status"], ["status", "--json"], ["status", "--format", "{{ring:1}}\u{1B}"],
        ["status", "--for", "waybar"], ["ring", "\u{1B}[31m", "1"],
      ] {
        let result = try Program.run(["ctl"] + words, home: desk.home)
        let scalars = (result.output + result.errors).unicodeScalars
        #expect(
          !scalars.contains {
            $0.value < 32 && $0 != "\n" || (127..<160).contains($0.value) || $0 == "\u{202E}"
          }, "\(words)")
      }
    }

    @Test func aStoppedWindowIsGivenUpByEveryCommand() throws {
      let desk = try Desk(options: ["--start"], comparesFresh: false)
      desk.program.freeze()
      let calls = try [["status"], ["lap"], ["follow"], ["ring", "Goal", "--follow"], ["sync"]].map
      { words in
        try Program.start(["ctl"] + words, home: desk.home)
      }
      for call in calls {
        #expect(try call.wait() == .exited(5))
        #expect(call.standardError == "segclock: the window does not answer\n")
      }
      desk.program.signal(SIGCONT)
      // It does what it was told all the same.
      try desk.wait(until: "the lap") { try desk.status()["lap_count"].int == 1 }
    }

    @Test func aLapHasTheTimeOfItsCommand() throws {
      let desk = try Desk(options: ["--start"], comparesFresh: false)
      let client = try SocketClient(desk.home)
      let before = try #require(try desk.status()["elapsed_ns"].int)
      desk.program.freeze()
      let pressed = Deadline.now()
      client.send(Array("@\(pressed)\tlap\n".utf8))
      // Longer than a call of ctl would wait.
      Deadline.observe(seconds: 2.5)
      desk.program.signal(SIGCONT)
      #expect(try client.ask("status") == "0")
      let status = try desk.status()
      let (lap, now) = (
        try #require(status["laps"][0]["total_ns"].int), try #require(status["elapsed_ns"].int)
      )
      #expect(lap > before && now - lap >= 2_500_000_000)
      // One that is too old to be true, or not yet, counts as now.
      for time in [0, pressed + 1_000_000_000_000] {
        _ = try client.ask("@\(time)\tlap")
        let status = try desk.status()
        let (newest, count) = (status["laps"], try #require(status["lap_count"].int))
        #expect(try #require(newest[Int(count) - 1]["total_ns"].int) >= now)
      }
    }
  }
}
