import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping
import Wording

struct Dial: Instrument {
  /// The step of slow motion, in device pixels: too small to be visible.
  static let tipStep = 1.0 / 32
  static let rimStep = 1.0 / 4
  /// A hand that moves further at once, in turns, catches up with a jump. A hand that steps once a
  /// minute goes a sixtieth; that of seconds is to catch up with each step.
  private static let (maxStep, maxSecondStep) = (0.02, 0.001)

  var part: Part? { .dial }

  private var input: DialContent?
  /// Of the clock's zone.
  private var city: String?
  private var mode: Mode?
  private var windowSize = Size.zero
  private var layout: DialLayout?
  private var plate: Picture?
  /// What is on the plate, over a wedge.
  private var ink: Picture?
  private var face = FaceMotion()
  /// Whether the pointer holds the rim: nothing trails it. Whether it is over it, and may.
  private var (isHeld, isOverRim) = (false, false)
  /// Where a plan is, or the knob of a wedge under the pointer.
  private var dot: (turns: Double, geometry: DialGeometry, picture: Picture)?
  private var rim = RimMotion()
  /// Those that go, and those of the shown face.
  private var hands: [MovingHand] = []
  private var texts: SecondsTexts?
  /// Those of laps that are gone, which fade.
  private var leavingTexts: LeavingTexts?
  private var date: DateTexts?
  private var sun: (turns: Double, picture: Picture)?
  private var datePlace = DatePlace()
  private var veil = Veil()
  /// 0 when texts of another mode have come, 1 at rest.
  private var textLight = Animated(1.0)
  /// How hands come and go in this frame; nil if they do so at once.
  private var appearance: Motion?
  /// Whether the next frame is the first of another mode, or the first with other texts.
  private var (isModeNew, areTextsNew) = (false, false)
  /// Whether the hands are red.
  private var isOverrun = false

  private struct LeavingTexts {
    let texts: SecondsTexts
    let content: SecondsContent
    var light = Animated(1.0)
  }

  mutating func update(_ update: inout Update) -> Bool {
    let (panel, city, mode) = (update.panel, update.model.city, update.model.mode)
    let content = update.model.dial.held(by: update.pointer.rim)
    isHeld = update.pointer.rim != nil
    let (old, lastRim) = (layout, rim.lapMarks)
    // The first lap makes room for itself.
    let isNew = update.isNew || content.laps.isEmpty != input?.laps.isEmpty
    if isNew {
      layout = panel.frames[.dial].map {
        DialLayout(in: $0, minText: panel.minText, hasLaps: !content.laps.isEmpty)
      }
      veil = Veil()
      rim.prepare(panel.theme)
    }
    let wasOverRim = isOverRim
    isOverRim = isHeld || content.isSetByHand && isOver(update.pointer)
    guard
      isNew || content != input || city != self.city || isOverRim != wasOverRim
        || mode != self.mode
    else { return false }
    self.city = city
    if mode != self.mode {
      datePlace = DatePlace()
      rim.leave(isCarried: update.carried != nil)
      isModeNew = update.carried != nil
      // What no other mode goes on from is there at once.
      if !isModeNew { textLight = Animated(1) }
    }
    if let layout {
      if isNew || content.face != input?.face || content.hands != input?.hands {
        isOverrun = false
        hands = MovingHand.hands(content.hands, after: hands, goOn: isModeNew)
        for index in hands.indices {
          hands[index].hand = layout.hand(hands[index].kind, theme: panel.theme)
        }
        // The topmost hand has the hub.
        if content.hands.last == .minute, let last = hands.indices.last {
          hands[last].hand.hubRadius = layout.length(DialLayout.clockHub)
        }
        plate = layout.plate(content.face, theme: panel.theme, on: panel.backdrop)
        ink = layout.ink(content.face, theme: panel.theme)
        let isRelaid = old?.lanes != layout.lanes || content.face != input?.face
        let isCut =
          !panel.isAnimated || old == nil || windowSize != panel.key.environment.size
          || mode != self.mode && !isModeNew
        face.show(
          FaceMotion.Source(
            layout: layout, face: content.face, theme: panel.theme),
          with: isModeNew ? .mode : isRelaid ? .plate : nil, isCut: isCut,
          extras: (lastRim, update.carried.map(inkMarks) ?? []))
        areTextsNew = areTextsNew || !isCut && (isModeNew || isRelaid)
      }
    }
    if mode != self.mode || windowSize != panel.key.environment.size {
      leavingTexts = nil
    } else if areTextsNew, let texts, case .seconds(let old)? = input, old.lapNumber != nil {
      leavingTexts = LeavingTexts(texts: texts, content: old)
    }
    windowSize = panel.key.environment.size
    (texts, date, sun, dot) = (nil, nil, nil, nil)
    if let layout, case .seconds(let shown) = content {
      texts = SecondsTexts(shown, on: layout, panel)
    }
    (input, self.mode) = (content, mode)
    return true
  }

  /// What goes with the ink of a face: its texts and its dot.
  private func inkMarks(_ items: [DisplayItem]) -> [Mark] {
    let texts = items.compactMap { item -> Mark? in
      if case .text(let run) = item { .text(run) } else { nil }
    }
    return (sun?.picture.marks ?? []) + (dot?.picture.marks ?? []) + texts
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let target = layout, let content = input, let plate else { return .never }
    let (reading, time) = (moment.reading, moment.time)
    face.advance(to: moment)
    if areTextsNew {
      textLight.track(0)
      textLight.set(1, with: .texts, at: time)
    }
    let change = isModeNew ? Motion.mode : nil
    appearance = change ?? (areTextsNew ? .plate : nil)
    (isModeNew, areTextsNew) = (false, false)
    let layout = face.layout(target, at: time)
    if face.isMoving {
      face.composePlate(at: time, into: &frame)
    } else {
      frame.append(.picture(plate))
    }
    let light = Float(textLight.value(at: time))
    switch content {
    case .seconds(let shown):
      let isOver = shown.readout.isOverrun(at: reading.instant)
      if isOver != isOverrun {
        isOverrun = isOver
        let theme = isOver ? moment.panel.theme.ofOverrun : moment.panel.theme
        for index in hands.indices {
          hands[index].hand = target.hand(hands[index].kind, theme: theme)
        }
      }
      let rim = rim.compose(
        shown, on: layout, of: target, face: face, isHeld: isHeld, change: change, at: moment,
        into: &frame)
      composeInk(at: time, into: &frame)
      composeLeavingHands(on: layout, change, at: moment, into: &frame)
      // The labels grow clockwise on both sides of zero.
      let instant = reading.instant
      func turns(of seconds: Int64) -> Double { abs(shown.total.turns(of: seconds, at: instant)) }
      let mini = shown.face == .minute ? turns(of: 1800) : turns(of: 60)
      let hasMini = target.hasMini && shown.face != .plan
      turn(.mini, to: mini, isShown: hasMini, on: layout, change, at: moment, into: &frame)
      if let length = shown.ghost {
        let turns = LinearTime(length).turns(of: 60, at: instant)
        turn(.ghost, to: turns, on: layout, change, at: moment, into: &frame)
      }
      let lap = shown.lap.turns(of: 60, at: instant)
      turn(
        .lap, to: lap, isShown: shown.lapNumber != nil, on: layout, change, at: moment,
        into: &frame)
      turn(
        .total, to: turns(of: 60), along: shown.face == .minute ? nil : rim.edge, on: layout,
        change, at: moment, into: &frame)
      composeDot(
        shown, at: rim.turns, on: layout, light: light, moment.panel.theme, into: &frame)
      let offset = frame.offset
      frame.move(from: target, to: layout)
      leavingTexts?.light.set(0, with: .textExit, at: time)
      if leavingTexts?.light.isMoving(at: time) == false { leavingTexts = nil }
      if let leaving = leavingTexts {
        let light = Float(leaving.light.value(at: time))
        leaving.texts.compose(
          leaving.content, on: target, light: light, over: &veil, at: moment, into: &frame)
      }
      texts?.compose(shown, on: target, light: light, over: &veil, at: moment, into: &frame)
      frame.offset = offset
      return isMoving(at: moment) || shown.total.isRunning ? .nextFrame : rim.next
    case .timeOfDay(let style):
      let rim = rim.compose(
        nil, on: layout, of: target, face: face, isHeld: false, change: change, at: moment,
        into: &frame)
      composeInk(at: time, into: &frame)
      let wall = reading.wall
      let day = Double(wall.hour * 60 + wall.minute) / 1440
      if sun?.turns != day { sun = (day, target.sunDot(at: day, moment.panel.theme)) }
      if let sun { frame.append(face.onInk(sun.picture, of: target, at: time)) }
      composeLeavingHands(on: layout, change, at: moment, into: &frame)
      let seconds = style.showsSeconds ? Double(wall.second) / 60 : 0
      let minutes = (Double(wall.minute) + seconds) / 60
      let hours = (Double(wall.hour % 12) + minutes) / 12
      turn(.hour, to: hours, on: layout, change, at: moment, into: &frame)
      turn(.minute, to: minutes, on: layout, change, at: moment, into: &frame)
      if style.showsSeconds {
        turn(.second, to: seconds, on: layout, change, at: moment, into: &frame)
      }
      datePlace.move(to: target.freeSide(besides: hours, minutes), at: moment)
      if date?.isOf(wall, at: datePlace.side) != true {
        date = DateTexts(
          wall, style.words, city, on: target, moment.panel, at: datePlace.side)
      }
      let offset = frame.offset
      frame.move(from: target, to: layout)
      date?.compose(
        on: target, light: light * datePlace.light(at: moment), over: &veil, at: moment,
        into: &frame)
      frame.offset = offset
      return isMoving(at: moment)
        ? .nextFrame : min(rim.next, .at(reading.nextStep(of: style.step)))
    }
  }

  private func composeInk(at time: AnimationTime, into frame: inout Frame) {
    if face.isMoving {
      face.composeInk(at: time, into: &frame)
    } else {
      frame.append(ink.map { .picture($0) } ?? .none)
    }
  }

  /// Moves a hand towards `turns`, or along the `edge` of what moves itself.
  private mutating func turn(
    _ kind: DialHand, to turns: Double, along edge: Animated<Double>? = nil,
    isShown: Bool = true, on layout: DialLayout, _ change: Motion?, at moment: Moment,
    into frame: inout Frame
  ) {
    guard let target = self.layout, let index = hands.firstIndex(where: { $0.kind == kind })
    else { return }
    if let edge {
      hands[index].move(along: edge, change, at: moment.time)
    } else {
      turn(index, to: turns, change, at: moment)
    }
    let moving = hands[index].turns ?? Animated(turns)
    hands[index].show(isShown, with: appearance, at: moment.time)
    let presence = hands[index].presence?.value(at: moment.time) ?? 0
    guard presence > 0 else { return }
    var hand = hands[index].hand
    let shown = moving.value(at: moment.time)
    // What is too slow to be seen moving goes in steps; a hand along the rim in those of the rim.
    let step = kind == .mini ? Dial.tipStep : edge == nil ? nil : Dial.rimStep
    hand.angle = Angle(turns: step.map { stepped(shown, by: $0, radius: hand.length) } ?? shown)
    if face.isMoving || presence < 1 {
      hand = hand.moved(from: target, to: layout, presence: presence)
    }
    frame.append(.hand(hand))
  }

  private mutating func turn(
    _ index: Int, to turns: Double, _ change: Motion?, at moment: Moment
  ) {
    let isSecond = hands[index].kind == .second
    var moving = hands[index].turns ?? Animated(turns)
    // Whole turns make no difference.
    var step = turns - moving.target
    step -= step.rounded()
    let isJump = abs(step) > (isSecond ? Dial.maxSecondStep : Dial.maxStep)
    moving.track(isJump || change != nil ? turns - step : turns)
    moving.set(
      turns, with: isHeld ? nil : change ?? (isSecond ? .secondHand : .hand), at: moment.time)
    hands[index].turns = moving
  }

  /// The hands that this face does not have go to the top and into their hubs.
  private mutating func composeLeavingHands(
    on layout: DialLayout, _ change: Motion?, at moment: Moment, into frame: inout Frame
  ) {
    guard hands.first?.isLeaving == true else { return }
    for kind in hands.filter(\.isLeaving).map(\.kind) {
      turn(kind, to: 0, isShown: false, on: layout, change, at: moment, into: &frame)
    }
    hands.removeAll { $0.isLeaving && $0.presence?.isMoving(at: moment.time) != true }
  }

  private func isMoving(at moment: Moment) -> Bool {
    face.isMoving || rim.isMoving || leavingTexts != nil || textLight.isMoving(at: moment.time)
      || datePlace.isMoving(at: moment) || hands.contains { $0.isMoving(at: moment.time) }
  }

  private mutating func composeDot(
    _ shown: SecondsContent, at turns: Double, on layout: DialLayout, light: Float,
    _ theme: Theme, into frame: inout Frame
  ) {
    guard shown.face == .plan || isOverRim else { return frame.append(.none) }
    let turns = stepped(turns, by: Dial.rimStep, radius: layout.plateRadius)
    let geometry = layout.geometry
    if dot?.turns != turns || dot?.geometry != geometry {
      dot = (turns, geometry, layout.rimDot(at: turns, isKnob: shown.face != .plan, theme))
    }
    if let dot { frame.append(dot.picture.shown(light: light)) }
  }

  private func isOver(_ pointer: Pointer) -> Bool {
    guard let layout, let position = pointer.position else { return false }
    return layout.rim.contains(position, reach: 0)
  }

  var elements: [Element] {
    guard let layout, let input else { return [] }
    var elements = [
      Element(
        // TRANSLATORS: Names of parts of the window, which a screen reader reads.
        .dial, .image, tr("Dial"), in: .disc(center: layout.center, radius: layout.diameter / 2))
    ]
    switch input {
    case .seconds(let shown):
      if layout.hasMini, shown.face != .plan {
        let radius = layout.miniDiameter * DialLayout.miniRim / 2
        let area = Element.Area.disc(center: layout.miniCenter, radius: radius)
        elements.append(Element(.minuteDial, .image, tr("Minutes"), in: area))
      }
      if shown.isSetByHand, case .scale(let scale) = shown.face {
        var rim = Element(.rim, .slider, tr("Timer"), in: layout.rim)
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
        var date = Element(.readout, .text, tr("Date"), in: .box(line))
        date.value = .date(style.words)
        elements.append(date)
      }
    }
    return elements
  }
}

extension Frame {
  /// Moves what is made for one layout as far as the other one is away.
  fileprivate mutating func move(from layout: DialLayout, to other: DialLayout) {
    offset.dx += Int((other.center.x - layout.center.x).rounded())
    offset.dy += Int((other.center.y - layout.center.y).rounded())
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
