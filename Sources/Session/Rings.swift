package import Timekeeping
import Wording

package enum RingSource: Hashable, Sendable {
  /// In turns.
  case manual(Double)
  /// In turns, fed by another program until its input ends.
  case fed(Double, isOver: Bool)
  /// One turn a second; in clock mode one a minute, in steps.
  case second
  case minute, hour, day
  case timer
  case plan
  /// The running lap as a fraction of the target lap, or else of the best lap.
  case lap

  package static let named: KeyValuePairs<String, RingSource> = [
    "second": .second, "minute": .minute, "hour": .hour, "day": .day, "lap": .lap, "timer": .timer,
    "plan": .plan,
  ]

  var word: String {
    switch self {
    case .manual: "manual"
    case .fed(_, let isOver): isOver ? "fed, over" : "fed"
    default: RingSource.named.first { $0.value == self }?.key ?? ""
    }
  }
}

package struct RingModel: Hashable, Sendable {
  package var name: String
  /// Values are clamped; NaN becomes 0.
  package var source: RingSource { didSet { source = RingModel.clamped(source) } }

  package init(name: String, source: RingSource) {
    self.name = name.name
    self.source = RingModel.clamped(source)
  }

  package static let maximum = 1000.0
  package static let maximumCount = 6

  package var title: String {
    if case .fed(_, isOver: true) = source { "\(name) · over" } else { name }
  }

  /// The per cent of `turns` as text, rounded down: 100 % is a complete turn.
  package static func percent(_ turns: Double) -> String {
    // A thousandth of a per cent compensates binary fractions: 0.29 is 28.999... %.
    "\(Int(exactly: (max(0, turns) * 100 + 0.001).rounded(.down)) ?? 0)%"
  }

  private static func clamped(_ source: RingSource) -> RingSource {
    func clamped(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), maximum) }
    return switch source {
    case .manual(let value): .manual(clamped(value))
    case .fed(let value, let isOver): .fed(clamped(value), isOver: isOver)
    default: source
    }
  }
}

/// One to six rings, outermost first.
package struct RingSet: RandomAccessCollection, Equatable, Sendable {
  private(set) var all: [RingModel]
  /// The index of the selected ring; nil for all of them.
  package private(set) var chosen: Int?
  /// When all rings are selected again; nil if `chosen` is held, as by the keyboard focus.
  package private(set) var chosenUntil: Instant?

  package static let selectionLifetime = Duration.seconds(4)

  package static let usual = ["Goal", "Focus", "Build"].map {
    RingModel(name: $0, source: .manual(0))
  }

  /// Uses the first six of `rings`, or the default rings if there are none.
  package init(_ rings: [RingModel]) {
    all = Array((rings.isEmpty ? RingSet.usual : rings).prefix(RingModel.maximumCount))
  }

  mutating func replace(by new: [RingModel]) {
    all = RingSet(new).all
    if let chosen, chosen >= count { select(nil, at: nil) }
  }

  package var startIndex: Int { all.startIndex }
  package var endIndex: Int { all.endIndex }
  package subscript(index: Int) -> RingModel { all[index] }

  /// The index of the ring called `name`, or with that number; the outermost ring is 1.
  package func index(named name: String) -> Int? {
    firstIndex { $0.name == name }
      ?? Int(name).flatMap { (1...count).contains($0) ? $0 - 1 : nil }
  }

  var canBeSet: Bool {
    indices.contains { index in
      if case .manual = all[index].source { chosen == nil || chosen == index } else { false }
    }
  }

  /// Selects a ring for a while from `now` on, or all rings if it is selected; holds it without
  /// `now`.
  mutating func select(_ index: Int?, at now: Instant?) {
    let isSame = now != nil && index == chosen
    chosen = index.flatMap { indices.contains($0) && !isSame ? $0 : nil }
    chosenUntil = chosen == nil ? nil : now.map { $0 + RingSet.selectionLifetime }
  }

  mutating func use(at now: Instant) {
    if chosenUntil != nil { chosenUntil = now + RingSet.selectionLifetime }
  }

  mutating func release(at now: Instant) {
    if let chosenUntil, chosenUntil <= now { select(nil, at: nil) }
  }

  mutating func change(_ change: (Double) -> Double) {
    for index in indices where chosen == nil || chosen == index {
      guard case .manual(let value) = all[index].source else { continue }
      let new = change(value)
      if new.isFinite { all[index].source = .manual(new) }
    }
  }

  mutating func turn(_ index: Int, percents: Int) {
    guard indices.contains(index), case .manual(let value) = all[index].source else { return }
    all[index].source = .manual(((value * 100).rounded() + Double(percents)) / 100)
  }

  mutating func set(_ index: Int, to source: RingSource) {
    if indices.contains(index) { all[index].source = source }
  }
}
