package import Geometry
package import Session

/// The pointer, what it holds, the scrolled list, and the button with keyboard focus.
package struct Pointer: Equatable, Sendable {
  /// In device pixels; nil outside the window.
  package private(set) var position: Point?
  /// The button it went down on and still holds, as that was then.
  private(set) var pressed: ButtonContent?
  /// The button whose key was struck last.
  private(set) var strike: Strike?
  private(set) var focus: ButtonContent.Role?
  package private(set) var list = ListScroll()
  private(set) var ring: RingGrip?

  struct Strike: Equatable {
    let role: ButtonContent.Role
    let number: Int
  }

  package init() {}

  package mutating func move(to point: Point?) { position = point }

  func moved(by drift: Drift) -> Pointer {
    var copy = self
    copy.position = position?.moved(by: drift)
    return copy
  }

  /// The pointer has moved on the panel of `composer`, and drags what it holds.
  package mutating func move(to point: Point?, on composer: FrameComposer) {
    position = point
    guard let point else { return }
    ring?.drag(to: point)
    if let list = composer.list { self.list.drag(to: point.y, on: list) }
  }

  /// A key does `command`, and presses the button with that command for a moment.
  package mutating func strike(_ command: Command, on composer: FrameComposer) {
    let button = composer.buttons.first { $0.isEnabled && $0.content.command == command }
    if let button { strike(button) }
  }

  /// Moves the focus to the next enabled button, around the end.
  package mutating func moveFocus(_ direction: Direction, on composer: FrameComposer) {
    let all = composer.buttons
    let place = all.firstIndex { $0.content.role == focus }
    let next = all.nextIndex(after: place, direction.rawValue, where: \.isEnabled)
    if let next { focus = all[next].content.role }
  }

  package func focusedButton(on composer: FrameComposer) -> Button? {
    composer.buttons.first { $0.content.role == focus }
  }

  package mutating func dropFocus() { focus = nil }

  /// Drops the focus if its button is gone; a button that only has another meaning keeps it.
  package mutating func keepFocus(on composer: FrameComposer) {
    if let focus, !composer.hasButton(focus) { self.focus = nil }
  }

  /// Return is pressed: presses the focused button for a moment, and returns its command.
  package mutating func pressFocus(on composer: FrameComposer) -> Command? {
    guard let button = focusedButton(on: composer), button.isEnabled else { return nil }
    strike(button)
    return button.content.command
  }

  private mutating func strike(_ button: Button) {
    strike = Strike(role: button.content.role, number: (strike?.number ?? 0) + 1)
  }

  /// The pointer has gone down at `point`; returns whether it took hold of a button, a list or a ring.
  /// If not, it holds the window itself.
  package mutating func press(at point: Point, on composer: FrameComposer) -> Bool {
    position = point
    pressed = nil
    switch composer.target(at: point) {
    case .button(let button): pressed = button.content
    case .list(let list): self.list.take(at: point.y, on: list)
    case .ring(let target): ring = RingGrip(target, at: point)
    case nil:
      ring = nil
      return list.isHeld
    }
    return true
  }

  /// The pointer has come up at `point`; returns the command of the ring that it held, or of the button
  /// there if it was pressed with the same meaning: whoever presses Lap never resets.
  package mutating func release(at point: Point, on composer: FrameComposer) -> Command? {
    position = point
    defer { (pressed, ring) = (nil, nil) }
    list.drop(on: composer.list)
    if var ring {
      ring.drag(to: point)
      return ring.command
    }
    guard case .button(let button) = composer.target(at: point), button.isEnabled,
      button.content.role == pressed?.role, button.content.command == pressed?.command
    else { return nil }
    return button.content.command
  }

  /// The pointer no longer holds a list or a ring, wherever it came up.
  package mutating func dropAll(on composer: FrameComposer) {
    ring = nil
    list.drop(on: composer.list)
  }

  /// The pointer holds nothing any more, and has no effect where it is.
  package mutating func release(on composer: FrameComposer) {
    (pressed, position) = (nil, nil)
    dropAll(on: composer)
  }

  /// The wheel has turned by `notches`, positive downwards, at `point`: scrolls the list there by a row
  /// each, or returns the command that turns the ring there by a per cent each.
  package mutating func scroll(by notches: Int, at point: Point, on composer: FrameComposer)
    -> Command?
  {
    switch composer.target(at: point) {
    case .ring(let target) where target.turns != nil && ring == nil:
      return .turnRing(target.index, percents: -max(-1000, min(notches, 1000)))
    case .list(let list) where !self.list.isHeld: self.list.scroll(by: notches, on: list)
    default: break
    }
    return nil
  }

  package mutating func scroll(_ step: ListStep, on composer: FrameComposer) {
    guard let list = composer.list, !self.list.isHeld else { return }
    self.list.scroll(step, on: list)
  }

  /// Resets the scroll position if `model` has another list.
  package mutating func settle(on model: Model) { list.settle(on: ListExtent(of: model)) }
}

extension Array {
  /// The next index from `place` in the direction of `step`, around the end, whose element
  /// `isAllowed`; from the end if `place` is nil.
  func nextIndex(after place: Int?, _ step: Int, where isAllowed: (Element) -> Bool) -> Int? {
    let start = place ?? (step > 0 ? -1 : count)
    return indices.lazy.map { (start + step * ($0 + 1) + 2 * count) % count }
      .first { isAllowed(self[$0]) }
  }
}
