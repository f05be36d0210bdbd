import Windowing

/// What went wrong, for the person at the terminal.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One measurement.
struct Task: Hashable {
  var workload: Workload
  var width: Int
  var height: Int
  var way: Presentation

  /// The ways to measure, cheapest first.
  static let ways: [(way: Presentation, name: String)] = [(.sharedMemory, "shared-memory"), (.put, "put")]

  var wayName: String { Task.ways.first { $0.way == way }?.name ?? "automatic" }

  /// The command line of a worker.
  var arguments: [String] {
    ["worker", workload.rawValue, "\(width)", "\(height)", wayName]
  }
}

/// What a worker found out: a meter a round, and sums over all rounds.
struct Outcome {
  var drawn: [Meter] = []
  var bound: [Meter] = []
  var frames = 0
  var damagedPixels = 0
  var rectangles = 0
  /// The process's share of memory at the end, in bytes.
  var memory = 0
  var seconds = 0

  /// How much of it a frame takes, in microseconds, of one meter: the median of all rounds.
  private func median(_ rounds: [Meter], _ value: (Meter) -> Int64) -> Double {
    let sorted = rounds.map(value).sorted()
    guard !sorted.isEmpty, frames > 0 else { return 0 }
    let perRound = Double(frames) / Double(rounds.count)
    let middle = sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]
    return Double(middle) / 2 / perRound / 1000
  }

  private func perFrame(_ rounds: [Meter], _ value: (Meter) -> Int) -> Double {
    frames > 0 ? Double(rounds.reduce(0) { $0 + value($1) }) / Double(frames) : 0
  }

  /// The figures of the report, in its order.
  var figures: [(name: String, value: Double)] {
    let sum = median(drawn) { $0.client + $0.server }
    let bound = median(self.bound) { $0.client + $0.server }
    let frames = Double(max(1, frames))
    return [
      ("client_us", median(drawn) { $0.client }), ("server_us", median(drawn) { $0.server }),
      ("bound_client_us", median(self.bound) { $0.client }),
      ("bound_server_us", median(self.bound) { $0.server }), ("ratio", bound > 0 ? sum / bound : 0),
      ("pixels", Double(damagedPixels) / frames), ("rectangles", Double(rectangles) / frames),
      ("wire_bytes", perFrame(drawn, \.bytesWritten)),
      ("allocations", perFrame(drawn, \.allocations) - perFrame(self.bound, \.allocations)),
      ("bound_allocations", perFrame(self.bound, \.allocations)),
      ("wake_ups", perFrame(drawn, \.wakeUps)), ("server_wake_ups", perFrame(drawn, \.serverWakeUps)),
      ("frames_a_second", Double(self.frames) / Double(max(1, seconds))),
      ("pss_mb", Double(memory) / 1_048_576),
    ]
  }
}
