import DisplayLists
import Geometry
import Session

enum DialHand {
  case total, lap, mini
  /// The thin, flat hand of the lap to compare with.
  case ghost
  case hour, minute, second
}

/// The geometry of a dial, a disc in a square, in device pixels.
///
/// The design assumes a diameter of 300 between the outer ends of the ticks.
struct DialLayout: Equatable {
  let center: Point
  /// The plate's diameter, in whole device pixels.
  private let side: Double
  let minText: Double
  /// How many laps have space around the ticks.
  let lanes: Int

  /// The plate's diameter by that of the ticks; leaves space for the rim.
  private var plateShare: Double { lanes == 0 ? 1.05 : (lapsRadius + 1.9) / 150 }
  /// The small dial's tick circle by its diameter: its rim keeps clear of the large hub.
  static let miniRim = 0.87

  /// Creates the largest dial in `bounds` whose texts are at least `minText` device pixels.
  init(in bounds: Rect, minText: Double = Environment.minText, hasLaps: Bool = false) {
    // The middle is on a pixel's edge or middle, so that the dial is symmetrical.
    side = DialLayout.size(in: bounds.size).width.rounded(.down)
    center = Point(
      x: (bounds.midX - side / 2).rounded() + side / 2,
      y: (bounds.midY - side / 2).rounded() + side / 2)
    self.minText = minText
    let units = side / minText * Environment.minText
    lanes = !hasLaps || units < 150 ? 0 : units < 254 ? 3 : DialRim.maxLaps + 1
  }

  /// Between the outer ends of the ticks.
  var diameter: Double { side / plateShare }
  var plateRadius: Double { side / 2 }
  var plate: Rect { Rect(center: center, size: Size(width: side, height: side)) }
  var miniCenter: Point { center.offset(dx: 0, dy: -50 * (diameter / 300)) }
  var miniDiameter: Double { 90 * (diameter / 300) }
  func readout(at side: Double) -> Rect { line(below: 62, height: 26, width: 150, at: side) }
  func caption(at side: Double) -> Rect { line(below: 37, height: 18, width: 150, at: side) }
  func lapReadout(at side: Double) -> Rect {
    var line = line(below: 83, height: 15, width: 130, at: side)
    // On a small dial, rounding would let them overlap.
    line.origin.y = max(line.minY, readout(at: side).maxY)
    return line
  }

  /// Under the centre, or beside it between the tails of hands, which are 30 long, and the numerals.
  private func line(below: Double, height: Double, width: Double, at side: Double) -> Rect {
    let isBeside = side != 0.5
    let start = center.polar(angle: Angle(turns: side), distance: isBeside ? length(65) : 0)
    return Rect(
      center: start.offset(dx: 0, dy: length(isBeside ? below - 71 : below).rounded()),
      size: Size(width: length(isBeside ? 214 - width : width), height: length(height))
    ).snapped
  }

  static func size(in size: Size) -> Size { size.fitting(aspect: 1) }

  /// Converts a length of the design, at diameter 300.
  func length(_ units: Double) -> Double { units * diameter / 300 }

  /// Returns a line of text, a little larger if it would be illegible; nil if much larger.
  func text(
    _ string: String = "", in frame: Rect, _ alignment: TextRun.Alignment = .center, size: Double,
    isBold: Bool = false, isTabular: Bool = false, color: Color, theme: Theme
  ) -> TextRun? {
    guard size >= minText * 0.75 else { return nil }
    return TextRun(
      string, frame: frame, alignment: alignment, size: max(size, minText), isBold: isBold,
      isTabular: isTabular,
      color: color, halo: theme.halo == nil ? nil : theme.hubFill)
  }

  /// The first side of the centre that no hand at these turns crosses: below, above, right or left.
  func freeSide(besides hands: [Double]) -> Double {
    [0.5, 0, 0.25, 0.75].first { side in
      hands.allSatisfy { abs(($0 - side).remainder(dividingBy: 1)) > 0.1225 }
    } ?? 0.5
  }

  /// Below the centre; while a hand crosses that, or shortly between two, where none will be soon.
  func side(besides total: Double, _ lap: Double) -> Double {
    let first = (total - 0.5).remainder(dividingBy: 1)
    let second = (lap - 0.5).remainder(dividingBy: 1)
    let isBetween = first * second < 0 && abs(first - second) < 0.3
    let isFree = !isBetween && min(abs(first), abs(second)) > 0.1225
    if isFree || length(16) < minText { return 0.5 }
    let lead = abs(first) < abs(second) ? first - second : second - first
    // Not at a whole or half turn, where rounding would decide.
    return (lead + 0.0137).remainder(dividingBy: 1) < 0 ? 0.25 : 0.75
  }

  /// One or two lines in the middle of that side.
  func lines(at side: Double, count: Int) -> [Rect] {
    let middle = center.polar(angle: Angle(turns: side), distance: length(62))
    return [(-7.0, 18.0), (9, 14)].prefix(count).map { below, height in
      Rect(
        center: middle.offset(dx: 0, dy: count == 1 ? 0 : length(below).rounded()),
        size: Size(width: length(76), height: length(height))
      ).snapped
    }
  }

  /// Frosted glass around texts, through which hands are seen.
  func veil(_ areas: [Rect], by edge: Double, theme: Theme) -> Picture {
    var path = Path()
    for area in areas { path.append(.roundedRect(area.inset(by: -edge), radius: edge)) }
    let shadow = Shadow(color: theme.hubFill.opacity(0.65), radius: edge / 2)
    return Picture(
      [.shadow(path, shadow, .everywhere)], covering: path.bounds.inset(by: -edge))
  }

  /// A line of the plate's colour around the glyphs, which parts a hand behind them.
  func cleared(_ run: TextRun, theme: Theme) -> TextRun {
    var run = run
    run.halo = theme.hubFill.opacity(run.color.alpha)
    run.haloWidth = max(1, Int(length(2).rounded()))
    return run
  }

  /// The numerals of `face` once more, over hands, which are faint around them; the small dial's in
  /// one picture. None where they are so large that they meet ticks.
  func numerals(of face: Picture, theme: Theme) -> [Picture] {
    guard theme.halo == nil, length(18) >= minText else { return [] }
    let runs = face.marks.compactMap { if case .text(let run) = $0 { run } else { nil } }
    return (runs.prefix(12).map { [$0] } + [Array(runs.dropFirst(12))]).map { runs in
      let areas = runs.map { run in
        let width = run.size * 0.55 * Double(run.string.utf8.count)
        return Rect(center: run.frame.center, size: Size(width: width, height: run.size * 0.75))
      }
      let veil = veil(areas, by: (runs.first?.size ?? 0) / 6, theme: theme)
      let texts = runs.map { Mark.text(cleared($0, theme: theme)) }
      return Picture(marks: veil.marks + texts, extent: veil.bounds)
    }
  }

  var hasMini: Bool { miniDiameter >= 65 * minText / Environment.minText }

  /// Returns a face with the hours of half a day, or one with the seconds of a minute and a small
  /// dial of 30 minutes.
  func picture(
    hasHours: Bool, laps: [DialRim.LapArc] = [], theme: Theme, on backdrop: Color?
  ) -> Picture {
    var marks = plateMarks(theme: theme) + lapMarks(laps, theme)
    if hasHours {
      marks += ticks(count: 60, labels: 5, long: 1, theme: theme)
      marks += labels(
        (1...12).map { "\($0)" }, center: center, radius: length(116), size: length(24),
        theme: theme)
      marks += dayMarks(theme)
    } else {
      marks += ticks(count: 240, labels: 20, long: 4, theme: theme)
      marks += labels(
        (1...12).map { "\($0 * 5)" }, center: center, radius: length(118), size: length(19),
        theme: theme)
      if hasMini {
        marks += miniTicks(theme: theme)
        marks += labels(
          (1...6).map { "\($0 * 5)" }, center: miniCenter, radius: length(25.5), size: length(9),
          theme: theme)
      }
    }
    let reach = max(theme.plateShadows.reach(of: side / 1.05), theme.glows ? length(5) : 0)
    return Picture(marks, covering: plate.inset(by: -reach - 1), backdrop: backdrop)
  }

  private func plateMarks(theme: Theme) -> [Mark] {
    let plate = Path.circle(center: center, radius: plateRadius)
    var marks: [Mark] = theme.plateShadows.map {
      .shadow(plate, $0.shadow(of: side / 1.05), .outside)
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
    let step = pitch >= 2.6 ? 1 : pitch * Double(long) >= 2.6 ? long : labels
    func stroke(width: Double, _ color: Color, _ isIncluded: (Int) -> Bool) -> Mark {
      let indices = stride(from: 0, to: count, by: step).filter(isIncluded)
      let path = ticks(indices, of: count, center: center, diameter: diameter) {
        $0 % long == 0 ? 15 : 7
      }
      return .stroke(path, width: width, round: false, color)
    }
    let width = max(length(2), 0.75)
    return [
      // 240 ticks of one width would make a grey band.
      stroke(width: max(width * 0.55, 0.6), theme.minorTick) { $0 % long != 0 },
      stroke(width: width, theme.minorTick) { $0 % labels != 0 && $0 % long == 0 },
      // The clock has a sun and a moon there.
      stroke(width: max(width, 1), theme.majorTick) {
        $0 % labels == 0 && (count > 60 || $0 % 30 > 0)
      },
    ]
  }

  private func miniTicks(theme: Theme) -> [Mark] {
    [false, true].map { isMajor in
      let indices = (0..<60).filter { ($0 % 10 == 0) == isMajor }
      let diameter = miniDiameter * DialLayout.miniRim
      let path = ticks(indices, of: 60, center: miniCenter, diameter: diameter) {
        $0 % 2 == 0 ? 5 : 3
      }
      let color = isMajor ? theme.majorTick : theme.minorTick
      return .stroke(path, width: max(length(1), 0.7), round: false, color)
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
    texts.enumerated().compactMap { index, text in
      let angle = Angle(turns: Double(index + 1) / Double(texts.count))
      let frame = Rect(
        center: center.polar(angle: angle, distance: radius),
        size: Size(width: size * 2.4, height: size * 1.6))
      return self.text(text, in: frame, size: size, color: theme.text, theme: theme)
        .map { .text($0) }
    }
  }

  func hand(_ kind: DialHand, theme: Theme) -> Hand {
    let (reach, tail, width, hub, color): (Double, Double, Double, Double, Color) =
      switch kind {
      // From the rim to a tail of a tenth of the diameter.
      case .total, .second: (150, 30, 2, 3, theme.hand)
      case .lap: (150, 30, 2, 3, theme.lapHand)
      case .ghost: (150, 0, 1.4, 0, theme.ghostHand)
      case .mini: (37, 8, 1.6, 2.2, theme.text)
      case .hour: (72, 14, 6, 0, theme.text)
      // Short of the numerals.
      case .minute: (100, 14, 4, 0, theme.text)
      }
    var shadow = theme.handShadow.shadow(of: diameter)
    shadow.dx *= 0.6
    if kind == .ghost { shadow.color = .clear }
    if kind == .lap, theme.glows { shadow.color = color.opacity(shadow.color.alpha) }
    var hand = Hand(
      center: kind == .mini ? miniCenter : center, angle: Angle(turns: 0), length: length(reach),
      tail: length(tail), width: max(length(width), 1.2), hubRadius: length(hub),
      hubFill: theme.hubFill, color: color, shadow: shadow)
    if theme.glows, kind != .ghost { hand.core = color.mixed(with: theme.digits.lit, by: 0.85) }
    return hand
  }

  /// Whether `point` is on the wedge or on the edge around it.
  func isOnRim(_ point: Point) -> Bool {
    (length(104)...length(162)).contains(point.distance(to: center))
  }
}

extension Theme {
  var ghostHand: Color { best.opacity(0.75) }

  var hubFill: Color { plate.alpha > 0 ? plate : background }
}
