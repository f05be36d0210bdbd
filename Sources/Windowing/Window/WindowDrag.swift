import CX11
import Geometry

/// A drag that moves a window, or an edge of it, once the pointer has moved a few pixels.
struct WindowDrag {
  private enum Stage {
    case armed
    /// The pointer is here; the server has to be asked who moves the window.
    case due(Point)
    case handedOver
    /// This program moves the window, which started from this rectangle.
    case following(PixelRect)
  }

  private let press: PointerPress
  /// The edge that is moved; nil for the whole window.
  private let edge: WindowEdge?
  private let target: ServerWindow
  private let placement: Placement
  private var stage = Stage.armed

  /// The distance at which a press becomes a drag, in user units.
  private static let threshold = 3.0
  /// Directions of _NET_WM_MOVERESIZE; those of edges are smaller.
  private static let moveDirection = 8
  private static let cancelDirection = 11

  init(_ press: PointerPress, at edge: WindowEdge?, of target: ServerWindow, _ placement: Placement)
  {
    (self.press, self.edge) = (press, edge)
    (self.target, self.placement) = (target, placement)
  }

  /// Continues the drag to a position on the screen; returns false while it may become a click.
  mutating func carryOn(to position: Point) -> Bool {
    switch stage {
    case .armed:
      let threshold = WindowDrag.threshold * target.connection.scale
      guard position.distance(to: press.rootPosition) > threshold else { return false }
      stage = .due(position)
    case .due: stage = .due(position)
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

  /// Ends the drag if its button was released; returns whether it has ended.
  mutating func end(_ release: PointerPress) -> Bool {
    guard press.button == release.button else { return false }
    // We got the release, so the window manager would wait for it for ever.
    if case .handedOver = stage {
      sendMoveRequest(release, direction: WindowDrag.cancelDirection)
    }
    return true
  }

  var isDue: Bool { if case .due = stage { true } else { false } }

  /// Finds out who moves the window, and begins; takes round trips.
  mutating func begin() {
    guard case .due(let position) = stage else { return }
    if target.connection.windowManagerSupports(._NET_WM_MOVERESIZE) {
      stage = .handedOver
      // Our press has grabbed the pointer, and the window manager could not.
      XUngrabPointer(target.connection.display, Time(press.time))
      sendMoveRequest(press, direction: edge?.rawValue ?? WindowDrag.moveDirection)
    } else {
      let start = placement.requestable()
      stage = .following(start)
      follow(to: position, from: start)
    }
  }

  private func sendMoveRequest(_ press: PointerPress, direction: Int) {
    target.connection.askWindowManager(
      ._NET_WM_MOVERESIZE, about: target.identifier,
      (Int(press.rootPosition.x), Int(press.rootPosition.y), direction, press.button.rawValue, 1))
  }
}
