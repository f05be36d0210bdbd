import DisplayLists
import Geometry

// What does not move: the plate, its ticks and numerals, and what parts texts from hands behind them.

extension DialLayout {
  // Lengths of the design, whose diameter is 300.

  /// The length of a tick, and of one between those of whole seconds.
  private static let (longTick, shortTick) = (15.0, 7.0)
  /// The same in the small dial, where every second one is long.
  private static let (longMiniTick, shortMiniTick) = (5.0, 3.0)
  /// The width of a short tick by that of a long one: 240 ticks of one width would make a grey band.
  private static let shortTickWidth = 0.55
  /// The distance of the numerals from the centre, and their size: the hours are fewer figures.
  private static let hours = (radius: 116.0, size: 24.0)
  private static let seconds = (radius: 118.0, size: 19.0)
  private static let minutes = (radius: 25.5, size: 9.0)
  /// The size of numerals below which they are enlarged to be legible and meet ticks.
  private static let minNumeral = 18.0

  // In device pixels.

  /// The minimum widths of ticks: thinner ones are too faint, and labelled ones no sharper than
  /// others.
  private static let (minTick, minShortTick, minMiniTick) = (0.75, 0.6, 0.7)
  private static let minLabelledTick = 1.0
  /// The minimum distance of two ticks, in device pixels, at which they are told apart.
  private static let minTickPitch = 2.6

  // Proportions.

  /// The frame of a numeral, in ems: two figures of any font, centred.
  private static let numeralFrame = Size(width: 2.4, height: 1.6)
  /// The area of a figure in ems; its height is with the overshoot of round ones.
  private static let figure = Size(width: 0.55, height: 0.75)
  /// The strength of the veil behind texts: a hand is seen through it, but no longer competes.
  private static let veilOpacity: Float = 0.65

  /// Returns a face with the hours of half a day, or one with the seconds of a minute and a small
  /// dial of 30 minutes.
  func picture(hasHours: Bool, theme: Theme, on backdrop: Color?) -> Picture {
    var marks = plateMarks(theme: theme) + lapTrack(theme)
    if hasHours {
      marks += ticks(count: 60, labels: 5, long: 1, theme: theme)
      marks += labels(
        (1...12).map { "\($0)" }, center: center, radius: length(DialLayout.hours.radius),
        size: length(DialLayout.hours.size), theme: theme)
      marks += dayMarks(theme)
    } else {
      marks += ticks(count: 240, labels: 20, long: 4, theme: theme)
      marks += labels(
        (1...12).map { "\($0 * 5)" }, center: center, radius: length(DialLayout.seconds.radius),
        size: length(DialLayout.seconds.size), theme: theme)
      if hasMini {
        marks += miniTicks(theme: theme)
        marks += labels(
          (1...6).map { "\($0 * 5)" }, center: miniCenter,
          radius: length(DialLayout.minutes.radius), size: length(DialLayout.minutes.size),
          theme: theme)
      }
    }
    let reach = max(
      theme.plateShadows.reach(of: side / DialLayout.plateFraction),
      theme.glows ? length(DialLayout.glow) : 0)
    return Picture(marks, covering: plate.inset(by: -reach - 1), backdrop: backdrop)
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

  /// Every `labels`-th tick is at full strength, every `long`-th is long.
  private func ticks(count: Int, labels: Int, long: Int, theme: Theme) -> [Mark] {
    // Where ticks would run together, only those of whole seconds remain, then only labelled ones.
    let pitch = diameter * .pi / Double(count)
    let minPitch = DialLayout.minTickPitch
    let step = pitch >= minPitch ? 1 : pitch * Double(long) >= minPitch ? long : labels
    func stroke(width: Double, _ color: Color, _ isIncluded: (Int) -> Bool) -> Mark {
      let indices = stride(from: 0, to: count, by: step).filter(isIncluded)
      let path = ticks(indices, of: count, center: center, diameter: diameter) {
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
        $0 % labels == 0 && (count > 60 || $0 % 30 > 0)
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
    _ texts: [String], center: Point, radius: Double, size: Double, theme: Theme
  ) -> [Mark] {
    let frame = Size(
      width: size * DialLayout.numeralFrame.width, height: size * DialLayout.numeralFrame.height)
    return texts.enumerated().compactMap { index, text in
      let angle = Angle(turns: Double(index + 1) / Double(texts.count))
      let frame = Rect(
        center: center.polar(angle: angle, distance: radius), size: frame)
      return self.text(text, in: frame, size: size, color: theme.text, theme: theme)
        .map { .text($0) }
    }
  }

  /// Frosted glass around texts, through which hands are seen.
  func veil(_ areas: [Rect], by edge: Double, theme: Theme) -> Picture {
    var path = Path()
    for area in areas { path.append(.roundedRect(area.inset(by: -edge), radius: edge)) }
    let color = theme.hubFill.opacity(DialLayout.veilOpacity)
    let shadow = Shadow(color: color, radius: edge / 2)
    return Picture(
      [.shadow(path, shadow, .everywhere)], covering: path.bounds.inset(by: -edge))
  }

  /// A line of the plate's colour around the glyphs, as wide as a hand, which parts a hand behind them.
  func cleared(_ run: TextRun, theme: Theme) -> TextRun {
    var run = run
    run.halo = theme.hubFill.opacity(run.color.alpha)
    run.haloWidth = max(1, Int(length(DialLayout.handWidth).rounded()))
    return run
  }

  /// The numerals of `face` once more, over hands, which are faint around them; the small dial's in
  /// one picture. None where they are so large that they meet ticks.
  func numerals(of face: Picture, theme: Theme) -> [Picture] {
    guard theme.halo == nil, length(DialLayout.minNumeral) >= minText else { return [] }
    let runs = face.marks.compactMap { if case .text(let run) = $0 { run } else { nil } }
    return (runs.prefix(12).map { [$0] } + [Array(runs.dropFirst(12))]).map { runs in
      let areas = runs.map { run in
        let figure = DialLayout.figure
        let size = Size(
          width: run.size * figure.width * Double(run.string.utf8.count),
          height: run.size * figure.height)
        return Rect(center: run.frame.center, size: size)
      }
      // The edge is a sixth of an em.
      let veil = veil(areas, by: (runs.first?.size ?? 0) / 6, theme: theme)
      let texts = runs.map { Mark.text(cleared($0, theme: theme)) }
      return Picture(marks: veil.marks + texts, extent: veil.bounds)
    }
  }
}

extension Theme {
  /// Leaves the hands that run more visible.
  private static let ghostOpacity: Float = 0.75

  var ghostHand: Color { best.opacity(Theme.ghostOpacity) }

  var hubFill: Color { plate.alpha > 0 ? plate : background }
}
