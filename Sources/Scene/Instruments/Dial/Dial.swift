import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

struct Dial: Instrument {
  /// The step of slow motion, in device pixels: too small to be visible.
  static let tipStep = 1.0 / 32
  private static let rimStep = 1.0 / 4
  /// A hand that moves further at once, in turns, catches up with a jump. A hand that steps once a
  /// minute goes a sixtieth; that of seconds is to catch up with each step.
  private static let (maxStep, maxSecondStep) = (0.02, 0.001)

  private struct MovingHand {
    let kind: DialHand
    var hand: Hand
    var turns: Animated<Double>?
  }

  private var input: DialContent?
  /// Of the clock's zone.
  private var city: String?
  private var mode: Mode?
  private var layout: DialLayout?
  private var plate: Picture?
  /// What is on the plate, over a wedge.
  private var ink: Picture?
  private var rimTurns = AnimatedTurns()
  private var wedgeColor = Color.clear
  /// Whether the pointer holds the rim: nothing trails it. Whether it is over it, and may.
  private var (isHeld, isOverRim) = (false, false)
  /// Where a plan is, or the knob of a wedge under the pointer.
  private var dot: (turns: Double, picture: Picture)?
  private var rim: (state: RimState, pictures: [Picture])?
  /// The hands of the shown face; those of the other face are dropped, with their motion.
  private var hands: [MovingHand] = []
  private var texts: SecondsTexts?
  private var date: DateTexts?
  private var sun: (turns: Double, picture: Picture)?
  private var datePlace = DatePlace()
  private var veil = Veil()
  /// Whether the hands are red.
  private var isOverrun = false

  mutating func update(_ update: inout Update) -> Bool {
    let (panel, city) = (update.panel, update.model.city)
    let content = update.model.dial.held(by: update.pointer.rim)
    isHeld = update.pointer.rim != nil
    // The first lap makes room for itself.
    let isNew = update.isNew || content.laps.isEmpty != input?.laps.isEmpty
    if isNew {
      layout = panel.frames[.dial].map {
        DialLayout(in: $0, minText: panel.minText, hasLaps: !content.laps.isEmpty)
      }
      (rim, veil, wedgeColor) = (nil, Veil(), panel.theme.wedge)
    }
    let wasOverRim = isOverRim
    isOverRim = isHeld || content.isSetByHand && isOver(update.pointer)
    guard isNew || content != input || city != self.city || isOverRim != wasOverRim else {
      return false
    }
    self.city = city
    if update.model.mode != mode {
      (rimTurns, rim, datePlace) = (AnimatedTurns(), nil, DatePlace())
    }
    mode = update.model.mode
    if let layout {
      if isNew || content.face != input?.face || content.hands != input?.hands {
        let old = hands
        isOverrun = false
        hands = content.hands.map { kind in
          MovingHand(
            kind: kind, hand: layout.hand(kind, theme: panel.theme),
            turns: old.first { $0.kind == kind }?.turns)
        }
        // The topmost hand has the hub.
        if content.hands.last == .minute {
          hands[hands.count - 1].hand.hubRadius = layout.length(DialLayout.clockHub)
        }
        plate = layout.plate(content.face, theme: panel.theme, on: panel.backdrop)
        ink = layout.ink(content.face, theme: panel.theme)
      }
    }
    (texts, date, sun, dot) = (nil, nil, nil, nil)
    if let layout, case .seconds(let shown) = content {
      texts = SecondsTexts(shown, on: layout, panel)
    }
    input = content
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let layout, let content = input, let plate else { return .never }
    frame.append(.picture(plate))
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
      let (next, rimTurns) = composeRim(shown, on: layout, at: moment, into: &frame)
      frame.append(ink.map { .picture($0) } ?? .none)
      // The labels grow clockwise on both sides of zero.
      let instant = reading.instant
      func turns(of seconds: Int64) -> Double { abs(shown.total.turns(of: seconds, at: instant)) }
      let (long, mini) =
        switch shown.face {
        case .minute: (turns(of: 60), turns(of: 1800))
        case .scale, .plan: (rimTurns, turns(of: 60))
        }
      let hasMini = layout.hasMini && shown.face != .plan
      turn(.mini, to: mini, isShown: hasMini, at: moment, into: &frame)
      if let length = shown.ghost {
        let turns = LinearTime(length).turns(of: 60, at: instant)
        turn(.ghost, to: turns, at: moment, into: &frame)
      }
      let lap = shown.lap.turns(of: 60, at: instant)
      turn(.lap, to: lap, isShown: shown.lapNumber != nil, at: moment, into: &frame)
      turn(.total, to: long, follows: shown.face != .minute, at: moment, into: &frame)
      composeDot(shown, at: rimTurns, on: layout, moment.panel.theme, into: &frame)
      texts?.compose(shown, on: layout, over: &veil, at: moment, into: &frame)
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
      datePlace.move(to: layout.freeSide(besides: hours, minutes), at: moment)
      if date?.isOf(wall, at: datePlace.side) != true {
        date = DateTexts(
          wall, style.words, city, on: layout, moment.panel, at: datePlace.side)
      }
      date?.compose(
        on: layout, light: datePlace.light(at: moment), over: &veil, at: moment, into: &frame)
      return isMoving(at: moment) ? .nextFrame : .at(reading.nextStep(of: style.step))
    }
  }

  /// Moves a hand towards `turns`; one that follows is there at once, as it is the edge of what moves.
  private mutating func turn(
    _ kind: DialHand, to turns: Double, isShown: Bool = true, follows: Bool = false,
    at moment: Moment, into frame: inout Frame
  ) {
    guard let index = hands.firstIndex(where: { $0.kind == kind }) else { return }
    var moving = hands[index].turns ?? Animated(turns)
    // Whole turns make no difference.
    var step = turns - moving.target
    step -= step.rounded()
    let isJump = abs(step) > (kind == .second ? Dial.maxSecondStep : Dial.maxStep)
    moving.track(isJump ? turns - step : turns)
    moving.set(
      turns, with: isHeld || follows ? nil : kind == .second ? .secondHand : .hand, at: moment.time)
    let shown = moving.value(at: moment.time)
    hands[index].turns = moving
    var hand = hands[index].hand
    hand.angle = Angle(
      turns: kind == .mini ? stepped(shown, by: Dial.tipStep, radius: hand.length) : shown)
    hands[index].hand = hand
    if isShown { frame.append(.hand(hand)) }
  }

  private func isMoving(at moment: Moment) -> Bool {
    datePlace.isMoving(at: moment)
      || hands.contains { $0.turns?.isMoving(at: moment.time) ?? false }
  }

  private mutating func composeRim(
    _ shown: SecondsContent, on layout: DialLayout, at moment: Moment, into frame: inout Frame
  ) -> (next: NextChange, turns: Double) {
    let value = shown.rim.value
    let turns = rimTurns.turns(value, isHeld: isHeld, at: moment)
    let next = rimTurns.nextChange(value, after: moment)
    var state = RimState(rim: shown.rim)
    if case .laps(let laps, _) = shown.rim {
      let ring = layout.running(turns, after: laps, moment.panel.theme)
      if let ring { frame.append(.ring(ring)) }
    } else {
      // A timer of more than twelve hours fills the dial until its last ones.
      state.turns = stepped(min(turns, 1), by: Dial.rimStep, radius: layout.plateRadius)
    }
    if shown.readout.isOverrun(at: moment.reading.instant) {
      let overrun = -shown.total.value(at: moment.reading.instant).inSeconds
      let moves = shown.total.isRunning && moment.panel.isAnimated
      state.alarm = moves ? Light.pulse(at: overrun) : 1
    }
    if case .wedge = shown.rim, state.alarm == 0 {
      let wedge = layout.wedge(state.turns, wedgeColor, moment.panel.theme)
      frame.append(.sector(wedge.fill))
      frame.append(.sector(wedge.edge))
      return (next, state.turns)
    }
    if rim?.state != state {
      rim = (state, layout.pictures(of: state, theme: moment.panel.theme))
    }
    for picture in rim?.pictures ?? [] { frame.append(.picture(picture)) }
    return (next, state.turns)
  }

  private mutating func composeDot(
    _ shown: SecondsContent, at turns: Double, on layout: DialLayout, _ theme: Theme,
    into frame: inout Frame
  ) {
    guard shown.face == .plan || isOverRim else { return frame.append(.none) }
    let turns = stepped(turns, by: Dial.rimStep, radius: layout.plateRadius)
    if dot?.turns != turns {
      dot = (turns, layout.rimDot(at: turns, isKnob: shown.face != .plan, theme))
    }
    if let dot { frame.append(.picture(dot.picture)) }
  }

  private func isOver(_ pointer: Pointer) -> Bool {
    guard let layout, let position = pointer.position else { return false }
    return layout.rim.contains(position, reach: 0)
  }

  var elements: [Element] {
    guard let layout, let input else { return [] }
    var elements = [
      Element(
        .dial, .image, "Dial", in: .disc(center: layout.center, radius: layout.diameter / 2))
    ]
    switch input {
    case .seconds(let shown):
      if layout.hasMini, shown.face != .plan {
        let radius = layout.miniDiameter * DialLayout.miniRim / 2
        let area = Element.Area.disc(center: layout.miniCenter, radius: radius)
        elements.append(Element(.minuteDial, .image, "Minutes", in: area))
      }
      if shown.isSetByHand, case .scale(let scale) = shown.face {
        var rim = Element(.rim, .slider, "Timer", in: layout.rim)
        rim.value = .time(shown.readout)
        rim.action = .rim(
          RimTarget(
            center: layout.center, remaining: shown.total.value(at: .distantPast),
            scale: scale))
        elements.append(rim)
      }
      if let readout = texts?.element { elements.append(readout) }
    case .timeOfDay(let style):
      let line = layout.dateLines(at: datePlace.side, count: city == nil ? 1 : 2)[0]
      if layout.isLegible(line.height * DialLayout.dateFraction) {
        var date = Element(.readout, .text, "Date", in: .box(line))
        date.value = .date(style.words)
        elements.append(date)
      }
    }
    return elements
  }
}

extension DialContent {
  /// A dial that is held keeps its scale, however long the timer becomes.
  fileprivate func held(by grip: RimGrip?) -> DialContent {
    guard let grip, case .seconds(var shown) = self, case .scale = shown.face else { return self }
    shown.face = .scale(grip.target.scale)
    shown.rim = .wedge(.part(shown.total, of: grip.target.scale.length))
    return .seconds(shown)
  }

  fileprivate var isSetByHand: Bool {
    if case .seconds(let shown) = self { shown.isSetByHand } else { false }
  }

  /// Nil with the hours.
  fileprivate var face: DialFace? {
    if case .seconds(let shown) = self { shown.face } else { nil }
  }

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

/// Rounds `turns` to steps at `radius`, so that what moves slowly is not repainted in every frame.
func stepped(_ turns: Double, by step: Double, radius: Double) -> Double {
  let steps = (max(radius, 1) * 2 * .pi / step).rounded(.up)
  return (turns * steps).rounded() / steps
}
