import Geometry
import Testing

@testable import Windowing

extension ServerTests {
  /// Frames that are painted before their time.
  @Suite(.serialized) struct HeldFrames {
    private let rect = PixelRect(x: 3, y: 5, width: 33, height: 17)
    private let other = PixelRect(x: 100, y: 90, width: 7, height: 40)

    /// A window on a server that has acknowledged some frames of `rect` and `other`.
    private func begun(on server: XServer, _ way: Presentation = .automatic) throws -> TestWindow {
      let test = try TestWindow(on: server, way)
      try test.show()
      for _ in 0..<3 { try test.present([rect, other]) { _, _ in 0xFF00_0000 } }
      return test
    }

    private func fill(_ buffer: PixelBuffer, _ color: UInt32) {
      for y in buffer.rect.y..<buffer.rect.maxY {
        buffer.row(y).update(repeating: color, count: buffer.rect.width)
      }
    }

    /// What all of `rect` shows on the screen, and all of `other`, red, green and blue; nothing where they are not of one colour.
    private func colors(_ test: TestWindow) throws -> [UInt32] {
      let both = [Set(try test.pixels(rect)), Set(try test.pixels(other))]
      return both.map { $0.count == 1 ? ($0.first ?? 0) & test.mask : 1 }
    }

    @Test("are shown one by one, whatever the server says in between", arguments: [16, 24])
    func oneByOne(depth: Int) throws {
      let server = try XServer(depth: depth)
      let test = try begun(on: server)
      let presenter = test.window.presenter
      let layout = test.window.target.format.layout
      let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
      let expected = colors.map { layout.pixel(for: $0) & test.mask }
      for _ in 0..<3 {
        #expect(presenter.makeRoom(for: 4) == 4)
        for color in colors { #expect(presenter.hold([rect, other]) { self.fill($0, color) }) }
        for color in expected {
          // Then the memory that it has read is free, but what is held is not.
          try test.present([PixelRect(x: 0, y: 0, width: 200, height: 150)]) { _, _ in 0xFF00_0000 }
          presenter.showHeld()
          #expect(try self.colors(test) == [color, color])
        }
        presenter.showHeld()
        #expect(try self.colors(test) == [expected[3], expected[3]])
        try test.present([rect]) { _, _ in 0xFF00_0000 }
        #expect(try self.colors(test) == [layout.pixel(for: 0xFF00_0000) & test.mask, expected[3]])
      }
      #expect(test.connection.errorCount == 0)
    }

    @Test("that are dropped are not shown, and what they would have painted is known")
    func dropped() throws {
      let server = try XServer()
      let test = try begun(on: server)
      let presenter = test.window.presenter
      let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]
      #expect(presenter.makeRoom(for: 3) == 3)
      let used = presenter.staging.used
      for color in colors { #expect(presenter.hold([rect, other]) { self.fill($0, color) }) }
      presenter.showHeld()
      #expect(presenter.dropHeld() == [rect, other, rect, other])
      #expect(presenter.dropHeld() == [])
      #expect(presenter.staging.used < used + 3 * presenter.staging.bytes(for: [rect, other]))
      presenter.showHeld()
      #expect(try self.colors(test) == [0xFF0000, 0xFF0000])
      try test.present([other]) { _, _ in 0xFF12_3456 }
      #expect(try self.colors(test) == [0xFF0000, 0x123456])
    }

    @Test("that have come to their last ask the server whether the memory is free")
    func acknowledgement() throws {
      let server = try XServer()
      let test = try begun(on: server)
      let presenter = test.window.presenter
      for _ in 0..<50 {
        let count = presenter.makeRoom(for: 7)
        #expect(count == 7)
        for _ in 0..<count { #expect(presenter.hold([rect]) { self.fill($0, 0xFF12_3456) }) }
        for _ in 0..<count {
          #expect(!presenter.isAcknowledgementAwaited)
          presenter.showHeld()
        }
        #expect(presenter.isAcknowledgementAwaited)
        try test.waitUntil { presenter.canBeginFrame }
        #expect(presenter.staging.used == 0)
      }
    }

    @Test("are as many as there is room for, which grows up to a limit")
    func room() throws {
      let server = try XServer(width: 1600, height: 1200)
      let test = try TestWindow(on: server, width: 1500, height: 1100)
      try test.show()
      let presenter = test.window.presenter
      // What goes in bands is not held.
      let tooLarge = PixelRect(x: 0, y: 0, width: 750, height: 750)
      for _ in 0..<3 { try test.present([tooLarge]) { _, _ in 0xFF00_0000 } }
      #expect(presenter.makeRoom(for: 7) == 0)
      // 1.9 MB each, of 10 MB.
      let large = PixelRect(x: 0, y: 0, width: 700, height: 700)
      for _ in 0..<3 { try test.present([large]) { _, _ in 0xFF00_0000 } }
      #expect(presenter.makeRoom(for: 7) == 4)
      for _ in 0..<5 { #expect(presenter.hold([large]) { self.fill($0, 0xFF12_3456) }) }
      #expect(!presenter.hold([large]) { self.fill($0, 0xFF12_3456) })
      #expect(presenter.makeRoom(for: 7) == 0)
      presenter.showHeld()
      #expect(try Set(test.pixels(large).map { $0 & 0xFFFFFF }) == [0x123456])
      #expect(presenter.staging.capacity == StagingMemory.largestAhead)
    }

    @Test("what a large frame took is given back once small ones follow one another")
    func givenBack() throws {
      let server = try XServer(width: 1600, height: 1200)
      let test = try TestWindow(on: server, width: 1500, height: 1100)
      try test.show()
      let presenter = test.window.presenter
      let start = presenter.staging.capacity
      try test.present([PixelRect(x: 0, y: 0, width: 1500, height: 300)]) { _, _ in 0xFF00_00FF }
      try test.waitUntil { presenter.canBeginFrame }
      let large = presenter.staging.capacity
      #expect(large > 1_800_000 && large > start)
      for _ in 1..<StagingMemory.patience {
        try test.present([rect]) { _, _ in 0xFF00_FFFF }
        #expect(presenter.makeRoom(for: 7) == 7)
        #expect(presenter.staging.capacity == large)
        try test.waitUntil { presenter.canBeginFrame }
      }
      try test.present([rect]) { _, _ in 0xFF00_FF00 }
      // That frame may still lie in what is given back.
      #expect(presenter.makeRoom(for: 7) == 7)
      #expect(presenter.staging.capacity == start)
      #expect(presenter.hold([other]) { self.fill($0, 0xFF12_3456) })
      presenter.showHeld()
      #expect(try Set(test.pixels(rect).map { $0 & 0xFFFFFF }) == [0x00FF00])
      #expect(try Set(test.pixels(other).map { $0 & 0xFFFFFF }) == [0x123456])
      // What is needed for a frame as large is there again.
      try test.waitUntil { presenter.canBeginFrame }
      try test.present([PixelRect(x: 0, y: 0, width: 1500, height: 300)]) { _, _ in 0xFF00_00FF }
      #expect(presenter.staging.capacity == large)
      #expect(try Set(test.pixels(other).map { $0 & 0xFFFFFF }) == [0x0000FF])
    }

    @Test("there are none over the wire, and none are shown by a server that is behind")
    func none() throws {
      let server = try XServer()
      for way in [Presentation.put, .render] {
        let test = try begun(on: server, way)
        #expect(test.window.presenter.way == way)
        #expect(test.window.presenter.makeRoom(for: 7) == 0)
        #expect(!test.window.presenter.hold([rect]) { _ in })
      }
      let test = try begun(on: server)
      let presenter = test.window.presenter
      #expect(presenter.makeRoom(for: 1) == 1)
      #expect(presenter.hold([rect]) { self.fill($0, 0xFF12_3456) })
      server.freeze()
      presenter.requestAcknowledgement()
      presenter.showHeld()
      #expect(presenter.dropHeld() == [rect])
      server.thaw()
    }
  }
}
