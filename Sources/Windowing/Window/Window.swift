import CX11
package import Geometry
package import Keys
package import Platform

/// A top-level window: its properties, its states and, by `presenter`, its pixels.
///
/// Every method does nothing once the window is destroyed or the server is lost. What its events
/// mean is in `Window+Events.swift`.
package final class Window {
  package let connection: Connection
  /// Whether the window's alpha reaches a compositor.
  package let isTranslucent: Bool
  /// The window's number on the server, as tools like xprop know it.
  package let identifier: UInt
  package let popup: Popup

  let target: ServerWindow
  let placement: Placement
  let managed: ManagedStates
  let visibility: VisibilityWatch
  let input: InputReader
  let globalKeys: GlobalKeys
  let clipboard: Clipboard
  let cursor: PointerCursor
  var events: EventQueue { target.events }
  var serverTime: ServerTime
  var budget = EventBudget()
  /// The number of pings answered in this turn.
  var pings = 0
  var hasReportedDisconnection = false
  var form = Form()
  /// Whether the window manager was asked for a frame.
  var isDecorated: Bool
  private var startup: StartupNotice?

  /// Creates an unmapped window; nil where the server is lost or refuses.
  package init?(_ connection: Connection, _ options: WindowOptions) {
    guard let target = ServerWindow(connection, options) else { return nil }
    (self.connection, self.target, identifier) = (connection, target, target.identifier)
    (isTranslucent, isDecorated) = (target.format.hasAlpha, options.isDecorated)
    startup = options.startup
    placement = Placement(target, options)
    visibility = VisibilityWatch(
      connection: connection, window: identifier, events: target.events)
    // What is drawn depends on the compositor from the first frame on.
    if isTranslucent { visibility.lookForCompositor() }
    // Whether it is above others is known, and reported, once the property is read.
    managed = ManagedStates(
      target, states: options.states.subtracting([.above, .iconic]), placement: placement,
      visibility: visibility)
    input = InputReader(target, placement)
    globalKeys = GlobalKeys(target, input.keyboard)
    clipboard = Clipboard(target)
    cursor = PointerCursor(target)
    serverTime = ServerTime(target)
    popup = Popup(of: target, placement: placement, input: input)
    writeProperties(options)
    if managed.isFullScreen { events.append(.fullScreenChanged(true)) }
  }

  deinit { close() }

  // MARK: Showing

  package func map() {
    target.send { XMapWindow($0, identifier) }
    if let startup, target.isUsable { startup.end(from: identifier, on: connection) }
    startup = nil
  }

  /// Takes the window off the screen; `map` brings it back.
  package func unmap() {
    // ICCCM 4.1.4: the root is told too, or a window manager may ignore an iconic window's wish.
    target.send { XWithdrawWindow($0, identifier, connection.screen) }
  }

  package func close() {
    guard target.isUsable else { return }
    globalKeys.end()
    popup.close()
    target.send { XDestroyWindow($0, identifier) }
    target.markDestroyed()
  }

  /// Brings the window to the front and asks for the keys, once the server answers; ends `startup`,
  /// a start of the program that the desktop waits for.
  package func raise(for startup: StartupNotice? = nil) {
    managed.raise(at: startup?.time ?? 0)
    if let startup, target.isUsable { startup.end(from: identifier, on: connection) }
  }

  /// Does the same for a key that was pressed while another window had the keys, at the server's
  /// time in milliseconds.
  package func raise(at time: UInt32) {
    setUserTime(UInt(time))
    managed.raise(at: UInt(time))
    input.wantFocus(at: Time(time))
  }

  /// The way to the window's pixels; may be replaced while no acknowledgement is pending.
  package var presenter: Presenter {
    get { target.presenter }
    set { target.presenter = newValue }
  }

  /// Paints and sends one frame; see `Presenter.present`.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    presenter.present(rects, paint: paint)
  }

  /// Whether a compositor shows the windows; known from the second frame on, for a translucent
  /// window from the start.
  package var isComposited: Bool { visibility.isComposited }

  // MARK: Size and position

  /// The size of the contents in device pixels, as last reported by the server.
  package var width: Int { placement.rect.width }
  package var height: Int { placement.rect.height }

  /// The refresh rate of the display under the window's middle, as last reported by an event.
  package var refreshRate: FrameRate? { placement.refreshRate }

  /// Asks for another size of the contents, in device pixels, clamped to 1...32767. A window that
  /// fills the screen or a side of it takes it once it no longer does.
  package func resize(width: Int, height: Int) { placement.resize(width: width, height: height) }

  /// Asks for the same size in user units at another scale.
  package func rescale(from old: Double, to new: Double) { placement.rescale(from: old, to: new) }

  /// The size of the contents in device pixels; for a window that fills the screen or a side of it,
  /// the size to which it returns.
  package var windowedSize: (width: Int, height: Int) {
    (placement.windowed.width, placement.windowed.height)
  }

  /// Whether the window may have a frame by which it can be held.
  package var hasFrame: Bool { isDecorated && placement.isReparented }

  /// Lets the user move the window with the pointer, or an edge of it, from a press on.
  ///
  /// The move begins when the pointer has gone a few pixels; from then on its moves are not
  /// reported. A window manager that can carries it out and takes the pointer: `pointerLeft` comes,
  /// and a release may not. Else the window follows the pointer until the button goes up.
  package func beginMove(_ press: PointerPress, of edge: WindowEdge? = nil) {
    if !isFullScreen { input.beginDrag(press, at: edge) }
  }

  /// Shows at the pointer which edge can be dragged there.
  package func showEdge(_ edge: WindowEdge?) { cursor.edge = edge }

  // MARK: States

  package var isFullScreen: Bool { managed.isFullScreen }

  /// Takes the window to full screen or back, once the server answers; `fullScreenChanged` follows.
  package func setFullScreen(_ isFullScreen: Bool) { managed.setFullScreen(isFullScreen) }

  /// Asks for the window to stay above others, or not, once the server answers. `aboveChanged`
  /// follows, or `aboveRefused` where no window manager does that.
  package func setAbove(_ isAbove: Bool) { managed.setAbove(isAbove) }

  /// Asks the window manager to set or to clear `changed`. Before the window is mapped, they are its
  /// first states.
  package func setStates(_ changed: WindowStates, _ isSet: Bool) {
    if target.isUsable { managed.set(changed, isSet) }
  }

  /// The contents' rectangle on the screen, in device pixels, and the states, as last reported. For
  /// a window that fills the screen or a side of it, the rectangle to which it returns.
  package var lastState: (rect: PixelRect, WindowStateSnapshot) {
    let conditions = visibility.conditions
    let isIconic = (conditions.isIconic || conditions.isHidden) && !managed.isShaded
    return (
      placement.windowed,
      WindowStateSnapshot(
        isIconic ? managed.states.union(.iconic) : managed.states,
        desktop: managed.desktop.map { Int($0) })
    )
  }

  /// The same as it is now; nil where the position is unknown and the server does not answer at once.
  package func currentState() -> (rect: PixelRect, WindowStateSnapshot)? {
    // What has arrived counts, though the turn is not over.
    finishTurn()
    if !visibility.hasBegun {
      guard target.answers() else { return nil }
      placement.locate()
    }
    return lastState
  }

  // MARK: Input

  /// Converts the server's times of events.
  package var serverClock: ServerClock { serverTime.clock }

  /// Whether keys are text (`InputEvent.textEntered`) instead of shortcuts, as far as they type any.
  package var takesText: Bool {
    get { input.textInput.isActive }
    set { input.textInput.isActive = newValue }
  }

  /// Grabs these keys wherever the keys go, and no others: they come as `globalKeyPressed`.
  /// `globalKeysFailed` names those that cannot be had.
  package func setGlobalKeys(_ chords: [Chord]) {
    if target.isUsable { globalKeys.set(chords) }
  }

  /// Rings the display's bell, as loud as the user has set it.
  package func ringBell() { target.send { XBell($0, 0) } }

  /// Offers `text` on the clipboard until another program offers something, or this one ends.
  ///
  /// Returns false for a text of more than 4 MiB. `copyRefused` follows where the server refuses.
  @discardableResult
  package func copy(_ text: String) -> Bool {
    // The time of the key or click that asked for it, as ICCCM 2.1 wants; without one, now.
    target.isUsable && clipboard.offer(text, at: input.lastEventTime)
  }
}
