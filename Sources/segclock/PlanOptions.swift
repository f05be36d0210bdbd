import ArgumentParser
import Settings
import Timekeeping

/// The options that say what is planned.
struct PlanOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The steps of a plan, with commas: each a name, how long it takes, and "wait" where the next one is to be \
      started by hand, as in "Focus 25m, Break 5m wait"; by default Focus 25m, Break 5m.
      """, valueName: "steps"),
    transform: PlanText.steps)
  var plan: [PlanStep]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often the plan is gone through, from 1 to 999; once by default, without --plan 4 times.",
      valueName: "number"),
    transform: ArgumentText.choice(read: PlanText.rounds))
  var rounds: Choice<Int>?

  @Flag(
    inversion: .prefixedNo,
    help: "Let the plan wait at the end of every step for the next one to be started, or not.")
  var planWaits: Bool?

  func validate() throws {
    var settings = ProgramSettings()
    (settings.plan, settings.rounds) = (plan, rounds)
    guard let problem = settings.planProblem else { return }
    throw ValidationError("--rounds: \(problem).")
  }

  /// Whether any of them was given.
  var isGiven: Bool { plan != nil || rounds != nil || planWaits != nil }

  /// Whether every step waits, if that was said.
  var waits: Switch? { planWaits.map { $0 ? .on : .off } }
}
