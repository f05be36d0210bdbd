import CX11
import Glibc
import ProgramSupport
import Testing

extension Displays.Control {
  /// What goes wrong with a window that other programs drive, and leaves it running.
  enum Fault: String, CaseIterable, CustomTestStringConvertible {
    case none
    case frozenDisplay = "the X server is frozen"
    case grabbedDisplay = "another client has grabbed the X server"
    case awaitedDisplay = "the X server is frozen, and fifty wait for the screen"
    case floodedDisplay = "2,000 X events a second"
    case resizing = "the window is resized all the time"
    case large = "the window fills a screen, and moves"
    case hidden = "the window is hidden"
    case slowDisk = "the disk takes 500 ms"
    case fullDisk = "the disk is full"
    case readOnlyDisk = "the disk is read-only"
    case brokenDisk = "the disk fails to synchronize"
    case limit = "no file may grow"
    case manyLaps = "a million laps on the disk"
    case mute = "a client says nothing"
    case half = "a client sends half a line"
    case reckless = "a client asks without end and never reads"
    case eager = "four clients ask without end"
    case restless = "a client changes the look and the mode without end"
    case deaf = "a follower never reads"
    case followers = "a hundred followers, fifty lines a second each"
    case crowd = "1,000 connections"
    case fewDescriptors = "80 connections, and 40 descriptors in all"
    case fedRing = "a ring is fed millions of lines a second"
    case hungDaemon = "the notification daemon hangs"
    case frozenBus = "the session bus is frozen"
    case configuration = "the configuration is saved all the time"
    case mistakes = "the same with mistakes, of which nobody reads"

    var testDescription: String { rawValue }

    /// Why a lap that is marked is not saved, which its answer says.
    var loss: Int32? {
      [.fullDisk: ENOSPC, .readOnlyDisk: EROFS, .brokenDisk: EIO, .limit: EFBIG][self]
    }
  }

  /// A window whose stopwatch runs, and for which something goes wrong, as long as this lives.
  final class Trouble {
    let fault: Fault
    let desk: Desk
    let home: TestFolder
    /// How many laps the stopwatch has.
    private(set) var laps = 0
    /// What makes the trouble until it goes.
    private var makers: [AnyObject] = []
    private var mend: (() -> Void)?

    init(_ fault: Fault) throws {
      self.fault = fault
      desk = try Desk(
        [], isAnimated: [.large, .resizing].contains(fault),
        hasBus: [.hungDaemon, .frozenBus].contains(fault), isOpen: false)
      home = desk.home
      if fault == .manyLaps {
        laps = 1_000_000
        try desk.keepLaps(laps)
      }
      try desk.open(
        ["--start", "--sound", "none"] + (fault == .large ? ["--size", "1280x800"] : []),
        by: script)
      // To load a million laps takes a busy machine longer than `ctl` waits.
      try desk.wait(until: "the first answer") { (try? desk.ctl("sync")) != nil }
      try begin()
    }

    deinit {
      makers = []
      mend?()
    }

    /// How a shell starts it, where one does.
    private var script: String? {
      switch fault {
      case .limit: "ulimit -f 1; exec \"$0\" \"$@\""
      // A pipe that is full, as one whose reader has stopped.
      case .mistakes:
        """
        mkfifo "$HOME/pipe"; exec 2<>"$HOME/pipe"; head -c 65536 /dev/zero >&2; exec "$0" "$@"
        """
      case .fewDescriptors: "ulimit -n 40; exec \"$0\" \"$@\""
      default: nil
      }
    }

    private func begin() throws {
      let (home, desk, window) = (home, desk, desk.window)
      switch fault {
      case .none, .manyLaps: break
      case .large: makers.append(try change(["mode\tclock", "mode\tstopwatch"], every: 0.1))
      case .frozenDisplay: freeze()
      case .awaitedDisplay:
        freeze()
        for _ in 0..<50 {
          let client = try SocketClient(home)
          client.send(Array("sync\n".utf8))
          makers.append(client)
        }
      case .grabbedDisplay:
        desk.connection.grab()
        mend = { desk.connection.ungrab() }
      case .floodedDisplay:
        makers.append(
          try Flood(desk.server) { connection, step in
            connection.message(
              connection.atom("WM_PROTOCOLS"), about: window, to: window,
              (Int(connection.atom("_NET_WM_PING")), step, Int(window), 0, 0))
          })
      case .resizing:
        nonisolated(unsafe) let connection = try Connection(desk.server)
        makers.append(
          try Repetition(every: 0.01) { step in
            connection.resize(window, width: 300 + step * 37 % 900, height: 200 + step * 23 % 500)
            connection.synchronize()
          })
      case .hidden: try desk.ctl("hide")
      case .slowDisk: desk.faults.now.sync_delay = 500_000_000
      case .fullDisk: desk.faults.now.write_error = ENOSPC
      case .readOnlyDisk: desk.faults.now.write_error = EROFS
      case .brokenDisk: desk.faults.now.sync_error = EIO
      case .limit: break
      case .hungDaemon, .frozenBus: try ring()
      case .configuration, .mistakes: try rewrite()
      case .fedRing:
        let feed = try desk.script(
          "while :; do seq 0 100000; done | sed 's/.*/&%/' | \"$0\" ctl ring Goal --follow")
        try desk.wait(until: "the feed") { try desk.goal().hasSuffix("fed") }
        makers.append(feed)
      default: try crowd()
      }
    }

    /// Clients without manners.
    private func crowd() throws {
      let home = home
      switch fault {
      case .mute: makers.append(try SocketClient(home))
      case .half:
        makers.append(try SocketClient(home))
        (makers.last as? SocketClient)?.send(Array("sta".utf8))
      case .reckless: try probe("flood", 1)
      case .eager: for _ in 0..<4 { try probe("ask", 1) }
      case .restless:
        makers.append(
          try change([
            "theme\tneon", "mode\tcounter", "theme\tflat-dark", "mode\ttimer", "hide", "show",
          ]))
      case .deaf:
        let client = try SocketClient(home)
        client.send(Array("follow\t--every\t0.02s\n".utf8))
        makers.append(client)
      case .followers:
        let clients = try (0..<100).map { _ in try SocketClient(home) }
        for client in clients { client.send(Array("follow\t--every\t0.02s\n".utf8)) }
        makers.append(try Repetition(every: 0.05) { _ in for client in clients { client.drain() } })
      case .fewDescriptors: try probe("wait", 80)
      default: try probe("wait", 1000)
      }
    }

    /// Has another program do that to the socket, and waits until it is at it.
    private func probe(_ what: String, _ connections: Int) throws {
      let probe = try ChildProcess(
        Program.beside("ControlProbe"),
        ["\(home.path)/segclock/default.sock", what, "\(connections)"],
        environment: nil)
      makers.append(probe)
      #expect(try probe.awaitLines(1) == ["ready"])
    }

    /// Has a client send `lines` in turns.
    private func change(_ lines: [String], every seconds: Double = 0) throws -> Repetition {
      let client = try SocketClient(home)
      return try Repetition(every: seconds) { step in _ = try? client.ask(lines[step % lines.count])
      }
    }

    private func freeze() {
      let server = desk.server
      server.freeze()
      mend = { server.thaw() }
    }

    /// Has a timer end.
    private func ring() throws {
      let daemon = try BusPeer(desk.bus)
      try daemon.becomeNotificationDaemon()
      if fault == .frozenBus { desk.bus?.freeze() }
      try desk.ctl("timer", "1s")
      try desk.ctl("start")
      try desk.awaitTitle("timer over")
      if fault == .hungDaemon { #expect(try daemon.nextCall().member == "Notify") }
      makers.append(daemon)
    }

    /// Saves one configuration after the other, as editors do.
    private func rewrite() throws {
      let (home, isWrong) = (home, fault == .mistakes)
      let themes = ["neon", "flat-dark", "neumorphic-light"]
      makers.append(
        try Repetition(every: 0.002) { step in
          let text =
            "theme = \"\(themes[step % 3])\"\nfps = \(30 + step % 30)\ntimer = \"\(1 + step % 9)m\"\n"
            + (isWrong ? "mistake-\(step) = 1\n" : "[keys]\nlap = \"F\(1 + step % 9)\"\n")
          try? home.configure(text)
        })
    }

    /// A clock, in nanoseconds, that stands while the program's main thread or this one is ready to run and others have
    /// the processors.
    private var time: Int64 {
      let program = desk.program.identifier
      return ["thread-self", "\(program)/task/\(program)"].reduce(Deadline.now()) { time, thread in
        // Its time on a processor, and that on the way to one.
        let words = contents(of: "/proc/\(thread)/schedstat")?.split(separator: 0x20) ?? []
        let delay = words.count > 1 ? Int64(String(decoding: words[1], as: UTF8.self)) : nil
        return time - (delay ?? 0)
      }
    }

    /// Asks for the status on a connection of its own, as each call of `ctl` does, and returns how long that took, in
    /// nanoseconds. Fails where the answer is not right.
    func askStatus() throws -> Int64 {
      let start = time
      let answer = try SocketClient(home).exchange("status\t--json")
      let passed = time - start
      let status = try JSON(answer.text)
      guard answer.end == "0", status["stopwatch"]["state"].string == "running",
        status["lap_count"].int == Int64(laps)
      else { throw Failure("\(fault): after \(laps) laps: \(answer)") }
      return passed
    }

    private static let late = "75\tdone, but not saved yet"

    /// Marks a lap in the same way; `meanwhile` is done before the answer is awaited.
    func markLap(_ meanwhile: () throws -> Void = {}) throws -> Int64 {
      let start = time
      let client = try SocketClient(home)
      client.send(Array("@\(Deadline.now())\tlap\n".utf8))
      laps += 1
      try meanwhile()
      let answer = try client.answer()
      let passed = time - start
      let isRight =
        fault.loss.map { code in
          answer.end.hasPrefix("4\tdone, but not saved: ")
            && answer.end.hasSuffix(String(cString: strerror(code)))
        }
        ?? (answer.end == (fault == .slowDisk ? Trouble.late : "0")
          // On a busy machine the disk's thread may get its turn late.
          || answer.end == Trouble.late)
      guard isRight, answer.text.isEmpty else { throw Failure("\(fault): lap \(laps): \(answer)") }
      return passed
    }
  }
}
