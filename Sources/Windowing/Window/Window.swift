import CX11
package import Geometry
package import Platform
package import RenderSteps

/// A top level window: its properties, its state and, by `presenter`, its pixels.
///
/// Every method does nothing once the window is destroyed or the server is lost.
package final class Window {
  /// The connection that the window lives on.
  package let connection: Connection
  /// The way to the window's pixels. Another one may take its place while no acknowledgement is awaited.
  package var presenter: Presenter
  /// Whether the window's alpha reaches a compositor.
  package let isTranslucent: Bool
  /// The window's number on the server, as tools like xprop and a session manager know it.
  package let identifier: UInt
  /// Whether the last turn took as many events as one may and left the rest for the next.
  package internal(set) var hasLeftovers = false

  let format: VisualFormat
  let placement: Placement
  let managed: ManagedStates
  let visibility: VisibilityWatch
  let input: InputReader
  let globalKeys: GlobalKeys
  let clipboard: Clipboard
  var serverTime: ServerTime
  let events = EventQueue()
  /// How many raw events this turn has taken.
  var eventsTaken = 0
  /// When this turn has taken long enough, CLOCK_MONOTONIC in nanoseconds.
  var turnEnd: Int64 = 0
  /// Whether the resource database has changed since it was read.
  var areResourcesStale = false
  /// The pings of this turn.
  var pings: [XClientMessageEvent] = []
  var isDestroyed = false
  /// Whether the window manager was asked for a frame.
  var isDecorated: Bool
  var hasToldDisconnection = false
  let hints: WindowHints
  let region: WindowRegion
  let cursor: PointerCursor
  /// Whether the pointer is in use.
  var idlePointer = IdlePointer()
  /// What stands above the window for a moment and has the pointer and the keys meanwhile.
  var popup: Popup?
  private var startup: StartupNotice?
  private var title: String
  /// A title that waits for an acknowledgement, so that nothing piles up before a server that does not read.
  private var pendingTitle: String?

  /// The window of these options, not yet mapped; nil where the server is lost or refuses.
  package init?(_ connection: Connection, _ options: WindowOptions) {
    guard
      let (identifier, format) = connection.use({ Window.create(on: connection, $0, options) }) ?? nil,
      let presenter = Presenter(
        options.presentation, connection: connection, drawable: identifier, format: format)
    else { return nil }
    self.connection = connection
    self.presenter = presenter
    self.identifier = identifier
    self.format = format
    isTranslucent = format.hasAlpha
    isDecorated = options.isDecorated
    title = options.title
    startup = options.startup
    hints = WindowHints(connection: connection, window: identifier)
    region = WindowRegion(connection: connection, window: identifier)
    cursor = PointerCursor(connection: connection, window: identifier)
    placement = Placement(connection: connection, window: identifier, options: options, events: events)
    visibility = VisibilityWatch(connection: connection, window: identifier, events: events)
    // What is drawn depends on it from the first frame on.
    if isTranslucent { visibility.lookForCompositor() }
    // Whether it is above others is known once the property is read, and told then.
    managed = ManagedStates(
      connection: connection, window: identifier, states: options.states.subtracting(.above),
      placement: placement,
      visibility: visibility, events: events)
    input = InputReader(connection: connection, window: identifier, placement: placement)
    globalKeys = GlobalKeys(
      connection: connection, window: identifier, keyboard: input.keyboard, events: events)
    clipboard = Clipboard(connection: connection, window: identifier)
    serverTime = ServerTime(connection: connection, window: identifier)
    hints.write(options)
    if managed.isFullScreen { events.append(.fullScreenChanged(true)) }
    if options.isClickThrough { region.change { $0.isClickThrough = true } }
  }

  private static func create(
    on connection: Connection, _ display: OpaquePointer, _ options: WindowOptions
  ) -> (identifier: XID, format: VisualFormat)? {
    let alpha =
      options.isTranslucent
      ? VisualFormat(alphaOf: display, screen: connection.screen, root: connection.root) : nil
    guard let format = alpha ?? VisualFormat(defaultOf: display, screen: connection.screen) else {
      return nil
    }
    let size = Placement.held(width: options.width, height: options.height)
    var attributes = XSetWindowAttributes()
    // The server fills what is new on the screen, so nothing black flashes up before the first frame.
    attributes.background_pixel = UInt(format.layout.pixel(for: options.background.premultiplied))
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = format.colormap
    attributes.event_mask = Window.eventMask
    let identifier = XCreateWindow(
      display, connection.root, Int32(clamping: options.position?.x ?? 0),
      Int32(clamping: options.position?.y ?? 0), UInt32(size.width), UInt32(size.height), 0, format.depth,
      UInt32(InputOutput), format.visual,
      UInt(CWBackPixel | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask), &attributes)
    return identifier == 0 ? nil : (identifier, format)
  }

  deinit {
    close()
  }

  /// The width of the contents in device pixels, as last told by the server.
  package var width: Int { placement.size.width }

  /// The height of the contents in device pixels, as last told by the server.
  package var height: Int { placement.size.height }

  /// How often a second the display under the window's middle shows a picture, as last told by an event.
  package var refreshRate: FrameRate? { placement.refreshRate }

  /// Whether any of the window can be seen, as far as X tells.
  package var isVisible: Bool { visibility.isVisible }

  /// Whether a compositor shows the windows; known from the second frame on, of a translucent window from the start.
  package var isComposited: Bool { visibility.isComposited }

  /// Whether the window fills the screen.
  package var isFullScreen: Bool { managed.isFullScreen }

  /// Whether keys go to the window.
  package var hasFocus: Bool { input.hasFocus }

  /// By which events' times become ours.
  package var serverClock: ServerClock { serverTime.clock }

  /// Whether requests about the window make sense.
  var isUsable: Bool { connection.isAlive && !isDestroyed }

  /// Sends requests about the window, where they make sense.
  func send(_ body: (_ display: OpaquePointer) -> Void) {
    guard !isDestroyed else { return }
    connection.use { display in
      body(display)
      XFlush(display)
    }
  }

  /// Shows the window.
  package func map() {
    send { XMapWindow($0, identifier) }
    if let startup, isUsable { startup.end(from: identifier, on: connection) }
    startup = nil
  }

  /// Takes the window off the screen; `map` brings it back.
  package func unmap() {
    // ICCCM 4.1.4: a request to the root too, or a window manager may take an iconic window's wish for nothing.
    send { XWithdrawWindow($0, identifier, connection.screen) }
  }

  /// Writes `text` into the title bar; nothing is sent where it is there already.
  package func setTitle(_ text: String) {
    guard isUsable, text != pendingTitle ?? title else { return }
    if presenter.isAcknowledgementAwaited {
      pendingTitle = text
    } else {
      storeTitle(text)
    }
  }

  /// Sends a title that waited for a frame to be acknowledged.
  func storePendingTitle() {
    guard let text = pendingTitle else { return }
    pendingTitle = nil
    if text != title { storeTitle(text) }
  }

  private func storeTitle(_ text: String) {
    title = text
    send { _ in hints.writeTitle(text) }
  }

  /// Gives the window an icon, in several sizes: of task bars and of those who switch between windows.
  package func setIcon(_ pictures: [PixelBuffer]) {
    send { _ in hints.writeIcon(pictures) }
  }

  /// Changes the colour that the server shows where nothing is painted yet; paints nothing.
  package func setBackground(_ color: Color) {
    send { XSetWindowBackground($0, identifier, UInt(format.layout.pixel(for: color.premultiplied))) }
  }

  /// Asks for another size of the contents, in device pixels, held to 1...32767. A window that fills the screen or a side
  /// of it takes it once it no longer does.
  package func resize(width: Int, height: Int) {
    guard isUsable else { return }
    if managed.isFull {
      managed.windowed.resize(width: width, height: height)
    } else {
      placement.resize(width: width, height: height)
    }
  }

  /// The size of the contents in device pixels; of a window that fills the screen or a side of it, that which it goes back to.
  package var windowedSize: (width: Int, height: Int) {
    let rect = managed.windowed.rect
    return managed.isFull ? (rect.width, rect.height) : placement.size
  }

  /// Takes the window to full screen or back. `fullScreenChanged` follows when it is done.
  package func setFullScreen(_ isFullScreen: Bool) {
    if isUsable { managed.setFullScreen(isFullScreen) }
  }

  /// Asks for the window to stay above others, or no longer. `aboveChanged` follows when it does, and `aboveRefused` where
  /// the window manager does not see to it.
  package func setAbove(_ isAbove: Bool) {
    if isUsable { managed.setAbove(isAbove) }
  }

  /// When to call `nextEvent` though nothing has come, CLOCK_MONOTONIC in nanoseconds; nil for never.
  package var deadline: Int64? {
    guard isUsable else { return nil }
    return [managed.deadline, idlePointer.deadline].lazy.compactMap { $0 }.min()
  }

  /// Asks the window manager to set or to lift `changed`; before the window is mapped, they are its first states.
  package func setStates(_ changed: WindowStates, _ isSet: Bool) {
    if isUsable { managed.set(changed, isSet) }
  }

  /// Rings the display's bell, as loud as the person has set it.
  package func ringBell() {
    send { XBell($0, 0) }
  }

  /// Offers `text` on the clipboard until another program offers something, or this one ends.
  ///
  /// Returns whether the clipboard is ours now; it is not with a text of more than 4 MiB.
  @discardableResult
  package func copy(_ text: String) -> Bool {
    // The time of the key or click that asked for it, as ICCCM 2.1 wants; without one, now.
    isUsable && clipboard.offer(text, at: input.lastEventTime)
  }

  /// Destroys the window.
  package func close() {
    guard isUsable else { return }
    globalKeys.end()
    closePopup()
    send { XDestroyWindow($0, identifier) }
    isDestroyed = true
    presenter.isClosed = true
  }

  /// Paints and sends one frame; see `Presenter.present`.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    presenter.present(rects, paint: paint)
  }

  /// Shows one frame of `source`; see `Presenter.present`.
  package func present(_ rects: [PixelRect], from source: some FrameSource) -> [PixelRect] {
    presenter.present(rects, from: source)
  }

  /// Another way to the same pixels, for measuring; nil where there is none.
  package func makePresenter(_ way: Presentation) -> Presenter? {
    guard isUsable else { return nil }
    let presenter = Presenter(way, connection: connection, drawable: identifier, format: format)
    return presenter?.way == way ? presenter : nil
  }

  private static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask
    | LeaveWindowMask | ExposureMask | StructureNotifyMask | VisibilityChangeMask | FocusChangeMask
    | PropertyChangeMask | KeymapStateMask
}
