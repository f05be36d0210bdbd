import CX11
import Geometry
import Platform

struct VisibilityConditions: Equatable {
  var isMapped = false
  /// Whether an ancestor is unmapped: i3 unmaps only the frames of the hidden desktops.
  var isUnviewable = false
  /// Whether it is an icon, or hidden like one.
  var isMinimized = false
  /// Whether the server reports that the window is fully covered. Under a compositor it never does.
  var isObscured = false
  /// Whether the windows above cover it, where the server does not report that.
  var isCovered = false
  /// Whether the screen saver or DPMS is on.
  var isBlanked = false
  /// Whether another virtual terminal is shown.
  var isAway = false

  /// Whether the window is mapped or an icon, so the window manager keeps its states.
  var isManaged: Bool { isMapped || isMinimized }

  /// Whether neither the window nor its popup can be on the screen.
  var isOffScreen: Bool { !isMapped || isUnviewable || isMinimized }

  var isVisible: Bool { !isOffScreen && !isObscured && !isCovered && !isBlanked && !isAway }
}

/// Follows whether any of a window can be seen.
///
/// A condition that is wrongly set is worse than one that is missed: the stopwatch seems to stop.
///
/// Events mark what to read, and reading is rate-limited, so a busy desktop costs little.
///
/// Under a compositor the server never reports that a window is covered. Nor does it for a window
/// whose depth is not that of its parent (`compImplicitRedirect` of the X server), as translucent
/// windows and those in frames of awesome or herbstluftwm. For these the windows above are read.
final class VisibilityWatch: WindowPart {
  private enum Unread { case compositor, ancestors, terminal, stack }

  private let surface: Surface
  private var connection: Connection { surface.connection }
  private(set) var conditions = VisibilityConditions()
  /// Whether the window has ever been on the screen or an icon.
  private(set) var hasBeenManaged = false
  private(set) var hasBegun = false

  private var unread: Set<Unread> = []
  private var nextReading = MonotonicTime.distantPast
  /// The ancestors, such as a frame, from the innermost on, without the root.
  private var ancestors: [XID] = []
  /// Whether the server draws the window off screen because its depth is not that of its parent.
  private var isDrawnAside = false
  private var compositor: XID = 0
  /// Whether the stacking order is read, and the root reports its changes.
  private var watchesStack = false
  /// The top-level windows read so far, and the parts of the screen that each hides.
  private var known: [XID: (rect: PixelRect, hidden: [PixelRect])] = [:]
  private var selectionEvent: Int32?
  private var saverEvent: Int32?
  private var hasRealDisplays = false

  /// The maximum number of windows read at once; each takes two to five round trips.
  private static let maxWindows = 2
  private static let interval = Duration.milliseconds(50)
  /// The pause after a reading, by its duration: on a slow link a fifth of the time is reading.
  private static let pausePerReading = 4

  init(_ surface: Surface) { self.surface = surface }

  /// Known after `begin` or `lookForCompositor`.
  var isComposited: Bool { compositor != 0 }

  private var topLevel: XID { ancestors.last ?? surface.identifier }

  /// Takes a round trip.
  func lookForCompositor() {
    compositor = XGetSelectionOwner(connection.display, connection.atoms.compositor)
  }

  func begin() {
    hasBegun = true
    let (display, root) = (connection.display, connection.root)
    // A compositor that replaces another, or restarts, often sends no MANAGER message.
    if let first = connection.firstEvent(XFixesQueryExtension) {
      selectionEvent = first + Int32(XFixesSelectionNotify)
      let mask =
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
        | XFixesSelectionClientCloseNotifyMask
      XFixesSelectSelectionInput(display, root, connection.atoms.compositor, UInt(mask))
    }
    // Most servers have no event for DPMS, but it activates the screen saver first.
    if let first = connection.firstEvent(XScreenSaverQueryExtension) {
      saverEvent = first + Int32(ScreenSaverNotify)
      let hasPower = connection.firstEvent(DPMSQueryExtension) != nil
      hasRealDisplays = hasPower && DPMSCapable(display) != 0
      XScreenSaverSelectInput(display, root, UInt(ScreenSaverNotifyMask))
      var info = XScreenSaverInfo()
      let isKnown = XScreenSaverQueryInfo(display, root, &info) != 0
      setSaver(isOn: isKnown && info.state == ScreenSaverOn, isForced: false)
    }
    unread = [.compositor, .ancestors, .terminal]
    read()
  }

  func change(_ change: (inout VisibilityConditions) -> Void) {
    let before = conditions.isVisible
    change(&conditions)
    hasBeenManaged = hasBeenManaged || conditions.isManaged
    if conditions.isVisible != before {
      surface.report(.visibilityChanged(isVisible: !before))
    }
  }

  /// Records what an event may have changed, without round trips.
  func record(_ event: XEvent) {
    if event.xany.window == surface.identifier { recordOwn(event) }
    guard hasBegun else { return }
    switch event.type {
    case PropertyNotify:
      if event.xproperty.window == connection.root,
        event.xproperty.atom == connection.atoms[.XFree86_has_VT]
      {
        unread.insert(.terminal)
      }
    case MapNotify, UnmapNotify, ConfigureNotify, DestroyNotify, ReparentNotify, CirculateNotify:
      if event.xany.window == connection.root {
        // All of these have the window at the same offset.
        known[event.xmap.window] = nil
        unread.insert(.stack)
      } else if event.type == ReparentNotify
        || [MapNotify, UnmapNotify].contains(event.type) && ancestors.contains(event.xany.window)
      {
        unread.insert(.ancestors)
      }
    case selectionEvent: unread.insert(.compositor)
    case saverEvent:
      let change = withUnsafeBytes(of: event) {
        $0.loadUnaligned(as: XScreenSaverNotifyEvent.self)
      }
      setSaver(isOn: change.state != ScreenSaverOff, isForced: change.forced != 0)
    default: break
    }
  }

  private func recordOwn(_ event: XEvent) {
    switch event.type {
    case VisibilityNotify:
      let state = event.xvisibility.state
      change { $0.isObscured = state == VisibilityFullyObscured }
    case MapNotify: change { $0.isMapped = true }
    // The server reports again when the window comes back.
    case UnmapNotify: change { ($0.isMapped, $0.isObscured) = (false, false) }
    case DestroyNotify: change { $0.isMapped = false }
    default: break
    }
  }

  /// A pending reply wakes the program.
  var deadline: MonotonicTime? {
    unread.isEmpty || connection.isPingPending ? nil : nextReading
  }

  var needsUpdate: Bool { !unread.isEmpty && nextReading <= .now }

  func refresh() {
    if needsUpdate { read() }
  }

  private func read() {
    let start = MonotonicTime.now
    if unread.remove(.compositor) != nil { readCompositor() }
    if unread.remove(.ancestors) != nil { readAncestors() }
    if unread.remove(.terminal) != nil { readTerminal() }
    if unread.remove(.stack) != nil { readStack() }
    let end = MonotonicTime.now
    let pause = (end - start) * VisibilityWatch.pausePerReading
    nextReading = end + (unread.isEmpty ? max(VisibilityWatch.interval, pause) : pause)
  }

  /// A server without displays, such as Xvfb or one for VNC, has the saver's timer but darkens nothing.
  /// There the saver counts only if a program has forced it.
  private func setSaver(isOn: Bool, isForced: Bool) {
    change { $0.isBlanked = isOn && (isForced || hasRealDisplays) }
  }

  /// Xorg's property is 0 while another terminal is shown, such as that of a login screen.
  private func readTerminal() {
    let property = connection.items(
      of: connection.root, connection.atoms[.XFree86_has_VT], type: XA_INTEGER, limit: 1)
    change { $0.isAway = property.first == 0 }
  }

  private func readCompositor() {
    let (before, wasComposited) = (compositor, isComposited)
    lookForCompositor()
    guard compositor != before else { return }
    // Whether a window hides others depends on the compositor.
    known = [:]
    watchStack()
    if wasComposited != isComposited {
      surface.report(.compositingChanged(isComposited))
    }
  }

  private func readAncestors() {
    ancestors = []
    // Another program could nest windows without end while we look.
    while ancestors.count < 100,
      let (parent, _) = connection.family(of: topLevel), parent != 0, parent != connection.root
    {
      ancestors.append(parent)
      XSelectInput(connection.display, parent, StructureNotifyMask)
    }
    let depth = XDefaultDepth(connection.display, connection.screen)
    let attributes = ([surface.identifier] + ancestors).map { connection.attributes(of: $0) }
    isDrawnAside = attributes.contains { $0.map { $0.depth != depth } ?? false }
    if let own = attributes[0] { change { $0.isUnviewable = own.map_state == IsUnviewable } }
    watchStack()
  }

  // MARK: The windows above

  private func watchStack() {
    watchesStack = (isComposited || isDrawnAside) && connection.stackTellsCover()
    let mask = PropertyChangeMask | StructureNotifyMask
    XSelectInput(
      connection.display, connection.root, watchesStack ? mask | SubstructureNotifyMask : mask)
    unread.insert(.stack)
  }

  /// Reads the stacking order and at most `maxWindows` of the unknown windows.
  ///
  /// QueryTree leaves out the overlay on which a compositor shows all windows.
  private func readStack() {
    let children = watchesStack ? connection.family(of: connection.root)?.children ?? [] : []
    let present = Set(children)
    known = known.filter { present.contains($0.key) }
    let above = children[(children.lastIndex(of: topLevel) ?? children.endIndex)...].dropFirst()
    let unknown = ([topLevel] + above.reversed()).filter {
      known[$0] == nil && present.contains($0)
    }
    for window in unknown.prefix(VisibilityWatch.maxWindows) { known[window] = read(window) }
    if unknown.count > VisibilityWatch.maxWindows { unread.insert(.stack) }
    let hidden = above.flatMap { known[$0]?.hidden ?? [] }
    let own = known[topLevel]?.rect ?? .zero
    let isCovered = own.intersection(connection.screenRect).isCovered(by: hidden)
    change { $0.isCovered = !own.isEmpty && isCovered }
  }

  private func read(_ window: XID) -> (rect: PixelRect, hidden: [PixelRect]) {
    guard let attributes = connection.attributes(of: window) else { return (.zero, []) }
    let border = Int(attributes.border_width)
    var rect = PixelRect(attributes.x, attributes.y, attributes.width, attributes.height)
    (rect.width, rect.height) = (rect.width + 2 * border, rect.height + 2 * border)
    let hides =
      attributes.map_state != IsUnmapped && attributes.`class` == InputOutput
      && isOpaque(window, attributes)
    return (rect, hides ? shape(of: window, in: rect, border: border) : [])
  }

  /// Without a compositor nothing shines through a window.
  private func isOpaque(_ window: XID, _ attributes: XWindowAttributes) -> Bool {
    guard isComposited else { return true }
    guard attributes.depth != 32 else { return false }
    let opacity = connection.items(
      of: window, connection.atoms[._NET_WM_WINDOW_OPACITY], type: XA_CARDINAL)
    return opacity.first ?? 0xFFFF_FFFF >= 0xFFFF_FFFF
  }

  /// Returns a window's shape on the screen: frames may have round corners.
  private func shape(of window: XID, in rect: PixelRect, border: Int) -> [PixelRect] {
    var (count, ordering): (Int32, Int32) = (-1, 0)
    let parts = XShapeGetRectangles(connection.display, window, ShapeBounding, &count, &ordering)
    defer { if let parts { XFree(parts) } }
    // Without the extension `count` is unchanged.
    guard count >= 0 else { return [rect] }
    // That many parts are not worth the work.
    guard count <= 64 else { return [] }
    return UnsafeBufferPointer(start: parts, count: parts == nil ? 0 : Int(count)).map {
      PixelRect($0.x, $0.y, $0.width, $0.height).offset(dx: rect.x + border, dy: rect.y + border)
    }
  }
}

extension PixelRect {
  func isCovered(by others: [PixelRect]) -> Bool {
    var uncovered = isEmpty ? [] : [self]
    for other in others where !uncovered.isEmpty {
      uncovered = uncovered.flatMap { $0.subtracting(other) }
      // Limits the work: a window in that many pieces counts as visible.
      if uncovered.count > 256 { return false }
    }
    return uncovered.isEmpty
  }
}
