import DisplayLists
import Geometry
package import Session
import Timekeeping
import Wording

struct Rings: Instrument {
  private struct Entry: Equatable {
    var id: RingID
    var title: String
    /// What is shown for its name: the title, or the name that is being typed.
    var name: String
    /// The selected characters of a name that is being typed, empty at the caret.
    var selection: Range<Int>?
    var color: RingColor?
    /// The kind of the plan's step that it stands for, whose colour it has.
    var step: Int?
    var value: RingValue
    /// The words of a ring of hours on a clock of twelve.
    var halves: CalendarWords?
    /// Whether the keys act on it alone.
    var isChosen: Bool
    var isFocused: Bool
    /// Whether it is set by hand, and whether the pointer currently sets its value.
    var isSettable: Bool
    var isHeld: Bool
  }

  private struct Arc {
    var turns = AnimatedTurns()
    var ring: Ring?
    /// Of the arc, and of its tip and its start around the origin.
    var light: (arc: Ring, tip: Picture, start: Picture)?
    var name: DisplayItem?
    var percent: TextRun?
  }

  private var entries: [Entry] = []
  /// The thickness below which a track has shadows of half the strength, in user units: they would fill it.
  private static let (thinTrack, thinDepth): (Double, Float) = (20, 0.5)

  private var placement: RingLayout.Placement?
  private var arcs: [Arc] = []
  /// The tracks, unless they are a plain colour.
  private var bed: DisplayItem?
  /// The shadow of the selected ring, and its outline if it has the keyboard focus.
  private var lift: DisplayItem?
  /// The swatches before the names.
  private var legend: DisplayItem?
  /// The index of the first one in the model.
  private var first = 0
  /// How far from the rings a press still misses them, in device pixels.
  private var slack = 0.0

  /// The same in user units: a press that misses by so little is not meant for what is behind.
  private static let slackUnits = 6.0
  /// What the track of a selected ring has of the ring's colour, more than others.
  private static let chosenTrack: Float = 0.12
  /// The opacity of the shadow of a selected ring.
  private static let liftOpacity: Float = 0.55
  /// How far this shadow reaches, by the radius of the rings: over the gaps beside the ring and onto
  /// its neighbours.
  private static let liftReach = 0.12
  private var labels = RingLabels()
  /// The space between a name and the value in its line, in ems.
  private static let valueGap = 0.4

  mutating func update(_ update: inout Update) -> Bool {
    let (model, panel) = (update.model, update.panel)
    if update.isNew {
      (placement, slack) = (panel.rings, Rings.slackUnits * panel.key.environment.scale)
    }
    first = panel.key.rings.lowerBound
    let shown = model.shownRings
    let new = panel.key.rings.map { index in
      let (id, ring) = (shown.ids[index], shown[index])
      let isSettable = if case .manual = ring.source { true } else { false }
      let isDragged = update.pointer.ring.map { $0.isDragged && $0.target.id == id } ?? false
      let typed = model.entry.flatMap { $0.field == .ringName(id) ? $0 : nil }
      if typed != nil, placement?.legend.isEmpty == false { update.isEntryShown = true }
      return Entry(
        id: id, title: ring.title, name: typed?.text ?? ring.title, selection: typed?.selection,
        color: ring.color, step: ring.source == .step && id.isBuiltIn ? model.stepKind : nil,
        value: model.value(of: ring),
        halves: model.clock.hours == .twelve ? model.clock.words : nil,
        isChosen: shown.chosen == id, isFocused: update.pointer.focus == .ring(id),
        isSettable: isSettable,
        isHeld: isDragged || update.pointer.rim != nil && ring.source == .timer)
    }
    guard update.isNew || new != entries else { return false }
    if let placement,
      new.map(\.isChosen) != entries.map(\.isChosen) || new.map(\.step) != entries.map(\.step)
    {
      update.fades.append(placement.box.inset(by: -Rings.liftReach(of: placement.circles)))
    }
    (entries, bed, lift, legend) = (placement == nil ? [] : new, nil, nil, nil)
    if let placement { prepare(placement, on: panel) }
    return true
  }

  private mutating func prepare(_ placement: RingLayout.Placement, on panel: Panel) {
    labels = RingLabels()
    let theme = panel.theme
    var swatches: [Mark] = []
    while arcs.count < entries.count { arcs.append(Arc()) }
    for (index, entry) in entries.enumerated() {
      let colors =
        entry.step.map { theme.colors(ofStep: $0) }
        ?? theme.colors(ofRing: first + index, entry.color)
      var ring = placement.circles[index]
      (ring.startColor, ring.endColor) = (colors.start, colors.end)
      ring.trackColor = theme.background.mixed(
        with: colors.start, by: theme.trackOpacity + (entry.isChosen ? Rings.chosenTrack : 0)
      ).opacity(theme.surface)
      arcs[index].ring = ring
      arcs[index].light = theme.glows ? ring.light(core: theme.digits.lit) : nil
      (arcs[index].name, arcs[index].percent) = (nil, nil)
      guard !placement.legend.isEmpty else { continue }
      var (name, percent) = (placement.legend[index].name, placement.legend[index].value)
      (name.string, name.isBold) = (entry.name, entry.isChosen)
      name.color = entry.isChosen || entry.selection != nil ? theme.text : theme.secondaryText
      percent.color = theme.text
      let swatch = Rings.swatch(before: &name, on: panel)
      swatches.append(.fill(.roundedRect(swatch, radius: swatch.width / 4), colors.start))
      if entry.selection == nil { widen(&percent, beside: &name, for: entry, on: panel) }
      (arcs[index].name, arcs[index].percent) = (.text(name), percent)
      if let selection = entry.selection {
        arcs[index].name = Rings.typed(name, selection, on: panel)
      }
    }
    legend = swatches.isEmpty ? nil : .picture(Picture(swatches, covering: placement.box))
    let rings = arcs.prefix(entries.count).compactMap(\.ring)
    lift = zip(entries, rings).first { $0.0.isChosen }.map { entry, ring in
      let reach = Rings.liftReach(of: rings)
      let shadow = Shadow(color: theme.text.opacity(Rings.liftOpacity), radius: reach / 3)
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

  /// Moves a name to the right for its swatch.
  private static func swatch(before name: inout TextRun, on panel: Panel) -> Rect {
    let side = (name.size * LegendLayout.swatch).rounded()
    let space = (side * LegendLayout.swatchPitch).rounded()
    if name.alignment == .center {
      let width = panel.width(of: name.string, isBold: name.isBold, letter: 0) * name.size
      let free = max(0, name.frame.width - width - space)
      (name.alignment, name.frame) = (.leading, name.frame.inset(left: (free / 2).rounded(.down)))
    }
    let y = (name.frame.midY - side / 2).rounded()
    let swatch = Rect(x: name.frame.minX, y: y, width: side, height: side)
    name.frame = name.frame.inset(left: min(space, name.frame.width))
    return swatch
  }

  /// Gives a value in the line of a name what the name leaves free, as a value has up to seven characters; and what a
  /// long one needs: rather than a value, a name is cut.
  private func widen(
    _ value: inout TextRun, beside name: inout TextRun, for entry: Entry, on panel: Panel
  ) {
    guard value.alignment == .trailing, name.frame.maxX <= value.frame.minX else { return }
    let gap = Rings.valueGap * name.size
    let ems = panel.width(of: name.string, isBold: name.isBold, letter: LegendLayout.letter)
    var end = name.frame.minX + ems * name.size + gap
    if case .fixed(let turns) = entry.value {
      let width = panel.width(of: RingModel.percent(turns), isBold: true, letter: 0) * value.size
      end = min(max(end, name.frame.minX), max(name.frame.minX, value.frame.maxX - width))
    }
    end = end.rounded(.down)
    let isFree = end < value.frame.minX
    guard isFree else { return }
    value.frame = value.frame.inset(left: end - value.frame.minX)
    name.frame = Rect(
      x: name.frame.minX, y: name.frame.minY, width: end - name.frame.minX,
      height: name.frame.height)
  }

  private static func typed(
    _ name: TextRun, _ selection: Range<Int>, on panel: Panel
  ) -> DisplayItem {
    let line = TypedLine(name, selection) { panel.width(of: $0, isBold: name.isBold, letter: 0) }
    return .picture(Picture([line.mark, .text(line.run)], covering: name.frame.inset(by: -2)))
  }

  /// How far the shadow of the selected ring falls.
  private static func liftReach(of rings: [Ring]) -> Double {
    (rings.first?.radius ?? 0) * liftReach
  }

  /// The tracks as hollows with shadows from their rims, or outlined; nil if neither.
  private static func bed(of rings: [Ring], on panel: Panel) -> Picture? {
    let scale = panel.key.environment.scale
    let width = panel.theme.trackOutline * scale
    guard !panel.theme.trackShadows.isEmpty || width > 0, let outer = rings.first else {
      return nil
    }
    let marks = rings.flatMap { ring in
      let isThin = ring.thickness < Rings.thinTrack * scale
      return ring.bed(
        panel.theme, diameter: outer.radius * 2, outline: width,
        depth: isThin ? Rings.thinDepth : 1)
    }
    // A bezel must not hide what is inside.
    return Picture(
      marks: marks, extent: outer.extent, backdrop: panel.key.hasBezel ? nil : panel.backdrop)
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    var next = NextChange.never
    if let bed { frame.append(bed) }
    if let lift { frame.append(lift) }
    if let legend { frame.append(legend) }
    for (index, entry) in entries.enumerated() {
      let progress = arcs[index].turns.turns(entry.value, isHeld: entry.isHeld, at: moment)
      next = min(next, arcs[index].turns.nextChange(entry.value, after: moment))
      if var ring = arcs[index].ring {
        ring.progress = progress
        ring.gradientEnd = Rings.gradientEnd(of: progress)
        frame.append(.ring(ring))
        arcs[index].ring = ring
      }
      guard let name = arcs[index].name, var percent = arcs[index].percent else { continue }
      frame.append(name)
      percent.string = labels.text(
        of: entry.value, turns: progress, at: moment.reading.wall, entry.halves)
      frame.append(.text(percent))
    }
    // Above all rings: the light falls on the neighbours, too.
    for arc in arcs[..<entries.count] {
      guard let ring = arc.ring, var light = arc.light else { continue }
      // What follows stays at its index, also as a ring starts anew.
      guard ring.progress > Ring.minProgress else {
        for _ in 0..<3 { frame.append(.none) }
        continue
      }
      (light.arc.progress, light.arc.gradientEnd) = (ring.progress, ring.gradientEnd)
      frame.append(.ring(light.arc))
      light.tip.move(to: ring.point(at: ring.progress))
      frame.append(.picture(light.tip))
      if ring.progress < 1 {
        light.start.move(to: ring.point(at: 0))
        frame.append(.picture(light.start))
      } else {
        frame.append(.none)
      }
    }
    return next
  }

  /// The gradient spreads in steps of a 128th of its length at most, which is less than a step of a
  /// colour: in most frames only the tip is painted.
  private static func gradientEnd(of progress: Double) -> Double {
    guard progress > Ring.minProgress else { return progress }
    let step = Double(sign: .plus, exponent: progress.exponent - 7, significand: 1)
    return (progress / step).rounded(.up) * step
  }

  var elements: [Element] {
    guard let placement, let outer = placement.circles.first, let inner = placement.circles.last
    else { return [] }
    var all = Element(
      .rings, .group, tr("Rings"),
      in: .ring(
        center: outer.center, radius: outer.radius,
        thickness: outer.radius - inner.radius + inner.thickness))
    (all.action, all.reach) = (.swallow, slack)
    let rings = zip(entries, placement.circles).enumerated().map { index, pair in
      let (entry, circle) = pair
      var turns: Double?
      if entry.isSettable, case .fixed(let value) = entry.value { turns = value }
      var ring = Element(
        .ring(entry.id), turns == nil ? .gauge : .slider, entry.title,
        in: .ring(center: circle.center, radius: circle.radius, thickness: circle.thickness))
      ring.value = .ring(entry.value, halves: entry.halves)
      ring.action = .ring(RingTarget(id: entry.id, center: circle.center, turns: turns))
      ring.focusGroup = .rings
      if entry.isChosen { ring.states.insert(.selected) }
      if entry.isFocused { ring.states.insert(.focused) }
      return ring
    }
    let names = zip(zip(entries, rings), placement.legend).map { pair, legend in
      let (entry, ring) = pair
      var name = Element(.ringName(entry.id), .text, ring.name, in: .box(legend.box))
      name.value = ring.value
      if case .ring(var target) = ring.action {
        target.isName = true
        name.action = .ring(target)
      }
      if entry.selection != nil {
        (name.role, name.name, name.value) = (
          .entry, tr("Name of {0}", ring.name), .text(entry.name)
        )
      }
      return name
    }
    return [all] + rings + names
  }
}

struct RingTarget: Equatable {
  var id: RingID
  var center: Point
  /// Its value; nil if it is not set by hand.
  var turns: Double?
  /// Whether the pointer is on its name and value, not on the ring.
  var isName = false
}

/// A ring that the pointer holds: a drag sets it, a click selects it.
struct RingGrip: Equatable {
  let target: RingTarget
  private let start: Point
  private let drag: Int
  /// The new value; nil before it is dragged.
  private var turns: Double?

  var isDragged: Bool { turns != nil }

  /// A pointer that has moved less, in device pixels, clicks.
  private static let slack = 4.0

  static func isDrag(from start: Point, to point: Point) -> Bool {
    point.distance(to: start) >= slack
  }

  init(_ target: RingTarget, at point: Point, drag: Int) {
    (self.target, start, self.drag) = (target, point, drag)
  }

  /// At first the arc jumps by less than half a turn; then it follows the pointer, also past the
  /// top.
  mutating func drag(to point: Point) -> Command? {
    guard let before = turns ?? target.turns else { return nil }
    guard isDragged || RingGrip.isDrag(from: start, to: point) else { return nil }
    let part = Angle(from: target.center, to: point).turns
    let step = part - (before - before.rounded(.down))
    let new = before + step - step.rounded()
    // Below zero it stays empty until the pointer comes back over the top.
    let turns = max(0, min(new, RingModel.maximum))
    self.turns = turns
    return .dragRing(target.id, to: turns, drag: drag)
  }
}

extension Ring {
  fileprivate var track: Path {
    .annulus(center: center, radius: radius, inner: radius - thickness)
  }

  /// The track with the shadows of rims of that diameter and strength, and a line on either edge.
  func bed(_ theme: Theme, diameter: Double, outline: Double, depth: Float = 1) -> [Mark] {
    var marks: [Mark] = [.fill(track, trackColor)]
    marks += theme.trackShadows.map {
      var shadow = $0.shadow(of: diameter)
      shadow.color = shadow.color.opacity(depth)
      return .shadow(track, shadow, .inside)
    }
    // In a thin ring, two lines would fill the track.
    let line = min(outline, thickness / 4)
    for edge in [radius - line / 2, radius - thickness + line / 2] where line > 0 {
      let circle = Path.circle(center: center, radius: edge)
      marks.append(.stroke(circle, width: line, round: false, startColor))
    }
    return marks
  }

  // Lights of a ring that glows, by its thickness.

  /// How far the light of the arc reaches.
  private static let arcGlow = 0.6
  /// A light at an end: as wide as the ring, and blurred.
  private static let endLight = (radius: 0.5, blur: 0.28)
  /// The brighter one in it at the tip.
  private static let coreLight = (radius: 0.22, blur: 0.16)
  /// The half side of the square around an end in which all its light is: the radius, and more than
  /// three times the blur.
  private static let endReach = 1.4

  /// The light of the arc, and those of its tip and its start.
  fileprivate func light(core: Color) -> (arc: Ring, tip: Picture, start: Picture) {
    var arc = self
    (arc.glow, arc.trackColor) = (thickness * Ring.arcGlow, .clear)
    (arc.radius, arc.thickness) = (radius + arc.glow, thickness + 2 * arc.glow)
    func light(_ color: Color, _ size: (radius: Double, blur: Double)) -> Mark {
      .shadow(
        .circle(center: .zero, radius: size.radius * thickness),
        Shadow(color: color, radius: size.blur * thickness), .everywhere)
    }
    func end(_ lights: [Mark]) -> Picture {
      let box = Rect(center: .zero, size: .zero).inset(by: -Ring.endReach * thickness)
      return Picture(lights, covering: box)
    }
    return (
      arc, end([light(endColor, Ring.endLight), light(core, Ring.coreLight)]),
      end([light(startColor, Ring.endLight)])
    )
  }
}

extension Theme {
  /// The tip is a little lighter, as that of other rings.
  fileprivate func colors(ofStep kind: Int) -> RingColors {
    let (color, lightening): (Color, Float) = (color(ofStep: kind), 0.2)
    return RingColors(start: color, end: color.mixed(with: .white, by: lightening).inBytes)
  }

  package func colors(ofRing index: Int, _ own: RingColor?) -> RingColors {
    own.map { RingColors(start: Color(hex: $0.start), end: Color(hex: $0.end)) }
      ?? rings[index % rings.count]
  }
}
