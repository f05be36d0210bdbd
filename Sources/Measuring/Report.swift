/// The results of a run on a display, as a table for people and as JSON for programs.
public struct Report: Equatable, Sendable {
  /// A row for each measurement: what it was, and its figures.
  public struct Row: Equatable, Sendable {
    /// What the panel was made to do.
    public var workload: String
    /// The window's size, in pixels.
    public var size: String
    /// How frames reached the server.
    public var way: String
    /// What was found, as `Outcome.figures`.
    public var figures: [Figure]

    /// A row of these figures.
    public init(workload: String, size: String, way: String, figures: [Figure]) {
      self.workload = workload
      self.size = size
      self.way = way
      self.figures = figures
    }
  }

  /// What was measured.
  public var rows: [Row] = []
  /// Parts of the work alone, in microseconds.
  public var parts: [Figure] = []

  /// Nothing yet.
  public init() {}

  /// Columns of the table: heading, figure, digits after the point.
  private static let columns: [(heading: String, name: String, digits: Int)] = [
    ("client", "client_us", 0), ("server", "server_us", 0), ("bound", "bound_us", 0), ("ratio", "ratio", 2),
    ("pixels", "pixels", 0), ("rects", "rectangles", 1), ("wire B", "wire_bytes", 0),
    ("allocs", "allocations", 2), ("wakes", "wake_ups", 2), ("X wakes", "server_wake_ups", 2),
    ("frames/s", "frames_a_second", 1), ("PSS MB", "pss_mb", 1),
  ]

  /// The tables in Markdown; times are microseconds of CPU a frame, of the client, the server and of both for the
  /// bound.
  public var text: String {
    var table = Table(["workload", "size", "way"] + Report.columns.map(\.heading), words: 3)
    for row in rows {
      table.add(
        [row.workload, row.size, row.way]
          + Report.columns.map { Decimal.text(row.figures[$0.name] ?? .nan, digits: $0.digits) })
    }
    guard !parts.isEmpty else { return table.text }
    var alone = Table(["alone", "us"], words: 1)
    for part in parts { alone.add([part.name, Decimal.text(part.value, digits: 1)]) }
    return table.text + "\n" + alone.text
  }

  /// The same as one JSON object.
  public var json: JSON {
    .object([
      ("version", .number(2)),
      (
        "rows",
        .list(
          rows.map {
            .object([
              ("workload", .text($0.workload)), ("size", .text($0.size)), ("way", .text($0.way)),
              ("figures", .figures($0.figures)),
            ])
          })
      ), ("parts_us", .figures(parts)),
    ])
  }
}
