import Glibc
import Measuring

/// The targets for a frame, measured beside the bound.
struct FrameTargets {
  private(set) var verdicts: [Verdict] = []

  /// Measures all of them, each for so many seconds.
  init(seconds: Int) throws {
    let server = try DisplayServer()
    defer { withExtendedLifetime(server) {} }
    setenv("DISPLAY", server.name, 1)
    func figures(_ workload: Workload, _ width: Int, _ height: Int, way: String = "shared-memory") throws
      -> [Figure]
    {
      guard let way = Task.ways.first(where: { $0.name == way })?.way else { return [] }
      return try Task(workload: workload, width: width, height: height, way: way).measure(seconds: seconds)
    }
    let small = try figures(.running, 840, 480)
    let middle = try figures(.running, 1440, 840)
    let large = try figures(.running, 2880, 1680)
    let rings = try figures(.rings, 840, 480)
    let wire = Task.ways.contains { $0.name == "render" } ? "render" : "put"
    let plain = try figures(.running, 840, 480, way: wire)

    for (size, figures, limit, digits) in [
      ("840 x 480", small, 1.3, 1), ("1440 x 840", middle, 1.3, 1), ("2880 x 1680", large, 1.75, 2),
    ] {
      verdicts.append(
        Verdict(
          "running, \(size), client and server", atMost: limit, "x the bound", digits: digits,
          found: figures["ratio"],
          remark: "the bound beside itself: " + Decimal.text(figures["bound_itself"] ?? .nan, digits: 2)))
    }
    verdicts.append(
      Verdict(
        "three rings moving", atMost: 2, "x running", digits: 1,
        found: FrameTargets.time(rings).flatMap { rings in
          FrameTargets.time(small).map { rings / $0 }
        }, remark: "840 x 480, client and server"))
    let running = [small, middle, large]
    for (what, name, limit, unit, digits) in [
      ("wake-ups a frame, client", "wake_ups", 1.05, "", 2),
      ("wake-ups a frame, server", "server_wake_ups", 1.05, "", 2),
      ("on the wire, a frame", "wire_bytes", 700, "B", 0),
      ("allocations a frame, steady", "steady_allocations", 0, "", 1),
    ] {
      verdicts.append(
        Verdict(
          what, atMost: limit, unit, digits: digits, found: running.compactMap { $0[name] }.max(),
          remark: "running, the most of three sizes"))
    }
    let remark = "840 x 480, by \(wire)"
    verdicts.append(
      Verdict(
        "without MIT-SHM, client and server", atMost: 2.2, "x the bound", digits: 1,
        found: FrameTargets.time(plain).flatMap { time in
          small["bound_us"].map { time / $0 }
        }, remark: remark + ", beside the bound by MIT-SHM"))
    verdicts.append(
      Verdict(
        "without MIT-SHM, on the wire, a frame", atMost: 2500, "B", found: plain["wire_bytes"],
        remark: remark))
  }

  /// Client and server, in microseconds.
  private static func time(_ figures: [Figure]) -> Double? {
    figures["client_us"].flatMap { client in figures["server_us"].map { client + $0 } }
  }
}
