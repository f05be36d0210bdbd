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
          hands[hands.count - 1].hand.hubRadius = layout.length(DialLayout.clockHub)
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
    // Whole turns make no difference.
    var step = turns - moving.target
    step -= step.rounded()
    let isJump = abs(step) > (kind == .second ? Dial.maxSecondStep : Dial.maxStep)
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

/// Rounds `turns` to steps at `radius`, so that what moves slowly is not repainted in every frame.
func stepped(_ turns: Double, by step: Double, radius: Double) -> Double {
  let steps = (max(radius, 1) * 2 * .pi / step).rounded(.up)
  return (turns * steps).rounded() / steps
}
