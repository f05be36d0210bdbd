import ArgumentParser
import Session
import Settings
import Timekeeping

/// The options that say what laps are compared with, of both the window and `render`.
struct LapOptions: ParsableArguments {
  @Option(
    name: .customLong("target-lap"), parsing: .unconditional,
    help: ArgumentHelp(
      "The lap that laps and a ring of the lap are compared with; by default the best one.",
      valueName: "duration"), transform: ArgumentText.choice(read: ArgumentText.lap))
  var target: Choice<Duration>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      A ghost hand on the dial, which the hand of the lap meets when the lap takes as long as the best one, or as \
      --target-lap: best, target or off, the default.
      """, valueName: "lap"), transform: { try ArgumentText.name(Ghost.self, "a ghost", $0) })
  var ghost: Ghost?

  /// Refuses a ghost of a lap that `settings` do not name.
  func check(_ settings: ProgramSettings) throws {
    if ghost == .target, settings.targetLap?.value == nil {
      throw ValidationError(
        "--ghost target: needs --target-lap, which says how long a lap is to take.")
    }
  }
}
