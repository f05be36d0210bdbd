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
      Dial(), Buttons(), Edge(), Digits(), Backing(), RowList(), Rings(), ModeBar(), Help(),
      NoticeBar(),
    ] as [any Instrument])
    .map { Slot(instrument: $0) }
  /// Whether a click on the window itself starts and stops, as in a small or round one that has no room for buttons.
  package private(set) var startsByClick = false
  private var fades = Fades()
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
    nextSessionChange = [model.nextTurn, model.message?.end, model.rings.chosenUntil]
      .compactMap { $0 }.min()
    var update = Update(
      model: model, pointer: pointer.moved(by: drift.reversed), panel: panel,
      isNew: panel !== old)
    for index in slots.indices where slots[index].instrument.update(&update) || hasMoved {
      slots[index].next = .nextFrame
    }
    if let old {
      let isCut =
        old.key.environment.size != environment.size || !old.isAnimated || !panel.isAnimated
      if isCut {
        fades.removeAll()
      } else if mode != model.mode {
        fades.replace(list)
      } else if key.differsInDigits(from: old.key) {
        // The digits, and their light, move by themselves.
        let frames = [old, panel].compactMap { $0.frames[.digits]?.moved(by: drift) }
        let digits = frames.dropFirst().reduce(frames.first ?? .zero) { $0.union($1) }
        let moving = PixelRect(covering: digits.inset(by: -digits.height / 12))
        for area in list.bounds.subtracting(moving) { fades.add(list, in: area) }
      } else if old.key != key || isHelpShown != model.isHelpShown {
        fades.add(list, in: list.bounds)
      } else {
        for area in update.fades {
          fades.add(list, in: PixelRect(covering: area.moved(by: drift)))
        }
      }
    }
    (mode, isHelpShown) = (model.mode, model.isHelpShown)
  }

  package mutating func advance(to reading: ClockSample) {
    guard let panel else { return }
    // After the clock was set, the instruments' times of the next change are wrong.
    let isUnexpected = self.reading.map { !reading.goesOn(from: $0) } ?? false
    self.reading = reading
    let moment = Moment(panel: panel, reading: reading)
    var next = nextSessionChange.map { NextChange.at($0) } ?? .never
    var start = 0
    for index in slots.indices {
      if isUnexpected || slots[index].next.isDue(at: reading.instant) {
        frame.beginSlice(at: start, count: slots[index].count)
        slots[index].next = slots[index].instrument.compose(at: moment, into: &frame)
        slots[index].count = frame.endSlice()
      }
      start += slots[index].count
      next = min(next, slots[index].next)
    }
    fades.compose(from: start, at: moment.time, into: &frame)
    frame.clipDamage()
    nextChange = fades.isEmpty ? next : .nextFrame
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

/// Snapshots from before a change that fade out over the current frame.
///
/// So no instrument needs a branch for a change of mode, theme or help.
private struct Fades {
  private struct Fade {
    var snapshot: Snapshot
    var motion = Motion.fade
    /// nil before its first frame.
    var weight: Animated<Double>?
  }

  /// A snapshot of at least this weight has hardly begun to fade.
  private static let fresh = 236

  private var fades: [Fade] = []
  private var count = 0

  var isEmpty: Bool { fades.isEmpty }

  mutating func removeAll() { fades = [] }

  mutating func add(_ list: DisplayList, in area: PixelRect) {
    // A fresh snapshot still hides what would have been shown next.
    if let last = fades.last, last.weight == nil || last.snapshot.weight >= Fades.fresh,
      last.snapshot.extent.contains(area)
    {
      return
    }
    let snapshot = Snapshot(list, extent: area)
    guard !snapshot.extent.isEmpty, !list.items.isEmpty else { return }
    fades.removeAll { snapshot.extent.contains($0.snapshot.extent) }
    fades.append(Fade(snapshot: snapshot))
  }

  /// Fades all of `list` out before the next list appears, so that the two never mix.
  mutating func replace(_ list: DisplayList) {
    var blank = list
    blank.items = []
    fades = [
      Fade(
        snapshot: Snapshot(blank, extent: list.bounds), motion: .modeEntry),
      Fade(snapshot: Snapshot(list, extent: list.bounds), motion: .modeExit),
    ]
  }

  mutating func compose(from start: Int, at time: AnimationTime, into frame: inout Frame) {
    for index in fades.indices {
      var weight = fades[index].weight ?? Animated(1)
      weight.set(0, with: fades[index].motion, at: time)
      fades[index].weight = weight
      fades[index].snapshot.weight = Int((256 * weight.value(at: time)).rounded())
    }
    fades.removeAll { $0.snapshot.weight <= 0 }
    frame.beginSlice(at: start, count: count)
    for fade in fades { frame.append(.snapshot(fade.snapshot)) }
    count = frame.endSlice()
  }
}
