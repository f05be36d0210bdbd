/// A table in Markdown: its columns as wide as their widest cell, words to the left and figures to the right.
public struct Table: Equatable, Sendable {
  private let heading: [String]
  private let words: Int
  private var rows: [[String]] = []

  /// An empty table with these headings, the first `words` of them over words and the others over figures.
  public init(_ heading: [String], words: Int) {
    self.heading = heading
    self.words = words
  }

  /// Adds a row; cells that are missing are empty, those beyond the headings are dropped.
  public mutating func add(_ cells: [String]) {
    let missing = max(0, heading.count - cells.count)
    rows.append(cells.prefix(heading.count) + [String](repeating: "", count: missing))
  }

  /// The lines, each with its end.
  public var text: String {
    let widths = heading.indices.map { column in
      max(3, ([heading] + rows).map { $0[column].count }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column < words ? cell + space : space + cell
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rule = widths.enumerated().map { column, width in
      column < words ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return line(heading) + line(rule) + rows.map(line).joined()
  }
}
