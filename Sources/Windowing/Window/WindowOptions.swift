public import Geometry

/// What a window is to the window manager.
public enum WindowKind: Hashable, Sendable, CaseIterable {
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
public struct WindowStates: OptionSet, Hashable, Sendable {
  /// One bit a state.
  public let rawValue: UInt8

  /// The states of these bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The whole screen, without a frame.
  public static let fullScreen = WindowStates(rawValue: 1)
  /// Above other windows.
  public static let above = WindowStates(rawValue: 2)
  /// Below other windows.
  public static let below = WindowStates(rawValue: 4)
  /// On all desktops.
  public static let sticky = WindowStates(rawValue: 8)
  /// Not in the task bar.
  public static let skipTaskbar = WindowStates(rawValue: 16)
  /// Not in the pager.
  public static let skipPager = WindowStates(rawValue: 32)

  /// Each state with its name.
  static let names: [(state: WindowStates, name: AtomName)] = [
    (.fullScreen, .netWMStateFullscreen), (.above, .netWMStateAbove), (.below, .netWMStateBelow),
    (.sticky, .netWMStateSticky), (.skipTaskbar, .netWMStateSkipTaskbar), (.skipPager, .netWMStateSkipPager),
  ]
}

/// How a window is to be made. Sizes and places are device pixels.
public struct WindowOptions: Sendable {
  /// The text in the title bar.
  public var title: String
  /// The name of this window to the resource database and to rules of window managers.
  public var instanceName: String
  /// The name of this program to the same.
  public var className: String
  /// The width, 1...32767.
  public var width: Int
  /// The height, 1...32767.
  public var height: Int
  /// The least width that the window manager is to allow.
  public var minimumWidth = 1
  /// The least height that the window manager is to allow.
  public var minimumHeight = 1
  /// The place of the top left corner of the contents on the screen; nil lets the window manager choose.
  public var position: (x: Int, y: Int)?
  /// The colour that the server shows where nothing is painted yet.
  public var background = Color.white
  /// What the window is to the window manager.
  public var kind = WindowKind.normal
  /// The states to begin with.
  public var states: WindowStates = []
  /// Whether the window manager is to draw a frame.
  public var isDecorated = true
  /// How opaque a compositor is to show the whole window, 0...1.
  public var opacity = 1.0
  /// Whether pixels have an alpha that a compositor is to respect; ignored where the server has no such visual.
  public var isTranslucent = false
  /// Whether clicks go through the window to what lies below.
  public var isClickThrough = false
  /// The way of painted pixels to the server.
  public var presentation = Presentation.automatic

  /// A window of `width` x `height` with this title and these names.
  public init(
    title: String, instanceName: String = "segclock", className: String = "Segclock", width: Int, height: Int
  ) {
    self.title = title
    self.instanceName = instanceName
    self.className = className
    self.width = width
    self.height = height
  }
}
