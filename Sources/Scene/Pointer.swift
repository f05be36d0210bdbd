package import Geometry
package import Session

/// Where the pointer is, which button it holds down, and where it has brought the list; and the button that the keys are on.
package struct Pointer: Equatable, Sendable {
  /// Where it is, in device pixels, or nil outside the window.
  package private(set) var position: Point?
  /// The button it went down on and still holds.
  package private(set) var pressed: ButtonContent.Role?
  /// The button whose key was struck last.
  private(set) var strike: Strike?
  /// The button that Return presses, if one was chosen.
  private(set) var focus: ButtonContent.Role?
  /// How far the list has been scrolled, by keys too.
  package private(set) var list = ListScroll()
  /// The ring that it holds.
  private(set) var ring: RingGrip?
  /// What that button did when it was pressed.
  private var command: Command?

  /// A key that does what a button does.
  struct Strike: Equatable {
    let role: ButtonContent.Role
    /// How many there have been.
    let number: Int
  }

  /// A pointer outside the window.
  package init() {}

  /// The pointer has moved to `point`, or out of the window.
  package mutating func move(to point: Point?) {
    position = point
  }

  /// The same on the panel of `composer`, where it drags the list that it holds.
  package mutating func move(to point: Point?, on composer: FrameComposer) {
    position = point
    guard let point else { return }
    ring?.drag(to: point)
    if let list = composer.listPlacement { self.list.drag(to: point.y, on: list) }
  }

  /// A key does `command`: the button that does the same, if there is one, is pressed by it for a moment.
  package mutating func strike(_ command: Command, on composer: FrameComposer) {
    guard
      let button = composer.buttons.first(where: { $0.isEnabled && $0.content.command == command })
    else {
      return
    }
    strike(button)
  }

  /// A key goes to the next button that does something, or to the one before, around the end.
  package mutating func moveFocus(_ direction: Direction, on composer: FrameComposer) {
    let all = composer.buttons
    let step = direction.rawValue
    let start = all.firstIndex { $0.content.role == focus } ?? (step > 0 ? -1 : all.count)
    for distance in 1...max(1, all.count) {
      let index = (start + step * distance + 2 * all.count) % max(1, all.count)
      guard all.indices.contains(index), all[index].isEnabled else { continue }
      focus = all[index].content.role
      return
    }
  }

  /// The button that keys are on, where it can be reached.
  package func focusedButton(on composer: FrameComposer) -> Button? {
    composer.buttons.first { $0.content.role == focus }
  }

  /// Keys are on no button any more.
  package mutating func dropFocus() {
    focus = nil
  }

  /// The same where the button is gone; one that only means something else stays.
  package mutating func keepFocus(on composer: FrameComposer) {
    if let focus, !composer.hasButton(focus) { self.focus = nil }
  }

  /// Return is pressed: what the button does that keys are on, which is pressed for a moment.
  package mutating func pressFocus(on composer: FrameComposer) -> Command? {
    guard let button = focusedButton(on: composer), button.isEnabled else { return nil }
    strike(button)
    return button.content.command
  }

  private mutating func strike(_ button: Button) {
    strike = Strike(role: button.content.role, number: (strike?.number ?? 0) + 1)
  }

  /// It has gone down at `point`; returns whether a button took it, a ring, or a list that can be scrolled. If not, the
  /// window itself is held.
  package mutating func press(at point: Point, on composer: FrameComposer) -> Bool {
    position = point
    let button = composer.button(at: point)
    pressed = button?.content.role
    command = button?.content.command
    if pressed == nil, let list = composer.listPlacement, list.canScroll, list.frame.contains(point)
    {
      self.list.take(at: point.y, on: list)
    }
    if pressed == nil, !list.isHeld {
      ring = composer.ring(at: point).map { RingGrip($0, at: point) }
    }
    return pressed != nil || list.isHeld || ring != nil
  }

  /// It has come up at `point`; returns what the ring does that it held, or what the button there does, if it went down on
  /// the same one and the button has not come to mean something else: whoever presses Lap never resets.
  package mutating func release(at point: Point, on composer: FrameComposer) -> Command? {
    position = point
    defer { (pressed, ring) = (nil, nil) }
    dropList(on: composer)
    if var ring {
      ring.drag(to: point)
      return ring.command
    }
    guard let button = composer.button(at: point), button.content.role == pressed,
      button.content.command == command, button.isEnabled
    else { return nil }
    return button.content.command
  }

  /// It no longer holds the list or a ring, wherever it came up.
  package mutating func dropAll(on composer: FrameComposer) {
    ring = nil
    dropList(on: composer)
  }

  /// It holds nothing any more, and what it was on does nothing.
  package mutating func release(on composer: FrameComposer) {
    (pressed, position) = (nil, nil)
    dropAll(on: composer)
  }

  private mutating func dropList(on composer: FrameComposer) {
    list.drop(on: composer.listPlacement)
  }

  /// A wheel has turned by so many notches, down from 1 on, at `point`: a row each, where that is on the list, and a per
  /// cent each, where it is on a ring, which it returns as what that does.
  package mutating func scroll(by notches: Int, at point: Point, on composer: FrameComposer)
    -> Command?
  {
    if let target = composer.ring(at: point), target.turns != nil, ring == nil {
      return .turnRing(target.index, percents: -max(-1000, min(notches, 1000)))
    }
    guard let list = composer.listPlacement, list.canScroll, !self.list.isHeld,
      list.frame.contains(point)
    else {
      return nil
    }
    self.list.scroll(by: notches, on: list)
    return nil
  }

  /// A key scrolls the list.
  package mutating func scroll(_ step: ListStep, on composer: FrameComposer) {
    guard let list = composer.listPlacement, !self.list.isHeld else { return }
    self.list.scroll(step, on: list)
  }

  /// Takes note of what `model` lists: a list that is no longer the same is not scrolled.
  package mutating func settle(on model: Model) {
    list.settle(on: ListExtent(of: model))
  }
}
