import CX11
import Geometry
import Platform

/// Where a window is, its size, and the refresh rate of the display that shows it.
final class Placement {
  private let connection: Connection
  private let window: XID
  private let events: EventQueue
  private let displays: RefreshWatch
  /// The smallest width and height that the user may give the window, in device pixels.
  let leastSize: (width: Int, height: Int)
  /// The size of the contents in device pixels, as last reported by the server.
  private(set) var size: (width: Int, height: Int)
  /// The top left corner of the contents on the screen in device pixels; nil until known.
  private(set) var position: (x: Int, y: Int)?
  private(set) var refreshRate: FrameRate?
  /// Whether the window has been put into another one, such as a frame.
  private(set) var isReparented = false
  private var reportedSize: (width: Int, height: Int)
  private var rescaling: Rescaling
  private var hasMoved = false
  private var hasScreenChanged = false

  init(connection: Connection, window: XID, options: WindowOptions, events: EventQueue) {
    (self.connection, self.window, self.events) = (connection, window, events)
    size = Placement.clamped(width: options.width, height: options.height)
    reportedSize = size
    rescaling = Rescaling(size)
    leastSize = Placement.clamped(width: options.minimumWidth, height: options.minimumHeight)
    position = options.position ?? (0, 0)
    displays = RefreshWatch(connection: connection)
  }

  /// Returns a size that X can express.
  static func clamped(width: Int, height: Int) -> (width: Int, height: Int) {
    (min(max(width, 1), 32767), min(max(height, 1), 32767))
  }

  /// The contents' rectangle on the screen.
  var rect: PixelRect {
    PixelRect(x: position?.x ?? 0, y: position?.y ?? 0, width: size.width, height: size.height)
  }

  /// Asks for the displays and the position; takes round trips.
  func begin() {
    displays.begin()
    locate()
    updateRefreshRate()
  }

  /// Asks for the position, which a window manager need not have reported; takes a round trip.
  func locate() {
    if let (x, y) = currentPosition() { position = (x, y) }
  }

  private func currentPosition() -> (x: Int, y: Int)? {
    connection.use { display -> (Int, Int)? in
      var (x, y): (Int32, Int32) = (0, 0)
      var child: XID = 0
      let isThere =
        XTranslateCoordinates(display, window, connection.root, 0, 0, &x, &y, &child) != 0
      return isThere ? (Int(x), Int(y)) : nil
    } ?? nil
  }

  /// Returns the position to ask for so that the window stays where it is; takes round trips.
  ///
  /// That of its border, where a window manager gave it one and no frame. With a frame it is the
  /// contents', as the gravity says.
  func requestable() -> (x: Int, y: Int)? {
    guard let (x, y) = currentPosition() else { return nil }
    let border = isReparented ? 0 : Int(connection.attributes(of: window)?.border_width ?? 0)
    return (x - border, y - border)
  }

  /// Asks for another position and size, in device pixels; sizes are clamped to 1...32767.
  func moveResize(_ rect: PixelRect) {
    let size = Placement.clamped(width: rect.width, height: rect.height)
    connection.use { display in
      XMoveResizeWindow(
        display, window, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(size.width),
        UInt32(size.height))
      XFlush(display)
    }
  }

  /// Asks for another size, in device pixels, clamped to 1...32767.
  func resize(width: Int, height: Int) {
    let size = Placement.clamped(width: width, height: height)
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

  /// Records what an event changes about the displays.
  func note(_ event: XEvent) { displays.note(event) }

  /// Records a ConfigureNotify.
  func configure(_ change: XConfigureEvent) {
    if change.window == connection.root {
      (connection.screenWidth, connection.screenHeight) = (Int(change.width), Int(change.height))
      hasScreenChanged = true
    }
    // The root reports those of other windows, too.
    guard change.event == window else { return }
    hasMoved = true
    let isFromServer = change.send_event == 0
    // A window manager reports the position on the screen, the server that within the parent.
    if !isFromServer || !isReparented { position = (Int(change.x), Int(change.y)) }
    // Only the server's size counts: it reports every change, whatever else is sent.
    if isFromServer {
      size = Placement.clamped(width: Int(change.width), height: Int(change.height))
    }
  }

  func reparent(_ change: XReparentEvent) { isReparented = change.parent != connection.root }

  var isStale: Bool { displays.isStale }

  /// Reads the displays again; takes round trips.
  func refresh() {
    guard displays.isStale else { return }
    displays.read()
    hasMoved = true
  }

  /// Returns whether the screen, or what shows a part of it, has changed since the last call.
  func takeScreenChange() -> Bool {
    defer { hasScreenChanged = false }
    return hasScreenChanged || displays.isStale
  }

  /// Reports what the events of this turn lead to.
  func settle() {
    if hasMoved { updateRefreshRate() }
    hasMoved = false
    let now = MonotonicClock.now()
    rescaling.note(size, at: now)
    if let size = rescaling.settle(at: now) { resize(width: size.width, height: size.height) }
    guard size != reportedSize else { return }
    reportedSize = size
    events.append(.resized(width: size.width, height: size.height))
  }

  private func updateRefreshRate() {
    guard let position else { return }
    let rate = displays.rate(atX: position.x + size.width / 2, y: position.y + size.height / 2)
    guard rate != refreshRate else { return }
    refreshRate = rate
    events.append(.refreshRateChanged(rate))
  }
}
