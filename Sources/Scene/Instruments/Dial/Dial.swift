import DisplayLists
import Geometry
import Session
import Timekeeping

/// The analogue dial: its face, the rim, the hands and the readout.
struct Dial: Instrument {
  static let share: LayoutShare? = LayoutShare(part: .dial, weight: 1.5) { size, _ in
    DialLayout.size(in: size)
  }

  /// How long a hand takes to catch up with a jump, in seconds.
  static let motion = 0.35
  /// How long the line of a time that is up takes to appear, in seconds.
  private static let fade = 0.35
  /// The step of slow motion, in device pixels: too small to be seen.
  static let tipStep = 1.0 / 32
  private static let rimStep = 1.0 / 8

  private var input: DialContent?
  private var layout: DialLayout?
  private var face: (face: DialLayout.Face, item: DisplayItem)?
  private var rimTurns = FollowedTurns()
  /// One of them: the other face's hands are forgotten, with their motion.
  private var seconds: SecondsHands?
  private var hours: HoursHands?

  mutating func update(_ update: inout Update) -> Bool {
    let (content, panel) = (update.model.dial, update.panel)
    guard update.isNew || content != input else { return false }
    if update.isNew {
      layout = panel.dial
      face = nil
    }
    if content.hasLap != input?.hasLap, let layout { update.fades.append(layout.lapReadout) }
    input = content
    guard let layout else { return true }
    switch content {
    case .seconds(let shown):
      if update.isNew || seconds == nil {
        seconds = SecondsHands(on: layout, panel, after: seconds)
      }
      seconds?.show(shown, on: layout, panel)
      hours = nil
    case .timeOfDay(let style):
      if update.isNew || style != hours?.style {
        hours = HoursHands(style, on: layout, panel.theme, after: hours)
      }
      seconds = nil
    }
    if face?.face != content.face {
      face = (
        content.face, .picture(layout.picture(face: content.face, theme: panel.theme))
      )
    }
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let layout, let content = input, let face else { return .never }
    frame.append(face.item)
    let duration = moment.panel.motion(Dial.motion)
    switch content {
    case .seconds(let shown):
      let next = composeRim(shown, on: layout, at: moment, into: &frame)
      let isMoving =
        seconds?.compose(shown, at: moment.reading, duration: duration, into: &frame) ?? false
      return isMoving || shown.total.isRunning ? .nextFrame : next
    case .timeOfDay(let style):
      rimTurns = FollowedTurns()
      let isMoving = hours?.compose(moment.reading, duration: duration, into: &frame) ?? false
      return isMoving ? .nextFrame : .at(moment.reading.nextStep(of: style.step))
    }
  }

  /// Writes the remaining time as an arc, and a thin line all around once it is up.
  private mutating func composeRim(
    _ shown: SecondsContent, on layout: DialLayout, at moment: Moment, into frame: inout Frame
  ) -> NextChange {
    guard let share = shown.fraction else {
      rimTurns = FollowedTurns()
      return .never
    }
    let theme = moment.panel.theme
    var arc = layout.rimArc(theme: theme)
    let steps = (max(arc.radius, 1) * 2 * .pi / Dial.rimStep).rounded(.up)
    arc.progress = (rimTurns.turns(share, at: moment) * steps).rounded() / steps
    frame.append(.ring(arc))
    let next = rimTurns.nextChange(share, after: moment)
    let overrun = -shown.total.value(at: moment.reading.instant).inSeconds
    guard overrun >= 0 else { return next }
    let isComing = shown.total.isRunning && moment.panel.isAnimated && overrun < Dial.fade
    if overrun > 0 {
      var line = layout.rimLine(theme: theme)
      if isComing { line.trackColor = line.trackColor.opacity(Float(overrun / Dial.fade)) }
      frame.append(.ring(line))
    }
    return isComing || overrun == 0 && shown.total.isRunning ? .nextFrame : next
  }

  var description: [String] {
    guard let layout else { return [] }
    var lines = [landmark("dial", [layout.center.x, layout.center.y, layout.diameter])]
    if face?.face == .seconds {
      let (center, diameter) = (layout.miniCenter, layout.miniDiameter * DialLayout.miniRim)
      lines.append(landmark("minidial", [center.x, center.y, diameter]))
    }
    return lines + [landmark("readout", layout.readout)]
  }
}

extension Panel {
  var dial: DialLayout? { frames[.dial].map { DialLayout(in: $0, leastText: leastText) } }
}

extension DialContent {
  fileprivate var face: DialLayout.Face {
    switch self {
    case .seconds: .seconds
    case .timeOfDay: .hours
    }
  }

  fileprivate var hasLap: Bool {
    if case .seconds(let shown) = self { shown.lapNumber != nil } else { false }
  }
}

/// What moves on a face of seconds: the hands of the total, the lap and the small dial, and texts.
private struct SecondsHands {
  private var total: TurningHand
  private var lap: TurningHand
  private var ghost: TurningHand
  private var mini: TurningHand
  private let hasMini: Bool
  private var readout: RunningText?
  private var lapReadout: RunningText?
  /// The lead or lag of the running lap on the ghost hand's, above the readout.
  private var excess: RunningText?
  private var lapName = DisplayItem.none
  private var caption = DisplayItem.none
  private var note = DisplayItem.none
  private var hasLap = false

  init(on dial: DialLayout, _ panel: Panel, after old: SecondsHands?) {
    let theme = panel.theme
    total = TurningHand(dial.hand(color: theme.hand, theme: theme), after: old?.total)
    lap = TurningHand(dial.hand(color: theme.lapHand, theme: theme), after: old?.lap)
    ghost = TurningHand(dial.ghostHand(theme: theme), after: old?.ghost)
    mini = TurningHand(dial.miniHand(theme: theme), after: old?.mini, bySteps: true)
    hasMini = dial.hasMini
    func running(in frame: Rect, color: Color) -> RunningText? {
      let size = frame.height * 0.8
      let run = TextRun("", frame: frame, size: size, isTabular: true, color: color)
      return dial.isLegible(size) ? RunningText(run, in: panel.font) : nil
    }
    excess = running(in: dial.caption, color: theme.worst)
    readout = running(in: dial.readout, color: theme.text)
  }

  /// Prepares the number of the lap, and the words around the readout.
  mutating func show(_ shown: SecondsContent, on dial: DialLayout, _ panel: Panel) {
    let theme = panel.theme
    let (line, size) = (dial.lapReadout, dial.lapReadout.height * 0.72)
    hasLap = shown.lapNumber != nil
    (lapReadout, caption, note) = (nil, .none, .none)
    if let number = shown.lapNumber, dial.isLegible(size) {
      // The number ends and the time starts at fixed places, so that neither moves as the other grows.
      let split = (dial.center.x - dial.length(9)).rounded()
      let gap = (size * 0.3).rounded()
      let left = Rect(
        x: line.minX, y: line.minY, width: split - gap - line.minX, height: line.height)
      let right = Rect(
        x: split + gap, y: line.minY, width: line.maxX - split - gap, height: line.height)
      lapName = .text(
        TextRun(
          "LAP \(number)", frame: left, alignment: .trailing, size: size, color: theme.lapText))
      lapReadout = RunningText(
        TextRun(
          "", frame: right, alignment: .leading, size: size, isTabular: true, color: theme.lapText),
        in: panel.font)
    }
    guard let words = shown.words else { return }
    let captionSize = dial.caption.height * 0.8
    if dial.isLegible(captionSize) {
      caption = .text(
        TextRun(
          words.above, frame: dial.caption, size: captionSize, isBold: true, color: theme.text))
    }
    if dial.isLegible(size) {
      note = .text(TextRun(words.below, frame: line, size: size, color: theme.secondaryText))
    }
  }

  /// Writes everything; returns whether a hand is catching up with a jump.
  mutating func compose(
    _ shown: SecondsContent, at reading: ClockSample, duration: Double, into frame: inout Frame
  ) -> Bool {
    let instant = reading.instant
    let now = instant.inSeconds
    if let item = readout?.item(shown.readout.text(at: reading)) { frame.append(item) }
    let lapTime = shown.lap.value(at: instant)
    if let item = lapReadout?.item(TimeFormat.elapsed(lapTime)) {
      frame.append(lapName)
      frame.append(item)
    }
    if let length = shown.ghost, lapTime > length,
      let item = excess?.item(TimeFormat.difference(of: lapTime, from: length))
    {
      frame.append(item)
    }
    if shown.words != nil {
      frame.append(caption)
      frame.append(note)
    }
    // The labels grow clockwise on both sides of zero.
    func turns(of seconds: Int64) -> Double { abs(shown.total.turns(of: seconds, at: instant)) }
    let miniItem = mini.item(turns(of: 1800), duration: duration, at: now)
    if hasMini { frame.append(miniItem) }
    if let length = shown.ghost {
      let turns = LinearTime(length).turns(of: 60, at: instant)
      frame.append(ghost.item(turns, duration: duration, at: now))
    }
    let lapItem = lap.item(shown.lap.turns(of: 60, at: instant), duration: duration, at: now)
    if hasLap { frame.append(lapItem) }
    frame.append(total.item(turns(of: 60), duration: duration, at: now))
    return total.isMoving(at: now) || lap.isMoving(at: now) || ghost.isMoving(at: now)
      || mini.isMoving(at: now)
  }
}

/// What moves on a face of hours: two or three hands, and the date.
private struct HoursHands {
  private var hour: TurningHand
  private var minute: TurningHand
  private var second: TurningHand?
  private var date: TextRun?
  let style: ClockStyle

  init(_ style: ClockStyle, on dial: DialLayout, _ theme: Theme, after old: HoursHands?) {
    self.style = style
    hour = TurningHand(dial.hourHand(theme: theme), after: old?.hour)
    minute = TurningHand(
      dial.minuteHand(isOnTop: !style.showsSeconds, theme: theme), after: old?.minute)
    if style.showsSeconds {
      // Every step of a second is a jump to be caught up with.
      second = TurningHand(
        dial.hand(color: theme.hand, theme: theme), after: old?.second, threshold: 0.001)
    }
    let size = dial.lapReadout.height * 0.9
    guard dial.isLegible(size) else { return }
    date = TextRun("", frame: dial.readout, size: size, color: theme.secondaryText)
  }

  /// Writes everything; returns whether a hand is catching up with a jump.
  mutating func compose(_ reading: ClockSample, duration: Double, into frame: inout Frame) -> Bool {
    let now = reading.instant.inSeconds
    let wall = reading.wall
    let seconds = style.showsSeconds ? Double(wall.second) / 60 : 0
    let minutes = (Double(wall.minute) + seconds) / 60
    let hours = (Double(wall.hour % 12) + minutes) / 12
    if var date {
      date.string = style.words.date(wall)
      frame.append(.text(date))
    }
    frame.append(hour.item(hours, duration: duration, at: now))
    frame.append(minute.item(minutes, duration: duration, at: now))
    if let item = second?.item(seconds, duration: duration * 0.7, at: now) { frame.append(item) }
    return hour.isMoving(at: now) || minute.isMoving(at: now) || second?.isMoving(at: now) ?? false
  }
}

/// A hand that follows the time, and catches up with its jumps.
private struct TurningHand {
  private var follower: Follower
  private var hand: Hand
  /// The number of steps in a turn; 0 is continuous.
  private let steps: Double

  /// Continues the motion of `old`. A step of more than `threshold` turns is a jump. A slow hand moves
  /// `bySteps` of its tip, so that it is not painted in every frame.
  init(_ hand: Hand, after old: TurningHand?, threshold: Double = 0.02, bySteps: Bool = false) {
    self.hand = hand
    follower = old?.follower ?? Follower(threshold: threshold, isCyclic: true)
    steps = bySteps ? (max(hand.length, 1) * 2 * .pi / Dial.tipStep).rounded(.up) : 0
  }

  mutating func item(_ turns: Double, duration: Double, at now: Double) -> DisplayItem {
    let shown = follower.value(following: turns, duration: duration, at: now)
    hand.angle = Angle(turns: steps > 0 ? (shown * steps).rounded() / steps : shown)
    return .hand(hand)
  }

  func isMoving(at now: Double) -> Bool { follower.isMoving(at: now) }
}
