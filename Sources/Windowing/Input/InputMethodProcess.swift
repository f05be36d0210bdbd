import CX11
import Glibc
import Platform

/// What a window and the child that speaks with its input method send each other, a packet each.
enum InputMethodMessage {
  // From the window.
  case focus, unfocus
  /// Drops an unfinished sequence.
  case reset
  case key(XKeyEvent)
  // From the child. It answers keys in order.
  /// The child is connected.
  case ready
  /// The input method has the key, and may return it.
  case taken
  /// The key types this text.
  case typed(String)
  /// The input method returns a key, or has composed a text (keycode 0).
  case returned(XKeyEvent, String)

  private static let keySize = MemoryLayout<XKeyEvent>.size

  /// Both are the same program, so an event has the same layout.
  var packet: [UInt8] {
    func bytes(_ event: XKeyEvent) -> [UInt8] { withUnsafeBytes(of: event) { Array($0) } }
    switch self {
    case .focus: return [0]
    case .unfocus: return [1]
    case .reset: return [2]
    case .key(let event): return [3] + bytes(event)
    case .ready: return [4]
    case .taken: return [5]
    case .typed(let text): return [6] + text.utf8
    case .returned(let event, let text): return [7] + bytes(event) + text.utf8
    }
  }

  init?(_ packet: [UInt8]) {
    let content = packet.dropFirst()
    func key() -> XKeyEvent? {
      guard content.count >= InputMethodMessage.keySize else { return nil }
      return content.withUnsafeBytes { $0.loadUnaligned(as: XKeyEvent.self) }
    }
    switch packet.first {
    case 0: self = .focus
    case 1: self = .unfocus
    case 2: self = .reset
    case 3:
      guard let event = key() else { return nil }
      self = .key(event)
    case 4: self = .ready
    case 5: self = .taken
    case 6: self = .typed(String(decoding: content, as: UTF8.self))
    case 7:
      guard let event = key() else { return nil }
      let text = content.dropFirst(InputMethodMessage.keySize)
      self = .returned(event, String(decoding: text, as: UTF8.self))
    default: return nil
    }
  }
}

/// The child process that speaks with the user's input method for a window (see `TextInput`).
///
/// It has a connection of its own, and may wait for the input method for ever: the window ends it.
package final class InputMethodProcess {
  /// The name under which the program starts itself.
  package static let name = "segclock-input-method"

  private let connection: Connection
  private let context: InputContext
  private let socket: HelperSocket

  /// Speaks with the input method until it or the window ends; `arguments` are the display and the window.
  package static func run(_ arguments: [String]) {
    guard arguments.count == 2, let window = XID(arguments[1]),
      let process = InputMethodProcess(display: arguments[0], window: window)
    else { return }
    process.serve()
  }

  private init?(display: String, window: XID) {
    socket = HelperSocket.ofParent()
    guard let connection = try? Connection(displayName: display),
      InputMethodProcess.serverAnswers(on: connection, [.LOCALES, .TRANSPORT]),
      let context = InputContext(
        modifiers: InputContext.ofUser, on: connection.display, window: window)
    else { return nil }
    (self.connection, self.context) = (connection, context)
    // Events of the desktop would only wake this process.
    XSelectInput(connection.display, connection.root, NoEventMask)
    var callback = XIMCallback(client_data: nil, callback: { _, _, _ in exit(0) })
    cx11_watch_input_method(context.method, &callback)
  }

  private func serve() {
    var isOpen = socket.send(InputMethodMessage.ready.packet)
    while isOpen {
      while let event = connection.nextEvent() {
        var event = event
        guard XFilterEvent(&event, 0) == 0 else { continue }
        if event.type == CX11.KeyPress {
          isOpen = send(.returned(event.xkey, context.text(of: event.xkey)))
        } else if event.type == KeyRelease {
          isOpen = send(.returned(event.xkey, ""))
        }
      }
      var entries = [connection.fileDescriptor, socket.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = waitFor(&entries, until: nil)
      switch socket.receive() {
      case .nothing: break
      case .closed: return
      case .packet(let packet): isOpen = handle(InputMethodMessage(packet))
      }
    }
  }

  private func send(_ message: InputMethodMessage) -> Bool { socket.send(message.packet) }

  private func handle(_ message: InputMethodMessage?) -> Bool {
    switch message {
    case .focus: context.setFocus(true)
    case .unfocus: context.setFocus(false)
    case .reset: context.reset()
    case .key(var event):
      event.display = connection.display
      // A key that is sent to a stopped server is lost.
      guard InputMethodProcess.serverAnswers(on: connection, [.LOCALES]) else { return false }
      if context.takes(event) { return send(.taken) }
      return send(.typed(event.type == CX11.KeyPress ? context.text(of: event) : ""))
    default: return false
    }
    return true
  }

  /// Returns whether the server converts its selection to all `targets`. Waits without limit.
  ///
  /// libX11 asks for the same at first, and aborts if the second one is refused.
  private static func serverAnswers(on connection: Connection, _ targets: [AtomName]) -> Bool {
    let (requestor, atoms, display) = (connection.ownWindow, connection.atoms, connection.display)
    return targets.allSatisfy { target in
      XConvertSelection(
        display, atoms.inputMethod, atoms[target], atoms[target], requestor,
        Time(CX11.CurrentTime))
      var event = XEvent()
      while XCheckTypedWindowEvent(display, requestor, SelectionNotify, &event) == 0 {
        _ = waitFor(connection.fileDescriptor, until: nil)
      }
      XDeleteProperty(display, requestor, atoms[target])
      return event.xselection.property != 0
    }
  }
}
