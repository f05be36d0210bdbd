import DisplayLists
import Geometry
import Session
import Timekeeping
import Wording

/// The readout, the running lap and the words of the mode, below the centre.
///
/// A time is shown once: beside the digits the dial shows what they do not, the running lap.
struct SecondsTexts {
  /// The large line.
  private enum Main {
    case readout, lap
  }

  private var main: (content: Main, run: TextRun)?
  /// The running lap, where the large line has the readout.
  private var lapTime: TextRun?
  /// The difference between the running lap and the ghost hand's lap, red.
  private var excess: TextRun?
  /// The texts that stay, and what they take.
  private let words: [TextRun]
  private let areas: [Rect]
  private let value: DisplayValue

  /// The size of the lap and of the words by the height of their line: the usual one, and the
  /// maximum where a smaller text would be illegible.
  private static let (lapFraction, maxLapFraction) = (0.72, 0.82)
  /// The size of a step's name that stands alone in the large line, by its height.
  private static let nameFraction = 0.7
  /// Between the number of the lap and its time, in units of the design left of the centre: the
  /// time is the longer one.
  private static let lapSplit = 9.0
  /// The space on either side of it, in ems.
  private static let lapGap = 0.3

  init(_ shown: SecondsContent, on dial: DialLayout, _ panel: Panel) {
    let (theme, isAlone) = (panel.theme, panel.frames[.digits] == nil)
    value = shown.readout
    let size = max(
      dial.lapReadout.height * SecondsTexts.lapFraction,
      min(dial.lapReadout.height * SecondsTexts.maxLapFraction, dial.minText))
    let captionSize = dial.caption.height * DialLayout.captionFraction
    func figures(in line: Rect, _ color: Color) -> TextRun? {
      dial.text(
        in: line, size: line.height * DialLayout.readoutFraction, isTabular: true, color: color,
        theme: theme)
    }
    func small(
      _ string: String, _ alignment: TextRun.Alignment = .center, in line: Rect, _ color: Color
    )
      -> TextRun?
    {
      dial.text(string, in: line, alignment, size: size, color: color, theme: theme)
    }
    var words: [TextRun?] = []
    if isAlone {
      main = figures(in: dial.readout, theme.text).map { (.readout, $0) }
    } else if shown.lapNumber != nil {
      main = figures(in: dial.readout, theme.lapText).map { (.lap, $0) }
    }
    if let number = shown.lapNumber {
      // TRANSLATORS: The number of the running lap, on the dial; at most eight letters, in capitals where a language has them.
      let name = tr("LAP {0}", number)
      excess = dial.text(
        in: isAlone ? dial.caption : dial.lapReadout, size: isAlone ? captionSize : size,
        isTabular: true, color: theme.worst, theme: theme)
      if isAlone {
        // The number ends and the time starts at fixed positions, so that neither moves as the
        // other grows.
        let line = dial.lapReadout
        let split = (dial.center.x - dial.length(SecondsTexts.lapSplit)).rounded()
        let gap = (size * SecondsTexts.lapGap).rounded()
        words = [
          small(name, .trailing, in: line.inset(right: line.maxX - split + gap), theme.lapText)
        ]
        lapTime = dial.text(
          in: line.inset(left: split + gap - line.minX), .leading, size: size, isTabular: true,
          color: theme.lapText, theme: theme)
      } else {
        words = [small(name, in: dial.caption, theme.lapText)]
      }
    }
    if !shown.above.isEmpty {
      let line = isAlone ? dial.caption : dial.readout
      words += [
        dial.text(
          shown.above, in: line,
          size: isAlone ? captionSize : line.height * SecondsTexts.nameFraction, isBold: true,
          color: theme.text, theme: theme),
        small(shown.below.joined(separator: " · "), in: dial.lapReadout, theme.secondaryText),
      ]
    }
    self.words = words.compactMap { $0 }
    areas = self.words.map(panel.area)
  }

  /// The readout, if it is shown.
  var element: Element? {
    guard case .readout? = main?.content, let frame = main?.run.frame else { return nil }
    var element = Element(.readout, .time, tr("Readout"), in: .box(frame))
    element.value = .time(value)
    return element
  }

  func compose(
    _ shown: SecondsContent, on dial: DialLayout, light: Float, over veil: inout Veil,
    at moment: Moment, into frame: inout Frame
  ) {
    func append(_ run: TextRun) {
      var run = run
      run.color = run.color.opacity(light)
      frame.append(.text(dial.cleared(run, theme: moment.panel.theme)))
    }
    let (panel, theme) = (moment.panel, moment.panel.theme)
    let instant = moment.reading.instant
    let time = shown.lap.value(at: instant)
    var (large, lapTime, excess) = (main?.run, lapTime, excess)
    if case .readout? = main?.content {
      large?.string = shown.readout.text(at: moment.reading)
      if shown.readout.isOverrun(at: instant) { large?.color = theme.worst }
    } else {
      large?.string = TimeFormat.elapsed(time)
    }
    if let run = large { large?.size *= min(1, run.frame.width / panel.area(of: run).width) }
    lapTime?.string = TimeFormat.elapsed(time)
    if let length = shown.ghost, time > length {
      excess?.string = TimeFormat.difference(of: time, from: length)
    } else {
      excess = nil
    }
    if case .scale = shown.face {
      // Ink on a wedge, which has no hand but its edge.
      if let large { frame.append(.text(large)) }
      return
    }
    veil.begin(areas)
    if let large { veil.cover(panel.area(of: large)) }
    if let lapTime { veil.cover(panel.area(of: lapTime)) }
    if let excess { veil.cover(panel.area(of: excess)) }
    veil.compose(on: dial, light: light, theme, into: &frame)
    if let large { append(large) }
    if let lapTime { append(lapTime) }
    if let excess { append(excess) }
    for run in words { append(run) }
  }
}
