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

  package var word: String {
    switch self {
    case .manual: "manual"
    case .fed(_, let isOver): isOver ? "fed, over" : "fed"
    default: RingSource.named.first { $0.value == self }?.key ?? ""
    }
  }
}

/// A ring's own colours, of its start and its tip, as 0xRRGGBB.
package struct RingColor: Hashable, Sendable {
  package let start: UInt32
  package let end: UInt32

  package init(_ start: UInt32, _ end: UInt32) {
    (self.start, self.end) = (start & 0xFF_FFFF, end & 0xFF_FFFF)
  }

  package static let named: KeyValuePairs<String, RingColor> = [
    "red": RingColor(0xC0392B, 0xE74C3C), "orange": RingColor(0xD35400, 0xE67E22),
    "yellow": RingColor(0xF39C12, 0xF1C40F), "green": RingColor(0x27AE60, 0x2ECC71),
    "teal": RingColor(0x16A085, 0x1ABC9C), "blue": RingColor(0x2980B9, 0x3498DB),
    "purple": RingColor(0x8E44AD, 0x9B59B6), "pink": RingColor(0xE84393, 0xFD79A8),
  ]

  /// A name, or both colours as in `#102030,#FFFFFF`.
  package var word: String {
    func hex(_ color: UInt32) -> String {
      "#" + String(0x100_0000 | color, radix: 16, uppercase: true).dropFirst()
    }
    let name = RingColor.named.first { $0.value == self }?.key
    return name ?? "\(hex(start)),\(hex(end))"
  }
}

package struct RingModel: Hashable, Sendable {
  package var name: String { didSet { name = name.name } }
  /// Values are clamped; NaN becomes 0.
  package var source: RingSource { didSet { source = RingModel.clamped(source) } }
  /// nil for the theme's.
  package var color: RingColor?
  /// For a ring that follows the lap, above zero; nil for `targetLap`.
  package var target: Duration?

  package init(
    name: String, source: RingSource, color: RingColor? = nil, target: Duration? = nil
  ) {
    self.name = name.name
    self.source = RingModel.clamped(source)
    (self.color, self.target) = (color, target)
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

/// Tells a ring from the others, wherever it is.
///
/// No two rings of a window have one name; `number` tells those of a damaged file apart.
package struct RingID: Hashable, Sendable {
  package let name: String
  let number: Int
}

/// One to six rings, outermost first.
package struct RingSet: RandomAccessCollection, Equatable, Sendable {
  private(set) var all: [RingModel]
  /// The index of the selected ring; nil for all of them.
  package private(set) var chosen: Int?
  /// When all rings are selected again; nil if `chosen` is held, as by the keyboard focus.
  package private(set) var chosenUntil: Instant?

  package static let selectionLifetime = Duration.seconds(4)

  /// Not empty, so that a first look shows what rings are.
  package static let usual = [("Goal", 0.75), ("Focus", 0.5), ("Build", 0.25)].map {
    RingModel(name: $0, source: .manual($1))
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

  package var ids: [RingID] {
    indices.map { index in
      let name = all[index].name
      return RingID(name: name, number: all[..<index].count { $0.name == name })
    }
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

  mutating func set(_ index: Int, to source: RingSource) { edit(index) { $0.source = source } }

  mutating func edit(_ index: Int, _ change: (inout RingModel) -> Void) {
    if indices.contains(index) { change(&all[index]) }
  }

  /// Whether a ring can have this name: no other has it.
  func canName(_ index: Int, _ name: String) -> Bool {
    let others = indices.filter { $0 != index }.map { all[$0].name }
    return indices.contains(index) && !name.isEmpty && !others.contains(name.name)
  }
}
