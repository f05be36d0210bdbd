public import Wording

public struct Counter: Hashable, Sendable {
  /// -`limit`...`limit`.
  public private(set) var value = 0
  /// Within `allowedDigits`.
  public let digits: Int

  public static let allowedDigits = 1...18

  public init() { digits = 3 }

  public init(_ value: Int, digits: Int = 3) throws(TextError) {
    guard Counter.allowedDigits.contains(digits) else {
      throw TextError("a counter cannot have \(digits) digits: use 1 to 18")
    }
    self.digits = digits
    try set(value)
  }

  public var limit: Int { (0..<digits).reduce(1) { power, _ in power * 10 } - 1 }

  public func allows(_ change: CounterChange) -> Bool {
    (-limit...limit).contains(change.value(from: value))
  }

  public mutating func set(_ newValue: Int) throws(TextError) {
    guard (-limit...limit).contains(newValue) else {
      // TRANSLATORS: A notice of a few seconds.
      throw TextError(
        mark("the count {0} is out of range: use {1} to {2}", newValue, -limit, limit))
    }
    value = newValue
  }
}

public enum CounterChange: Hashable, Sendable {
  case by(Int)
  case to(Int)

  /// The new value; clamped to Int, which exceeds every counter.
  public func value(from old: Int) -> Int {
    switch self {
    case .by(let amount): Int(Int64(old).addingClamped(Int64(amount)))
    case .to(let value): value
    }
  }
}
