import ArgumentParser
import Platform
import Timekeeping

/// On or off.
enum Switch: String, CaseIterable {
  case on, off
}

/// The options that say what time the clock shows, and how.
struct ClockOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The hours of the clock: 12, with AM and PM, or 24; by default as the locale has it.",
      valueName: "hours"),
    transform: { try ArgumentText.name(HourCycle.self, "the number of hours", $0) })
  var hours: HourCycle?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Whether the clock shows seconds: on, the default, or off.", valueName: "switch"),
    transform: { try ArgumentText.name(Switch.self, "a switch", $0) })
  var seconds: Switch = .on

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time zone of the clock, as in Europe/Berlin; by default that of TZ, or else the system's.",
      valueName: "zone"),
    transform: { try FollowedZone(named: $0) })
  var zone: FollowedZone?

  /// The clock as these options and the user's locale have it.
  var style: ClockStyle {
    let locale = UserLocale()
    let words = locale.map {
      CalendarWords(weekdays: $0.weekdays, months: $0.months, am: $0.am, pm: $0.pm)
    }
    return ClockStyle(
      hours: hours ?? HourCycle(timeFormat: locale?.timeFormat ?? ""), showsSeconds: seconds == .on,
      words: words ?? CalendarWords())
  }
}
