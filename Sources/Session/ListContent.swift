/// What is listed, such as laps or steps: rows with a label and a time, one of which may run.
public struct ListContent: Equatable, Sendable {
  /// What the rows are called by.
  public enum Labels: Equatable, Sendable {
    case numbers, names, numbersAndNames
  }

  /// How a row stands out among the others.
  public enum Kind: Equatable, Sendable {
    case plain
    /// The shortest and the longest of its kind.
    case shortest, longest
    /// The lap that runs.
    case running
    /// Over, and the one that it has come to.
    case done, present
  }

  /// A row that stands.
  public struct Row: Equatable, Sendable {
    /// What is written before its time: a name or a number.
    public var label: String
    /// Its time as text.
    public var time: String
    /// How it stands out.
    public var kind: Kind
    /// How its time differs from what it is compared with, signed; empty where there is nothing to say.
    public var difference = ""
  }

  /// The row whose time may run.
  public struct Running: Equatable, Sendable {
    /// Which of those that are given it is, from the top.
    public var row: Int
    /// What is written before its time: a name or a number.
    public var label: String
    /// Its time.
    public var time: DisplayValue
    /// How it stands out.
    public var kind: Kind
  }

  /// What the labels are.
  public var labels: Labels
  /// The rows that stand, from the top.
  public var rows: [Row]
  /// The row that runs, where one does.
  public var running: Running?

  /// How many rows there are.
  public var count: Int { rows.count + (running == nil ? 0 : 1) }
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

extension ListExtent {
  /// What `model` has to list in all.
  package init(of model: Model) {
    let (count, focus, number) = model.mode.definition.listExtent(model)
    self.init(count: count, focus: focus, identity: Identity(mode: model.mode, number: number))
  }
}

extension ListContent {
  /// The rows of `model` of these numbers, from the top, as far as there are any.
  package init(of model: Model, rows: Range<Int>) {
    self = model.mode.definition.list(
      model, rows: rows.clamped(to: 0..<ListExtent(of: model).count))
  }

  /// Up to so many rows of `model`, of a list that nobody has scrolled.
  package init(of model: Model, rows: Int) {
    let first = ListExtent(of: model).home(rows: max(0, rows))
    self.init(of: model, rows: first..<first + max(0, rows))
  }
}
