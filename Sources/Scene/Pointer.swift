package import Geometry
package import Session

/// Where the pointer is and which button it holds down.
package struct Pointer: Equatable, Sendable {
  /// Where it is, in device pixels, or nil outside the window.
  package private(set) var position: Point?
  /// The button it went down on and still holds.
  package private(set) var pressed: ButtonContent.Role?
  /// What that button did when it was pressed.
  private var command: Command?

  /// A pointer outside the window.
  package init() {}

  /// The pointer has moved to `point`, or out of the window.
  package mutating func move(to point: Point?) {
    position = point
  }

  /// It has gone down at `point`; returns whether a button took it. If not, the window itself is held.
  package mutating func press(at point: Point, on composer: FrameComposer) -> Bool {
    position = point
    let button = composer.button(at: point)
    pressed = button?.content.role
    command = button?.content.command
    return pressed != nil
  }

  /// It has come up at `point`; returns what the button there does, if it went down on the same one and the button
  /// has not come to mean something else: whoever presses Lap never resets.
  package mutating func release(at point: Point, on composer: FrameComposer) -> Command? {
    position = point
    defer { pressed = nil }
    guard let button = composer.button(at: point), button.content.role == pressed,
      button.content.command == command, button.isEnabled
    else { return nil }
    return button.content.command
  }
}
