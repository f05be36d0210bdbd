/// How the cost of a frame grows: groups of specimens that differ in one thing.
public struct Growth: Equatable, Sendable {
  /// One specimen and what a frame of it costs.
  public struct Row: Equatable, Sendable {
    /// What it is.
    public var name: String
    /// Damaged pixels a frame.
    public var pixels = 0.0
    /// Rectangles of damage a frame.
    public var rectangles = 0.0
    /// CPU time of composing and comparing a frame, in microseconds.
    public var compose = 0.0
    /// CPU time of painting what is damaged, in microseconds.
    public var paint = 0.0
    /// Pieces of memory asked for, a frame.
    public var allocations = 0.0

    /// A specimen of which nothing is known yet.
    public init(name: String) {
      self.name = name
    }

    /// CPU time of a frame, in microseconds.
    public var time: Double { compose + paint }
    /// CPU time a damaged pixel, in nanoseconds; 0 where nothing is damaged.
    public var perPixel: Double { pixels > 0 ? time * 1000 / pixels : 0 }
  }

  /// Specimens that differ in one thing.
  public struct Group: Equatable, Sendable {
    /// What they differ in.
    public var name: String
    /// Whether they are damaged alike and so must cost the same.
    public var isFlat: Bool
    /// The specimens, smallest first.
    public var rows: [Row]

    /// A group of `rows`.
    public init(name: String, isFlat: Bool, rows: [Row]) {
      self.name = name
      self.isFlat = isFlat
      self.rows = rows
    }

    /// The most that a specimen costs, in times of the first; 0 where there is none.
    public var worst: Double {
      guard let first = rows.first, first.time > 0 else { return 0 }
      return rows.map { $0.time / first.time }.max() ?? 0
    }

    /// Whether all are damaged alike, to a hundredth.
    public var isDamagedAlike: Bool {
      guard let first = rows.first else { return false }
      return rows.allSatisfy { abs($0.pixels - first.pixels) <= first.pixels / 100 }
    }
  }

  /// The groups.
  public var groups: [Group] = []

  /// No groups.
  public init() {}

  /// A table in Markdown.
  public var text: String {
    var table = Table(
      [
        "what grows", "specimen", "pixels", "rects", "compose us", "paint us", "us", "ns a pixel", "allocs",
        "x first",
      ], words: 2)
    for group in groups {
      for row in group.rows {
        let first = group.rows.first?.time ?? 0
        table.add([
          group.name, row.name, Decimal.text(row.pixels, digits: 0), Decimal.text(row.rectangles, digits: 1),
          Decimal.text(row.compose, digits: 1), Decimal.text(row.paint, digits: 1),
          Decimal.text(row.time, digits: 1), Decimal.text(row.perPixel, digits: 2),
          Decimal.text(row.allocations, digits: 2), Decimal.text(row.time / first, digits: 2),
        ])
      }
    }
    return table.text
  }

  /// The same as JSON.
  public var json: JSON {
    .object([
      ("version", .number(1)),
      (
        "groups",
        .list(
          groups.map { group in
            .object([
              ("name", .text(group.name)), ("flat", .flag(group.isFlat)),
              ("damaged_alike", .flag(group.isDamagedAlike)), ("worst", .number(group.worst)),
              ("rows", .list(group.rows.map(Growth.json))),
            ])
          })
      ),
    ])
  }

  private static func json(_ row: Row) -> JSON {
    .object([
      ("name", .text(row.name)), ("pixels", .number(row.pixels)), ("rectangles", .number(row.rectangles)),
      ("compose_us", .number(row.compose)), ("paint_us", .number(row.paint)),
      ("ns_a_pixel", .number(row.perPixel)), ("allocations", .number(row.allocations)),
    ])
  }
}
