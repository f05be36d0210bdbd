/// The results of a run, as a table for people and as JSON for programs.
struct Report {
  /// A row for each measurement: what it was, and its figures by name.
  struct Row {
    var workload: String
    var size: String
    var way: String
    var figures: [(name: String, value: Double)]

    func value(_ name: String) -> Double { figures.first { $0.name == name }?.value ?? 0 }
  }

  var rows: [Row] = []
  var micro: [(name: String, value: Double)] = []

  /// Columns of the table: heading, figure, digits after the point.
  private static let columns: [(heading: String, name: String, digits: Int)] = [
    ("client", "client_us", 0), ("server", "server_us", 0), ("bound", "bound", 0), ("ratio", "ratio", 2),
    ("pixels", "pixels", 0), ("rects", "rectangles", 1), ("wire B", "wire_bytes", 0),
    ("allocs", "allocations", 2), ("wakes", "wake_ups", 2), ("X wakes", "server_wake_ups", 2),
    ("frames/s", "frames_a_second", 1), ("PSS MB", "pss_mb", 1),
  ]

  /// The table in Markdown; times are microseconds of CPU a frame, of the client, the server and of both for the
  /// bound.
  var table: String {
    var lines: [[String]] = [["workload", "size", "way"] + Report.columns.map(\.heading)]
    for row in rows {
      let figures = Report.columns.map { column in
        let value =
          column.name == "bound"
          ? row.value("bound_client_us") + row.value("bound_server_us") : row.value(column.name)
        return Report.decimal(value, digits: column.digits)
      }
      lines.append([row.workload, row.size, row.way] + figures)
    }
    var text = Report.markdown(lines, leading: 3)
    if !micro.isEmpty {
      text += "\n"
      text += Report.markdown(
        [["alone", "us"]] + micro.map { [$0.name, Report.decimal($0.value, digits: 1)] }, leading: 1)
    }
    return text
  }

  /// The same as one JSON object.
  var json: String {
    let rows = rows.map { row in
      let figures = row.figures.map { "\"\($0.name)\":\(Report.decimal($0.value, digits: 3))" }
      return "{\"workload\":\"\(row.workload)\",\"size\":\"\(row.size)\",\"way\":\"\(row.way)\","
        + figures.joined(separator: ",") + "}"
    }
    let micro = micro.map { "\"\($0.name)\":\(Report.decimal($0.value, digits: 3))" }
    return
      "{\"version\":1,\"rows\":[\n\(rows.joined(separator: ",\n"))\n],\"micro_us\":{\(micro.joined(separator: ","))}}\n"
  }

  private static func markdown(_ lines: [[String]], leading: Int) -> String {
    guard let head = lines.first else { return "" }
    let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = cells.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column < leading ? cell + space : space + cell
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rule = widths.enumerated().map { column, width in
      column < leading ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return line(head) + line(rule) + lines.dropFirst().map(line).joined()
  }

  /// `value` with so many digits after the point.
  static func decimal(_ value: Double, digits: Int) -> String {
    var power = 1
    for _ in 0..<digits { power *= 10 }
    guard let whole = Int(exactly: (value * Double(power)).rounded()) else { return "0" }
    let rest = String(abs(whole) % power)
    let sign = whole < 0 ? "-" : ""
    let padding = String(repeating: "0", count: max(0, digits - rest.count))
    return digits == 0 ? String(whole) : "\(sign)\(abs(whole) / power).\(padding)\(rest)"
  }
}
