import Glibc
import Measuring
import ProgramSupport

/// A program that is measured, on a server where nothing else is drawn.
struct Subject {
  let program: ChildProcess
  let screen: Connection
  let server: XServer
  /// Where it remembers: what another one was left at is not for this one to go on with.
  private let home: TemporaryDirectory

  /// Starts the program at `path`, with a home of its own, and waits until it shows something.
  ///
  /// - Parameter isNamed: whether its window says whose it is; else it is whatever one is on top.
  init(_ path: String, _ arguments: [String], on server: XServer, isNamed: Bool = true) throws {
    self.server = server
    home = try TemporaryDirectory()
    screen = try Connection(server)
    program = try ChildProcess(
      path, arguments, environment: environment(home: home, display: server.display))
    if isNamed { _ = try screen.window(ofProcess: program.identifier, Deadline(seconds: 30)) }
    try screen.awaitPaintedWindow()
    Deadline.observe(seconds: Subject.settling)
  }

  /// How long a program gets for what it does once, in seconds.
  static let settling = 2.0

  /// What it, all that it has started, and its server use in so many seconds.
  func use(seconds: Int) -> Meter {
    let family = program.family
    let start = Meter(family, on: server)
    Deadline.observe(seconds: Double(seconds))
    return Meter(family, on: server) - start
  }
}

extension XServer {
  /// A server on which all sizes that are measured have room.
  static func forWindows() throws -> XServer { try XServer(width: 3840, height: 2160) }
}

extension Connection {
  /// Waits until a window shows something; asks often, for how long it takes is what may be asked.
  func awaitPaintedWindow() throws {
    let deadline = Deadline(seconds: 30)
    while !children(of: root).contains(where: isPainted) {
      if deadline.isPast { throw Failure("no window shows anything") }
      usleep(200)
    }
  }

  /// Waits until no program shows a window.
  func awaitEmptyScreen() throws {
    try wait(until: "the windows to go") {
      !children(of: root).contains { geometry(of: $0)?.isViewable == true }
    }
  }
}

/// What the program at `path` writes, run to its end in our own environment; throws where it fails.
func output(of path: String, _ arguments: [String]) throws -> String {
  let process = try ChildProcess(path, arguments, environment: nil)
  // It may take an hour, and is not to be disturbed by looks at it.
  let ending = try process.wait(Deadline(seconds: 3600), pace: 1000)
  guard ending == .exited(0) else { throw Failure("\(path): \(ending). \(process.standardError)") }
  return process.standardOutput
}
