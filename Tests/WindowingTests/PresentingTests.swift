import CX11
import Geometry
import Testing

@testable import Windowing

/// All that talks to a server runs one after the other: Xlib belongs to one thread at a time.
@Suite(.serialized) struct ServerTests {}

extension ServerTests {
  @Suite(.serialized) struct Presenting {
    /// A pattern in which no two neighbours are alike and every channel takes all values.
    static func pattern(_ x: Int, _ y: Int) -> UInt32 {
      let red = UInt32((x * 7 + y) & 255)
      let green = UInt32((y * 5 + x) & 255)
      let blue = UInt32((x * 3 + y * 11) & 255)
      return 0xFF00_0000 | red << 16 | green << 8 | blue
    }

    @Test(
      "the screen shows what was painted, at every depth and by both ways",
      arguments: [15, 16, 24, 30],
      [true, false])
    func shows(depth: Int, sharesMemory: Bool) throws {
      let server = try XServer(depth: depth)
      let test = try TestWindow(on: server, sharesMemory: sharesMemory)
      try test.show()
      #expect(test.window.presenter.sharesMemory == sharesMemory)
      let rects = [
        PixelRect(x: 0, y: 0, width: 33, height: 17),
        PixelRect(x: 41, y: 20, width: 1, height: 100),
        PixelRect(x: 301, y: 183, width: 19, height: 17),
      ]
      try test.present(rects, Presenting.pattern)
      for rect in rects {
        var expected: [UInt32] = []
        for y in rect.y..<rect.maxY {
          for x in rect.x..<rect.maxX {
            expected.append(
              test.window.surface.format.layout.pixel(for: Presenting.pattern(x, y)) & test.mask)
          }
        }
        #expect(try test.pixels(rect).map { $0 & test.mask } == expected)
      }
      let background = test.window.surface.format.layout.pixel(for: 0xFF00_FF00) & test.mask
      #expect(
        try test.pixels(PixelRect(x: 60, y: 60, width: 1, height: 1)).map { $0 & test.mask } == [
          background
        ])
      #expect(test.connection.errorCount == 0)
    }

    @Test("a frame of many bands arrives whole", arguments: [true, false])
    func bands(sharesMemory: Bool) throws {
      let server = try XServer(width: 1600, height: 1200)
      let test = try TestWindow(on: server, width: 1500, height: 1100, sharesMemory: sharesMemory)
      try test.show()
      let whole = PixelRect(x: 0, y: 0, width: 1500, height: 1100)
      try test.present([whole], Presenting.pattern)
      let pixels = try test.pixels(whole)
      var wrong = 0
      for y in 0..<1100 {
        for x in 0..<1500
        where pixels[y * 1500 + x] & 0xFFFFFF != Presenting.pattern(x, y) & 0xFFFFFF {
          wrong += 1
        }
      }
      #expect(wrong == 0)
      #expect(test.connection.errorCount == 0)
    }

    @Test("a popup that another program destroys leaves the window its shared memory")
    func refusal() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      try test.show()
      let rect = PixelRect(x: 0, y: 0, width: 8, height: 8)
      let place = PixelRect(x: 10, y: 10, width: 50, height: 50)
      let popup = try #require(
        test.window.openPopup(at: place, background: Color(hex: 0), time: 0))
      let other = try Connection(displayName: server.display)
      XDestroyWindow(other.display, popup.identifier)
      XSync(other.display, 0)
      _ = popup.presenter.present([rect], paint: Flat(0xFF12_3456).paint)
      try test.wait { $0 == .windowDestroyed }
      XSync(test.connection.display, 0)
      #expect(test.connection.errorCount > 0)
      try test.present([rect], Presenting.pattern)
      #expect(test.window.presenter.sharesMemory)
    }

    @Test(
      "a stopped server gets one frame and no more",
      arguments: [true, false])
    func stoppedServer(sharesMemory: Bool) throws {
      let server = try XServer()
      let test = try TestWindow(on: server, sharesMemory: sharesMemory)
      try test.show()
      server.freeze()
      var painted = 0
      for _ in 0..<200 {
        let rects = [PixelRect(x: 0, y: 0, width: 64, height: 64)]
        if test.window.presenter.present(rects, paint: { _ in painted += 1 }) == [] { continue }
        while test.window.nextEvent() != nil {}
      }
      #expect(painted == 1)
      #expect(!test.window.presenter.canBeginFrame)
      server.thaw()
      try test.wait { $0 == .frameCompleted }
      #expect(test.window.presenter.canBeginFrame)
      #expect(
        test.window.presenter.present([PixelRect(x: 0, y: 0, width: 64, height: 64)]) { _ in } == []
      )
    }
  }
}

extension TestWindow {
  /// The bits of a pixel that are colour.
  var mask: UInt32 {
    let visual = window.surface.format.visual.pointee
    let channels = visual.red_mask | visual.green_mask | visual.blue_mask
    return UInt32(truncatingIfNeeded: channels)
  }
}
