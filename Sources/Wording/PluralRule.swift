/// Which form of a text a number takes, by the `Plural-Forms` of a catalogue: an expression of C in `n`.
struct PluralRule: Sendable {
  private let count: Int
  private let expression: Expression

  static let english = PluralRule(
    count: 2, expression: .operation(.unequal, .variable, .number(1)))

  /// No language has more.
  private static let maxForms = 8
  /// Of nested expressions: Arabic has six.
  private static let maxDepth = 40

  private init(count: Int, expression: Expression) {
    (self.count, self.expression) = (count, expression)
  }

  /// Parses `Plural-Forms: nplurals=2; plural=(n != 1);`.
  init?(_ line: String) {
    func value(of name: String) -> Substring? {
      line.ranges(of: name).first.map { line[$0.upperBound...].prefix { $0 != ";" } }
    }
    guard let number = value(of: "nplurals=").flatMap({ Int($0) }),
      (1...PluralRule.maxForms).contains(number), let text = value(of: "plural=")
    else { return nil }
    var parser = Parser(rest: text.utf8.filter { $0 != 0x20 }[...])
    guard let expression = parser.choice(depth: 0), parser.rest.isEmpty else { return nil }
    self.init(count: number, expression: expression)
  }

  /// The first form for a number that the rule cannot place.
  func form(of number: Int) -> Int {
    let form = expression.value(of: Int(number.magnitude & UInt(Int.max))) ?? 0
    return (0..<count).contains(form) ? form : 0
  }

  private enum Operator: Sendable {
    case or, and
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
    case plus, minus, times, divided, remainder

    /// From the loosest binding to the tightest; of one, a longer sign comes first.
    static let levels: [[(sign: StaticString, Operator)]] = [
      [("||", .or)], [("&&", .and)], [("==", .equal), ("!=", .unequal)],
      [("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less), (">", .greater)],
      [("+", .plus), ("-", .minus)], [("*", .times), ("/", .divided), ("%", .remainder)],
    ]
  }

  private indirect enum Expression: Sendable {
    case variable
    case number(Int)
    case not(Expression)
    case operation(Operator, Expression, Expression)
    case choice(Expression, Expression, Expression)

    /// Nil for a division by zero.
    func value(of n: Int) -> Int? {
      switch self {
      case .variable: return n
      case .number(let number): return number
      case .not(let expression): return expression.value(of: n).map { $0 == 0 ? 1 : 0 }
      case .choice(let condition, let yes, let no):
        return condition.value(of: n).flatMap { $0 != 0 ? yes.value(of: n) : no.value(of: n) }
      case .operation(let sign, let left, let right):
        guard let left = left.value(of: n), let right = right.value(of: n) else { return nil }
        switch sign {
        case .or: return left != 0 || right != 0 ? 1 : 0
        case .and: return left != 0 && right != 0 ? 1 : 0
        case .equal: return left == right ? 1 : 0
        case .unequal: return left != right ? 1 : 0
        case .less: return left < right ? 1 : 0
        case .lessOrEqual: return left <= right ? 1 : 0
        case .greater: return left > right ? 1 : 0
        case .greaterOrEqual: return left >= right ? 1 : 0
        case .plus: return left &+ right
        case .minus: return left &- right
        case .times: return left &* right
        case .divided: return right == 0 ? nil : left.dividedReportingOverflow(by: right).0
        case .remainder:
          return right == 0 ? nil : left.remainderReportingOverflow(dividingBy: right).0
        }
      }
    }
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    /// `a ? b : c`, or what binds tighter.
    mutating func choice(depth: Int) -> Expression? {
      guard depth < PluralRule.maxDepth, let condition = operation(level: 0, depth: depth) else {
        return nil
      }
      guard skip("?") else { return condition }
      guard let yes = choice(depth: depth + 1), skip(":"), let no = choice(depth: depth + 1) else {
        return nil
      }
      return .choice(condition, yes, no)
    }

    private mutating func operation(level: Int, depth: Int) -> Expression? {
      guard level < Operator.levels.count else { return operand(depth: depth) }
      guard var left = operation(level: level + 1, depth: depth) else { return nil }
      // A chain of operators is a tree as deep as it is long.
      var length = depth
      while let sign = Operator.levels[level].first(where: { skip($0.sign) })?.1 {
        length += 1
        guard length < PluralRule.maxDepth,
          let right = operation(level: level + 1, depth: depth)
        else { return nil }
        left = .operation(sign, left, right)
      }
      return left
    }

    private mutating func operand(depth: Int) -> Expression? {
      guard depth < PluralRule.maxDepth else { return nil }
      if skip("!") { return operand(depth: depth + 1).map { .not($0) } }
      if skip("n") { return .variable }
      if skip("(") {
        let inner = choice(depth: depth + 1)
        return skip(")") ? inner : nil
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      return Int(String(decoding: digits, as: UTF8.self)).map { .number($0) }
    }

    private mutating func skip(_ sign: StaticString) -> Bool {
      let sign = sign.description.utf8
      guard rest.starts(with: sign) else { return false }
      rest = rest.dropFirst(sign.count)
      return true
    }
  }
}
