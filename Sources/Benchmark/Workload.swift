import DisplayLists
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
  /// 2026-01-05 10:08:00 UTC, a Monday: where the hands part.
  private static let wall: Int64 = 1_767_607_680_000_000_000
  /// Frames a second.
  static let rate: Int64 = 60

  /// The model of frame 0.
  var model: Model {
    let total = Duration.seconds(458) + .milliseconds(370)
    let laps = Laps(totals: [.seconds(412)])
    switch self {
    case .running:
      return Model(
        stopwatch: Stopwatch(state: .running, anchor: Workload.start, elapsedAtAnchor: total, laps: laps))
    case .rings:
      return Model(
        stopwatch: Stopwatch(state: .stopped, anchor: Workload.start, elapsedAtAnchor: total, laps: laps))
    case .clock: return Model(mode: .clock)
    }
  }

  /// What the clocks say at frame `number`: whole frames, so that every run shows the same pictures.
  static func reading(ofFrame number: Int) -> Reading {
    let passed = (Int64(number) * 1_000_000_000 + rate - 1) / rate
    return Reading(
      instant: Instant(nanoseconds: start.nanoseconds + passed),
      wall: WallClock(epochNanoseconds: wall + passed, utcOffsetSeconds: 0))
  }

  /// The number of the first frame at or after `instant`.
  static func frame(at instant: Instant) -> Int {
    let passed = (instant - start).nanosecondsClamped
    return Int((passed * rate + 999_999_999) / 1_000_000_000)
  }
}

/// The panel under a workload, frame by frame, as the program composes it.
struct Film {
  let workload: Workload
  let surroundings: Surroundings
  /// The number of the next frame.
  private(set) var number = 0
  private var model: Model
  private var stage = Stage()
  private var next = DisplayList(width: 0, height: 0, background: .clear)
  /// The last frame.
  private(set) var shown = DisplayList(width: 0, height: 0, background: .clear)
  /// What of it differs from the frame before.
  var damage = Damage()

  init(_ workload: Workload, width: Int, height: Int) {
    self.workload = workload
    // The units grow with the window, as on a display of more pixels to the inch.
    surroundings = Surroundings(width: width, height: height, scale: Double(width) / 840)
    model = workload.model
  }

  /// Composes the next frame and finds out what differs; `damage` has to be taken before the frame after it.
  mutating func advance() {
    let reading = Workload.reading(ofFrame: number)
    if workload == .rings, number % 45 == 0 {
      _ = model.apply(.setRings(number % 90 == 0 ? 1.18 : 0.07), at: reading.instant)
    }
    stage.compose(model, in: surroundings, at: reading, into: &next)
    next.addChanges(since: shown, to: &damage)
    swap(&shown, &next)
    switch stage.nextChange(model, in: surroundings, at: reading) {
    case .nextFrame: number += 1
    case .at(let instant): number = max(number + 1, Workload.frame(at: instant))
    case .never: number += 1
    }
  }
}
