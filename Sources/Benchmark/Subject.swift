import ProgramSupport

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

  /// Starts the program with a home and a server of its own, and waits until it shows something.
  init(_ path: String, _ arguments: [String]) throws {
    server = try Subject.makeServer()
    home = TestFolder()
    screen = try Connection(server)
    program = try ChildProcess(
      path, arguments, environment: environment(home: home, display: server.display))
    try screen.awaitPaintedWindow()
    Deadline.observe(seconds: Subject.settling)
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
