package import DisplayLists
package import Geometry
package import Session
package import Timekeeping

/// Makes the frames: it holds the instruments and asks each for its slice of the display list when there is a reason to.
///
/// A reason is that what an instrument shows of the session has changed, or that the time has come which it gave when it
/// was asked last. All that an instrument keeps from frame to frame is motion and what it has prepared: once motion has
/// come to rest, the frame depends on the model, the environment, the pointer and the time alone.
///
/// It is a value: frames that are made before their time are cancelled by going back to a copy (`restore`).
package struct FrameComposer {
  /// What is shown, and what of it has not been painted yet.
  package var frame = Frame()
  /// When it will next differ, or is to be asked whether it does: at the session's next turn.
  package private(set) var nextChange = NextChange.never
  /// When what is shown of the session no longer holds, if ever.
  private var nextTurn: Instant?
  private(set) var panel: Panel?
  /// The time of the last frame.
  private var reading: ClockSample?
  var dialFace = Slot(DialFace())
  private var dialRim = Slot(DialRim())
  var buttonRows = Slot(Buttons())
  var digits = Slot(Digits())
  private var rings = Slot(Rings())
  var list = Slot(ListRows())
  private var dialHands = Slot(DialHands())
  private var help = Slot(Help())
  private var curtain = Slot(Curtain())
  private var notice = Slot(NoticeBar())
  /// What decided of what is shown, besides the panel.
  private var look: Look?

  /// A composer that shows nothing yet.
  package init() {}

  /// Takes note of what has happened. While nothing does, `advance` is enough until it `isOutdated`.
  package mutating func show(
    _ model: Model, in environment: Environment, pointer: Pointer = Pointer()
  ) {
    let key = Panel.Key(model, in: environment)
    let isNew = panel?.key != key
    let panel = isNew ? Panel(key) : self.panel ?? Panel(key)
    let look = Look(model)
    drawCurtain(from: self.panel, to: panel, look)
    self.look = look
    if isNew {
      self.panel = panel
      frame.setCanvas(
        width: environment.width, height: environment.height,
        background: environment.backdrop(panel.theme.background),
        outline: environment.showsAlpha ? environment.outline : .rectangle, font: panel.font)
    }
    nextTurn = model.nextTurn
    var update = Update(model: model, pointer: pointer, panel: panel, isNew: isNew)
    forEachSlot(&update)
  }

  /// Lets what is about to be replaced fade away, where it is more than an instrument's own motion.
  private mutating func drawCurtain(from old: Panel?, to panel: Panel, _ new: Look) {
    guard let old, let look else { return }
    guard old.key.environment.size == panel.key.environment.size, old.isAnimated, panel.isAnimated
    else {
      curtain.change { $0.clear() }
      return
    }
    let list = frame.list
    // That a typeface was measured meanwhile is no change of the look.
    var key = old.key
    key.environment.fonts = panel.key.environment.fonts
    // Nor is a step of a pixel.
    key.environment.drift = panel.key.environment.drift
    if key != panel.key || look.mode != new.mode || look.isHelpShown != new.isHelpShown {
      curtain.change { $0.draw(list, in: list.bounds) }
      return
    }
    if look.buttons != new.buttons {
      for row in [panel.mainButtons, panel.ringButtons].compactMap({ $0 }) {
        curtain.change { $0.draw(list, in: PixelRect(covering: row.inset(by: -row.height / 2))) }
      }
    }
    if look.chosenRing != new.chosenRing, let rings = panel.rings {
      curtain.change { $0.draw(list, in: PixelRect(covering: rings.box)) }
    }
    if look.hasLaps != new.hasLaps, let dial = panel.dial {
      curtain.change { $0.draw(list, in: PixelRect(covering: dial.lapReadout)) }
    }
  }

  /// Brings the frame to `reading`.
  package mutating func advance(to reading: ClockSample) {
    guard let panel else { return }
    // Once the clock was set, no instrument's answer of when it will next differ holds any more.
    let isUnexpected = self.reading.map { !reading.goesOn(from: $0) } ?? false
    self.reading = reading
    var step = Step(moment: Moment(reading, on: panel), isForAll: isUnexpected)
    forEachSlot(&step)
    if step.hasWritten { frame.clipDamage() }
    let turn = nextTurn.map { NextChange.at($0) } ?? .never
    nextChange = step.next.orEarlier(turn)
  }

  /// Whether something moves, so that the frame of `instant` may be composed before its time.
  package func canLookAhead(to instant: Instant) -> Bool {
    nextChange == .nextFrame && !isOutdated(at: instant)
  }

  /// Goes back to `earlier`, a copy of this composer. What has been `painted` since then has to be painted again.
  package mutating func restore(_ earlier: FrameComposer, painted: Damage) {
    let exposed = frame.changes.damage
    self = earlier
    frame.changes.addEverything()
    frame.changes.damage.add(painted)
    frame.changes.damage.add(exposed)
  }

  /// Whether time alone has led to something else to be shown at `now` than what `show` was given.
  package func isOutdated(at now: Instant) -> Bool { nextTurn.map { $0 <= now } ?? false }

  /// All slots, from back to front.
  private mutating func forEachSlot(_ visitor: inout some SlotVisitor) {
    visitor.visit(&dialFace, in: &frame)
    visitor.visit(&dialRim, in: &frame)
    visitor.visit(&buttonRows, in: &frame)
    visitor.visit(&digits, in: &frame)
    visitor.visit(&rings, in: &frame)
    visitor.visit(&list, in: &frame)
    visitor.visit(&dialHands, in: &frame)
    visitor.visit(&help, in: &frame)
    visitor.visit(&notice, in: &frame)
    visitor.visit(&curtain, in: &frame)
  }

  /// The buttons that can be pressed, from back to front.
  package var buttons: [Button] { buttonRows.instrument.buttons }

  /// The list, where there is one that can be reached.
  var listPlacement: ListPlacement? { list.instrument.placement }

  /// Whether there is a button for this, be it that it cannot be reached now.
  func hasButton(_ role: ButtonContent.Role) -> Bool { buttonRows.instrument.hasButton(role) }

  /// Whether there is a list that has more rows than are seen, and that can be reached.
  package var canScrollList: Bool { listPlacement?.canScroll ?? false }

  /// The ring at `point`, where there is one that can be reached.
  func ring(at point: Point) -> RingTarget? {
    guard let panel, !isHelpShown else { return nil }
    return rings.instrument.target(at: point, on: panel)
  }

  private var isHelpShown: Bool { look?.isHelpShown ?? false }

  /// The button at `point`, if any.
  package func button(at point: Point) -> Button? {
    buttons.last { $0.contains(point) }
  }
}

/// Hands each instrument what it shows of the session.
private struct Update: SlotVisitor {
  let model: Model
  let pointer: Pointer
  let panel: Panel
  let isNew: Bool

  mutating func visit(_ slot: inout Slot<some Instrument>, in frame: inout Frame) {
    slot.update(model, pointer: pointer, on: panel, isNew: isNew)
  }
}

/// Asks the instruments whose time has come for their slices, or all of them.
private struct Step: SlotVisitor {
  let moment: Moment
  let isForAll: Bool
  var next = NextChange.never
  var hasWritten = false
  /// Where the next slice begins.
  private var start = 0

  init(moment: Moment, isForAll: Bool) { (self.moment, self.isForAll) = (moment, isForAll) }

  mutating func visit(_ slot: inout Slot<some Instrument>, in frame: inout Frame) {
    if isForAll || slot.next.isDue(at: moment.reading.instant) {
      slot.compose(at: moment, from: start, into: &frame)
      hasWritten = true
    }
    start += slot.count
    next = next.orEarlier(slot.next)
  }
}

/// What of the session changes all that is seen, or more of it than one instrument, when it changes.
private struct Look: Equatable {
  let mode: Mode
  let isHelpShown: Bool
  let chosenRing: Int?
  let hasLaps: Bool
  /// The captions of the buttons, and which of them do anything.
  let buttons: [Face]

  struct Face: Equatable {
    let content: ButtonContent
    let isEnabled: Bool
  }

  init(_ model: Model) {
    mode = model.mode
    isHelpShown = model.isHelpShown
    chosenRing = model.rings.chosen
    hasLaps = !model.stopwatch.laps.isEmpty
    buttons = model.buttons.map { Face(content: $0, isEnabled: model.allows($0.command)) }
  }
}
