/// What is listed, such as laps or steps: rows with a label and a time, one of which may run.
package struct ListContent: Equatable, Sendable {
  /// What the rows are called by.
  package enum Labels: Equatable, Sendable {
    case numbers, names, numbersAndNames
  }

  /// How a row stands out among the others.
  package enum Kind: Equatable, Sendable {
    case plain
    /// The shortest and the longest of its kind.
    case shortest, longest
    /// The lap that runs.
    case running
    /// Over, and the one that it has come to.
    case done, present
  }

  /// A row that stands.
  package struct Row: Equatable, Sendable {
    package var label: String
    package var time: String
    package var kind: Kind
    /// How its time differs from what it is compared with, signed; empty where there is nothing to say.
    package var difference = ""
  }

  /// The row whose time may run.
  package struct Running: Equatable, Sendable {
    /// Which of those that are given it is, from the top.
    package var row: Int
    package var label: String
    package var time: Readout
    package var kind: Kind
  }

  package var labels: Labels
  /// The rows that stand, from the top.
  package var rows: [Row]
  package var running: Running?

  /// How many rows there are.
  package var count: Int { rows.count + (running == nil ? 0 : 1) }
}

/// What there is to list in all, and where a list stands that nobody has scrolled.
package struct ListExtent: Equatable, Sendable {
  /// What tells one list from another.
  package struct Identity: Equatable, Sendable {
    var mode: Mode
    var number: Int64
  }

  /// How many rows there are.
  package var count: Int
  /// The row that is to be seen, from the top.
  package var focus: Int
  /// A list with another identity is at its focus again, however far the one before was scrolled.
  package var identity: Identity

  /// The first of `rows` rows that are shown by themselves: the one before the focus, where there is room for three.
  package func home(rows: Int) -> Int { max(0, min(focus - (rows > 2 ? 1 : 0), count - rows)) }
}

extension Model {
  /// What there is to list in all.
  package var listExtent: ListExtent {
    let (count, focus, number) = mode.definition.listExtent(self)
    return ListExtent(count: count, focus: focus, identity: ListExtent.Identity(mode: mode, number: number))
  }

  /// The rows of these numbers, from the top, as far as there are any.
  package func list(rows: Range<Int>) -> ListContent {
    mode.definition.list(self, rows: rows.clamped(to: 0..<listExtent.count))
  }

  /// Up to so many rows of a list that nobody has scrolled.
  package func list(rows: Int) -> ListContent {
    let first = listExtent.home(rows: max(0, rows))
    return list(rows: first..<first + max(0, rows))
  }
}
