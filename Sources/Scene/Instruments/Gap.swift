import DisplayLists
import Geometry
import Session
import Timekeeping
import Wording

/// How far the running lap is ahead of the best one or the target, in green, or behind it, in red; for large screens and
/// streams. Below it are two lanes: the ghost's whole lap, and this one.
struct Gap: Instrument {
  /// The heights of the digits, of the space below them, and of both lanes, by that of all.
  private static let (digits, space, lanes) = (0.72, 0.1, 0.18)
  /// The height of a lane, by that of both.
  private static let lane = 0.42
  /// The end of the ghost's lane, by the width of both: a lap may be that much slower before its lane is full.
  private static let ghostEnd = 0.85
  /// The strengths of the text's colour in an empty lane and in the ghost's.
  private static let (track, ghost): (Float, Float) = (0.1, 0.45)
  /// Without a lap to compare with.
  private static let empty = "~ 0.00"

  private var input: GapContent?
  private var frame = Rect.zero
  /// Where the digits are, and how they look ahead and behind.
  private var row = DigitRow(text: "")
  private var (ahead, behind): ([SegmentGroup], [SegmentGroup]) = ([], [])
  /// The tracks and the ghost's lap.
  private var tracks: DisplayItem?
  /// The lane of the running lap.
  private var lane: (width: Int, isBehind: Bool, picture: Picture)?
  private var needsLayout = true

  mutating func update(_ update: inout Update) -> Bool {
    let new = update.model.gap
    guard update.isNew || new != input else { return false }
    if update.isNew {
      (frame, tracks) = (update.panel.frames[.gap] ?? .zero, nil)
      (lane, needsLayout) = (nil, true)
    }
    input = new
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard !self.frame.isEmpty else { return .never }
    let gap = input?.gap(at: moment.reading.instant)
    let isBehind = gap.map { $0 > .zero } ?? false
    let text = input.map { Gap.glyphs(of: $0, at: moment.reading.instant) } ?? Gap.empty
    if needsLayout || !row.fits(text) { place(text, on: moment.panel) }
    for (index, byte) in text.utf8.enumerated() {
      var group = isBehind ? behind[index] : ahead[index]
      group.levels = input == nil ? 0 : Gap.levels(of: byte)
      frame.append(.segments(group))
    }
    if tracks == nil { tracks = .picture(trackPicture(on: moment.panel)) }
    if let tracks { frame.append(tracks) }
    guard let input else { return .never }
    showLane(of: input, isBehind: isBehind, at: moment)
    if let lane { frame.append(.picture(lane.picture)) }
    return input.lap.isRunning ? .nextFrame : .never
  }

  /// The difference with the signs that have places of their own, and at least two digits of seconds.
  private static func glyphs(of content: GapContent, at now: Instant) -> String {
    let text = TimeFormat.difference(of: content.lap.value(at: now), from: content.reference)
    let sign = text.first == "-" ? "~" : "*"
    return sign + (text.utf8.count < 6 ? " " : "") + text.dropFirst()
  }

  private static func levels(of glyph: UInt8) -> UInt64 {
    let parts = SevenSegment.parts(of: glyph)
    return (0..<8 as Range<UInt64>).reduce(0) { levels, part in
      parts & (1 << UInt8(part)) == 0
        ? levels : levels | UInt64(SegmentGroup.fullLevel) << (part * 8)
    }
  }

  private mutating func place(_ text: String, on panel: Panel) {
    row = DigitRow(text: text)
    let placed = row.place(in: frame.inset(bottom: frame.height * (1 - Gap.digits)))
    let theme = panel.theme
    ahead = placed.segments(theme: theme.lit(in: theme.best), on: panel.backdrop)
    behind = placed.segments(theme: theme.lit(in: theme.worst), on: panel.backdrop)
    needsLayout = false
  }

  /// The ghost's lane, or that of the running lap below it.
  private func lane(isGhost: Bool, width: Double) -> Rect {
    let height = frame.height * Gap.lanes
    let top = isGhost ? frame.maxY - height : frame.maxY - height * Gap.lane
    return Rect(x: frame.minX, y: top, width: width, height: height * Gap.lane).snapped
  }

  private func bar(_ lane: Rect, _ color: Color) -> Mark {
    .fill(.roundedRect(lane, radius: min(lane.width, lane.height) / 2), color)
  }

  private func trackPicture(on panel: Panel) -> Picture {
    let text = panel.theme.text
    var marks = [true, false].map {
      bar(lane(isGhost: $0, width: frame.width), text.opacity(Gap.track))
    }
    if input != nil {
      marks.append(
        bar(lane(isGhost: true, width: frame.width * Gap.ghostEnd), text.opacity(Gap.ghost)))
    }
    return Picture(marks, covering: frame.inset(by: -1))
  }

  /// Is made anew when its width differs by a pixel.
  private mutating func showLane(of content: GapContent, isBehind: Bool, at moment: Moment) {
    let part = content.lap.ratio(to: content.reference, at: moment.reading.instant)
    let width = Int((frame.width * min(1, part * Gap.ghostEnd)).rounded())
    guard lane?.width != width || lane?.isBehind != isBehind else { return }
    let theme = moment.panel.theme
    let bar = bar(
      lane(isGhost: false, width: Double(width)), isBehind ? theme.worst : theme.best)
    lane = (
      width, isBehind, Picture([bar], covering: frame.inset(by: -1), isTransient: true)
    )
  }

  var elements: [Element] {
    guard !frame.isEmpty, let input else { return [] }
    var gap = Element(.gap, .time, tr("Gap to the best lap"), in: .box(frame))
    gap.value = .time(.time(input.lap.offset(by: .zero - input.reference)))
    return [gap]
  }
}
