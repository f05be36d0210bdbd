import DisplayLists
import Geometry
import Session
import Timekeeping

/// The readout, the lap below it and the words of the mode, on one side of the centre.
struct SecondsTexts {
  let side: Double
  private var readout: TextRun?
  private var lapTime: TextRun?
  /// The difference between the running lap and the ghost hand's lap, above the readout.
  private var excess: TextRun?
  /// The texts that stay, and what they take.
  private let words: [TextRun]
  private let areas: [Rect]

  /// The size of the lap and of the words by the height of their line: the usual one, and the
  /// maximum where a smaller text would be illegible.
  private static let (lapFraction, maxLapFraction) = (0.72, 0.82)
  /// Between the number of the lap and its time, in units of the design left of the centre: the
  /// time is the longer one.
  private static let lapSplit = 9.0
  /// The space on either side of it, in ems.
  private static let lapGap = 0.3

  init(_ shown: SecondsContent, on dial: DialLayout, _ panel: Panel, at side: Double) {
    self.side = side
    let (theme, isBelow) = (panel.theme, side == DialSide.below)
    let (line, caption, main) = (
      dial.lapReadout(at: side), dial.caption(at: side), dial.readout(at: side)
    )
    let size = max(
      line.height * SecondsTexts.lapFraction,
      min(line.height * SecondsTexts.maxLapFraction, dial.minText))
    let captionSize = caption.height * DialLayout.captionFraction
    var words: [TextRun?] = []
    readout = dial.text(
      in: main, size: main.height * DialLayout.readoutFraction, isTabular: true,
      color: theme.text, theme: theme)
    excess = dial.text(
      in: caption, size: captionSize, isTabular: true, color: theme.worst, theme: theme)
    if let number = shown.lapNumber {
      // The number ends and the time starts at fixed positions, so that neither moves as the other
      // grows.
      let split = (dial.center.x - dial.length(SecondsTexts.lapSplit)).rounded()
      let gap = (size * SecondsTexts.lapGap).rounded()
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
