import CX11

/// The server of an input method (XIM) that answers less than it should.
package final class HalfInputMethod {
  package enum Fault: CaseIterable, Sendable {
    /// It owns its selection and never answers.
    case silent
    /// It lists the locales and then refuses the transport.
    case refusesTransport
    /// It goes away when the program connects.
    case dies
    /// It answers the program's connection with nonsense.
    case lies
  }

  package static let name = "half"

  private let connection: Connection
  private var display: OpaquePointer { connection.display }
  private let window: Window
  private let fault: Fault
  private var hasGone = false

  package init(_ server: XServer, _ fault: Fault) throws {
    connection = try Connection(server)
    self.fault = fault
    let display = connection.display
    window = XCreateSimpleWindow(display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    var selection = XInternAtom(display, "@server=\(HalfInputMethod.name)", 0)
    XSetSelectionOwner(display, selection, window, Time(CX11.CurrentTime))
    // What lists the servers has their selections.
    withUnsafeBytes(of: &selection) {
      _ = XChangeProperty(
        display, connection.root, XInternAtom(display, "XIM_SERVERS", 0), XA_ATOM, 32,
        PropModeReplace, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), 1)
    }
    XSync(display, 0)
  }

  /// Handles what programs have asked so far.
  package func serve() {
    var event = XEvent()
    while !hasGone, XPending(display) > 0 {
      XNextEvent(display, &event)
      switch event.type {
      case SelectionRequest: answer(event.xselectionrequest)
      case ClientMessage: connect(event.xclient)
      default: break
      }
    }
  }

  private func answer(_ request: XSelectionRequestEvent) {
    guard fault != .silent else { return }
    let isTransport = request.target == XInternAtom(display, "TRANSPORT", 0)
    let text = Array((isTransport ? "@transport=X/" : "@locale=C,en,en_US,C.UTF-8").utf8)
    let isRefused = isTransport && fault == .refusesTransport
    if !isRefused {
      XChangeProperty(
        display, request.requestor, request.property, request.target, 8, PropModeReplace, text,
        Int32(text.count))
    }
    var notice = XEvent()
    notice.xselection.type = SelectionNotify
    notice.xselection.requestor = request.requestor
    notice.xselection.selection = request.selection
    notice.xselection.target = request.target
    notice.xselection.property = isRefused ? 0 : request.property
    XSendEvent(display, request.requestor, 0, NoEventMask, &notice)
    XFlush(display)
  }

  private func connect(_ message: XClientMessageEvent) {
    if fault == .dies {
      XDestroyWindow(display, window)
      hasGone = true
    } else {
      var event = XEvent()
      event.xclient = message
      event.xclient.format = 8
      event.xclient.window = message.window == window ? XID(bitPattern: message.data.l.0) : window
      withUnsafeMutableBytes(of: &event.xclient.data) {
        $0.copyBytes(from: [UInt8](repeating: 0xFF, count: 20))
      }
      XSendEvent(display, event.xclient.window, 0, NoEventMask, &event)
    }
    XFlush(display)
  }
}
