import ArgumentParser
import Control
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

private let clearWord = "clear"

struct DayCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day", abstract: "Print what ran on a day, in a week or in a month.",
    discussion: """
      today, yesterday, a date as in 2026-11-28, week or month; with or without a window. In csv each line is an \
      interval or a count; a name that a spreadsheet would take for a formula gets an apostrophe. What still runs has \
      no id. segclock ctl day changes intervals. clear removes for ever what ran before a date, as in \
      segclock day clear --before 2026-01-01.
      """)

  enum Format: String, CaseIterable { case text, csv, json }

  @Argument(
    help: ArgumentHelp("today, yesterday, a date, week or month; or clear.", valueName: "days"),
    completion: .list(["today", "yesterday", "week", "month", clearWord]))
  var days = "today"

  @Option(
    help: ArgumentHelp(
      "With clear: the first date that stays, as in 2026-01-01.", valueName: "date"),
    transform: { try CivilDate(parsing: $0) })
  var before: CivilDate?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Format: text, csv or json.", valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)),
    transform: Parsers.name("a format").parse)
  var format: Format = .text

  @Flag(help: "Write names as they are, even if a spreadsheet would take them for formulas.")
  var raw = false

  @OptionGroup var widget: WidgetOptions

  func run() throws {
    guard (days == clearWord) == (before != nil) else {
      throw TextError(
        "clear and --before need each other, as in segclock day clear --before 2026-01-01")
    }
    if let before { return try clear(before: before) }
    let configuration = try Configuration(reporting: widget.settings(for: "day"))
    let settings = configuration.settings
    let clocks = ClockReadings.now(.counted)
    let saved = try Database.snapshot(ofWidget: settings.name)
    var model = try saved?.model(at: clocks)?.0 ?? Model()
    configuration.configure(&model)
    let time = LocalTime()
    // What runs is as long as it would be if the window were asked.
    _ = model.apply(
      .day(.enter(time.days(since: model.day.oldestStart, startingAt: settings.dayStarts))),
      at: time.now)
    guard let today = model.day.today?.date else { return }
    let dates = try DayCommandLine.dates(days, today: today)
    let first = dates.lowerBound - DayCommandLine.maxStreak
    let onDisk = try saved?.intervals(first...dates.upperBound) ?? []
    let report = DayReport(
      first...dates.upperBound, of: model.day.merged(with: onDisk, at: time.now),
      goals: model.goals)
    let text = DayText(report: report, dates: dates, raw: raw)
    let output =
      switch format {
      case .text: text.text
      case .csv: text.csv
      case .json: text.json
      }
    try OutputFile(path: "-").write(output)
  }

  /// The longest streak that is counted, in days.
  private static let maxStreak = 3700

  static func dates(_ text: String, today: CivilDate) throws(TextError) -> ClosedRange<CivilDate> {
    switch text {
    case "today": return today...today
    case "yesterday": return today - 1...today - 1
    case "week":
      let first = today.startOfWeek(from: LocaleDates.firstWeekday)
      return first...first + 6
    case "month": return today.firstOfMonth...today.firstOfNextMonth - 1
    default:
      do {
        let date = try CivilDate(parsing: text)
        return date...date
      } catch {
        throw TextError(
          "\(text.quoted) is no day: write today, yesterday, a date as in 2026-11-28, week or month"
        )
      }
    }
  }
}

extension DayCommandLine {
  /// By the window that has the state, or without one.
  private func clear(before: CivilDate) throws {
    let name = try widget.settings(for: "day clear").name
    if let client = try? ControlClient.started(name) {
      return try client.ask(["day", "--", "clear", before.description])
    }
    let store = try StateStore(StateFolder(name: name))
    guard let store else { throw TextError("another segclock window owns the state; try again") }
    let clocks = ClockReadings.now(.counted)
    guard var model = try store.load(at: clocks).model else { return }
    _ = model.apply(.day(.keep(from: before)), at: LocalTime().now)
    try store.save(Batch(model, clocks))
  }
}
