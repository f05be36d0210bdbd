package import Geometry
package import Session

/// The pointer, what it holds, the scrolled list, and the button with keyboard focus.
package struct Pointer: Equatable, Sendable {
  /// In device pixels; nil outside the window.
  package private(set) var position: Point?
  /// The button pressed and still held, as it was then.
  private(set) var pressed: ButtonContent?
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

  package mutating func move(to point: Point?, on composer: FrameComposer) {
    position = point
    guard let point else { return }
    ring?.drag(to: point)
    if let list = composer.list { self.list.drag(to: point.y, on: list) }
  }

  /// Presses the button of `command` for a moment, after its key.
  package mutating func strike(_ command: Command, on composer: FrameComposer) {
    let button = composer.buttons.first { $0.isEnabled && $0.content.command == command }
    if let button { strike(button) }
  }

  package mutating func moveFocus(_ direction: Direction, on composer: FrameComposer) {
    let all = composer.buttons
    let index = all.firstIndex { $0.content.role == focus }
    let next = all.nextIndex(after: index, direction.rawValue, where: \.isEnabled)
    if let next { focus = all[next].content.role }
  }

  package func focusedButton(on composer: FrameComposer) -> Button? {
    composer.buttons.first { $0.content.role == focus }
  }

  package mutating func dropFocus() { focus = nil }

  /// Drops the focus if its button is gone; a button with another meaning keeps it.
  package mutating func keepFocus(on composer: FrameComposer) {
    if let focus, !composer.hasButton(focus) { self.focus = nil }
  }

  /// Presses the focused button for a moment, after Return, and returns its command.
  package mutating func pressFocus(on composer: FrameComposer) -> Command? {
    guard let button = focusedButton(on: composer), button.isEnabled else { return nil }
    strike(button)
    return button.content.command
  }

  private mutating func strike(_ button: Button) {
    strike = Strike(role: button.content.role, number: (strike?.number ?? 0) + 1)
  }

  /// Returns whether the pointer holds a button, a list or a ring; else it holds the window itself.
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

  /// Returns the command of the held ring, or of the button there if it was pressed with the same
  /// meaning: pressing Lap never resets.
  package mutating func release(at point: Point, on composer: FrameComposer) -> Command? {
    position = point
    defer { (pressed, ring) = (nil, nil) }
    list.drop()
    if var ring {
      ring.drag(to: point)
      return ring.command
    }
    guard case .button(let button) = composer.target(at: point), button.isEnabled,
      button.content.role == pressed?.role, button.content.command == pressed?.command
    else { return nil }
    return button.content.command
  }

  package mutating func dropAll() {
    ring = nil
    list.drop()
  }

  package mutating func release() {
    (pressed, position) = (nil, nil)
    dropAll()
  }

  /// Handles the wheel at `point`; `notches` are positive downward. Scrolls the list there by a row
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

  package mutating func settle(on model: Model) { list.settle(on: ListExtent(of: model)) }
}

extension Array {
  /// Wraps around; starts from the end if `place` is nil.
  func nextIndex(after place: Int?, _ step: Int, where isAllowed: (Element) -> Bool) -> Int? {
    let start = place ?? (step > 0 ? -1 : count)
    return indices.lazy.map { (start + step * ($0 + 1) + 2 * count) % count }
      .first { isAllowed(self[$0]) }
  }
}
