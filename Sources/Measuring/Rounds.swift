/// What two processes have used up to a moment, or between two: a program and the X server.
package struct Meter: Equatable, Sendable {
  /// CPU time of the program, in nanoseconds.
  package var client = 0
  /// CPU time of the server, in nanoseconds; 0 where it runs elsewhere.
  package var server = 0
  /// How often the program went to sleep.
  package var wakeUps = 0
  /// How often the server did.
  package var serverWakeUps = 0
  /// How many pieces of memory the program asked for.
  package var allocations = 0
  /// How many bytes it wrote to the server.
  package var bytesWritten = 0

  package init() {}

  /// CPU time of both, in nanoseconds.
  package var both: Int { client + server }

  /// What was used from `start` to `end`.
  package static func - (end: Meter, start: Meter) -> Meter {
    var used = Meter()
    for figure in [
      \Meter.client, \.server, \.wakeUps, \.serverWakeUps, \.allocations, \.bytesWritten,
    ] { used[keyPath: figure] = end[keyPath: figure] - start[keyPath: figure] }
    return used
  }
}

/// A second of frames as they are drawn, of the same rectangles with nothing drawn into them, and with their pixels copied from
/// a picture that is there.
package struct Round: Equatable, Sendable {
  /// How many frames were shown, each time.
  package var frames = 0
  /// How many of their pixels were damaged.
  package var pixels = 0
  /// How many rectangles those lay in.
  package var rectangles = 0
  /// What the drawn ones took.
  package var drawn = Meter()
  /// What those took into which nothing is drawn.
  package var bound = Meter()
  /// What those took into which pixels are copied: the least that a client that paints can take.
  package var copied = Meter()

  package init() {}
}

extension [Round] {
  /// What a frame costs, by names that end with their units; times are medians of the rounds, counts are means.
  ///
  /// The ratio is the median of each round's own: what disturbs a machine for longer than a round disturbs both.
  package var figures: [String: Double] {
    let rounds = filter { $0.frames > 0 }
    let total = rounds.reduce(0) { $0 + $1.frames }
    let frames = Double(Swift.max(1, total))
    func median(_ value: (Round) -> Int) -> Double {
      rounds.map { Double(value($0)) / Double($0.frames) }.median
    }
    func mean(_ value: (Round) -> Int) -> Double {
      Double(rounds.reduce(0) { $0 + value($1) }) / frames
    }
    func ratio(_ above: (Round) -> Int, _ below: (Round) -> Int) -> Double {
      rounds.map { Double(above($0)) / Double(Swift.max(1, below($0))) }.median
    }
    func allocations(_ round: Round) -> Int { round.drawn.allocations - round.bound.allocations }
    // Every second round has the bound first. Were it cheaper there, or anywhere, the two would differ.
    let pairs = stride(from: 0, to: rounds.count - 1, by: 2).map { (rounds[$0], rounds[$0 + 1]) }
    return [
      "client_us": median(\.drawn.client) / 1000, "server_us": median(\.drawn.server) / 1000,
      "bound_us": median(\.bound.both) / 1000, "ratio": ratio(\.drawn.both, \.bound.both),
      "copied_us": median(\.copied.both) / 1000, "copied_ratio": ratio(\.drawn.both, \.copied.both),
      "bound_itself": pairs.map { first, second in
        Double(second.bound.both * first.frames)
          / Double(Swift.max(1, first.bound.both * second.frames))
      }.median,
      "pixels": mean(\.pixels), "rectangles": mean(\.rectangles),
      "wire_bytes": mean(\.drawn.bytesWritten),
      "allocations": mean(allocations), "steady_allocations": median(allocations),
      "wake_ups": mean(\.drawn.wakeUps), "server_wake_ups": mean(\.drawn.serverWakeUps),
      "frames_a_second": Double(total) / Double(Swift.max(1, count)),
    ]
  }
}
