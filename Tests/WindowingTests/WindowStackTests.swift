import CX11
import Geometry
import Testing

@testable import Windowing

@Suite("Window stack")
struct WindowStackTests {
  private let screen = PixelRect(x: 0, y: 0, width: 100, height: 100)
  private let own: UInt = 1

  private func stack(_ above: [PixelRect]) -> WindowStack {
    var stack = WindowStack()
    stack.add(
      .init(identifier: own, rect: PixelRect(x: 10, y: 10, width: 40, height: 40), opacity: .whole))
    for (index, rect) in above.enumerated() {
      stack.add(.init(identifier: UInt(index + 2), rect: rect, opacity: .whole))
    }
    return stack
  }

  @Test("what several windows leave over nothing of is covered; a pixel makes it visible")
  func together() {
    let left = PixelRect(x: 0, y: 0, width: 30, height: 60)
    #expect(
      stack([left, PixelRect(x: 30, y: 10, width: 20, height: 40)]).covers(own, screen: screen))
    #expect(
      !stack([left, PixelRect(x: 31, y: 10, width: 20, height: 40)]).covers(own, screen: screen))
    #expect(
      !stack([left, PixelRect(x: 30, y: 10, width: 20, height: 39)]).covers(own, screen: screen))
    #expect(!stack([]).covers(own, screen: screen))
  }

  @Test("windows below, translucent, gone or unknown cover nothing")
  func others() {
    let all = PixelRect(x: 0, y: 0, width: 100, height: 100)
    var stack = stack([all])
    #expect(stack.covers(own, screen: screen))
    stack.circulate(own, toTop: true)
    #expect(!stack.covers(own, screen: screen))
    stack.configure(2, rect: all, above: own)
    #expect(stack.covers(own, screen: screen))
    stack.configure(2, rect: all, above: 0)
    #expect(!stack.covers(own, screen: screen))
    stack.circulate(2, toTop: true)
    stack.setOpacity(2, .none)
    #expect(!stack.covers(own, screen: screen))
    stack.setOpacity(2, .shape([all]))
    #expect(stack.covers(own, screen: screen))
    stack.remove(2)
    #expect(!stack.covers(own, screen: screen))
    #expect(!stack.covers(77, screen: screen))
  }

  @Test("a window off the screen cannot be seen")
  func offScreen() {
    var stack = stack([])
    stack.configure(own, rect: PixelRect(x: 100, y: 0, width: 40, height: 40), above: 0)
    #expect(stack.covers(own, screen: screen))
  }

  @Test("a shape hides what it has, from its window's corner on")
  func shapes() {
    var stack = stack([PixelRect(x: 5, y: 5, width: 60, height: 60)])
    let lower = PixelRect(x: 0, y: 25, width: 60, height: 20)
    stack.setOpacity(2, .shape([PixelRect(x: 5, y: 5, width: 40, height: 20), lower]))
    #expect(stack.covers(own, screen: screen))
    stack.setOpacity(2, .shape([PixelRect(x: 6, y: 5, width: 40, height: 20), lower]))
    #expect(!stack.covers(own, screen: screen))
  }
}

extension ServerTests {
  @Suite(.serialized) struct Covering {
    @Test("under a compositor a window knows from the stack whether it is covered")
    func composited() throws {
      let server = try XServer()
      let compositor = try Connection(displayName: server.display)
      let owner = XCreateSimpleWindow(compositor.display, compositor.root, -9, -9, 1, 1, 0, 0, 0)
      XSetSelectionOwner(compositor.display, compositor.atoms.compositor, owner, Time(CurrentTime))
      XSync(compositor.display, 0)
      let test = try TestWindow(on: server)
      try test.show()
      for _ in 0..<2 {
        try test.present([PixelRect(x: 0, y: 0, width: 9, height: 9)]) { _, _ in 0xFF00_0000 }
      }
      #expect(test.window.isComposited)

      let other = try TestWindow(on: server, width: 400)
      try other.show()
      try test.waitUntil { test.window.visibility.signs.isCovered }
      other.window.placement.moveResize(PixelRect(x: 1, y: 0, width: 400, height: 300))
      try test.waitUntil { !test.window.visibility.signs.isCovered }
      other.window.placement.moveResize(PixelRect(x: 0, y: 0, width: 400, height: 300))
      try test.waitUntil { test.window.visibility.signs.isCovered }
      #expect(!test.window.isVisible)

      XDestroyWindow(compositor.display, owner)
      XSync(compositor.display, 0)
      try test.wait { $0 == .compositingChanged(false) }
      #expect(!test.window.isComposited)
      #expect(test.connection.errorCount == 0)
    }
  }
}
