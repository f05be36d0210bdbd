import DisplayLists
import Geometry
import Session
import Timekeeping

/// The seven-segment digits: a row for the text of the mode.
struct Digits: Instrument {
  /// Where the digits stand, if they are shown.
  private(set) var placement: DigitRow.Placement?
  private var row = DigitRow(text: "")
  private var lights: [FadingSegments] = []
  /// In place of the last of the lights, where there is room for words.
  private var halves: DayHalves?
  /// The words that `halves` was made for.
  private var shownWords: CalendarWords?
  private var needsLayout = true
  /// What was shown last.
  private var shown: Input?
  /// Since when nobody has changed that but time.
  private var start = Instant.distantPast

  struct Input: Equatable {
    var mode: Mode
    var readout: DisplayValue
    /// When time alone replaces it by another readout.
    var end: Instant?
    /// Since when, or from when on, the digits flash.
    var flash: Instant?

    /// Whether a person has changed what `old` shows at `now`, other than by starting or stopping it.
    func isJump(from old: Input, at now: Instant) -> Bool {
      guard old.mode == mode else { return true }
      if let end = old.end, end <= now { return false }
      switch (old.readout, readout) {
      case (.time(let old), .time(let new)), (.remaining(let old), .remaining(let new)):
        let step = new.value(at: now) - old.value(at: now)
        // A command counts from the time of its event, which is a little before the frame that shows it.
        return !old.isRunning && !new.isRunning || abs(step.inSeconds) > 0.25
      default: return old.readout != readout
      }
    }
  }

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Input {
    Input(
      mode: model.mode, readout: model.readout, end: model.nextTurn,
      flash: panel.isAnimated ? model.flash : nil)
  }

  mutating func layOut(on panel: Panel) { needsLayout = true }

  mutating func compose(_ input: Input, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let bounds = moment.panel.digits else {
      placement = nil
      lights = []
      shown = nil
      return .never
    }
    // The digits of another mode rise from the dark.
    if shown?.mode != input.mode {
      lights = []
      needsLayout = true
    }
    let readout = input.readout
    let words = readout.halves
    let text = Digits.glyphs(of: readout, at: moment.reading)
    let ends = DigitRow.Ends(hasSign: readout.hasSignPlace, hasHalf: words != nil)
    if needsLayout || !row.fits(text, ends: ends) || words != shownWords {
      place(DigitRow(text: text, ends: ends), words: words, in: bounds, on: moment.panel)
    }
    let isAnimated = moment.panel.isAnimated
    let isJump = shown.map { input.isJump(from: $0, at: moment.reading.instant) } ?? true
    if isJump { start = moment.reading.instant }
    shown = input
    let fade = isJump && isAnimated ? FadingSegments.fade : 0
    let afterglow = isAnimated ? Afterglow(on: readout, since: start, at: moment.reading) : nil
    var before = afterglow.map { Digits.glyphs(of: readout, at: $0.before) } ?? text
    if !row.fits(before, ends: ends) { before = text }
    var next = readout.nextChange(after: moment.reading)
    let flash = input.flash.flatMap { Flash(since: $0, at: moment.reading.instant) }
    if flash != nil { next = .nextFrame }
    var isBehindPoint = false
    var index = 0
    var formerBytes = before.utf8.makeIterator()
    for byte in text.utf8 {
      let former = formerBytes.next() ?? byte
      let place = row.places[index]
      if place == .half, let items = halves?.items(isPM: moment.reading.wall.isPM) {
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
    // Their light falls on the digits beside them, which are copied whole.
    for index in lights.indices where row.places[index].isSeparator {
      append(lights[index].group, flash, to: &frame)
    }
    return next
  }

  /// The glyphs of `readout` with the half of the day, if it has one, as seven segments show it.
  private static func glyphs(of readout: DisplayValue, at reading: ClockSample) -> String {
    let glyphs = readout.glyphs(at: reading)
    guard readout.halves != nil else { return glyphs }
    return glyphs + (reading.wall.isPM ? "p" : "A")
  }

  private func append(_ group: SegmentGroup, _ flash: Flash?, to frame: inout Frame) {
    var group = group
    if let flash { group.dim(to: flash.level) }
    frame.append(.segments(group))
  }

  private mutating func place(
    _ new: DigitRow, words: CalendarWords?, in bounds: Rect, on panel: Panel
  ) {
    let old = row
    row = new
    let placed = row.placeSubviews(in: bounds)
    let groups = placed.segments(theme: panel.theme)
    lights = groups.enumerated().map { index, group in
      // Counted from the right, so that the digits stay lit when the first hour puts one more before them.
      let place = index - groups.count + lights.count
      guard lights.indices.contains(place), old.places[place] == row.places[index] else {
        return FadingSegments(group: group)
      }
      return FadingSegments(group: group, continuing: lights[place])
    }
    placement = placed
    shownWords = words
    halves = nil
    if let words, let cell = placed.cells.last, cell.place == .half {
      halves = DayHalves(
        words, x: cell.x, y: cell.y, digitWidth: placed.digitWidth, theme: panel.theme,
        leastText: panel.leastText)
    }
    needsLayout = false
  }

  /// The signs, digits, colons, points and halves.
  var landmarks: [Landmark] {
    guard let placement else { return [] }
    let (width, height) = (placement.digitWidth, SevenSegment.height * placement.digitWidth)
    var counts: [DigitRow.Place: Int] = [:]
    return placement.cells.map { cell in
      let number = counts[cell.place, default: 0]
      counts[cell.place] = number + 1
      let corner = Point(x: Double(cell.x), y: Double(cell.y))
      func box(_ width: Double) -> Landmark.Outline {
        .box(Rect(origin: corner, size: Size(width: width, height: height)))
      }
      let outline =
        switch cell.place {
        case .sign: box(SevenSegment.signLength * width)
        case .digit: box(width)
        case .half: box(DayHalves.width * width)
        // The width of a separator is nobody's business: it is told by its middle.
        case .colon, .point: Landmark.Outline.column(corner, height: height)
        }
      return Landmark("\(cell.place).\(number)", outline)
    }
  }

  /// The middles of the segments of the first digit in the order of their numbers, and how thick they are.
  var segmentCenters: (points: [Point], thickness: Double)? {
    guard let placement, let cell = placement.cells.first(where: { $0.place == .digit }) else {
      return nil
    }
    let segments = SevenSegment.digit(width: placement.digitWidth, cornerRadius: 0)
    let points = segments.map { $0.bounds.center.offset(dx: Double(cell.x), dy: Double(cell.y)) }
    return (points, SevenSegment.thickness * placement.digitWidth)
  }
}
