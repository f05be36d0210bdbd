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
  private let surface: Surface
  private let placement: Placement
  private var stage = Stage.armed

  /// The distance at which a press becomes a drag, in user units.
  private static let threshold = 3.0
  /// Directions of _NET_WM_MOVERESIZE; those of edges are smaller.
  private static let moveDirection = 8
  private static let cancelDirection = 11

  init(_ press: PointerPress, at edge: WindowEdge?, of surface: Surface, _ placement: Placement) {
    (self.press, self.edge) = (press, edge)
    (self.surface, self.placement) = (surface, placement)
  }

  static func begins(_ press: PointerPress, at position: Point, scale: Double) -> Bool {
    position.distance(to: press.rootPosition) > threshold * scale
  }

  /// Continues the drag to a position on the screen; returns false while it may become a click.
  mutating func carryOn(to position: Point) -> Bool {
    switch stage {
    case .armed:
      guard WindowDrag.begins(press, at: position, scale: surface.connection.scale) else {
        return false
      }
      stage = .due(position)
    case .due: stage = .due(position)
    case .handedOver: break
    case .following(let start): move(to: position, from: start)
    }
    return true
  }

  private func move(to position: Point, from start: PixelRect) {
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

  /// Whether this program moves the whole window.
  var isMoving: Bool { if case .following = stage { edge == nil } else { false } }

  /// Finds out who moves the window, and begins; takes round trips.
  mutating func begin() {
    guard case .due(let position) = stage else { return }
    if surface.connection.windowManagerSupports(._NET_WM_MOVERESIZE) {
      stage = .handedOver
      // Our press has grabbed the pointer, and the window manager could not.
      XUngrabPointer(surface.connection.display, Time(press.time))
      sendMoveRequest(press, direction: edge?.rawValue ?? WindowDrag.moveDirection)
    } else {
      let start = placement.requestable()
      stage = .following(start)
      move(to: position, from: start)
    }
  }

  private func sendMoveRequest(_ press: PointerPress, direction: Int) {
    surface.connection.askWindowManager(
      ._NET_WM_MOVERESIZE, about: surface.identifier,
      (Int(press.rootPosition.x), Int(press.rootPosition.y), direction, press.button.rawValue, 1))
  }
}
