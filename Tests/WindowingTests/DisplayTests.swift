import CX11
import Geometry
import Platform
import ProgramSupport
import Testing

@testable import Windowing

extension ServerTests {
  @Suite(.serialized) struct DisplayWatching {
    private let server: XServer
    /// Another client.
    private let other: Windowing.Connection
    private let test: TestWindow

    init() throws {
      server = try XServer(width: 800, height: 600)
      other = try Windowing.Connection(displayName: server.display)
      test = try TestWindow(on: server)
      try test.show()
    }

    /// Presents two frames, after which the window knows its display.
    private func run() throws {
      for _ in 0..<2 {
        try test.present([PixelRect(x: 0, y: 0, width: 9, height: 9)]) { _, _ in 0 }
      }
      #expect(test.window.visibility.hasBegun)
    }

    /// Puts the display into a mode of these timings, with the blanking.
    private func setMode(dotClock: UInt, columns: UInt32, lines: UInt32) throws {
      var mode = DisplayMode(width: 800, height: 600, hertz: 1)
      (mode.dotClock, mode.horizontalTotal, mode.verticalTotal) = (dotClock, columns, lines)
      try ProgramSupport.Connection(server).setMode(mode)
    }

    private func waitForRate(_ rate: Double?) throws {
      try test.wait { $0 == .refreshRateChanged(rate) }
      #expect(test.window.placement.refreshRate == rate)
    }

    @Test("the refresh rate is the mode's, before and after changes of mode")
    func modes() throws {
      try setMode(dotClock: 74_175_824, columns: 1650, lines: 750)
      try test.present([PixelRect(x: 0, y: 0, width: 9, height: 9)]) { _, _ in 0 }
      #expect(!test.window.visibility.hasBegun)
      try run()
      #expect(
        test.window.placement.refreshRate == 74_175_824 / Double(1650 * 750))

      // Modes of which the window has not heard yet, and one without a rate.
      try setMode(dotClock: 50_000_000, columns: 1000, lines: 1000)
      try waitForRate(50)
      try setMode(dotClock: 0, columns: 0, lines: 0)
      try waitForRate(nil)
      #expect(test.connection.errorCount == 0)
    }

    @Test("one that comes by its timer hides nothing where there is no display to be switched off")
    func timer() throws {
      try run()
      var firstEvent: Int32 = 0
      var firstError: Int32 = 0
      #expect(XScreenSaverQueryExtension(other.display, &firstEvent, &firstError) != 0)
      XScreenSaverSelectInput(other.display, other.root, UInt(ScreenSaverNotifyMask))
      XSetScreenSaver(other.display, 1, 0, PreferBlanking, DontAllowExposures)
      var event = XEvent()
      repeat {
        XNextEvent(other.display, &event)
      } while event.type != firstEvent + Int32(ScreenSaverNotify)
      // What the server has told this client it has told the window, too, and before what follows.
      XDestroyWindow(other.display, test.window.identifier)
      XSync(other.display, 0)
      try test.wait { $0 == .windowDestroyed }
      #expect(!test.window.visibility.conditions.isBlanked)
    }

    @Test("while another virtual terminal is shown, the window is hidden")
    func terminal() throws {
      let atom = other.atoms[.XFree86_has_VT]
      other.set(other.root, atom, type: XA_INTEGER, to: [0 as UInt])
      XSync(other.display, 0)
      try run()
      #expect(!test.window.visibility.conditions.isVisible)
      for isShown in [true, false, true] {
        other.set(other.root, atom, type: XA_INTEGER, to: [isShown ? 1 : 0 as UInt])
        XSync(other.display, 0)
        try test.wait { $0 == .visibilityChanged(isVisible: isShown) }
      }
    }
  }
}
