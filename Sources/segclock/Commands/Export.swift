import ArgumentParser
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the laps of a session as csv, tsv or json.",
    discussion: """
      Each lap has its number, its name, its time and the total in seconds, the local time of its end (ISO 8601, empty if \
      unknown), and the kind of the line: lap. Then come a split, the time since the last lap, and a total. In csv and \
      tsv, a name that a spreadsheet would take for a formula gets an apostrophe. json has nanoseconds and times in UTC.
      """)

  enum Format: String, CaseIterable {
    case csv, tsv, json
  }

  @Argument(
    help: ArgumentHelp(
      "Number of a session in segclock history (default: the present one).", valueName: "session"),
    transform: Parsers.session.parse)
  var number: Int64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Format: csv, tsv or json.", valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)),
    transform: Parsers.name("a format").parse)
  var format: Format = .csv

  @Flag(help: "Write names as they are, even if a spreadsheet would take them for formulas.")
  var raw = false

  @OptionGroup var widget: WidgetOptions

  func run() throws {
    let clocks = ClockReadings.now(.counted)
    let saved = try Database.snapshot(ofWidget: widget.settings(for: "export").name)
    let model = try saved?.model(at: clocks)?.0
    let wanted = number ?? model?.session.number ?? 1
    let isPresent = wanted == model?.session.number
    let found = try saved?.session(wanted)
    if number != nil, found == nil, !isPresent {
      throw TextError("there is no session \(wanted); segclock history lists them")
    }
    let session = found ?? .empty
    // The present session has no end yet; its total is the current one.
    let present = isPresent ? model.flatMap { SessionEnd(of: $0, at: clocks) } : nil
    let end = present ?? session.end
    var text = ""
    switch format {
    case .csv:
      text = table(session, end) { $0.map(\.quotedForCSV).joined(separator: ",") + "\n" }
    case .tsv: text = table(session, end) { $0.joined(separator: "\t") + "\n" }
    case .json: text = Export.json(session, number: wanted, end)
    }
    try OutputFile(path: "-").write(text)
  }

  /// The time since the last lap. The laps of a damaged file may be longer than the total.
  private static func split(_ session: RecordedSession, _ end: SessionEnd) -> Duration {
    max(.zero, end.total - session.laps.total)
  }

  private func table(
    _ session: RecordedSession, _ end: SessionEnd?, _ line: ([String]) -> String
  ) -> String {
    let time = LocalTime()
    func decimal(from start: Duration = .zero, to end: Duration) -> String {
      Export.decimal(from: start, to: end)
    }
    var text = line(["lap", "name", "lap_time", "total", "time", "kind"])
    for (lap, name, stamp) in session.rows {
      let name = name.map { raw ? $0 : $0.inertInSpreadsheet } ?? ""
      text += line([
        "\(lap.number)", name, decimal(from: lap.total - lap.duration, to: lap.total),
        decimal(to: lap.total), stamp.map { time.wall(at: $0).timestamp } ?? "", "lap",
      ])
    }
    guard let end else { return text }
    let total = decimal(to: end.total)
    let split = decimal(from: end.total - Export.split(session, end), to: end.total)
    return text + line(["", "", split, total, "", "split"])
      + line(["", "", "", total, "", "total"])
  }

  /// The seconds between two totals, as in 83.456. Totals are rounded down, so that laps add up to them.
  private static func decimal(from start: Duration = .zero, to end: Duration) -> String {
    let milliseconds =
      end.nanosecondsClamped / 1_000_000 - start.nanosecondsClamped / 1_000_000
    return "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())"
  }

  private static func json(_ session: RecordedSession, number: Int64, _ end: SessionEnd?) -> String
  {
    let laps = session.rows.map { lap, name, stamp in
      """

      {"n":\(lap.number),"name":\(name?.json ?? "null"),\
      "lap_ns":\(lap.duration.nanosecondsClamped),"total_ns":\(lap.total.nanosecondsClamped),\
      "time":\(stamp.map { utc($0).json } ?? "null")}
      """
    }
    return """
      {"version":1,"session":\(number),"start":\(end.map { utc($0.start).json } ?? "null"),\
      "total_ns":\(end.map { "\($0.total.nanosecondsClamped)" } ?? "null"),\
      "laps":[\(laps.joined(separator: ","))
      ],"split_ns":\(end.map { "\(split(session, $0).nanosecondsClamped)" } ?? "null")}

      """
  }

  /// Formats nanoseconds since 1970 in UTC, by ISO 8601.
  private static func utc(_ epoch: Int64) -> String {
    WallClock(epochNanoseconds: epoch, utcOffsetSeconds: 0).timestamp + "Z"
  }
}

extension RecordedSession {
  /// The laps with their names, and the times at which they ended, in nanoseconds since 1970.
  fileprivate var rows: [(lap: Lap, name: String?, stamp: Int64?)] {
    let names = laps.namesByNumber
    return zip(laps, wallTimes).map { lap, time in (lap, names[lap.number], time) }
  }
}

extension WallClock {
  /// The day and the time to the millisecond, by ISO 8601, as in 2026-11-21T17:30:00.000.
  var timestamp: String {
    let fields = [month, day, hour, minute, second].map { String(100 + $0).dropFirst() }
    let thousandths = String(1000 + nanosecond / 1_000_000).dropFirst()
    return "\(year)-\(fields[0])-\(fields[1])T\(fields[2...].joined(separator: ":")).\(thousandths)"
  }
}

extension String {
  /// A field by RFC 4180: in quotes if it has a comma or quotes. A name has no line ends.
  var quotedForCSV: String {
    guard contains(where: { $0 == "," || $0 == "\"" }) else { return self }
    return "\"\(replacing("\"", with: "\"\""))\""
  }
}
