import CX11
package import Geometry
import Glibc
import Platform

/// A top-level window: its properties, its states and, by `presenter`, its pixels.
///
/// `nextEvent` reads for all windows of the connection, each of which gets its own events.
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
  package let placement: Placement
  package let states: ManagedStates
  package let input: InputReader
  package let globalKeys: GlobalKeys
  package let cursor: PointerCursor
  package internal(set) var serverClock = ServerClock()

  package let surface: Surface
  let visibility: VisibilityWatch
  let clipboard: Clipboard
  /// In the order in which they are asked: what the states find out, the place needs.
  let parts: [any WindowPart]
  /// The number of events taken in this turn.
  var taken = 0
  package internal(set) var hasLeftovers = false
  /// A title that waits for an acknowledgement, so nothing piles up for a server that does not read.
  private var newTitle: String?
  var form = Form()
  /// The widths of the frame's sides, as last read while clicks go through.
  var frame = Placement.noFrame
  var isFrameNew = false
  var isDecorated: Bool

  private static let events =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask
    | EnterWindowMask | LeaveWindowMask | ExposureMask | StructureNotifyMask | VisibilityChangeMask
    | FocusChangeMask | PropertyChangeMask | KeymapStateMask

  package init(_ connection: Connection, _ options: WindowOptions) {
    let alpha =
      options.isTranslucent
      ? VisualFormat(alphaOf: connection.display, screen: connection.screen) : nil
    surface = Surface(
      on: connection, alpha ?? connection.format, at: options.rect, events: Window.events,
      sharesMemory: options.sharesMemory, instanceName: options.instanceName)
    (self.connection, identifier) = (connection, surface.identifier)
    (isTranslucent, isDecorated) = (surface.format.hasAlpha, options.isDecorated)
    placement = Placement(surface)
    visibility = VisibilityWatch(surface)
    // The first frame already depends on the compositor.
    if isTranslucent { visibility.lookForCompositor() }
    // `above` is known, and reported, once the property is read.
    states = ManagedStates(
      surface, states: options.states.subtracting([.above, .iconic]), placement: placement,
      visibility: visibility)
    input = InputReader(surface, placement, visibility)
    globalKeys = GlobalKeys(surface, input.keyboard)
    cursor = PointerCursor(surface)
    clipboard = Clipboard(surface)
    parts = [states, visibility, placement, globalKeys, input, cursor, clipboard]
    connection.receivers[identifier] = { [weak self] in self?.receive($0) }
    writeProperties(options)
    if states.isFullScreen { surface.report(.fullScreenChanged(true)) }
  }

  package func setTitle(_ title: String) {
    newTitle = title
    writeTitle()
  }

  func writeTitle() {
    guard !surface.isDestroyed, let title = newTitle, !presenter.isAcknowledgementAwaited
    else { return }
    newTitle = nil
    let utf8 = connection.atoms[.UTF8_STRING]
    // Old window managers read Latin text only as STRING.
    let type = title.utf8.allSatisfy { $0 < 0x80 } ? XA_STRING : utf8
    connection.set(identifier, XA_WM_NAME, type: type, to: title)
    connection.set(identifier, connection.atoms[._NET_WM_NAME], type: utf8, to: title)
    connection.flush()
  }

  package func map() { surface.send { XMapWindow($0, identifier) } }

  package func unmap() {
    // ICCCM 4.1.4: the root gets an UnmapNotify, too, without which an icon may not be withdrawn.
    surface.send { XWithdrawWindow($0, identifier, connection.screen) }
  }

  /// Raises the window once the server answers. A window manager also focuses it.
  package func raise() { states.raise(at: 0) }

  /// Raises and focuses the window for a key in another one, at the server's time.
  package func raise(at time: UInt32) {
    // A window manager lets a window have the focus that the user has just acted on.
    write(._NET_WM_USER_TIME, type: XA_CARDINAL, [UInt(time)])
    states.raise(at: UInt(time))
    input.wantFocus(at: Time(time))
  }

  package var presenter: Presenter { surface.presenter }

  /// Whether the window has ever been on the screen or an icon; false while it is being opened.
  package var hasOpened: Bool { visibility.hasBeenManaged }

  /// Whether a compositor shows the windows; known from the second frame on, for a translucent
  /// window from the start.
  package var isComposited: Bool { visibility.isComposited }

  package var width: Int { surface.rect.width }
  package var height: Int { surface.rect.height }
  /// The top left corner on the screen, as last reported.
  package var corner: (x: Int, y: Int) { (surface.rect.x, surface.rect.y) }

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
    finishTurn(Turn())
    if !visibility.hasBegun {
      guard connection.ping() else { return nil }
      placement.locate()
    }
    return lastState
  }

  /// Offers `text` on the clipboard; returns false if it is too long.
  package func copy(_ text: String) -> Bool { clipboard.copy(text, at: serverClock.lastInput) }

  /// Takes the window off the screen and lets a clipboard manager take over what was copied.
  package func end() {
    unmap()
    clipboard.handOver()
  }

  package func ringBell() { surface.send { XBell($0, 0) } }
}

// A window's properties for window managers and others (ICCCM, EWMH), and its shape (SHAPE).

extension Window {
  func writeProperties(_ options: WindowOptions) {
    let atoms = connection.atoms
    setTitle(options.title)
    writeHints(isUrgent: false, isIconic: options.states.contains(.iconic))
    if let desktop = options.desktop {
      connection.set(identifier, ._NET_WM_DESKTOP, type: XA_CARDINAL, to: [UInt(clamping: desktop)])
    }
    writeSize(options)
    var protocols = [atoms[.WM_DELETE_WINDOW], atoms[._NET_WM_PING]]
    XSetWMProtocols(connection.display, identifier, &protocols, Int32(protocols.count))
    connection.set(identifier, ._NET_WM_PID, type: XA_CARDINAL, to: [UInt(getpid())])
    let kind = AtomName(rawValue: "_NET_WM_WINDOW_TYPE_" + options.kind.uppercased())
    if let kind {
      connection.set(identifier, ._NET_WM_WINDOW_TYPE, type: XA_ATOM, to: [atoms[kind]])
    }
    surface.write(options.states)
    if !options.isDecorated { setDecorated(false) }
  }

  private func writeSize(_ options: WindowOptions) {
    var size = XSizeHints()
    // Positions are the contents', so a window that is restored does not creep by its frame's width.
    size.flags = PMinSize | PSize | PWinGravity
    size.win_gravity = StaticGravity
    (size.min_width, size.min_height) = (Int32(Placement.minSide), Int32(Placement.minSide))
    (size.width, size.height) = (Int32(width), Int32(height))
    if let position = options.position {
      size.flags |= USPosition
      (size.x, size.y) = (Int32(clamping: position.x), Int32(clamping: position.y))
    }
    // Also writes WM_CLIENT_MACHINE, which a process id needs.
    XSetWMProperties(connection.display, identifier, nil, nil, nil, 0, &size, nil, nil)
  }

  /// Writes the icon in several sizes: for each the width, the height and straight pixels.
  package func setIcon(_ pictures: [PixelBuffer]) {
    var items: [UInt] = []
    for picture in pictures {
      let rect = picture.rect
      items += [UInt(rect.width), UInt(rect.height)]
      for y in rect.y..<rect.maxY {
        let row = picture.row(y)
        for x in 0..<rect.width { items.append(UInt(Window.straight(row[x]))) }
      }
    }
    write(._NET_WM_ICON, type: XA_CARDINAL, items)
  }

  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0, alpha < 255 else { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      min((pixel >> shift & 255) * 255 / alpha, 255) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }

  /// Sets the colour that the server shows until an area is painted.
  package func setBackground(_ color: Color) {
    let pixel = UInt(surface.format.layout.pixel(for: color.premultiplied))
    surface.send { XSetWindowBackground($0, identifier, pixel) }
  }

  package func setDecorated(_ isDecorated: Bool) {
    self.isDecorated = isDecorated
    // flags (2: decorations), functions, decorations (0 none, 1 all), input mode, status
    write(
      ._MOTIF_WM_HINTS, type: connection.atoms[._MOTIF_WM_HINTS], [2, 0, isDecorated ? 1 : 0, 0, 0])
  }

  /// Sets the opacity of the whole window under a compositor, 0...1.
  package func setOpacity(_ opacity: Double) {
    let clamped = opacity.isNaN ? 1 : min(max(opacity, 0), 1)
    write(._NET_WM_WINDOW_OPACITY, type: XA_CARDINAL, [UInt(clamped * 4_294_967_295)])
  }

  package func setUrgent(_ isUrgent: Bool) {
    writeHints(isUrgent: isUrgent)
    states.set(.demandsAttention, isUrgent)
  }

  private func writeHints(isUrgent: Bool, isIconic: Bool = false) {
    var hints = XWMHints()
    hints.flags = InputHint | StateHint | (isUrgent ? Int(XUrgencyHint) : 0)
    hints.input = 1
    hints.initial_state = isIconic ? IconicState : NormalState
    surface.send { XSetWMHints($0, identifier, &hints) }
  }

  func write(_ property: AtomName, type: Atom, _ items: [UInt]) {
    surface.send { _ in connection.set(identifier, property, type: type, to: items) }
  }

  /// Lets clicks go through to the windows below; returns false if the server lacks SHAPE.
  package func setClickThrough(_ isClickThrough: Bool) -> Bool {
    isFrameNew = isClickThrough
    var form = form
    form.isClickThrough = isClickThrough
    if !isClickThrough { form.frame = [] }
    return setForm(form)
  }

  /// Leaves the frame clickable while clicks go through the contents: some window managers, such as
  /// openbox, give the frame the contents' region. It may extend beyond the contents.
  func updateFrameForm() {
    guard form.isClickThrough else { return }
    let (left, right, top, bottom) = frame
    let outer = width + left + right
    var form = form
    form.frame = [
      PixelRect(x: -left, y: -top, width: outer, height: top),
      PixelRect(x: -left, y: 0, width: left, height: height),
      PixelRect(x: width, y: 0, width: right, height: height),
      PixelRect(x: -left, y: height, width: outer, height: bottom),
    ].filter { !$0.isEmpty }
    _ = setForm(form)
  }

  /// Restricts clicks to `outline`, for a size in device pixels, and also what is shown if `isCut`.
  package func setOutline(_ outline: Outline, width: Int, height: Int, isCut: Bool) {
    var form = Form(isClickThrough: form.isClickThrough, frame: form.frame)
    if outline != .rectangle {
      (form.outline, form.width, form.height, form.isCut) = (outline, width, height, isCut)
    }
    _ = setForm(form)
  }

  /// The parts of a window that are shown and that take clicks. SHAPE cannot smooth edges, so under a
  /// compositor that respects alpha only clicks are restricted.
  struct Form: Equatable {
    var outline = Outline.rectangle
    var width = 0
    var height = 0
    var isCut = false
    var isClickThrough = false
    /// The sides of the frame that take clicks, relative to the contents.
    var frame: [PixelRect] = []
  }

  private func setForm(_ new: Form) -> Bool {
    guard new != form, !surface.isDestroyed else { return true }
    guard connection.hasShape else { return false }
    form = new
    let rows =
      new.outline == .rectangle ? nil : new.outline.rows(width: new.width, height: new.height)
    setRegion(ShapeInput, to: new.isClickThrough ? new.frame : rows)
    setRegion(ShapeBounding, to: new.isCut ? rows : nil)
    connection.flush()
    return true
  }

  private func setRegion(_ kind: Int32, to rows: [PixelRect]?) {
    let display = connection.display
    guard let rows else { return XShapeCombineMask(display, identifier, kind, 0, 0, 0, ShapeSet) }
    var rectangles = rows.map {
      XRectangle(
        x: Int16(clamping: $0.x), y: Int16(clamping: $0.y), width: UInt16(clamping: $0.width),
        height: UInt16(clamping: $0.height))
    }
    XShapeCombineRectangles(
      display, identifier, kind, 0, 0, &rectangles, Int32(rectangles.count), ShapeSet, YXBanded)
  }
}
