import DisplayLists
import Geometry
import Session
import Timekeeping

/// What moves on a face of seconds: the hands of the total, the running lap and the small dial, and the readout.
struct SecondsHands {
  private var total: TurningHand
  private var lap: TurningHand
  private var ghost: TurningHand
  private var mini: TurningHand
  private let hasMini: Bool
  private let font: FontMetrics
  private var readout: RunningText?
  private var lapReadout: RunningText?
  /// By how much the running lap has passed the one that the ghost hand stands for, above the readout.
  private var excess: RunningText?
  private var lapName = DisplayItem.none
  private var caption = DisplayItem.none
  private var note = DisplayItem.none
  private var hasWords = false
  private var hasLap = false

  /// The hands on `dial` and numbers set in `font`, which go on with the motion of `old`.
  init(on dial: DialLayout.Placement, theme: Theme, font: FontMetrics, after old: SecondsHands?) {
    self.font = font
    total = TurningHand(dial.hand(color: theme.hand, theme: theme), after: old?.total)
    lap = TurningHand(dial.hand(color: theme.lapHand, theme: theme), after: old?.lap)
    ghost = TurningHand(dial.ghostHand(theme: theme), after: old?.ghost)
    mini = TurningHand(dial.miniHand(theme: theme), after: old?.mini, bySteps: true)
    hasMini = dial.length(9) >= dial.leastText
    let small = dial.caption.height * 0.8
    if small >= dial.leastText {
      excess = RunningText(
        TextRun("", frame: dial.caption, size: small, isTabular: true, color: theme.worst), in: font
      )
    }
    let size = dial.readout.height * 0.8
    guard size >= dial.leastText else { return }
    readout = RunningText(
      TextRun("", frame: dial.readout, size: size, isTabular: true, color: theme.text), in: font)
  }

  /// Shows the lap of `number`, or none.
  mutating func showLap(_ number: Int?, on dial: DialLayout.Placement, theme: Theme) {
    lapReadout = nil
    hasLap = number != nil
    let size = dial.lapReadout.height * 0.72
    guard let number, size >= dial.leastText else { return }
    // The number ends and the time starts at fixed places, so that neither moves when the other grows.
    let split = (dial.center.x - dial.length(9)).rounded()
    let gap = (size * 0.3).rounded()
    let line = dial.lapReadout
    lapName = .text(
      TextRun(
        "LAP \(number)",
        frame: Rect(
          x: line.minX, y: line.minY, width: split - gap - line.minX, height: line.height),
        alignment: .trailing, size: size, color: theme.lapText))
    lapReadout = RunningText(
      TextRun(
        "",
        frame: Rect(
          x: split + gap, y: line.minY, width: line.maxX - split - gap, height: line.height),
        alignment: .leading, size: size, isTabular: true, color: theme.lapText), in: font)
  }

  /// Shows `words` around the readout, or none.
  mutating func showWords(_ words: DialWords?, on dial: DialLayout.Placement, theme: Theme) {
    func line(_ text: String, in frame: Rect, size: Double, isBold: Bool, color: Color)
      -> DisplayItem
    {
      guard size >= dial.leastText else { return .none }
      return .text(TextRun(text, frame: frame, size: size, isBold: isBold, color: color))
    }
    hasWords = words != nil
    guard let words else { return }
    caption = line(
      words.above, in: dial.caption, size: dial.caption.height * 0.8, isBold: true,
      color: theme.text)
    note = line(
      words.below, in: dial.lapReadout, size: dial.lapReadout.height * 0.72, isBold: false,
      color: theme.secondaryText)
  }

  /// Writes all of them for what is shown; returns whether a hand is making a jump good, in `duration` seconds.
  mutating func compose(
    _ shown: SecondsContent, at reading: ClockSample, duration: Double, into frame: inout Frame
  ) -> Bool {
    let instant = reading.instant
    let now = instant.inSeconds
    if let item = readout?.item(shown.readout.text(at: reading)) { frame.append(item) }
    if let item = lapReadout?.item(TimeFormat.elapsed(shown.lap.value(at: instant))) {
      frame.append(lapName)
      frame.append(item)
    }
    let lapTime = shown.lap.value(at: instant)
    if let length = shown.ghost, lapTime > length,
      let item = excess?.item(TimeFormat.difference(of: lapTime, from: length))
    {
      frame.append(item)
    }
    if hasWords {
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
