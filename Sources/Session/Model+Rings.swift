import Timekeeping

extension Model {
  /// Applies a command that concerns the rings.
  mutating func applyToRings(_ command: Command, at now: Instant) {
    switch command {
    case .step(let step):
      changeRings(by: .steps, at: now) { $0.change { $0 + Double(step) / 100 } }
    case .setRings(let value): changeRings(at: now) { $0.change { _ in value } }
    case .digit(let digit): changeRings(at: now) { $0.change { _ in Double(digit) / 10 } }
    case .selectRing(let id, let isHeld): rings.select(id, at: isHeld ? nil : now)
    case .turnRing(let id, let percents):
      changeRings(id, by: .steps, at: now) { $0.turn(id, percents: percents) }
    case .dragRing(let id, let turns, let drag):
      changeRings(id, by: .drag(drag), at: now) { rings in
        if case .manual? = rings[id]?.source { rings.set(id, to: .manual(turns)) }
      }
    // No undo entry: a feed may set its ring a hundred times a second.
    case .setRing(let id, .fed(let value, let isOver)):
      guard self[ring: id] != nil else { break }
      rings.replace(by: ringSet(with: id))
      rings.set(id, to: .fed(value, isOver: isOver))
    case .setRing(let id, let source): changeRings(id, at: now) { $0.set(id, to: source) }
    case .setGoal(let id, let goal):
      changeRings(id, at: now) { rings in
        rings.edit(id) { ($0.source, $0.goal) = (.today, goal) }
      }
    case .nameRing(let id, let name):
      if ringSet(with: id).canName(id, name) {
        changeRings(id, at: now) { $0.edit(id) { $0.name = name } }
      }
    case .colorRing(let id, let color):
      changeRings(id, at: now) { $0.edit(id) { $0.color = color } }
    case .moveRing(let id, let position): changeRings(id, at: now) { $0.move(id, to: position) }
    default: break
    }
  }

  /// The shown rings; those of the user, if the ring is one of these that the mode does not show.
  func ringSet(with id: RingID?) -> RingSet {
    id.map { shownRings[$0] == nil } == true ? rings : shownRings
  }

  /// Changes the rings among which `id` is, by default the shown ones. They then are the user's.
  mutating func changeRings(
    _ id: RingID? = nil, by gesture: Gesture? = nil, at now: Instant,
    _ change: (inout RingSet) -> Void
  ) {
    rings.use(at: now)
    let before = ringSet(with: id)
    var new = rings
    new.replace(by: before)
    change(&new)
    let changes = zip(before.ids, before).compactMap { id, old in
      new[id].flatMap { RingChange(id, from: old, to: $0) }
    }
    let order = before.ids == new.ids ? [] : before.ids
    guard !changes.isEmpty || !order.isEmpty else { return }
    rings = new
    history.add(.rings(changes, order: order), by: gesture)
  }

  /// Ends the selection and the typing of a ring that is no longer shown: the clock may have rings of its own.
  mutating func releaseMissingRings() {
    if let chosen = rings.chosen, shownRings[chosen] == nil { rings.select(nil, at: nil) }
    switch entry?.field {
    case .ringName(let id)?, .ringValue(let id)?: if shownRings[id] == nil { entry = nil }
    default: break
    }
  }
}
