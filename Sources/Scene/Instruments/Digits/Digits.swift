import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

struct Digits: Instrument {
  /// The minimum visible light, reached after 50 ms.
  private static let darkest = 2 / Double(SegmentGroup.fullLevel)
  /// A time that changes by more at once, in seconds, was changed by a user. A command counts from
  /// its event's time, which is a little before the frame that shows it.
  private static let maxStep = 0.25
  /// How far pressed digits move down, in user units.
  private static let pressDepth = 2.0

  // The words for the halves of the day; ems are of a font without measures.

  /// The width of a bold capital, the height of capitals and the distance of lines, in ems.
  private static let (capitalWidth, capitalHeight, lineHeight) = (0.87, 0.73, 1.4)
  /// The part of its width that a word may be too wide: it is then set a little smaller.
  private static let wordSlack = 0.05
  /// The maximum size of the words, in digit widths: two lines of "AM" and "PM" then fill the width
  /// of the half; shorter words are not larger.
  private static let maxWord = 0.46

  private struct Input: Equatable {
    var mode: Mode
    var readout: DisplayValue
    /// When the readout changes without an event.
    var end: Instant?
    var flash: Instant?
    var isPressed: Bool

    /// Returns whether a user changed what `old` shows, other than by starting or stopping it.
    func isJump(from old: Input, at now: Instant) -> Bool {
      guard old.mode == mode else { return true }
      if let end = old.end, end <= now { return false }
      switch (old.readout, readout) {
      case (.time(let old), .time(let new)), (.remaining(let old), .remaining(let new)),
        (.whole(let old), .whole(let new)):
        let step = new.value(at: now) - old.value(at: now)
        return !old.isRunning && !new.isRunning || abs(step.inSeconds) > Digits.maxStep
      default: return old.readout != readout
      }
    }
  }

  private var input: Input?
  private var shown: Input?
  /// The time since which only the time has changed the readout.
  private var start = Instant.distantPast
  private var lineCount = 1
  private var row = DigitRow(text: "")
  private var placement: DigitRow.Placement?
  private var lights: [FadingSegments] = []
  /// Where each is, on its way from another mode, and how large all are.
  private var places: [MovingPlace] = []
  private var size: Animated<SIMD4<Double>>?
  /// The digits that the last mode had.
  private var leaving: [LeavingDigit] = []
  /// Whether the next frame is the first of another mode, whose digits go on from these.
  private var isModeNew = false
  /// The legible words for the halves of the day, as they look in each half.
  private var halves: [[DisplayItem]]?
  private var needsLayout = true
  /// What a press on the digits presses.
  private var button: Element?
  private var height: Animated<Double>?
  /// The right edge of the digits.
  private var edge: Animated<Double>?
  /// The strength of the first digits, as many as a command added.
  private var rise = Animated(1.0)
  private var (addedCount, strength) = (0, 1.0)
  private var room = Rect.zero
  private var windowSize = Size.zero

  var part: Part? { .digits }

  mutating func update(_ update: inout Update) -> Bool {
    let model = update.model
    if update.carried != nil { isModeNew = true }
    let form = update.panel.key.digits
    lineCount = form.lineCount
    let new = Input(
      mode: model.mode,
      readout: [.full, .column].contains(form) ? model.digits : model.digits.short,
      end: model.nextTurn,
      flash: update.panel.isAnimated ? model.flash : nil,
      isPressed: model.mode == .counter && update.pointer.pressed?.role == .countUp)
    if update.isNew || new.readout.halves != input?.readout.halves { needsLayout = true }
    button = model.buttons.first { $0.role == .countUp }.map {
      Button(content: $0, frame: .zero, isEnabled: model.allows($0.command)).element
    }
    defer { input = new }
    return update.isNew || new != input
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let input, let bounds = moment.panel.frames[.digits] else {
      (placement, lights, shown, leaving) = (nil, [], nil, [])
      return .never
    }
    leaving.removeAll { !$0.strength.isMoving(at: moment.time) }
    let goesOn =
      isModeNew && !lights.isEmpty && windowSize == moment.panel.key.environment.size
    let change = goesOn ? Motion.mode : nil
    isModeNew = false
    if shown?.mode != input.mode {
      // Without digits to go on from, they rise from the dark.
      if change == nil { (lights, leaving) = ([], []) }
      needsLayout = true
    }
    let (readout, reading, panel) = (input.readout, moment.reading, moment.panel)
    let text = glyphs(of: readout, at: reading)
    let room = room(in: bounds, of: readout, at: moment)
    if needsLayout || !row.fits(text) || room != self.room {
      self.room = room
      let row = DigitRow(text: text, lineCount: lineCount, minDigits: panel.key.minDigits)
      place(row, in: scaled(room, for: row, change, at: moment), change, at: moment)
      needsLayout =
        [height, edge, rise].contains { $0?.isMoving(at: moment.time) ?? false }
        || isMoving(at: moment.time)
    }
    let isJump = shown.map { input.isJump(from: $0, at: reading.instant) } ?? true
    if isJump { start = reading.instant }
    shown = input
    // What is typed is shown at once.
    let isTyped = if case .typed = readout { true } else { false }
    let fades = isJump && !isTyped
    let afterglow = panel.isAnimated ? afterglow(on: readout, at: reading) : nil
    var before = afterglow.map { glyphs(of: readout, at: $0.before) } ?? text
    // A digit that is new at the left lights up.
    let added = String(repeating: " ", count: max(0, row.places.count - before.utf8.count))
    if !row.fits(before) { before = added.isEmpty ? text : added + before }
    var next = readout.nextChange(after: reading)
    // Past the end, the dial's rim pulses instead.
    let isSteady = panel.frames[.dial] != nil && readout.isOverrun(at: reading.instant)
    let flash =
      isSteady ? nil : input.flash.flatMap { Light.flash(at: (reading.instant - $0).inSeconds) }
    if flash != nil || needsLayout { next = .nextFrame }
    composeLeaving(at: moment, into: &frame)
    func append(_ index: Int) {
      let strength =
        (index < addedCount ? strength : 1) * places[index].strength.value(at: moment.time)
      guard strength > 0 else { return }
      var group = lights[index].group(dimmedTo: (flash ?? 1) * strength)
      if input.isPressed {
        group.y += Int((Digits.pressDepth * panel.key.environment.scale).rounded())
      }
      frame.append(.segments(group))
    }
    let hasHundredths = row.places.contains(.point)
    for (index, (byte, former)) in zip(text.utf8, before.utf8).enumerated() {
      let place = row.places[index]
      if place == .half, let halves {
        halves[reading.wall.isPM ? 1 : 0].forEach { frame.append($0) }
        break
      }
      // Hundredths change in every frame; an afterglow would only blur them.
      let old = hasHundredths && index == lights.count - 1 ? byte : former
      let isMoving = lights[index].show(
        SevenSegment.parts(of: byte), after: SevenSegment.parts(of: old),
        light: afterglow?.light ?? 0, fades: fades, at: moment.time)
      if isMoving { next = .nextFrame }
      if !place.isSeparator { append(index) }
    }
    // Separators come last: their light falls on the digits beside them, which are opaque.
    for index in lights.indices where row.places[index].isSeparator {
      append(index)
    }
    if isTyped, let caret = placement?.caret(on: panel) { frame.append(.picture(caret)) }
    return next
  }

  var elements: [Element] {
    guard let placement, let input else { return [] }
    let isTyped = if case .typed = input.readout { true } else { false }
    let glyphs = placement.cells.indices.map { index in
      let cell = placement.cells[index]
      var glyph = Element(
        .glyph(placement.cells.count - 1 - index), .glyph, "\(cell.place)",
        in: .box(placement.box(of: cell)))
      guard cell.place == .digit else { return glyph }
      glyph.reach = DigitRow.spacing / 2 * placement.digitWidth
      if let button {
        (glyph.action, glyph.states) = (button.action, button.states)
      } else {
        // Hundredths count as seconds, and a new line as a colon.
        let cells = placement.cells[index...]
        let colons = cells.count { $0.place == .colon } + Set(cells.map(\.y)).count - 1
        glyph.action = .count(unit: .seconds([1, 60, 3600][min(colons, 2)]))
      }
      return glyph
    }
    let boxes = glyphs.map(\.area.box)
    var display = Element(
      .display, isTyped ? .entry : .time, input.mode.title.text,
      in: .box(boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) }))
    display.value = .time(input.readout)
    return [display] + glyphs
  }

  /// Returns the light left on the old digits by the last change by time, as on a phosphor, and a
  /// time just before that change; nil if there is none since `start`.
  ///
  /// It decays exponentially from less than half; the new parts have the remaining light. So every
  /// frame reads as its own time. It depends on the time alone, and ends before the tenths change
  /// again.
  private func afterglow(on readout: DisplayValue, at reading: ClockSample) -> (
    before: ClockSample, light: Double
  )? {
    guard let age = readout.timeSinceTenth(at: reading) else { return nil }
    let light = Light.afterglow(at: age.inSeconds)
    guard light >= Digits.darkest else { return nil }
    let before = reading.earlier(by: age + .nanoseconds(1))
    return before.instant >= start ? (before, light) : nil
  }

  private func glyphs(of readout: DisplayValue, at reading: ClockSample) -> String {
    var glyphs = readout.glyphs(at: reading)
    for _ in 1..<lineCount {
      if let colon = glyphs.lastIndex(of: ":") { glyphs.remove(at: colon) }
    }
    // The signs that have places of their own.
    if case .number = readout { return glyphs.first == "-" ? "~" + glyphs.dropFirst() : glyphs }
    if readout.isOverrun(at: reading.instant) { return "*" + glyphs.dropFirst() }
    return readout.halves == nil ? glyphs : glyphs + (reading.wall.isPM ? "p" : "A")
  }

  /// Returns the place of the digits, on the way to where they are once the hours get another digit.
  private func room(in bounds: Rect, of readout: DisplayValue, at moment: Moment) -> Rect {
    guard case .time(let time) = readout, time.isRunning, moment.panel.isAnimated else {
      return bounds
    }
    let seconds = time.value(at: moment.reading.instant).inSeconds
    let hour = (seconds / 3600).rounded(.up) * 3600
    let motion = Motion.digits
    let part = motion.curve.value(at: 1 - (hour - seconds) / motion.duration)
    guard part > 0, hour > seconds else { return bounds }
    let row = DigitRow(text: glyphs(of: readout, at: moment.reading))
    let next = DigitRow(text: TimeFormat.elapsed(.seconds(hour)))
    let added = next.sizeThatFits(bounds.size).width * (1 - row.aspect / next.aspect)
    return bounds.inset(left: max(0, added) * part)
  }

  /// Returns `bounds` as large as the digits are while they grow or a count gets another one, and on the way to where
  /// they are once their number has changed, except in another mode or window.
  private mutating func scaled(
    _ bounds: Rect, for row: DigitRow, _ change: Motion?, at moment: Moment
  ) -> Rect {
    let new = row.sizeThatFits(bounds.size).height
    let windowSize = moment.panel.key.environment.size
    let isCut = lights.isEmpty || windowSize != self.windowSize
    if isCut || change != nil { (height, edge, rise) = (nil, nil, Animated(1)) }
    if isCut { (places, size, leaving) = ([], nil, []) }
    self.windowSize = windowSize
    let isNumber = if case .number = input?.readout { true } else { false }
    let count = isNumber && height != nil ? row.places.count - self.row.places.count : 0
    if count != 0 { addedCount = max(0, count) }
    // It appears as the others have made room.
    if count > 0 {
      rise.track(0)
      rise.set(1, with: .digits, at: moment.time)
    }
    strength = max(0, 2 * rise.value(at: moment.time) - 1)
    var tall = height ?? Animated(new)
    if !isNumber, new < tall.target { tall.track(new) }
    tall.set(new, with: .digits, at: moment.time)
    height = tall
    let scale = tall.value(at: moment.time) / max(new, 1)
    let scaled = Rect(
      center: bounds.center, size: Size(width: bounds.width * scale, height: bounds.height * scale))
    let end = row.place(in: scaled).end
    var right = edge ?? Animated(end)
    if row.places == self.row.places { right.track(end) }
    right.set(end, with: .digits, at: moment.time)
    edge = right
    return scaled.offset(dx: (right.value(at: moment.time) - end).rounded(), dy: 0)
  }

  private mutating func place(
    _ new: DigitRow, in bounds: Rect, _ change: Motion?, at moment: Moment
  ) {
    let (panel, time) = (moment.panel, moment.time)
    let target = new.place(in: bounds)
    var matches = change == nil ? row.matches(fromRight: new) : row.matches(byKind: new)
    // A row that was cut has no lights.
    matches = matches.map { $0.flatMap { lights.indices.contains($0) ? $0 : nil } }
    if change != nil, min(row.digitCount, new.digitCount) == 1,
      target.lineCount != placement?.lineCount
    {
      // One large digit would cross the window to become a small one of many.
      (matches, size) = (matches.map { _ in nil }, nil)
    }
    let placed = move(new, to: target, matches, change, at: time)
    let theme = new.places.first == .plus ? panel.theme.ofOverrun : panel.theme
    // In motion, digits may pass over each other.
    let backdrop = isMoving(at: time) ? nil : panel.backdrop
    var groups = placed.segments(theme: theme, on: backdrop)
    for index in groups.indices {
      let strength = places[index].strength.value(at: time)
      guard strength < 1 else { continue }
      let faint = theme.onBackground(opacity: Float(strength))
      groups[index] = placed.segments(theme: faint, on: backdrop)[index]
    }
    if strength < 1, addedCount < groups.count {
      let faint = theme.onBackground(opacity: Float(strength))
      let rising = placed.segments(theme: faint, on: panel.backdrop)
      groups.replaceSubrange(..<addedCount, with: rising[..<addedCount])
    }
    lights = groups.enumerated().map { index, group in
      guard let place = matches[index] else { return FadingSegments(group: group) }
      var light = lights[place]
      light.shape = group
      return light
    }
    (row, placement) = (new, placed)
    halves = nil
    if let words = input?.readout.halves, let cell = placed.cells.last, cell.place == .half {
      halves = Digits.halves(words, in: cell, of: placed, on: panel)
    }
  }

  /// Moves the digits to `placed`, and returns where they are on their way.
  private mutating func move(
    _ new: DigitRow, to placed: DigitRow.Placement, _ matches: [Int?], _ change: Motion?,
    at time: AnimationTime
  ) -> DigitRow.Placement {
    if change != nil, let placement {
      for index in lights.indices where !matches.contains(index) {
        var one = placement
        one.cells = [placement.cells[index]]
        var digit = LeavingDigit(
          light: lights[index], placement: one, strength: places[index].strength)
        digit.strength.set(0, with: .digitExit, at: time)
        leaving.append(digit)
      }
    }
    let target = SIMD4(placed.digitWidth, placed.digitHeight, 0, 0)
    var size = self.size ?? Animated(target)
    size.move(to: target, with: change, at: time)
    self.size = size
    let old = places
    let (count, before) = (placed.lineCount, placement?.lineCount ?? 1)
    var delays = SIMD4<Double>.zero
    if count != before { delays[count > before ? 0 : 1] = Motion.digitLegDelay }
    let motion = change.map { delays == .zero ? $0 : .digitLeg }
    places = placed.cells.enumerated().map { index, cell in
      let spot = SIMD4(Double(cell.x), Double(cell.y), 0, 0)
      guard let match = matches[index], old.indices.contains(match) else {
        var place = MovingPlace(spot: Animated(spot), strength: Animated(change == nil ? 1 : 0))
        if change != nil { place.strength.set(1, with: .digitEntry, at: time) }
        return place
      }
      var place = old[match]
      place.spot.move(to: spot, with: motion, delays: delays, at: time)
      if change != nil { place.strength.set(1, with: .digitEntry, at: time) }
      return place
    }
    guard isMoving(at: time) else { return placed }
    var shown = placed
    let now = size.value(at: time)
    (shown.digitWidth, shown.digitHeight) = (now[0], now[1])
    for index in shown.cells.indices {
      let spot = places[index].spot.value(at: time)
      (shown.cells[index].x, shown.cells[index].y) = (
        Int(spot[0].rounded()), Int(spot[1].rounded())
      )
    }
    return shown
  }

  private func isMoving(at time: AnimationTime) -> Bool {
    size?.isMoving(at: time) == true || !leaving.isEmpty
      || places.contains { $0.spot.isMoving(at: time) || $0.strength.isMoving(at: time) }
  }

  private mutating func composeLeaving(at moment: Moment, into frame: inout Frame) {
    for digit in leaving {
      let strength = max(0, min(digit.strength.value(at: moment.time), 1))
      let faint = moment.panel.theme.onBackground(opacity: Float(strength))
      guard let shape = digit.placement.segments(theme: faint, on: nil).first else { continue }
      var light = digit.light
      light.shape = shape
      frame.append(.segments(light.group(dimmedTo: strength)))
    }
  }

  /// One above the other, in either half; nil if they would be illegible.
  private static func halves(
    _ words: CalendarWords, in cell: DigitRow.Cell, of placed: DigitRow.Placement, on panel: Panel
  ) -> [[DisplayItem]]? {
    let digitWidth = placed.digitWidth
    let words = [words.am, words.pm]
    let longest = words.map {
      panel.width(of: $0, isBold: true, letter: capitalWidth, slack: wordSlack)
    }.reduce(0, max)
    let width = cell.place.width
    let size = min(maxWord, width / longest) * digitWidth
    guard size >= panel.minText else { return nil }
    // One word starts at the digits' top edge, the other ends at their foot.
    let inset = capitalHeight / 2 * size
    let top = Double(cell.y)
    let middles = [top + inset, top + placed.digitHeight * digitWidth - inset]
    let center = Double(cell.x) + width / 2 * digitWidth
    let (lit, dark) = (panel.theme.litFill, panel.theme.digits.unlit)
    return words.indices.map { half in
      words.indices.map { index in
        .text(
          TextRun(
            words[index],
            frame: Rect(
              center: Point(x: center, y: middles[index]),
              size: Size(width: width * digitWidth, height: size * lineHeight)
            ).snapped, alignment: .leading, size: size, isBold: true,
            color: index == half ? lit : dark,
            halo: index == half ? panel.theme.halo : nil))
      }
    }
  }

}

/// The place of a digit that moves there from another mode, and how far it has come.
private struct MovingPlace {
  var spot: Animated<SIMD4<Double>>
  var strength: Animated<Double>
}

/// A digit of the last mode that the shown one has no place for.
private struct LeavingDigit {
  let light: FadingSegments
  let placement: DigitRow.Placement
  var strength: Animated<Double>
}

extension Animated {
  /// Moves the target by `motion`; without one, also what is shown.
  fileprivate mutating func move(
    to new: Value, with motion: Motion?, delays: Value.AnimatableData = .zero,
    at time: AnimationTime
  ) {
    if let motion { set(new, with: motion, delays: delays, at: time) } else { track(new) }
  }
}

extension DigitRow {
  fileprivate var digitCount: Int { places.count { $0 == .digit } }

  /// The place of this row for each one of `new`, counted from the right, so that digits stay lit when the hours get
  /// another digit.
  fileprivate func matches(fromRight new: DigitRow) -> [Int?] {
    new.places.indices.map { index in
      let place = index - new.places.count + places.count
      return places.indices.contains(place) && places[place] == new.places[index] ? place : nil
    }
  }

  /// The same for another mode: the first digit becomes the first one, the first colon the first one.
  fileprivate func matches(byKind new: DigitRow) -> [Int?] {
    var free = places.indices.map { Optional($0) }
    return new.places.map { place in
      guard let index = free.firstIndex(where: { $0.map { places[$0] == place } ?? false })
      else { return nil }
      defer { free[index] = nil }
      return free[index]
    }
  }
}

/// A group of parts that shows one glyph after another.
///
/// A user's change flips from the top down, old parts before new ones. After a change by time the
/// old glyph has an afterglow; the new one is always brighter.
private struct FadingSegments {
  /// The brightness of the parts, 0...1 each.
  typealias Levels = SIMD8<Double>

  var shape: SegmentGroup
  private var mask: UInt8 = 0
  private var levels = Levels.zero
  /// The lit parts, without the afterglow.
  private var lit = Animated(Levels.zero)
  private var isMoving = false

  init(group: SegmentGroup) { shape = group }

  func group(dimmedTo light: Double) -> SegmentGroup {
    var group = shape
    group.levels = FadingSegments.packed(levels, light: light)
    return group
  }

  /// Returns the levels as `SegmentGroup.levels`, clamped.
  private static func packed(_ levels: Levels, light: Double = 1) -> UInt64 {
    let full = Double(SegmentGroup.fullLevel)
    let bytes = (levels * full).clamped(lowerBound: .zero, upperBound: Levels(repeating: full))
    var packed: UInt64 = 0
    for part in 0..<8 {
      packed |= UInt64((bytes[part].rounded() * light).rounded()) << UInt64(part * 8)
    }
    return packed
  }

  /// Returns the levels of the lit parts; bit n is part n.
  private static func lit(_ mask: UInt8) -> Levels {
    var levels = Levels.zero
    for part in 0..<8 where mask & (1 << UInt8(part)) != 0 { levels[part] = 1 }
    return levels
  }

  /// Returns the delays of the parts that change. In each row, new parts follow old ones.
  private static func delays(of change: Levels) -> Levels {
    var delays = Levels(0, 1, 1, 2, 3, 3, 4, 4) * Motion.segmentRowDelay
    if change.min() < 0 {
      delays.replace(with: delays + Motion.segment.duration, where: change .> 0)
    }
    return delays
  }

  /// Shows the parts `new`, and an afterglow of `light` on the parts `old`. Returns whether the levels
  /// still move.
  mutating func show(
    _ new: UInt8, after old: UInt8, light: Double, fades: Bool, at time: AnimationTime
  ) -> Bool {
    guard isMoving || new != mask || new != old else { return false }
    let target = FadingSegments.lit(new)
    if !fades { lit.track(target) }
    lit.set(
      target, with: .segment, delays: FadingSegments.delays(of: target - lit.target), at: time)
    mask = new
    levels = lit.value(at: time) + (FadingSegments.lit(old) - target) * light
    isMoving =
      lit.isMoving(at: time) || FadingSegments.packed(levels) != FadingSegments.packed(target)
    return isMoving
  }
}
