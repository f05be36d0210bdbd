/// A count that stays within its digits, above zero and below.
public struct Counter: Hashable, Sendable {
  /// The count, -`limit`...`limit`.
  public private(set) var value: Int
  /// How many decimal digits it has, 1...18.
  public let digits: Int

  /// The numbers of digits that a counter can have.
  public static let allowedDigits = 1...18

  /// A counter of three digits at zero.
  public init() {
    value = 0
    digits = 3
  }

  /// A counter of `digits` digits (1...18) at `value` (-`limit`...`limit`).
  public init(_ value: Int, digits: Int = 3) throws(CounterError) {
    guard Counter.allowedDigits.contains(digits) else { throw .digitsOutOfRange(digits) }
    self.digits = digits
    self.value = 0
    try set(value)
  }

  /// The count that is farthest from zero, on either side: a nine in every digit.
  public var limit: Int {
    var power = 1
    for _ in 0..<digits { power *= 10 }
    return power - 1
  }

  /// Makes the count `newValue`; one out of range is refused and the count stays.
  public mutating func set(_ newValue: Int) throws(CounterError) {
    guard (-limit...limit).contains(newValue) else {
      throw .valueOutOfRange(newValue, limit: limit)
    }
    value = newValue
  }

  /// Adds `amount`, which may be negative; a result out of range is refused and the count stays.
  public mutating func add(_ amount: Int) throws(CounterError) {
    let (sum, overflow) = value.addingReportingOverflow(amount)
    guard !overflow, (-limit...limit).contains(sum) else {
      throw .sumOutOfRange(value: value, amount: amount, limit: limit)
    }
    value = sum
  }
}

/// Why a counter refused a value; the description says what was wrong and what is allowed.
public enum CounterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A count outside -`limit`...`limit`.
  case valueOutOfRange(Int, limit: Int)
  /// A step that would lead outside -`limit`...`limit`.
  case sumOutOfRange(value: Int, amount: Int, limit: Int)
  /// A number of digits that no counter can have.
  case digitsOutOfRange(Int)

  /// One line for the user.
  public var description: String {
    switch self {
    case .valueOutOfRange(let value, let limit):
      "the count \(value) is out of range: allowed is -\(limit) to \(limit)"
    case .sumOutOfRange(let value, let amount, let limit):
      "\(value) \(amount < 0 ? "-" : "+") \(amount.magnitude) is out of range: allowed is -\(limit) to \(limit)"
    case .digitsOutOfRange(let digits):
      "a counter cannot have \(digits) digits: allowed is 1 to 18"
    }
  }
}
