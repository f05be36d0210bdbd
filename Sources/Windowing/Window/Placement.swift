import CX11
import Geometry
import Platform

/// Where a window is and how large, and what display shows it.
final class Placement {
  private let connection: Connection
  private let window: XID
  private let events: EventQueue
  private let displays: RefreshWatch
  /// The least width and height that the person may give it, in device pixels.
  let leastSize: (width: Int, height: Int)
  /// The width and height of the contents in device pixels, as last told by the server.
  private(set) var size: (width: Int, height: Int)
  /// The place of the contents' top left corner on the screen in device pixels; nil until known.
  private(set) var position: (x: Int, y: Int)?
  /// How often a second the display under the window's middle shows a picture, as last told by an event.
  private(set) var refreshRate: FrameRate?
  /// The size that the last `resized` has told, or the first one.
  private var toldSize: (width: Int, height: Int)
  /// Whether somebody has put the window into another one, such as a frame.
  private(set) var isReparented = false
  private var rescaling: Rescaling
  private var hasMoved = false
  private var hasScreenChanged = false
  private var hasBegun = false

  init(connection: Connection, window: XID, options: WindowOptions, events: EventQueue) {
    self.connection = connection
    self.window = window
    self.events = events
    size = Placement.held(width: options.width, height: options.height)
    toldSize = size
    rescaling = Rescaling(size)
    leastSize = Placement.held(width: options.minimumWidth, height: options.minimumHeight)
    position = options.position ?? (0, 0)
    displays = RefreshWatch(connection: connection)
  }

  /// The contents' rectangle on the screen.
  var rect: PixelRect {
    PixelRect(x: position?.x ?? 0, y: position?.y ?? 0, width: size.width, height: size.height)
  }

  /// Asks for the displays and for the place; takes round trips.
  func begin() {
    hasBegun = true
    displays.begin()
    locate()
    updateRefreshRate()
  }

  /// Asks for the place: a window manager need not have told it yet. Takes a round trip.
  func locate() {
    if let (x, y) = onScreen() { position = (x, y) }
  }

  /// The place on the screen, as the server has it now.
  func onScreen() -> (x: Int, y: Int)? {
    connection.use { display -> (Int, Int)? in
      var (x, y): (Int32, Int32) = (0, 0)
      var child: XID = 0
      let isThere =
        XTranslateCoordinates(display, window, connection.root, 0, 0, &x, &y, &child) != 0
      return isThere ? (Int(x), Int(y)) : nil
    } ?? nil
  }

  /// The place to ask for so that the window stays where it is: that of its border, where a window manager gave it one and
  /// no frame. With a frame it is the contents', as the gravity says.
  func requestable() -> (x: Int, y: Int)? {
    guard let (x, y) = onScreen() else { return nil }
    let border = isReparented ? 0 : Int(connection.attributes(of: window)?.border_width ?? 0)
    return (x - border, y - border)
  }

  /// Asks for another place and size, in device pixels; sizes are held to 1...32767.
  func moveResize(_ rect: PixelRect) {
    let size = Placement.held(width: rect.width, height: rect.height)
    connection.use { display in
      XMoveResizeWindow(
        display, window, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(size.width),
        UInt32(size.height))
      XFlush(display)
    }
  }

  /// Asks for another size, in device pixels, held to 1...32767.
  func resize(width: Int, height: Int) {
    let size = Placement.held(width: width, height: height)
    connection.use { display in
      XResizeWindow(display, window, UInt32(size.width), UInt32(size.height))
      XFlush(display)
    }
  }

  /// Asks for the same size in user units at another scale.
  func rescale(from old: Double, to new: Double) {
    rescaling.note(size, at: MonotonicClock.now())
    let size = rescaling.change(from: old, to: new, at: MonotonicClock.now())
    resize(width: size.width, height: size.height)
  }

  /// When to call `settle` though nothing has come, CLOCK_MONOTONIC in nanoseconds; nil for never.
  var deadline: Int64? { rescaling.deadline }

  /// Takes note of an event about the displays.
  func note(_ event: XEvent) {
    displays.note(event)
  }

  /// Takes note of a ConfigureNotify.
  func configure(_ change: XConfigureEvent) {
    if change.window == connection.root {
      connection.screenWidth = Int(change.width)
      connection.screenHeight = Int(change.height)
      hasScreenChanged = true
    }
    // Those of other windows, told by the root, are not ours.
    guard change.event == window else { return }
    hasMoved = true
    let isFromServer = change.send_event == 0
    // A window manager tells the place on the screen; the server that within the parent.
    if !isFromServer || !isReparented { position = (Int(change.x), Int(change.y)) }
    // The size is the server's to tell. It does so of every change, whatever else is sent.
    if isFromServer { size = Placement.held(width: Int(change.width), height: Int(change.height)) }
  }

  /// Takes note of a ReparentNotify.
  func reparent(_ change: XReparentEvent) {
    isReparented = change.parent != connection.root
  }

  /// Whether the displays have changed in a way that no event tells.
  var isStale: Bool { displays.isStale }

  /// Reads the displays again; takes round trips.
  func refresh() {
    guard displays.isStale else { return }
    displays.read()
    hasMoved = true
  }

  /// Whether the screen, or what shows a part of it, has changed since this was last called.
  func takeScreenChange() -> Bool {
    defer { hasScreenChanged = false }
    return hasScreenChanged || displays.isStale
  }

  /// Tells what the events of this turn come to.
  func settle() {
    if hasBegun, hasMoved { updateRefreshRate() }
    hasMoved = false
    let now = MonotonicClock.now()
    rescaling.note(size, at: now)
    if let size = rescaling.settle(at: now) { resize(width: size.width, height: size.height) }
    guard size != toldSize else { return }
    toldSize = size
    events.append(.resized(width: size.width, height: size.height))
  }

  private func updateRefreshRate() {
    guard let position else { return }
    let rate = displays.rate(atX: position.x + size.width / 2, y: position.y + size.height / 2)
    guard rate != refreshRate else { return }
    refreshRate = rate
    events.append(.refreshRateChanged(rate))
  }

  /// A size that X can express.
  static func held(width: Int, height: Int) -> (width: Int, height: Int) {
    (min(max(width, 1), 32767), min(max(height, 1), 32767))
  }
}
