public import Wording

extension Plan {
  public static let waitWord = "wait"
  private static let example = "Focus 25m, Break 5m \(waitWord)"

  /// The text of the steps for `steps(parsing:)`, without the rounds.
  public var text: String {
    steps.map { "\($0.name) \($0.length.unitText)" + ($0.waits ? " \(Plan.waitWord)" : "") }
      .joined(separator: ", ")
  }

  /// The text for `init(parsing:)`, with the rounds.
  public var line: String { "\(rounds) × \(text)" }

  /// Parses rounds and steps, as in `4 × Focus 25m, Break 5m`; `x` and `*` do for `×`. Without a number of rounds it is
  /// one.
  public init(parsing line: String) throws(TextError) {
    let number = line.drop(while: \.isWhitespace).prefix { $0.isASCII && $0.isNumber }
    let sign = line[number.endIndex...].drop(while: \.isWhitespace).prefix(1)
    let rest = line[sign.endIndex...]
    guard !number.isEmpty, ["×", "*", "x"].contains(sign),
      // As in the step `4 xylophones 5m`.
      sign != "x" || rest.first?.isLetter != true
    else {
      self.init(steps: try Plan.steps(parsing: line), rounds: 1)
      return
    }
    guard let rounds = Int(number), Plan.allowedRounds.contains(rounds) else {
      throw TextError(
        "a plan needs 1 to 999 rounds",
        offset: line.distance(from: line.startIndex, to: number.endIndex))
    }
    let steps = try Plan.steps(parsing: String(rest), at: line.count - rest.count)
    self.init(steps: steps, rounds: rounds)
  }

  /// Parses steps separated by commas: an optional name, a length as in `Duration(parsing:)`, and optionally `wait`, as
  /// in `Focus 25m, Long break 15m wait`.
  /// `start` is where the text begins in a line.
  public static func steps(parsing text: String, at start: Int = 0) throws(TextError)
    -> [PlanStep]
  {
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
          offset: start + text.distance(from: text.startIndex, to: part.endIndex))
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
    // As in `Read 20 minutes` or `Read 1 hour 30 minutes`.
    let ends = [4, 2].map { words.suffix($0).joined(separator: " ") }
    let last = words.removeLast()
    let word = last.allSatisfy(\.isLetter) ? ends.first(where: isLength) ?? last : last
    words.removeLast(word.split(separator: " ").count - 1)
    let length = try? Duration(parsing: word)
    guard let length, stepLengths.contains(length) else {
      throw TextError(
        "(\(whole)) needs a duration of 1 second to 10000 hours, as in Focus 25m",
        brief: length == nil
          ? "needs a length, as in Read 20m" : "needs a length of 1s to 10000h")
    }
    guard !word.allSatisfy({ $0.isNumber || $0 == "." }) else {
      throw TextError(
        "(\(whole)) needs a unit after its length, as in Focus 25m",
        brief: "needs a unit, as in Focus 25m")
    }
    let name = words.joined(separator: " ")
    // As in `Focus 50m; Break 10m`. A length at either end is part of a name, as in `Run 400m`.
    let parts = name.split { !$0.isLetter && !$0.isNumber }.dropFirst().dropLast().map(String.init)
    let pairs = zip(parts, parts.dropFirst()).map { "\($0) \($1)" }
    guard !(parts + pairs).contains(where: isLength) else {
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

  private static func isLength(_ text: String) -> Bool {
    text.contains(where: \.isLetter) && (try? Duration(parsing: text)) != nil
  }
}
