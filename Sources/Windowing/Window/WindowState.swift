import CX11
package import Geometry

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
  /// The last part of a _NET_WM_WINDOW_TYPE, in lower case.
  package var kind = "normal"
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

  /// Moves a window of which less than half could be seen onto a monitor.
  package mutating func stayInView(on connection: Connection) {
    guard position != nil else { return }
    let place = PlaceBook.broughtBack(rect, to: connection.monitors())
    position = (place.x, place.y)
  }

  /// Moves a dock or desktop, which no window manager places, out of the panels' way.
  package mutating func stayInWorkArea(on connection: Connection) {
    guard ["dock", "desktop"].contains(kind), let area = connection.workArea() else { return }
    let (x, y) = position ?? (area.x, area.y)
    position = (max(area.x, min(x, area.maxX - width)), max(area.y, min(y, area.maxY - height)))
  }
}

package struct WindowState: Equatable, Sendable {
  /// The contents' rectangle on the screen, in pixels; of a filling window, where it returns to.
  package var rect: PixelRect
  package var states: WindowStates
  /// The number of its desktop, from 0; nil for none or all.
  package var desktop: Int?
}

/// A window's position on each set of monitors, and its states, as text; the last used set first.
///
///     as 258 2
///     above on off
///     1920x1080+0+0,1280x1024+1920+0 840x480+310+57 1.0
///
/// The first line has `WindowStates` and the desktop; the second whether the user keeps it above, and
/// what the configuration said then. The others have the monitors from the left
/// and the top, the contents, both in device pixels, and the scale. Invalid ones are ignored.
package struct PlaceBook: Equatable, Sendable {
  private struct Entry: Equatable {
    var monitors: String
    var rect: PixelRect
    /// Device pixels per user unit, 0.25...16.
    var scale: Double
  }

  private var entries: [Entry] = []
  package private(set) var states: WindowStates?
  package private(set) var desktop: Int?
  private var above: (isChosen: Bool, isConfigured: Bool)?

  package static func == (left: PlaceBook, right: PlaceBook) -> Bool { left.text == right.text }

  static let maxSets = 16

  package init(_ text: String) {
    for line in text.split(separator: "\n") where entries.count < PlaceBook.maxSets {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3 else { continue }
      if words[0] == "as", let number = UInt16(words[1]) {
        states = WindowStates(rawValue: number).intersection(.lasting)
        desktop = UInt16(words[2]).map { Int($0) }
      } else if words[0] == "above", let chosen = PlaceBook.words.firstIndex(of: words[1]),
        let configured = PlaceBook.words.firstIndex(of: words[2])
      {
        above = (chosen == 1, configured == 1)
      } else if let rect = PixelRect(geometry: words[1]), let scale = Double(words[2]),
        (0.25...16).contains(scale), !entries.contains(where: { $0.monitors == words[0] })
      {
        entries.append(Entry(monitors: String(words[0]), rect: rect, scale: scale))
      }
    }
  }

  package var text: String {
    let lines = entries.map { "\($0.monitors) \($0.rect.geometry) \($0.scale)\n" }
    let choice = above.map { [$0.isChosen, $0.isConfigured].map { PlaceBook.words[$0 ? 1 : 0] } }
    return (states.map { "as \($0.rawValue) \(desktop ?? -1)\n" } ?? "")
      + (choice.map { "above \($0[0]) \($0[1])\n" } ?? "") + lines.joined()
  }

  private static let words: [Substring] = ["off", "on"]

  /// Remembers that the user keeps the window above others, or not.
  package mutating func choose(above isChosen: Bool, configured: Bool) {
    above = (isChosen, configured)
  }

  /// Forgets what the user has chosen if the configuration no longer says what it said then.
  package mutating func forgetAbove(unlessConfigured isConfigured: Bool) {
    if above?.isConfigured != isConfigured { above = nil }
  }

  /// What the user has chosen, if that still counts.
  package var chosenAbove: Bool? { above?.isChosen }

  /// Returns the window's position on these monitors, moved to where it can be seen. It keeps its
  /// size in user units. On unknown monitors it has the last position and size.
  package func place(
    on monitors: [PixelRect], scale: Double
  ) -> (rect: PixelRect, isKnown: Bool)? {
    let name = PlaceBook.name(of: monitors)
    let known = entries.first { $0.monitors == name }
    guard let entry = known ?? entries.first else { return nil }
    func length(_ old: Int) -> Int { max(1, Int((Double(old) * scale / entry.scale).rounded())) }
    var rect = PlaceBook.broughtBack(entry.rect, to: monitors)
    (rect.width, rect.height) = (length(rect.width), length(rect.height))
    return (rect, known != nil)
  }

  package mutating func record(_ state: WindowState, scale: Double, on monitors: [PixelRect]) {
    (states, desktop) = (state.states, state.desktop)
    guard !monitors.isEmpty else { return }
    let name = PlaceBook.name(of: monitors)
    entries.removeAll { $0.monitors == name }
    entries.insert(Entry(monitors: name, rect: state.rect, scale: scale), at: 0)
    entries = Array(entries.prefix(PlaceBook.maxSets))
  }

  private static func name(of monitors: [PixelRect]) -> String {
    monitors.sorted { ($0.x, $0.y, $0.width, $0.height) < ($1.x, $1.y, $1.width, $1.height) }
      .map(\.geometry).joined(separator: ",")
  }

  /// Moves `rect` onto the monitor that shows most of it, if less than half of it can be seen.
  fileprivate static func broughtBack(_ rect: PixelRect, to monitors: [PixelRect]) -> PixelRect {
    let seen = monitors.reduce(0) { $0 + $1.intersection(rect).area }
    return seen * 2 < rect.area ? rect.broughtIntoView(of: monitors) : rect
  }
}

extension PixelRect {
  /// Returns the rectangle, moved onto the monitor that shows most of it unless all of it can be seen.
  func broughtIntoView(of monitors: [PixelRect]) -> PixelRect {
    let monitor = monitors.max { $0.intersection(self).area < $1.intersection(self).area }
    guard let monitor, !isCovered(by: monitors) else { return self }
    var moved = self
    moved.x = max(monitor.x, min(x, monitor.maxX - width))
    moved.y = max(monitor.y, min(y, monitor.maxY - height))
    return moved
  }

  fileprivate var geometry: String {
    func signed(_ value: Int) -> String { value < 0 ? "\(value)" : "+\(value)" }
    return "\(width)x\(height)\(signed(x))\(signed(y))"
  }

  fileprivate init?(geometry text: Substring) {
    var (x, y): (Int32, Int32) = (0, 0)
    var (width, height): (UInt32, UInt32) = (0, 0)
    let found = XParseGeometry(String(text), &x, &y, &width, &height)
    let all = WidthValue | HeightValue | XValue | YValue
    guard found & all == all, (1...32767).contains(width), (1...32767).contains(height),
      (-32767...32767).contains(x), (-32767...32767).contains(y)
    else { return nil }
    self.init(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }
}
