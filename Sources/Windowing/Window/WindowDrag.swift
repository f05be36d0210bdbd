import CX11
import Geometry

/// A press of a button that moves a window, or an edge of it, once the pointer has gone a few pixels.
struct WindowDrag {
  /// Who moves the window.
  private enum Stage {
    /// Nobody yet: the pointer has hardly moved, and it may become a click.
    case armed
    /// The window manager.
    case handedOver
    /// This program, from this place and size of the window on.
    case following(PixelRect)
  }

  private let press: PointerPress
  /// The edge that is moved; nil for all of the window.
  private let edge: WindowEdge?
  private let connection: Connection
  private let window: XID
  private var stage = Stage.armed

  /// How far the pointer goes before a press becomes a move, in user units.
  private static let threshold = 3.0

  init(_ press: PointerPress, at edge: WindowEdge?, connection: Connection, window: XID) {
    self.press = press
    self.edge = edge
    self.connection = connection
    self.window = window
  }

  /// Carries the drag on to `position` of the screen; false while it may still become a click.
  mutating func carryOn(to position: Point, placement: Placement) -> Bool {
    let dx = position.x - press.rootPosition.x
    let dy = position.y - press.rootPosition.y
    if case .armed = stage {
      let threshold = WindowDrag.threshold * connection.scale
      guard dx * dx + dy * dy > threshold * threshold else { return false }
      begin(at: placement)
    }
    guard case .following(let start) = stage else { return true }
    if let edge {
      placement.moveResize(edge.resized(start, dx: Int(dx), dy: Int(dy), least: placement.leastSize))
    } else {
      connection.use {
        XMoveWindow($0, window, Int32(clamping: start.x + Int(dx)), Int32(clamping: start.y + Int(dy)))
      }
    }
    return true
  }

  /// Ends the drag where `release` is that of its button; false where it is not.
  func end(_ release: PointerPress) -> Bool {
    guard press.button == release.button else { return false }
    // The button went up before the window manager had the pointer: it would wait for that for ever.
    if case .handedOver = stage { sendMoveRequest(release, direction: 11) }
    return true
  }

  private mutating func begin(at placement: Placement) {
    if connection.windowManagerSupports(.netWMMoveResize) {
      // Our press holds the pointer, and the window manager could not take it.
      connection.use { XUngrabPointer($0, Time(press.time)) }
      sendMoveRequest(press, direction: edge?.rawValue ?? 8)
      stage = .handedOver
    } else if let (x, y) = placement.requestable() {
      let size = placement.size
      stage = .following(PixelRect(x: x, y: y, width: size.width, height: size.height))
    }
  }

  /// Directions below 8 ask for a move of an edge, 8 for one of the window, 11 takes the wish back.
  private func sendMoveRequest(_ press: PointerPress, direction: Int) {
    connection.askWindowManager(
      .netWMMoveResize, about: window,
      (Int(press.rootPosition.x), Int(press.rootPosition.y), direction, press.button.rawValue, 1))
    connection.flush()
  }
}
