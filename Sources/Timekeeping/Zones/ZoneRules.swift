/// The rules of a time zone: how far it is ahead of UTC at any time.
public struct ZoneRules: Equatable, Sendable {
  /// From when on an offset holds, in seconds since 1970; ascending.
  private let starts: [Int64]
  /// The offsets from those times on, in seconds ahead of UTC; as many.
  private let offsets: [Int]
  /// The offset before all of them.
  private let first: Int
  /// Where seconds are counted with leap seconds: from when on they are how many ahead; ascending.
  private let leaps: [LeapSeconds]
  /// What holds after the last of `starts`, in every year.
  private let yearly: YearlyRule?

  /// So many leap seconds from a time on.
  struct LeapSeconds: Equatable, Sendable {
    var start: Int64
    var count: Int
  }

  init(starts: [Int64], offsets: [Int], first: Int, leaps: [LeapSeconds], yearly: YearlyRule?) {
    (self.starts, self.offsets, self.first) = (starts, offsets, first)
    (self.leaps, self.yearly) = (leaps, yearly)
  }

  /// A zone of the same rule in every year.
  public init(_ yearly: YearlyRule) {
    self.init(starts: [], offsets: [], first: yearly.standard, leaps: [], yearly: yearly)
  }

  /// Coordinated universal time.
  public static let utc = ZoneRules(starts: [], offsets: [], first: 0, leaps: [], yearly: nil)

  /// How many seconds local time is ahead of the clock, which counts `seconds` since 1970; every value is valid.
  public func offset(at seconds: Int64) -> Int {
    let leap = leaps.last { $0.start <= seconds }?.count ?? 0
    if let yearly, seconds >= starts.last ?? .min {
      return yearly.offset(at: seconds.subtractingClamped(Int64(leap))) - leap
    }
    // The number of starts that are not after `seconds`.
    var range = 0..<starts.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = starts[middle] <= seconds ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return (range.lowerBound == 0 ? first : offsets[range.lowerBound - 1]) - leap
  }
}
