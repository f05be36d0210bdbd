import Wording

/// Why a text is no plan; the description says which step is wrong, and what is allowed.
public enum PlanTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no text.
  case empty
  /// There are so many steps.
  case tooManySteps(Int)
  /// There is nothing between two commas, or before the first, or after the last.
  case emptyStep(number: Int)
  /// The step does not end with a length.
  case noLength(number: Int, String)
  /// The step's length is a bare number.
  case noUnit(number: Int, String)
  /// The name has a length and punctuation inside: the steps are not separated by commas.
  case lengthInName(number: Int, String)
  /// The step's length is out of range.
  case lengthOutOfRange(number: Int, String)
  /// The step's name is too long.
  case longName(number: Int, String)

  /// One line for the user.
  public var description: String {
    switch self {
    case .empty:
      "a plan is missing: allowed are 1 to \(Plan.maxSteps) steps, as in Focus 25m, Break 5m \(Plan.waitWord)"
    case .tooManySteps(let count):
      "a plan of \(count) steps is too long: allowed are 1 to \(Plan.maxSteps)"
    case .emptyStep(let number): "step \(number) is empty: \(Self.allowed)"
    case .noLength(let number, let text):
      "step \(number), \(text.quoted), does not end with a duration: \(Self.allowed)"
    case .noUnit(let number, let text):
      "step \(number), \(text.quoted), needs a unit after its length, as in Focus 25m"
    case .lengthInName(let number, let name):
      "step \(number) has the name \(name.quoted): write a comma between two steps, as in Focus 25m, Break 5m"
    case .lengthOutOfRange(let number, let text):
      "step \(number) takes \(text.quoted): allowed is 1 second to 10000 hours"
    case .longName(let number, let name) where name.count > Plan.maxNameLength:
      "step \(number) has a name of \(name.count) characters: allowed are up to \(Plan.maxNameLength)"
    case .longName(let number, let name):
      "step \(number) has a name of \(name.utf8.count) bytes: allowed are up to \(Plan.maxNameBytes)"
    }
  }

  private static let allowed = "allowed is Focus 25m, or Focus 25m \(Plan.waitWord)"
}

extension Plan {
  /// What a step ends with that waits.
  public static let waitWord = "wait"

  /// The steps that `text` names, with commas between: each a name, which may be missing and may hold spaces, a length
  /// as `Duration(parsing:)` takes it, and `wait` where the plan is to wait at its end, as in
  /// `Focus 25m, Long break 15m wait`.
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
    guard !holdsLength(name) else { throw .lengthInName(number: number, name) }
    guard name.count <= maxNameLength, name.utf8.count <= maxNameBytes else {
      throw .longName(number: number, name)
    }
    return PlanStep(name, length, waits: waits)
  }

  /// Whether a name looks like a step of its own before a separator that is no comma, as in `Focus 50m; Break`.
  private static func holdsLength(_ name: String) -> Bool {
    let separators = ";|/&+\u{3001}\u{FF0C}\u{FF1B}"
    return name.contains { separators.contains($0) }
      && name.split { $0.isWhitespace || separators.contains($0) }.contains { word in
        word.contains { $0.isLetter } && (try? Duration(parsing: String(word))) != nil
      }
  }
}
