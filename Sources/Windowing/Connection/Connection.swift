import CX11
import Geometry
import Glibc
import Platform
import Synchronization
import Wording

/// A connection to an X server, for one thread.
///
/// A lost server ends the process from within Xlib (`onLoss`), so nothing else in this module has to
/// consider one. Only the second connection (`ScheduledFrames`) may be lost.
package final class Connection {
  package let name: String
  /// The descriptor to wait for. Xlib may have read events already: call `nextEvent` first.
  package let fileDescriptor: Int32
  var screenRect: PixelRect

  package internal(set) var desktopSettings = DesktopSettings()
  /// The `Xft.dpi` resource.
  var dotsPerInch: Double?
  /// The window of the desktop's settings manager; 0 for none.
  var settingsManager: XID = 0
  var desktopNeedsUpdate = false

  let display: OpaquePointer
  let screen: Int32
  let root: XID
  /// Of the screen, without alpha.
  let format: VisualFormat
  private(set) var hasShape = false
  /// Whether the server makes cursors of pictures (RENDER 0.5). The first access takes round trips.
  private(set) lazy var hasRender = detectRender()
  let atoms: Atoms
  /// An invisible window that gets the replies to pings.
  let ownWindow: XID
  /// What gets the events of this program's windows.
  var receivers: [XID: (XEvent) -> Void] = [:]
  /// Distinguishes our messages from those of other programs.
  let nonce = Int(Int32.random(in: .min ... .max))
  var pingNumber = 0
  var isPingPending = false
  /// Whether the reply to a ping that timed out has come in this turn.
  var hasLateReply = false
  /// Whether the server runs on this machine, so memory can be shared with it.
  let isLocal: Bool
  /// The first access takes round trips.
  private(set) lazy var isXwayland = detectXwayland()
  /// The server and the window manager; nil until first read, soon after the window is shown.
  package private(set) var surroundings: Surroundings?

  package init(displayName: String? = nil) throws(ConnectionError) {
    let wanted = displayName ?? UserEnvironment.variable("DISPLAY") ?? ""
    guard !wanted.isEmpty else {
      throw .noDisplayNamed(isWayland: UserEnvironment.variable("WAYLAND_DISPLAY") != nil)
    }
    Faults.install()
    guard let display = XOpenDisplay(wanted) else { throw .cannotOpen(wanted) }
    self.display = display
    name = wanted
    fileDescriptor = XConnectionNumber(display)
    screen = XDefaultScreen(display)
    root = XRootWindow(display, screen)
    screenRect = PixelRect(0, 0, XDisplayWidth(display, screen), XDisplayHeight(display, screen))
    guard let format = VisualFormat(defaultOf: display, screen: screen) else {
      throw .noTrueColor(wanted)
    }
    self.format = format
    atoms = Atoms(display: display, screen: screen)
    let window = XCreateWindow(
      display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, nil)
    ownWindow = window
    Faults.record(of: display) { $0.ownResource = window }
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    isLocal =
      getpeername(fileDescriptor, &address, &length) == 0 && Int32(address.sa_family) == AF_UNIX
    // Room for a band of pixels (`StagingMemory.bandSize`), so Xlib does not wait for the server to put one.
    var size: Int32 = 1 << 20
    setsockopt(fileDescriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    // The root's structure has the screen's size; its properties have the resources and hints.
    XSelectInput(display, root, PropertyChangeMask | StructureNotifyMask)
    let resources = XResourceManagerString(display).map { String(cString: $0) } ?? ""
    // Asked now: the first question about an extension waits for its answer without limit.
    hasShape = firstEvent(XShapeQueryExtension) != nil
    _ = refreshDesktop(resources: resources)
  }

  deinit { Faults.close(display) }

  func flush() { XFlush(display) }

  /// Takes round trips.
  func readSurroundings() {
    surroundings = Surroundings(
      server: isXwayland ? "Xwayland" : "X11", windowManager: windowManagerName())
  }

  /// Waits until the server has sent something, or a signal arrives; returns false at the deadline.
  func awaitInput(until deadline: MonotonicTime) -> Bool {
    waitFor(fileDescriptor, until: deadline) || .now < deadline
  }

  /// Returns the type of an extension's first event; nil if the server lacks it. Takes a round trip.
  func firstEvent(
    _ query: (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Int32
  ) -> Int32? {
    var (event, error): (Int32, Int32) = (0, 0)
    return query(display, &event, &error) != 0 ? event : nil
  }

  private func detectRender() -> Bool {
    guard firstEvent(XRenderQueryExtension) != nil else { return false }
    var version: (major: Int32, minor: Int32) = (0, 0)
    return XRenderQueryVersion(display, &version.major, &version.minor) != 0 && version >= (0, 5)
  }

  func makeContext(for drawable: XID) -> GC {
    var values = XGCValues()
    // Without this, every put into a partly covered window would send an event back.
    values.graphics_exposures = 0
    return XCreateGC(display, drawable, UInt(GCGraphicsExposures), &values)
  }

  package var errorCount: Int { Faults.record(of: display) { $0.errors } }

  /// Asks about a window that may be gone: the error is neither counted nor printed.
  func asking<Value>(_ body: () -> Value) -> Value {
    let first = XNextRequest(display)
    Faults.record(of: display) { $0.question = first }
    defer { Faults.record(of: display) { $0.question = nil } }
    return body()
  }

  /// Runs `body`, waits, and returns the serials of refused requests, neither counted nor printed.
  func trapErrors(_ body: () -> Void) -> [UInt] {
    XSync(display, 0)
    Faults.record(of: display) { $0.trapped = [] }
    body()
    XSync(display, 0)
    return Faults.record(of: display) { record in
      defer { record.trapped = nil }
      return record.trapped ?? []
    }
  }
}

/// Why there is no connection, or no longer one; its description is one line for the user.
package enum ConnectionError: Error, Equatable, CustomStringConvertible {
  case noDisplayNamed(isWayland: Bool)
  case cannotOpen(String)
  case noTrueColor(String)
  case lost(String)

  package var description: String {
    switch self {
    case .noDisplayNamed(isWayland: true):
      "no X display: DISPLAY is not set; segclock needs Xwayland, so install it or enable it in the "
        + "compositor"
    case .noDisplayNamed:
      "no X display: DISPLAY is not set; start from a graphical session or set it, as in DISPLAY=:0"
    case .cannotOpen(let name):
      "cannot open the X display \(name.quoted): check that the server is running and that "
        + "XAUTHORITY allows you"
    case .noTrueColor(let name):
      "the X display \(name.quoted) has no TrueColor visual: set it to 15 bits a pixel or more"
    case .lost(let name):
      "the connection to the X server \(name.quoted) has ended: the server went away, or the window "
        + "was killed (xkill)"
    }
  }
}

// Messages to ourselves: each comes back once the server has carried out all requests that the same
// connection sent before it. They all arrive at the main connection.
extension Connection {
  /// Sends a 31-bit number to `window` over the connection of `display`.
  func send(_ number: Int, to window: XID, by display: OpaquePointer) {
    var event = message(._SEGCLOCK_ACKNOWLEDGEMENT, about: window, (nonce, number, 0, 0, 0))
    XSendEvent(display, window, 0, NoEventMask, &event)
  }

  func number(in event: XEvent, to window: XID) -> Int? {
    guard event.type == ClientMessage, event.xclient.window == window, event.xclient.format == 32,
      event.xclient.message_type == atoms[._SEGCLOCK_ACKNOWLEDGEMENT],
      event.xclient.data.l.0 == nonce
    else { return nil }
    return event.xclient.data.l.1
  }

  /// Returns whether the server carries out all requests so far within `timeout`, or has just
  /// replied late, as on a slow link. Returns false at once while an earlier reply is pending.
  ///
  /// Call it before any question that Xlib waits for without limit: the server may have stopped.
  func ping(timeout: Duration = .milliseconds(20)) -> Bool {
    if isPingPending || hasLateReply { return !isPingPending }
    isPingPending = true
    pingNumber = (pingNumber + 1) & 0xFFFF
    let deadline = MonotonicTime.now + timeout
    send(pingNumber, to: ownWindow, by: display)
    var event = XEvent()
    // Searches the queue, reads what has arrived and flushes; never blocks.
    while true {
      if XCheckTypedWindowEvent(display, ownWindow, ClientMessage, &event) != 0 {
        if isReply(event) { isPingPending = false }
      } else if !isPingPending || !awaitInput(until: deadline) {
        return !isPingPending
      }
    }
  }

  func recordPing(_ event: XEvent) {
    if isReply(event) { (isPingPending, hasLateReply) = (false, true) }
  }

  private func isReply(_ event: XEvent) -> Bool { number(in: event, to: ownWindow) == pingNumber }
}

/// The failed requests of one connection, found by display because Xlib's handlers capture nothing.
struct FaultRecord {
  var errors = 0
  /// Whether every error and the loss of this connection count; none is printed or ends the process.
  var isOptional = false
  /// The serial numbers of the requests refused during `Connection.trapErrors`; nil at other times.
  var trapped: [UInt]?
  var ownResource: XID = 0
  var nextMessage = MonotonicTime.distantPast
  var messageCount = 0
  /// The first request of a question about a window that may be gone; nil at other times.
  var question: UInt?

  /// Whether an error is about another program's resource, which may go at any moment.
  func isExpected(_ error: XErrorEvent) -> Bool {
    // What a program leaves behind may have the identifier of a window that was ours.
    if let question, error.serial >= question { return true }
    // Servers leave at most 21 bits of an identifier to a client.
    guard (error.resourceid ^ ownResource) >> 21 != 0 else { return false }
    let code = Int32(error.error_code)
    // Those of extensions are about their resources.
    return code == BadWindow || code == BadDrawable || code >= FirstExtensionError
  }
}

/// The records of all open connections; locked only because the handlers are global.
private let records = Mutex<[UInt: FaultRecord]>([:])

private let loss = Mutex<(@Sendable (_ name: String) -> Void)?>(nil)

enum Faults {
  private static let messageInterval = Duration.seconds(1)
  /// Maximum number of messages for a connection.
  private static let maxMessages = 20

  /// Installs the handlers that all connections share. X errors are not fatal.
  static func install() {
    XSetErrorHandler { display, event in
      if let display, let event { Faults.record(event.pointee, on: display) }
      return 0
    }
    XSetIOErrorHandler { display in
      guard let display else { return 0 }
      let isOptional = Faults.record(of: display) { record in
        record.errors += 1
        return record.isOptional
      }
      if !isOptional {
        loss.withLock { $0 }?(XDisplayString(display).map { String(cString: $0) } ?? "")
      }
      return 0
    }
  }

  /// Ends a connection without a round trip: the server may have stopped. Flushed requests count.
  static func close(_ display: OpaquePointer) {
    // This loss is expected, and XCloseDisplay goes on after it.
    record(of: display) { $0.isOptional = true }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
    shutdown(XConnectionNumber(display), Int32(SHUT_RDWR))
    XCloseDisplay(display)
    _ = records.withLock { $0.removeValue(forKey: UInt(bitPattern: display)) }
  }

  static func record<Value: Sendable>(
    of display: OpaquePointer, _ body: (inout FaultRecord) -> Value
  ) -> Value {
    records.withLock { body(&$0[UInt(bitPattern: display), default: FaultRecord()]) }
  }

  private static func record(_ event: XErrorEvent, on display: OpaquePointer) {
    let now = MonotonicTime.now
    let isPrinted = record(of: display) { record in
      if record.trapped != nil {
        record.trapped?.append(event.serial)
        return false
      }
      if !record.isOptional, record.isExpected(event) { return false }
      record.errors += 1
      guard !record.isOptional, now >= record.nextMessage, record.messageCount < maxMessages
      else { return false }
      record.nextMessage = now + messageInterval
      record.messageCount += 1
      return true
    }
    guard isPrinted else { return }
    var name = [CChar](repeating: 0, count: 80)
    XGetErrorText(display, Int32(event.error_code), &name, Int32(name.count))
    let words = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text =
      "X error: \(String(decoding: words, as: UTF8.self)) by request "
      + "\(event.request_code).\(event.minor_code) on resource "
      + "0x\(String(event.resourceid, radix: 16))\n"
    ErrorOutput.write(text)
  }
}

extension Connection {
  /// Sets what ends the process if a server is lost. Otherwise Xlib does, with status 1.
  ///
  /// Xlib can go on after a loss (XSetIOErrorExitHandler), but not well: XOpenDisplay ends the
  /// process nevertheless, XQueryExtension takes what lies on the stack for the reply, and a request
  /// larger than the buffer waits for room in it for ever.
  package static func onLoss(_ body: @escaping @Sendable (_ name: String) -> Void) {
    loss.withLock { $0 = body }
  }
}
