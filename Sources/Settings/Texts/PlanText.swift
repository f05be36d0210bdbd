package import Timekeeping

/// How texts become plans.
package enum PlanText {
  /// The steps of a plan.
  package static func steps(_ text: String) throws -> [PlanStep] {
    do throws(PlanTextError) {
      return try Plan.steps(parsing: text)
    } catch {
      throw ArgumentProblem(description: error.description)
    }
  }

  /// How often a plan is gone through.
  package static func rounds(_ text: String) throws -> Int {
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
