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
/// A lap takes eight bytes, and eight more if it was shorter or longer than all before it. These records are kept as
/// laps come and go, and copies share what they have in common, so a million laps cost no more to show, to add to, or to
/// take back, than one.
public struct Laps: RandomAccessCollection, Hashable, Sendable {
  /// The whole time at the end of each lap, in nanoseconds: never negative, never less than the one before.
  private var totals = ChunkedArray()
  /// The positions of laps shorter than all before them, oldest first: the last is the first of the shortest.
  private(set) var shortest = ChunkedArray()
  /// The positions of laps longer than all before them, oldest first: the last is the first of the longest.
  private(set) var longest = ChunkedArray()
  /// How long the shortest and the longest lap took, in nanoseconds, at hand for the next one.
  private var least = Int64.max
  private var most: Int64 = -1

  private var names = LapNames()

  /// The most characters of a lap's name.
  public static let maxNameLength = LapNames.mostCharacters
  /// The most bytes of it, in UTF-8.
  public static let maxNameBytes = LapNames.mostBytes

  /// No laps.
  public init() {}

  /// The laps that ended at `totals` (whole elapsed times, oldest first); one less than its predecessor, or than
  /// zero, is held to it.
  public init(totals: some Sequence<Duration>) {
    for total in totals { append(total: total) }
  }

  /// The position of the oldest lap.
  public var startIndex: Int { 0 }
  /// The position after the newest lap; also their number.
  public var endIndex: Int { totals.count }

  // By itself it would be reckoned from the positions, by calls that copy all this.
  /// How many there are.
  public var count: Int { totals.count }

  /// The lap at `position`, which has the number `position + 1`.
  public subscript(position: Int) -> Lap {
    Lap(
      number: position + 1, duration: Duration(nanoseconds: nanoseconds(at: position)),
      total: Duration(nanoseconds: totals[position]))
  }

  /// The whole time at the end of the newest lap; zero when there is none.
  public var total: Duration { Duration(nanoseconds: totals.last ?? 0) }

  /// How long the shortest lap took; nil when there is none.
  public var best: Duration? {
    shortest.last.map { Duration(nanoseconds: nanoseconds(at: Int($0))) }
  }

  /// The number of the shortest lap, the first of equals; nil unless there are two laps that differ.
  public var shortestNumber: Int? { extremes.map { $0.shortest + 1 } }

  /// The number of the longest lap, the first of equals; nil unless there are two laps that differ.
  public var longestNumber: Int? { extremes.map { $0.longest + 1 } }

  /// Adds the lap that ends at the whole time `total`, held to no less than the end of the newest lap.
  public mutating func append(total: Duration) { append(nanoseconds: [total.nanosecondsClamped]) }

  /// Adds the laps that end at these whole times, for a million of them.
  public mutating func append(nanoseconds: [Int64]) {
    var (last, least, most) = (totals.last ?? 0, least, most)
    var (shorter, longer): ([Int64], [Int64]) = ([], [])
    var held = nanoseconds
    let before = Int64(totals.count)
    held.withUnsafeMutableBufferPointer { held in
      for index in held.indices {
        let total = Swift.max(held[index], last)
        let length = total &- last
        if length < least {
          least = length
          shorter.append(before + Int64(index))
        }
        if length > most {
          most = length
          longer.append(before + Int64(index))
        }
        held[index] = total
        last = total
      }
    }
    (self.least, self.most) = (least, most)
    shortest.append(contentsOf: shorter)
    longest.append(contentsOf: longer)
    totals.append(contentsOf: held)
  }

  /// The names that laps have, by their numbers; most have none.
  public var namesByNumber: [Int: String] { names.names }

  /// A number that tells the names from others.
  public var namesMark: UInt64 { names.mark }

  /// Gives lap `number` a name of up to 32 characters in one line, or none where nothing is left of `name`; false where
  /// there is no such lap, or where it has that name.
  public mutating func setName(_ name: String, of number: Int) -> Bool {
    let name = LapNames.name(name)
    guard number >= 1, number <= totals.count, name != names.names[number] ?? "" else {
      return false
    }
    names.set(name, of: number)
    return true
  }

  /// Takes laps away until there are `count`, from the newest on.
  public mutating func cut(to count: Int64) {
    while Int64(totals.count) > Swift.max(count, 0) { _ = removeNewest() }
  }

  /// Takes the newest lap away; false when there is none. Looks at no other lap, however many there are.
  mutating func removeNewest() -> Bool {
    names.set("", of: totals.count)
    guard totals.popLast() != nil else { return false }
    if shortest.last == Int64(totals.count) {
      _ = shortest.popLast()
      least = shortest.last.map { self.nanoseconds(at: Int($0)) } ?? .max
    }
    if longest.last == Int64(totals.count) {
      _ = longest.popLast()
      most = longest.last.map { self.nanoseconds(at: Int($0)) } ?? -1
    }
    return true
  }

  /// The positions of the shortest and the longest lap, where two differ.
  private var extremes: (shortest: Int, longest: Int)? {
    // Only the first lap is both: where no later one is a record, all are equal.
    guard let shortest = shortest.last, let longest = longest.last, shortest != longest else {
      return nil
    }
    return (Int(shortest), Int(longest))
  }

  private func nanoseconds(at position: Int) -> Int64 {
    position == 0 ? totals[0] : totals[position] - totals[position - 1]
  }
}
