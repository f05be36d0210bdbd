/// A table in Markdown: its columns as wide as their widest cell, words to the left and figures to the right.
package struct Table {
  private let words: Int
  private let digits: [Int]
  private var lines: [[String]]

  /// An empty table: columns of words, and after them columns of figures with a number of digits after the point.
  package init(_ words: [String], _ figures: [(heading: String, digits: Int)] = []) {
    self.words = words.count
    digits = figures.map(\.digits)
    lines = [words + figures.map(\.heading)]
  }

  package mutating func add(_ words: [String], _ figures: [Double] = []) {
    lines.append(words + zip(figures, digits).map { $0.text($1) })
  }

  package var text: String {
    let widths = lines[0].indices.map { column in
      max(3, lines.map { $0[column].count }.max() ?? 0)
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

extension Collection where Element: BinaryFloatingPoint {
  package var median: Element {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}

extension Double {
  /// The number with `digits` after the point; `-` where it is no number or too large for one.
  package func text(_ digits: Int = 0) -> String {
    var power = 1
    for _ in 0..<Swift.min(Swift.max(digits, 0), 9) { power *= 10 }
    guard let whole = Int(exactly: (self * Double(power)).rounded()) else { return "-" }
    guard power > 1 else { return String(whole) }
    let rest = String(power + Int(whole.magnitude % UInt(power))).dropFirst()
    return "\(whole < 0 ? "-" : "")\(whole.magnitude / UInt(power)).\(rest)"
  }
}
