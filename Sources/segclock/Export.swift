import ArgumentParser
import Files
import Session
import Settings
import Storage
import Timekeeping

/// `segclock export`: the laps of a session, for other programs.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the laps of a session as csv, tsv or json.",
    discussion: """
      Each lap with its number, its name if it has one, its time and the total in seconds, and when it ended by the local clock (ISO 8601, empty \
      where that is not known). Then "split", the time since the last lap, and "total". json has whole nanoseconds and times in UTC.
      """)

  /// How laps are written.
  enum Format: String, CaseIterable {
    case csv, tsv, json
  }

  @Argument(
    help: ArgumentHelp(
      "The number of a session, as `segclock history` lists them; by default what the stopwatch has now.",
      valueName: "session"), transform: Export.session)
  var number: Int64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Format: csv, tsv or json.", valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)),
    transform: { try ArgumentText.name(Format.self, "a format", $0) })
  var format: Format = .csv

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  /// The number of a session.
  static func session(_ text: String) throws -> Int64 {
    guard let number = Int64(text), number > 0 else {
      throw ArgumentProblem(
        description: "a session is a whole number from 1 on, as segclock history lists them")
    }
    return number
  }

  func run() throws {
    let folder = try StateFolder(name: widget.name(parent, "export"))
    let clocks = ClockReadings.now(.counted)
    let sessions = try PastSessions(in: folder)
    let model = try sessions.model(at: clocks)
    let wanted = number ?? model?.session.number ?? 1
    let found = try sessions.session(wanted)
    if number != nil, found == nil, number != model?.session.number {
      throw ArgumentProblem(
        description: "there is no session \(wanted); segclock history lists those that are kept")
    }
    let session = found ?? .empty
    // That of the stopwatch goes on: its total is the one so far.
    let present =
      wanted == model?.session.number ? model.flatMap { SessionEnd(of: $0, at: clocks) } : nil
    var table = LapTable(format, session: wanted, session, end: present ?? session.end)
    while let text = table.next() { try OutputFile(path: "-").write(text) }
  }
}

/// Laps as text, made in pieces however many there are.
struct LapTable {
  private let format: Export.Format
  private let session: RecordedSession
  private let number: Int64
  private let end: SessionEnd?
  private let time = LocalTime()
  /// The next lap; -1 before the head, one past the laps before the foot.
  private var place = -1

  /// How many laps make a piece.
  private static let pieceLength = 1000

  /// Session `number` in `format`; `end` is how it ended or, where it goes on, how it stands.
  init(_ format: Export.Format, session number: Int64, _ session: RecordedSession, end: SessionEnd?)
  {
    (self.format, self.number, self.session, self.end) = (format, number, session, end)
  }

  /// The next piece; nil when all is written.
  mutating func next() -> String? {
    let count = session.laps.count
    if place < 0 {
      place = 0
      return head
    }
    guard place <= count else { return nil }
    if place == count {
      place += 1
      return foot
    }
    let end = min(place + LapTable.pieceLength, count)
    defer { place = end }
    return (place..<end).reduce(into: "") { $0 += line($1) }
  }

  private var head: String {
    switch format {
    case .csv: "lap,name,lap_time,total,time\n"
    case .tsv: "lap\tname\tlap_time\ttotal\ttime\n"
    case .json:
      """
      {"version":1,"session":\(number),"start":\(quoted(end.map { time.utc($0.start) })),\
      "total_ns":\(end.map { String($0.total.nanosecondsClamped) } ?? "null"),"laps":[
      """
    }
  }

  /// The time since the last lap and the total; nothing where the session has not begun.
  private var foot: String {
    // The laps of a damaged file may be longer than the total.
    let split = end.map { max(.zero, $0.total - session.laps.total) }
    if format == .json {
      return "\n],\"split_ns\":\(split.map { String($0.nanosecondsClamped) } ?? "null")}\n"
    }
    guard let end, let split else { return "" }
    let separator = format == .csv ? "," : "\t"
    let rows = [
      ["split", "", split.decimal, end.total.decimal, ""],
      ["total", "", "", end.total.decimal, ""],
    ]
    return rows.map { $0.joined(separator: separator) + "\n" }.joined()
  }

  private mutating func line(_ index: Int) -> String {
    let lap = session.laps[index]
    let name = session.laps.namesByNumber[lap.number]
    let wall = session.wallTimes.indices.contains(index) ? session.wallTimes[index] : nil
    if format == .json {
      return """
        \(index == 0 ? "" : ",")
        {"n":\(lap.number),"name":\(quoted(name?.escapedForJSON)),"lap_ns":\(lap.duration.nanosecondsClamped),\
        "total_ns":\(lap.total.nanosecondsClamped),"time":\(quoted(wall.map { time.utc($0) }))}
        """
    }
    let stamp = wall.map { time.wall(at: $0).timestamp } ?? ""
    let fields = [
      String(lap.number), format == .csv ? (name ?? "").quotedForCSV : name ?? "",
      lap.duration.decimal,
      lap.total.decimal, stamp,
    ]
    return fields.joined(separator: format == .csv ? "," : "\t") + "\n"
  }

  private func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
}

extension LocalTime {
  /// The clock on the wall at a moment of the Unix time axis, in nanoseconds.
  func wall(at epoch: Int64) -> WallClock {
    WallClock(epochNanoseconds: epoch, utcOffsetSeconds: utcOffset(at: epoch))
  }

  /// The same in UTC, by ISO 8601.
  func utc(_ epoch: Int64) -> String {
    WallClock(epochNanoseconds: epoch, utcOffsetSeconds: 0).timestamp + "Z"
  }
}

extension String {
  /// A field by RFC 4180: in quotes where it has a comma or quotes. A name has no line ends.
  fileprivate var quotedForCSV: String {
    guard contains(where: { $0 == "," || $0 == "\"" }) else { return self }
    return "\"" + String(flatMap { $0 == "\"" ? "\"\"" : String($0) }) + "\""
  }

  /// The inside of a string of JSON. A name has no control characters.
  fileprivate var escapedForJSON: String {
    String(flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) })
  }
}

extension Duration {
  /// Seconds with three decimals, as in 83.456, the rest cut off.
  fileprivate var decimal: String {
    let thousandths = nanosecondsClamped / 1_000_000
    return "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
  }
}
