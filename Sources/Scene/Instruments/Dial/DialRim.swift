import Animation
import DisplayLists
import Geometry
import Session

/// All that the picture of the rim depends on besides the layout and the theme.
struct RimState: Equatable {
  var rim = DialRim.laps([], running: .fixed(0))
  /// The value of `rim`.
  var turns = 0.0
  /// The strength of the red light past the end, 0 to 1.
  var alarm = 0.0
  /// How far each step of a plan is there, 0...1; all of them are if there are none.
  var division: [Double] = []
}

extension DialRim {
  // In units of the dial's design.

  /// Leaves the hub free.
  fileprivate static let wedgeHole = 4.0
  fileprivate static let edgeWidth = 4.0
  /// The middle and the width of the line around the ticks: of a plan's steps, or of the day.
  fileprivate static let radius = 153.75
  fileprivate static let width = 7.0
  /// The width of the line of an overrun.
  fileprivate static let alarmWidth = 5.0
  /// How much wider light makes a line: of the rim, of an overrun, and of laps, which are near to
  /// each other.
  fileprivate static let (glow, alarmGlow, lapGlow) = (8.0, 12.0, 2.0)
  /// Half the side of the square that has no picture of the rim: its corners, 143 from the centre,
  /// are inside of all lines and their light.
  fileprivate static let hole = 101.0
  /// The inner edge of the laps' track, outside of the ticks.
  fileprivate static let lapsHole = 154.1
  fileprivate static let lapPitch = 5.75
  /// Between arcs that glow, too, there is a dark line.
  fileprivate static let (lapWidth, glowingLapWidth) = (4.5, 2.6)

  // In turns.

  /// The end of the longest lap: a running one may pass it.
  static let longest = 0.75
  /// The gap between two steps of a plan, and the length of a step below which the gap is a pixel:
  /// 8 of 360 degrees.
  fileprivate static let (stepGap, shortStep) = (0.004, 8.0 / 360)
  /// Where the day starts, with noon at the top.
  fileprivate static let midnight = 0.5
  /// Dawn and dusk take two hours each, in steps too small to be seen.
  fileprivate static let (dawn, dawnSteps) = (2.0 / 24, 64)
  /// Night and day without change, from midnight to dawn and from dawn to noon.
  fileprivate static let still = 5.0 / 24

  // Strengths of colours.

  /// The added widths of the lines of a glow, by its reach; the last is the arc itself.
  fileprivate static let halos = [1, 0.69, 0.44, 0.19, 0]
  /// Of each of these lines, which lie on each other.
  fileprivate static let haloOpacity: Float = 0.12
  /// What a line that runs has of the light of digits in a theme that glows.
  fileprivate static let light: Float = 0.3
  /// What a finished step has of its colour without a glow: the present one is stronger.
  fileprivate static let finished: Float = 0.72
  /// The track of a step, and the sunk one of the laps, by the track of a ring.
  fileprivate static let (stepTrack, lapsTrack): (Float, Float) = (1.6, 0.4)
  /// What a running lap has of its colour until it is longer than the best.
  fileprivate static let pale: Float = 0.7
  /// What dawn and dusk have of the hand's colour, by their light or dark, whichever is less.
  fileprivate static let dawnColor: Float = 0.7
  static let noon = Color(hex: 0xF4C56A)

  var value: RingValue {
    switch self {
    case .wedge(let value), .steps(_, let value): value
    case .laps(_, let running): running
    }
  }
}

extension Theme {
  /// The nearest shade towards the hand's that is seen on the plate at a glance; the ink on it stays legible.
  var wedge: Color {
    let contrast = 2.0
    return hubFill.shade(toward: hand, by: contrast, on: hubFill)
  }

  /// The colours of a plan's kinds of steps: those of the hands, then others that differ from all before.
  var stepColors: [Color] {
    // Colours that are closer, in sRGB, would be taken for each other.
    let minDistance: Float = 0.3
    let others = rings.map(\.start) + RingColor.named.map { Color(hex: $0.value.start) }
    return others.reduce(into: [hand, lapHand]) { colors, color in
      if colors.allSatisfy({ $0.distance(to: color) > minDistance }) { colors.append(color) }
    }
  }

  func color(ofStep kind: Int) -> Color { stepColors[kind % stepColors.count] }
}

extension Color {
  /// From 0 to the square root of 3, in sRGB.
  fileprivate func distance(to other: Color) -> Float {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return (red * red + green * green + blue * blue).squareRoot()
  }
}

extension DialLayout {
  /// All but a wedge, around a square in which most of the hands moves.
  func pictures(of state: RimState, theme: Theme) -> [Picture] {
    var marks: [Mark] = []
    if state.alarm > 0 {
      let red = theme.hubFill.mixed(with: theme.worst, by: Float(state.alarm))
      marks = arc(
        0, 1, red, width: DialRim.alarmWidth, glows: theme.glows, reach: DialRim.alarmGlow)
    } else {
      switch state.rim {
      case .wedge: break
      case .steps(let parts, _): marks = steps(parts, done: state.turns, state.division, theme)
      case .laps(let laps, _): marks = lapArcs(laps, theme)
      }
    }
    func box(_ radius: Double) -> PixelRect {
      PixelRect(covering: Rect(center: center, size: .zero).inset(by: -radius))
    }
    let reach = length(theme.glows ? DialLayout.glow : 1)
    let pieces = box(plateRadius + 1 + reach).subtracting(box(length(DialRim.hole)))
    return marks.isEmpty ? [] : pieces.map { Picture(marks: marks, extent: $0, isTransient: true) }
  }

  /// A glow is a few wider, fainter lines: they cost less than a blur.
  private func arc(
    _ start: Double, _ end: Double, _ color: Color, radius: Double = DialRim.radius,
    width: Double = DialRim.width, isRound: Bool = false, overlap: Double = 0, glows: Bool = false,
    reach: Double = DialRim.glow
  ) -> [Mark] {
    (glows ? DialRim.halos : [0]).map { $0 * reach }.map { halo in
      let end = Angle(turns: end + (halo > 0 ? 0 : overlap))
      let arc = Path.Element.arc(
        center: center, radius: length(radius), start: Angle(turns: start), end: end)
      return .stroke(
        Path([arc]), width: max(length(width + halo), 1), round: isRound,
        color.opacity(halo > 0 ? DialRim.haloOpacity : 1))
    }
  }

  /// What remains, from the hub to the ticks, and the line around it.
  func wedge(_ turns: Double, _ color: Color, _ theme: Theme) -> (fill: Sector, edge: Sector) {
    let edge = max(length(DialRim.edgeWidth), 1)
    return (
      Sector(
        center: center, outer: length(DialRim.radius) - edge / 2, inner: length(DialRim.wedgeHole),
        turns: turns, color: color),
      Sector(
        center: center, outer: length(DialRim.radius) + edge / 2,
        inner: length(DialRim.radius) - edge / 2, turns: turns, color: theme.hand)
    )
  }

  private func steps(
    _ parts: [DialRim.StepArc], done: Double, _ division: [Double], _ theme: Theme
  ) -> [Mark] {
    let (starts, colors) = (parts.map(\.start), theme.stepColors)
    let (pixel, glows) = (1 / (2 * .pi * length(DialRim.radius)), theme.glows)
    return starts.indices.flatMap { index -> [Mark] in
      let next = index + 1 < starts.count ? starts[index + 1] : 1
      let usual = next - starts[index] < DialRim.shortStep ? pixel : DialRim.stepGap
      let gap = starts.count == 1 ? 0 : usual
      let start = starts[index] + gap / 2
      let part = division.indices.contains(index) ? division[index] : 1
      let end = start + (next - gap / 2 - start) * part
      guard end > start else { return [] }
      let color = colors[parts[index].kind % colors.count]
      let past = theme.hubFill.mixed(with: color, by: glows ? 1 : DialRim.finished)
      if done >= next { return arc(start, end, past, glows: glows) }
      let trackColor = theme.hubFill.mixed(
        with: color, by: theme.trackOpacity * DialRim.stepTrack)
      let track = arc(start, end, trackColor)
      let present = color.mixed(with: theme.digits.lit, by: glows ? DialRim.light : 0)
      return done > start ? track + arc(start, min(done, end), present, glows: glows) : track
    }
  }

  /// The outer edge of the laps' track.
  static func lapsRadius(lanes: Int) -> Double {
    DialRim.lapsHole + DialRim.lapPitch * Double(lanes)
  }

  private var lapsRadius: Double { DialLayout.lapsRadius(lanes: lanes) }

  private func lapWidth(_ theme: Theme) -> Double {
    theme.glows ? DialRim.glowingLapWidth : DialRim.lapWidth
  }

  /// The sunk track of the laps. It has large shadows, and no lap changes it.
  func lapTrack(_ theme: Theme) -> [Mark] {
    guard lanes > 0 else { return [] }
    let track = Ring(
      center: center, radius: length(lapsRadius),
      thickness: length(lapsRadius - DialRim.lapsHole), progress: 0, startColor: theme.majorTick,
      endColor: .clear,
      trackColor: theme.hubFill.mixed(
        with: theme.text, by: theme.trackOpacity * DialRim.lapsTrack))
    let line =
      theme.trackOutline * minText / Environment.minText
      * Double(lanes) / Double(DialLayout.maxLanes)
    return track.bed(theme, diameter: 2 * plateRadius, outline: line)
  }

  /// Concentric arcs, the newest outside; of many in few lanes the best and worst.
  private func lapArcs(_ laps: [DialRim.LapArc], _ theme: Theme) -> [Mark] {
    guard lanes > 0 else { return [] }
    let shown = laps.count < lanes ? laps : laps.filter { $0.kind != .plain }
    return shown.reversed().enumerated().flatMap { lane, lap in
      // Only the running lap has the hand's colour.
      let plain = theme.hubFill.shade(
        toward: theme.secondaryText, by: Contrast.large, on: theme.hubFill)
      // The outermost lane is the running lap's.
      let middle = Double(lane + 1) + 0.5
      return arc(
        0, lap.turns * DialRim.longest,
        lap.kind == .plain ? plain : theme.style(of: lap.kind).time,
        radius: lapsRadius - DialRim.lapPitch * middle, width: lapWidth(theme),
        isRound: true, glows: theme.glows, reach: DialRim.lapGlow)
    }
  }

  /// The running lap's arc, outside of all others; pale until it is longer than the best.
  func running(_ turns: Double, after laps: [DialRim.LapArc], _ theme: Theme) -> Ring? {
    guard lanes > 0, let best = laps.lazy.map(\.turns).min() else { return nil }
    let lit = theme.lapHand.mixed(with: theme.digits.lit, by: theme.glows ? DialRim.light : 0)
    let pale = theme.hubFill.mixed(with: theme.lapHand, by: DialRim.pale)
    let color = turns > best ? lit : pale
    return Ring(
      center: center, radius: length(lapsRadius - (DialRim.lapPitch - lapWidth(theme)) / 2),
      thickness: max(length(lapWidth(theme)), 1),
      progress: stepped(turns * DialRim.longest, by: 1, radius: plateRadius),
      startColor: color, endColor: color, trackColor: .clear)
  }

  /// The day from midnight, a moon at the bottom, to noon, a sun at the top.
  func dayMarks(_ theme: Theme) -> [Mark] {
    let (still, steps) = (DialRim.still, DialRim.dawnSteps)
    let dawn = (0..<steps).map {
      (turns: DialRim.dawn / Double(steps), light: (Double($0) + 0.5) / Double(steps))
    }
    let morning: [(turns: Double, light: Double)] = [(still, 0)] + dawn + [(still, 1)]
    let day = morning + morning.reversed()
    // Each step ends under the next.
    let pixel = 1 / (2 * .pi * length(DialRim.radius))
    var start = DialRim.midnight
    return day.flatMap { turns, light -> [Mark] in
      defer { start += turns }
      let light = Float(Curve.easeInOut.value(at: light))
      let color = theme.night.mixed(with: DialRim.noon, by: light).mixed(
        with: theme.hand, by: DialRim.dawnColor * min(light, 1 - light))
      return arc(
        start, start + turns, color, radius: dayRadius, width: DialRim.width * dayScale,
        overlap: pixel, glows: theme.glows)
    } + sunAndMoon(theme.secondaryText)
  }

  /// From this diameter of the dial on, in user units, the day and its signs have the size of the
  /// design. On a smaller one they stay 5 and 8 user units wide.
  private static let minDesignDay = 215.0
  /// Up to this diameter they have the size of the design again, as space is short; up to about
  /// 130 they grow to those 5 and 8 units.
  private static let maxSmallDay = 81.0

  private var dayScale: Double {
    let units = diameter / minText * Environment.minText
    return max(1, min(DialLayout.minDesignDay / units, units / DialLayout.maxSmallDay))
  }

  private var dayRadius: Double { DialRim.radius - DialRim.width / 2 * (dayScale - 1) }

  /// The distance of the sun and the moon from the centre, and how far they go inward as the day's
  /// width doubles, in units of the design: they keep clear of it.
  private static let (signDistance, signShift) = (142.0, 9.5)

  /// The sun is drawn in a square of 12 with rays, the moon in one of 11.2, in scaled units of the
  /// design.
  private func sunAndMoon(_ color: Color) -> [Mark] {
    let (unit, start) = (dayScale, Angle(turns: 0.3))
    let distance = length(DialLayout.signDistance - DialLayout.signShift * (unit - 1))
    let sun = center.offset(dx: 0, dy: -distance)
    let rays = ticks(Array(0..<8), of: 8, center: sun, diameter: length(12 * unit)) { _ in
      1.8 * unit
    }
    let (moon, size) = (center.offset(dx: 0, dy: distance), length(5.6 * unit))
    let hollow = moon.offset(dx: -0.12 * size, dy: 0.08 * size)
    let crescent = Path([
      .arc(center: moon, radius: size, start: start, end: Angle(turns: 0.98)),
      .curve(hollow, hollow, moon.polar(angle: start, distance: size)), .close,
    ])
    return [
      .fill(.circle(center: sun, radius: length(2.8 * unit)), color),
      .stroke(rays, width: length(1.1 * unit), round: true, color), .fill(crescent, color),
    ]
  }

  /// The radii of the dot at the time of day and of the edge around it, in scaled units of the
  /// design.
  private static let (dotRadius, dotEdge) = (3.3, 5.0)

  /// The radii of the dot that says where a plan is, and of the knob of a wedge that can be dragged, and the width of
  /// the edge around them, in user units.
  private static let (planDot, knob, knobEdge) = (5.0, 6.0, 1.5)

  /// A dot on the rim: where a plan is, or where a wedge takes hold.
  func rimDot(at turns: Double, isKnob: Bool, _ theme: Theme) -> Picture {
    let unit = minText / Environment.minText
    let place = center.polar(angle: Angle(turns: turns), distance: length(DialRim.radius))
    let radius = (isKnob ? DialLayout.knob : DialLayout.planDot) * unit
    let edge = Path.circle(center: place, radius: radius + DialLayout.knobEdge * unit)
    return Picture(
      [
        .fill(edge, theme.hubFill),
        .fill(.circle(center: place, radius: radius), isKnob ? theme.hand : theme.text),
      ], covering: edge.bounds.inset(by: -1), isTransient: true)
  }

  func sunDot(at turns: Double, _ theme: Theme) -> Picture {
    let angle = Angle(turns: turns + DialRim.midnight)
    let place = center.polar(angle: angle, distance: length(dayRadius))
    func dot(_ radius: Double) -> Path { .circle(center: place, radius: length(radius * dayScale)) }
    let edge = dot(DialLayout.dotEdge)
    let marks = [Mark.fill(edge, theme.hubFill), .fill(dot(DialLayout.dotRadius), theme.text)]
    return Picture(marks, covering: edge.bounds.inset(by: -1))
  }
}
