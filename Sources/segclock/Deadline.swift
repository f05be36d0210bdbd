import Platform
import Timekeeping

/// When the loop is to wake up, whether that is for a frame, and whether also for what the server says before.
struct Deadline {
  /// CLOCK_MONOTONIC in nanoseconds; nil for never.
  var time: Int64?
  var isFrame = false
  var isForServer = false
}

extension Deadline {
  /// When `change` is to be shown, behind the frame of `last` on `clock`; it is `now`, and what is shown is said to be `instant`.
  init(
    _ change: NextChange, after last: Int64, on clock: FrameClock, at now: Int64, _ instant: Instant
  ) {
    switch change {
    case .nextFrame: self.init(time: clock.deadline(after: last), isFrame: true)
    case .at(let next): self.init(time: now + max(0, (next - instant).nanosecondsClamped))
    case .never: self.init()
    }
  }

  /// How long ago the frame was due that is drawn at `now`, one every `period` nanoseconds; 0 for one that follows from an event.
  ///
  /// A frame shows the moment at which it was due, not that at which the kernel got round to it. So motion is
  /// steady.
  func lateness(at now: Int64, period: Int64) -> Int64 {
    guard isFrame, let time, now >= time, now - time < period / 4 else { return 0 }
    return now - time
  }
}
