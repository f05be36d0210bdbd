import Geometry
import Scene
import Session
import Timekeeping

/// What the panel is made to do.
enum Workload: String, CaseIterable {
  /// The stopwatch runs, one lap behind it.
  case running
  /// Three rings are always on their way to another value; the stopwatch stands.
  case rings
  /// The clock, with seconds.
  case clock

  /// The instant at which frame 0 shows what it shows.
  static let start = Instant(nanoseconds: 1_000_000_000_000)
  /// What a stopwatch shows then.
  static let total = Duration.seconds(458) + .milliseconds(370)
  /// 2026-01-05 10:08:00 UTC, a Monday: where the hands part.
  private static let wall: Int64 = 1_767_607_680_000_000_000
  /// Frames a second, where nothing else is said.
  static let rate = 60

  /// The workload in a window of `width` x `height` pixels, at `rate` frames a second.
  func scenario(width: Int, height: Int, rate: Int = Workload.rate) -> Scenario {
    var scenario = scenario(width: width, height: height)
    scenario.rate = rate
    return scenario
  }

  private func scenario(width: Int, height: Int) -> Scenario {
    let laps = Laps(totals: [.seconds(412)])
    // The units grow with the window, as on a display of more pixels to the inch.
    let environment = Environment(width: width, height: height, scale: Double(width) / 840)
    switch self {
    case .running:
      return Scenario(
        model: Model(stopwatch: Workload.stopwatch(.running, laps: laps)), environment: environment)
    case .rings:
      return Scenario(
        model: Model(stopwatch: Workload.stopwatch(.stopped, laps: laps)), environment: environment,
        command: Scenario.ringsSwinging)
    case .clock: return Scenario(model: Model(mode: .clock), environment: environment)
    }
  }

  /// A stopwatch that shows `total` at the start.
  static func stopwatch(_ state: Stopwatch.State, laps: Laps) -> Stopwatch {
    Stopwatch(state: state, anchor: start, elapsedAtAnchor: total, laps: laps)
  }

  /// What the clocks say so many nanoseconds after the start.
  fileprivate static func reading(after passed: Int64) -> ClockSample {
    ClockSample(
      instant: Instant(nanoseconds: start.nanoseconds + passed),
      wall: WallClock(epochNanoseconds: wall + passed, utcOffsetSeconds: 0))
  }
}

extension Scenario {
  /// What the clocks say at frame `number`: whole frames, so that every run shows the same pictures.
  func reading(ofFrame number: Int) -> ClockSample {
    Workload.reading(after: (Int64(number) * 1_000_000_000 + Int64(rate) - 1) / Int64(rate))
  }

  /// The number of the first frame at or after `instant`.
  func frame(at instant: Instant) -> Int {
    let passed = (instant - Workload.start).nanosecondsClamped
    return Int((passed * Int64(rate) + 999_999_999) / 1_000_000_000)
  }
}
