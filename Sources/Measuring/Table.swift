/// A table in Markdown: its columns as wide as their widest cell, words to the left and figures to the right.
package struct Table: Equatable, Sendable {
  private let words: Int
  private let digits: [Int]
  /// The headings, and the rows.
  private var lines: [[String]]

  /// An empty table: columns of words, and after them columns of figures with so many digits after the point.
  package init(_ words: [String], _ figures: [(heading: String, digits: Int)] = []) {
    self.words = words.count
    digits = figures.map(\.digits)
    lines = [words + figures.map(\.heading)]
  }

  /// Adds a row; cells that are missing are empty, those beyond the headings are dropped.
  package mutating func add(_ words: [String], _ figures: [Double] = []) {
    func filled(_ cells: [String], _ count: Int) -> [String] {
      cells.prefix(count) + [String](repeating: "", count: max(0, count - cells.count))
    }
    let figures = zip(figures, digits).map { $0.text($1) }
    lines.append(filled(words, self.words) + filled(figures, digits.count))
  }

  /// The lines, each with its end.
  package var text: String {
    let widths = lines[0].indices.map { column in max(3, lines.map { $0[column].count }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column < words ? cell + space : space + cell
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rule = widths.enumerated().map { column, width in
      column < words
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return line(lines[0]) + line(rule) + lines.dropFirst().map(line).joined()
  }
}
