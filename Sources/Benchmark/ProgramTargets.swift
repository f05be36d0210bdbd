import Glibc
import Measuring
import Platform
import Windowing

/// The targets for the program as a whole, measured on itself and on those that it is held against.
struct ProgramTargets {
  private(set) var verdicts: [Verdict] = []
  private let path: String
  private let seconds: Int
  private let home: Home

  /// Measures those of `parts` on the program at `path`.
  init(path: String, seconds: Int, parts: Set<TargetPart>) throws {
    self.path = path
    self.seconds = seconds
    home = try Home()
    if parts.contains(.memory) {
      try measureRunning()
      try measureClock()
    }
    if parts.contains(.stillness) { try measureStillness() }
    if parts.contains(.start) { try measureFirstPicture() }
    if parts.contains(.kronometer) { try measureKronometer() }
  }

  /// The program on a server of its own, its window painted and a while gone by.
  private struct Subject {
    let screen: Screen
    let program: Program
    let window: UInt
  }

  private func start(_ arguments: [String]) throws -> Subject {
    let server = try DisplayServer()
    let screen = try Screen(server)
    let program = try Program(path, arguments, on: server, home: home)
    return Subject(
      screen: screen, program: program, window: try screen.paintedWindow(of: program))
  }

  // MARK: Running

  private mutating func measureRunning() throws {
    for (arguments, name, limit) in [
      (["--start", "--size", "840x480", "--scale", "1"], "840 x 480", 10.0),
      (["--start", "--size", "1440x840", "--scale", "2"], "2880 x 1680", 32.0),
    ] {
      let subject = try start(arguments)
      // Long enough for all the pictures of a digit's fades to have been made.
      sleepFor(seconds: 12)
      let used = subject.program.observe(seconds: seconds)
      verdicts.append(
        Verdict(
          "memory (PSS), running, \(name)", atMost: limit, "MB",
          found: Double(subject.program.memory) / 1_048_576, remark: "the program itself"))
      verdicts.append(
        Verdict(
          "wake-ups of the program a frame, \(name)", atMost: 1.05, digits: 2,
          found: Double(used.wakeUps) / Double(seconds) / Double(Workload.rate),
          remark: "the server's: "
            + Decimal.text(Double(used.serverWakeUps) / Double(seconds) / Double(Workload.rate), digits: 2)))
    }
  }

  private mutating func measureClock() throws {
    let frames = ProgramTargets.clockFrames
    let subject = try start(["--mode", "clock", "--size", "840x480", "--scale", "1"])
    settle()
    let used = subject.program.observe(seconds: seconds)
    // A second begins anywhere between two frames of the program's grid; composed here, on one. That is a frame more.
    verdicts.append(
      Verdict(
        "clock with seconds, wake-ups a second", atMost: frames + 1.5, digits: 1,
        found: Double(used.wakeUps) / Double(seconds),
        remark: "one, and \(Decimal.text(frames - 1, digits: 1)) frames of its transition"))
  }

  /// How many frames a second the clock composes.
  private static var clockFrames: Double {
    var film = Film(.clock, width: 840, height: 480)
    film.advance()
    var frames = 0
    film.passOver()
    while film.number < 10 * Int(Workload.rate) {
      film.advance()
      film.passOver()
      frames += 1
    }
    return Double(frames) / 10
  }

  // MARK: Stillness

  private mutating func measureStillness() throws {
    try still("stopped") { subject in
      subject.screen.type("space", x: 5, y: 5) ? nil : "no XTEST (libxtst6)"
    }
    try still("covered, no compositor") { subject in
      subject.screen.cover()
      return nil
    }
    try still("covered, with a compositor", with: ProgramTargets.compositors) { subject in
      subject.screen.cover()
      return nil
    }
    try still("iconified", with: ProgramTargets.managers) { subject in
      subject.screen.iconify(subject.window)
      return subject.screen.eventually { !subject.screen.isViewable(subject.window) } ? nil : "it stays"
    }
    try still("on another desktop", with: ProgramTargets.managers) { subject in
      let other = subject.screen.desktop(of: subject.window) + 1
      subject.screen.send(subject.window, toDesktop: other)
      return subject.screen.eventually { subject.screen.desktop(of: subject.window) == other }
        ? nil : "it stays"
    }
  }

  /// Another program that has to be at work on the display, and how to tell that it is.
  private struct Companion: Sendable {
    var kind: String
    /// The programs that will do, the best first; what follows `--` is one as well.
    var commands: [[String]]
    var isReady: @Sendable (Screen) -> Bool

    func name(of command: [String]) -> String {
      (command.firstIndex(of: "--").map { command[($0 + 1)...] } ?? command[...]).first ?? ""
    }
  }

  private static let managers = Companion(
    kind: "window manager",
    commands: [["openbox"], ["dbus-run-session", "--", "xfwm4", "--compositor=off"]],
    isReady: { $0.isManaging })
  private static let compositors = Companion(
    kind: "compositor", commands: [["picom", "--backend", "xrender"], ["xcompmgr"]],
    isReady: { $0.isComposited })

  /// Starts the stopwatch, hides it or stops it by `change`, and sees whether anything still happens.
  ///
  /// `change` returns what went wrong, if anything.
  private mutating func still(
    _ name: String, with companion: Companion? = nil, _ change: (Subject) throws -> String?
  ) throws {
    func verdict(_ found: Double?, _ remark: String) -> Verdict {
      Verdict("\(name): wake-ups of client and server", atMost: 0, found: found, remark: remark)
    }
    let server = try DisplayServer()
    let screen = try Screen(server)
    var company: Program?
    var remark = ""
    if let companion {
      guard let (command, path) = ProgramTargets.installed(companion.commands) else {
        verdicts.append(verdict(nil, "no \(companion.kind)"))
        return
      }
      company = try Program(path, Array(command.dropFirst()), on: server, home: home)
      remark = "under \(companion.name(of: command)), "
      guard screen.eventually({ companion.isReady(screen) }) else {
        verdicts.append(verdict(nil, remark + "which does not get ready"))
        return
      }
    }
    defer { withExtendedLifetime(company) {} }
    let program = try Program(
      path, ["--start", "--size", "840x480", "--scale", "1"], on: server, home: home)
    let window = try screen.paintedWindow(of: program)
    let subject = Subject(screen: screen, program: program, window: window)
    settle()
    let running = program.observe(seconds: 1)
    guard running.wakeUps >= 30 else {
      verdicts.append(verdict(nil, remark + "where it does not run to begin with"))
      return
    }
    if let problem = try change(subject) {
      verdicts.append(verdict(nil, remark + problem))
      return
    }
    settle()
    let used = program.observe(seconds: seconds)
    remark +=
      "CPU of the client \(used.client) ns in \(seconds) s; before that \(running.wakeUps) wake-ups a second"
    verdicts.append(verdict(Double(used.wakeUps + used.serverWakeUps), remark))
  }

  // MARK: Others

  private mutating func measureFirstPicture() throws {
    let what = "first painted frame, beside xclock's"
    guard let xclock = Children.find("xclock") else {
      verdicts.append(Verdict(what, atMost: 1, "x", digits: 2, found: nil, remark: "no xclock"))
      return
    }
    let server = try DisplayServer()
    let screen = try Screen(server)
    func time(_ path: String, _ arguments: [String]) throws -> Double {
      let start = MonotonicClock.now()
      let program = try Program(path, arguments, on: server, home: home)
      defer { withExtendedLifetime(program) {} }
      _ = try screen.paintedWindow(of: nil, every: 200)
      return Double(MonotonicClock.now() - start) / 1e6
    }
    var ours: [Double] = []
    var theirs: [Double] = []
    // The first of each warms the disk's cache.
    for round in 0..<12 {
      let mine = try time(path, ["--start", "--size", "840x480", "--scale", "1"])
      guard screen.eventually({ screen.isEmpty }) else { break }
      let other = try time(xclock, ["-geometry", "840x480", "-update", "1"])
      guard screen.eventually({ screen.isEmpty }) else { break }
      if round > 0 {
        ours.append(mine)
        theirs.append(other)
      }
    }
    verdicts.append(
      Verdict(
        what, atMost: 1, "x", digits: 2, found: theirs.isEmpty ? nil : ours.median / theirs.median,
        remark:
          "\(Decimal.text(ours.median, digits: 1)) ms against \(Decimal.text(theirs.median, digits: 1)) ms"))
  }

  private mutating func measureKronometer() throws {
    func verdict(_ found: Double?, _ remark: String) -> Verdict {
      Verdict(
        "running, beside kronometer's two labels", atMost: 0.1, "x", digits: 2, found: found, remark: remark)
    }
    guard let (command, session) = ProgramTargets.installed([["dbus-run-session", "--", "kronometer"]]) else {
      verdicts.append(verdict(nil, "no kronometer, or no dbus-run-session"))
      return
    }
    let server = try DisplayServer()
    let screen = try Screen(server)
    let ours: Double
    do {
      let program = try Program(
        path, ["--start", "--size", "840x480", "--scale", "1"], on: server, home: home)
      _ = try screen.paintedWindow(of: program)
      settle()
      let used = program.observe(seconds: seconds)
      ours = Double(used.both) / Double(seconds) / 1e7
    }
    guard screen.eventually({ screen.isEmpty }) else { return }
    let other = try Program(session, Array(command.dropFirst()), on: server, home: home)
    _ = try screen.paintedWindow(of: nil)
    settle()
    settle()
    // Its first button starts it.
    guard screen.click(x: 27, y: 22) else {
      verdicts.append(verdict(nil, "no XTEST (libxtst6)"))
      return
    }
    settle()
    let used = other.observe(seconds: seconds)
    let theirs = Double(used.both) / Double(seconds) / 1e7
    guard used.serverWakeUps > 4 * seconds else {
      verdicts.append(verdict(nil, "kronometer does not run"))
      return
    }
    verdicts.append(
      verdict(
        ours / theirs,
        "\(Decimal.text(ours, digits: 2)) % of a processor against \(Decimal.text(theirs, digits: 2)) %, client and server"
      ))
  }

  /// Gives a program time for what it does once.
  private func settle() { sleepFor(seconds: 2) }

  /// The first of `commands` whose programs are all installed, and the path of what it starts with.
  private static func installed(_ commands: [[String]]) -> (command: [String], path: String)? {
    for command in commands {
      guard let first = command.first, let path = Children.find(first) else { continue }
      let further = command.firstIndex(of: "--").map { command[($0 + 1)...].prefix(1) } ?? []
      if further.allSatisfy({ Children.find($0) != nil }) { return (command, path) }
    }
    return nil
  }
}
