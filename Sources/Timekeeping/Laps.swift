import Wording

public struct Lap: Hashable, Sendable {
  public var number: Int
  public var duration: Duration
  public var total: Duration
}

/// The recorded laps, oldest first.
///
/// A lap takes 8 bytes, and 8 more if it was the shortest or longest so far, so that the extremes need no search.
public struct Laps: RandomAccessCollection, Hashable, Sendable {
  /// Total time at the end of each lap, in nanoseconds; never negative, never decreasing.
  private var totals: [Int64] = []
  /// Indices of laps shorter than all before them.
  private(set) var shortest: [Int] = []
  /// Indices of laps longer than all before them.
  private(set) var longest: [Int] = []
  public private(set) var namesByNumber: [Int: String] = [:]

  public init() {}

  public init(totals: some Sequence<Duration>) {
    for total in totals { append(total: total) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { totals.count }

  public subscript(index: Int) -> Lap {
    Lap(
      number: index + 1, duration: Duration.nanoseconds(length(of: index)),
      total: Duration.nanoseconds(totals[index]))
  }

  public var total: Duration { Duration.nanoseconds(totals.last ?? 0) }

  public var best: Duration? { shortest.last.map { Duration.nanoseconds(length(of: $0)) } }

  // The first of equals; nil unless two laps differ.
  public var shortestNumber: Int? { extremes.map { $0.shortest + 1 } }
  public var longestNumber: Int? { extremes.map { $0.longest + 1 } }

  /// Adds a lap; `total` is clamped to the end of the newest lap.
  public mutating func append(total: Duration) {
    let last = totals.last ?? 0
    let clamped = Swift.max(total.nanosecondsClamped, last)
    let length = clamped - last
    if shortest.last.map({ length < self.length(of: $0) }) ?? true {
      shortest.append(totals.count)
    }
    if longest.last.map({ length > self.length(of: $0) }) ?? true {
      longest.append(totals.count)
    }
    totals.append(clamped)
  }

  /// Names lap `number`; an empty name removes it, a long one is truncated. Returns whether anything has changed.
  @discardableResult
  public mutating func setName(_ name: String, of number: Int) -> Bool {
    var name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ").name
    if name.last == " " { name.removeLast() }
    guard number >= 1, number <= totals.count, name != namesByNumber[number] ?? "" else {
      return false
    }
    namesByNumber[number] = name.isEmpty ? nil : name
    return true
  }

  /// Returns false if there is none.
  @discardableResult
  public mutating func removeNewest() -> Bool {
    namesByNumber[totals.count] = nil
    guard totals.popLast() != nil else { return false }
    if shortest.last == totals.count { shortest.removeLast() }
    if longest.last == totals.count { longest.removeLast() }
    return true
  }

  private var extremes: (shortest: Int, longest: Int)? {
    // Only the first lap is in both lists. If no later lap is a record, all are equal.
    guard let shortest = shortest.last, let longest = longest.last, shortest != longest else {
      return nil
    }
    return (shortest, longest)
  }

  private func length(of index: Int) -> Int64 {
    index == 0 ? totals[0] : totals[index] - totals[index - 1]
  }
}
