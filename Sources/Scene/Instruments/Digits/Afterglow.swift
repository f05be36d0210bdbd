import DisplayLists
import Glibc
import Session
import Timekeeping

/// The light left on the digits by the last change by time, as on a phosphor.
///
/// It falls exponentially from less than half, and parts that have come on have the rest of the light: so every frame
/// reads as its own time. It depends on the time alone, and is gone before the tenths change again.
struct Afterglow {
  /// The light at the moment of the change, and how many seconds it takes to fall to 1/e of that.
  private static let start = 0.38
  private static let decay = 0.02
  /// Less light than this is not seen, but would be painted: it is gone after 50 ms.
  private static let darkest = 2 / Double(SegmentGroup.fullLevel)

  /// When the tenths changed last: just before that, the old text was shown.
  let before: ClockSample
  /// The light of parts that have gone out, 0...1.
  private let light: Double

  /// The afterglow at `reading` on digits that have shown `readout` since `start`; nil where there is none.
  init?(on readout: DisplayValue, since start: Instant, at reading: ClockSample) {
    guard let age = readout.timeSinceTenth(at: reading) else { return nil }
    light = Afterglow.start * exp(-age.inSeconds / Afterglow.decay)
    guard light >= Afterglow.darkest else { return nil }
    before = reading.earlier(by: age + .nanoseconds(1))
    guard before.instant >= start else { return nil }
  }

  /// The levels of lights that were at `old` before the change and are at `new` now.
  func levels(from old: SegmentLevels, to new: SegmentLevels) -> SegmentLevels {
    SegmentLevels(new.lanes + (old.lanes - new.lanes) * light)
  }
}
