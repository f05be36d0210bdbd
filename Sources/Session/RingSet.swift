/// The rings of a window, from the outermost inward, one to six, and which of them the keys act on.
package struct RingSet: RandomAccessCollection, Equatable, Sendable {
  private(set) var all: [RingModel]
  /// The ring that the keys act on, or nil for all of them.
  package private(set) var chosen: Int?

  /// The rings of a window that was not told of others.
  package static let usual = ["Goal", "Focus", "Build"].map {
    RingModel(name: $0, source: .manual(0))
  }

  /// `rings`, of which one is chosen if it is there; more than six are cut to six, none are the usual three, and their values
  /// are held within 0...`RingModel.maximum`.
  package init(_ rings: [RingModel], chosen: Int? = nil) {
    all = (rings.isEmpty ? RingSet.usual : rings).prefix(RingModel.maximumCount).map { ring in
      var held = ring
      if case .manual(let value) = ring.source { held.set(value) }
      return held
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

  /// Chooses the next ring: all of them, then each.
  mutating func choose(_ direction: Direction) {
    // The places in turn: all rings, then each of them.
    let places = count + 1
    let place = chosen.map { $0 + 1 } ?? 0
    let next = (place + direction.rawValue + places) % places
    chosen = next == 0 ? nil : next - 1
  }

  /// Chooses this ring, or all of them where it is chosen already.
  mutating func select(_ index: Int) {
    if indices.contains(index) { chosen = chosen == index ? nil : index }
  }

  /// Changes the turns of those that the keys act on.
  mutating func change(_ change: (Double) -> Double) {
    for index in indices where chosen == nil || chosen == index {
      guard case .manual(let value) = all[index].source else { continue }
      let new = change(value)
      guard new.isFinite else { continue }
      all[index].set(new)
    }
  }

  /// Turns this ring, if it is set by hand, by so many per cent: to whole ones.
  mutating func turn(_ index: Int, percents: Int) {
    guard indices.contains(index), case .manual(let value) = all[index].source else { return }
    all[index].set(((value * 100).rounded() + Double(percents)) / 100)
  }

  /// Has this ring show `source` from now on.
  mutating func set(_ index: Int, to source: RingSource) {
    if indices.contains(index) { all[index].follow(source) }
  }
}
