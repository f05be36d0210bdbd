import DisplayLists
import Geometry
import Session
import Timekeeping

struct Dial: Instrument {
  /// How long a hand takes to catch up with a jump, in seconds.
  static let motion = 0.35
  /// The step of slow motion, in device pixels: too small to be visible.
  static let tipStep = 1.0 / 32
  private static let rimStep = 1.0 / 4

  private var input: DialContent?
  /// Of the clock's zone.
  private var city: String?
  private var mode: Mode?
  private var layout: DialLayout?
  private var face: (hasHours: Bool, picture: Picture)?
  private var rimTurns = FollowedTurns()
  private var rim: (state: RimState, pictures: [Picture])?
  /// The hands of the shown face; those of the other face are dropped, with their motion.
  private var hands: [DialHand: (hand: Hand, follower: Follower)] = [:]
  private var texts: SecondsTexts?

  mutating func update(_ update: inout Update) -> Bool {
    let (content, panel) = (update.model.dial, update.panel)
    let city = update.model.city
    guard update.isNew || content != input || city != self.city else { return false }
    self.city = city
    if update.model.mode != mode { (rimTurns, rim) = (FollowedTurns(), nil) }
    mode = update.model.mode
    if update.isNew {
      layout = panel.dial
      (face, rim) = (nil, nil)
    }
    if content.hasLap != input?.hasLap, let layout { update.fades.append(layout.lapReadout) }
    if let layout {
      if update.isNew || content.hands != input?.hands {
        let old = hands
        hands = [:]
        for kind in content.hands {
          hands[kind] = (
            layout.hand(kind, theme: panel.theme), old[kind]?.follower ?? Follower()
          )
        }
        // The topmost hand has the hub.
        if content.hands.last == .minute { hands[.minute]?.hand.hubRadius = layout.length(4) }
      }
      let hasHours = content.hands.first == .hour
      if face?.hasHours != hasHours {
        face = (
          hasHours, layout.picture(hasHours: hasHours, theme: panel.theme, on: panel.backdrop)
        )
      }
      if case .seconds(let shown) = content { texts = SecondsTexts(shown, on: layout, panel.theme) }
    }
    input = content
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let layout, let content = input, let face else { return .never }
    frame.append(.picture(face.picture))
    let reading = moment.reading
    switch content {
    case .seconds(let shown):
      let next = composeRim(shown, on: layout, at: moment, into: &frame)
      // The labels grow clockwise on both sides of zero.
      let instant = reading.instant
      func turns(of seconds: Int64) -> Double { abs(shown.total.turns(of: seconds, at: instant)) }
      turn(.mini, to: turns(of: 1800), isShown: layout.hasMini, at: moment, into: &frame)
      if let length = shown.ghost {
        let turns = LinearTime(length).turns(of: 60, at: instant)
        turn(.ghost, to: turns, at: moment, into: &frame)
      }
      let lap = shown.lap.turns(of: 60, at: instant)
      turn(.lap, to: lap, isShown: shown.lapNumber != nil, at: moment, into: &frame)
      turn(.total, to: turns(of: 60), at: moment, into: &frame)
      let plate = shown.rim.plate(at: rim?.state.turns ?? 0, of: moment.panel.theme)
      texts?.compose(shown, on: plate, at: reading, into: &frame)
      return isMoving(at: moment) || shown.total.isRunning ? .nextFrame : next
    case .timeOfDay(let style):
      let (wall, theme) = (reading.wall, moment.panel.theme)
      let day = Double(wall.hour * 60 + wall.minute) / 1440
      show(RimState(turns: day, isDay: true), on: layout, theme, into: &frame)
      let seconds = style.showsSeconds ? Double(wall.second) / 60 : 0
      let minutes = (Double(wall.minute) + seconds) / 60
      let hours = (Double(wall.hour % 12) + minutes) / 12
      turn(.hour, to: hours, at: moment, into: &frame)
      turn(.minute, to: minutes, at: moment, into: &frame)
      if style.showsSeconds { turn(.second, to: seconds, at: moment, into: &frame) }
      let lines = [(style.words.date(wall), 0.9), (city ?? "", 0.72)]
      for (line, text) in zip(layout.freeLines(besides: [hours, minutes]), lines) {
        let run = layout.text(
          text.0, in: line, size: layout.lapReadout.height * text.1, color: theme.secondaryText,
          on: theme.hubFill)
        if let run, !run.string.isEmpty { frame.append(.text(run)) }
      }
      return isMoving(at: moment) ? .nextFrame : .at(reading.nextStep(of: style.step))
    }
  }

  private mutating func turn(
    _ kind: DialHand, to turns: Double, isShown: Bool = true, at moment: Moment,
    into frame: inout Frame
  ) {
    guard var (hand, follower) = hands[kind] else { return }
    // Whole turns make no difference. Each step of the second hand is a jump to catch up with.
    var step = turns - (follower.source ?? turns)
    step -= step.rounded()
    let isJump = abs(step) > (kind == .second ? 0.001 : 0.02)
    let shown = follower.value(
      following: turns, afterJump: isJump ? step : 0,
      duration: moment.panel.motion(kind == .second ? Dial.motion * 0.7 : Dial.motion),
      at: moment.now)
    hand.angle = Angle(
      turns: kind == .mini ? stepped(shown, by: Dial.tipStep, radius: hand.length) : shown)
    // Not in place: that would allocate in each frame.
    hands[kind] = (hand, follower)
    if isShown { frame.append(.hand(hand)) }
  }

  private func isMoving(at moment: Moment) -> Bool {
    hands.values.contains { $0.follower.isMoving(at: moment.now) }
  }

  private mutating func composeRim(
    _ shown: SecondsContent, on layout: DialLayout, at moment: Moment, into frame: inout Frame
  ) -> NextChange {
    let value = shown.rim.value
    let turns = rimTurns.turns(value, at: moment)
    let next = rimTurns.nextChange(value, after: moment)
    var state = RimState(rim: shown.rim)
    // Laps that are gone sweep back home.
    if case .laps([]) = shown.rim, turns > 0, let rim { state.rim = rim.state.rim }
    state.turns = stepped(turns, by: Dial.rimStep, radius: layout.plateRadius)
    if shown.readout.isOverrun(at: moment.reading.instant) {
      let overrun = -shown.total.value(at: moment.reading.instant).inSeconds
      let moves = shown.total.isRunning && moment.panel.isAnimated
      state.alarm = moves ? Dial.pulse(at: overrun) : 1
    }
    show(state, on: layout, moment.panel.theme, into: &frame)
    return next
  }

  private mutating func show(
    _ state: RimState, on layout: DialLayout, _ theme: Theme, into frame: inout Frame
  ) {
    if rim?.state != state { rim = (state, layout.pictures(of: state, theme: theme)) }
    for picture in rim?.pictures ?? [] { frame.append(.picture(picture)) }
  }

  /// The strength of the rim's light after `seconds` of overrun, which pulses once a second; in few
  /// steps, as each repaints the rim.
  private static func pulse(at seconds: Double) -> Double {
    let (phase, rise, fall, rest) = (seconds - seconds.rounded(.down), 0.1, 0.6, 0.3)
    guard seconds > rise else { return (seconds / rise * 16).rounded() / 16 }
    let part = max(1 - phase / fall, (phase - 1 + rise) / rise, 0)
    return ((rest + (1 - rest) * EaseInOut.value(at: part)) * 16).rounded() / 16
  }

  func target(at point: Point) -> PointerTarget? {
    guard let layout, case .seconds(let shown) = input, shown.isSetByHand,
      layout.isOnRim(point)
    else { return nil }
    return .rim(RimTarget(center: layout.center, remaining: shown.total.value(at: .distantPast)))
  }

  var description: [String] {
    guard let layout else { return [] }
    var lines = [landmark("dial", [layout.center.x, layout.center.y, layout.diameter])]
    if face?.hasHours == false {
      let (center, diameter) = (layout.miniCenter, layout.miniDiameter * DialLayout.miniRim)
      lines.append(landmark("minidial", [center.x, center.y, diameter]))
    }
    return lines + [landmark("readout", layout.readout)]
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
  private var last: Angle
  /// Unrounded.
  private var minutes: Double
  private var isDragged = false

  init(_ target: RimTarget, at point: Point) {
    (self.target, start) = (target, point)
    last = Angle(from: target.center, to: point)
    minutes = max(0, target.remaining.inSeconds / 60)
  }

  /// Turns are counted from the press. Below zero the time stays zero until the pointer turns back.
  mutating func drag(to point: Point) -> Command? {
    isDragged = isDragged || RingGrip.isDrag(from: start, to: point)
    guard isDragged else { return nil }
    let angle = Angle(from: target.center, to: point)
    let step = angle.turns - last.turns
    last = angle
    minutes = max(0, minutes + (step - step.rounded()) * 60)
    return .dragTimer(
      from: target.remaining, to: .seconds(60) * Int(minutes.rounded()))
  }
}

extension Panel {
  var dial: DialLayout? { frames[.dial].map { DialLayout(in: $0, leastText: leastText) } }
}

extension DialContent {
  fileprivate var hands: [DialHand] {
    switch self {
    case .seconds: [.mini, .ghost, .lap, .total]
    case .timeOfDay(let style): style.showsSeconds ? [.hour, .minute, .second] : [.hour, .minute]
    }
  }

  fileprivate var hasLap: Bool {
    if case .seconds(let shown) = self { shown.lapNumber != nil } else { false }
  }
}

private struct SecondsTexts {
  private var readout: TextRun?
  private var lapName: TextRun?
  private var lapTime: TextRun?
  /// The difference between the running lap and the ghost hand's lap, above the readout.
  private var excess: TextRun?
  private var words: [DisplayItem] = []
  private let overrunColor: Color

  init(_ shown: SecondsContent, on dial: DialLayout, _ theme: Theme) {
    let (line, size) = (dial.lapReadout, dial.lapReadout.height * 0.72)
    let captionSize = dial.caption.height * 0.8
    let plate = theme.hubFill
    overrunColor = theme.worst
    readout = dial.text(
      in: dial.readout, size: dial.readout.height * 0.8, isTabular: true, color: theme.text,
      on: plate)
    excess = dial.text(
      in: dial.caption, size: captionSize, isTabular: true, color: theme.worst, on: plate)
    if let number = shown.lapNumber {
      // The number ends and the time starts at fixed positions, so that neither moves as the other
      // grows.
      let split = (dial.center.x - dial.length(9)).rounded()
      let gap = (size * 0.3).rounded()
      lapName = dial.text(
        "LAP \(number)", in: line.inset(right: line.maxX - split + gap), .trailing, size: size,
        color: theme.lapText, on: plate)
      lapTime = dial.text(
        in: line.inset(left: split + gap - line.minX), .leading, size: size, isTabular: true,
        color: theme.lapText, on: plate)
    }
    guard !shown.above.isEmpty else { return }
    let lines = [
      dial.text(
        shown.above, in: dial.caption, size: captionSize, isBold: true, color: theme.text, on: plate
      ),
      dial.text(shown.below, in: line, size: size, color: theme.secondaryText, on: plate),
    ]
    words = lines.compactMap { $0.map { .text($0) } }
  }

  func compose(
    _ shown: SecondsContent, on plate: Color, at reading: ClockSample, into frame: inout Frame
  ) {
    var readout = readout
    readout?.knockout = plate
    if shown.readout.isOverrun(at: reading.instant) { readout?.color = overrunColor }
    if let item = readout?.saying(shown.readout.text(at: reading)) { frame.append(item) }
    let time = shown.lap.value(at: reading.instant)
    if let lapName, let item = lapTime?.saying(TimeFormat.elapsed(time)) {
      frame.append(.text(lapName))
      frame.append(item)
    }
    if let length = shown.ghost, time > length,
      let item = excess?.saying(TimeFormat.difference(of: time, from: length))
    {
      frame.append(item)
    }
    for item in words { frame.append(item) }
  }
}

/// Rounds `turns` to steps at `radius`, so that what moves slowly is not repainted in every frame.
private func stepped(_ turns: Double, by step: Double, radius: Double) -> Double {
  let steps = (max(radius, 1) * 2 * .pi / step).rounded(.up)
  return (turns * steps).rounded() / steps
}
