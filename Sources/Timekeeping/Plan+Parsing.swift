import Wording

public enum PlanTextError: Error, Hashable, Sendable, CustomStringConvertible {
  case empty
  case tooManySteps(Int)
  case emptyStep(number: Int)
  case noLength(number: Int, String)
  case noUnit(number: Int, String)
  /// The name contains a length: the steps are not separated by commas.
  case lengthInName(number: Int, String)
  case lengthOutOfRange(number: Int, String)
  case longName(number: Int, String)

  public var description: String {
    switch self {
    case .empty: "a plan needs 1 to \(Plan.maxSteps) steps, as in \(Self.example)"
    case .tooManySteps(let count):
      "a plan of \(count) steps is too long: use at most \(Plan.maxSteps)"
    case .emptyStep(let number): "step \(number) is empty: write it as in Focus 25m"
    case .noLength(let number, let text):
      "step \(number) (\(text.quoted)) needs a duration, as in Focus 25m"
    case .noUnit(let number, let text):
      "step \(number) (\(text.quoted)) needs a unit after its length, as in Focus 25m"
    case .lengthInName(let number, let name):
      "step \(number) has the name \(name.quoted): write a comma between two steps, as in \(Self.example)"
    case .lengthOutOfRange(let number, let text):
      "step \(number) takes \(text.quoted): use 1 second to 10000 hours"
    case .longName(let number, let name) where name.count > Plan.maxNameLength:
      "step \(number) has a name of \(name.count) characters: use at most \(Plan.maxNameLength)"
    case .longName(let number, let name):
      "step \(number) has a name of \(name.utf8.count) bytes: use at most \(Plan.maxNameBytes)"
    }
  }

  private static let example = "Focus 25m, Break 5m \(Plan.waitWord)"
}

extension Plan {
  public static let waitWord = "wait"

  /// Parses steps separated by commas: an optional name, a length as in `Duration(parsing:)`, and optionally `wait`, as
  /// in `Focus 25m, Long break 15m wait`.
  public static func steps(parsing text: String) throws(PlanTextError) -> [PlanStep] {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= maxSteps else { throw .tooManySteps(parts.count) }
    var steps: [PlanStep] = []
    for (index, part) in parts.enumerated() { steps.append(try step(part, number: index + 1)) }
    return steps
  }

  private static func step(_ text: Substring, number: Int) throws(PlanTextError) -> PlanStep {
    var words = text.split(whereSeparator: \.isWhitespace)
    guard let last = words.last else { throw .emptyStep(number: number) }
    let waits = last == waitWord
    if waits { words.removeLast() }
    let whole = words.joined(separator: " ")
    guard let word = words.popLast() else { throw .noLength(number: number, waitWord) }
    let length: Duration
    do throws(DurationTextError) {
      length = try Duration(parsing: String(word))
    } catch {
      switch error {
      case .tooLong, .negative: throw .lengthOutOfRange(number: number, String(word))
      case .empty, .malformed: throw .noLength(number: number, whole)
      }
    }
    guard !word.allSatisfy({ $0.isNumber || $0 == "." }) else {
      throw .noUnit(number: number, whole)
    }
    guard stepLengths.contains(length) else {
      throw .lengthOutOfRange(number: number, String(word))
    }
    let name = words.joined(separator: " ")
    guard !containsLength(name) else { throw .lengthInName(number: number, name) }
    guard name.count <= maxNameLength, name.utf8.count <= maxNameBytes else {
      throw .longName(number: number, name)
    }
    return PlanStep(name, length, waits: waits)
  }

  /// Whether a name contains a step with a separator other than a comma, as in `Focus 50m; Break`.
  private static func containsLength(_ name: String) -> Bool {
    let separators = ";|/&+\u{3001}\u{FF0C}\u{FF1B}"
    return name.contains { separators.contains($0) }
      && name.split { $0.isWhitespace || separators.contains($0) }.contains { word in
        word.contains { $0.isLetter } && (try? Duration(parsing: String(word))) != nil
      }
  }
}
