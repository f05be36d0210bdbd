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
}

extension DialRim {
  static let wedgeOpacity: Float = 0.22
  /// Leaves the hub free, and a gap to the line on the rim.
  fileprivate static let wedgeHole = 4.0
  fileprivate static let wedgeRadius = 150.0
  fileprivate static let edgeWidth = 4.0
  /// The end of the longest lap, in turns: a running one may pass it.
  static let longest = 0.75
  fileprivate static let width = 7.0
  fileprivate static let lapPitch = 5.75
  fileprivate static let radius = 153.75
  fileprivate static let noon = Color(hex: 0xF4C56A)

  var value: RingValue {
    switch self {
    case .wedge(let value), .steps(_, let value): value
    case .laps(_, let running): running
    }
  }
}

extension Theme {
  /// The colours of a plan's kinds of steps: those of the hands, then others that differ from all before.
  var stepColors: [Color] {
    let others = rings.map(\.start) + RingColor.named.map { Color(hex: $0.value.start) }
    return others.reduce(into: [hand, lapHand]) { colors, color in
      if colors.allSatisfy({ $0.distance(to: color) > 0.3 }) { colors.append(color) }
    }
  }
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
      marks = arc(0, 1, red, width: 5, glows: theme.glows, reach: 12)
    } else {
      switch state.rim {
      case .wedge: break
      case .steps(let parts, _): marks = steps(parts, done: state.turns, theme)
      case .laps(let laps, _): marks = lapArcs(laps, theme)
      }
    }
    func box(_ radius: Double) -> PixelRect {
      PixelRect(covering: Rect(center: center, size: .zero).inset(by: -radius))
    }
    let pieces = box(plateRadius + 1 + length(theme.glows ? 5 : 1)).subtracting(box(length(101)))
    return marks.isEmpty ? [] : pieces.map { Picture(marks: marks, extent: $0, isTransient: true) }
  }

  /// A glow is a few wider, fainter lines: they cost less than a blur.
  private func arc(
    _ start: Double, _ end: Double, _ color: Color, radius: Double = DialRim.radius,
    width: Double = DialRim.width, isRound: Bool = false, overlap: Double = 0, glows: Bool = false,
    reach: Double = 8
  ) -> [Mark] {
    (glows ? [1, 0.69, 0.44, 0.19, 0] : [0]).map { $0 * reach }.map { halo in
      let end = Angle(turns: end + (halo > 0 ? 0 : overlap))
      let arc = Path.Element.arc(
        center: center, radius: length(radius), start: Angle(turns: start), end: end)
      return .stroke(
        Path([arc]), width: max(length(width + halo), 1), round: isRound,
        color.opacity(halo > 0 ? 0.12 : 1))
    }
  }

  /// What remains, from the hub to the ticks, and the line around it.
  func wedge(_ turns: Double, _ theme: Theme) -> (fill: Sector, edge: Sector) {
    let edge = max(length(DialRim.edgeWidth), 1)
    return (
      Sector(
        center: center, outer: length(DialRim.wedgeRadius), inner: length(DialRim.wedgeHole),
        turns: turns, color: theme.hand.opacity(DialRim.wedgeOpacity)),
      Sector(
        center: center, outer: length(DialRim.radius) + edge / 2,
        inner: length(DialRim.radius) - edge / 2, turns: turns, color: theme.hand)
    )
  }

  private func steps(_ parts: [DialRim.StepArc], done: Double, _ theme: Theme) -> [Mark] {
    let (starts, colors) = (parts.map(\.start), theme.stepColors)
    let (pixel, glows) = (1 / (2 * .pi * length(DialRim.radius)), theme.glows)
    return starts.indices.flatMap { index -> [Mark] in
      let next = index + 1 < starts.count ? starts[index + 1] : 1
      let gap = starts.count == 1 ? 0 : next - starts[index] < 8.0 / 360 ? pixel : 0.004
      let (start, end) = (starts[index] + gap / 2, next - gap / 2)
      let color = colors[parts[index].kind % colors.count]
      let past = theme.hubFill.mixed(with: color, by: glows ? 1 : 0.72)
      if done >= next { return arc(start, end, past, glows: glows) }
      let track = arc(start, end, theme.hubFill.mixed(with: color, by: theme.trackOpacity * 1.6))
      let present = color.mixed(with: theme.digits.lit, by: glows ? 0.3 : 0)
      return done > start ? track + arc(start, min(done, end), present, glows: glows) : track
    }
  }

  /// The outer edge of the laps' track.
  var lapsRadius: Double { 154.1 + DialRim.lapPitch * Double(lanes) }

  /// Between arcs that glow, too, there is a dark line.
  private func lapWidth(_ theme: Theme) -> Double { theme.glows ? 2.6 : 4.5 }

  /// The sunk track of the laps. It has large shadows, and no lap changes it.
  func lapTrack(_ theme: Theme) -> [Mark] {
    guard lanes > 0 else { return [] }
    let track = Ring(
      center: center, radius: length(lapsRadius), thickness: length(lapsRadius - 154.1),
      progress: 0, startColor: theme.majorTick, endColor: .clear,
      trackColor: theme.hubFill.mixed(with: theme.text, by: theme.trackOpacity * 0.4))
    let line = theme.trackOutline * minText / Environment.minText * Double(lanes) / 6
    return track.bed(theme, diameter: 2 * plateRadius, outline: line)
  }

  /// Concentric arcs, the newest outside; of many in few lanes the best and worst.
  private func lapArcs(_ laps: [DialRim.LapArc], _ theme: Theme) -> [Mark] {
    guard lanes > 0 else { return [] }
    let shown = laps.count < lanes ? laps : laps.filter { $0.kind != .plain }
    return shown.reversed().enumerated().flatMap { lane, lap in
      let plain = theme.hubFill.mixed(
        with: theme.lapHand, by: (theme.glows ? 1 : 0.86) - 0.11 * Float(lane))
      return arc(
        0, lap.turns * DialRim.longest,
        lap.kind == .plain ? plain : theme.style(of: lap.kind).time,
        radius: lapsRadius - DialRim.lapPitch * (Double(lane) + 1.5), width: lapWidth(theme),
        isRound: true, glows: theme.glows, reach: 2)
    }
  }

  /// The running lap's arc, outside of all others; pale until it is longer than the best.
  func running(_ turns: Double, after laps: [DialRim.LapArc], _ theme: Theme) -> Ring? {
    guard lanes > 0, let best = laps.lazy.map(\.turns).min() else { return nil }
    let lit = theme.lapHand.mixed(with: theme.digits.lit, by: theme.glows ? 0.3 : 0)
    let color = turns > best ? lit : theme.hubFill.mixed(with: theme.lapHand, by: 0.7)
    return Ring(
      center: center, radius: length(lapsRadius - (DialRim.lapPitch - lapWidth(theme)) / 2),
      thickness: max(length(lapWidth(theme)), 1),
      progress: stepped(turns * DialRim.longest, by: 1, radius: plateRadius),
      startColor: color, endColor: color, trackColor: .clear)
  }

  /// The day from midnight, a moon at the bottom, to noon, a sun at the top.
  func dayMarks(_ theme: Theme) -> [Mark] {
    // Dawn and dusk take two hours each, in steps too small to be seen. Each ends under the next.
    let (step, still, pixel) = (1.0 / 768, 5.0 / 24, 1 / (2 * .pi * length(DialRim.radius)))
    let dawn = (0..<64).map { (turns: step, light: (Double($0) + 0.5) / 64) }
    let morning: [(turns: Double, light: Double)] = [(still, 0)] + dawn + [(still, 1)]
    let day = morning + morning.reversed()
    var start = 0.5
    return day.flatMap { turns, light -> [Mark] in
      defer { start += turns }
      let light = Float(Curve.easeInOut.value(at: light))
      let color = theme.night.mixed(with: DialRim.noon, by: light).mixed(
        with: theme.hand, by: 0.7 * min(light, 1 - light))
      return arc(
        start, start + turns, color, radius: dayRadius, width: DialRim.width * dayScale,
        overlap: pixel, glows: theme.glows)
    } + sunAndMoon(theme.secondaryText)
  }

  /// From a dial of 140 user units on, the day is 5 wide, and its signs 8.
  private var dayScale: Double {
    let units = diameter / minText * Environment.minText
    return max(1, min(215 / units, units / 81))
  }

  private var dayRadius: Double { DialRim.radius - DialRim.width / 2 * (dayScale - 1) }

  private func sunAndMoon(_ color: Color) -> [Mark] {
    let (unit, start) = (dayScale, Angle(turns: 0.3))
    let distance = length(142 - 9.5 * (unit - 1))
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

  func sunDot(at turns: Double, _ theme: Theme) -> Picture {
    let place = center.polar(angle: Angle(turns: turns + 0.5), distance: length(dayRadius))
    func dot(_ radius: Double) -> Path { .circle(center: place, radius: length(radius * dayScale)) }
    let marks = [Mark.fill(dot(5), theme.hubFill), .fill(dot(3.3), theme.text)]
    return Picture(marks, covering: dot(5).bounds.inset(by: -1))
  }
}
