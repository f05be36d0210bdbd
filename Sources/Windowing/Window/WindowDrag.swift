import CX11
import Geometry

/// A press of a button that moves a window, or an edge of it, once the pointer has gone a few pixels.
struct WindowDrag {
  private enum Stage {
    /// The pointer has hardly moved: it may become a click.
    case armed
    /// The pointer is here, and the server has to be asked who is to move the window.
    case due(Point)
    /// The window manager moves it.
    case handedOver
    /// This program moves it, from this rectangle on.
    case following(PixelRect)
  }

  private let press: PointerPress
  /// The edge that is moved; nil for all of the window.
  private let edge: WindowEdge?
  private let target: ServerWindow
  private let placement: Placement
  private var stage = Stage.armed
  /// Whether the button went up before it was known who moves the window.
  private(set) var isReleased = false

  /// How far the pointer goes before a press becomes a move, in user units.
  private static let threshold = 3.0
  /// Directions of _NET_WM_MOVERESIZE; those of edges are below them.
  private static let moveDirection = 8
  private static let cancelDirection = 11

  init(_ press: PointerPress, at edge: WindowEdge?, of target: ServerWindow, _ placement: Placement)
  {
    (self.press, self.edge) = (press, edge)
    (self.target, self.placement) = (target, placement)
  }

  /// Carries the drag on to `position` of the screen; false while it may still become a click.
  mutating func carryOn(to position: Point) -> Bool {
    switch stage {
    case .armed:
      let (dx, dy) = (position.x - press.rootPosition.x, position.y - press.rootPosition.y)
      let threshold = WindowDrag.threshold * target.connection.scale
      guard dx * dx + dy * dy > threshold * threshold else { return false }
      stage = .due(position)
    case .due: if !isReleased { stage = .due(position) }
    case .handedOver: break
    case .following(let start): follow(to: position, from: start)
    }
    return true
  }

  private func follow(to position: Point, from start: PixelRect) {
    let dx = Int(position.x - press.rootPosition.x)
    let dy = Int(position.y - press.rootPosition.y)
    if let edge {
      placement.moveResize(edge.resized(start, dx: dx, dy: dy))
    } else {
      placement.move(to: start.offset(dx: dx, dy: dy))
    }
  }

  /// Ends the drag where `release` is that of its button; false where it is not.
  mutating func end(_ release: PointerPress) -> Bool {
    guard press.button == release.button else { return false }
    switch stage {
    // The button went up before the window manager had the pointer: it would wait for ever.
    case .handedOver: sendMoveRequest(release, direction: WindowDrag.cancelDirection)
    case .due:
      isReleased = true
      return false
    case .armed, .following: break
    }
    return true
  }

  var isDue: Bool { if case .due = stage { true } else { false } }

  /// Asks who is to move the window, and begins to move it; takes round trips.
  mutating func begin() {
    guard case .due(let position) = stage else { return }
    // No window manager takes a pointer whose button is up.
    if !isReleased, target.connection.windowManagerSupports(.netWMMoveResize) {
      stage = .handedOver
      // Our press holds the pointer, and the window manager could not take it.
      target.connection.use { XUngrabPointer($0, Time(press.time)) }
      sendMoveRequest(press, direction: edge?.rawValue ?? WindowDrag.moveDirection)
    } else {
      let start = placement.requestable()
      stage = .following(start)
      follow(to: position, from: start)
    }
  }

  private func sendMoveRequest(_ press: PointerPress, direction: Int) {
    target.connection.askWindowManager(
      .netWMMoveResize, about: target.identifier,
      (Int(press.rootPosition.x), Int(press.rootPosition.y), direction, press.button.rawValue, 1))
    target.connection.flush()
  }
}
