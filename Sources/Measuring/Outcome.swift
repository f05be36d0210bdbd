/// What two processes have used up to a moment, or between two: a program and the X server.
public struct Meter: Equatable, Sendable {
  /// CPU time of the program, in nanoseconds.
  public var client: Int64 = 0
  /// CPU time of the server, in nanoseconds; 0 where it runs elsewhere.
  public var server: Int64 = 0
  /// How often the program went to sleep.
  public var wakeUps = 0
  /// How often the server did.
  public var serverWakeUps = 0
  /// How many pieces of memory the program asked for.
  public var allocations = 0
  /// How many bytes it wrote to the server.
  public var bytesWritten = 0

  /// Nothing.
  public init() {}

  /// What was used from `start` to `end`.
  public init(from start: Meter, to end: Meter) {
    client = end.client - start.client
    server = end.server - start.server
    wakeUps = end.wakeUps - start.wakeUps
    serverWakeUps = end.serverWakeUps - start.serverWakeUps
    allocations = end.allocations - start.allocations
    bytesWritten = end.bytesWritten - start.bytesWritten
  }

  /// CPU time of both, in nanoseconds.
  public var both: Int64 { client + server }
}

/// One round: frames as they are drawn, and the same rectangles with nothing drawn into them.
public struct Round: Equatable, Sendable {
  /// How many frames were shown, each time.
  public var frames = 0
  /// What the drawn ones took.
  public var drawn = Meter()
  /// What the others took.
  public var bound = Meter()

  /// A round of nothing.
  public init() {}
}

/// What a worker found out.
public struct Outcome: Equatable, Sendable {
  /// Its rounds.
  public var rounds: [Round] = []
  /// Pixels that were damaged, in all rounds together.
  public var damagedPixels = 0
  /// Rectangles that they lay in, in all rounds together.
  public var rectangles = 0
  /// The process's share of memory at the end, in bytes.
  public var memory = 0
  /// How long the drawn frames took, in seconds.
  public var seconds = 0

  /// Nothing yet.
  public init() {}

  /// The figures of the report, in its order; times are the medians of the rounds.
  ///
  /// The ratio is the median of each round's own: what disturbs a machine for longer than a round disturbs both.
  public var figures: [Figure] {
    let rounds = rounds.filter { $0.frames > 0 }
    let total = rounds.reduce(0) { $0 + $1.frames }
    let frames = Double(max(1, total))
    func time(_ value: (Round) -> Int64) -> Double {
      rounds.map { Double(value($0)) / Double($0.frames) / 1000 }.median
    }
    func count(_ value: (Round) -> Int) -> Double {
      Double(rounds.reduce(0) { $0 + value($1) }) / frames
    }
    func allocations(_ round: Round) -> Int { round.drawn.allocations - round.bound.allocations }
    // Every second round has the bound first. Were it cheaper there, or anywhere, the two would differ.
    let pairs = zip(rounds, rounds.dropFirst()).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    return [
      Figure("client_us", time(\.drawn.client)), Figure("server_us", time(\.drawn.server)),
      Figure("bound_client_us", time(\.bound.client)), Figure("bound_server_us", time(\.bound.server)),
      Figure("bound_us", time(\.bound.both)),
      Figure("ratio", rounds.map { Double($0.drawn.both) / Double(max(1, $0.bound.both)) }.median),
      Figure(
        "bound_itself",
        pairs.map { first, second in
          Double(second.bound.both) / Double(second.frames) * Double(first.frames)
            / Double(max(1, first.bound.both))
        }.median),
      Figure("pixels", Double(damagedPixels) / frames),
      Figure("rectangles", Double(rectangles) / frames),
      Figure("wire_bytes", count(\.drawn.bytesWritten)),
      Figure("allocations", count(allocations)),
      Figure("steady_allocations", rounds.map { Double(allocations($0)) / Double($0.frames) }.median),
      Figure("bound_allocations", count(\.bound.allocations)), Figure("wake_ups", count(\.drawn.wakeUps)),
      Figure("server_wake_ups", count(\.drawn.serverWakeUps)),
      Figure("frames_a_second", Double(total) / Double(max(1, seconds))),
      Figure("pss_mb", Double(memory) / 1_048_576),
    ]
  }
}
