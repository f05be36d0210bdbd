import CX11
package import Geometry

/// What a window is to the window manager (_NET_WM_WINDOW_TYPE).
package enum WindowKind: String, Sendable { case normal, utility, desktop, dock }

/// States that the window manager keeps for a window.
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
  /// An icon, or hidden.
  static let iconic = WindowStates(rawValue: 512)

  /// Those in which the window fills the screen or a side of it.
  static let filling: WindowStates = [.fullScreen, .maximizedAcross, .maximizedDown]
  /// Those that outlast a session of the desktop.
  static let lasting: WindowStates = [.filling, .above, .below, .sticky, .iconic]

  /// The names of those that _NET_WM_STATE has.
  private static let names: [(state: WindowStates, name: AtomName)] = [
    (.fullScreen, .netWMStateFullscreen), (.above, .netWMStateAbove), (.below, .netWMStateBelow),
    (.sticky, .netWMStateSticky), (.skipTaskbar, .netWMStateSkipTaskbar),
    (.skipPager, .netWMStateSkipPager), (.demandsAttention, .netWMStateDemandsAttention),
    (.maximizedAcross, .netWMStateMaximizedHorz), (.maximizedDown, .netWMStateMaximizedVert),
  ]

  /// Those among the `names` of _NET_WM_STATE.
  init(names: [Atom], on connection: Connection) {
    self.init(
      WindowStates.names.filter { names.contains(connection.atoms[$0.name]) }.map(\.state))
  }

  func names(on connection: Connection) -> [Atom] {
    WindowStates.names.filter { contains($0.state) }.map { connection.atoms[$0.name] }
  }
}

/// How to create a window. Sizes and positions are device pixels.
package struct WindowOptions: Sendable {
  package var title: String
  /// The name of this window for the rules of window managers (WM_CLASS).
  package var instanceName = "segclock"
  package var width: Int
  package var height: Int
  /// The top left corner of the contents on the screen; nil lets the window manager choose.
  package var position: (x: Int, y: Int)?
  package var background = Color.white
  package var kind = WindowKind.normal
  package var states: WindowStates = []
  /// The number of the desktop, from 0; nil for the one that is shown.
  package var desktop: Int?
  package var isDecorated = true
  /// The opacity of the whole window under a compositor, 0...1.
  package var opacity = 1.0
  /// Whether pixels have an alpha for a compositor; ignored where the server has no such visual.
  package var isTranslucent = false
  package var isClickThrough = false
  package var startup: StartupNotice?
  package var presentation = Presentation.automatic

  package init(title: String, width: Int, height: Int) {
    (self.title, self.width, self.height) = (title, width, height)
  }

  /// Moves a window that no window manager places, a dock or desktop, out of the panels' way.
  package mutating func stayInWorkArea(on connection: Connection) {
    guard kind == .dock || kind == .desktop, let area = connection.workArea() else { return }
    let (x, y) = position ?? (area.x, area.y)
    position = (max(area.x, min(x, area.maxX - width)), max(area.y, min(y, area.maxY - height)))
  }
}
