/// One recorded lap.
public struct Lap: Hashable, Sendable {
  /// Which lap it is; the first is 1.
  public var number: Int
  /// How long the lap took.
  public var duration: Duration
  /// The whole time elapsed when it ended.
  public var total: Duration

  /// A lap of these values.
  public init(number: Int, duration: Duration, total: Duration) {
    self.number = number
    self.duration = duration
    self.total = total
  }
}

/// The recorded laps, oldest first.
///
/// A lap takes eight bytes, and the shortest and the longest one are kept up to date as laps are added, so a
/// million laps cost no more to show than one.
public struct Laps: RandomAccessCollection, Hashable, Sendable {
  /// The whole time at the end of each lap, in nanoseconds: never negative, never less than the one before.
  private var totals: [Int64] = []
  /// The position of the first of the shortest laps.
  private var shortest = 0
  /// The position of the first of the longest laps.
  private var longest = 0

  /// No laps.
  public init() {}

  /// The laps that ended at `totals` (whole elapsed times, oldest first); one less than its predecessor, or than
  /// zero, is held to it.
  public init(totals: some Sequence<Duration>) {
    self.totals.reserveCapacity(totals.underestimatedCount)
    for total in totals { append(total: total) }
  }

  /// The position of the oldest lap.
  public var startIndex: Int { 0 }
  /// The position after the newest lap; also their number.
  public var endIndex: Int { totals.count }

  /// The lap at `position`, which has the number `position + 1`.
  public subscript(position: Int) -> Lap {
    Lap(
      number: position + 1, duration: Duration(nanoseconds: nanoseconds(at: position)),
      total: Duration(nanoseconds: totals[position]))
  }

  /// The whole time at the end of the newest lap; zero when there is none.
  public var total: Duration { Duration(nanoseconds: totals.last ?? 0) }

  /// The number of the shortest lap, the first of equals; nil unless there are two laps that differ.
  public var shortestNumber: Int? { differ ? shortest + 1 : nil }

  /// The number of the longest lap, the first of equals; nil unless there are two laps that differ.
  public var longestNumber: Int? { differ ? longest + 1 : nil }

  /// Adds the lap that ends at the whole time `total`, held to no less than the end of the newest lap.
  mutating func append(total: Duration) {
    totals.append(Swift.max(total.nanosecondsClamped, totals.last ?? 0))
    let newest = totals.count - 1
    if nanoseconds(at: newest) < nanoseconds(at: shortest) { shortest = newest }
    if nanoseconds(at: newest) > nanoseconds(at: longest) { longest = newest }
  }

  /// Takes the newest lap away; false when there is none. Looks at all laps only if it was the shortest or longest.
  mutating func removeNewest() -> Bool {
    guard totals.popLast() != nil else { return false }
    let removed = totals.count
    guard shortest == removed || longest == removed else { return true }
    shortest = 0
    longest = 0
    for position in totals.indices {
      if nanoseconds(at: position) < nanoseconds(at: shortest) { shortest = position }
      if nanoseconds(at: position) > nanoseconds(at: longest) { longest = position }
    }
    return true
  }

  private var differ: Bool { !totals.isEmpty && nanoseconds(at: shortest) != nanoseconds(at: longest) }

  private func nanoseconds(at position: Int) -> Int64 {
    position == 0 ? totals[0] : totals[position] - totals[position - 1]
  }
}
