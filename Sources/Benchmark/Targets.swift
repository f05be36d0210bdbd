import ArgumentParser
import ProgramSupport
import Timekeeping

@main
struct SegclockBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock-bench",
    abstract: "Measure the cost of segclock against a program that only copies the same pixels.",
    discussion: "See Sources/Benchmark/README.md.")

  /// The size of the reference program, which runs beside segclock until it is killed.
  @Option(help: .hidden) var copy: String?

  func run() throws {
    if let size = WindowSize.all.first(where: { $0.text == copy }) {
      try CopyClient(size).run(Film(size).damage(frames: Film.rate * 60))
    }
    let targets = Targets()
    var table = Table(["what", "target", "found", "verdict", "remark"])
    for row in targets.frames() + targets.stillness() + targets.others() { table.add(row) }
    print(table.text, terminator: "")
  }
}

/// Returns the table's row of a target; it is not measured if `measure` throws, which returns what it found and how.
private func row(
  _ what: String, atMost limit: Double, _ unit: String, digits: Int,
  _ measure: () throws -> (Double, remark: String)
) -> [String] {
  let target = "<= \(limit.text(digits)) \(unit)"
  do {
    let (found, remark) = try measure()
    // One digit more than the target, so that a miss does not look like a hit.
    let text = "\(found.text(digits + 1)) \(unit)"
    return [what, target, text, found <= limit ? "met" : "missed", remark]
  } catch {
    return [what, target, "-", "not measured", "\(error)"]
  }
}

struct Targets {
  /// For each row.
  private let seconds = 12

  private static let start = ["--start"] + WindowSize.all[0].arguments

  private static func percent(_ one: Cost, _ other: Cost) -> String {
    "\(one.both.text(2)) % of a processor against \(other.both.text(2)) %"
  }

  // MARK: Frames

  func frames() -> [[String]] {
    var running: Cost?
    let targets = zip(WindowSize.all, [1, 1, 1.15]).map { size, limit in
      row("running, \(size.text), client and server", atMost: limit, "x the copy", digits: 2) {
        let (own, copy) = try beside(size)
        running = running ?? own
        return (own.both / copy.both, Targets.percent(own, copy))
      }
    }
    func cost() throws -> Cost {
      guard let running else { throw Failure("the running stopwatch was not measured") }
      return running
    }
    return targets + [
      row("running, beside kronometer's two labels", atMost: 0.13, "x", digits: 2) {
        let (own, other) = (try cost(), try kronometer())
        return (own.both / other.both, Targets.percent(own, other))
      },
      row("three rings moving", atMost: 1.5, "x running", digits: 1) {
        let (rings, running) = (try movingRings(), try cost())
        return (rings.both / running.both, Targets.percent(rings, running))
      },
      row("running, wake-ups a second", atMost: 10, "", digits: 0) {
        (try cost().wakeUps, "the server's: \(try cost().serverWakeUps.text(1))")
      },
      row("running, memory (PSS)", atMost: 10, "MB", digits: 0) {
        (try cost().memory, "at \(WindowSize.all[0].text)")
      },
    ]
  }

  /// Measures stopwatch and copy at the same time, so that a busy machine affects both.
  private func beside(_ size: WindowSize) throws -> (own: Cost, copy: Cost) {
    let own = try Subject(Program.path, ["--start"] + size.arguments)
    let copy = try Subject("/proc/self/exe", ["--copy", size.text])
    // Until all digits have been rendered.
    Deadline.observe(seconds: 10)
    let start = (own: own.used, copy: copy.used)
    Deadline.observe(seconds: Double(seconds))
    return (own.used - start.own, copy.used - start.copy)
  }

  private func movingRings() throws -> Cost {
    let subject = try Subject(Program.path, WindowSize.all[0].arguments)
    let keyboard = try Keyboard(subject.server)
    let start = subject.used
    // A new value before the animation ends.
    for step in 0..<seconds * 4 / 3 {
      try keyboard.tap(step % 2 == 0 ? "End" : "0")
      Deadline.observe(seconds: 0.75)
    }
    return subject.used - start
  }

  private func kronometer() throws -> Cost {
    let (session, kronometer) = (try installed("dbus-run-session"), try installed("kronometer"))
    let subject = try Subject(session, ["--", kronometer])
    let mouse = try Mouse(subject.server)
    mouse.move(x: 27, y: 22)
    mouse.click()
    Deadline.observe(seconds: Subject.settling)
    let cost = subject.cost(seconds: seconds)
    guard cost.serverWakeUps > 4 else { throw Failure("kronometer does not run") }
    return cost
  }

  // MARK: Stillness

  func stillness() -> [[String]] {
    let manager = [WindowManager.openbox, .xfwm4].first { executable($0.command[0]) != nil }
    let cover = { (subject: Subject) in
      _ = subject.screen.cover(.init(x: 0, y: 0, width: 3840, height: 2160))
    }
    return [
      still("stopped") { try Keyboard($0.server).tap("space") },
      still("stopped, after any message") { subject in
        try Keyboard(subject.server).tap("space")
        let window = try subject.window
        subject.screen.sendProtocol("_NET_WM_PING", to: window)
        subject.screen.setText("WM_CLIENT_MACHINE", of: window, to: "elsewhere")
      },
      still("covered", change: cover),
      still("covered", compositor: .picom, change: cover),
      still("iconified", under: manager) { subject in
        let (screen, window) = (subject.screen, try subject.window)
        screen.iconify(window)
        try screen.wait(until: "the icon") { screen.geometry(of: window)?.isViewable != true }
      },
      still("on another desktop", under: manager) { subject in
        let (screen, window) = (subject.screen, try subject.window)
        screen.send(window, toDesktop: 1)
        try screen.wait(until: "the other desktop") {
          screen.property("_NET_WM_DESKTOP", of: window)?.first == 1
        }
      },
    ]
  }

  /// Applies `change` to the running stopwatch, and counts remaining wake-ups.
  private func still(
    _ name: String, under manager: WindowManager? = WindowManager.none,
    compositor: Compositor = .none, change: (Subject) throws -> Void
  ) -> [String] {
    let title = compositor == .none ? name : "\(name), with \(compositor.command[0])"
    return row("\(title): wake-ups of client and server", atMost: 0, "", digits: 0) {
      guard let manager else { throw Failure("no window manager") }
      let (home, server) = (TestFolder(), try Subject.makeServer())
      let company = try RunningWindowManager(manager, compositor, on: server, home: home)
      defer { withExtendedLifetime(company) {} }
      let subject = try Subject(Program.path, Targets.start, on: server)
      guard subject.cost(seconds: 1).serverWakeUps >= 30 else { throw Failure("it does not run") }
      try change(subject)
      Deadline.observe(seconds: Subject.settling)
      let cost = subject.cost(seconds: seconds)
      // Without processor time it cannot have made a request.
      let remark = "\(cost.client.text(4)) % of a processor in \(seconds) s"
      return ((cost.wakeUps + cost.serverWakeUps) * Double(seconds), remark)
    }
  }

  // MARK: All else

  func others() -> [[String]] {
    [
      row("first painted frame", atMost: 1, "x xclock's", digits: 2, firstFrame)
    ]
      + WindowSize.all.filter { $0.width != 1440 }.map { size in
        row("the longest frame after an event, \(size.text)", atMost: 16, "ms", digits: 0) {
          try longestFrame(size)
        }
      } + counted()
  }

  private func counted() -> [[String]] {
    [
      row("allocations a frame", atMost: 0, "", digits: 1) {
        let specimen = Specimen(Film(WindowSize.all[0]), in: WindowSize.all[0])
        for _ in 0..<10 { specimen.measure() }
        return (Double(specimen.allocations) / Double(10 * Film.rate), "composed and painted")
      },
      row("cost against laps", atMost: 1.15, "x", digits: 2) {
        // Not zero laps: there would be less to draw.
        let size = WindowSize.all[0]
        return growth([10, 1000, 100_000].map { (Film(size, laps: Targets.laps($0)), size) })
      },
      row("cost against the window's area, equal damage", atMost: 1.15, "x", digits: 2) {
        growth(WindowSize.all.map { (Film(WindowSize.all[0]), $0) })
      },
      row("a round trip of ctl, median", atMost: 2, "ms", digits: 0) {
        (try answerTimes("status").median, "beyond the start of ctl")
      },
      row("a command's commit, median", atMost: 10, "ms", digits: 0) {
        (try answerTimes("lap").median, "a lap's whole round trip")
      },
    ]
  }

  private func firstFrame() throws -> (Double, remark: String) {
    let xclock = try installed("xclock")
    let (home, server) = (TestFolder(), try Subject.makeServer())
    let screen = try Connection(server)
    func time(_ path: String, _ arguments: [String]) throws -> Double {
      let start = Deadline.now()
      let program = try ChildProcess(
        path, arguments, environment: environment(home: home, display: server.display))
      try screen.awaitPaintedWindow()
      let time = Double(Deadline.now() - start) / 1e6
      program.end()
      try screen.awaitEmptyScreen()
      return time
    }
    // The first of each warms the disk cache.
    let times = try (0..<12).map { _ in
      (
        try time(Program.path, Targets.start),
        try time(xclock, ["-geometry", "840x480", "-update", "1"])
      )
    }.dropFirst()
    let (own, other) = (times.map(\.0).median, times.map(\.1).median)
    return (own / other, "\(own.text(1)) ms against \(other.text(1)) ms")
  }

  /// The processor time of the client for a key, at the median of a few tries, in the theme that has large shadows.
  private func longestFrame(_ size: WindowSize) throws -> (Double, remark: String) {
    let subject = try Subject(Program.path, ["--theme", "neumorphic-light"] + size.arguments)
    let keyboard = try Keyboard(subject.server)
    func time(_ key: String) throws -> Double {
      let start = subject.used.client
      try keyboard.tap(key)
      // No longer: frames of a fade may follow.
      Deadline.observe(seconds: 0.03)
      return (subject.used.client - start) * 10
    }
    var times: [String: [Double]] = [:]
    for _ in 0..<5 {
      // Another theme each time.
      for key in ["space", "l", "l", "space", "r", "t"] {
        times[key, default: []].append(try time(key))
        Deadline.observe(seconds: 1)
      }
    }
    let longest = times.max { $0.value.median < $1.value.median }
    return (
      longest?.value.median ?? 0, "after the key \(longest?.key ?? "-")"
    )
  }

  private func answerTimes(_ command: String) throws -> [Double] {
    let subject = try Subject(Program.path, Targets.start)
    return try (0..<100).map { _ in
      Deadline.observe(seconds: 0.01)
      let start = Deadline.now()
      _ = try SocketClient(subject.home).exchange(command)
      return Double(Deadline.now() - start) / 1e6
    }
  }

  /// The cost of the most expensive film relative to the first; interleaved, so that a busy machine affects all.
  private func growth(_ films: [(Film, in: WindowSize)]) -> (Double, remark: String) {
    let specimens = films.map { Specimen($0, in: $1) }
    for _ in 0..<15 {
      for specimen in specimens { specimen.measure() }
    }
    let times = specimens.map(\.times.median)
    let all = times.map { $0.text(1) }.joined(separator: ", ")
    return ((times.max() ?? 0) / (times.first ?? 0), "\(all) us a frame")
  }

  private static func laps(_ count: Int) -> Laps {
    // Laps vary a little in length.
    let totals = (0..<count).map { index in
      Duration.nanoseconds(412_000_000_000 / count * (index + 1) - index * 7919 % 101)
    }
    return Laps(totals: totals)
  }
}

/// Resources used by a program and its X server: totals, or a second's average.
struct Cost {
  private var time = Double(Deadline.now()) / 1e9
  /// Per cent of a processor, and wake-ups.
  var client: Double
  var server: Double
  var wakeUps: Double
  var serverWakeUps: Double
  /// MB.
  var memory: Double

  var both: Double { client + server }

  init(_ program: ChildProcess, _ server: XServer) {
    let family = program.family
    client = family.reduce(0) { $0 + Double($1.processorNanoseconds) / 1e7 }
    self.server = Double(server.process.processorNanoseconds) / 1e7
    wakeUps = family.reduce(0) { $0 + Double($1.voluntarySwitches) }
    serverWakeUps = Double(server.process.voluntarySwitches)
    memory = Double(program.proportionalMemory) / 1024
  }

  static func - (end: Cost, start: Cost) -> Cost {
    var cost = end
    let seconds = end.time - start.time
    cost.client = (end.client - start.client) / seconds
    cost.server = (end.server - start.server) / seconds
    cost.wakeUps = (end.wakeUps - start.wakeUps) / seconds
    cost.serverWakeUps = (end.serverWakeUps - start.serverWakeUps) / seconds
    return cost
  }
}

struct Subject {
  let program: ChildProcess
  let screen: Connection
  let server: XServer
  let home: TestFolder

  /// Starts the program with a home of its own, by default on a server of its own, and waits until it shows something.
  init(_ path: String, _ arguments: [String], on server: XServer? = nil) throws {
    let server = try server ?? Subject.makeServer()
    self.server = server
    home = TestFolder()
    screen = try Connection(server)
    program = try ChildProcess(
      path, arguments, environment: environment(home: home, display: server.display))
    try screen.awaitPaintedWindow()
    Deadline.observe(seconds: Subject.settling)
  }

  /// Of a program that names its process.
  var window: UInt {
    get throws { try screen.window(ofProcess: program.identifier, Deadline(seconds: 30)) }
  }

  static func makeServer() throws -> XServer { try XServer(width: 3840, height: 2160) }

  /// Seconds for one-time work.
  static let settling = 2.0

  /// Includes its child processes and its server.
  var used: Cost { Cost(program, server) }

  func cost(seconds: Int) -> Cost {
    let start = used
    Deadline.observe(seconds: Double(seconds))
    return used - start
  }
}
