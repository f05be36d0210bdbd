/// How the cost of a frame grows: specimens that differ in one thing.
package struct Growth: Equatable, Sendable {
  /// One specimen and what a frame of it costs.
  package struct Row: Equatable, Sendable {
    package var name: String
    /// Damaged pixels a frame.
    package var pixels = 0.0
    /// Rectangles of damage a frame.
    package var rectangles = 0.0
    /// CPU time of composing and comparing a frame, in microseconds.
    package var compose = 0.0
    /// CPU time of painting what is damaged, in microseconds.
    package var paint = 0.0
    /// Pieces of memory asked for, a frame.
    package var allocations = 0.0

    /// A specimen of which nothing is known yet.
    package init(_ name: String) {
      self.name = name
    }

    /// CPU time of a frame, in microseconds.
    package var time: Double { compose + paint }
    /// CPU time a damaged pixel, in nanoseconds; 0 where nothing is damaged.
    package var perPixel: Double { pixels > 0 ? time * 1000 / pixels : 0 }
  }

  /// What they differ in.
  package let name: String
  /// The specimens, smallest first.
  package let rows: [Row]

  package init(_ name: String, _ rows: [Row]) {
    self.name = name
    self.rows = rows
  }

  /// The most that a specimen costs, in times of the first; nil where they are not all damaged alike, to a hundredth,
  /// or there are not two.
  package var worst: Double? {
    guard let first = rows.first, rows.count > 1, first.time > 0,
      rows.allSatisfy({ abs($0.pixels - first.pixels) <= first.pixels / 100 })
    else { return nil }
    return rows.map { $0.time / first.time }.max()
  }

  /// A table in Markdown.
  package static func text(_ groups: [Growth]) -> String {
    var table = Table(
      ["what grows", "specimen"],
      [
        ("pixels", 0), ("rects", 1), ("compose us", 1), ("paint us", 1), ("us", 1),
        ("ns a pixel", 2),
        ("allocs", 2), ("x first", 2),
      ])
    for group in groups {
      for row in group.rows {
        table.add(
          [group.name, row.name],
          [
            row.pixels, row.rectangles, row.compose, row.paint, row.time, row.perPixel,
            row.allocations,
            row.time / (group.rows.first?.time ?? 0),
          ])
      }
    }
    return table.text
  }
}
