import Wording

public struct PlanStep: Hashable, Sendable {
  /// At most `Plan.maxNameLength` characters and `Plan.maxNameBytes` bytes.
  public private(set) var name: String
  public let length: Duration
  /// Whether the plan waits at the end of the step until the next one is started.
  public var waits: Bool

  /// A step; a name that is too long is cut, and the length is clamped.
  public init(_ name: String, _ length: Duration, waits: Bool = false) {
    self.name = name.drawable.cut(toCharacters: Plan.maxNameLength, bytes: Plan.maxNameBytes)
    let clamped = min(max(length, Plan.stepLengths.lowerBound), Plan.stepLengths.upperBound)
    self.length = Duration(nanoseconds: clamped.nanosecondsClamped)
    self.waits = waits
  }

  /// The same step; one without a name is called by its number.
  fileprivate func named(at index: Int) -> PlanStep {
    guard name.isEmpty else { return self }
    var step = self
    step.name = "Step \(index + 1)"
    return step
  }
}

/// Steps, one after the other, a number of times.
///
/// A position is a step of a round: 0 is the first step of the first round, and `count` is the number of all of them.
public struct Plan: Hashable, Sendable {
  /// The steps of a round, 1 to `maxSteps`.
  public let steps: [PlanStep]
  /// The number of rounds, within `allowedRounds`.
  public let rounds: Int
  /// When each step ends, in nanoseconds since its round began.
  private let ends: [Int64]

  public static let maxSteps = 64
  public static let maxNameLength = 32
  /// The maximum length of a step's name in UTF-8, since a character may be of any number of bytes.
  public static let maxNameBytes = 256
  public static let stepLengths = Duration.seconds(1)...Duration.seconds(36_000_000 as Int64)
  public static let allowedRounds = 1...999
  public static let defaultRounds = 4
  public static let defaultSteps = [
    PlanStep("Focus", .seconds(1500)), PlanStep("Break", .seconds(300)),
  ]
  public static let maxLength = Duration.textLimit

  /// A plan of `steps`, or of the default ones if there are none.
  ///
  /// Steps past the maximum are left out. The number of rounds is clamped, and to as many as fit into `maxLength`.
  public init(steps: [PlanStep] = Plan.defaultSteps, rounds: Int = Plan.defaultRounds) {
    let given = steps.isEmpty ? Plan.defaultSteps : Array(steps.prefix(Plan.maxSteps))
    let steps = given.enumerated().map { $1.named(at: $0) }
    var end: Int64 = 0
    ends = steps.map { step in
      end += step.length.nanosecondsClamped
      return end
    }
    // One round always fits: all steps at their longest are within the limit.
    let fitting = Int(Plan.maxLength.nanosecondsClamped / end)
    self.steps = steps
    self.rounds = min(
      max(rounds, Plan.allowedRounds.lowerBound), fitting, Plan.allowedRounds.upperBound)
  }

  public var count: Int { steps.count * rounds }

  public var length: Duration { Duration(nanoseconds: start(of: count)) }

  /// The step at `position`, which is not negative.
  public func step(at position: Int) -> PlanStep { steps[position % steps.count] }

  /// The round that `position` belongs to; the first is 1.
  public func round(of position: Int) -> Int { position / steps.count + 1 }

  /// When the step at `position` begins, in nanoseconds since the plan began, if no step waits.
  func start(of position: Int) -> Int64 {
    let (round, index) = position.quotientAndRemainder(dividingBy: steps.count)
    return Int64(round) * roundLength + (index == 0 ? 0 : ends[index - 1])
  }

  /// Advances from `position`, where so many nanoseconds have been spent, as far as the plan goes on by itself. Returns
  /// the position reached and the time spent there; more than the step's length only where it does not go on.
  func goingOn(from position: Int, spent: Int64) -> (position: Int, spent: Int64) {
    let stop = stop(from: position)
    let time = start(of: position).addingClamped(spent)
    guard time < start(of: stop + 1) else { return (stop, time - start(of: stop)) }
    let (round, timeOfRound) = time.quotientAndRemainder(dividingBy: roundLength)
    let found = Int(round) * steps.count + (ends.firstIndex { $0 > timeOfRound } ?? 0)
    return (found, time - start(of: found))
  }

  private var roundLength: Int64 { ends[ends.count - 1] }

  /// The first position from `position` on where it does not go on by itself.
  private func stop(from position: Int) -> Int {
    let last = count - 1
    // A waiting step comes again within a round.
    return (position..<position + steps.count).first { $0 == last || step(at: $0).waits } ?? last
  }
}
