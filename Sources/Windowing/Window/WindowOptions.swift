import CX11
import Geometry

/// The window type for the window manager (_NET_WM_WINDOW_TYPE).
package enum WindowKind: String, Sendable { case normal, utility, desktop, dock }

package struct WindowStates: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let fullScreen = WindowStates(rawValue: 1)
  package static let above = WindowStates(rawValue: 2)
  package static let below = WindowStates(rawValue: 4)
  package static let sticky = WindowStates(rawValue: 8)
  package static let skipTaskbar = WindowStates(rawValue: 16)
  package static let skipPager = WindowStates(rawValue: 32)
  package static let demandsAttention = WindowStates(rawValue: 64)
  static let maximizedAcross = WindowStates(rawValue: 128)
  static let maximizedDown = WindowStates(rawValue: 256)
  static let iconic = WindowStates(rawValue: 512)

  static let filling: WindowStates = [.fullScreen, .maximizedAcross, .maximizedDown]
  static let lasting: WindowStates = [.filling, .above, .below, .sticky, .iconic]

  private static let names: [(state: WindowStates, name: AtomName)] = [
    (.fullScreen, ._NET_WM_STATE_FULLSCREEN), (.above, ._NET_WM_STATE_ABOVE),
    (.below, ._NET_WM_STATE_BELOW),
    (.sticky, ._NET_WM_STATE_STICKY), (.skipTaskbar, ._NET_WM_STATE_SKIP_TASKBAR),
    (.skipPager, ._NET_WM_STATE_SKIP_PAGER), (.demandsAttention, ._NET_WM_STATE_DEMANDS_ATTENTION),
    (.maximizedAcross, ._NET_WM_STATE_MAXIMIZED_HORZ),
    (.maximizedDown, ._NET_WM_STATE_MAXIMIZED_VERT),
  ]

  init(names: [Atom], on connection: Connection) {
    self.init(
      WindowStates.names.filter { names.contains(connection.atoms[$0.name]) }.map(\.state))
  }

  func names(on connection: Connection) -> [Atom] {
    WindowStates.names.filter { contains($0.state) }.map { connection.atoms[$0.name] }
  }
}

/// The options of a new window. Sizes and positions are in device pixels.
package struct WindowOptions: Sendable {
  package var title: String
  /// The instance name in WM_CLASS, for rules of window managers.
  package var instanceName = "segclock"
  package var width: Int
  package var height: Int
  /// The contents' top left corner on the screen; nil lets the window manager choose.
  package var position: (x: Int, y: Int)?
  package var kind = WindowKind.normal
  package var states: WindowStates = []
  /// The number of the desktop, from 0; nil for the current one.
  package var desktop: Int?
  package var isDecorated = true
  /// Whether pixels have alpha for a compositor; ignored if the server has no such visual.
  package var isTranslucent = false
  /// Whether pixels go through MIT-SHM if the server can.
  package var sharesMemory = true

  package init(title: String, width: Int, height: Int) {
    (self.title, self.width, self.height) = (title, width, height)
  }

  var rect: PixelRect {
    PixelRect(x: position?.x ?? 0, y: position?.y ?? 0, width: width, height: height)
  }

  /// Moves a dock or desktop, which no window manager places, out of the panels' way.
  package mutating func stayInWorkArea(on connection: Connection) {
    guard kind == .dock || kind == .desktop, let area = connection.workArea() else { return }
    let (x, y) = position ?? (area.x, area.y)
    position = (max(area.x, min(x, area.maxX - width)), max(area.y, min(y, area.maxY - height)))
  }
}
