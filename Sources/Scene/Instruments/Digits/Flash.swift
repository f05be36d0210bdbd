import DisplayLists
import Glibc
import Timekeeping

/// Digits that fade out and in for attention.
struct Flash {
  /// How often a second; three times or more could harm some people.
  static let rate = 2.0
  /// How long, in seconds: so many whole times.
  static let duration = 5.0

  /// How lit they are, 0...1.
  let level: Double

  /// The flash at `now` of what has called for attention `since` then; nil before, and once it is over.
  init?(since start: Instant, at now: Instant) {
    let seconds = (now - start).inSeconds
    guard seconds >= 0, seconds < Flash.duration else { return nil }
    level = (1 + cos(2 * .pi * Flash.rate * seconds)) / 2
  }
}

extension SegmentGroup {
  /// Leaves `share` (0...1) of the light of every part.
  mutating func dim(to share: Double) {
    var dimmed: UInt64 = 0
    for part in 0..<8 {
      let level = UInt64((Double(self.level(part)) * share).rounded())
      dimmed |= level << UInt64(part * 8)
    }
    levels = dimmed
  }
}
