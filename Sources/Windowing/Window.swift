import CX11
public import Geometry
import Glibc
public import RenderSteps

/// What changes of other programs' making leave open, to be asked of the server once a turn.
struct Questions: OptionSet {
  let rawValue: UInt8

  /// _NET_WM_STATE.
  static let states = Questions(rawValue: 1)
  /// WM_STATE.
  static let iconicState = Questions(rawValue: 2)
  /// The resource database, which has the scale.
  static let scale = Questions(rawValue: 4)
  /// The windows around this one.
  static let ancestors = Questions(rawValue: 8)
  /// Which display the window is on; known without asking.
  static let place = Questions(rawValue: 16)
}

/// A top level window: its properties, its state and, by `presenter`, its pixels.
///
/// Every method does nothing once the window is destroyed or the server is lost.
public final class Window {
  /// The connection that the window lives on.
  public let connection: Connection
  /// The way to the window's pixels. Another one may take its place while no acknowledgement is awaited.
  public var presenter: Presenter
  /// The width of the contents in device pixels, as last told by the server.
  public internal(set) var width: Int
  /// The height of the contents in device pixels, as last told by the server.
  public internal(set) var height: Int
  /// How often a second the display under the window's middle shows a picture, as last told by an event.
  public internal(set) var refreshRate: FrameRate?
  /// The place of the contents' top left corner on the screen in device pixels; nil until known.
  public internal(set) var position: (x: Int, y: Int)?
  /// The states that the window manager last confirmed; without one, those that were asked for and done.
  public internal(set) var states: WindowStates
  /// Whether keys go to the window.
  public internal(set) var hasFocus = false
  /// Whether the window's alpha reaches a compositor.
  public let isTranslucent: Bool
  /// Whether a compositor shows the windows; known from the second frame on.
  public var isComposited: Bool { cover.isComposited }
  /// The window's number on the server, as tools like xprop and a session manager know it.
  public let identifier: UInt

  let format: VisualFormat
  let keyboard: Keyboard
  let cover: CoverWatch
  let ancestors: AncestorWatch
  let refresh: RefreshWatch
  let blank: BlankWatch
  /// Whether the watches have begun.
  var isWatching = false
  var visibility = Visibility()
  var isReparented = false
  var isDestroyed = false
  var hasToldDisconnection = false
  /// Events of our own making, told before the next one from the server.
  var queued: [InputEvent] = []
  /// What the server is to be asked at the end of this turn.
  var unsettled: Questions = []
  /// How many raw events this turn has taken.
  var eventsTaken = 0
  /// Whether the last turn took as many events as one may and left the rest for the next.
  public internal(set) var hasLeftovers = false
  /// The size that the last `resized` has told, or the first one.
  var toldSize: (width: Int, height: Int)
  var drag: Drag?
  /// Where the window was before it filled the screen without a window manager's help.
  var frameBeforeFullScreen: PixelRect?
  var lastEventTime: Time = 0
  let clipboard: Clipboard
  /// By which events' times become ours.
  public internal(set) var serverClock = ServerClock()
  /// When the server was last asked for its time (CLOCK_MONOTONIC, nanoseconds); nil once it has answered.
  var serverTimeAsked: Int64?
  /// How often it has been asked in a row.
  var serverTimeQuestions = 0
  private var title: String
  /// A title that waits for an acknowledgement, so that nothing piles up before a server that does not read.
  private var pendingTitle: String?
  private let options: WindowOptions

  /// The window of these options, not yet mapped; nil where the server is lost or refuses.
  public init?(_ connection: Connection, _ options: WindowOptions) {
    guard connection.isAlive else { return nil }
    let display = connection.display
    let alpha =
      options.isTranslucent
      ? VisualFormat(alphaOf: display, screen: connection.screen, root: connection.root) : nil
    guard let format = alpha ?? VisualFormat(defaultOf: display, screen: connection.screen) else {
      return nil
    }
    let size = Window.held(width: options.width, height: options.height)
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
    guard identifier != 0,
      let presenter = Presenter(
        options.presentation, connection: connection, drawable: identifier, format: format)
    else { return nil }
    self.connection = connection
    self.presenter = presenter
    self.identifier = identifier
    self.format = format
    self.options = options
    isTranslucent = format.hasAlpha
    (width, height) = size
    toldSize = size
    position = options.position ?? (0, 0)
    states = options.states
    title = options.title
    clipboard = Clipboard(connection: connection, window: identifier)
    keyboard = Keyboard(display: display)
    cover = CoverWatch(connection: connection, window: identifier)
    ancestors = AncestorWatch(connection: connection, window: identifier)
    refresh = RefreshWatch(connection: connection)
    blank = BlankWatch(connection: connection)
    describe(options)
  }

  deinit {
    close()
  }

  /// Whether any of the window can be seen, as far as X tells.
  public var isVisible: Bool { visibility.isVisible }

  /// Whether the window fills the screen.
  public var isFullScreen: Bool { states.contains(.fullScreen) }

  /// Whether requests about the window make sense.
  var isUsable: Bool { connection.isAlive && !isDestroyed }

  /// Shows the window.
  public func map() {
    guard isUsable else { return }
    XMapWindow(connection.display, identifier)
    XFlush(connection.display)
  }

  /// Takes the window off the screen; `map` brings it back.
  public func unmap() {
    guard isUsable else { return }
    // ICCCM 4.1.4: a request to the root too, or a window manager may take an iconic window's wish for nothing.
    XWithdrawWindow(connection.display, identifier, connection.screen)
    XFlush(connection.display)
  }

  /// Brings the window to the front and asks for the keys.
  public func raise() {
    guard isUsable else { return }
    XMapRaised(connection.display, identifier)
    if connection.windowManagerSupports(.netActiveWindow) {
      // Source 2, a pager's, because the wish comes from the user by way of another process.
      connection.askWindowManager(.netActiveWindow, about: identifier, (2, 0, 0, 0, 0))
    }
    XFlush(connection.display)
  }

  /// Writes `text` into the title bar; nothing is sent where it is there already.
  public func setTitle(_ text: String) {
    guard isUsable, text != pendingTitle ?? title else { return }
    if presenter.isAcknowledgementAwaited {
      pendingTitle = text
    } else {
      storeTitle(text)
    }
  }

  /// Sends a title that waited for a frame to be acknowledged.
  func storePendingTitle() {
    guard let text = pendingTitle, isUsable else { return }
    pendingTitle = nil
    if text != title { storeTitle(text) }
  }

  /// Changes the colour that the server shows where nothing is painted yet; paints nothing.
  public func setBackground(_ color: Color) {
    guard isUsable else { return }
    XSetWindowBackground(
      connection.display, identifier, UInt(format.layout.pixel(for: color.premultiplied)))
  }

  /// Asks for another place and size of the contents, in device pixels; sizes are held to 1...32767.
  public func moveResize(_ rect: PixelRect) {
    guard isUsable else { return }
    let size = Window.held(width: rect.width, height: rect.height)
    XMoveResizeWindow(
      connection.display, identifier, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(size.width),
      UInt32(size.height))
    XFlush(connection.display)
  }

  /// Asks for another size of the contents, in device pixels, held to 1...32767.
  public func resize(width: Int, height: Int) {
    guard isUsable else { return }
    let size = Window.held(width: width, height: height)
    XResizeWindow(connection.display, identifier, UInt32(size.width), UInt32(size.height))
    XFlush(connection.display)
  }

  /// Destroys the window.
  public func close() {
    guard isUsable else { return }
    isDestroyed = true
    presenter.isClosed = true
    XDestroyWindow(connection.display, identifier)
    XFlush(connection.display)
  }

  /// Paints and sends one frame; see `Presenter.present`.
  public func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    presenter.present(rects, paint: paint)
  }

  /// Another way to the same pixels, for measuring; nil where there is none.
  public func makePresenter(_ way: Presentation) -> Presenter? {
    guard isUsable else { return nil }
    let presenter = Presenter(way, connection: connection, drawable: identifier, format: format)
    return presenter?.way == way ? presenter : nil
  }

  /// Shows one frame of `source`; see `Presenter.present`.
  public func present(_ rects: [PixelRect], from source: some FrameSource) -> [PixelRect] {
    presenter.present(rects, from: source)
  }

  private func storeTitle(_ text: String) {
    title = text
    writeTitle(text)
    XFlush(connection.display)
  }

  /// A size that X can express.
  static func held(width: Int, height: Int) -> (width: Int, height: Int) {
    (min(max(width, 1), 32767), min(max(height, 1), 32767))
  }

  private static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask
    | LeaveWindowMask | ExposureMask | StructureNotifyMask | VisibilityChangeMask | FocusChangeMask
    | PropertyChangeMask | KeymapStateMask
}
