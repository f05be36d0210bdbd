import DisplayLists
import Geometry
import Session
import Timekeeping

/// The activity rings and their legend.
struct Rings: Instrument {
  /// A motion to a value set by hand, in seconds.
  static let motion = 1.0

  /// One ring of the session.
  struct Entry: Equatable {
    var name: String
    var value: RingValue
    /// What the keys do not act on steps back.
    var isChosen: Bool
    /// Whether it is set by hand, and whether the pointer does that now.
    var isSettable: Bool
    var isHeld: Bool

    /// How much of their colours its arc and its track have.
    var strength: Float { isChosen ? 1 : 0.35 }
  }

  /// One ring as it is drawn.
  private struct Arc {
    var turns = FollowedTurns()
    var ring: Ring?
    var name: DisplayItem?
    var percent: TextRun?
    /// What `percent` says.
    var shownPercent = -1
  }

  private var arcs: [Arc] = []
  /// What is shown now.
  private var entries: [Entry] = []
  /// The tracks, where they are more than a colour.
  private var bed: DisplayItem?

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> [Entry] {
    guard panel.rings != nil else { return [] }
    return model.rings.enumerated().map { index, ring in
      let isSettable = if case .manual = ring.source { true } else { false }
      let held = pointer.ring.flatMap { $0.target.index == index ? $0.turns : nil }
      return Entry(
        name: ring.title, value: held.map { .fixed($0) } ?? model.value(of: ring),
        isChosen: model.rings.chosen == nil || model.rings.chosen == index, isSettable: isSettable,
        isHeld: held != nil)
    }
  }

  mutating func layOut(on panel: Panel) {}

  mutating func prepare(_ entries: [Entry], on panel: Panel) {
    self.entries = entries
    bed = nil
    guard let placement = panel.rings else { return }
    bed = bed(of: entries, in: placement, on: panel).map { .picture($0) }
    while arcs.count < entries.count { arcs.append(Arc()) }
    for (index, entry) in entries.enumerated() {
      let colors = panel.ringColors(index, name: entry.name)
      var ring = placement.circles[index].ring(
        colors: colors, strength: entry.strength, theme: panel.theme)
      if bed != nil { ring.trackColor = .clear }
      arcs[index].ring = ring
      arcs[index].name = nil
      arcs[index].percent = nil
      arcs[index].shownPercent = -1
      guard !placement.legend.isEmpty else { continue }
      let place = placement.legend[index]
      arcs[index].name = .text(
        TextRun(
          entry.name, frame: place.name, alignment: place.nameAlignment, size: place.nameSize,
          color: panel.theme.secondaryText))
      arcs[index].percent = TextRun(
        "", frame: place.value, alignment: place.valueAlignment, size: place.valueSize,
        isBold: true,
        isTabular: true,
        color: entry.isChosen
          ? panel.theme.legible(
            colors.text, size: place.valueSize / panel.key.environment.scale, isBold: true)
          : panel.theme.secondaryText)
    }
  }

  mutating func compose(_ entries: [Entry], at moment: Moment, into frame: inout Frame)
    -> NextChange
  {
    var next = NextChange.never
    if let bed { frame.append(bed) }
    for index in entries.indices {
      let value = entries[index].value
      let progress = arcs[index].turns.turns(value, isHeld: entries[index].isHeld, at: moment)
      next = next.orEarlier(arcs[index].turns.nextChange(value, after: moment))
      if var ring = arcs[index].ring {
        ring.progress = progress
        frame.append(.ring(ring))
      }
      guard let name = arcs[index].name else { continue }
      frame.append(name)
      let percent = Rings.percent(progress)
      if percent != arcs[index].shownPercent {
        arcs[index].shownPercent = percent
        arcs[index].percent?.string = "\(percent)%"
      }
      if let run = arcs[index].percent { frame.append(.text(run)) }
    }
    return next
  }

  /// The ring at `point` on `panel`, or the one whose words are there.
  func target(at point: Point, on panel: Panel) -> RingTarget? {
    guard let placement = panel.rings else { return nil }
    for (index, entry) in entries.enumerated() where placement.circles.indices.contains(index) {
      let circle = placement.circles[index]
      let (dx, dy) = (point.x - circle.center.x, point.y - circle.center.y)
      let distance = (dx * dx + dy * dy).squareRoot()
      let isOnWords = index < placement.legend.count && placement.legend[index].box.contains(point)
      guard isOnWords || distance <= circle.radius && distance >= circle.radius - circle.thickness
      else {
        continue
      }
      var turns: Double?
      if entry.isSettable, case .fixed(let value) = entry.value { turns = value }
      return RingTarget(index: index, center: circle.center, turns: turns)
    }
    return nil
  }

  /// The tracks as hollows, into which their rims cast; nil where the look is flat.
  private func bed(of entries: [Entry], in placement: ActivityRings.Placement, on panel: Panel)
    -> Picture?
  {
    let theme = panel.theme
    guard !theme.trackShadows.isEmpty, let outer = placement.circles.first, !entries.isEmpty else {
      return nil
    }
    let marks = zip(entries, placement.circles).enumerated().flatMap { index, pair -> [Mark] in
      let (entry, circle) = pair
      let colors = panel.ringColors(index, name: entry.name)
      let ring = circle.ring(colors: colors, strength: entry.strength, theme: theme)
      let track = Path.annulus(
        center: ring.center, radius: ring.radius, inner: ring.radius - ring.thickness)
      let unit = outer.radius / 50
      return [.fill(track, ring.trackColor)]
        + theme.trackShadows.map {
          let offset = $0.offset * unit
          return .innerShadow(
            track, Shadow(color: $0.color, radius: $0.radius * unit, dx: offset, dy: offset))
        }
    }
    let box = Rect(
      center: outer.center, size: Size(width: 2 * outer.radius, height: 2 * outer.radius))
    return Picture(
      marks: marks, extent: PixelRect(covering: box.inset(by: -1)), backdrop: theme.background)
  }

  /// A ring's per cent, cut off: 100 % means that the turn is complete.
  private static func percent(_ progress: Double) -> Int {
    // A thousandth of a per cent makes good what binary fractions lose: 0.29 is 28.999... %.
    Int(exactly: (max(0, progress) * 100 + 0.001).rounded(.down)) ?? 0
  }

  /// The rings and the entries of the legend.
  static func landmarks(on panel: Panel) -> [Landmark] {
    guard let rings = panel.rings else { return [] }
    return rings.circles.enumerated().map { index, circle in
      Landmark(
        "ring.\(index)", .ring(circle.center, radius: circle.radius, thickness: circle.thickness))
    }
      + rings.legend.enumerated().map { index, entry in
        Landmark("legend.\(index)", .row(entry.name.union(entry.value)))
      }
  }
}
