import CX11
import Platform

/// A top-level window: its properties, its states and, by `presenter`, its pixels.
///
/// Nothing here waits for a server that has stopped. Events mark what has to be asked, and
/// `finishTurn` asks it at the end of a turn, after the server has answered a ping. A request that
/// needs an answer first, such as full screen, waits as well; an event reports its outcome.
///
/// Every method does nothing once another program has destroyed the window.
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
  /// The copied text and the time of the last input before; nil if another program has the clipboard.
  var copied: (text: String, time: UInt)?
  /// The number of events taken in this turn, and its end.
  var taken = 0
  var turnEnd = MonotonicTime.distantPast
  package internal(set) var hasLeftovers = false
  /// A title that waits for an acknowledgement, so nothing piles up for a server that does not read.
  private var newTitle: String?
  var form = Form()
  var isDecorated: Bool

  package init(_ connection: Connection, _ options: WindowOptions) {
    target = ServerWindow(connection, options)
    (self.connection, identifier) = (connection, target.identifier)
    (isTranslucent, isDecorated) = (target.format.hasAlpha, options.isDecorated)
    placement = Placement(target, options)
    visibility = VisibilityWatch(target)
    // The first frame already depends on the compositor.
    if isTranslucent { visibility.lookForCompositor() }
    // `above` is known, and reported, once the property is read.
    states = ManagedStates(
      target, states: options.states.subtracting([.above, .iconic]), placement: placement,
      visibility: visibility)
    input = InputReader(target, placement)
    globalKeys = GlobalKeys(target, input.keyboard)
    cursor = PointerCursor(target)
    popup = Popup(of: target, placement: placement, input: input)
    writeProperties(options)
    if states.isFullScreen { target.events.append(.fullScreenChanged(true)) }
  }

  package func setTitle(_ title: String) {
    newTitle = title
    writeTitle()
  }

  func writeTitle() {
    guard !target.isDestroyed, let title = newTitle, !presenter.isAcknowledgementAwaited
    else { return }
    newTitle = nil
    let utf8 = connection.atoms[.UTF8_STRING]
    // Old window managers read Latin text only as STRING.
    let type = title.utf8.allSatisfy { $0 < 0x80 } ? XA_STRING : utf8
    connection.set(identifier, XA_WM_NAME, type: type, to: title)
    connection.set(identifier, connection.atoms[._NET_WM_NAME], type: utf8, to: title)
    connection.flush()
  }

  package func map() { target.send { XMapWindow($0, identifier) } }

  package func unmap() {
    // ICCCM 4.1.4: the root gets an UnmapNotify, too; without it a window manager may ignore an
    // iconic window's request.
    target.send { XWithdrawWindow($0, identifier, connection.screen) }
  }

  /// Raises the window once the server answers. A window manager also focuses it.
  package func raise() { states.raise(at: 0) }

  /// Raises and focuses the window for a key that was pressed in another window, at the server's
  /// time in milliseconds.
  package func raise(at time: UInt32) {
    // A window manager lets a window have the focus that the user has just acted on.
    write(._NET_WM_USER_TIME, type: XA_CARDINAL, [UInt(time)])
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

  package var hasFrame: Bool { isDecorated && placement.isReparented }

  package var lastState: WindowState {
    let isIconic = visibility.conditions.isMinimized && !states.isShaded
    return WindowState(
      rect: placement.windowed,
      states: states.states.intersection(.lasting).union(isIconic ? .iconic : []),
      desktop: states.desktop.map { Int($0) })
  }

  /// The position and states now; nil if the position is unknown and the server does not answer.
  package func currentState() -> WindowState? {
    // Handles what has arrived, although the turn is not over.
    finishTurn()
    if !visibility.hasBegun {
      guard connection.ping() else { return nil }
      placement.locate()
    }
    return lastState
  }

  package func ringBell() { target.send { XBell($0, 0) } }
}
