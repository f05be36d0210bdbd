import DisplayLists
import Geometry
import Scene
import Session

/// What is on show: the model, what its picture depends on besides, and the last frame.
///
/// One value, changed in place. Were its parts properties of a class, every call of a method on one would first take a
/// copy of it, and the stage alone holds a dozen references.
struct Show {
  var model: Model
  var surroundings: Surroundings
  var pointer = Pointer()
  /// What of the last frame the window does not show yet.
  var changes = Changes()
  private(set) var stage = Stage()
  /// The last frame.
  private(set) var frame = DisplayList(width: 0, height: 0, background: .clear)
  /// The frame before it, whose storage is used for the next.
  private var spare = DisplayList(width: 0, height: 0, background: .clear)

  init(_ model: Model, in surroundings: Surroundings) {
    self.model = model
    self.surroundings = surroundings
  }

  /// Composes the frame at `reading` and adds to the changes what differs; returns when the next will.
  ///
  /// Unless it `isStale`, nothing but time has passed since the last one.
  mutating func advance(to reading: Reading, isStale: Bool) -> NextChange {
    if isStale || !stage.advance(model, at: reading, in: &frame, noting: &changes) {
      stage.compose(model, in: surroundings, pointer: pointer, at: reading, into: &spare)
      spare.addChanges(since: frame, to: &changes)
      swap(&frame, &spare)
    }
    return stage.nextChange(model, in: surroundings, at: reading)
  }

  /// Leaves in the damage what is read first and made quickest: the digits need no font and no large shadow.
  ///
  /// Returns all the damage that there was.
  mutating func postponeAllButDigits() -> Damage {
    var digits = Damage()
    for case .lights(let group) in frame.items { digits.add(group.extent) }
    digits.clip(to: frame.bounds)
    let all = changes.damage
    if !digits.isEmpty { changes.damage = digits }
    return all
  }

  /// Takes a press of the first button; false where it hit no button.
  mutating func press(at position: Point) -> Bool {
    pointer.press(at: position, on: stage)
  }

  /// Takes the release of the first button; returns what the button does that it has clicked.
  mutating func release(at position: Point) -> Command? {
    pointer.release(at: position, on: stage)
  }
}
