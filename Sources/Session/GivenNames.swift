package import Timekeeping
package import Wording

// Names that the program itself gives to rings and steps. `ctl` and files have them in English, as any other name; what
// is shown or typed has them in the language of the user.

extension RingModel {
  /// The name that is shown.
  package var label: Phrase {
    switch name {
    // TRANSLATORS: The first three are examples that a user sees at the first start: what a day could be about.
    case "Goal": markc("ring", "Goal")
    case "Focus": markc("ring", "Focus")
    case "Build": markc("ring", "Build")
    case "Hour": markc("ring", "Hour")
    case "Minute": markc("ring", "Minute")
    case "Second": markc("ring", "Second")
    // TRANSLATORS: The time left of a timer.
    case "Left": markc("ring", "Left")
    case "Plan": markc("ring", "Plan")
    case "Step": markc("ring", "Step")
    default: Phrase(verbatim: name)
    }
  }
}

extension PlanStep {
  package var label: Phrase { PlanStep.label(of: name) }

  /// The name that is shown.
  static func label(of name: String) -> Phrase {
    switch name {
    // TRANSLATORS: Names of the steps of the plans that the program offers.
    case "Focus": return markc("step", "Focus")
    case "Break": return markc("step", "Break")
    case "Run": return markc("step", "Run")
    case "Walk": return markc("step", "Walk")
    case "Talk": return markc("step", "Talk")
    case "Questions": return markc("step", "Questions")
    default:
      guard let number = PlanStep.number(of: name) else { return Phrase(verbatim: name) }
      return markc("step", "Step {0}", number)
    }
  }
}

extension Plan {
  /// With the names that are shown, as it is typed.
  var translated: Plan {
    Plan(
      steps: steps.map { PlanStep($0.label.text, $0.length, waits: $0.waits) }, rounds: rounds)
  }
}
