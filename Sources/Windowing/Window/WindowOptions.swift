package import Geometry

/// What a window is to the window manager.
package enum WindowKind: Hashable, Sendable, CaseIterable {
  /// An ordinary window.
  case normal
  /// A small companion of other windows.
  case utility
  /// Part of the desktop, below all windows.
  case desktop
  /// A panel, above all windows.
  case dock
}

/// States that the window manager keeps for a window (_NET_WM_STATE).
package struct WindowStates: OptionSet, Hashable, Sendable {
  /// One bit a state.
  package let rawValue: UInt16

  /// The states of these bits.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The whole screen, without a frame.
  package static let fullScreen = WindowStates(rawValue: 1)
  /// Above other windows.
  package static let above = WindowStates(rawValue: 2)
  /// Below other windows.
  package static let below = WindowStates(rawValue: 4)
  /// On all desktops.
  package static let sticky = WindowStates(rawValue: 8)
  /// Not in the task bar.
  package static let skipTaskbar = WindowStates(rawValue: 16)
  /// Not in the pager.
  package static let skipPager = WindowStates(rawValue: 32)
  /// In want of somebody to look at it.
  package static let demandsAttention = WindowStates(rawValue: 64)
  /// As wide as the screen.
  static let maximizedAcross = WindowStates(rawValue: 128)
  /// As high as the screen.
  static let maximizedDown = WindowStates(rawValue: 256)

  /// Each state with its name.
  static let names: [(state: WindowStates, name: AtomName)] = [
    (.fullScreen, .netWMStateFullscreen), (.above, .netWMStateAbove), (.below, .netWMStateBelow),
    (.sticky, .netWMStateSticky), (.skipTaskbar, .netWMStateSkipTaskbar),
    (.skipPager, .netWMStateSkipPager),
    (.demandsAttention, .netWMStateDemandsAttention), (.maximizedAcross, .netWMStateMaximizedHorz),
    (.maximizedDown, .netWMStateMaximizedVert),
  ]
}

/// How a window is to be made. Sizes and places are device pixels.
package struct WindowOptions: Sendable {
  /// The text in the title bar.
  package var title: String
  /// The name of this window to the resource database and to rules of window managers.
  package var instanceName: String
  /// The name of this program to the same.
  package var className: String
  /// The width, 1...32767.
  package var width: Int
  /// The height, 1...32767.
  package var height: Int
  /// The least width that the window manager is to allow.
  package var minimumWidth = 1
  /// The least height that the window manager is to allow.
  package var minimumHeight = 1
  /// The place of the top left corner of the contents on the screen; nil lets the window manager choose.
  package var position: (x: Int, y: Int)?
  /// The colour that the server shows where nothing is painted yet.
  package var background = Color.white
  /// What the window is to the window manager.
  package var kind = WindowKind.normal
  /// The states to begin with.
  package var states: WindowStates = []
  /// The number of the desktop to be on, from 0 on; nil for that which is shown.
  package var desktop: Int?
  /// Whether to begin as an icon.
  package var isIconic = false
  /// Whether the window manager is to draw a frame.
  package var isDecorated = true
  /// How opaque a compositor is to show the whole window, 0...1.
  package var opacity = 1.0
  /// Whether pixels have an alpha that a compositor is to respect; ignored where the server has no such visual.
  package var isTranslucent = false
  /// Whether clicks go through the window to what lies below.
  package var isClickThrough = false
  /// The start that the desktop waits for, if it does.
  package var startup: StartupNotice?
  /// The way of painted pixels to the server.
  package var presentation = Presentation.automatic

  /// A window of `width` x `height` with this title and these names.
  package init(
    title: String, instanceName: String = "segclock", className: String = "Segclock", width: Int,
    height: Int
  ) {
    self.title = title
    self.instanceName = instanceName
    self.className = className
    self.width = width
    self.height = height
  }

  /// Moves a window that no window manager places, a panel or a part of the desktop, out of the panels' way.
  package mutating func stayInWorkArea(on connection: Connection) {
    guard kind == .dock || kind == .desktop, let area = connection.workArea() else { return }
    let (x, y) = position ?? (area.x, area.y)
    position = (max(area.x, min(x, area.maxX - width)), max(area.y, min(y, area.maxY - height)))
  }
}
