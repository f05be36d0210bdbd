import Animation
import Glibc
import Session
import Timekeeping

/// What moves, and for how long.
extension Motion {
  /// A ring whose value is set by hand.
  static let ring = easeInOut(1)
  /// A ring that turns once a second: less than until its next jump.
  static let fastRing = easeInOut(0.25)
  /// A hand, the wedge or a ring that catches up with a jump.
  static let hand = easeInOut(0.35)
  /// Each step of the second hand.
  static let secondHand = easeInOut(0.35 * 0.7)
  /// Digits that grow, or make room for another one.
  static let digits = easeInOut(0.25)
  /// A segment after a change by a user.
  static let segment = easeInOut(0.09)
  /// Of each row of segments after the one above it.
  static let segmentRowDelay = 0.015
  /// A row of the list that comes in.
  static let row = easeInOut(0.18)
  /// A button that is pressed, and one that is let go or that the pointer enters or leaves.
  static let (press, release) = (easeInOut(0.05), easeInOut(0.16))
  /// A caption that goes, and then the one that comes: half of the time each.
  static let label = linear(0.12)
  /// The last picture, over the next one.
  static let fade = easeInOut(0.2)
  /// The icon of a mode in a small window, which is there and then goes.
  static let modeIcon = linear(0.1, delay: 0.8)
  /// Whatever goes on from one mode to the next, such as hands and digits.
  static let mode = easeInOut(0.42)
  /// The plate of a dial that makes room for laps, or gets another scale.
  static let plate = easeInOut(0.25)

  /// A step of a plan, which comes after those before it; the last one has come with the mode.
  static func step(_ index: Int) -> Motion { easeInOut(0.12, delay: 0.03 * Double(index)) }

  /// What only the last mode had: short, as its words cross those that come.
  static let rest = easeInOut(0.14)
  /// The ink of one face over that of another.
  static let ink = easeInOut(0.25)
  /// A hand that goes into its hub.
  static let handExit = easeInOut(0.22)
  /// Digits that change their line: they do so first, and then move along it, or the other way round, so that they do not
  /// cross each other.
  static let digitLeg = easeInOut(0.27)
  static let digitLegDelay = 0.15
  /// A digit that goes, and one that comes once the others have made room.
  static let (digitExit, digitEntry) = (easeInOut(0.15), easeInOut(0.22, delay: 0.15))
  /// The dial's texts, once those of the last mode are gone.
  static let texts = easeInOut(0.2, delay: 0.12)
  /// Those of a lap that is gone.
  static let textExit = easeInOut(0.12)
  /// The clock's date, which goes from one side and then comes on another.
  static let (dateExit, dateEntry) = (linear(0.09), linear(0.16, delay: 0.09))
}

/// Lights that depend on the time alone.
enum Light {
  /// The frequency of a flash in Hz; 3 Hz and more could harm some people.
  private static let flashRate = 2.0
  private static let flashDuration = 5.0
  /// The light of the digits in the dark half of a flash: the time is always readable.
  private static let flashFloor = 0.4
  /// The afterglow at a change by time, and its time constant in seconds.
  private static let (glow, decay) = (0.38, 0.02)
  /// The times in which a pulse rises and falls, in seconds.
  private static let (rise, fall) = (0.1, 0.6)
  /// The light between two pulses.
  private static let rest = 0.3
  /// The steps from no light to full light.
  private static let pulseSteps = 16.0

  /// Returns the light of digits `seconds` after a flash began; nil before it and after it.
  static func flash(at seconds: Double) -> Double? {
    guard seconds >= 0, seconds < flashDuration else { return nil }
    return flashFloor + (1 - flashFloor) * (1 + cos(2 * .pi * flashRate * seconds)) / 2
  }

  /// Returns the light left on the old digits `age` seconds after a change by time, as on a phosphor.
  static func afterglow(at age: Double) -> Double { glow * exp(-age / decay) }

  /// Returns the light of the dial's rim after `seconds` of overrun, which pulses once a second; in
  /// few steps, as each repaints the rim.
  static func pulse(at seconds: Double) -> Double {
    func stepped(_ light: Double) -> Double { (light * pulseSteps).rounded() / pulseSteps }
    guard seconds > rise else { return stepped(seconds / rise) }
    let phase = seconds - seconds.rounded(.down)
    let part = max(1 - phase / fall, (phase - 1 + rise) / rise, 0)
    return stepped(rest + (1 - rest) * Curve.easeInOut.value(at: part))
  }
}

/// The turns of a ring or of the dial's rim, which ease over the jumps of their source.
struct AnimatedTurns {
  private(set) var turns = Animated(0.0)
  private var source: RingValue?

  /// A larger step of a time is a jump.
  private static let threshold = 0.0025

  /// Returns the turns to show for `value`, without motion while the pointer holds the ring or rim.
  mutating func turns(
    _ value: RingValue, isHeld: Bool = false, with motion: Motion? = nil, at moment: Moment
  ) -> Double {
    let new = value.turns(at: moment.reading)
    let step = new - turns.target
    switch value {
    // A short time runs in steps as large as a jump, so a jump is a change of its course.
    case .fixed, .part: turns.track(source?.turns(at: moment.reading) ?? new)
    // It may run any distance in a frame, but not back.
    case .elapsed where step >= -AnimatedTurns.threshold: turns.track(new)
    case .timeOfDay where abs(step) <= AnimatedTurns.threshold: turns.track(new)
    case .elapsed, .timeOfDay: if source == nil { turns.track(new) }
    }
    source = value
    turns.set(new, with: isHeld ? nil : motion ?? value.motion, at: moment.time)
    return turns.value(at: moment.time)
  }

  func nextChange(_ value: RingValue, after moment: Moment) -> NextChange {
    turns.isMoving(at: moment.time) ? .nextFrame : value.nextChange(after: moment.reading)
  }
}

extension RingValue {
  fileprivate var motion: Motion {
    switch self {
    case .fixed: .ring
    case .elapsed(_, seconds: 1): .fastRing
    case .elapsed, .part, .timeOfDay: .hand
    }
  }
}
