import Wording

/// One step of a plan.
public struct PlanStep: Hashable, Sendable {
  /// What it is called, in `Plan.maxNameLength` characters and `Plan.maxNameBytes` bytes at most.
  public private(set) var name: String
  /// How long it takes, within `Plan.stepLengths`.
  public let length: Duration
  /// Whether the plan waits at its end for somebody to start the next step.
  public var waits: Bool

  /// A step called `name`, whose end is cut off where it is too long; a length out of range is held within it.
  public init(_ name: String, _ length: Duration, waits: Bool = false) {
    self.name = name.drawable.cut(toCharacters: Plan.maxNameLength, bytes: Plan.maxNameBytes)
    let held = min(max(length, Plan.stepLengths.lowerBound), Plan.stepLengths.upperBound)
    self.length = Duration(nanoseconds: held.nanosecondsClamped)
    self.waits = waits
  }

  /// The step at `index` of a plan: one without a name is called by its number.
  fileprivate func named(at index: Int) -> PlanStep {
    guard name.isEmpty else { return self }
    var step = self
    step.name = "Step \(index + 1)"
    return step
  }
}

/// Steps, one after the other, a number of times.
///
/// A place is a step of a round: 0 is the first step of the first round, and `count` is the number of all of them.
public struct Plan: Hashable, Sendable {
  /// The steps of a round, in their order; one at least, `maxSteps` at most.
  public let steps: [PlanStep]
  /// How often they are gone through, within `allowedRounds`.
  public let rounds: Int
  /// When each step ends, in nanoseconds since its round began.
  private let ends: [Int64]
  /// How many steps after each the next one comes that waits, 0 where it waits itself; empty where none does.
  private let stepsToWait: [Int]

  /// The most steps of a round.
  public static let maxSteps = 64
  /// The most characters of a step's name.
  public static let maxNameLength = 32
  /// The most bytes of it: a character may be of any number of them, and a plan is to have room in a snapshot.
  public static let maxNameBytes = 256
  /// How long a step can be.
  public static let stepLengths = Duration.seconds(1)...Duration.seconds(36_000_000 as Int64)
  /// How many rounds there can be.
  public static let allowedRounds = 1...999
  /// The longest that all rounds take together.
  public static let longest = Duration.textLimit
  /// The rounds of a plan that was not told of another.
  public static let defaultRounds = 4

  /// The steps of a plan that was not told of others.
  public static let defaultSteps = [
    PlanStep("Focus", .seconds(1500)), PlanStep("Break", .seconds(300)),
  ]

  /// A plan of `steps`, or of those by default where there are none.
  ///
  /// Steps past the last that is allowed are left out. The number of rounds is held within what is allowed, and to as
  /// many as fit into `longest`.
  public init(steps: [PlanStep] = Plan.defaultSteps, rounds: Int = Plan.defaultRounds) {
    let given = steps.isEmpty ? Plan.defaultSteps : Array(steps.prefix(Plan.maxSteps))
    let steps = given.enumerated().map { $1.named(at: $0) }
    var end: Int64 = 0
    let ends = steps.map { step in
      end += step.length.nanosecondsClamped
      return end
    }
    // One round always fits: all steps at their longest are within the limit.
    let most = min(Int(Plan.longest.nanosecondsClamped / end), Plan.allowedRounds.upperBound)
    self.steps = steps
    self.ends = ends
    self.rounds = min(max(rounds, Plan.allowedRounds.lowerBound), most)
    stepsToWait = Plan.stepsToWait(steps)
  }

  /// The number of its places.
  public var count: Int { steps.count * rounds }

  /// How long all rounds take together.
  public var length: Duration { Duration(nanoseconds: start(of: count)) }

  /// The step at `place`, which is not negative.
  public func step(at place: Int) -> PlanStep { steps[place % steps.count] }

  /// The round that `place` belongs to; the first is 1.
  public func round(of place: Int) -> Int { place / steps.count + 1 }

  /// When the step at `place` begins, in nanoseconds since the plan began, if nobody waits.
  func start(of place: Int) -> Int64 {
    let (round, index) = place.quotientAndRemainder(dividingBy: steps.count)
    return Int64(round) * roundLength + (index == 0 ? 0 : ends[index - 1])
  }

  /// Where that plan has come to which goes on by itself from `place`, where so many nanoseconds have been spent, and
  /// how many it has spent there; more than the step's length only where it does not go on.
  func goingOn(from place: Int, spent: Int64) -> (place: Int, spent: Int64) {
    let stop = stop(from: place)
    let time = start(of: place).addingClamped(spent)
    guard time < start(of: stop + 1) else { return (stop, time - start(of: stop)) }
    let (round, rest) = time.quotientAndRemainder(dividingBy: roundLength)
    let found = Int(round) * steps.count + indexOfStep(at: rest)
    return (found, time - start(of: found))
  }

  private var roundLength: Int64 { ends[ends.count - 1] }

  /// The first place from `place` on where it does not go on by itself.
  private func stop(from place: Int) -> Int {
    stepsToWait.isEmpty ? count - 1 : min(place + stepsToWait[place % steps.count], count - 1)
  }

  /// The step that so many nanoseconds of a round, 0..<`roundLength`, lead to.
  private func indexOfStep(at time: Int64) -> Int {
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func stepsToWait(_ steps: [PlanStep]) -> [Int] {
    guard let first = steps.firstIndex(where: \.waits) else { return [] }
    var next = steps.count + first
    var result = [Int](repeating: 0, count: steps.count)
    for index in steps.indices.reversed() {
      if steps[index].waits { next = index }
      result[index] = next - index
    }
    return result
  }
}
