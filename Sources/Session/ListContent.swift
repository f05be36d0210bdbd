/// A list of laps or steps: rows with a label and a time, one of which may run.
public struct ListContent: Equatable, Sendable {
  public enum Labels: Equatable, Sendable {
    case numbers, names, numbersAndNames
  }

  public enum Kind: Equatable, Sendable {
    case plain
    case shortest, longest
    case running
    case done, present
  }

  public struct Row: Equatable, Sendable {
    public var label: String
    public var time: String
    public var kind: Kind
    /// The signed difference of its time from what it is compared with; may be empty.
    public var difference = ""
  }

  /// The row whose time may run.
  public struct Running: Equatable, Sendable {
    /// Its index among the rows that are given.
    public var row: Int
    public var label: String
    public var time: DisplayValue
    public var kind: Kind
  }

  public var labels: Labels
  public var rows: [Row]
  public var running: Running?

  public var count: Int { rows.count + (running == nil ? 0 : 1) }
}

/// The length of a list, and where it stands before it is scrolled.
package struct ListExtent: Equatable, Sendable {
  package struct Identity: Equatable, Sendable {
    var mode: Mode
    var number: Int64
  }

  package var count: Int
  /// The row that is to be seen.
  package var focus: Int
  /// A list with another identity is at its focus again, however far the one before was scrolled.
  package var identity: Identity

  /// The first of `rows` rows that are shown before it is scrolled: the one before the focus, if three fit.
  package func home(rows: Int) -> Int { max(0, min(focus - (rows > 2 ? 1 : 0), count - rows)) }
}

extension ListExtent {
  package init(of model: Model) {
    let (count, focus, number) = model.mode.definition.listExtent(model)
    self.init(count: count, focus: focus, identity: Identity(mode: model.mode, number: number))
  }
}

extension ListContent {
  /// These rows of `model`, from the top, as far as there are any.
  package init(of model: Model, rows: Range<Int>) {
    self = model.mode.definition.list(
      model, rows: rows.clamped(to: 0..<ListExtent(of: model).count))
  }

  /// The first `rows` rows that the list of `model` shows before it is scrolled.
  package init(of model: Model, rows: Int) {
    let first = ListExtent(of: model).home(rows: max(0, rows))
    self.init(of: model, rows: first..<first + max(0, rows))
  }
}
