/// A figure and what it is called.
public struct Figure: Equatable, Sendable {
  /// The name: letters, digits and underscores, with the unit at its end.
  public var name: String
  /// The value, in the unit that the name says.
  public var value: Double

  /// The figure `value` of this name.
  public init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }
}

extension [Figure] {
  /// The value of the figure called `name`, or nil.
  public subscript(name: String) -> Double? { first { $0.name == name }?.value }

  /// The figures in lines `name value`; all other lines are passed over.
  public init(lines text: String) {
    self = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]), value.isFinite else { return nil }
      return Figure(String(words[0]), value)
    }
  }

  /// The figures as such lines.
  public var lines: String { map { "\($0.name) \($0.value)\n" }.joined() }
}

/// What other programs and the kernel write down, as far as it is asked here.
public enum Reports {
  /// A size in whole pixels, `WIDTHxHEIGHT`, each from 1 to 32767, or nil.
  public static func size(_ text: some StringProtocol) -> (width: Int, height: Int)? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...32767).contains(width),
      (1...32767).contains(height)
    else { return nil }
    return (width, height)
  }

  /// The number in the line `name number` of a file under /proc, such as `Pss:` of smaps_rollup; nil where there is
  /// none.
  public static func field(_ name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? Int(words[1]) : nil
    }
    return nil
  }

  /// The nanoseconds on a processor in a file schedstat; nil where there are none.
  public static func processorTime(schedstat text: String) -> Int64? {
    text.split { $0 == " " || $0 == "\n" }.first.flatMap { Int64($0) }
  }

  /// The total of the first event in a profile of callgrind (its line `summary:` or `totals:`), or nil.
  public static func total(ofProfile text: some StringProtocol) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix("summary:") || line.hasPrefix("totals:") {
      return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }
}
