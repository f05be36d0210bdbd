package import Geometry
package import Session

/// The pointer, what it holds, the scrolled list, and the keyboard focus.
package struct Pointer: Equatable, Sendable {
  /// In device pixels; nil outside the window.
  package private(set) var position: Point?
  /// The button pressed and still held, as it was then.
  private(set) var pressed: ButtonContent?
  /// Whether its command is done: the release does nothing more.
  private var hasActed = false
  package var focus: Element.ID?
  /// Whether it has moved or pressed in the window: one that opens under the pointer stays quiet.
  private var isUsed = false
  package var list = ListScroll()
  private(set) var ring: RingGrip?
  private(set) var rim: RimGrip?
  /// The number of the drag that the newest press may begin.
  private var drag = 0
  /// The lap whose row is pressed.
  private var lap: Int?
  /// The ring whose name was clicked last, and when, in the server's milliseconds.
  private var clickedName: NameClick?

  private struct NameClick: Equatable {
    var ring: RingID
    var time: UInt32
  }

  /// How long after a click another one makes it a double click, in milliseconds; GTK's and Qt's default.
  private static let doubleClick: UInt32 = 400

  package init() {}

  /// Returns the command of the held ring or rim. If the button is not down, its release may have gone to another window.
  @discardableResult
  package mutating func move(to point: Point?, isDown: Bool = true) -> Command? {
    isUsed = point != nil && (isUsed || position != nil && position != point)
    position = point
    if !isDown { (ring, rim) = (nil, nil) }
    guard let point else { return nil }
    return ring?.drag(to: point) ?? rim?.drag(to: point)
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
    let all = composer.elements.focusable
    let group = (all.first { $0.id == focus } ?? all.first)?.focusGroup
    let reachable = inGroup ? all.filter { $0.focusGroup == group } : all
    let index = reachable.firstIndex { $0.id == focus }
    let next = reachable.nextIndex(after: index, direction.rawValue, where: \.isEnabled)
    if let next { focus = reachable[next].id }
  }

  /// Removes the focus from a ring that is no longer shown.
  package mutating func settle(on rings: RingSet) {
    if case .ring(let id) = focus, rings[id] == nil { focus = nil }
  }

  package func focusedCommand(on composer: FrameComposer) -> Command? {
    guard let focus, let element = composer.elements[focus], element.isEnabled,
      case .press(let content) = element.action
    else { return nil }
    return content.command
  }

  /// The ring with the keyboard focus.
  package var focusedRing: RingID? { if case .ring(let id) = focus { id } else { nil } }

  /// Returns whether the pointer holds a button, a ring, the rim or a lap; else it holds the window itself.
  package mutating func press(at point: Point, on composer: FrameComposer) -> Bool {
    release()
    (position, isUsed, drag) = (point, true, drag + 1)
    switch composer.element(at: point)?.action {
    case .press(let content): pressed = content
    case .ring(let target): ring = RingGrip(target, at: point, drag: drag)
    case .rim(let target): rim = RimGrip(target, at: point, drag: drag)
    case .list(_, let lap?): self.lap = lap
    case .swallow, .text: break
    case .list, .count, .choose, nil: return false
    }
    return true
  }

  /// Returns the command of the button that was just pressed if it starts, stops or takes a lap: these count from the
  /// press. Any other command waits for the release, which may be elsewhere.
  package mutating func act(on composer: FrameComposer) -> Command? {
    guard let position, let pressed, pressed.command.isTimed, !hasActed,
      composer.element(at: position)?.isEnabled == true
    else { return nil }
    hasActed = true
    return pressed.command
  }

  /// Returns the command of the held ring or rim, or of the button or the lap there if it was pressed with the
  /// same meaning: pressing Lap never resets.
  package mutating func release(
    at point: Point, on composer: FrameComposer, time: UInt32 = 0
  ) -> Command? {
    position = point
    let lastClick = clickedName
    clickedName = nil
    defer { (pressed, ring, rim, lap, hasActed) = (nil, nil, nil, nil, false) }
    if rim != nil { return rim?.drag(to: point) }
    if var ring {
      if let command = ring.drag(to: point) { return command }
      let id = ring.target.id
      guard ring.target.isName else { return .selectRing(id) }
      clickedName = NameClick(ring: id, time: time)
      // The first click has selected the ring; the second one must not take that back.
      let isDouble =
        lastClick.map { $0.ring == id && time &- $0.time <= Pointer.doubleClick } ?? false
      return isDouble ? .edit(.begin(.ringName(id))) : .selectRing(id)
    }
    if hasActed { return nil }
    let element = composer.element(at: point)
    if let lap, case .list(_, lap) = element?.action { return .edit(.begin(.lapName(lap))) }
    guard let element, element.isEnabled, case .press(let content) = element.action,
      content.role == pressed?.role, content.command == pressed?.command
    else { return nil }
    return content.command
  }

  package mutating func release() {
    (pressed, position, isUsed, ring, rim, lap) = (nil, nil, false, nil, nil, nil)
    hasActed = false
  }

  /// Handles the wheel at `point`; `notches` are positive downward. Scrolls the list there by a row
  /// each, or returns the command that turns the ring there by a per cent each.
  package mutating func scroll(by notches: Int, at point: Point, on composer: FrameComposer)
    -> Command?
  {
    switch composer.element(at: point)?.action {
    case .ring(let target) where target.turns != nil && ring == nil:
      return .turnRing(target.id, percents: -max(-1000, min(notches, 1000)))
    case .list(let list, _): self.list.scroll(by: notches, on: list)
    default: break
    }
    return nil
  }

  package mutating func scroll(_ step: ListStep, on composer: FrameComposer) {
    if let list = composer.elements.list { self.list.scroll(step, on: list) }
  }
}

extension Command {
  /// Whether the moment of the command is what counts.
  fileprivate var isTimed: Bool {
    switch self {
    case .start, .stop, .toggle, .lap: true
    default: false
    }
  }
}
