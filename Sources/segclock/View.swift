import DisplayLists
import Drawing
import Geometry
import Platform
import Scene
import Session
import Timekeeping
import Windowing

/// The model, the other inputs of its picture, and the frames composed from them.
///
/// A value, changed in place: a class would copy its parts for each call.
struct View {
  var model: Model
  var environment: Environment
  /// As last asked for or reported.
  var isFullScreen = false
  private var pointer = Pointer()
  static let measurer: TextMeasurer = { $2.width(of: $0, isBold: $1) }
  var composer = FrameComposer(measurer: View.measurer)
  /// The fonts that were measured, and whether the current one may be missing.
  private var measuredFonts: Set<String> = [FontMetrics.standardFamily]
  private var isFontNew = true
  /// The maximum number of measured fonts; a desktop may name new ones without end.
  private static let maxFonts = 16
  // Burn-in protection: when full screen began, and when the picture moves next.
  private var fullScreenStart: Instant?
  private var nextDrift: Instant?

  init(_ model: Model, in environment: Environment) {
    self.model = model
    self.environment = environment
  }

  /// Composes the frame of `reading` as it is when all motion has come to rest.
  mutating func composeSettled(at reading: ClockSample) {
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

  /// Measures the font of the last frame's texts, once; returns whether they have to be composed again.
  ///
  /// It may be the first thing that needs fontconfig, which costs more than the rest of a start.
  private mutating func measureFont() -> Bool {
    guard isFontNew, frame.hasText else { return false }
    isFontNew = false
    return measure(frame.font)
  }

  /// Measures the font of a menu, which may have the first text.
  mutating func measureLook() { _ = measure(look.font) }

  private mutating func measure(_ font: FontMetrics) -> Bool {
    guard !measuredFonts.contains(font.family) else { return false }
    if measuredFonts.count >= View.maxFonts {
      measuredFonts = [FontMetrics.standardFamily]
      environment.fonts.removeAll()
    }
    measuredFonts.insert(font.family)
    let measured = FontMetrics(measuring: font.family)
    guard measured != font else { return false }
    environment.fonts.append(measured)
    return true
  }

  var frame: DisplayList { composer.frame.list }
  var damage: Damage {
    get { composer.frame.damage }
    _modify { yield &composer.frame.damage }
  }

  var nextChange: NextChange {
    min(composer.nextChange, nextDrift.map { .at($0) } ?? .never)
  }

  /// Composes the frame of `reading`, and returns whether all parts were updated. Unless `needsUpdate`, only time has
  /// passed since the last frame.
  ///
  /// The first frame does not wait for a font if it has digits, which need none and are shown first.
  @discardableResult
  mutating func advance(
    to reading: ClockSample, needsUpdate: Bool, isFirst: Bool = false
  ) -> Bool {
    let needsUpdate =
      drift(at: reading.instant) || needsUpdate || composer.isOutdated(at: reading.instant)
    if needsUpdate {
      let model = model.asOf(reading.instant)
      pointer.list.settle(on: model.listExtent)
      pointer.settle(on: model.shownRings)
      composer.show(model, in: environment, pointer: pointer)
      isFontNew = true
    }
    composer.advance(to: reading)
    if !isFirst || digits.isEmpty, measureFont() {
      return advance(to: reading, needsUpdate: true)
    }
    return needsUpdate
  }

  func canLookAhead(to instant: Instant) -> Bool {
    composer.canLookAhead(to: instant) && nextDrift.map { instant < $0 } ?? true
  }

  /// Moves the picture in full screen, against burn-in; returns whether it has moved.
  private mutating func drift(at now: Instant) -> Bool {
    let before = environment.drift
    fullScreenStart = isFullScreen ? fullScreenStart ?? now : nil
    if let fullScreenStart {
      let step = Drift.step(at: now, since: fullScreenStart, in: environment.size)
      (environment.drift, nextDrift) = (step.drift, step.next)
    } else {
      (environment.drift, nextDrift) = (.none, nil)
    }
    return environment.drift != before
  }

  private var digits: Damage {
    var digits = Damage()
    for case .segments(let group) in frame.items { digits.add(group.extent) }
    digits.clip(to: frame.bounds)
    return digits
  }

  /// Reduces the damage to the digits, which need no font and no large shadow; returns all of it.
  ///
  /// Without digits, all is sent twice, so that what waits for the second frame always comes.
  mutating func postponeAllButDigits() -> Damage {
    let (all, digits) = (damage, digits)
    if !digits.isEmpty { damage = digits }
    return all
  }

  func help(of model: ModelAt, inPopup room: Size? = nil) -> HelpSheet {
    HelpSheet(model, in: environment, popup: room, measurer: View.measurer)
  }

  var look: (theme: Theme, font: FontMetrics) { environment.look(of: model) }

  /// Whether the keyboard focus is on something that can be reached.
  var hasFocus: Bool { composer.elements.focusable.contains { $0.id == pointer.focus } }

  mutating func withPointer<Result>(_ body: (inout Pointer, FrameComposer) -> Result) -> Result {
    body(&pointer, composer)
  }

  var cursor: CursorPicture? { composer.cursor(for: pointer) }
}
