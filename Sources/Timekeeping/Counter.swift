public struct Counter: Hashable, Sendable {
  /// -`limit`...`limit`.
  public private(set) var value = 0
  /// Within `allowedDigits`.
  public let digits: Int

  public static let allowedDigits = 1...18

  public init() { digits = 3 }

  public init(_ value: Int, digits: Int = 3) throws(CounterError) {
    guard Counter.allowedDigits.contains(digits) else { throw .digitsOutOfRange(digits) }
    self.digits = digits
    try set(value)
  }

  public var limit: Int {
    var power = 1
    for _ in 0..<digits { power *= 10 }
    return power - 1
  }

  public mutating func set(_ newValue: Int) throws(CounterError) {
    guard (-limit...limit).contains(newValue) else {
      throw .valueOutOfRange(newValue, limit: limit)
    }
    value = newValue
  }

  /// Adds `amount`, which may be negative; throws if the sum is out of range.
  public mutating func add(_ amount: Int) throws(CounterError) {
    let (sum, overflow) = value.addingReportingOverflow(amount)
    guard !overflow, (-limit...limit).contains(sum) else {
      throw .sumOutOfRange(value: value, amount: amount, limit: limit)
    }
    value = sum
  }
}

public enum CounterError: Error, Hashable, Sendable, CustomStringConvertible {
  case valueOutOfRange(Int, limit: Int)
  case sumOutOfRange(value: Int, amount: Int, limit: Int)
  case digitsOutOfRange(Int)

  public var description: String {
    switch self {
    case .valueOutOfRange(let value, let limit):
      "the count \(value) is out of range: use -\(limit) to \(limit)"
    case .sumOutOfRange(let value, let amount, let limit):
      "\(value) \(amount < 0 ? "-" : "+") \(amount.magnitude) is out of range: use -\(limit) to \(limit)"
    case .digitsOutOfRange(let digits):
      "a counter cannot have \(digits) digits: use 1 to 18"
    }
  }
}
