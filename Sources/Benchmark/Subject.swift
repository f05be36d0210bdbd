import ProgramSupport

/// What a program and its X server have used up to a moment, or cost a second between two.
struct Cost {
  /// In seconds.
  private var time = Double(Deadline.now()) / 1e9
  /// Processor time in per cent of one second, and wake-ups.
  var client: Double
  var server: Double
  var wakeUps: Double
  var serverWakeUps: Double
  /// The program's PSS in MB.
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
    for figure in [\Cost.client, \.server, \.wakeUps, \.serverWakeUps] {
      cost[keyPath: figure] = (end[keyPath: figure] - start[keyPath: figure]) / seconds
    }
    return cost
  }
}

/// A program that is measured, on an X server where nothing else is drawn.
struct Subject {
  let program: ChildProcess
  let screen: Connection
  let server: XServer
  let home: TemporaryDirectory

  /// Starts the program at `path` with a home of its own, and waits until it shows something.
  ///
  /// - Parameter isNamed: whether its window says which process it belongs to.
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

  /// How long a program gets for what it does only once, in seconds.
  static let settling = 2.0

  /// What it, all that it has started, and its server have used so far.
  var used: Cost { Cost(program, server) }

  func cost(seconds: Int) -> Cost {
    let start = used
    Deadline.observe(seconds: Double(seconds))
    return used - start
  }
}

extension XServer {
  /// A server on which all sizes that are measured have room.
  static func forWindows() throws -> XServer { try XServer(width: 3840, height: 2160) }
}
