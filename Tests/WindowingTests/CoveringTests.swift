import CX11
import Geometry
import Testing

@testable import Windowing

struct CoveringTests {
  private let own = PixelRect(x: 10, y: 10, width: 40, height: 40)

  @Test("what several windows leave over nothing of is covered; a pixel makes it visible")
  func together() {
    let left = PixelRect(x: 0, y: 0, width: 30, height: 60)
    #expect(own.isCovered(by: [left, PixelRect(x: 30, y: 10, width: 20, height: 40)]))
    #expect(!own.isCovered(by: [left, PixelRect(x: 31, y: 10, width: 20, height: 40)]))
    #expect(!own.isCovered(by: [left, PixelRect(x: 30, y: 10, width: 20, height: 39)]))
    #expect(!own.isCovered(by: []))
  }

  @Test("nothing of a window off the screen can be seen")
  func offScreen() {
    #expect(PixelRect(x: 100, y: 0, width: 0, height: 40).isCovered(by: []))
  }
}

extension ServerTests {
  @Suite(.serialized) struct Covering {
    private let server: XServer
    private let compositor: Connection
    /// The window by which the compositor says that it runs.
    private let owner: XID
    private let test: TestWindow

    init() throws {
      server = try XServer()
      compositor = try Connection(displayName: server.display)
      owner = XCreateSimpleWindow(compositor.display, compositor.root, -9, -9, 1, 1, 0, 0, 0)
      XSetSelectionOwner(compositor.display, compositor.atoms.compositor, owner, Time(CurrentTime))
      XSync(compositor.display, 0)
      test = try TestWindow(on: server)
      try test.show()
      for _ in 0..<2 {
        try test.present([PixelRect(x: 0, y: 0, width: 9, height: 9)]) { _, _ in 0xFF00_0000 }
      }
      #expect(test.window.isComposited)
    }

    @Test("under a compositor a window knows from the stack whether it is covered")
    func composited() throws {
      let other = try TestWindow(on: server, width: 400)
      try other.show()
      try test.waitUntil { test.window.visibility.conditions.isCovered }
      other.window.placement.moveResize(PixelRect(x: 1, y: 0, width: 400, height: 300))
      try test.waitUntil { !test.window.visibility.conditions.isCovered }
      other.window.placement.moveResize(PixelRect(x: 0, y: 0, width: 400, height: 300))
      try test.waitUntil { test.window.visibility.conditions.isCovered }
      #expect(!test.window.visibility.conditions.isVisible)

      XDestroyWindow(compositor.display, owner)
      XSync(compositor.display, 0)
      try test.wait { $0 == .compositingChanged(false) }
      #expect(!test.window.isComposited)
      #expect(test.connection.errorCount == 0)
    }
  }
}
