import DisplayLists
import Geometry
package import Session
import Timekeeping

struct Rings: Instrument {
  /// The duration of a motion to a value set by hand, in seconds.
  static let motion = 1.0

  private struct Entry: Equatable {
    var name: String
    /// The caret's offset in a name that is being typed.
    var caret: Int?
    var color: RingColor?
    var value: RingValue
    /// Whether the keys act on it alone.
    var isChosen: Bool
    var isFocused: Bool
    /// Whether it is set by hand, and whether the pointer currently does that.
    var isSettable: Bool
    var isHeld: Bool
  }

  private struct Arc {
    var turns = FollowedTurns()
    var ring: Ring?
    /// The light of the tip, around the origin.
    var glow: Picture?
    var name: DisplayItem?
    var percent: TextRun?
  }

  private var entries: [Entry] = []
  private var placement: RingLayout.Placement?
  private var arcs: [Arc] = []
  /// The tracks, unless they are a plain colour.
  private var bed: DisplayItem?
  /// The shadow of the selected ring, and its outline if it has the keyboard focus.
  private var lift: DisplayItem?
  /// How far from the rings a press still misses them, in device pixels.
  private var slack = 0.0

  mutating func update(_ update: inout Update) -> Bool {
    let (model, panel) = (update.model, update.panel)
    if update.isNew {
      (placement, slack) = (panel.rings, 6 * panel.key.environment.scale)
    }
    let shown = model.shownRings
    let new = shown.enumerated().map { index, ring in
      let isSettable = if case .manual = ring.source { true } else { false }
      let held = update.pointer.ring.flatMap { $0.target.index == index ? $0.turns : nil }
      let typed = model.entry.flatMap { $0.field == .ringName(index) ? $0 : nil }
      if typed != nil, placement?.legend.isEmpty == false { update.isEntryShown = true }
      return Entry(
        name: typed?.text ?? ring.title, caret: typed?.caret, color: ring.color,
        value: held.map { .fixed($0) } ?? model.value(of: ring),
        isChosen: shown.chosen == index, isFocused: update.pointer.focus == .ring(index),
        isSettable: isSettable, isHeld: held != nil)
    }
    guard update.isNew || new != entries else { return false }
    if let placement, new.map(\.isChosen) != entries.map(\.isChosen) {
      update.fades.append(placement.box.inset(by: -Rings.liftReach(of: placement.circles)))
    }
    (entries, bed, lift) = (placement == nil ? [] : new, nil, nil)
    if let placement { prepare(placement, on: panel) }
    return true
  }

  private mutating func prepare(_ placement: RingLayout.Placement, on panel: Panel) {
    let theme = panel.theme
    while arcs.count < entries.count { arcs.append(Arc()) }
    for (index, entry) in entries.enumerated() {
      let colors = theme.colors(ofRing: index, entry.color)
      var ring = placement.circles[index]
      (ring.startColor, ring.endColor) = (colors.start, colors.end)
      ring.trackColor = theme.background.mixed(
        with: colors.start, by: theme.trackOpacity + (entry.isChosen ? 0.12 : 0))
      arcs[index].ring = ring
      arcs[index].glow = theme.glows ? ring.glow : nil
      (arcs[index].name, arcs[index].percent) = (nil, nil)
      guard !placement.legend.isEmpty else { continue }
      var (name, percent) = (placement.legend[index].name, placement.legend[index].value)
      (name.string, name.isBold) = (entry.name, entry.isChosen)
      name.color = entry.isChosen || entry.caret != nil ? theme.text : theme.secondaryText
      percent.color = theme.legible(
        colors.text, size: percent.size / panel.key.environment.scale, isBold: true)
      (arcs[index].name, arcs[index].percent) = (.text(name), percent)
      if let caret = entry.caret { arcs[index].name = Rings.typed(name, caret: caret, on: panel) }
    }
    let rings = arcs.prefix(entries.count).compactMap(\.ring)
    lift = zip(entries, rings).first { $0.0.isChosen }.map { entry, ring in
      let reach = Rings.liftReach(of: rings)
      let shadow = Shadow(color: theme.text.opacity(0.55), radius: reach / 3, dx: 0, dy: 0)
      let width = theme.focusWidth(scale: panel.key.environment.scale)
      var marks: [Mark] = [.shadow(ring.track, shadow, .outside)]
      if entry.isFocused {
        // The arc covers the inner half.
        marks.append(.stroke(ring.track, width: 2 * width, round: false, theme.focus))
      }
      return .picture(Picture(marks, covering: ring.extent.rect.inset(by: -reach - width)))
    }
    bed = Rings.bed(of: rings, on: panel).map { .picture($0) }
    if bed != nil {
      for index in entries.indices { arcs[index].ring?.trackColor = .clear }
    }
  }

  private static func typed(_ name: TextRun, caret: Int, on panel: Panel) -> DisplayItem {
    func width(_ text: String) -> Double { panel.width(of: text, isBold: name.isBold, letter: 0) }
    var run = name
    if run.alignment == .center {
      let free = run.frame.width - (width(run.string) + TypedLine.caretWidth) * run.size
      (run.alignment, run.frame) = (.leading, run.frame.inset(left: max(0, free / 2)))
    }
    let line = TypedLine(run, caret: caret, width: width)
    return .picture(Picture([.text(line.run), line.caret], covering: name.frame.inset(by: -2)))
  }

  /// How far the shadow of the selected ring falls.
  private static func liftReach(of rings: [Ring]) -> Double { (rings.first?.radius ?? 0) * 0.12 }

  /// The tracks as hollows with shadows from their rims; nil in a flat theme.
  private static func bed(of rings: [Ring], on panel: Panel) -> Picture? {
    guard !panel.theme.trackShadows.isEmpty, let outer = rings.first else { return nil }
    let unit = outer.radius / 50
    let shadows = panel.theme.trackShadows.map {
      Shadow(
        color: $0.color, radius: $0.radius * unit, dx: $0.offset * unit, dy: $0.offset * unit)
    }
    let marks = rings.flatMap { ring -> [Mark] in
      [.fill(ring.track, ring.trackColor)] + shadows.map { .shadow(ring.track, $0, .inside) }
    }
    return Picture(marks: marks, extent: outer.extent, backdrop: panel.backdrop)
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    var next = NextChange.never
    for item in [bed, lift] { if let item { frame.append(item) } }
    var glows: [DisplayItem] = []
    for (index, entry) in entries.enumerated() {
      let progress = arcs[index].turns.turns(entry.value, isHeld: entry.isHeld, at: moment)
      next = min(next, arcs[index].turns.nextChange(entry.value, after: moment))
      if var ring = arcs[index].ring {
        ring.progress = progress
        frame.append(.ring(ring))
        if var glow = arcs[index].glow, progress > Ring.leastProgress {
          let tip = ring.point(at: progress)
          (glow.x, glow.y) = (Int(tip.x.rounded()), Int(tip.y.rounded()))
          glows.append(.picture(glow))
        }
      }
      guard let name = arcs[index].name, let percent = arcs[index].percent else { continue }
      frame.append(name)
      frame.append(percent.saying(RingModel.percent(progress)))
    }
    // Above all rings: the light falls on the neighbours, too.
    for glow in glows { frame.append(glow) }
    return next
  }

  func target(at point: Point) -> PointerTarget? {
    guard let placement, let outer = placement.circles.first, let inner = placement.circles.last
    else { return nil }
    let (dx, dy) = (point.x - outer.center.x, point.y - outer.center.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    for (index, entry) in entries.enumerated() where placement.circles.indices.contains(index) {
      let circle = placement.circles[index]
      let isOnWords = index < placement.legend.count && placement.legend[index].box.contains(point)
      guard isOnWords || distance <= circle.radius && distance >= circle.radius - circle.thickness
      else { continue }
      var turns: Double?
      if entry.isSettable, case .fixed(let value) = entry.value { turns = value }
      return .ring(RingTarget(index: index, center: circle.center, turns: turns))
    }
    let isNear =
      distance <= outer.radius + slack && distance >= inner.radius - inner.thickness - slack
    return isNear ? .nearMiss : nil
  }

  var description: [String] {
    guard let placement else { return [] }
    return placement.circles.enumerated().map { index, circle in
      landmark(
        "ring.\(index)", [circle.center.x, circle.center.y, circle.radius, circle.thickness])
    } + placement.legend.enumerated().map { landmark("legend.\($0)", $1.box) }
  }
}

struct RingTarget: Equatable {
  /// 0 is the outermost ring.
  var index: Int
  var center: Point
  /// Its value; nil if it is not set by hand.
  var turns: Double?
}

/// A ring that the pointer holds: a drag sets it, a click selects it.
struct RingGrip: Equatable {
  let target: RingTarget
  private let start: Point
  /// The new value; nil before it is dragged.
  private(set) var turns: Double?

  /// A pointer that has moved less, in device pixels, clicks.
  private static let slack = 4.0

  static func isDrag(from start: Point, to point: Point) -> Bool {
    let (dx, dy) = (point.x - start.x, point.y - start.y)
    return dx * dx + dy * dy >= slack * slack
  }

  init(_ target: RingTarget, at point: Point) {
    (self.target, start) = (target, point)
  }

  /// At first the arc jumps by less than half a turn; then it follows the pointer, also past the
  /// top.
  mutating func drag(to point: Point) {
    guard let before = turns ?? target.turns else { return }
    guard turns != nil || RingGrip.isDrag(from: start, to: point) else { return }
    let part = Angle(from: target.center, to: point).turns
    let step = part - (before - before.rounded(.down))
    let new = before + step - step.rounded()
    // Below zero it stays empty until the pointer comes back over the top.
    turns = max(0, min(new, RingModel.maximum))
  }

  var command: Command {
    turns.map { .setRing(target.index, .manual($0)) } ?? .selectRing(target.index)
  }
}

extension Ring {
  fileprivate var track: Path {
    .annulus(center: center, radius: radius, inner: radius - thickness)
  }

  /// A bright core in a wider light of the arc's colour.
  fileprivate var glow: Picture {
    let marks = [(endColor, 0.5, 0.28), (.white.opacity(0.8), 0.2, 0.1)].map { color, size, blur in
      Mark.shadow(
        .circle(center: .zero, radius: size * thickness),
        Shadow(color: color, radius: blur * thickness), .everywhere)
    }
    return Picture(marks, covering: Rect(center: .zero, size: .zero).inset(by: -1.4 * thickness))
  }
}

extension Panel {
  var rings: RingLayout.Placement? {
    guard let frame = frames[.rings] else { return nil }
    let names = key.ringNames.map { width(of: $0, letter: 0.6) }
    return RingLayout(
      count: key.ringNames.count, hasList: key.hasList && key.parts.contains(.laps),
      isSteady: key.parts.contains(.dial), nameWidth: names.max() ?? 0, leastText: leastText,
      maxListText: maxListText
    ).place(in: frame)
  }
}

extension Theme {
  /// The text differs from a ring's own colour only as far as legibility requires.
  package func colors(ofRing index: Int, _ own: RingColor?) -> RingColors {
    guard let own else { return rings[index % rings.count] }
    let (start, end) = (Color(hex: own.start), Color(hex: own.end))
    let text = end.shade(toward: text, by: Contrast.large, on: background)
    return RingColors(start: start, end: end, text: text)
  }
}
