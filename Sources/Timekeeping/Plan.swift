public import Wording

public struct PlanStep: Hashable, Sendable {
  public let name: String
  public let length: Duration
  public var waits: Bool

  private static let numberedName = "Step "

  /// The number in the name of a step that got none; nil for another name.
  public static func number(of name: String) -> Int? {
    name.hasPrefix(numberedName) ? Int(name.dropFirst(numberedName.count)) : nil
  }

  fileprivate static func name(ofNumber number: Int) -> String { "\(numberedName)\(number)" }

  /// A long name is truncated; the length is clamped.
  public init(_ name: String, _ length: Duration, waits: Bool = false) {
    self.name = name.name
    let clamped = min(max(length, Plan.stepLengths.lowerBound), Plan.stepLengths.upperBound)
    self.length = Duration.nanoseconds(clamped.nanosecondsClamped)
    self.waits = waits
  }
}

/// A sequence of steps, repeated in rounds.
///
/// A position counts the steps of all rounds: 0 is the first step of the first round.
public struct Plan: Hashable, Sendable {
  /// 1 to `maxSteps`.
  public let steps: [PlanStep]
  /// Within `allowedRounds`.
  public let rounds: Int

  public static let maxSteps = 64
  public static let stepLengths = Duration.seconds(1)...Duration.seconds(36_000_000 as Int64)
  public static let allowedRounds = 1...999
  public static let defaultRounds = 4
  public static let defaultSteps = [
    PlanStep("Focus", .seconds(1500)), PlanStep("Break", .seconds(300)),
  ]

  /// Drops steps past the maximum; uses the default steps if there are none. The number of rounds is clamped, also so
  /// that the plan fits into `Duration.textLimit`.
  public init(steps: [PlanStep] = Plan.defaultSteps, rounds: Int = Plan.defaultRounds) {
    let given = steps.isEmpty ? Plan.defaultSteps : Array(steps.prefix(Plan.maxSteps))
    let steps = given.enumerated().map { index, step in
      step.name.isEmpty
        ? PlanStep(PlanStep.name(ofNumber: index + 1), step.length, waits: step.waits) : step
    }
    self.steps = steps
    // One round always fits: the longest possible steps are within the limit.
    let fitting = Int(
      Duration.textLimit.nanosecondsClamped / steps.reduce(0) { $0 + $1.length.nanosecondsClamped })
    self.rounds = min(
      max(rounds, Plan.allowedRounds.lowerBound), fitting, Plan.allowedRounds.upperBound)
  }

  public var count: Int { steps.count * rounds }

  public var length: Duration { start(of: count) }

  public func step(at position: Int) -> PlanStep { steps[position % steps.count] }

  /// The start of a step since the plan began, if no step waits.
  func start(of position: Int) -> Duration {
    let (round, index) = position.quotientAndRemainder(dividingBy: steps.count)
    func length(of steps: [PlanStep].SubSequence) -> Duration {
      steps.reduce(.zero) { $0 + $1.length }
    }
    return length(of: steps[...]) * round + length(of: steps[..<index])
  }

  /// A number for each name of a step, from 0.
  public func kind(at position: Int) -> Int {
    let name = step(at: position).name
    var names: [String] = []
    for step in steps {
      if step.name == name { return names.count }
      if !names.contains(step.name) { names.append(step.name) }
    }
    return 0
  }

  /// The starts of all steps as fractions of the plan, and their kinds; of the rounds, if there are more than `limit`
  /// steps; else only 0.
  public func parts(atMost limit: Int) -> [(start: Double, kind: Int)] {
    let stride = count <= limit ? 1 : rounds <= limit ? steps.count : count
    return Swift.stride(from: 0, to: count, by: stride).map { position in
      let kind = stride == 1 ? kind(at: position) : position / stride
      return (start(of: position).inSeconds / length.inSeconds, kind)
    }
  }

  /// Advances from `position` and the time `spent` there, up to a step that waits. Returns the new position and the
  /// time spent there, which exceeds the step's length only if the plan waits or is over.
  func goingOn(from position: Int, spent: Duration) -> (position: Int, spent: Duration) {
    var (position, spent) = (position, spent)
    // Whole rounds at once, except the last: 999 rounds may have 64 steps of a second.
    if spent > .zero, !steps.contains(where: \.waits) {
      let round = start(of: steps.count).nanosecondsClamped
      let sinceRound = (spent + start(of: position % steps.count)).nanosecondsClamped
      let passed = min(Int(sinceRound / round), rounds - 1 - position / steps.count)
      if passed > 0 {
        position += passed * steps.count - position % steps.count
        spent = .nanoseconds(sinceRound - round * Int64(passed))
      }
    }
    while position < count - 1, !step(at: position).waits, spent >= step(at: position).length {
      spent -= step(at: position).length
      position += 1
    }
    return (position, spent)
  }
}

extension Plan {
  public static let waitWord = "wait"
  private static let example = "Focus 25m, Break 5m \(waitWord)"

  /// The text of the steps, without the rounds.
  public var text: String {
    steps.map { "\($0.name) \($0.length.unitText)" + ($0.waits ? " \(Plan.waitWord)" : "") }
      .joined(separator: ", ")
  }

  /// The text for `init(parsing:)`, with the rounds: a first step may be called "2x Work".
  public var line: String { "\(rounds) × \(text)" }

  /// Parses a `PlanText`. The rounds are one by default.
  public init(parsing text: String) throws(TextError) {
    let text = try PlanText(parsing: text)
    self.init(steps: text.steps, rounds: text.rounds ?? 1)
  }

  /// Parses steps separated by commas: an optional name, a length as in `Duration(parsing:)`, and optionally `wait`, as
  /// in `Focus 25m, Long break 15m wait`.
  /// `start` is where the text begins in a line.
  fileprivate static func steps(parsing text: String, at start: Int = 0) throws(TextError)
    -> [PlanStep]
  {
    guard text.contains(where: { !$0.isWhitespace }) else {
      // TRANSLATORS: What is wrong with a plan that is being typed, below it. What may be typed, as {1} or Focus 25m, is
      // the same in all languages but for the names.
      throw TextError(mark("a plan needs 1 to {0} steps, as in {1}", maxSteps, example))
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= maxSteps else {
      throw TextError(
        mark("a plan of {0} steps is too long: use at most {1}", parts.count, maxSteps))
    }
    var steps: [PlanStep] = []
    for part in parts {
      do throws(TextError) {
        steps.append(try step(part, number: steps.count + 1))
      } catch {
        throw TextError(
          "step \(steps.count + 1) \(error.description)", brief: error.brief,
          offset: start + text.distance(from: text.startIndex, to: part.endIndex))
      }
    }
    return steps
  }

  /// The description of an error goes on after "step 2"; what is brief is the whole.
  private static func step(_ text: Substring, number: Int) throws(TextError) -> PlanStep {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else {
      throw TextError(
        "is empty: write it as in Focus 25m",
        brief: mark("step {0} is empty: write it as in Focus 25m", number))
    }
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
          ? mark("step {0} needs a length, as in Read 20m", number)
          : mark("step {0} needs a length of 1s to 10000h", number))
    }
    guard !word.allSatisfy({ $0.isNumber || $0 == "." }) else {
      throw TextError(
        "(\(whole)) needs a unit after its length, as in Focus 25m",
        brief: mark("step {0} needs a unit, as in Focus 25m", number))
    }
    let name = words.joined(separator: " ")
    // As in `Focus 50m; Break 10m`. A length at either end is part of a name, as in `Run 400m`.
    let parts = name.split { !$0.isLetter && !$0.isNumber }.dropFirst().dropLast().map(String.init)
    let pairs = zip(parts, parts.dropFirst()).map { "\($0) \($1)" }
    guard !(parts + pairs).contains(where: isLength) else {
      throw TextError(
        "(\(whole)) has a length in its name: put a comma between two steps",
        brief: mark("step {0} needs a comma after its length", number))
    }
    guard name.isName else {
      let (length, bytes) = (String.maxNameLength, String.maxNameBytes)
      throw TextError(
        "has a name that is too long: use at most \(length) characters, \(bytes) bytes",
        brief: mark(
          "step {0} has a name that is too long: use at most {1} characters, {2} bytes", number,
          length, bytes))
    }
    return PlanStep(name, length, waits: waits)
  }

  private static func isLength(_ text: String) -> Bool {
    text.contains(where: \.isLetter) && (try? Duration(parsing: text)) != nil
  }
}

/// The text of a plan: its steps, and their rounds if those are written in front, as in `4 × Focus 25m, Break 5m`.
public struct PlanText: Hashable, Sendable {
  public var steps: [PlanStep]
  /// nil if the text leaves them open.
  public var rounds: Int?

  public init(steps: [PlanStep], rounds: Int? = nil) { (self.steps, self.rounds) = (steps, rounds) }

  /// Parses steps with or without rounds, for which `x` and `*` do for `×`.
  public init(parsing line: String) throws(TextError) {
    let number = line.drop(while: \.isWhitespace).prefix { $0.isASCII && $0.isNumber }
    let sign = line[number.endIndex...].drop(while: \.isWhitespace).prefix(1)
    let rest = line[sign.endIndex...]
    guard !number.isEmpty, ["×", "*", "x", "X"].contains(sign),
      // As in the step `4 xylophones 5m`.
      sign.lowercased() != "x" || rest.first?.isLetter != true
    else {
      self.init(steps: try Plan.steps(parsing: line))
      return
    }
    let offset = line.distance(from: line.startIndex, to: number.endIndex)
    guard let rounds = Int(number), Plan.allowedRounds.contains(rounds) else {
      throw TextError(mark("a plan needs 1 to 999 rounds"), offset: offset)
    }
    self.init(
      steps: try Plan.steps(parsing: String(rest), at: line.count - rest.count), rounds: rounds)
    try check(rounds: rounds, at: offset)
  }

  /// Refuses rounds that would take longer than a plan may, or differ from those of the text.
  public func check(rounds: Int, at offset: Int? = nil) throws(TextError) {
    if let own = self.rounds, own != rounds {
      throw TextError("the plan begins with \(own) rounds; write the rounds once")
    }
    let fitting = Plan(steps: steps, rounds: rounds).rounds
    guard fitting == rounds else {
      throw TextError(
        markn(
          "this plan can have up to {0} round", "this plan can have up to {0} rounds", fitting),
        offset: offset)
    }
  }
}
