import CX11
import Geometry
import Glibc
import Platform
import Testing

@testable import Windowing

extension ServerTests {
  @Suite(.serialized) struct Connections {
    @Test("no display named is one line that says so")
    func noDisplay() {
      let kept = getenv("DISPLAY").map { String(cString: $0) }
      unsetenv("DISPLAY")
      defer { if let kept { setenv("DISPLAY", kept, 1) } }
      #expect(throws: ConnectionError.noDisplayNamed) { try Connection() }
      #expect(ConnectionError.noDisplayNamed.description.contains("DISPLAY is not set"))
    }

    @Test("a display that cannot be opened is named, without its control characters")
    func badDisplay() {
      #expect(throws: ConnectionError.cannotOpen(":64999")) {
        try Connection(displayName: ":64999")
      }
      let message = ConnectionError.cannotOpen(":1\u{1B}]0;x\u{7}").description
      #expect(message.contains(#"":1\u{1B}]0;x\u{7}""#))
      #expect(!message.contains("\n"))
    }

    @Test("a live change of Xft.dpi is told once")
    func scaleChanges() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      let other = try Connection(displayName: server.display)
      for text in ["Xft.dpi:\t192\n", "Xft.dpi:\t192\nXft.hinting:\t1\n", "Xft.dpi:\t144\n"] {
        other.set(other.root, XA_RESOURCE_MANAGER, type: XA_STRING, to: text)
        XSync(other.display, 0)
      }
      var scales: [Double] = []
      try test.wait { event in
        if case .scaleChanged(let scale) = event { scales.append(scale) }
        return scales.last == 1.5
      }
      // The first two may have been read as one, the property being the same by then or newer.
      #expect(scales == [2, 1.5] || scales == [1.5])
      #expect(try Connection(displayName: server.display).scale == 1.5)
    }
  }

  @Suite(.serialized) struct Windows {
    @Test("a window says what it is")
    func properties() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      let connection = test.connection
      let atoms = connection.atoms
      let window = test.window.identifier
      #expect(connection.text(of: window, XA_WM_CLASS, type: XA_STRING) == "segclock\0Segclock\0")
      #expect(connection.text(of: window, XA_WM_NAME, type: XA_STRING) == "Test")
      #expect(
        connection.text(of: window, atoms[._NET_WM_NAME], type: atoms[.UTF8_STRING]) == "Test")
      #expect(
        connection.items(of: window, atoms[._NET_WM_PID], type: XA_CARDINAL) == [UInt(getpid())])
      #expect(
        connection.text(of: window, atoms[.WM_CLIENT_MACHINE], type: XA_STRING)?.isEmpty == false)
      #expect(
        connection.items(of: window, atoms[.WM_PROTOCOLS], type: XA_ATOM)
          == [atoms[.WM_DELETE_WINDOW], atoms[._NET_WM_PING]])
      #expect(
        connection.items(of: window, atoms[._NET_WM_WINDOW_TYPE], type: XA_ATOM) == [
          atoms[._NET_WM_WINDOW_TYPE_NORMAL]
        ])
      test.window.setTitle("é")
      #expect(connection.text(of: window, atoms[._NET_WM_NAME], type: atoms[.UTF8_STRING]) == "é")
      #expect(test.connection.errorCount == 0)
    }

    @Test("a ping is answered to the root window, a wish to close is told")
    func protocols() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      let manager = try Connection(displayName: server.display)
      XSelectInput(manager.display, manager.root, SubstructureNotifyMask)
      XSync(manager.display, 0)
      let atoms = manager.atoms
      for wanted in [AtomName._NET_WM_PING, .WM_DELETE_WINDOW] {
        manager.sendProtocol(wanted, to: test.window.identifier, number: 4711)
      }
      XSync(manager.display, 0)
      try test.wait { $0 == .closeRequested }
      // Pings are answered at the end of a turn.
      while test.window.nextEvent() != nil {}
      var answer = XEvent()
      let deadline = MonotonicClock.now() + 20_000_000_000
      while XCheckTypedEvent(manager.display, ClientMessage, &answer) == 0 {
        try #require(manager.awaitInput(until: deadline))
      }
      #expect(answer.xclient.window == manager.root)
      #expect(answer.xclient.data.l.0 == Int(bitPattern: atoms[._NET_WM_PING]))
      #expect(answer.xclient.data.l.1 == 4711)
    }

    @Test("a window destroyed by another program ends cleanly, and is asked nothing more")
    func foreignDestroy() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      let other = try Connection(displayName: server.display)
      XDestroyWindow(other.display, test.window.identifier)
      XSync(other.display, 0)
      try test.wait { $0 == .windowDestroyed }
      let rects = [PixelRect(x: 0, y: 0, width: 4, height: 4)]
      #expect(test.window.presenter.present(rects) { _ in } == rects)
      test.window.setTitle("gone")
      #expect(test.connection.trapErrors {} == [])
      #expect(test.connection.errorCount == 0)
    }

    @Test("a storm of sizes is told as few, the last one right")
    func resizes() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      for step in 1...2000 {
        XResizeWindow(test.connection.display, test.window.identifier, UInt32(step), 150)
      }
      XSync(test.connection.display, 0)
      let seen = try test.wait { $0 == .resized(width: 2000, height: 150) }
      var told = 0
      for case .resized in seen { told += 1 }
      #expect(told < 100)
      #expect(test.window.width == 2000 && test.window.height == 150)
    }

    @Test("sizes that X cannot express are held to 1...32767")
    func extremes() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      test.window.placement.resize(width: .max, height: .min)
      try test.wait { $0 == .resized(width: 32767, height: 1) }
      try test.present([PixelRect(x: 0, y: 0, width: 32767, height: 1)]) { x, _ in
        0xFF00_0000 | UInt32(x & 0xFFFF)
      }
      // Of a window that no memory holds a part is shown.
      test.window.placement.resize(width: 32767, height: 32767)
      try test.wait { $0 == .resized(width: 3840, height: 2160) }
      #expect(test.connection.errorCount == 0)
    }

    @Test("without a window manager a window takes the keys, fills the screen and comes back")
    func unmanaged() throws {
      let server = try XServer(width: 800, height: 600)
      let test = try TestWindow(on: server)
      test.window.map()
      try test.wait { $0 == .focusChanged(true) }
      #expect(test.window.input.hasFocus && test.window.visibility.isVisible)
      test.window.states.setFullScreen(true)
      try test.wait { $0 == .resized(width: 800, height: 600) }
      #expect(test.window.states.isFullScreen)
      test.window.states.setFullScreen(false)
      try test.wait { $0 == .resized(width: 320, height: 200) }
      #expect(!test.window.states.isFullScreen)
    }

    @Test("a covered window is invisible, and visible again when it is uncovered")
    func covered() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      let other = try TestWindow(on: server)
      try other.show()
      try test.wait { $0 == .visibilityChanged(isVisible: false) }
      other.window.unmap()
      try test.wait { $0 == .visibilityChanged(isVisible: true) }
    }

    @Test("an event that was read while sending is known before the next wait")
    func readWhileSending() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      // The focus is the last that follows from showing it, there being no window manager.
      try test.wait { $0 == .focusChanged(true) }
      XSync(test.connection.display, 0)
      while test.window.nextEvent() != nil {}
      #expect(!test.window.hasQueuedEvents)
      let other = try Connection(displayName: server.display)
      XResizeWindow(other.display, test.window.identifier, 77, 88)
      XSync(other.display, 0)
      test.window.setBackground(.black)
      XFlush(test.connection.display)
      #expect(test.window.hasQueuedEvents)
      #expect(test.window.nextEvent() == .resized(width: 77, height: 88))
    }

    @Test("twenty thousand exposures and messages are survived, and a ping after them is answered")
    func storms() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      let other = try Connection(displayName: server.display)
      let window = test.window.identifier
      var message = XEvent()
      message.xclient = XClientMessageEvent()
      message.xclient.type = ClientMessage
      message.xclient.window = window
      message.xclient.format = 32
      for step in 0..<20_000 {
        XClearArea(other.display, window, Int32(step % 300), 5, 3, 3, 1)
        message.xclient.message_type =
          step % 2 == 0 ? other.atoms[._NET_WM_STATE] : Atom(step % 60 + 1)
        message.xclient.data.l = (step, -step, .max, .min, 0)
        XSendEvent(other.display, window, 0, NoEventMask, &message)
        if step % 1000 == 0 { while test.window.nextEvent() != nil {} }
      }
      message.xclient.message_type = other.atoms[.WM_PROTOCOLS]
      message.xclient.data.l.0 = Int(bitPattern: other.atoms[.WM_DELETE_WINDOW])
      XSendEvent(other.display, window, 0, NoEventMask, &message)
      XSync(other.display, 0)
      try test.wait { $0 == .closeRequested }
      #expect(test.connection.errorCount == 0)
    }

    @Test("a title waits for the frame in flight, and the last one is written")
    func titlesWait() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      #expect(
        test.window.presenter.present([PixelRect(x: 0, y: 0, width: 4, height: 4)]) { _ in } == [])
      test.window.setTitle("one")
      test.window.setTitle("two")
      #expect(
        test.connection.text(of: test.window.identifier, XA_WM_NAME, type: XA_STRING) == "Test")
      try test.wait { $0 == .frameCompleted }
      #expect(
        test.connection.text(of: test.window.identifier, XA_WM_NAME, type: XA_STRING) == "two")
    }
  }
}

extension Connection {
  /// Sends a window a WM_PROTOCOLS message as a window manager does, with a number in the place of the time.
  fileprivate func sendProtocol(_ name: AtomName, to window: XID, number: Int) {
    var event = XEvent()
    event.xclient = XClientMessageEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atoms[.WM_PROTOCOLS]
    event.xclient.format = 32
    event.xclient.data.l = (Int(bitPattern: atoms[name]), number, Int(window), 0, 0)
    XSendEvent(display, window, 0, NoEventMask, &event)
  }
}
