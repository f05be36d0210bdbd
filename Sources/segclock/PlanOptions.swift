import ArgumentParser
import Timekeeping

extension ArgumentText {
  /// The steps of a plan.
  static func steps(_ text: String) throws -> [PlanStep] {
    do throws(PlanTextError) {
      return try Plan.steps(parsing: text)
    } catch {
      throw ArgumentProblem(description: error.description)
    }
  }

  /// How often a plan is gone through.
  static func rounds(_ text: String) throws -> Int {
    guard let rounds = Int(text), Plan.allowedRounds.contains(rounds) else {
      throw ArgumentProblem(
        description: """
          a number of rounds is a whole number from \(Plan.allowedRounds.lowerBound) to \
          \(Plan.allowedRounds.upperBound)
          """)
    }
    return rounds
  }
}

/// The options that say what is planned.
struct PlanOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The steps of a plan, with commas: each a name, how long it takes, and "wait" where the next one is to be \
      started by hand, as in "Focus 25m, Break 5m wait"; by default Focus 25m, Break 5m.
      """, valueName: "steps"),
    transform: ArgumentText.steps)
  var plan: [PlanStep]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often the plan is gone through, from 1 to 999; once by default, without --plan 4 times.",
      valueName: "number"),
    transform: ArgumentText.rounds)
  var rounds: Int?

  @Flag(help: "Let the plan wait at the end of every step for the next one to be started.")
  var planWaits = false

  func validate() throws {
    guard let rounds, value.rounds < rounds else { return }
    throw ValidationError(
      """
      --rounds \(rounds): this plan can be gone through up to \(value.rounds) times, as all of it is allowed to take \
      1000000 hours.
      """)
  }

  /// Whether any of them was given.
  var isGiven: Bool { plan != nil || rounds != nil || planWaits }

  /// The plan that was asked for.
  var value: Plan {
    let steps = (plan ?? Plan.defaultSteps).map { step in
      var step = step
      step.waits = step.waits || planWaits
      return step
    }
    return Plan(steps: steps, rounds: rounds ?? (plan == nil ? Plan.defaultRounds : 1))
  }
}
