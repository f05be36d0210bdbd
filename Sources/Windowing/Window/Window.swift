import CX11

/// A top-level window: its properties, its states and, by `presenter`, its pixels.
///
/// Every method does nothing once the window is destroyed or the server is lost. What its events
/// mean is in `Window+Events.swift`.
package final class Window {
  package let connection: Connection
  /// Whether the window's alpha reaches a compositor.
  package let isTranslucent: Bool
  package let identifier: UInt
  package let popup: Popup
  package let placement: Placement
  package let states: ManagedStates
  package let input: InputReader
  package let globalKeys: GlobalKeys
  package let cursor: PointerCursor
  package internal(set) var serverClock = ServerClock()

  let target: ServerWindow
  let visibility: VisibilityWatch
  let clipboard: Clipboard
  var events: EventQueue { target.events }
  /// The number of events taken in this turn, and until when it takes more (CLOCK_MONOTONIC,
  /// nanoseconds).
  var taken = 0
  var turnEnd: Int64 = 0
  /// Whether the last turn left events for the next.
  package internal(set) var hasLeftovers = false
  var pings = 0
  var hasReportedDisconnection = false
  var form = Form()
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
    states = ManagedStates(
      target, states: options.states.subtracting([.above, .iconic]), placement: placement,
      visibility: visibility)
    input = InputReader(target, placement)
    globalKeys = GlobalKeys(target, input.keyboard)
    clipboard = Clipboard(target)
    cursor = PointerCursor(target)
    popup = Popup(of: target, placement: placement, input: input)
    writeProperties(options)
    if states.isFullScreen { events.append(.fullScreenChanged(true)) }
  }

  deinit { close() }

  package func map() {
    target.send { XMapWindow($0, identifier) }
    if let startup, target.isUsable { startup.end(from: identifier, on: connection) }
    startup = nil
  }

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
    states.raise(at: startup?.time ?? 0)
    if let startup, target.isUsable { startup.end(from: identifier, on: connection) }
  }

  /// Does the same for a key that was pressed while another window had the keys, at the server's
  /// time in milliseconds.
  package func raise(at time: UInt32) {
    setUserTime(UInt(time))
    states.raise(at: UInt(time))
    input.wantFocus(at: Time(time))
  }

  package var presenter: Presenter { target.presenter }

  /// Whether the window has ever been on the screen or an icon; false while it is being opened.
  package var hasOpened: Bool { visibility.hasBeenManaged }

  /// Whether a compositor shows the windows; known from the second frame on, for a translucent
  /// window from the start.
  package var isComposited: Bool { visibility.isComposited }

  package var width: Int { placement.rect.width }
  package var height: Int { placement.rect.height }

  /// Whether the window may have a frame by which it can be held.
  package var hasFrame: Bool { isDecorated && placement.isReparented }

  /// Where the window is, and its states, as last reported.
  package var lastState: WindowState {
    let conditions = visibility.conditions
    let isIconic = (conditions.isIconic || conditions.isHidden) && !states.isShaded
    return WindowState(
      rect: placement.windowed,
      states: states.states.intersection(.lasting).union(isIconic ? .iconic : []),
      desktop: states.desktop.map { Int($0) }.flatMap {
        WindowState.desktops.contains($0) ? $0 : nil
      })
  }

  /// The same as of now; nil where the position is unknown and the server does not answer at once.
  package func currentState() -> WindowState? {
    // What has arrived counts, though the turn is not over.
    finishTurn()
    if !visibility.hasBegun {
      guard target.answers() else { return nil }
      placement.locate()
    }
    return lastState
  }

  package func ringBell() { target.send { XBell($0, 0) } }

  /// Offers `text` on the clipboard until another program offers something, or this one ends.
  ///
  /// Returns false for a text of more than 4 MiB. `copyRefused` follows where the server refuses.
  @discardableResult
  package func copy(_ text: String) -> Bool {
    // The time of the key or click that asked for it, as ICCCM 2.1 wants; without one, now.
    target.isUsable && clipboard.offer(text, at: serverClock.lastInput)
  }
}
