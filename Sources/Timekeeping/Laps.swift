import Wording

public struct Lap: Hashable, Sendable {
  /// The first lap is number 1.
  public var number: Int
  public var duration: Duration
  /// The whole time elapsed when it ended.
  public var total: Duration

  public init(number: Int, duration: Duration, total: Duration) {
    (self.number, self.duration, self.total) = (number, duration, total)
  }
}

/// The recorded laps, oldest first.
///
/// A lap takes eight bytes, and eight more if it was shorter or longer than all before it. These records are kept up to
/// date, so that the extremes need no search, however many laps there are.
public struct Laps: RandomAccessCollection, Hashable, Sendable {
  /// The whole time at the end of each lap, in nanoseconds: never negative, never less than the one before.
  private var totals: [Int64] = []
  /// The indices of laps shorter than all before them.
  private(set) var shortest: [Int] = []
  /// The indices of laps longer than all before them.
  private(set) var longest: [Int] = []
  /// The names that laps have, by their numbers; most have none.
  public private(set) var namesByNumber: [Int: String] = [:]

  public static let maxNameLength = 32
  /// The maximum length of a lap's name in UTF-8, since a character may be of any number of bytes.
  public static let maxNameBytes = 256

  public init() {}

  /// The laps that ended at `totals`, oldest first; one less than its predecessor, or than zero, is clamped to it.
  public init(totals: some Sequence<Duration>) {
    for total in totals { append(total: total) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { totals.count }

  public subscript(index: Int) -> Lap {
    Lap(
      number: index + 1, duration: Duration(nanoseconds: length(of: index)),
      total: Duration(nanoseconds: totals[index]))
  }

  /// The whole time at the end of the newest lap; zero without laps.
  public var total: Duration { Duration(nanoseconds: totals.last ?? 0) }

  public var best: Duration? { shortest.last.map { Duration(nanoseconds: length(of: $0)) } }

  /// The number of the shortest lap, the first of equals; nil unless two laps differ.
  public var shortestNumber: Int? { extremes.map { $0.shortest + 1 } }

  /// The number of the longest lap, the first of equals; nil unless two laps differ.
  public var longestNumber: Int? { extremes.map { $0.longest + 1 } }

  /// Adds the lap that ends at `total`, clamped to the end of the newest lap.
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

  /// Names lap `number` in one line of at most `maxNameLength` characters; an empty name removes it. False if there is no
  /// such lap, or it has that name already.
  public mutating func setName(_ name: String, of number: Int) -> Bool {
    let name = Laps.name(name)
    guard number >= 1, number <= totals.count, name != namesByNumber[number] ?? "" else {
      return false
    }
    namesByNumber[number] = name.isEmpty ? nil : name
    return true
  }

  mutating func removeNewest() -> Bool {
    namesByNumber[totals.count] = nil
    guard totals.popLast() != nil else { return false }
    if shortest.last == totals.count { shortest.removeLast() }
    if longest.last == totals.count { longest.removeLast() }
    return true
  }

  private var extremes: (shortest: Int, longest: Int)? {
    // Only the first lap is both: where no later one is a record, all are equal.
    guard let shortest = shortest.last, let longest = longest.last, shortest != longest else {
      return nil
    }
    return (shortest, longest)
  }

  private func length(of index: Int) -> Int64 {
    index == 0 ? totals[0] : totals[index] - totals[index - 1]
  }

  /// `text` without control characters and without blanks at its ends, cut to the maximum length.
  private static func name(_ text: String) -> String {
    let plain = text.drop(while: \.isWhitespace).prefix(maxNameLength).filter { character in
      character.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
      }
    }
    var name = plain.cut(toCharacters: maxNameLength, bytes: maxNameBytes)
    while name.last?.isWhitespace ?? false { name.removeLast() }
    return name
  }
}
