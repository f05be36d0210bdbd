import DisplayLists
import Geometry
import Session

enum DialHand {
  case total, lap, mini
  /// The thin, flat hand of the lap to compare with.
  case ghost
  case hour, minute, second
}

/// The sides of a dial's centre, in turns from the top.
enum DialSide {
  static let (above, right, below, left) = (0.0, 0.25, 0.5, 0.75)
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

  /// The lanes of a large dial: those of the laps, and one for the running lap.
  static let maxLanes = DialRim.maxLaps + 1

  // Lengths of the design, whose diameter is 300.

  private static let design = 300.0
  /// From the outer lap's track to the plate's edge.
  private static let lapsEdge = 1.9
  /// The tail of a hand around a full turn: a tenth of the diameter.
  private static let tail = 30.0
  /// The small dial's centre above the large one's, and its diameter.
  private static let (miniRise, miniSize) = (50.0, 90.0)
  /// The middle below the centre, and the height, of the readout and the lines around it, which
  /// meet; the readout is the largest, and the hub is clear of the caption above it.
  private static let readout = (below: 62.0, height: 26.0)
  private static let caption = (below: 37.0, height: 18.0)
  private static let lapReadout = (below: 83.0, height: 15.0)
  /// The widths of these lines, which end before the numerals; lower, those are closer.
  private static let (lineWidth, lapLineWidth) = (150.0, 130.0)
  /// Beside the centre, the middle of the lines is between the tails and the numerals, as is the
  /// sum of a line's two widths there and below; they are around the line of the centre.
  private static let besideDistance = 65.0
  private static let besideWidths = 214.0
  private static let besideRise = 71.0
  /// The date, between the hub and the numerals, and below it the city: the middle of each line
  /// from that of both, and its height.
  private static let dateDistance = 62.0
  private static let dateWidth = 76.0
  private static let dateLines = [(below: -7.0, height: 18.0), (below: 9.0, height: 14.0)]
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
  /// The size of a readout below which it is enlarged to be legible, and has no space beside the
  /// centre.
  private static let minBesideReadout = 16.0
  /// A hand's distance from the centre at which it takes hold of the rim, from the inside of the
  /// wedge's edge to outside of the plate.
  private static let rim = 104.0...162.0
  /// How far light falls in themes that glow.
  static let glow = 5.0

  // The hands, with lengths of the design.

  /// How far it reaches from the centre, its tail on the other side, its width, and the radius of
  /// its hub.
  private typealias HandLengths = (reach: Double, tail: Double, width: Double, hub: Double)
  /// The width of a hand that goes around once a minute, and of a long tick.
  private static let handWidth = 2.0
  /// A hand that goes around once a minute, to the outer ends of the ticks.
  private static let longHand: HandLengths = (design / 2, tail, handWidth, 3)
  /// Thinner and without a hub: it is only compared with.
  private static let ghostHand: HandLengths = (design / 2, 0, 1.4, 0)
  /// To the small dial's ticks; in proportion a little wider, so that it is seen.
  private static let miniHand: HandLengths = (37, 8, 1.6, 2.2)
  /// The shorter, the wider, with a tail that balances both.
  private static let hourHand: HandLengths = (72, 14, 6, 0)
  /// Short of the numerals.
  private static let minuteHand: HandLengths = (100, 14, 4, 0)
  /// The radius of the hub of the clock's hands, which are wider than the others.
  static let clockHub = 4.0

  // In device pixels.

  /// The minimum width of a hand: a thinner one would flicker as it turns.
  private static let minHandWidth = 1.2
  /// The minimum widths of ticks: thinner ones are too faint, and labelled ones no sharper than
  /// others.
  private static let (minTick, minShortTick, minMiniTick) = (0.75, 0.6, 0.7)
  private static let minLabelledTick = 1.0

  // In user units.

  /// The minimum plate's diameter with arcs of laps: below, an arc would be thinner than two pixels.
  private static let minWithLaps = 150.0
  /// The same with all arcs, of which each is three pixels wide.
  private static let minWithAllLaps = 254.0
  /// The minimum diameter of a small dial: about where its numerals can be enlarged to be legible.
  private static let minMini = 65.0

  /// The plate's diameter by that of the ticks; leaves space for the rim.
  private static let plateFraction = 1.05
  /// The small dial's tick circle by its diameter: its rim keeps clear of the large hub.
  static let miniRim = 0.87
  /// How near to a text's middle, in turns, a hand crosses the text.
  private static let crossing = 0.1225
  /// The minimum gap between two hands, in turns, in which texts are: with less, they would come
  /// back only for some seconds.
  private static let minHandGap = 0.3
  /// Added to the turns between two hands that decide on a side, so that rounding does not decide
  /// at a whole or half turn.
  private static let leadOffset = 0.0137
  /// The minimum part of its legible size for which a text is enlarged. Smaller ones have no space.
  private static let minTextFraction = 0.75
  /// The size of a text by the height of its line.
  static let (readoutFraction, captionFraction, dateFraction) = (0.8, 0.8, 0.75)
  /// The frame of a numeral, in ems: two figures of any font, centred.
  private static let numeralFrame = Size(width: 2.4, height: 1.6)
  /// The area of a figure in ems; its height is with the overshoot of round ones.
  private static let figure = Size(width: 0.55, height: 0.75)
  /// The strength of the veil behind texts: a hand is seen through it, but no longer competes.
  private static let veilOpacity: Float = 0.65
  /// The sideways part of a hand's shadow: beside an upright hand, a whole one would look like a
  /// second hand.
  private static let shadowShift = 0.6
  /// What the core of a hand that glows has of the light of digits.
  private static let coreLight: Float = 0.85
  /// The minimum distance of two ticks, in device pixels, at which they are told apart.
  private static let minTickPitch = 2.6

  private var plateFraction: Double {
    lanes == 0
      ? DialLayout.plateFraction : (lapsRadius + DialLayout.lapsEdge) / (DialLayout.design / 2)
  }

  /// Creates the largest dial in `bounds` whose texts are at least `minText` device pixels.
  init(in bounds: Rect, minText: Double = Environment.minText, hasLaps: Bool = false) {
    // The middle is on a pixel's edge or middle, so that the dial is symmetrical.
    side = DialLayout.size(in: bounds.size).width.rounded(.down)
    center = Point(
      x: (bounds.midX - side / 2).rounded() + side / 2,
      y: (bounds.midY - side / 2).rounded() + side / 2)
    self.minText = minText
    let units = side / minText * Environment.minText
    // Of few: the best, the worst and the running one.
    let few = 3
    lanes =
      !hasLaps || units < DialLayout.minWithLaps
      ? 0 : units < DialLayout.minWithAllLaps ? few : DialLayout.maxLanes
  }

  /// Between the outer ends of the ticks.
  var diameter: Double { side / plateFraction }
  var plateRadius: Double { side / 2 }
  var plate: Rect { Rect(center: center, size: Size(width: side, height: side)) }
  var miniCenter: Point {
    center.offset(dx: 0, dy: -DialLayout.miniRise * (diameter / DialLayout.design))
  }
  var miniDiameter: Double { DialLayout.miniSize * (diameter / DialLayout.design) }
  func readout(at side: Double) -> Rect {
    line(DialLayout.readout, width: DialLayout.lineWidth, at: side)
  }
  func caption(at side: Double) -> Rect {
    line(DialLayout.caption, width: DialLayout.lineWidth, at: side)
  }
  func lapReadout(at side: Double) -> Rect {
    var line = line(DialLayout.lapReadout, width: DialLayout.lapLineWidth, at: side)
    // On a small dial, rounding would let them overlap.
    line.origin.y = max(line.minY, readout(at: side).maxY)
    return line
  }

  /// Under the centre, or beside it between the tails of hands and the numerals.
  private func line(
    _ place: (below: Double, height: Double), width: Double, at side: Double
  ) -> Rect {
    let isBeside = side != DialSide.below
    let distance = isBeside ? length(DialLayout.besideDistance) : 0
    let start = center.polar(angle: Angle(turns: side), distance: distance)
    let below = isBeside ? place.below - DialLayout.besideRise : place.below
    let width = isBeside ? DialLayout.besideWidths - width : width
    return Rect(
      center: start.offset(dx: 0, dy: length(below).rounded()),
      size: Size(width: length(width), height: length(place.height))
    ).snapped
  }

  static func size(in size: Size) -> Size { size.fitting(aspect: 1) }

  /// Converts a length of the design.
  func length(_ units: Double) -> Double { units * diameter / DialLayout.design }

  /// Returns a line of text, a little larger if it would be illegible; nil if much larger.
  func text(
    _ string: String = "", in frame: Rect, _ alignment: TextRun.Alignment = .center, size: Double,
    isBold: Bool = false, isTabular: Bool = false, color: Color, theme: Theme
  ) -> TextRun? {
    guard isLegible(size) else { return nil }
    return TextRun(
      string, frame: frame, alignment: alignment, size: max(size, minText), isBold: isBold,
      isTabular: isTabular,
      color: color, halo: theme.halo == nil ? nil : theme.hubFill)
  }

  /// Whether a text of `size` is legible once it is a little larger.
  func isLegible(_ size: Double) -> Bool { size >= minText * DialLayout.minTextFraction }

  /// The first side of the centre that no hand at these turns crosses: below, above, right or left.
  func freeSide(besides first: Double, _ second: Double) -> Double {
    func isFree(_ side: Double) -> Bool {
      min(
        abs((first - side).remainder(dividingBy: 1)), abs((second - side).remainder(dividingBy: 1)))
        > DialLayout.crossing
    }
    if isFree(DialSide.below) { return DialSide.below }
    if isFree(DialSide.above) { return DialSide.above }
    if isFree(DialSide.right) { return DialSide.right }
    return isFree(DialSide.left) ? DialSide.left : DialSide.below
  }

  /// Below the centre; while hands are near, on the side they will not reach soon.
  func side(besides total: Double, _ lap: Double) -> Double {
    let first = (total - DialSide.below).remainder(dividingBy: 1)
    let second = (lap - DialSide.below).remainder(dividingBy: 1)
    let isBetween = first * second < 0 && abs(first - second) < DialLayout.minHandGap
    let isFree = !isBetween && min(abs(first), abs(second)) > DialLayout.crossing
    if isFree || length(DialLayout.minBesideReadout) < minText { return DialSide.below }
    let lead = abs(first) < abs(second) ? first - second : second - first
    let isRight = (lead + DialLayout.leadOffset).remainder(dividingBy: 1) < 0
    return isRight ? DialSide.right : DialSide.left
  }

  /// One or two lines in the middle of that side.
  func lines(at side: Double, count: Int) -> [Rect] {
    let distance = length(DialLayout.dateDistance)
    let middle = center.polar(angle: Angle(turns: side), distance: distance)
    return DialLayout.dateLines.prefix(count).map { below, height in
      Rect(
        center: middle.offset(dx: 0, dy: count == 1 ? 0 : length(below).rounded()),
        size: Size(width: length(DialLayout.dateWidth), height: length(height))
      ).snapped
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

  var hasMini: Bool { miniDiameter >= DialLayout.minMini * minText / Environment.minText }

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

  func hand(_ kind: DialHand, theme: Theme) -> Hand {
    let (lengths, color): (HandLengths, Color) =
      switch kind {
      case .total, .second: (DialLayout.longHand, theme.hand)
      case .lap: (DialLayout.longHand, theme.lapHand)
      case .ghost: (DialLayout.ghostHand, theme.ghostHand)
      case .mini: (DialLayout.miniHand, theme.text)
      case .hour: (DialLayout.hourHand, theme.text)
      case .minute: (DialLayout.minuteHand, theme.text)
      }
    var shadow = theme.handShadow.shadow(of: diameter)
    shadow.dx *= DialLayout.shadowShift
    if kind == .ghost { shadow.color = .clear }
    if kind == .lap, theme.glows { shadow.color = color.opacity(shadow.color.alpha) }
    var hand = Hand(
      center: kind == .mini ? miniCenter : center, angle: Angle(turns: 0),
      length: length(lengths.reach), tail: length(lengths.tail),
      width: max(length(lengths.width), DialLayout.minHandWidth), hubRadius: length(lengths.hub),
      hubFill: theme.hubFill, color: color, shadow: shadow)
    if theme.glows, kind != .ghost {
      hand.core = color.mixed(with: theme.digits.lit, by: DialLayout.coreLight)
    }
    return hand
  }

  /// The edge around the wedge, and the outer part of the wedge.
  var rim: Element.Area {
    let (inner, outer) = (DialLayout.rim.lowerBound, DialLayout.rim.upperBound)
    return .ring(center: center, radius: length(outer), thickness: length(outer - inner))
  }
}

extension Theme {
  /// Leaves the hands that run more visible.
  private static let ghostOpacity: Float = 0.75

  var ghostHand: Color { best.opacity(Theme.ghostOpacity) }

  var hubFill: Color { plate.alpha > 0 ? plate : background }
}
