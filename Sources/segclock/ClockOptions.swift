import ArgumentParser
import Settings
import Timekeeping

/// The options that say what time the clock shows, and how.
struct ClockOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The hours of the clock: 12, with AM and PM, or 24; by default as the locale has it.",
      valueName: "hours"),
    transform: ArgumentText.choice {
      try ArgumentText.name(HourCycle.self, "the number of hours", $0)
    })
  var hours: Choice<HourCycle>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Whether the clock shows seconds: on, the default, or off.", valueName: "switch"),
    transform: ArgumentText.toggle)
  var seconds: Switch?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time zone of the clock, as in Europe/Berlin; by default that of TZ, or else the system's.",
      valueName: "zone"),
    transform: ArgumentText.choice(read: ArgumentText.knownZone))
  var zone: Choice<String>?
}
