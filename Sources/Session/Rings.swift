import Wording

/// Where a ring's value comes from.
package enum RingSource: Hashable, Sendable {
  /// Set by hand, in turns.
  case manual(Double)
  /// Fed by another program, in turns, until the input is over.
  case fed(Double, isOver: Bool)
  /// The running second of the stopwatch: a turn a second; in clock mode the second hand: a turn a minute, by steps.
  case second
  /// The running minute of the stopwatch, or of the clock in clock mode.
  case minute
  /// The running hour of the stopwatch, or of the clock in clock mode.
  case hour
  case day
  case timer
  case plan
  /// The running lap, as a fraction of the target lap or else of the best one.
  case lap

  /// Those without a value, by their names.
  package static let named: KeyValuePairs<String, RingSource> = [
    "second": .second, "minute": .minute, "hour": .hour, "day": .day, "lap": .lap, "timer": .timer,
    "plan": .plan,
  ]

  /// `manual`, `fed`, or the name.
  var word: String {
    switch self {
    case .manual: "manual"
    case .fed(_, let isOver): isOver ? "fed, over" : "fed"
    default: RingSource.named.first { $0.value == self }?.key ?? ""
    }
  }
}

/// One activity ring.
package struct RingModel: Equatable, Sendable {
  package var name: String
  package var source: RingSource

  /// A ring; a name that is too long is cut.
  package init(name: String, source: RingSource) {
    self.name = name.drawable.cut(
      toCharacters: RingModel.maxNameBytes, bytes: RingModel.maxNameBytes)
    self.source = source
  }

  package static let maximum = 1000.0
  /// The maximum length of a name in UTF-8: six of them fit into a line of the status.
  package static let maxNameBytes = 256
  package static let maximumCount = 6

  package var title: String {
    if case .fed(_, isOver: true) = source { "\(name) · over" } else { name }
  }

  /// Sets it to `value` turns, clamped; NaN is 0.
  mutating func set(_ value: Double) { source = .manual(RingModel.clamped(value)) }

  /// Has it show `new`, with its value clamped.
  mutating func follow(_ new: RingSource) {
    source =
      switch new {
      case .manual(let value): .manual(RingModel.clamped(value))
      case .fed(let value, let isOver): .fed(RingModel.clamped(value), isOver: isOver)
      default: new
      }
  }

  private static func clamped(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), RingModel.maximum)
  }
}

/// The rings of a window, from the outermost inward, one to six, and which of them the keys act on.
package struct RingSet: RandomAccessCollection, Equatable, Sendable {
  private(set) var all: [RingModel]
  /// The index of the ring that the keys act on; nil for all of them.
  package private(set) var chosen: Int?

  package static let usual = ["Goal", "Focus", "Build"].map {
    RingModel(name: $0, source: .manual(0))
  }

  /// `rings`, at most six, or the default ones if there are none; values are clamped.
  package init(_ rings: [RingModel], chosen: Int? = nil) {
    all = (rings.isEmpty ? RingSet.usual : rings).prefix(RingModel.maximumCount).map { ring in
      var clamped = ring
      if case .manual(let value) = ring.source { clamped.set(value) }
      return clamped
    }
    self.chosen = chosen.flatMap { all.indices.contains($0) ? $0 : nil }
  }

  package var startIndex: Int { all.startIndex }
  package var endIndex: Int { all.endIndex }
  package subscript(index: Int) -> RingModel { all[index] }

  /// Whether one of those that the keys act on is set by hand.
  var canBeSet: Bool {
    indices.contains { index in
      guard chosen == nil || chosen == index, case .manual = all[index].source else { return false }
      return true
    }
  }

  /// Chooses the next in turn: all rings, then each of them.
  mutating func choose(_ direction: Direction) {
    let count = count + 1
    let next = ((chosen.map { $0 + 1 } ?? 0) + direction.rawValue + count) % count
    chosen = next == 0 ? nil : next - 1
  }

  /// Chooses this ring, or all of them if it is chosen already.
  mutating func select(_ index: Int) {
    if indices.contains(index) { chosen = chosen == index ? nil : index }
  }

  /// Changes the turns of those that the keys act on.
  mutating func change(_ change: (Double) -> Double) {
    for index in indices where chosen == nil || chosen == index {
      guard case .manual(let value) = all[index].source else { continue }
      let new = change(value)
      if new.isFinite { all[index].set(new) }
    }
  }

  /// Turns a ring that is set by hand by `percents`, and rounds it to a whole per cent.
  mutating func turn(_ index: Int, percents: Int) {
    guard indices.contains(index), case .manual(let value) = all[index].source else { return }
    all[index].set(((value * 100).rounded() + Double(percents)) / 100)
  }

  /// Has this ring show `source`.
  mutating func set(_ index: Int, to source: RingSource) {
    if indices.contains(index) { all[index].follow(source) }
  }
}
