package import CX11
import CXTest
import Glibc

/// Another program that sends a display what it is told to, on a thread and a connection of its own, until it goes.
package final class Flood {
  private let repetition: Repetition

  /// Starts to call `body` on a connection of its own, so often a second that `perSecond` events come of it when each
  /// call makes `perCall`; `step` counts the calls.
  package init(
    _ server: XServer, perSecond: Int = 2000, perCall: Int = 1,
    _ body: @escaping @Sendable (_ connection: Connection, _ step: Int) -> Void
  ) throws {
    // One thread has it at a time: the one that begins, then the other.
    nonisolated(unsafe) let connection = try Connection(server)
    let calls = max(1, perSecond / perCall / 100)
    repetition = try Repetition(every: 0.01) { step in
      for call in 0..<calls { body(connection, step * calls + call) }
      connection.synchronize()
    }
  }
}

extension Connection {
  /// Sends `window` an event made up by hand, to all that have selected one of `mask`, or to its owner for none.
  package func forge(
    _ type: Int32, to window: UInt, mask: Int = 0, _ fill: (inout XEvent) -> Void = { _ in }
  ) {
    var event = XEvent()
    event.type = type
    event.xany.window = window
    fill(&event)
    XSendEvent(display, window, 0, mask, &event)
  }

  /// Sends `destination` a message about `window` with these five numbers.
  package func message(
    _ type: UInt, about window: UInt, to destination: UInt, mask: Int = 0,
    _ data: (Int, Int, Int, Int, Int)
  ) {
    forge(ClientMessage, to: destination, mask: mask) { event in
      event.xclient.window = window
      event.xclient.message_type = type
      event.xclient.format = 32
      event.xclient.data.l = data
    }
  }

  package func ping(_ window: UInt) {
    message(
      atom("WM_PROTOCOLS"), about: window, to: window,
      (Int(atom("_NET_WM_PING")), 4711, Int(window), 0, 0))
    XFlush(display)
  }

  /// Waits for that number of answers to pings at the root window, and drops all other events.
  package func awaitPingAnswers(_ count: Int) throws {
    let ping = Int(atom("_NET_WM_PING"))
    var answers = 0
    try wait(until: "\(count) answers to pings") {
      var event = XEvent()
      while XPending(display) > 0 {
        XNextEvent(display, &event)
        if event.type == ClientMessage, event.xclient.window == root, event.xclient.data.l.0 == ping
        {
          answers += 1
        }
      }
      return answers >= count
    }
  }

  package func change(_ name: String, of window: UInt, to items: [UInt], type: Atom = XA_ATOM) {
    items.withUnsafeBytes { bytes in
      _ = XChangeProperty(
        display, window, atom(name), type, 32, PropModeReplace,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
    }
  }

  /// Has the server ask for a part of a window to be painted.
  package func expose(_ window: UInt, x: Int, y: Int, width: Int, height: Int) {
    XClearArea(display, window, Int32(x), Int32(y), UInt32(width), UInt32(height), 1)
  }

  package func type(code: UInt32) {
    cxtest_fake_key(display, code, 1)
    cxtest_fake_key(display, code, 0)
  }
}
