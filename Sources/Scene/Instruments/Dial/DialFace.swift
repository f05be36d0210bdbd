import DisplayLists
import Geometry
import Session

// What does not move: the plate, its ticks and numerals, and what parts texts from hands behind them.

extension DialLayout {
  // Lengths of the design, whose diameter is 300.

  /// The length of a tick, and of one between those of whole seconds.
  private static let (longTick, shortTick) = (15.0, 7.0)
  /// The same in the small dial, where every second one is long.
  private static let (longMiniTick, shortMiniTick) = (5.0, 3.0)
  /// The width of a short tick by that of a long one: 240 ticks of one width would make a grey band.
  private static let shortTickWidth = 0.55
  private typealias Numerals = (radius: Double, size: Double)
  /// The distance of the numerals from the centre, and their size: the hours are fewer figures.
  private static let hours: Numerals = (radius: 116, size: 24)
  private static let numerals: Numerals = (radius: 118, size: 19)
  private static let smallNumerals: Numerals = (radius: 25.5, size: 9)
  // In device pixels.

  /// The minimum widths of ticks: thinner ones are too faint, and labelled ones no sharper than
  /// others.
  private static let (minTick, minShortTick, minMiniTick) = (0.75, 0.6, 0.7)
  private static let minLabelledTick = 1.0
  /// Ticks that are closer than this, in device pixels, run together.
  private static let minTickPitch = 2.6

  // Proportions.

  /// The frame of a numeral, in ems: two figures of any font, centred.
  private static let numeralFrame = Size(width: 2.4, height: 1.6)

  /// The plate, with its ticks and numerals unless these are `ink`; with the hours of half a day without a face.
  func plate(_ face: DialFace?, theme: Theme, on backdrop: Color?) -> Picture {
    let marks = plateMarks(theme: theme) + lapTrack(theme)
    let isWhole = if case .scale = face { false } else { true }
    return Picture(
      isWhole ? marks + inkMarks(face, theme) : marks, covering: plateBox(theme),
      backdrop: backdrop)
  }

  /// The plate alone, over whatever it passes.
  func emptyPlate(theme: Theme) -> Picture {
    // What goes below it must not show through a plate that is only a line.
    let isLine = theme.plate.alpha == 0 && theme.halo == nil
    let bed = Mark.fill(.circle(center: center, radius: plateRadius), theme.hubFill)
    return Picture(
      (isLine ? [bed] : []) + plateMarks(theme: theme), covering: plateBox(theme))
  }

  /// The track of the laps alone; nil without one.
  func track(theme: Theme) -> Picture? {
    lanes == 0 ? nil : Picture(lapTrack(theme), covering: plateBox(theme))
  }

  /// The ticks and numerals alone; nil if there are none.
  func allInk(_ face: DialFace?, theme: Theme) -> Picture? {
    let marks = inkMarks(face, theme)
    return marks.isEmpty ? nil : Picture(marks, covering: plateBox(theme))
  }

  /// The plate, and how far its shadows and its light fall.
  private func plateBox(_ theme: Theme) -> Rect {
    let reach = max(
      theme.plateShadows.reach(of: side / DialLayout.plateFraction),
      theme.glows ? length(DialLayout.glow) : 0)
    return plate.inset(by: -reach - 1)
  }

  /// What is on the plate, over a wedge; nil without one.
  func ink(_ face: DialFace?, theme: Theme) -> Picture? {
    guard case .scale = face else { return nil }
    return Picture(inkMarks(face, theme), covering: plate)
  }

  private func inkMarks(_ face: DialFace?, _ theme: Theme) -> [Mark] {
    func fives(_ count: Int, by step: Int = 5) -> [String] { (1...count).map { "\($0 * step)" } }
    switch face {
    case .minute:
      return ticks(Ticks(count: 240, labels: 20, long: 4), theme: theme)
        + labels(fives(12), DialLayout.numerals, theme: theme) + small(fives(6), theme)
    case .scale(let scale):
      return ticks(scale.ticks, theme: theme)
        + labels(scale.labels, DialLayout.numerals, theme: theme) + small(fives(6, by: 10), theme)
    case .plan: return []
    case nil:
      return ticks(Ticks(count: 60, labels: 5, long: 1), hasDay: true, theme: theme)
        + labels(fives(12, by: 1), DialLayout.hours, theme: theme) + dayMarks(theme)
    }
  }

  /// The small dial, on a plate of its own.
  private func small(_ texts: [String], _ theme: Theme) -> [Mark] {
    guard hasMini else { return [] }
    let plate = Path.circle(center: miniCenter, radius: miniDiameter * DialLayout.miniRim / 2)
    return [.fill(plate, theme.hubFill)] + miniTicks(theme: theme)
      + labels(texts, around: miniCenter, DialLayout.smallNumerals, theme: theme)
  }

  private func plateMarks(theme: Theme) -> [Mark] {
    let plate = Path.circle(center: center, radius: plateRadius)
    var marks: [Mark] = theme.plateShadows.map {
      .shadow(plate, $0.shadow(of: side / DialLayout.plateFraction), .outside)
    }
    let fill = theme.surface < 1 ? theme.hubFill.opacity(theme.surface) : theme.plate
    if fill.alpha > 0 { marks.append(.fill(plate, fill)) }
    if theme.plateBorder.alpha > 0 {
      let width = max(1, length(1))
      marks.append(
        .stroke(
          .circle(center: center, radius: plateRadius - width / 2), width: width, round: false,
          theme.plateBorder))
    }
    return marks
  }

  private func ticks(_ ticks: Ticks, hasDay: Bool = false, theme: Theme) -> [Mark] {
    let (count, labels, long) = (ticks.count, ticks.labels, ticks.long)
    // Where ticks would run together, only those of whole seconds remain, then only labelled ones.
    let pitch = diameter * .pi / Double(count)
    let minPitch = DialLayout.minTickPitch
    let step = pitch >= minPitch ? 1 : pitch * Double(long) >= minPitch ? long : labels
    func stroke(width: Double, _ color: Color, _ isIncluded: (Int) -> Bool) -> Mark {
      let indices = stride(from: 0, to: count, by: step).filter(isIncluded)
      let path = self.ticks(indices, of: count, center: center, diameter: diameter) {
        $0 % long == 0 ? DialLayout.longTick : DialLayout.shortTick
      }
      return .stroke(path, width: width, round: false, color)
    }
    let width = max(length(DialLayout.handWidth), DialLayout.minTick)
    let shortWidth = max(width * DialLayout.shortTickWidth, DialLayout.minShortTick)
    return [
      stroke(width: shortWidth, theme.minorTick) { $0 % long != 0 },
      stroke(width: width, theme.minorTick) { $0 % labels != 0 && $0 % long == 0 },
      // The clock has a sun and a moon there.
      stroke(width: max(width, DialLayout.minLabelledTick), theme.majorTick) {
        $0 % labels == 0 && (!hasDay || $0 % (count / 2) > 0)
      },
    ]
  }

  private func miniTicks(theme: Theme) -> [Mark] {
    [false, true].map { isMajor in
      let indices = (0..<60).filter { ($0 % 10 == 0) == isMajor }
      let diameter = miniDiameter * DialLayout.miniRim
      let path = ticks(indices, of: 60, center: miniCenter, diameter: diameter) {
        $0 % 2 == 0 ? DialLayout.longMiniTick : DialLayout.shortMiniTick
      }
      let color = isMajor ? theme.majorTick : theme.minorTick
      // Half as wide as the others.
      let width = max(length(DialLayout.handWidth / 2), DialLayout.minMiniTick)
      return .stroke(path, width: width, round: false, color)
    }
  }

  func ticks(
    _ indices: [Int], of count: Int, center: Point, diameter: Double, length: (Int) -> Double
  ) -> Path {
    var path = Path()
    for index in indices {
      let angle = Angle(turns: Double(index) / Double(count))
      let inner = diameter / 2 - self.length(length(index))
      path.append(
        .line(
          from: center.polar(angle: angle, distance: diameter / 2),
          to: center.polar(angle: angle, distance: inner)))
    }
    return path
  }

  /// Upright labels, clockwise; the last is at the top.
  private func labels(
    _ texts: [String], around middle: Point? = nil, _ numerals: Numerals, theme: Theme
  ) -> [Mark] {
    let (radius, size) = (length(numerals.radius), length(numerals.size))
    let frame = Size(
      width: size * DialLayout.numeralFrame.width, height: size * DialLayout.numeralFrame.height)
    return texts.enumerated().compactMap { index, text in
      let angle = Angle(turns: Double(index + 1) / Double(texts.count))
      let frame = Rect(
        center: (middle ?? center).polar(angle: angle, distance: radius), size: frame)
      return self.text(text, in: frame, size: size, color: theme.text, theme: theme)
        .map { .text($0) }
    }
  }

  /// A line of the plate's colour around the glyphs, as wide as a hand, which parts a hand behind them.
  func cleared(_ run: TextRun, theme: Theme) -> TextRun {
    var run = run
    run.halo = theme.hubFill.opacity(run.color.alpha)
    run.haloWidth = max(1, Int(length(DialLayout.handWidth).rounded()))
    return run
  }
}

/// Every `labels`-th tick is at full strength, every `long`-th is long.
struct Ticks {
  var count: Int
  var labels: Int
  var long: Int
}

extension DialScale {
  /// One for 5, 15, 30 or 60 seconds, or 5 or 15 minutes.
  fileprivate var ticks: Ticks {
    switch self {
    case .fiveMinutes: Ticks(count: 60, labels: 12, long: 6)
    case .quarterHour: Ticks(count: 60, labels: 4, long: 4)
    case .halfHour: Ticks(count: 60, labels: 10, long: 2)
    case .hour: Ticks(count: 60, labels: 5, long: 1)
    case .threeHours: Ticks(count: 36, labels: 12, long: 3)
    case .twelveHours: Ticks(count: 48, labels: 4, long: 4)
    }
  }
}

extension Theme {
  /// Leaves the hands that run more visible.
  private static let ghostOpacity: Float = 0.75

  var ghostHand: Color { best.opacity(Theme.ghostOpacity) }

  var hubFill: Color { plate.alpha > 0 ? plate : background }
}
