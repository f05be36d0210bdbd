import Measuring
import ProgramSupport

/// The targets for the program as a whole, measured on itself and on those that it is held against.
struct ProgramTargets {
  let path: String
  let seconds: Int
  let home: TemporaryDirectory

  private static let small = ["--start", "--size", "840x480", "--scale", "1"]

  private func start(_ arguments: [String], on server: XServer? = nil) throws -> Subject {
    try Subject(path, arguments, on: server ?? .forWindows())
  }

  /// The verdict on what `measure` finds; where that fails it is not measured, and the remark says why.
  private func verdict(
    _ what: String, atMost limit: Double, _ unit: String = "", digits: Int = 0,
    _ measure: () throws -> (found: Double, remark: String)
  ) -> Verdict {
    do {
      let (found, remark) = try measure()
      return Verdict(what, atMost: limit, unit, digits: digits, found: found, remark: remark)
    } catch {
      return Verdict(what, atMost: limit, unit, digits: digits, found: nil, remark: "\(error)")
    }
  }

  // MARK: Running

  /// Memory and wake-ups of the running stopwatch at two sizes.
  var running: [Verdict] {
    get throws {
      try [
        (ProgramTargets.small, "840 x 480", 10.0),
        (["--start", "--size", "1440x840", "--scale", "2"], "2880 x 1680", 32.0),
      ].flatMap { arguments, size, limit in
        let subject = try start(arguments)
        // Long enough for all the pictures of a digit's fades to have been made.
        Deadline.observe(seconds: 10)
        let used = subject.use(seconds: seconds)
        let frames = Double(seconds) * Double(Workload.rate)
        return [
          Verdict(
            "memory (PSS), running, \(size)", atMost: limit, "MB",
            found: Double(subject.program.proportionalMemory) / 1024, remark: "the program itself"),
          Verdict(
            "wake-ups of the program a frame, \(size)", atMost: 1.05, digits: 2,
            found: Double(used.wakeUps) / frames,
            remark: "the server's: \((Double(used.serverWakeUps) / frames).text(2))"),
        ]
      }
    }
  }

  /// Wake-ups of the clock.
  var clock: Verdict {
    get throws {
      let frames = ProgramTargets.clockFrames
      let used = try start(["--mode", "clock", "--size", "840x480", "--scale", "1"]).use(
        seconds: seconds)
      // A second begins anywhere between two frames of the program's grid; composed here, on one. That is a frame more.
      return Verdict(
        "clock with seconds, wake-ups a second", atMost: frames + 1.5, digits: 1,
        found: Double(used.wakeUps) / Double(seconds),
        remark: "one, and \((frames - 1).text(1)) frames of its transition")
    }
  }

  /// How many frames a second the clock composes.
  private static var clockFrames: Double {
    var film = Film(.clock, width: 840, height: 480)
    var frames = -1.0
    while film.number < 10 * Workload.rate {
      film.advance()
      film.passOver()
      frames += 1
    }
    return frames / 10
  }

  // MARK: Stillness

  /// Whether anything happens where nothing is to be seen.
  var stillness: [Verdict] {
    let manager = [WindowManager.openbox, .xfwm4].first { executable($0.rawValue) != nil }
    return [
      still("stopped") { subject in
        try Mouse(subject.server).move(x: 5, y: 5)
        try Keyboard(subject.server).tap("space")
      },
      still("covered, no compositor", change: ProgramTargets.cover),
      still("covered, with a compositor", compositor: .picom, change: ProgramTargets.cover),
      still("iconified", under: manager) { subject in
        let screen = subject.screen
        let window = try screen.window(ofProcess: subject.program.identifier)
        screen.iconify(window)
        try screen.wait(until: "the icon") { screen.geometry(of: window)?.isViewable != true }
      },
      still("on another desktop", under: manager) { subject in
        let screen = subject.screen
        let window = try screen.window(ofProcess: subject.program.identifier)
        func desktop() -> UInt? { screen.property("_NET_WM_DESKTOP", of: window)?.first }
        let other = (desktop() ?? 0) + 1
        screen.send(window, toDesktop: Int(other))
        try screen.wait(until: "the other desktop") { desktop() == other }
      },
    ]
  }

  private static func cover(_ subject: Subject) {
    _ = subject.screen.cover(.init(x: 0, y: 0, width: 3840, height: 2160))
  }

  /// Starts the stopwatch, hides it or stops it by `change`, and sees whether anything still happens.
  ///
  /// That it makes no request is told by its CPU time: it does not run at all.
  private func still(
    _ name: String, under manager: WindowManager? = WindowManager.none,
    compositor: Compositor = .none,
    change: (Subject) throws -> Void
  ) -> Verdict {
    verdict("\(name): wake-ups of client and server", atMost: 0) {
      guard let manager else { throw Failure("no window manager") }
      let server = try XServer.forWindows()
      let company = try RunningWindowManager.start(
        manager, compositor: compositor, on: server, home: home)
      defer { withExtendedLifetime(company) {} }
      let subject = try start(ProgramTargets.small, on: server)
      // Frames are made several at once: it is the server that shows each.
      let before = subject.use(seconds: 1).serverWakeUps
      guard before >= 30 else { throw Failure("it does not run to begin with") }
      try change(subject)
      Deadline.observe(seconds: Subject.settling)
      let used = subject.use(seconds: seconds)
      let others = [manager.rawValue, compositor.rawValue].filter { $0 != "none" }.joined(
        separator: ", ")
      let remark =
        "CPU of the client \(used.client) ns in \(seconds) s; before that \(before) wake-ups of the server a second"
      return (
        Double(used.wakeUps + used.serverWakeUps),
        others.isEmpty ? remark : "under \(others), \(remark)"
      )
    }
  }

  // MARK: Others

  /// How long it takes to the first picture.
  var firstPicture: Verdict {
    verdict("first painted frame, beside xclock's", atMost: 1, "x", digits: 2) {
      let xclock = try installed("xclock")
      let server = try XServer.forWindows()
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
      let times = try (0..<12).map { _ in
        try (
          ours: time(path, ProgramTargets.small),
          theirs: time(xclock, ["-geometry", "840x480", "-update", "1"])
        )
      }.dropFirst()  // The first of each warms the disk's cache.
      let (ours, theirs) = (times.map(\.ours).median, times.map(\.theirs).median)
      return (ours / theirs, "\(ours.text(1)) ms against \(theirs.text(1)) ms")
    }
  }

  /// What it costs beside kronometer.
  var kronometer: Verdict {
    verdict("running, beside kronometer's two labels", atMost: 0.14, "x", digits: 2) {
      let (session, kronometer) = (try installed("dbus-run-session"), try installed("kronometer"))
      func percent(_ used: Meter) -> Double { Double(used.both) / Double(seconds) / 1e7 }
      let ours = percent(try start(ProgramTargets.small).use(seconds: seconds))
      let other = try Subject(
        session, ["--", kronometer], on: .forWindows(), isNamed: false)
      Deadline.observe(seconds: Subject.settling)
      // Its first button starts it.
      let mouse = try Mouse(other.server)
      mouse.move(x: 27, y: 22)
      mouse.click()
      Deadline.observe(seconds: Subject.settling)
      let used = other.use(seconds: seconds)
      guard used.serverWakeUps > 4 * seconds else { throw Failure("kronometer does not run") }
      let remark =
        "\(ours.text(2)) % of a processor against \(percent(used).text(2)) %, client and server"
      return (ours / percent(used), remark)
    }
  }
}
