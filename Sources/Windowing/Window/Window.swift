import CX11
package import Geometry
package import Platform

/// A top level window: its properties, its state and, by `presenter`, its pixels.
///
/// Every method does nothing once the window is destroyed or the server is lost.
package final class Window {
  /// The connection that the window lives on.
  package let connection: Connection
  /// Whether the window's alpha reaches a compositor.
  package let isTranslucent: Bool
  /// The window's number on the server, as tools like xprop and a session manager know it.
  package let identifier: UInt
  /// The popup above the window, if there is one.
  package let popup: PopupHost

  let target: ServerWindow
  let placement: Placement
  let managed: ManagedStates
  let visibility: VisibilityWatch
  let input: InputReader
  let globalKeys: GlobalKeys
  let clipboard: Clipboard
  let hints: WindowHints
  let region: WindowRegion
  let cursor: PointerCursor
  /// What comes of the server's events.
  let reader: EventReader
  private let watch: WindowWatch
  private let title: WindowTitle
  /// Whether the window manager was asked for a frame.
  var isDecorated: Bool
  private var startup: StartupNotice?

  /// The window of these options, not yet mapped; nil where the server is lost or refuses.
  package init?(_ connection: Connection, _ options: WindowOptions) {
    guard let target = ServerWindow(connection, options) else { return nil }
    let events = EventQueue()
    self.connection = connection
    self.target = target
    identifier = target.identifier
    isTranslucent = target.format.hasAlpha
    isDecorated = options.isDecorated
    startup = options.startup
    hints = WindowHints(connection: connection, window: identifier)
    region = WindowRegion(connection: connection, window: identifier)
    cursor = PointerCursor(connection: connection, window: identifier)
    title = WindowTitle(target, hints: hints, text: options.title)
    watch = WindowWatch(target, options, events: events)
    (placement, visibility, managed) = (watch.placement, watch.visibility, watch.managed)
    (input, globalKeys) = (watch.input, watch.globalKeys)
    clipboard = watch.clipboard
    popup = PopupHost(target, placement: placement, input: input, events: events)
    reader = EventReader(
      target, watch, cursor: cursor, title: title, popup: popup, events: events)
    hints.write(options)
    if managed.isFullScreen { events.append(.fullScreenChanged(true)) }
    if options.isClickThrough { region.change { $0.isClickThrough = true } }
  }

  deinit {
    close()
  }

  /// The way to the window's pixels. Another one may take its place while no acknowledgement is awaited.
  package var presenter: Presenter {
    get { target.presenter }
    set { target.presenter = newValue }
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
  package var serverClock: ServerClock { watch.serverTime.clock }

  /// Shows the window.
  package func map() {
    target.send { XMapWindow($0, identifier) }
    if let startup, target.isUsable { startup.end(from: identifier, on: connection) }
    startup = nil
  }

  /// Takes the window off the screen; `map` brings it back.
  package func unmap() {
    // ICCCM 4.1.4: a request to the root too, or a window manager may take an iconic window's wish for nothing.
    target.send { XWithdrawWindow($0, identifier, connection.screen) }
  }

  /// Writes `text` into the title bar; nothing is sent where it is there already.
  package func setTitle(_ text: String) {
    title.set(text)
  }

  /// Gives the window an icon, in several sizes: of task bars and of those who switch between windows.
  package func setIcon(_ pictures: [PixelBuffer]) {
    target.send { _ in hints.writeIcon(pictures) }
  }

  /// Changes the colour that the server shows where nothing is painted yet; paints nothing.
  package func setBackground(_ color: Color) {
    target.send {
      XSetWindowBackground(
        $0, identifier, UInt(target.format.layout.pixel(for: color.premultiplied)))
    }
  }

  /// Asks for another size of the contents, in device pixels, held to 1...32767. A window that fills the screen or a side
  /// of it takes it once it no longer does.
  package func resize(width: Int, height: Int) {
    guard target.isUsable else { return }
    if managed.isFull {
      managed.windowed.resize(width: width, height: height)
    } else {
      placement.resize(width: width, height: height)
    }
  }

  /// Asks for the same size in user units at another scale; see `Rescaling`.
  package func rescale(from old: Double, to new: Double) {
    guard target.isUsable else { return }
    guard managed.isFull else { return placement.rescale(from: old, to: new) }
    let rect = managed.windowed.rect
    managed.windowed.resize(
      width: Int((Double(rect.width) * new / old).rounded()),
      height: Int((Double(rect.height) * new / old).rounded()))
  }

  /// The size of the contents in device pixels; of a window that fills the screen or a side of it, that which it goes back to.
  package var windowedSize: (width: Int, height: Int) {
    let rect = managed.windowed.rect
    return managed.isFull ? (rect.width, rect.height) : placement.size
  }

  /// Takes the window to full screen or back, once the server answers. `fullScreenChanged` follows when it is done.
  package func setFullScreen(_ isFullScreen: Bool) {
    if target.isUsable { managed.setFullScreen(isFullScreen) }
  }

  /// Asks for the window to stay above others, or no longer, once the server answers. `aboveChanged` follows when it does, and
  /// `aboveRefused` where the window manager does not see to it.
  package func setAbove(_ isAbove: Bool) {
    if target.isUsable { managed.setAbove(isAbove) }
  }

  /// When to call `nextEvent` though nothing has come, CLOCK_MONOTONIC in nanoseconds; nil for never.
  package var deadline: Int64? {
    guard target.isUsable else { return nil }
    // While the server owes an answer, that wakes us.
    let visibility = !connection.probe.isPending ? visibility.deadline : nil
    return [managed.deadline, cursor.deadline, placement.deadline, visibility].lazy
      .compactMap { $0 }.min()
  }

  /// Asks the window manager to set or to lift `changed`; before the window is mapped, they are its first states.
  package func setStates(_ changed: WindowStates, _ isSet: Bool) {
    if target.isUsable { managed.set(changed, isSet) }
  }

  /// Rings the display's bell, as loud as the person has set it.
  package func ringBell() {
    target.send { XBell($0, 0) }
  }

  /// Offers `text` on the clipboard until another program offers something, or this one ends.
  ///
  /// Returns false for a text of more than 4 MiB. `copyRefused` follows where the server does not give it to us.
  @discardableResult
  package func copy(_ text: String) -> Bool {
    // The time of the key or click that asked for it, as ICCCM 2.1 wants; without one, now.
    target.isUsable && clipboard.offer(text, at: input.lastEventTime)
  }

  /// Whether keys are text (`InputEvent.textEntered`) instead of shortcuts, as far as they type any.
  package var takesText: Bool {
    get { input.textInput.isActive }
    set { input.textInput.isActive = newValue }
  }

  /// Destroys the window.
  package func close() {
    guard target.isUsable else { return }
    globalKeys.end()
    popup.close()
    target.send { XDestroyWindow($0, identifier) }
    target.markDestroyed()
  }

  /// Paints and sends one frame; see `Presenter.present`.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    presenter.present(rects, paint: paint)
  }

  /// Another way to the same pixels, for measuring; nil where there is none.
  package func makePresenter(_ way: Presentation) -> Presenter? {
    guard target.isUsable else { return nil }
    let presenter = Presenter(
      way, connection: connection, drawable: identifier, format: target.format)
    return presenter?.way == way ? presenter : nil
  }

  /// The next event, or nil when the turn is over: all that has arrived is told, or as much as one turn takes.
  ///
  /// Never blocks. Call until nil, then see to frames and signals; `hasLeftovers` says whether to come back at once.
  /// Ask `hasQueuedEvents` before waiting for the connection's descriptor.
  package func nextEvent() -> InputEvent? { reader.next() }

  /// Whether the last turn took as many events as one may and left the rest for the next.
  package var hasLeftovers: Bool { reader.hasLeftovers }

  /// Whether there is something for `nextEvent`; ask after the last request and before waiting for the descriptor.
  ///
  /// Sending reads too, and what was read then shows on no poll. It lies in a queue below Xlib's own, so that only
  /// a mode that reads finds it.
  package var hasQueuedEvents: Bool { reader.hasQueuedEvents }
}
