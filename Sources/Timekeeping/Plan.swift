import Wording

public struct PlanStep: Hashable, Sendable {
  public let name: String
  public let length: Duration
  public var waits: Bool

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
        ? PlanStep("Step \(index + 1)", step.length, waits: step.waits) : step
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

  /// The starts of all steps as fractions of the plan; of the rounds, if there are more than `limit` steps; else only 0.
  public func starts(atMost limit: Int) -> [Double] {
    let stride = count <= limit ? 1 : rounds <= limit ? steps.count : count
    return Swift.stride(from: 0, to: count, by: stride).map {
      start(of: $0).inSeconds / length.inSeconds
    }
  }

  /// Advances from `position` and the time `spent` there, up to a step that waits. Returns the new position and the
  /// time spent there, which exceeds the step's length only if the plan waits or is over.
  func goingOn(from position: Int, spent: Duration) -> (position: Int, spent: Duration) {
    var (position, spent) = (position, spent)
    while position < count - 1, !step(at: position).waits, spent >= step(at: position).length {
      spent -= step(at: position).length
      position += 1
    }
    return (position, spent)
  }
}
