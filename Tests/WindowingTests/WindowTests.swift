import CX11
import Geometry
import Glibc
import Platform
import Testing

@testable import Windowing

extension ServerTests {
  @Suite(.serialized) struct Windows {
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

    @Test("an icon has its size, and its colours as they are without their alpha")
    func icon() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      var pixels: [UInt32] = [0xFF11_2233, 0x8040_8000, 0]
      pixels.withUnsafeMutableBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        let rect = PixelRect(x: 0, y: 0, width: 3, height: 1)
        test.window.setIcon([PixelBuffer(base: base, stride: 3, rect: rect)])
      }
      let icon = test.connection.items(
        of: test.window.identifier, test.connection.atoms[._NET_WM_ICON], type: XA_CARDINAL)
      #expect(icon == [3, 1, 0xFF11_2233, 0x807F_FF00, 0])
    }

    @Test("of two windows of a connection, each gets its own events, whichever reads them")
    func twoWindows() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      let other = Windowing.Window(
        test.connection, WindowOptions(title: "Other", width: 50, height: 60))
      other.map()
      try test.waitUntil { other.surface.hasReports && other.visibility.conditions.isMapped }
      XResizeWindow(test.connection.display, other.identifier, 77, 88)
      let exposed = InputEvent.exposed(PixelRect(x: 0, y: 0, width: 50, height: 60))
      let resized = InputEvent.resized(width: 77, height: 88)
      let deadline = MonotonicTime.now + .seconds(20)
      var events: [InputEvent] = []
      repeat {
        while let next = other.nextEvent(in: Turn()) {
          #expect(next.surface === other.surface)
          events.append(next.event)
        }
      } while !events.contains(resized)
        && (other.hasQueuedEvents || test.connection.awaitInput(until: deadline))
      #expect(events.contains(resized))
      #expect(events.contains(exposed) && events.contains(.visibilityChanged(isVisible: true)))
      #expect(!test.window.visibility.conditions.isMapped && !test.window.surface.hasReports)
    }

    @Test("full screen that a window manager ignores ends by itself", arguments: [false, true])
    func ignoredFullScreen(isAtStart: Bool) throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      if !isAtStart { try test.show() }
      // It announces the state, and does nothing.
      let manager = try Connection(displayName: server.display)
      let (check, states) = (manager.ownWindow, manager.atoms[._NET_WM_STATE_FULLSCREEN])
      for window in [manager.root, check] {
        manager.set(window, ._NET_SUPPORTING_WM_CHECK, type: XA_WINDOW, to: [check])
      }
      manager.set(manager.root, ._NET_SUPPORTED, type: XA_ATOM, to: [states])
      XSync(manager.display, 0)
      if isAtStart {
        test.window.states.set(.fullScreen, true)
        try test.show()
      } else {
        test.window.states.setFullScreen(true)
      }
      try test.wait { $0 == .fullScreenChanged(false) }
      let left = test.connection.items(
        of: test.window.identifier, test.connection.atoms[._NET_WM_STATE], type: XA_ATOM)
      #expect(!test.window.states.isFullScreen && left.isEmpty)
    }
  }
}
