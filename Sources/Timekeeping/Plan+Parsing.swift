import Wording

extension Plan {
  public static let waitWord = "wait"
  private static let example = "Focus 25m, Break 5m \(waitWord)"

  /// The text of the steps for `steps(parsing:)`, without the rounds.
  public var text: String {
    steps.map { "\($0.name) \($0.length.unitText)" + ($0.waits ? " \(Plan.waitWord)" : "") }
      .joined(separator: ", ")
  }

  /// Parses steps separated by commas: an optional name, a length as in `Duration(parsing:)`, and optionally `wait`, as
  /// in `Focus 25m, Long break 15m wait`.
  public static func steps(parsing text: String) throws(TextError) -> [PlanStep] {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw TextError("a plan needs 1 to \(maxSteps) steps, as in \(example)")
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= maxSteps else {
      throw TextError("a plan of \(parts.count) steps is too long: use at most \(maxSteps)")
    }
    var steps: [PlanStep] = []
    for part in parts {
      do throws(TextError) {
        steps.append(try step(part))
      } catch {
        let step = "step \(steps.count + 1)"
        throw TextError(
          "\(step) \(error.description)", brief: "\(step) \(error.brief)",
          offset: text.distance(from: text.startIndex, to: part.endIndex))
      }
    }
    return steps
  }

  private static func step(_ text: Substring) throws(TextError) -> PlanStep {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { throw TextError("is empty: write it as in Focus 25m") }
    let waits = words.count > 1 && words.last == waitWord
    if waits { words.removeLast() }
    let whole = words.joined(separator: " ").quoted
    let word = words.removeLast()
    guard let length = try? Duration(parsing: word), stepLengths.contains(length) else {
      throw TextError(
        "(\(whole)) needs a duration of 1 second to 10000 hours, as in Focus 25m",
        brief: "needs a length of 1s to 10000h")
    }
    guard !word.allSatisfy({ $0.isNumber || $0 == "." }) else {
      throw TextError(
        "(\(whole)) needs a unit after its length, as in Focus 25m",
        brief: "needs a unit, as in Focus 25m")
    }
    let name = words.joined(separator: " ")
    // As in `Focus 50m; Break 10m`. A length at either end is part of a name, as in `Run 400m`.
    let parts = name.split { !$0.isLetter && !$0.isNumber }
    guard !parts.dropFirst().dropLast().contains(where: isLength) else {
      throw TextError(
        "(\(whole)) has a length in its name: put a comma between two steps",
        brief: "needs a comma after its length")
    }
    guard name.isName else {
      throw TextError(
        "has a name that is too long: use at most \(String.maxNameLength) characters, "
          + "\(String.maxNameBytes) bytes")
    }
    return PlanStep(name, length, waits: waits)
  }

  private static func isLength(_ word: Substring) -> Bool {
    word.contains(where: \.isLetter) && (try? Duration(parsing: String(word))) != nil
  }
}
