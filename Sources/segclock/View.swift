import DisplayLists
import Drawing
import Geometry
import Scene
import Session
import Timekeeping

/// What the window shows: the model, what its picture depends on besides, and the frames that are made of them.
///
/// One value, changed in place. Were its parts properties of a class, every call of a method on one would first take a
/// copy of it, and the composer alone holds a dozen references.
struct View {
  var model: Model
  var environment: Environment
  private var pointer = Pointer()
  private var composer = FrameComposer()
  /// The typefaces whose measures are known, and whether the one that is shown may not be among them.
  private var measuredFonts: Set<String> = [FontMetrics.standardFamily]
  private var isFontNew = true
  /// Since when the window fills the screen, if it does, and when its picture moves on.
  private var fullScreenStart: Instant?
  private var nextDrift: Instant?
  /// A desktop that names ever new typefaces is another program: beyond so many, those before are forgotten.
  private static let mostFonts = 16

  init(_ model: Model, in environment: Environment) {
    self.model = model
    self.environment = environment
  }

  /// Shows what is there at `reading` with everything where it belongs; from then on it moves as the environment says.
  mutating func begin(at reading: Reading) {
    let model = model.asOf(reading.instant)
    repeat {
      var still = environment
      still.isAnimated = false
      for environment in [still, environment] {
        composer.show(model, in: environment, pointer: pointer)
        composer.advance(to: reading)
      }
      isFontNew = true
    } while measureFont()
  }

  /// Measures what the texts of the last frame are set in, where there are any and that was not done before. Returns whether
  /// they are to be composed again.
  ///
  /// It may be the first thing that needs fontconfig, which costs more than all else of a start.
  private mutating func measureFont() -> Bool {
    guard isFontNew, frame.hasText else { return false }
    isFontNew = false
    let font = frame.font
    guard !measuredFonts.contains(font.family) else { return false }
    if measuredFonts.count >= View.mostFonts {
      measuredFonts = [FontMetrics.standardFamily]
      environment.fonts.removeAll()
    }
    measuredFonts.insert(font.family)
    let measured = FontMetrics(measuring: font.family)
    guard measured != font else { return false }
    environment.fonts.append(measured)
    return true
  }

  /// Where everything stands, a line each, and the same drawn.
  var description: [String] { composer.description }
  var guides: DisplayItem { composer.guides }

  /// The last frame, and what of it the window does not show yet.
  var frame: DisplayList { composer.frame.list }
  var changes: Changes {
    get { composer.frame.changes }
    _modify { yield &composer.frame.changes }
  }

  /// When the frame will next differ.
  var nextChange: NextChange {
    nextDrift.map { composer.nextChange.orEarlier(.at($0)) } ?? composer.nextChange
  }

  /// Brings the frame to `reading`.
  ///
  /// Unless it `isStale`, nothing but time has passed since the last one.
  /// The first frame is not to wait for a font where there are digits, which need none and are shown before all else.
  mutating func advance(to reading: Reading, isStale: Bool, isFirst: Bool = false) {
    if drift(at: reading.instant) || isStale || composer.isOutdated(at: reading.instant) {
      let model = model.asOf(reading.instant)
      pointer.settle(on: model)
      composer.show(model, in: environment, pointer: pointer)
      pointer.keepFocus(on: composer)
      isFontNew = true
    }
    composer.advance(to: reading)
    if !(isFirst && hasDigits), measureFont() { advance(to: reading, isStale: true) }
  }

  /// Whether the frame of `instant`, which is still to come, may be composed before its time.
  func canLookAhead(to instant: Instant) -> Bool {
    composer.canLookAhead(to: instant) && nextDrift.map { instant < $0 } ?? true
  }

  /// Composes the frame of `reading`, which is still to come; false where it has to be waited for.
  mutating func lookAhead(to reading: Reading) -> Bool {
    guard canLookAhead(to: reading.instant) else { return false }
    composer.advance(to: reading)
    return true
  }

  /// A copy of what composes the frames, for `restore`.
  var composerCopy: FrameComposer { composer }

  /// Goes back to a copy of what composes the frames; see `FrameComposer.restore`.
  mutating func restore(_ copy: FrameComposer, painted: Damage) {
    composer.restore(copy, painted: painted)
  }

  /// Moves the picture to where it belongs at `now`, which is elsewhere than before in full screen alone; whether it has moved.
  private mutating func drift(at now: Instant) -> Bool {
    let before = environment.drift
    fullScreenStart = model.isFullScreen ? fullScreenStart ?? now : nil
    if let fullScreenStart {
      let step = Drift.step(at: now, since: fullScreenStart)
      environment.drift = Drift.place(step.number, in: environment.size)
      nextDrift = step.next
    } else {
      (environment.drift, nextDrift) = (.none, nil)
    }
    return environment.drift != before
  }

  private var hasDigits: Bool {
    frame.items.contains { if case .segments = $0 { true } else { false } }
  }

  /// Leaves in the damage what is read first and made quickest: the digits need no font and no large shadow.
  ///
  /// Returns all the damage that there was.
  mutating func postponeAllButDigits() -> Damage {
    var digits = Damage()
    for case .segments(let group) in frame.items { digits.add(group.extent) }
    digits.clip(to: frame.bounds)
    let all = changes.damage
    if !digits.isEmpty { changes.damage = digits }
    return all
  }

  /// What there is to choose in a menu now.
  func menu(of model: Model) -> MenuContent {
    MenuContent(model, bindings: environment.bindings) { command in
      switch command {
      case .scrollList: composer.canScrollList
      case .focusButton: composer.buttons.contains(where: \.isEnabled)
      case .leave: hasFocus || model.allows(.leave)
      default: model.allows(command)
      }
    }
  }

  /// The look that is shown, and its typeface.
  var look: (theme: Theme, font: FontMetrics) {
    let theme = environment.themes.theme(named: model.theme)
    return (theme, environment.font(of: theme))
  }

  /// Whether keys are on a button that can be reached.
  var hasFocus: Bool { pointer.focusedButton(on: composer) != nil }

  /// Has the keys go to the next button, or to the one before it.
  mutating func moveFocus(_ direction: Direction) {
    pointer.moveFocus(direction, on: composer)
  }

  /// Keys are on no button any more.
  mutating func dropFocus() {
    pointer.dropFocus()
  }

  /// Takes Return for the button that keys are on; returns what that does.
  mutating func pressFocus() -> Command? {
    pointer.pressFocus(on: composer)
  }

  /// Lets go of what the pointer holds: another window has it.
  mutating func releasePointer() {
    pointer.release(on: composer)
  }

  /// Takes a move of the pointer, with the first button held or not, or nil where it has left the window.
  mutating func movePointer(to position: Point?, isHeld: Bool = true) {
    // Somebody else may have had its release.
    if !isHeld { pointer.dropAll(on: composer) }
    pointer.move(to: position, on: composer)
  }

  /// Takes a turn of the wheel by so many notches down; returns what it does besides scrolling.
  mutating func scroll(by notches: Int, at position: Point) -> Command? {
    pointer.scroll(by: notches, at: position, on: composer)
  }

  /// Scrolls the list as a key asks.
  mutating func scroll(_ step: ListStep) {
    pointer.scroll(step, on: composer)
  }

  /// Takes a key that does `command`, for the button that does the same.
  mutating func strike(_ command: Command) {
    pointer.strike(command, on: composer)
  }

  /// Takes a press of the first button; false where it hit neither a button nor a list to be dragged.
  mutating func press(at position: Point) -> Bool {
    pointer.press(at: position, on: composer)
  }

  /// Whether a press at `position` would do something else than to hold the window.
  func takesPress(at position: Point) -> Bool {
    var pointer = pointer
    return pointer.press(at: position, on: composer)
  }

  /// Takes the release of the first button; returns what the button does that it has clicked.
  mutating func release(at position: Point) -> Command? {
    pointer.release(at: position, on: composer)
  }
}
