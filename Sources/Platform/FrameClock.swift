/// The deadlines of frames, on a grid of fixed rate and phase.
///
/// After a missed frame, whole periods are skipped, and no burst follows. Deadlines follow from the frame number, so
/// the rate does not drift. The grid is not locked to the display: that would cost another wake-up a frame.
package struct FrameClock: Equatable, Sendable {
  /// Frames a second.
  package private(set) var rate: Double
  package private(set) var phase: MonotonicTime

  package init(rate: Double, phase: MonotonicTime) {
    self.rate = rate
    self.phase = phase
  }

  package var period: Duration { .seconds(1 / rate) }

  /// Changes the rate at the last deadline up to `now`; the next is one new period later.
  package mutating func setRate(_ rate: Double, at now: MonotonicTime) {
    guard rate != self.rate else { return }
    phase = deadline(ofFrame: frame(at: now))
    self.rate = rate
  }

  /// The last frame whose deadline is not after `now`; negative before the phase.
  package func frame(at now: MonotonicTime) -> Int64 {
    // Deadlines are whole nanoseconds, so the quotient may be off by one.
    var frame = Int64(((now - phase) / .seconds(1) * rate).rounded(.down)) - 1
    while deadline(ofFrame: frame + 1) <= now { frame += 1 }
    return frame
  }

  package func deadline(ofFrame frame: Int64) -> MonotonicTime {
    phase + .nanoseconds(Int64((Double(frame) / rate * 1e9).rounded(.up)))
  }

  package func deadline(after now: MonotonicTime) -> MonotonicTime {
    deadline(ofFrame: frame(at: now) + 1)
  }

  /// Returns the rate for even motion at this refresh rate: at most `cap` (clamped to 1...1000) frames a second.
  ///
  /// Every frame lasts the same number of refreshes if that costs at most a fifth of the frames: 144 Hz capped at 60
  /// gives 48, three refreshes a frame. Otherwise, and without a refresh rate, it is the cap: half of 75 Hz would be
  /// 37.5. Slower displays have their own. Up to 2 % faster counts as equal: whole numbers cannot say 60.02 Hz.
  package static func evenRate(on refresh: Double?, within cap: Int) -> Double {
    let cap = Double(min(max(cap, 1), 1000))
    guard let refresh else { return cap }
    var repeats = max(1, (refresh / cap).rounded())
    if refresh > 1.02 * cap * repeats { repeats += 1 }
    return repeats > 1 && refresh < 0.8 * cap * repeats ? cap : refresh / repeats
  }
}
