import DisplayLists
import Geometry
import Scene
import Session

/// A panel and what happens to it.
struct Scenario {
  /// The model of frame 0.
  var model: Model
  var environment: Environment
  /// What is done just before a frame is composed, by the frame's number.
  var command: (Int) -> Command? = { _ in nil }
  /// Frames a second, 1...1000.
  var rate = Workload.rate
  /// The window in pixels where that is larger than what the panel was laid out for; the panel stays as it is, in
  /// the window's corner.
  var window: (width: Int, height: Int)?

  /// Rings that are always on their way: a new value before the last one is reached.
  static func ringsSwinging(_ frame: Int) -> Command? {
    frame % 45 == 0 ? .setRings(frame % 90 == 0 ? 1.18 : 0.07) : nil
  }
}

/// A panel frame by frame, as the program composes it.
struct Film {
  let scenario: Scenario
  /// The number of the next frame.
  private(set) var number = 0
  private var model: Model
  private var composer = FrameComposer()

  /// The last frame.
  var shown: DisplayList {
    var list = composer.frame.list
    if let window = scenario.window { (list.width, list.height) = window }
    return list
  }
  /// What of it differs from the last one that was painted, or passed over.
  var changes: Changes { composer.frame.changes }
  /// The pixels of `changes`.
  var damage: Damage { changes.damage }

  init(_ scenario: Scenario) {
    self.scenario = scenario
    model = scenario.model
    composer.show(model, in: scenario.environment)
  }

  init(_ workload: Workload, width: Int, height: Int, rate: Int = Workload.rate) {
    self.init(workload.scenario(width: width, height: height, rate: rate))
  }

  /// Says that the frame has been painted.
  mutating func markPainted() {
    composer.frame.changes.removeAll()
  }

  /// Says that the frame will not be painted.
  mutating func passOver() {
    composer.frame.changes.damage.removeAll()
  }

  /// Whether the program would compose the next frame before its time.
  var canLookAhead: Bool {
    scenario.command(number) == nil
      && composer.canLookAhead(to: scenario.reading(ofFrame: number).instant)
  }

  /// Composes the next frame and finds out what differs; then it has to be painted or passed over.
  mutating func advance() {
    let reading = scenario.reading(ofFrame: number)
    if let command = scenario.command(number) {
      _ = model.apply(command, at: reading.instant)
      composer.show(model, in: scenario.environment)
    }
    composer.advance(to: reading)
    switch composer.nextChange {
    case .nextFrame: number += 1
    case .at(let instant): number = max(number + 1, scenario.frame(at: instant))
    case .never: number += 1
    }
  }
}
