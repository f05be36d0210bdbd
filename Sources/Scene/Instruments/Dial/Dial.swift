import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

struct Dial: Instrument {
  /// The step of slow motion, in device pixels: too small to be visible.
  static let tipStep = 1.0 / 32
  private static let rimStep = 1.0 / 4

  private struct MovingHand {
    let kind: DialHand
    var hand: Hand
    var turns: Animated<Double>?
    var extent = PixelRect.zero
  }

  private var input: DialContent?
  /// Of the clock's zone.
  private var city: String?
  private var mode: Mode?
  private var layout: DialLayout?
  private var face: Picture?
  /// Those over the hands.
  private var numerals: [Picture] = []
  private var rimTurns = AnimatedTurns()
  /// Whether the pointer holds the rim: nothing trails it.
  private var isHeld = false
  private var rim: (state: RimState, pictures: [Picture])?
  /// The hands of the shown face; those of the other face are dropped, with their motion.
  private var hands: [MovingHand] = []
  private var texts: SecondsTexts?
  private var date: DateTexts?
  private var sun: (turns: Double, picture: Picture)?
  private var place = TextPlace()
  /// Whether the hands are red.
  private var isOverrun = false

  mutating func update(_ update: inout Update) -> Bool {
    let (content, panel) = (update.model.dial, update.panel)
    let city = update.model.city
    isHeld = update.pointer.rim != nil
    guard update.isNew || content != input || city != self.city else { return false }
    self.city = city
    if update.model.mode != mode { (rimTurns, rim, place) = (AnimatedTurns(), nil, TextPlace()) }
    mode = update.model.mode
    // The first lap makes room for itself.
    let isNew = update.isNew || content.laps.isEmpty != input?.laps.isEmpty
    if isNew {
      layout = panel.frames[.dial].map {
        DialLayout(in: $0, minText: panel.minText, hasLaps: !content.laps.isEmpty)
      }
      (face, rim, place.veil) = (nil, nil, nil)
    }
    if let layout {
      if isNew || content.hands != input?.hands {
        let old = hands
        isOverrun = false
        hands = content.hands.map { kind in
          MovingHand(
            kind: kind, hand: layout.hand(kind, theme: panel.theme),
            turns: old.first { $0.kind == kind }?.turns)
        }
        // The topmost hand has the hub.
        if content.hands.last == .minute {
          hands[hands.count - 1].hand.hubRadius = layout.length(4)
        }
        let face = layout.picture(
          hasHours: content.hands.first == .hour, theme: panel.theme, on: panel.backdrop)
        (self.face, numerals) = (face, layout.numerals(of: face, theme: panel.theme))
      }
    }
    (texts, date, sun) = (nil, nil, nil)
    input = content
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let layout, let content = input, let face else { return .never }
    frame.append(.picture(face))
    let reading = moment.reading
    switch content {
    case .seconds(let shown):
      let isOver = shown.readout.isOverrun(at: reading.instant)
      if isOver != isOverrun {
        isOverrun = isOver
        let theme = isOver ? moment.panel.theme.ofOverrun : moment.panel.theme
        for index in hands.indices {
          hands[index].hand = layout.hand(hands[index].kind, theme: theme)
        }
      }
      // The labels grow clockwise on both sides of zero.
      let instant = reading.instant
      func turns(of seconds: Int64) -> Double { abs(shown.total.turns(of: seconds, at: instant)) }
      turn(.mini, to: turns(of: 1800), isShown: layout.hasMini, at: moment, into: &frame)
      if let length = shown.ghost {
        let turns = LinearTime(length).turns(of: 60, at: instant)
        turn(.ghost, to: turns, at: moment, into: &frame)
      }
      let (total, lap) = (turns(of: 60), shown.lap.turns(of: 60, at: instant))
      turn(.lap, to: lap, isShown: shown.lapNumber != nil, at: moment, into: &frame)
      turn(.total, to: total, at: moment, into: &frame)
      let side = layout.side(besides: total, shown.lapNumber == nil ? total : lap)
      place.move(to: side, at: moment)
      if texts?.side != place.side {
        texts = SecondsTexts(shown, on: layout, moment.panel, at: place.side)
      }
      texts?.compose(shown, on: layout, in: &place, at: moment, into: &frame)
      composeNumerals(into: &frame)
      // A wedge tints the numerals and the texts, and leaves the hand's colour as it is.
      let next = composeRim(shown, on: layout, at: moment, into: &frame)
      return isMoving(at: moment) || shown.total.isRunning ? .nextFrame : next
    case .timeOfDay(let style):
      let wall = reading.wall
      let day = Double(wall.hour * 60 + wall.minute) / 1440
      if sun?.turns != day { sun = (day, layout.sunDot(at: day, moment.panel.theme)) }
      if let sun { frame.append(.picture(sun.picture)) }
      let seconds = style.showsSeconds ? Double(wall.second) / 60 : 0
      let minutes = (Double(wall.minute) + seconds) / 60
      let hours = (Double(wall.hour % 12) + minutes) / 12
      turn(.hour, to: hours, at: moment, into: &frame)
      turn(.minute, to: minutes, at: moment, into: &frame)
      if style.showsSeconds { turn(.second, to: seconds, at: moment, into: &frame) }
      place.move(to: layout.freeSide(besides: hours, minutes), at: moment)
      if date?.isOf(wall, at: place.side) != true {
        date = DateTexts(wall, style.words, city, on: layout, moment.panel, at: place.side)
      }
      date?.compose(on: layout, in: &place, at: moment, into: &frame)
      composeNumerals(into: &frame)
      return isMoving(at: moment) ? .nextFrame : .at(reading.nextStep(of: style.step))
    }
  }

  private func composeNumerals(into frame: inout Frame) {
    var free = 6
    for numeral in numerals
    where hands.contains(where: { $0.extent.intersects(numeral.bounds) }) {
      frame.append(.picture(numeral))
      free -= 1
    }
    // What follows stays at its index.
    while free > 0 { frame.append(.none); free -= 1 }
  }

  private mutating func turn(
    _ kind: DialHand, to turns: Double, isShown: Bool = true, at moment: Moment,
    into frame: inout Frame
  ) {
    guard let index = hands.firstIndex(where: { $0.kind == kind }) else { return }
    var moving = hands[index].turns ?? Animated(turns)
    // Whole turns make no difference. Each step of the second hand is a jump to catch up with.
    var step = turns - moving.target
    step -= step.rounded()
    let isJump = abs(step) > (kind == .second ? 0.001 : 0.02)
    moving.track(isJump ? turns - step : turns)
    moving.set(
      turns, with: isHeld ? nil : kind == .second ? .secondHand : .hand, at: moment.time)
    let shown = moving.value(at: moment.time)
    hands[index].turns = moving
    var hand = hands[index].hand
    hand.angle = Angle(
      turns: kind == .mini ? stepped(shown, by: Dial.tipStep, radius: hand.length) : shown)
    (hands[index].hand, hands[index].extent) = (hand, isShown ? hand.extent : .zero)
    if isShown { frame.append(.hand(hand)) }
  }

  private func isMoving(at moment: Moment) -> Bool {
    place.isMoving(at: moment) || hands.contains { $0.turns?.isMoving(at: moment.time) ?? false }
  }

  private mutating func composeRim(
    _ shown: SecondsContent, on layout: DialLayout, at moment: Moment, into frame: inout Frame
  ) -> NextChange {
    let value = shown.rim.value
    let turns = rimTurns.turns(value, isHeld: isHeld, at: moment)
    let next = rimTurns.nextChange(value, after: moment)
    var state = RimState(rim: shown.rim)
    if case .laps(let laps, _) = shown.rim {
      let ring = layout.running(turns, after: laps, moment.panel.theme)
      if let ring { frame.append(.ring(ring)) }
    } else {
      // A timer of more than an hour fills the dial until its last one.
      state.turns = stepped(min(turns, 1), by: Dial.rimStep, radius: layout.plateRadius)
    }
    if shown.readout.isOverrun(at: moment.reading.instant) {
      let overrun = -shown.total.value(at: moment.reading.instant).inSeconds
      let moves = shown.total.isRunning && moment.panel.isAnimated
      state.alarm = moves ? Light.pulse(at: overrun) : 1
    }
    if case .wedge = shown.rim, state.alarm == 0 {
      let wedge = layout.wedge(state.turns, moment.panel.theme)
      frame.append(.sector(wedge.fill))
      frame.append(.sector(wedge.edge))
      return next
    }
    if rim?.state != state {
      rim = (state, layout.pictures(of: state, theme: moment.panel.theme))
    }
    for picture in rim?.pictures ?? [] { frame.append(.picture(picture)) }
    return next
  }

  var elements: [Element] {
    guard let layout, let input else { return [] }
    var elements = [
      Element(
        .dial, .image, "Dial", in: .disc(center: layout.center, radius: layout.diameter / 2))
    ]
    switch input {
    case .seconds(let shown):
      if layout.hasMini {
        let radius = layout.miniDiameter * DialLayout.miniRim / 2
        let area = Element.Area.disc(center: layout.miniCenter, radius: radius)
        elements.append(Element(.minuteDial, .image, "Minutes", in: area))
      }
      if shown.isSetByHand {
        var rim = Element(.rim, .slider, "Timer", in: layout.rim)
        rim.value = .time(shown.readout)
        rim.action = .rim(
          RimTarget(center: layout.center, remaining: shown.total.value(at: .distantPast)))
        elements.append(rim)
      }
      let frame = layout.readout(at: place.side)
      if layout.isLegible(frame.height * DialLayout.readoutFraction) {
        var readout = Element(.readout, .time, "Readout", in: .box(frame))
        readout.value = .time(shown.readout)
        elements.append(readout)
      }
    case .timeOfDay(let style):
      let line = layout.lines(at: place.side, count: city == nil ? 1 : 2)[0]
      if layout.isLegible(line.height * DialLayout.dateFraction) {
        var date = Element(.readout, .text, "Date", in: .box(line))
        date.value = .date(style.words)
        elements.append(date)
      }
    }
    return elements
  }
}

struct RimTarget: Equatable {
  var center: Point
  var remaining: Duration
}

/// The dial's rim that the pointer holds: a drag sets the timer to whole minutes, 60 a turn.
struct RimGrip: Equatable {
  private let target: RimTarget
  private let start: Point
  private let drag: Int
  /// Unrounded, and below zero to the left of an empty wedge; nil before a drag.
  private var minutes: Double?

  init(_ target: RimTarget, at point: Point, drag: Int) {
    (self.target, start, self.drag) = (target, point, drag)
  }

  /// The edge comes under the pointer within the hour, or from less than five minutes away on
  /// either side of the top, and then follows it.
  mutating func drag(to point: Point) -> Command? {
    guard minutes != nil || RingGrip.isDrag(from: start, to: point) else { return nil }
    let angle = Angle(from: target.center, to: point).turns * 60
    let before = minutes ?? max(0, target.remaining.inSeconds / 60)
    let step = (angle - before).remainder(dividingBy: 60)
    let follows = minutes != nil || abs(step) < 5
    let new = follows ? before + step : max(0, (before / 60).rounded(.up) - 1) * 60 + angle
    minutes = new
    return .dragTimer(to: .seconds(60) * Int(max(0, new).rounded()), drag: drag)
  }
}

extension Panel {
  /// The area a line covers; except for figures, at most its frame.
  fileprivate func area(of run: TextRun) -> Rect {
    let width =
      run.isTabular
      ? run.string.unicodeScalars.reduce(0) {
        $0 + Double(font.advance(of: $1, size: run.size, isBold: run.isBold) ?? 0)
      }
      : min(
        self.width(of: run.string, isBold: run.isBold, letter: 0.5) * run.size, run.frame.width)
    let size = Size(width: width, height: run.size)
    let x = run.figuresStart(width: size.width)
    return Rect(origin: Point(x: x, y: run.frame.midY - run.size / 2), size: size)
  }
}

extension DialContent {
  fileprivate var hands: [DialHand] {
    switch self {
    case .seconds: [.mini, .ghost, .lap, .total]
    case .timeOfDay(let style): style.showsSeconds ? [.hour, .minute, .second] : [.hour, .minute]
    }
  }

  fileprivate var laps: [DialRim.LapArc] {
    if case .seconds(let shown) = self, case .laps(let laps, _) = shown.rim { laps } else { [] }
  }
}

/// The side of the centre where texts are. They fade out there, and then in on another.
private struct TextPlace {
  private(set) var side = 0.5
  private var next: Double?
  /// Moves while the texts go from their side.
  private var exit = Animated(0.0)
  private var light = Animated(1.0)
  /// Over the hands that pass behind these areas.
  var veil: (areas: [Rect], picture: Picture)?
  /// Those of the current frame; it keeps its memory.
  private var areas: [Rect] = []

  mutating func move(to new: Double, at moment: Moment) {
    if next != nil, next != new, !exit.isMoving(at: moment.time) {
      exit.set(1 - exit.target, with: .textExit, at: moment.time)
      light.set(0, with: .textExit, at: moment.time)
      light.set(1, with: .textEntry, at: moment.time)
    }
    next = new
    if !exit.isMoving(at: moment.time) { side = new }
  }

  func isMoving(at moment: Moment) -> Bool { light.isMoving(at: moment.time) }

  /// Starts a frame whose texts cover `areas`, and what `cover` adds.
  mutating func begin(_ areas: [Rect]) {
    self.areas.removeAll(keepingCapacity: true)
    self.areas.append(contentsOf: areas)
  }

  mutating func cover(_ area: Rect) { areas.append(area) }

  /// Composes what lies between the hands and the texts.
  mutating func composeVeil(on dial: DialLayout, _ theme: Theme, into frame: inout Frame) {
    // Where what is behind the window shows through, a text has its halo.
    if theme.halo == nil, areas != veil?.areas ?? [] {
      veil = areas.isEmpty ? nil : (areas, dial.veil(areas, by: dial.length(4), theme: theme))
    }
    if let veil { frame.append(.picture(veil.picture)) }
  }

  func compose(_ run: TextRun, on dial: DialLayout, at moment: Moment, into frame: inout Frame) {
    var run = run
    run.color = run.color.opacity(Float(light.value(at: moment.time)))
    frame.append(.text(dial.cleared(run, theme: moment.panel.theme)))
  }
}

/// The date, and the city of the clock's zone.
private struct DateTexts {
  private let side: Double
  private let day: (year: Int, month: Int, day: Int)
  private let runs: [TextRun]
  private let areas: [Rect]

  init(
    _ wall: WallClock, _ words: CalendarWords, _ city: String?, on dial: DialLayout,
    _ panel: Panel, at side: Double
  ) {
    (self.side, day) = (side, (wall.year, wall.month, wall.day))
    let lines = [words.dates(wall)] + (city.map { [[$0]] } ?? [])
    runs = zip(dial.lines(at: side, count: lines.count), lines).compactMap { line, all in
      var run = dial.text(
        in: line, size: line.height * DialLayout.dateFraction, color: panel.theme.secondaryText,
        theme: panel.theme)
      let width = line.width / (run?.size ?? 1)
      let fitting = all.first { panel.width(of: $0, letter: 0.5, slack: 0.1) <= width }
      run?.string = fitting ?? all.last ?? ""
      return run
    }
    areas = runs.map(panel.area)
  }

  func isOf(_ wall: WallClock, at side: Double) -> Bool {
    side == self.side && day == (wall.year, wall.month, wall.day)
  }

  func compose(
    on dial: DialLayout, in place: inout TextPlace, at moment: Moment, into frame: inout Frame
  ) {
    place.begin(areas)
    place.composeVeil(on: dial, moment.panel.theme, into: &frame)
    for run in runs { place.compose(run, on: dial, at: moment, into: &frame) }
  }
}

private struct SecondsTexts {
  let side: Double
  private var readout: TextRun?
  private var lapTime: TextRun?
  /// The difference between the running lap and the ghost hand's lap, above the readout.
  private var excess: TextRun?
  /// The texts that stay, and what they take.
  private let words: [TextRun]
  private let areas: [Rect]

  init(_ shown: SecondsContent, on dial: DialLayout, _ panel: Panel, at side: Double) {
    self.side = side
    let (theme, isBelow) = (panel.theme, side == 0.5)
    let (line, caption, main) = (
      dial.lapReadout(at: side), dial.caption(at: side), dial.readout(at: side)
    )
    let size = max(line.height * 0.72, min(line.height * 0.82, dial.minText))
    let captionSize = caption.height * 0.8
    var words: [TextRun?] = []
    readout = dial.text(
      in: main, size: main.height * DialLayout.readoutFraction, isTabular: true,
      color: theme.text, theme: theme)
    excess = dial.text(
      in: caption, size: captionSize, isTabular: true, color: theme.worst, theme: theme)
    if let number = shown.lapNumber {
      // The number ends and the time starts at fixed positions, so that neither moves as the other
      // grows.
      let split = (dial.center.x - dial.length(9)).rounded()
      let gap = (size * 0.3).rounded()
      if isBelow {
        words = [
          dial.text(
            "LAP \(number)", in: line.inset(right: line.maxX - split + gap), .trailing, size: size,
            color: theme.lapText, theme: theme)
        ]
      }
      lapTime = dial.text(
        in: isBelow ? line.inset(left: split + gap - line.minX) : line,
        isBelow ? .leading : .center, size: size, isTabular: true, color: theme.lapText,
        theme: theme)
    }
    if !shown.above.isEmpty {
      let parts = isBelow ? shown.below : shown.below.suffix(1)
      words += [
        dial.text(
          shown.above, in: caption, size: captionSize, isBold: true, color: theme.text,
          theme: theme),
        dial.text(
          parts.joined(separator: " · "), in: line, size: size, color: theme.secondaryText,
          theme: theme),
      ]
    }
    self.words = words.compactMap { $0 }
    areas = self.words.map(panel.area)
  }

  func compose(
    _ shown: SecondsContent, on dial: DialLayout, in place: inout TextPlace, at moment: Moment,
    into frame: inout Frame
  ) {
    // The other lines are smaller.
    guard var readout else { return }
    let (panel, theme) = (moment.panel, moment.panel.theme)
    let instant = moment.reading.instant
    if shown.readout.isOverrun(at: instant) { readout.color = theme.worst }
    readout.string = shown.readout.text(at: moment.reading)
    readout.size *= min(1, readout.frame.width / panel.area(of: readout).width)
    let time = shown.lap.value(at: instant)
    var (lapTime, excess) = (lapTime, excess)
    lapTime?.string = TimeFormat.elapsed(time)
    if let length = shown.ghost, time > length {
      excess?.string = TimeFormat.difference(of: time, from: length)
    } else {
      excess = nil
    }
    place.begin(areas)
    place.cover(panel.area(of: readout))
    if let lapTime { place.cover(panel.area(of: lapTime)) }
    if let excess { place.cover(panel.area(of: excess)) }
    place.composeVeil(on: dial, theme, into: &frame)
    place.compose(readout, on: dial, at: moment, into: &frame)
    if let lapTime { place.compose(lapTime, on: dial, at: moment, into: &frame) }
    if let excess { place.compose(excess, on: dial, at: moment, into: &frame) }
    for run in words { place.compose(run, on: dial, at: moment, into: &frame) }
  }
}

/// Rounds `turns` to steps at `radius`, so that what moves slowly is not repainted in every frame.
func stepped(_ turns: Double, by step: Double, radius: Double) -> Double {
  let steps = (max(radius, 1) * 2 * .pi / step).rounded(.up)
  return (turns * steps).rounded() / steps
}
