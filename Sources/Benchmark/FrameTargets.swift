import Glibc
import Measuring
import ProgramSupport

/// The targets for a frame, measured beside what copying its pixels costs.
enum FrameTargets {
  /// Measures all of them, each for so many seconds.
  static func verdicts(seconds: Int) throws -> [Verdict] {
    let server = try XServer.forWindows()
    defer { withExtendedLifetime(server) {} }
    setenv("DISPLAY", server.display, 1)
    func figures(
      _ width: Int, _ height: Int, _ workload: Workload = .running
    ) throws -> [String: Double] {
      guard let size = WindowSize(width: width, height: height) else { return [:] }
      return try Trial(workload: workload, size: size, way: .sharedMemory).figures(seconds: seconds)
    }
    let sizes = [
      ("840 x 480", try figures(840, 480), 1.15, 2),
      ("1440 x 840", try figures(1440, 840), 1.15, 2),
      ("2880 x 1680", try figures(2880, 1680), 1.35, 2),
    ]
    let running = sizes[0].1
    var verdicts = sizes.map { size, figures, limit, digits in
      Verdict(
        "running, \(size), client and server", atMost: limit, "x the copy", digits: digits,
        found: figures["copied_ratio"],
        remark: """
          \((figures["ratio"] ?? .nan).text(2)) x the bound; that beside itself: \
          \((figures["bound_itself"] ?? .nan).text(2))
          """)
    }
    verdicts.append(
      Verdict(
        "three rings moving", atMost: 2, "x running", digits: 1,
        found: ratio(time(try figures(840, 480, .rings)), time(running)),
        remark: "840 x 480, client and server"))
    verdicts += [
      ("wake-ups a frame, client", "wake_ups", 1.05, "", 2),
      ("wake-ups a frame, server", "server_wake_ups", 1.05, "", 2),
      ("on the wire, a frame", "wire_bytes", 700, "B", 0),
      ("allocations a frame, steady", "steady_allocations", 0, "", 1),
    ].map { what, name, limit, unit, digits in
      Verdict(
        what, atMost: limit, unit, digits: digits, found: sizes.compactMap { $0.1[name] }.max(),
        remark: "running, the most of three sizes")
    }
    return verdicts
  }

  /// Client and server, in microseconds.
  private static func time(_ figures: [String: Double]) -> Double? {
    figures["client_us"].flatMap { client in figures["server_us"].map { client + $0 } }
  }

  private static func ratio(_ above: Double?, _ below: Double?) -> Double? {
    above.flatMap { above in below.map { above / $0 } }
  }
}
