/// What is listed, such as laps or steps: rows with a label and a time, one of which may run.
package struct ListContent: Equatable, Sendable {
  /// What the rows are called by.
  package enum Labels: Equatable, Sendable {
    case numbers, names
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
  }

  /// The row whose time may run.
  package struct Running: Equatable, Sendable {
    /// Which row of all it is, from the top.
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
