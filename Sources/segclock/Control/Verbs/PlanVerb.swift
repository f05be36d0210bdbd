import ArgumentParser
import Session
import Settings
import Timekeeping

/// `segclock ctl plan`.
struct PlanVerb: ControlVerb {
  static let name = "plan"
  static let abstract =
    "Plan something and show it, or go to the next step or back, in whatever mode is shown."
  static let discussion = """
    What is planned stands until `segclock ctl start`. `next` goes to the next step; `back` to the beginning of this one, \
    then to the step before. With steps there may be --rounds and --plan-waits.
    """

  @Argument(
    help: ArgumentHelp("next, back, or steps as in \"Focus 25m, Break 5m\".", valueName: "steps"))
  var steps: String

  static let parentOptions: Set = ["--plan", "--rounds", "--plan-waits"]

  func words(_ parent: Segclock) throws -> [String] {
    let plan = parent.scene.settings
    guard plan.plan == nil else {
      throw ValidationError("--plan is for the window; ctl plan takes its steps as a word.")
    }
    let words = [
      steps, plan.rounds?.value.map { "\($0)" } ?? "", plan.planWaits == .on ? "waits" : "",
    ]
    _ = try PlanVerb.change(words)
    return words
  }

  private enum Change {
    case next, back
    case plan(Plan)
  }

  private static func change(_ words: [String]) throws -> Change {
    let isPlain = words.dropFirst().allSatisfy(\.isEmpty)
    switch words[0] {
    case "next" where isPlain: return .next
    case "back" where isPlain: return .back
    default:
      var steps = try Parsers.plan.parse(words[0])
      if words.count > 2, words[2] == "waits" {
        for index in steps.indices { steps[index].waits = true }
      }
      let rounds = words.count > 1 && !words[1].isEmpty ? try Parsers.rounds.parse(words[1]) : 1
      let plan = Plan(steps: steps, rounds: rounds)
      guard plan.rounds == rounds else {
        throw ArgumentProblem(
          description: "this plan can be gone through up to \(plan.rounds) times")
      }
      return .plan(plan)
    }
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...3)
    switch try change(words) {
    case .next: return command(.skip, on: desk, "there is no next step")
    case .back: return command(.back, on: desk, "this is the beginning")
    case .plan(let plan): return .commands([.setPlan(plan)])
    }
  }

  private static func command(_ command: Command, on desk: ControlDesk.Context, _ reason: String)
    -> ControlEffect
  {
    let command = Command.within(.plan, command)
    return desk.model.allows(command) ? .commands([command]) : .refused(reason)
  }
}
