import CX11
import Geometry

/// Follows the compositor, and what lies above a window where the server does not tell what can be seen of it: under a
/// compositor, and of windows that it draws aside.
final class CoverWatch {
  private let connection: Connection
  private var stack = WindowStack()
  private let compositor: CompositorWatch
  /// The ancestor of the window right below the root: a window manager's frame, or the window itself.
  private var topLevel: XID
  /// Whether the server draws the window aside and lays it on the screen itself. It never says that such a one is covered.
  private var isDrawnAside = false
  /// Whether the stack is that which is seen; it is not under Xwayland.
  private var stackTellsCover = true
  private var hasChanged = false
  /// The windows of which it is not known what they hide, and whether each was mapped past the window manager.
  private var stale: [XID: Bool] = [:]
  /// The maximum number of windows to ask about in one turn; each takes two to five round trips.
  private static let maxQuestions = 2

  init(connection: Connection, window: XID) {
    self.connection = connection
    compositor = CompositorWatch(connection: connection)
    topLevel = window
  }

  /// Whether a compositor shows the windows.
  var isComposited: Bool { compositor.owner != 0 }

  /// Whether the stack is followed.
  private var isFollowing: Bool { stackTellsCover && (isComposited || isDrawnAside) }

  /// Whether there is a compositor now; takes a round trip.
  func hasCompositor() -> Bool {
    (connection.use { XGetSelectionOwner($0, connection.atoms.compositor) } ?? 0) != 0
  }

  /// Looks for a compositor and begins to follow the stack where there is one; takes round trips.
  func begin() {
    compositor.begin()
    stackTellsCover = connection.stackTellsCover()
    if isFollowing { followAnew() }
  }

  /// Begins or ends to follow the stack.
  private func followAnew() {
    let structure = PropertyChangeMask | StructureNotifyMask
    let mask = isFollowing ? structure | SubstructureNotifyMask : structure
    quietly {
      connection.use { XSelectInput($0, connection.root, mask) }
      stack = WindowStack()
      stale.removeAll()
      if isFollowing { readStack() }
    }
    hasChanged = true
  }

  /// Says which ancestor of the window is the one right below the root, and whether the server draws the window aside; takes
  /// round trips where that has changed.
  func setTopLevel(_ identifier: XID, isDrawnAside: Bool) {
    if identifier != topLevel {
      topLevel = identifier
      hasChanged = true
    }
    guard isDrawnAside != self.isDrawnAside else { return }
    self.isDrawnAside = isDrawnAside
    if !isComposited { followAnew() }
  }

  /// Takes note of an event of the root window or of the compositor.
  func note(_ event: inout XEvent) {
    compositor.note(&event)
    if isFollowing, event.xany.window == connection.root { follow(event) }
  }

  /// Takes note that a frame has been drawn.
  func noteFrame() {
    compositor.noteFrame()
  }

  /// Whether something has changed that no event tells.
  var isStale: Bool { compositor.isStale || !due.isEmpty }

  /// The next windows to ask the server about: our own for its place, then those above that may hide a part of it.
  private var due: [XID] {
    guard !stale.isEmpty, let own = stack.entry(topLevel) else { return [] }
    if stale[topLevel] != nil { return [topLevel] }
    var due: [XID] = []
    for entry in stack.entries.reversed() {
      guard entry.identifier != topLevel, due.count < CoverWatch.maxQuestions else { break }
      let mayHide = entry.rect.isEmpty || !entry.rect.intersection(own.rect).isEmpty
      if mayHide, stale[entry.identifier] != nil { due.append(entry.identifier) }
    }
    return due
  }

  /// Asks for what has changed; takes round trips.
  func refresh() {
    if compositor.isStale, compositor.refresh() {
      stackTellsCover = connection.stackTellsCover()
      followAnew()
    }
    let asked = due
    guard !asked.isEmpty else { return }
    quietly {
      let isOverride = asked.contains { stale[$0] == true }
      let children = isOverride ? Set(children()) : []
      for window in asked {
        refresh(window)
        // The overlay on which a compositor shows all windows lies above them and hides none.
        if stale[window] == true, !children.contains(window) { stack.setOpacity(window, .none) }
        stale[window] = nil
      }
    }
    hasChanged = true
  }

  /// Whether the window is covered whole, where that has changed or may have since it was last asked.
  func takeChange() -> Bool? {
    guard hasChanged else { return nil }
    hasChanged = false
    guard isFollowing else { return false }
    let screen = PixelRect(
      x: 0, y: 0, width: connection.screenWidth, height: connection.screenHeight)
    return stack.covers(topLevel, screen: screen)
  }

  private func follow(_ event: XEvent) {
    switch event.type {
    case CreateNotify:
      let made = event.xcreatewindow
      let rect = CoverWatch.rect(made.x, made.y, made.width, made.height, border: made.border_width)
      stack.add(WindowStack.Entry(identifier: made.window, rect: rect, opacity: .none))
      return
    case ConfigureNotify:
      let change = event.xconfigure
      guard change.window != connection.root else { return }
      let rect = CoverWatch.rect(
        change.x, change.y, change.width, change.height, border: change.border_width)
      let before = stack.entry(change.window)
      stack.configure(change.window, rect: rect, above: change.above)
      if let before, case .shape = before.opacity,
        before.rect.width != rect.width || before.rect.height != rect.height
      {
        stale[change.window] = false
      }
    case CirculateNotify:
      stack.circulate(event.xcirculate.window, toTop: event.xcirculate.place == PlaceOnTop)
    case MapNotify:
      guard event.xmap.window != topLevel else { return }
      stale[event.xmap.window] = event.xmap.override_redirect != 0
    case UnmapNotify:
      stale[event.xunmap.window] = nil
      stack.setOpacity(event.xunmap.window, .none)
    case DestroyNotify:
      stale[event.xdestroywindow.window] = nil
      stack.remove(event.xdestroywindow.window)
    case ReparentNotify:
      let window = event.xreparent.window
      stack.remove(window)
      stale[window] = nil
      if event.xreparent.parent == connection.root { addUnknown(window) }
    default: return
    }
    hasChanged = true
  }

  /// Learns which windows there are, in one round trip. What they hide is asked in later turns.
  private func readStack() {
    for child in children() { addUnknown(child) }
  }

  /// Puts a window on top that hides nothing until the server is asked about it.
  private func addUnknown(_ identifier: XID) {
    stack.add(WindowStack.Entry(identifier: identifier, rect: .zero, opacity: .none))
    stale[identifier] = false
  }

  /// The top level windows from the bottom to the top. The server's own are left out: the compositor's overlay and the
  /// screen saver's window.
  private func children() -> [XID] {
    connection.family(of: connection.root)?.children ?? []
  }

  /// Asks the server about one top level window.
  private func refresh(_ identifier: XID) {
    guard let attributes = connection.attributes(of: identifier) else {
      return stack.remove(identifier)
    }
    var opacity = WindowStack.Opacity.none
    if attributes.map_state != IsUnmapped, attributes.`class` == InputOutput,
      isOpaque(identifier, attributes)
    {
      opacity = shape(of: identifier)
    }
    let rect = CoverWatch.rect(
      attributes.x, attributes.y, attributes.width, attributes.height,
      border: attributes.border_width)
    stack.set(identifier, rect: rect, opacity)
  }

  /// Whether nothing shines through a window: without a compositor through none.
  private func isOpaque(_ identifier: XID, _ attributes: XWindowAttributes) -> Bool {
    guard isComposited else { return true }
    guard attributes.depth != 32 else { return false }
    let property = connection.items(
      of: identifier, connection.atoms[.netWMWindowOpacity], type: XA_CARDINAL)
    return property.first ?? 0xFFFF_FFFF >= 0xFFFF_FFFF
  }

  /// The part of a window that its shape leaves: frames with round corners lack but a little of a rectangle.
  private func shape(of identifier: XID) -> WindowStack.Opacity {
    connection.use { display -> WindowStack.Opacity in
      var bounding: Int32 = 0
      var clip: Int32 = 0
      var (x, y, width, height): (Int32, Int32, UInt32, UInt32) = (0, 0, 0, 0)
      var (clipX, clipY, clipWidth, clipHeight): (Int32, Int32, UInt32, UInt32) = (0, 0, 0, 0)
      let known = XShapeQueryExtents(
        display, identifier, &bounding, &x, &y, &width, &height, &clip, &clipX, &clipY, &clipWidth,
        &clipHeight
      )
      // Without the extension no window has a shape.
      guard known != 0, bounding != 0 else { return .whole }
      var count: Int32 = 0
      var ordering: Int32 = 0
      guard let parts = XShapeGetRectangles(display, identifier, ShapeBounding, &count, &ordering)
      else {
        return .none
      }
      defer { XFree(parts) }
      guard count <= 64 else { return .none }
      return .shape(
        UnsafeBufferPointer(start: parts, count: Int(count)).map { part in
          PixelRect(
            x: Int(part.x), y: Int(part.y), width: Int(part.width), height: Int(part.height))
        })
    } ?? .none
  }

  /// Other programs' windows may go at any moment; an error about one of them is no news.
  private func quietly(_ body: () -> Void) {
    _ = connection.trapErrors(body)
  }

  private static func rect(
    _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, border: Int32
  ) -> PixelRect {
    PixelRect(
      x: Int(x), y: Int(y), width: Int(width + 2 * border), height: Int(height + 2 * border))
  }
}
