import DisplayLists
import Geometry
import Session
import Timekeeping

/// The seven-segment digits: a row for the text of the mode, whose segments cross-fade.
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
  /// Whose digits are shown: those of another mode have nothing to do with them.
  private var mode: Mode?

  struct Input: Equatable {
    var mode: Mode
    var readout: Readout
    /// Since when, or from when on, the digits flash.
    var flash: Instant?
  }

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Input {
    Input(
      mode: model.mode, readout: model.readout, flash: panel.isAnimated ? model.flash : nil)
  }

  mutating func layOut(on panel: Panel) { needsLayout = true }

  var canGoBack: Bool { true }

  mutating func prepare(_ input: Input, on panel: Panel) {
    guard mode != input.mode else { return }
    mode = input.mode
    lights = []
    needsLayout = true
  }

  mutating func compose(_ input: Input, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let bounds = moment.panel.digits else {
      placement = nil
      lights = []
      return .never
    }
    let readout = input.readout
    let isPM = moment.reading.wall.isPM
    let words = readout.halves
    var text = readout.glyphs(at: moment.reading)
    // The letters as seven segments have them.
    if words != nil { text += isPM ? "p" : "A" }
    let ends = DigitRow.Ends(hasSign: readout.hasSignPlace, hasHalf: words != nil)
    if needsLayout || !row.fits(text, ends: ends) || words != shownWords {
      place(DigitRow(text: text, ends: ends), words: words, in: bounds, on: moment.panel)
    }
    let isCounting = readout.isCounting
    var next = readout.nextChange(after: moment.reading)
    let flash = input.flash.flatMap { Flash(since: $0, at: moment.reading.instant) }
    if flash != nil { next = .nextFrame }
    var isBehindPoint = false
    var index = 0
    for byte in text.utf8 {
      if row.places[index] == .half, let items = halves?.items(isPM: isPM) {
        items.forEach { frame.append($0) }
        break
      }
      if byte == UInt8(ascii: ".") { isBehindPoint = true }
      if moment.goesBack {
        lights[index].goBack(
          to: moment.now, glyph: byte, mask: SevenSegment.parts(for: byte, in: row.places[index]))
      }
      if !lights[index].rests(at: byte) {
        // How long a digit of a running time stays depends on where it stands behind the point.
        let isLast = index == lights.count - 1
        let period = !isCounting ? .infinity : isBehindPoint ? (isLast ? 0.01 : 0.1) : 1
        lights[index].show(
          byte, mask: SevenSegment.parts(for: byte, in: row.places[index]), period: period,
          isAnimated: moment.panel.isAnimated, at: moment.now)
        if lights[index].advance(to: moment.now) { next = .nextFrame }
      }
      if !row.places[index].isSeparator { append(lights[index].group, flash, to: &frame) }
      index += 1
    }
    // Their light falls on the digits beside them, which are copied whole.
    for index in lights.indices where row.places[index].isSeparator {
      append(lights[index].group, flash, to: &frame)
    }
    return next
  }

  private func append(_ group: SegmentGroup, _ flash: Flash?, to frame: inout Frame) {
    var group = group
    if let flash { group.dim(to: flash.level) }
    frame.append(.segments(group))
  }

  private mutating func place(_ new: DigitRow, words: CalendarWords?, in bounds: Rect, on panel: Panel) {
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
    guard let placement, let cell = placement.cells.first(where: { $0.place == .digit }) else { return nil }
    let segments = SevenSegment.digit(width: placement.digitWidth, cornerRadius: 0)
    let points = segments.map { $0.bounds.center.offset(dx: Double(cell.x), dy: Double(cell.y)) }
    return (points, SevenSegment.thickness * placement.digitWidth)
  }
}
