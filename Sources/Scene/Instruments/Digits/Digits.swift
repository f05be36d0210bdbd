import Animation
import DisplayLists
import Geometry
import Glibc
import Session
import Timekeeping

struct Digits: Instrument {
  static let share: LayoutShare? = LayoutShare(part: .digits, weight: 1) { size, layout in
    size.fitting(aspect: Size(width: layout.digitAspect, height: 1))
  }

  /// The length of a cross-fade after a user's change, in seconds.
  private static let fade = 0.35
  /// The frequency of the flash for attention; 3 Hz and more could harm some people.
  private static let flashRate = 2.0
  /// How long it lasts, in seconds.
  private static let flashDuration = 5.0

  private struct Input: Equatable {
    var mode: Mode
    var readout: DisplayValue
    /// When time alone replaces the readout.
    var end: Instant?
    /// When the flash begins or has begun.
    var flash: Instant?

    /// Whether a user changed what `old` shows, other than by starting or stopping it.
    func isJump(from old: Input, at now: Instant) -> Bool {
      guard old.mode == mode else { return true }
      if let end = old.end, end <= now { return false }
      switch (old.readout, readout) {
      case (.time(let old), .time(let new)), (.remaining(let old), .remaining(let new)):
        let step = new.value(at: now) - old.value(at: now)
        // A command counts from its event's time, which is a little before the frame that shows it.
        return !old.isRunning && !new.isRunning || abs(step.inSeconds) > 0.25
      default: return old.readout != readout
      }
    }
  }

  private var input: Input?
  private var shown: Input?
  /// Since when only time has changed that.
  private var start = Instant.distantPast
  private var row = DigitRow(text: "")
  private var placement: DigitRow.Placement?
  private var lights: [FadingSegments] = []
  /// The words of the last place, if they are legible, and what they say.
  private var halves: DayHalves?
  private var words: CalendarWords?
  private var needsLayout = true

  mutating func update(_ update: inout Update) -> Bool {
    let model = update.model
    let new = Input(
      mode: model.mode, readout: model.readout, end: model.nextTurn,
      flash: update.panel.isAnimated ? model.flash : nil)
    if update.isNew { needsLayout = true }
    defer { input = new }
    return update.isNew || new != input
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let input, let bounds = moment.panel.frames[.digits] else {
      (placement, lights, shown) = (nil, [], nil)
      return .never
    }
    // The digits of another mode rise from the dark.
    if shown?.mode != input.mode {
      lights = []
      needsLayout = true
    }
    let (readout, reading, isAnimated) = (input.readout, moment.reading, moment.panel.isAnimated)
    let text = Digits.glyphs(of: readout, at: reading)
    let ends = DigitRow.Ends(hasSign: readout.hasSignPlace, hasHalf: readout.halves != nil)
    if needsLayout || !row.fits(text, ends: ends) || readout.halves != words {
      place(DigitRow(text: text, ends: ends), words: readout.halves, in: bounds, on: moment.panel)
    }
    let isJump = shown.map { input.isJump(from: $0, at: reading.instant) } ?? true
    if isJump { start = reading.instant }
    shown = input
    let fade = isJump && isAnimated ? Digits.fade : 0
    let afterglow = isAnimated ? Afterglow(on: readout, since: start, at: reading) : nil
    var before = afterglow.map { Digits.glyphs(of: readout, at: $0.before) } ?? text
    if !row.fits(before, ends: ends) { before = text }
    var next = readout.nextChange(after: reading)
    let flash = input.flash.flatMap { Digits.flash(since: $0, at: reading.instant) }
    if flash != nil { next = .nextFrame }
    var isBehindPoint = false
    var index = 0
    var formerBytes = before.utf8.makeIterator()
    for byte in text.utf8 {
      let former = formerBytes.next() ?? byte
      let place = row.places[index]
      if place == .half, let items = halves?.items(isPM: reading.wall.isPM) {
        items.forEach { frame.append($0) }
        break
      }
      if place == .point { isBehindPoint = true }
      // Hundredths change with every frame, and an afterglow would only blur them.
      let old = isBehindPoint && index == lights.count - 1 ? byte : former
      if old != byte || !lights[index].rests(at: byte) {
        lights[index].show(
          byte, mask: SevenSegment.parts(for: byte, in: place), fade: fade, at: moment.now)
        let oldParts = SevenSegment.parts(for: old, in: place)
        if lights[index].advance(to: moment.now, afterglow, of: oldParts) { next = .nextFrame }
      }
      if !place.isSeparator { append(lights[index].group, flash, to: &frame) }
      index += 1
    }
    // Their light falls on the digits beside them, which are opaque.
    for index in lights.indices where row.places[index].isSeparator {
      append(lights[index].group, flash, to: &frame)
    }
    return next
  }

  /// The glyphs of `readout`, with the half of the day if it has one.
  private static func glyphs(of readout: DisplayValue, at reading: ClockSample) -> String {
    let glyphs = readout.glyphs(at: reading)
    guard readout.halves != nil else { return glyphs }
    return glyphs + (reading.wall.isPM ? "p" : "A")
  }

  /// The brightness of a flash that began at `start`; nil before it and once it is over.
  private static func flash(since start: Instant, at now: Instant) -> Double? {
    let seconds = (now - start).inSeconds
    guard seconds >= 0, seconds < flashDuration else { return nil }
    return (1 + cos(2 * .pi * flashRate * seconds)) / 2
  }

  private func append(_ group: SegmentGroup, _ flash: Double?, to frame: inout Frame) {
    var group = group
    if let flash {
      var dimmed: UInt64 = 0
      for part in 0..<8 {
        dimmed |= UInt64((Double(group.level(part)) * flash).rounded()) << UInt64(part * 8)
      }
      group.levels = dimmed
    }
    frame.append(.segments(group))
  }

  private mutating func place(
    _ new: DigitRow, words: CalendarWords?, in bounds: Rect, on panel: Panel
  ) {
    let old = row
    row = new
    let placed = row.place(in: bounds)
    let groups = placed.segments(theme: panel.theme)
    lights = groups.enumerated().map { index, group in
      // Counted from the right, so that the digits stay lit as the hours get another one.
      let place = index - groups.count + lights.count
      guard lights.indices.contains(place), old.places[place] == row.places[index] else {
        return FadingSegments(group: group)
      }
      return FadingSegments(group: group, continuing: lights[place])
    }
    placement = placed
    self.words = words
    halves = nil
    if let words, let cell = placed.cells.last, cell.place == .half {
      halves = DayHalves(words, in: cell, digitWidth: placed.digitWidth, on: panel)
    }
    needsLayout = false
  }

  var landmarks: [Landmark] {
    guard let placement else { return [] }
    let (width, height) = (placement.digitWidth, SevenSegment.height * placement.digitWidth)
    var counts: [DigitRow.Place: Int] = [:]
    var landmarks = placement.cells.map { cell in
      let number = counts[cell.place, default: 0]
      counts[cell.place] = number + 1
      let corner = Point(x: Double(cell.x), y: Double(cell.y))
      let outline =
        switch cell.place {
        case .sign, .digit, .half:
          Landmark.Outline.box(
            Rect(origin: corner, size: Size(width: cell.place.width * width, height: height)))
        case .colon, .point: Landmark.Outline.column(corner, height: height)
        }
      return Landmark("\(cell.place).\(number)", outline)
    }
    // The numbers of the first digit's segments.
    if let cell = placement.cells.first(where: { $0.place == .digit }) {
      let segments = SevenSegment.digit(width: width, cornerRadius: 0)
      for (index, segment) in segments.enumerated() {
        let center = segment.bounds.center.offset(dx: Double(cell.x), dy: Double(cell.y))
        landmarks.append(
          Landmark("\(index)", .badge(center, diameter: SevenSegment.thickness * width)))
      }
    }
    return landmarks
  }
}

/// The light left on the digits by the last change by time, as on a phosphor.
///
/// It falls exponentially from less than half, and the new parts have the rest of the light: so every
/// frame reads as its own time. It depends on the time alone, and ends before the tenths change again.
private struct Afterglow {
  /// The light at the change, and the seconds in which it falls to 1/e of that.
  private static let start = 0.38
  private static let decay = 0.02
  /// Less light cannot be seen; it is reached after 50 ms.
  private static let darkest = 2 / Double(SegmentGroup.fullLevel)

  /// The time just before the tenths changed last.
  let before: ClockSample
  /// The light of the old parts, 0...1.
  private let light: Double

  /// The afterglow on digits that have shown `readout` since `start`, if there is any.
  init?(on readout: DisplayValue, since start: Instant, at reading: ClockSample) {
    guard let age = readout.timeSinceTenth(at: reading) else { return nil }
    light = Afterglow.start * exp(-age.inSeconds / Afterglow.decay)
    guard light >= Afterglow.darkest else { return nil }
    before = reading.earlier(by: age + .nanoseconds(1))
    guard before.instant >= start else { return nil }
  }

  func levels(from old: SegmentLevels, to new: SegmentLevels) -> SegmentLevels {
    SegmentLevels(new.lanes + (old.lanes - new.lanes) * light)
  }
}

/// The brightness of the parts of a group, 0...1 each.
private struct SegmentLevels: VectorArithmetic {
  var lanes: SIMD8<Double>

  init(_ lanes: SIMD8<Double>) {
    self.lanes = lanes
  }

  /// Fully lit where `mask` has a one; bit n is part n.
  init(mask: UInt8) {
    lanes = .zero
    for lane in 0..<8 where mask & (1 << UInt8(lane)) != 0 { lanes[lane] = 1 }
  }

  static var zero: SegmentLevels { SegmentLevels(.zero) }
  static func + (left: SegmentLevels, right: SegmentLevels) -> SegmentLevels {
    SegmentLevels(left.lanes + right.lanes)
  }
  static func - (left: SegmentLevels, right: SegmentLevels) -> SegmentLevels {
    SegmentLevels(left.lanes - right.lanes)
  }
  mutating func scale(by factor: Double) { lanes *= factor }
  var magnitudeSquared: Double { (lanes * lanes).sum() }

  /// The levels as `SegmentGroup.levels`, clamped.
  var packed: UInt64 {
    let full = Double(SegmentGroup.fullLevel)
    var packed: UInt64 = 0
    for lane in 0..<8 {
      let level = min(max(lanes[lane] * full, 0), full).rounded()
      packed |= UInt64(level) << UInt64(lane * 8)
    }
    return packed
  }
}

/// A group of lights that shows one glyph after another.
///
/// A user's change cross-fades. After a change by time the old glyph has an afterglow, and the new one
/// is always the brighter of the two.
private struct FadingSegments {
  private(set) var group: SegmentGroup
  private var glyph = UInt8(ascii: " ")
  /// The levels of the glyph at rest.
  private var levels = SegmentLevels.zero
  /// The sum of all changes by a user; what remains of them is subtracted from the levels.
  private var changes = Animated(SegmentLevels.zero)
  private var isMoving = false

  init(group: SegmentGroup) { self.group = group }

  /// Lights in a new position or style that continue the motion of `old`.
  init(group: SegmentGroup, continuing old: FadingSegments) {
    self = old
    self.group = group
    self.group.levels = old.group.levels
  }

  func rests(at glyph: UInt8) -> Bool { !isMoving && glyph == self.glyph }

  /// Shows `new`, whose parts are `mask`; cross-fades to it in `fade` seconds, unless that is 0.
  mutating func show(_ new: UInt8, mask: UInt8, fade: Double, at now: Double) {
    guard new != glyph else { return }
    glyph = new
    let old = levels
    levels = SegmentLevels(mask: mask)
    if fade > 0 {
      changes.setTarget(changes.target + (levels - old), duration: fade, at: now)
    }
  }

  /// Brings the levels to `now`; `old` are the parts in the afterglow. Returns whether they move on.
  ///
  /// The last bit of a change is less than a level: once all levels are those of its end, it is over.
  mutating func advance(to now: Double, _ afterglow: Afterglow?, of old: UInt8) -> Bool {
    changes.prune(at: now)
    var shown = afterglow?.levels(from: SegmentLevels(mask: old), to: levels) ?? levels
    shown += changes.value(at: now) - changes.target
    group.levels = shown.packed
    isMoving = changes.runCount > 1 || group.levels != levels.packed
    return isMoving
  }
}

/// The words for both halves of the day, one above the other; the present one is lit.
private struct DayHalves {
  private var am: TextRun
  private var pm: TextRun
  private let lit: Color
  private let dark: Color

  /// The words in `cell`; nil if they would be too small to read.
  init?(_ words: CalendarWords, in cell: DigitRow.Cell, digitWidth: Double, on panel: Panel) {
    let theme = panel.theme
    // Bold capitals are up to 0.87 ems wide, and a line may be set a little smaller.
    let longest = [words.am, words.pm].map {
      panel.width(of: $0, isBold: true, letter: 0.87, slack: 0.05)
    }.reduce(0, max)
    let width = DigitRow.Place.half.width
    let size = min(0.46, width / longest) * digitWidth
    guard size >= panel.leastText else { return nil }
    // Capitals are 0.73 of the size high: one word ends at the digits' top edge, the other at their foot.
    let inset = 0.365 * size
    let top = Double(cell.y)
    let middles = [top + inset, top + SevenSegment.height * digitWidth - inset]
    let runs = zip([words.am, words.pm], middles).map { word, middle in
      TextRun(
        word,
        frame: Rect(
          center: Point(x: Double(cell.x) + width / 2 * digitWidth, y: middle),
          size: Size(width: width * digitWidth, height: size * 1.4)
        ).snapped, alignment: .leading, size: size, isBold: true, color: theme.digits.unlit)
    }
    (am, pm) = (runs[0], runs[1])
    (lit, dark) = (theme.litFill, theme.digits.unlit)
  }

  mutating func items(isPM: Bool) -> [DisplayItem] {
    (am.color, pm.color) = isPM ? (dark, lit) : (lit, dark)
    return [.text(am), .text(pm)]
  }
}
