import CX11
package import Geometry
import Platform

/// A window's position and size, and the refresh rate of the display that shows it.
package final class Placement: WindowPart {
  /// Minimum width and height for the user's resizing.
  static let minSide = 24

  private let surface: Surface
  private var displays: [(rect: PixelRect, rate: Double?)] = []
  /// The type of RandR's first event; nil without RandR, or before `begin`.
  private var displayEvent: Int32?
  private(set) var rect: PixelRect {
    get { surface.rect }
    set { surface.rect = newValue }
  }
  /// The refresh rate of the display at the window's middle; nil if unknown.
  package private(set) var refreshRate: Double?
  private(set) var isReparented = false
  var isFull = false
  private var history: PlaceHistory
  private var reported: PixelRect
  /// Whether the monitors may have changed.
  private var isScreenNew = false
  /// Where the window is to go once it is not full.
  private var wanted: Goal?
  /// The monitors, the main one first; empty before `begin`.
  private var monitors: [PixelRect] = []
  /// The monitors and the window before they changed; nil unless they just have.
  private var change: MonitorChange?
  /// The window when the server last reported a change of its screen.
  private var rectBeforeChange: PixelRect?
  private var changeEnd = MonotonicTime.distantPast

  private enum Goal {
    case place(PixelRect)
    case view
  }

  /// How long a window manager may move windows after a change of monitors.
  private static let monitorPatience = Duration.milliseconds(500)

  init(_ surface: Surface) {
    (self.surface, reported, history) = (surface, surface.rect, PlaceHistory(surface.rect))
  }

  static func clamped(width: Int, height: Int) -> (width: Int, height: Int) {
    (min(max(width, 1), 32767), min(max(height, 1), 32767))
  }

  /// The rectangle that the window has, or returns to, when it is not full.
  var windowed: PixelRect { isFull ? history.rect : rect }

  /// Takes round trips.
  func begin() {
    let connection = surface.connection
    // From 1.3 on the server answers without probing the displays, which may take a second.
    if connection.hasRandR(1, 3) {
      displayEvent = connection.firstEvent(XRRQueryExtension)
      XRRSelectInput(connection.display, connection.root, Int32(RRCrtcChangeNotifyMask))
    }
    isScreenNew = true
    locate()
    refresh()
  }

  /// Reads the position, which a window manager need not report; takes a round trip.
  func locate() {
    let (display, root) = (surface.connection.display, surface.connection.root)
    var (x, y): (Int32, Int32) = (0, 0)
    var child: XID = 0
    if XTranslateCoordinates(display, surface.identifier, root, 0, 0, &x, &y, &child) != 0 {
      (rect.x, rect.y) = (Int(x), Int(y))
    }
  }

  /// Returns the rectangle to request so that the window stays in place; takes round trips. In a frame
  /// it is the contents' (StaticGravity), else that of the border that a window manager has added.
  func requestable() -> PixelRect {
    locate()
    let attributes = isReparented ? nil : surface.connection.attributes(of: surface.identifier)
    let border = Int(attributes?.border_width ?? 0)
    return rect.offset(dx: -border, dy: -border)
  }

  func moveResize(_ rect: PixelRect) { surface.configure(rect) }

  func move(to rect: PixelRect) { surface.configure(rect, CWX | CWY) }

  /// Requests a size in device pixels, now or once the window is no longer full.
  package func resize(width: Int, height: Int) {
    if isFull {
      history.resize(width: width, height: height)
    } else {
      surface.configure(PixelRect(x: 0, y: 0, width: width, height: height), CWWidth | CWHeight)
    }
  }

  package func rescale(from old: Double, to new: Double) {
    let size = history.rescale(windowed, from: old, to: new, at: .now)
    resize(width: size.width, height: size.height)
  }

  /// Records that full screen will be requested; takes a round trip.
  func beginFilling() {
    locate()
    history.hold(rect, at: .now)
  }

  /// Restores the window after full screen, where no window manager knows its place.
  func goBack() {
    if rect != history.rect { moveResize(history.rect) }
  }

  func record(_ event: XEvent) {
    switch event.type {
    case ConfigureNotify:
      record(event.xconfigure)
      if event.xconfigure.window == surface.connection.root { recordNewScreen() }
    case ReparentNotify where event.xany.window == surface.identifier:
      isReparented = event.xreparent.parent != surface.connection.root
    default:
      if let displayEvent, event.type == displayEvent + RRNotify { recordNewScreen() }
    }
  }

  /// Records that the monitors may have changed. The window manager has not moved the window yet.
  private func recordNewScreen() {
    isScreenNew = true
    rectBeforeChange = rectBeforeChange ?? windowed
  }

  /// Whether the monitors have just changed, so the window will move.
  package var isUnsettled: Bool { isScreenNew || change != nil || wanted != nil }

  private func record(_ change: XConfigureEvent) {
    // The root also reports changes of other windows.
    guard change.event == surface.identifier else { return }
    let isFromServer = change.send_event == 0
    // A window manager reports the position on the screen, the server that in the parent.
    if !isFromServer || !isReparented { (rect.x, rect.y) = (Int(change.x), Int(change.y)) }
    // Only the server's size counts: it reports every change.
    if isFromServer {
      (rect.width, rect.height) = shown(width: Int(change.width), height: Int(change.height))
    }
  }

  /// Returns the part of a window that is shown: one of 32767 x 32767 would take all memory.
  private func shown(width: Int, height: Int) -> (width: Int, height: Int) {
    let screen = surface.connection.screenRect
    let limit = (width: max(screen.width, 3840), height: max(screen.height, 2160))
    let (width, height) = Placement.clamped(width: width, height: height)
    guard width * height > limit.width * limit.height else { return (width, height) }
    return (min(width, limit.width), min(height, limit.height))
  }

  var deadline: MonotonicTime? { earliest(history.deadline, change.map { _ in changeEnd }) }

  var needsUpdate: Bool { isScreenNew || wanted != nil && !isFull }

  func refresh() {
    if isScreenNew { readScreen() }
    guard !isFull, let goal = wanted else { return }
    wanted = nil
    let now = requestable()
    switch goal {
    case .place(let place):
      if place != rect { moveResize(place.offset(dx: now.x - rect.x, dy: now.y - rect.y)) }
    case .view:
      let frame = frameSides()
      let outer = PixelRect(
        x: now.x - frame.left, y: now.y - frame.top,
        width: rect.width + frame.left + frame.right, height: rect.height + frame.top + frame.bottom
      )
      let moved = outer.broughtIntoView(of: surface.connection.monitors())
      if moved != outer { move(to: now.offset(dx: moved.x - outer.x, dy: moved.y - outer.y)) }
    }
  }

  private func readScreen() {
    isScreenNew = false
    if displayEvent != nil { displays = surface.connection.displays() }
    updateRefreshRate()
    let (before, rect) = (monitors, rectBeforeChange ?? windowed)
    monitors = surface.connection.monitors()
    rectBeforeChange = nil
    guard !before.isEmpty, monitors != before else { return }
    if change == nil { change = MonitorChange(monitors: before, rect: rect) }
    changeEnd = .now + Placement.monitorPatience
  }

  typealias FrameSides = (left: Int, right: Int, top: Int, bottom: Int)
  static let noFrame: FrameSides = (0, 0, 0, 0)

  /// Returns the widths of the frame's sides; takes a round trip.
  func frameSides() -> FrameSides {
    let connection = surface.connection
    let sides = connection.items(
      of: surface.identifier, connection.atoms[._NET_FRAME_EXTENTS], type: XA_CARDINAL)
    guard isReparented, sides.count == 4, sides.allSatisfy({ $0 < 1000 }) else {
      return Placement.noFrame
    }
    return (Int(sides[0]), Int(sides[1]), Int(sides[2]), Int(sides[3]))
  }

  /// Moves and resizes the window's contents once the server answers and the window is not full.
  package func place(at rect: PixelRect) { wanted = .place(rect) }

  /// Moves the window likewise so that all of it, with its frame, can be seen if it fits.
  package func bringIntoView() { wanted = .view }

  func finishTurn() {
    if let change, changeEnd <= .now {
      self.change = nil
      surface.report(.monitorsChanged(change, now: monitors))
    }
    if let size = history.record(rect, isFull: isFull, at: .now) {
      surface.configure(size, CWWidth | CWHeight)
    }
    guard rect != reported else { return }
    updateRefreshRate()
    let isResized = !rect.hasSize(of: reported)
    reported = rect
    if isResized { surface.report(.resized(width: rect.width, height: rect.height)) }
  }

  private func updateRefreshRate() {
    // If several show the window's middle, the first counts: a program can be in step with only one.
    let middle = PixelRect(
      x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, width: 1, height: 1)
    let rate = displays.first { !$0.rect.intersection(middle).isEmpty }?.rate
    guard rate != refreshRate else { return }
    refreshRate = rate
    surface.report(.refreshRateChanged(rate))
  }
}

/// The rectangle that a window has when it fills neither the screen nor a side of it.
///
/// No window manager knows that the scale has changed. Some, such as mutter, resize X11 windows by
/// the frame's size when it does, before or after programs hear of it. So the size in user units is
/// kept, and requested again once the window manager is done.
struct PlaceHistory {
  private(set) var rect: PixelRect
  private var changes: Burst
  private var resizes: Burst
  /// Until when changes belong to the transition to full screen.
  private var holdEnd = MonotonicTime.distantPast
  private var wasFull = false
  private var isSizeDue = false
  /// When to call `record` without a change.
  private(set) var deadline: MonotonicTime?
  /// The size at the last change of scale, in device pixels and in user units.
  private var target = PixelRect.zero
  private var units = (width: 0.0, height: 0.0)

  /// How long before its cause, or after a change of scale, a window manager may report a new size.
  static let patience = Duration.milliseconds(500)
  /// How long before a change of scale: mutter resizes windows when a monitor's scale changes, and
  /// programs hear of the scale from GNOME's settings daemon, 1.5 s later.
  static let maxLead = Duration.seconds(3)
  /// Maximum duration of the transition to full screen.
  private static let maxTransition = Duration.seconds(1)

  /// Changes in quick succession.
  private struct Burst {
    /// The window's rectangle before them.
    var before: PixelRect
    /// The time of the last of them; nil if it had another cause.
    var end: MonotonicTime?

    func ended(within limit: Duration, of now: MonotonicTime) -> Bool {
      end.map { now - $0 < limit } ?? false
    }

    mutating func add(_ rect: PixelRect, at now: MonotonicTime) {
      if !ended(within: PlaceHistory.patience, of: now) { before = rect }
      end = now
    }
  }

  init(_ rect: PixelRect) {
    self.rect = rect
    (changes, resizes) = (Burst(before: rect), Burst(before: rect))
  }

  /// Records the window's rectangle at the end of a turn; returns the size to request, if any.
  mutating func record(_ current: PixelRect, isFull: Bool, at now: MonotonicTime) -> PixelRect? {
    defer { wasFull = isFull }
    if isFull {
      if !wasFull, changes.ended(within: PlaceHistory.patience, of: now) { rect = changes.before }
      endBursts()
      (deadline, holdEnd) = (nil, .distantPast)
      return nil
    }
    if wasFull, isSizeDue {
      isSizeDue = false
      return rect
    }
    track(current, at: now)
    guard let deadline, now >= deadline else { return nil }
    self.deadline = nil
    endBursts()
    guard !rect.hasSize(of: target) else { return nil }
    // The next resize may come in the same turn as the reply to this request: it starts from here.
    (rect.width, rect.height) = (target.width, target.height)
    return target
  }

  private mutating func track(_ current: PixelRect, at now: MonotonicTime) {
    guard current != rect, now >= holdEnd else { return }
    changes.add(rect, at: now)
    if !current.hasSize(of: rect) { resizes.add(rect, at: now) }
    if current.hasSize(of: target) { endBursts() }
    rect = current
  }

  private mutating func endBursts() { (changes.end, resizes.end) = (nil, nil) }

  /// Records that full screen was requested: the window returns to its current place.
  mutating func hold(_ current: PixelRect, at now: MonotonicTime) {
    rect = current
    endBursts()
    holdEnd = now + PlaceHistory.maxTransition
  }

  mutating func resize(width: Int, height: Int) {
    (rect.width, rect.height, isSizeDue) = (width, height, true)
  }

  mutating func rescale(
    _ current: PixelRect, from old: Double, to new: Double, at now: MonotonicTime
  ) -> PixelRect {
    if !wasFull { track(current, at: now) }
    if deadline == nil, !current.hasSize(of: target) {
      var size = current
      // The window manager has already resized if the growth is nearer to that of the scale.
      let growth = Double(current.width) / Double(resizes.before.width)
      if resizes.ended(within: PlaceHistory.maxLead, of: now),
        abs(growth - new / old) < abs(growth - 1)
      {
        size = resizes.before
      }
      if !size.hasSize(of: target) { units = (Double(size.width) / old, Double(size.height) / old) }
    }
    deadline = now + PlaceHistory.patience
    target = PixelRect(width: units.width * new, height: units.height * new)
    return target
  }
}

extension PixelRect {
  fileprivate init(width: Double, height: Double) {
    func pixels(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), 32767)) }
    self.init(x: 0, y: 0, width: pixels(width), height: pixels(height))
  }

  fileprivate func hasSize(of other: PixelRect) -> Bool {
    (width, height) == (other.width, other.height)
  }
}
