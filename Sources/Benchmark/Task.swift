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
  static let ways: [(way: Presentation, name: String)] = [
    (.sharedMemory, "shared-memory"), (.render, "render"), (.put, "put"),
  ]

  var wayName: String { Task.ways.first { $0.way == way }?.name ?? "automatic" }

  /// The command line of a worker.
  var arguments: [String] {
    ["worker", workload.rawValue, "\(width)", "\(height)", wayName]
  }
}
