package import Geometry
package import Session

package enum Focus: Hashable, Sendable {
  case button(ButtonContent.Role)
  case ring(Int)

  package var ring: Int? { if case .ring(let index) = self { index } else { nil } }
}

/// The pointer, what it holds, the scrolled list, and the keyboard focus.
package struct Pointer: Equatable, Sendable {
  /// In device pixels; nil outside the window.
  package private(set) var position: Point?
  /// The button pressed and still held, as it was then.
  private(set) var pressed: ButtonContent?
  package var focus: Focus?
  /// Whether it has moved or pressed in the window: one that opens under the pointer stays quiet.
  private var isUsed = false
  package var list = ListScroll()
  private(set) var ring: RingGrip?
  private(set) var rim: RimGrip?
  /// The lap whose row is pressed.
  private var lap: Int?
  /// The ring whose name was clicked last, and when, in the server's milliseconds.
  private var clickedName: NameClick?

  private struct NameClick: Equatable {
    var ring: Int
    var time: UInt32
  }

  /// How long after a click another one makes it a double click, in milliseconds; GTK's and Qt's default.
  private static let doubleClick: UInt32 = 400

  package init() {}

  /// Returns the command of the held rim. If the button is not down, its release may have gone to another window.
  @discardableResult
  package mutating func move(to point: Point?, isDown: Bool = true) -> Command? {
    isUsed = point != nil && (isUsed || position != nil && position != point)
    position = point
    if !isDown { (ring, rim) = (nil, nil) }
    guard let point else { return nil }
    ring?.drag(to: point)
    return rim?.drag(to: point)
  }

  func moved(by drift: Drift) -> Pointer {
    var copy = self
    copy.position = position?.moved(by: drift)
    return copy
  }

  var isPresent: Bool { isUsed || focus != nil }

  package mutating func moveFocus(
    _ direction: Direction?, inGroup: Bool = false, on composer: FrameComposer
  ) {
    guard let direction else { return focus = nil }
    let groups = composer.focusGroups
    let group = groups.first { $0.contains { $0.focus == focus } } ?? groups.first ?? []
    let all = inGroup ? group : groups.flatMap { $0 }
    let index = all.firstIndex { $0.focus == focus }
    let next = all.nextIndex(after: index, direction.rawValue) { $0.isEnabled }
    if let next { focus = all[next].focus }
  }

  package func focusedCommand(on composer: FrameComposer) -> Command? {
    composer.buttons.first { $0.isEnabled && .button($0.content.role) == focus }?.content.command
  }

  /// Returns whether the pointer holds a button, a ring, the rim or a lap; else it holds the window itself.
  package mutating func press(at point: Point, on composer: FrameComposer) -> Bool {
    release()
    (position, isUsed) = (point, true)
    switch composer.target(at: point) {
    case .button(let button): pressed = button.content
    case .ring(let target): ring = RingGrip(target, at: point)
    case .rim(let target): rim = RimGrip(target, at: point)
    case .list(_, let lap?): self.lap = lap
    case .nearMiss, .text: break
    case .list, .digit, nil: return false
    }
    return true
  }

  /// Returns the command of the held ring or rim, or of the button or the lap there if it was pressed with the
  /// same meaning: pressing Lap never resets.
  package mutating func release(
    at point: Point, on composer: FrameComposer, time: UInt32 = 0
  ) -> Command? {
    position = point
    let lastClick = clickedName
    clickedName = nil
    defer { (pressed, ring, rim, lap) = (nil, nil, nil, nil) }
    if rim != nil { return rim?.drag(to: point) }
    if var ring {
      ring.drag(to: point)
      guard ring.target.isName, case .selectRing(let index?, _) = ring.command else {
        return ring.command
      }
      clickedName = NameClick(ring: index, time: time)
      // The first click has selected the ring; the second one must not take that back.
      let isDouble =
        lastClick.map { $0.ring == index && time &- $0.time <= Pointer.doubleClick } ?? false
      return isDouble ? .edit(.begin(.ringName(index))) : ring.command
    }
    let target = composer.target(at: point)
    if let lap, case .list(_, lap) = target { return .edit(.begin(.lapName(lap))) }
    guard case .button(let button) = target, button.isEnabled,
      button.content.role == pressed?.role, button.content.command == pressed?.command
    else { return nil }
    return button.content.command
  }

  package mutating func release() {
    (pressed, position, isUsed, ring, rim, lap) = (nil, nil, false, nil, nil, nil)
  }

  /// Handles the wheel at `point`; `notches` are positive downward. Scrolls the list there by a row
  /// each, or returns the command that turns the ring there by a per cent each.
  package mutating func scroll(by notches: Int, at point: Point, on composer: FrameComposer)
    -> Command?
  {
    switch composer.target(at: point) {
    case .ring(let target) where target.turns != nil && ring == nil:
      return .turnRing(target.index, percents: -max(-1000, min(notches, 1000)))
    case .list(let list, _): self.list.scroll(by: notches, on: list)
    default: break
    }
    return nil
  }

  package mutating func scroll(_ step: ListStep, on composer: FrameComposer) {
    if let list = composer.list { self.list.scroll(step, on: list) }
  }
}
