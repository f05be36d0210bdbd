import Animation
package import DisplayLists
package import Geometry
package import Session
package import Timekeeping

/// Composes the frames: asks each instrument for its slice of the display list when it may differ.
///
/// Instruments keep their input, layout, motion and prepared items between frames. At rest a frame depends only on
/// the model, the environment, the pointer and the time.
///
/// A value type: frames composed ahead of time are cancelled by returning to a copy (`restore`).
package struct FrameComposer {
  package var frame = Frame()
  /// When the frame next differs, or `show` is needed.
  package private(set) var nextChange = NextChange.never
  private(set) var panel: Panel?
  private let measurer: TextMeasurer
  /// From back to front.
  private var slots =
    ([
      Dial(), Buttons(), Edge(), Digits(), Gap(), Backing(), RowList(), Rings(), ModeBar(), Month(),
      Help(),
      NoticeBar(),
    ] as [any Instrument])
    .map { Slot(instrument: $0) }
  /// Whether a click on the window itself starts and stops, as in a small or round one that has no room for buttons.
  package private(set) var startsByClick = false
  private var fades = Fades()
  /// What the last mode had and this one has not: it fades out below the instruments that go on.
  private var rest = Fades()
  /// 0 when the mode has changed, 1 at rest.
  private var arrival = Animated(1.0)
  private var isModeNew = false
  /// The indices of the slots in the order of the last frame, and the one before which the rest is. While instruments
  /// go on from one mode to the next, they are above all that fades.
  private var order: [Int] = []
  private var restPlace: Int?
  private var carried: Set<Int> = []
  /// The month, the help and the notices, which are above all.
  private static let overlayCount = 3
  private var mode: Mode?
  private var isHelpShown = false
  private var nextSessionChange: Instant?
  private var reading: ClockSample?

  private struct Slot {
    var instrument: any Instrument
    var count = 0
    var next = NextChange.never
  }

  package init(measurer: @escaping TextMeasurer = { _, _, _ in 0 }) { self.measurer = measurer }

  /// Updates all instruments after an event. Without events, `advance` suffices until `isOutdated`.
  package mutating func show(
    _ model: ModelAt, in environment: Environment, pointer: Pointer = Pointer()
  ) {
    let key = Panel.Key(model, in: environment)
    let font = environment.look(of: model.base).font
    let (old, list) = (panel, frame.list)
    let isCut =
      old.map {
        $0.key.environment.size != environment.size || !$0.isAnimated || !environment.isAnimated
      } ?? true
    let panel =
      if let old, old.key == key, old.font == font {
        old
      } else {
        Panel(key, font: font, measurer: measurer)
      }
    self.panel = panel
    startsByClick = environment.parts == nil && panel.rows[.main] == nil && model.hasTime
    frame.setCanvas(
      DisplayList(
        width: environment.width, height: environment.height,
        background: environment.backdrop(panel.theme.background),
        outline: environment.showsAlpha ? environment.outline : .rectangle, font: font))
    let drift = environment.drift
    let hasMoved = frame.offset != (drift.dx, drift.dy)
    frame.offset = (drift.dx, drift.dy)
    nextSessionChange = [
      model.nextTurn, model.nextButtons, model.message?.end, model.rings.chosenUntil,
    ]
    .compactMap { $0 }.min()
    var update = Update(
      model: model, pointer: pointer.moved(by: drift.reversed), panel: panel,
      isNew: panel !== old)
    let changesMode = !isCut && mode != model.mode && !list.items.isEmpty
    let goesOn = changesMode ? slots.indices.filter { self.goesOn($0, from: old, to: panel) } : []
    var firstOverlayFade = 0
    for index in slots.indices {
      if index == slots.count - FrameComposer.overlayCount { firstOverlayFade = update.fades.count }
      update.carried = goesOn.contains(index) ? items(of: index) : nil
      if slots[index].instrument.update(&update) || hasMoved { slots[index].next = .nextFrame }
    }
    if let old {
      if isCut {
        fades.removeAll()
        rest.removeAll()
        (carried, arrival) = ([], Animated(1))
      } else if changesMode {
        rest.add(left(of: list, without: goesOn), in: list.bounds, with: .rest)
        (carried, isModeNew) = (Set(goesOn), true)
        if old.key.theme != panel.key.theme {
          fades.add(list, in: list.bounds, flip: old.theme.flip(to: panel.theme))
        }
        for area in update.fades[firstOverlayFade...] {
          fades.add(list, in: PixelRect(covering: area.moved(by: drift)))
        }
      } else if key.differsInDigits(from: old.key) {
        // The digits, and their light, move by themselves.
        let frames = [old, panel].compactMap { $0.frames[.digits]?.moved(by: drift) }
        let digits = frames.dropFirst().reduce(frames.first ?? .zero) { $0.union($1) }
        let moving = PixelRect(covering: digits.inset(by: -digits.height / 12))
        for area in list.bounds.subtracting(moving) { fades.add(list, in: area) }
      } else if old.key != key || isHelpShown != model.isHelpShown {
        fades.add(list, in: list.bounds, flip: old.theme.flip(to: panel.theme))
      } else {
        for area in update.fades {
          fades.add(list, in: PixelRect(covering: area.moved(by: drift)))
        }
      }
    }
    (mode, isHelpShown) = (model.mode, model.isHelpShown)
  }

  private func goesOn(_ index: Int, from old: Panel?, to new: Panel) -> Bool {
    guard let part = slots[index].instrument.part else { return false }
    return old?.frames[part] != nil && new.frames[part] != nil && slots[index].count > 0
  }

  /// Where the slices of the last frame start, and where they end.
  private var starts: (slots: [Int: Int], end: Int) {
    var (starts, start) = ([Int: Int](), 0)
    for index in order {
      if index == restPlace { start += rest.count }
      starts[index] = start
      start += slots[index].count
    }
    return (starts, restPlace == nil ? start + rest.count : start)
  }

  /// What an instrument showed in the last frame.
  private func items(of index: Int) -> [DisplayItem] {
    guard let start = starts.slots[index] else { return [] }
    return Array(frame.list.items[start..<start + slots[index].count])
  }

  /// The last frame without what goes on, and without what fades over all.
  private func left(of list: DisplayList, without indices: [Int]) -> DisplayList {
    var rest = list
    let (starts, end) = starts
    rest.items = list.items.indices.filter { item in
      item < end
        && !indices.contains { index in
          starts[index].map { ($0..<$0 + slots[index].count).contains(item) } ?? false
        }
    }.map { list.items[$0] }
    return rest
  }

  package mutating func advance(to reading: ClockSample) {
    guard let panel else { return }
    // After the clock was set, the instruments' times of the next change are wrong.
    let isUnexpected = self.reading.map { !reading.goesOn(from: $0) } ?? false
    self.reading = reading
    var moment = Moment(panel: panel, reading: reading)
    var next = nextSessionChange.map { NextChange.at($0) } ?? .never
    rest.advance(to: moment.time)
    fades.advance(to: moment.time)
    arrange(at: moment.time)
    moment.isArriving = !carried.isEmpty
    var start = 0
    for index in order {
      if index == restPlace { start += rest.compose(from: start, into: &frame) }
      if isUnexpected || slots[index].next.isDue(at: reading.instant) {
        frame.beginSlice(at: start, count: slots[index].count)
        slots[index].next = slots[index].instrument.compose(at: moment, into: &frame)
        slots[index].count = frame.endSlice()
      }
      start += slots[index].count
      next = min(next, slots[index].next)
    }
    if restPlace == nil { start += rest.compose(from: start, into: &frame) }
    _ = fades.compose(from: start, into: &frame)
    frame.clipDamage()
    let isMoving = !fades.isEmpty || !rest.isEmpty || arrival.isMoving(at: moment.time)
    nextChange = isMoving ? .nextFrame : next
  }

  /// Puts the slices into the order of this frame. If it is another one, all are written anew.
  private mutating func arrange(at time: AnimationTime) {
    if isModeNew {
      arrival.track(0)
      arrival.set(1, with: .mode, at: time)
      isModeNew = false
    } else if !carried.isEmpty, !arrival.isMoving(at: time), rest.isEmpty {
      carried = []
    }
    if carried.isEmpty, restPlace == nil, !order.isEmpty { return }
    let overlays = slots.count - FrameComposer.overlayCount
    var new = slots.indices.filter { $0 < overlays && !carried.contains($0) } + carried.sorted()
    new += overlays..<slots.count
    guard new != order else { return }
    (order, restPlace) = (new, new.first(where: carried.contains))
    frame.removeAll()
    (rest.count, fades.count) = (0, 0)
    for index in slots.indices { (slots[index].count, slots[index].next) = (0, .nextFrame) }
  }

  /// Returns whether something moves, so that the frame of `instant` may be composed ahead of time.
  package func canLookAhead(to instant: Instant) -> Bool {
    nextChange == .nextFrame && !isOutdated(at: instant)
  }

  /// Returns to the copy `earlier`; the area `painted` since then must be repainted.
  package mutating func restore(_ earlier: FrameComposer, painted: Damage) {
    let exposed = frame.damage
    self = earlier
    frame.changedItems = nil
    frame.damage.add(painted)
    frame.damage.add(exposed)
  }

  /// Returns whether the session has changed by itself since `show`.
  package func isOutdated(at now: Instant) -> Bool { nextSessionChange.map { $0 <= now } ?? false }

  private var drift: Drift { Drift(dx: frame.offset.dx, dy: frame.offset.dy) }

  /// What is on screen, from back to front, in window coordinates.
  package var elements: [Element] {
    var all = slots.flatMap(\.instrument.elements)
    if let modal = all.lastIndex(where: { $0.states.contains(.modal) }) {
      all.removeSubrange(..<modal)
    }
    return frame.offset == (0, 0) ? all : all.map { $0.moved(by: drift) }
  }

  /// Returns what the pointer has at `point`.
  package func element(at point: Point) -> Element? { elements.hit(at: point) }

  /// Returns the cursor for `pointer`; nil for the desktop's.
  package func cursor(for pointer: Pointer) -> CursorPicture? {
    guard let point = pointer.position else { return nil }
    if pointer.ring != nil || pointer.rim != nil { return .grab }
    let element = element(at: point)
    if element?.action == .text { return .text }
    return element?.isPressable == true ? .hand : nil
  }
}

extension Theme {
  /// How the ink changes while this theme fades into `other`, if one is light and the other dark.
  fileprivate func flip(to other: Theme) -> Snapshot.Flip? {
    let isLight = background.luminance > text.luminance
    guard isLight != (other.background.luminance > other.text.luminance) else { return nil }
    return isLight ? .toDark : .toLight
  }
}

/// Snapshots from before a change that fade out over the current frame.
///
/// So no instrument needs a branch for a change of theme or help.
private struct Fades {
  private struct Fade {
    var snapshot: Snapshot
    var motion: Motion
    /// nil before its first frame.
    var weight: Animated<Double>?
  }

  /// A snapshot of at least this weight has hardly begun to fade.
  private static let fresh = 236

  private var fades: [Fade] = []
  var count = 0

  var isEmpty: Bool { fades.isEmpty }

  mutating func removeAll() { fades = [] }

  mutating func add(
    _ list: DisplayList, in area: PixelRect, with motion: Motion = .fade,
    flip: Snapshot.Flip? = nil
  ) {
    // A fresh snapshot still hides what would have been shown next.
    if let last = fades.last, last.weight == nil || last.snapshot.weight >= Fades.fresh,
      last.snapshot.extent.contains(area)
    {
      return
    }
    var snapshot = Snapshot(list, extent: area)
    snapshot.flip = flip
    guard !snapshot.extent.isEmpty, !list.items.isEmpty else { return }
    fades.removeAll { snapshot.extent.contains($0.snapshot.extent) }
    fades.append(Fade(snapshot: snapshot, motion: motion))
  }

  mutating func advance(to time: AnimationTime) {
    for index in fades.indices {
      var weight = fades[index].weight ?? Animated(1)
      weight.set(0, with: fades[index].motion, at: time)
      fades[index].weight = weight
      fades[index].snapshot.weight = Int((256 * weight.value(at: time)).rounded())
    }
    fades.removeAll { $0.snapshot.weight <= 0 }
  }

  mutating func compose(from start: Int, into frame: inout Frame) -> Int {
    frame.beginSlice(at: start, count: count)
    for fade in fades { frame.append(.snapshot(fade.snapshot)) }
    count = frame.endSlice()
    return count
  }
}
