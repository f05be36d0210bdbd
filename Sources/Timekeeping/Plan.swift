import Wording

public struct PlanStep: Hashable, Sendable {
  /// At most `Plan.maxNameLength` characters and `Plan.maxNameBytes` bytes.
  public private(set) var name: String
  public let length: Duration
  public var waits: Bool

  /// A long name is truncated; the length is clamped.
  public init(_ name: String, _ length: Duration, waits: Bool = false) {
    self.name = name.drawable.cut(toCharacters: Plan.maxNameLength, bytes: Plan.maxNameBytes)
    let clamped = min(max(length, Plan.stepLengths.lowerBound), Plan.stepLengths.upperBound)
    self.length = Duration(nanoseconds: clamped.nanosecondsClamped)
    self.waits = waits
  }

  fileprivate func named(at index: Int) -> PlanStep {
    guard name.isEmpty else { return self }
    var step = self
    step.name = "Step \(index + 1)"
    return step
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
  /// Each step's end, in nanoseconds since the start of its round.
  private let ends: [Int64]

  public static let maxSteps = 64
  public static let maxNameLength = 32
  /// In UTF-8, since a character may have any number of bytes.
  public static let maxNameBytes = 256
  public static let stepLengths = Duration.seconds(1)...Duration.seconds(36_000_000 as Int64)
  public static let allowedRounds = 1...999
  public static let defaultRounds = 4
  public static let defaultSteps = [
    PlanStep("Focus", .seconds(1500)), PlanStep("Break", .seconds(300)),
  ]
  public static let maxLength = Duration.textLimit

  /// Creates a plan of `steps`, or of the default steps if there are none.
  ///
  /// Drops steps past the maximum. The number of rounds is clamped, also so that the plan fits into `maxLength`.
  public init(steps: [PlanStep] = Plan.defaultSteps, rounds: Int = Plan.defaultRounds) {
    let given = steps.isEmpty ? Plan.defaultSteps : Array(steps.prefix(Plan.maxSteps))
    let steps = given.enumerated().map { $1.named(at: $0) }
    var end: Int64 = 0
    ends = steps.map { step in
      end += step.length.nanosecondsClamped
      return end
    }
    // One round always fits: the longest possible steps are within the limit.
    let fitting = Int(Plan.maxLength.nanosecondsClamped / end)
    self.steps = steps
    self.rounds = min(
      max(rounds, Plan.allowedRounds.lowerBound), fitting, Plan.allowedRounds.upperBound)
  }

  public var count: Int { steps.count * rounds }

  public var length: Duration { Duration(nanoseconds: start(of: count)) }

  public func step(at position: Int) -> PlanStep { steps[position % steps.count] }

  /// Starts at 1.
  public func round(of position: Int) -> Int { position / steps.count + 1 }

  /// The start of a step, in nanoseconds since the plan began, if no step waits.
  func start(of position: Int) -> Int64 {
    let (round, index) = position.quotientAndRemainder(dividingBy: steps.count)
    return Int64(round) * roundLength + (index == 0 ? 0 : ends[index - 1])
  }

  /// Advances from `position` and `spent` nanoseconds, up to a step that waits. Returns the new position and the time
  /// spent there, which exceeds the step's length only if the plan waits or is over.
  func goingOn(from position: Int, spent: Int64) -> (position: Int, spent: Int64) {
    let stop = stop(from: position)
    let time = start(of: position).addingClamped(spent)
    guard time < start(of: stop + 1) else { return (stop, time - start(of: stop)) }
    let (round, timeOfRound) = time.quotientAndRemainder(dividingBy: roundLength)
    let found = Int(round) * steps.count + (ends.firstIndex { $0 > timeOfRound } ?? 0)
    return (found, time - start(of: found))
  }

  private var roundLength: Int64 { ends[ends.count - 1] }

  /// The first position at or after `position` where the plan stops by itself.
  private func stop(from position: Int) -> Int {
    let last = count - 1
    // A waiting step recurs within a round.
    return (position..<position + steps.count).first { $0 == last || step(at: $0).waits } ?? last
  }
}
