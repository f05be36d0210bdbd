package import Timekeeping
package import Wording

package enum RingSource: Hashable, Sendable {
  /// In turns.
  case manual(Double)
  /// In turns, fed by another program until its input ends.
  case fed(Double, isOver: Bool)
  /// One turn a second; in clock mode one a minute, in steps.
  case second
  case minute, hour, day
  /// The time left of the timer, or what has passed of the plan, or of its step, by the whole.
  case timer, plan, step
  /// The running lap as a fraction of the target lap, or else of the best lap.
  case lap
  /// What the ring's name has of today, as a fraction of the ring's goal.
  case today

  package static let named: KeyValuePairs<String, RingSource> = [
    "second": .second, "minute": .minute, "hour": .hour, "day": .day, "lap": .lap, "timer": .timer,
    "plan": .plan, "step": .step, "today": .today,
  ]

  /// That of the wedge on the dial, which says the same.
  fileprivate var usualColor: RingColor? {
    switch self {
    case .timer: RingColor.named.first { $0.key == "orange" }?.value
    default: nil
    }
  }

  /// For files, `ctl` and the status.
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

/// Identifies a ring, whatever its name and position.
package struct RingID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let number: Int

  package init(integerLiteral number: Int) { self.number = number }
  init(_ number: Int) { self.number = number }

  /// Whether it is a ring of the program's own, which a mode shows until the user sets some.
  package var isBuiltIn: Bool { number < 0 }
}

/// A ring without its id, which its `RingSet` has.
package struct RingModel: Hashable, Sendable {
  package var name: String { didSet { name = name.name } }
  /// Values are clamped; NaN becomes 0.
  package var source: RingSource { didSet { source = RingModel.clamped(source) } }
  /// nil for the theme's.
  package var color: RingColor?
  /// For a ring that follows the lap, above zero; nil for `targetLap`.
  package var target: Duration?
  /// For a ring that follows today; nil for `usualGoal`.
  package var goal: DayGoal?

  package static let usualGoal = DayGoal.time(.seconds(3600))

  package init(
    name: String, source: RingSource, color: RingColor? = nil, target: Duration? = nil,
    goal: DayGoal? = nil
  ) {
    self.name = name.name
    self.source = RingModel.clamped(source)
    (self.color, self.target, self.goal) = (color, target, goal)
  }

  /// Returns the earlier names of renamed rings by their new ones. A renamed ring differs in its name alone.
  static func earlierNames(from old: [RingModel], to new: [RingModel]) -> [String: String] {
    var gone = old.filter { ring in !new.contains { $0.name == ring.name } }
    var names: [String: String] = [:]
    for ring in new where !old.contains(where: { $0.name == ring.name }) {
      let index = gone.firstIndex { old in
        var renamed = old
        renamed.name = ring.name
        return renamed == ring
      }
      names[ring.name] = index.map { gone.remove(at: $0).name }
    }
    return names
  }

  package static let maximum = 1000.0
  package static let maximumCount = 6

  /// What the window calls it.
  package var title: String {
    // TRANSLATORS: A ring that another program fed, which has ended; {0} is its name.
    if case .fed(_, isOver: true) = source { tr("{0} · over", label) } else { label.text }
  }

  /// The per cent of `turns` as text, rounded down: 100 % is a complete turn.
  package static func percent(_ turns: Double) -> String { "\(percents(turns))%" }

  package static func percents(_ turns: Double) -> Int {
    // A thousandth of a per cent compensates binary fractions: 0.29 is 28.999... %.
    Int(exactly: (max(0, turns) * 100 + 0.001).rounded(.down)) ?? 0
  }

  /// The same as a label in the language of the user.
  package static func shownPercent(_ turns: Double) -> String {
    percentLabel.text(of: percents(turns))
  }

  // TRANSLATORS: A value beside a ring or on a button.
  package static var percentLabel: NumberLabel { NumberLabel(mark("{0}%", NumberLabel.number)) }

  private static func clamped(_ source: RingSource) -> RingSource {
    func clamped(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), maximum) }
    return switch source {
    case .manual(let value): .manual(clamped(value))
    case .fed(let value, let isOver): .fed(clamped(value), isOver: isOver)
    default: source
    }
  }
}

/// One to six rings, outermost first, each with an id.
///
/// Settings describe rings by name: `replace(by:earlierNames:)` finds out which of them were there before.
package struct RingSet: RandomAccessCollection, Equatable, Sendable {
  /// A removed ring. A ring that comes back under its name is the same one.
  struct Former: Equatable, Sendable {
    var id: RingID
    var name: String
  }

  private(set) var all: [RingModel]
  package private(set) var ids: [RingID]
  private(set) var former: [Former] = []
  /// The largest id so far. No other ring ever gets the id of a removed one.
  private(set) var newest = 0
  /// The selected ring; nil for all of them.
  package private(set) var chosen: RingID?
  /// When all rings are selected again; nil if `chosen` is held, as by the keyboard focus.
  package private(set) var chosenUntil: Instant?

  package static let selectionLifetime = Duration.seconds(4)
  private static let maxFormer = 12
  /// Files with a larger id are damaged: the next ids must not overflow.
  private static let maxID = 1 << 53

  /// Not empty, so that a first look shows what rings are.
  package static let usual = [("Goal", 0.75), ("Focus", 0.5), ("Build", 0.25)].map {
    RingModel(name: $0, source: .manual($1))
  }

  /// Uses the first six of `rings`, or the default rings if there are none. The ids are 1, 2 and so on.
  package init(_ rings: [RingModel]) {
    (all, ids) = ([], [])
    replace(by: rings)
  }

  /// Creates the program's own rings of a mode: each with its source as its id, below 0, which no others get.
  init(builtIn rings: KeyValuePairs<String, RingSource>) {
    all = rings.map { RingModel(name: $0.key, source: $0.value, color: $0.value.usualColor) }
    ids = all.map { ring in
      RingID(-1 - (RingSource.named.firstIndex { $0.value == ring.source } ?? 0))
    }
  }

  /// Saved rings; nil if they are not valid.
  init?(_ rings: [RingModel], ids: [RingID], former: [Former], newest: Int) {
    guard (1...RingModel.maximumCount).contains(rings.count), rings.count == ids.count,
      former.count <= RingSet.maxFormer,
      Set(ids + former.map(\.id)).count == ids.count + former.count,
      (0...RingSet.maxID).contains(newest),
      (ids + former.map(\.id)).allSatisfy({ $0.number <= newest && $0.number >= -RingSet.maxID })
    else { return nil }
    (all, self.ids, self.former, self.newest) = (rings, ids, former, newest)
  }

  /// Replaces the rings. A ring keeps its id if its name was there before, or else the one in `earlierNames`, which has
  /// the earlier names of renamed rings.
  mutating func replace(by new: [RingModel], earlierNames: [String: String] = [:]) {
    let new = Array((new.isEmpty ? RingSet.usual : new).prefix(RingModel.maximumCount))
    var known = current + former
    func idOfRing(named name: String?) -> RingID? {
      known.firstIndex { $0.name == name }.map { known.remove(at: $0).id }
    }
    let same = new.map { idOfRing(named: $0.name) }
    let ids = zip(new, same).map { ring, id in
      if let id = id ?? idOfRing(named: earlierNames[ring.name]) { return id }
      newest += 1
      return RingID(newest)
    }
    take(over: new, ids)
  }

  /// Takes the rings of `other`, but not its selection.
  mutating func replace(by other: RingSet) {
    newest = Swift.max(newest, other.newest)
    take(over: other.all, other.ids)
  }

  private mutating func take(over new: [RingModel], _ newIDs: [RingID]) {
    let gone = (current + former).filter { !newIDs.contains($0.id) }
    (all, ids, former) = (new, newIDs, Array(gone.prefix(RingSet.maxFormer)))
  }

  private var current: [Former] { zip(ids, all).map { Former(id: $0, name: $1.name) } }

  package var startIndex: Int { all.startIndex }
  package var endIndex: Int { all.endIndex }
  package subscript(index: Int) -> RingModel { all[index] }
  package subscript(id: RingID) -> RingModel? { ids.firstIndex(of: id).map { all[$0] } }

  /// 1 for the outermost ring; nil if there is no such ring.
  func position(of id: RingID) -> Int? { ids.firstIndex(of: id).map { $0 + 1 } }

  /// The ring called `name`, or with that number; the outermost ring is 1.
  package func id(named name: String) -> RingID? {
    let index =
      firstIndex { $0.name == name }
      ?? Int(name).flatMap { (1...count).contains($0) ? $0 - 1 : nil }
    return index.map { ids[$0] }
  }

  /// Whether a selected ring, or one of all, takes a value.
  var canBeSet: Bool {
    zip(ids, all).contains { id, ring in
      if case .manual = ring.source { chosen == nil || chosen == id } else { false }
    }
  }

  /// Selects a ring for a while from `now` on, or all rings if it is selected; holds it without
  /// `now`.
  mutating func select(_ id: RingID?, at now: Instant?) {
    let isSame = now != nil && id == chosen
    chosen = isSame ? nil : id
    chosenUntil = chosen == nil ? nil : now.map { $0 + RingSet.selectionLifetime }
  }

  mutating func use(at now: Instant) {
    if chosenUntil != nil { chosenUntil = now + RingSet.selectionLifetime }
  }

  mutating func release(at now: Instant) {
    if let chosenUntil, chosenUntil <= now { select(nil, at: nil) }
  }

  mutating func change(_ change: (Double) -> Double) {
    for id in ids where chosen == nil || chosen == id {
      guard case .manual(let value)? = self[id]?.source else { continue }
      let new = change(value)
      if new.isFinite { set(id, to: .manual(new)) }
    }
  }

  mutating func turn(_ id: RingID, percents: Int) {
    guard case .manual(let value)? = self[id]?.source else { return }
    set(id, to: .manual(((value * 100).rounded() + Double(percents)) / 100))
  }

  mutating func set(_ id: RingID, to source: RingSource) { edit(id) { $0.source = source } }

  mutating func edit(_ id: RingID, _ change: (inout RingModel) -> Void) {
    if let index = ids.firstIndex(of: id) { change(&all[index]) }
  }

  /// Moves a ring to `position`; 0 is the outermost.
  mutating func move(_ id: RingID, to position: Int) {
    guard let index = ids.firstIndex(of: id), indices.contains(position) else { return }
    all.insert(all.remove(at: index), at: position)
    ids.insert(ids.remove(at: index), at: position)
  }

  /// Whether a ring can have this name: no other has it.
  func canName(_ id: RingID, _ name: String) -> Bool {
    let others = zip(ids, all).filter { $0.0 != id }.map(\.1.name)
    return ids.contains(id) && !name.isEmpty && !others.contains(name.name)
  }
}
