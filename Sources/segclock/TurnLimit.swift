/// Counts the turns that are taken within the time of one frame.
struct TurnLimit {
  /// How many that may be: more than a start, a key or a paste needs.
  private static let most = 16

  private var frame = Int64.min
  private var count = 0

  /// Whether one more within the time of `frame`, a number of the frame clock's grid, is one too many.
  mutating func isReached(in frame: Int64) -> Bool {
    if frame != self.frame { (self.frame, count) = (frame, 0) }
    count += 1
    return count > TurnLimit.most
  }
}
