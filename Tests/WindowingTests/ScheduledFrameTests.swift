import CX11
import Geometry
import Glibc
import Platform
import Testing

@testable import Windowing

extension ServerTests {
  /// Frames that are made before their time, and shown by the server.
  @Suite(.serialized) struct ScheduledFrameTests {
    private let rect = PixelRect(x: 3, y: 5, width: 33, height: 17)
    private let other = PixelRect(x: 100, y: 90, width: 7, height: 40)

    /// A window on a server that has shown some frames of `rect` and `other`, black, and can hold more.
    private func begun(on server: XServer) throws -> TestWindow {
      let test = try TestWindow(on: server)
      try test.show()
      for _ in 0..<3 { try present([rect, other], 0xFF00_0000, test) }
      return test
    }

    /// Shows `rects` in `color` and waits until they are on the screen.
    private func present(_ rects: [PixelRect], _ color: UInt32, _ test: TestWindow) throws {
      try test.present(rects, paint: Flat(color).paint)
    }

    /// Waits until frames can be held.
    @discardableResult
    private func prepare(
      _ test: TestWindow, for rects: [PixelRect]? = nil
    ) throws -> ScheduledFrames {
      try test.waitUntil { test.window.presenter.prepareToSchedule(rects ?? [rect, other]) }
      #expect(test.window.presenter.openSchedule == nil, "before a frame has been acknowledged")
      try present([PixelRect(x: 0, y: 0, width: 1, height: 1)], 0xFF00_0000, test)
      try test.waitUntil { test.window.presenter.openSchedule != nil }
      return try #require(test.window.presenter.scheduled)
    }

    /// Holds a frame of `rects` in `color`, to be shown after a delay in milliseconds; returns the time of that.
    @discardableResult
    private func hold(
      _ rects: [PixelRect], _ color: UInt32, in milliseconds: Int64, _ test: TestWindow
    ) throws -> MonotonicTime {
      let due = MonotonicTime.now + .milliseconds(milliseconds)
      let isHeld = try #require(test.window.presenter.scheduled).add(
        rects, due: due, paint: Flat(color).paint)
      try #require(isHeld)
      return due
    }

    /// What all of `rect` shows on the screen, and all of `other`, red, green and blue; 1 where they are not of one colour.
    private func colors(_ test: TestWindow) throws -> [UInt32] {
      // All at one time.
      let box = rect.union(other)
      let pixels = try test.pixels(box)
      return [rect, other].map { part in
        let rows = (part.y - box.y)..<(part.maxY - box.y)
        let seen = rows.map { y in pixels[(y * box.width + part.x - box.x)...].prefix(part.width) }
        let colors = Set(seen.joined())
        return colors.count == 1 ? (colors.first ?? 0) & test.mask : 1
      }
    }

    @Test(
      "are shown one by one, each when it is due and none before",
      arguments: [16, 24])
    func oneByOne(depth: Int) throws {
      let server = try XServer(depth: depth)
      let test = try begun(on: server)
      let presenter = test.window.presenter
      let layout = test.window.surface.format.layout
      let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
      let expected = colors.map { layout.pixel(for: $0) & test.mask }
      for _ in 0..<2 {
        let held = try prepare(test)
        var dues: [MonotonicTime] = []
        for (index, color) in colors.enumerated() {
          dues.append(try hold([rect, other], color, in: Int64(40 * (index + 1)), test))
        }
        held.send()
        var shown = -1
        while shown < 3 {
          let seen = try self.colors(test)
          let now = MonotonicTime.now
          try #require(seen[0] == seen[1])
          try #require(now < dues[3] + .seconds(20), "all in the end")
          guard let index = expected.firstIndex(of: seen[0]), index != shown else { continue }
          try #require(index > shown, "in their order")
          // The server counts whole milliseconds.
          #expect(now > dues[index] - .milliseconds(1))
          shown = index
        }
        try test.waitUntil { presenter.canBeginFrame }
        try present([rect, other], 0xFF00_0000, test)
      }
      #expect(test.connection.errorCount == 0)
    }

    @Test("that are taken back are not shown")
    func takenBack() throws {
      let server = try XServer()
      let test = try begun(on: server)
      let presenter = test.window.presenter
      for round in 0..<3 {
        try present([rect, other], 0xFF00_00FF, test)
        let held = try prepare(test)
        var last = MonotonicTime.distantPast
        for time in [60, 90, 20_000] {
          last = try hold([rect, other], 0xFFFF_0000, in: Int64(time), test)
        }
        held.send()
        #expect(!presenter.canBeginFrame && presenter.openSchedule == nil)
        presenter.scheduled?.cancel()
        presenter.scheduled?.cancel()
        // Not before the server has dropped them, which it does at once.
        #expect(!presenter.canBeginFrame && !presenter.prepareToSchedule([rect]))
        try test.waitUntil { presenter.canBeginFrame }
        #expect(.now < last)
        try present([other], 0xFF12_3456, test)
        try prepare(test)
        #expect(try self.colors(test) == [0x0000FF, 0x123456], "round \(round)")
        // Those that come after them can be seen.
        try hold([rect], 0xFFFF_FFFF, in: 1, test)
        held.send()
        try test.waitUntil { presenter.canBeginFrame }
        #expect(try self.colors(test) == [0xFFFFFF, 0x123456])
      }
      #expect(test.connection.errorCount == 0)
    }

    @Test("go on as soon as the last has been shown")
    func goOn() throws {
      let server = try XServer()
      let test = try begun(on: server)
      let presenter = test.window.presenter
      let held = try prepare(test)
      var time = MonotonicTime.now
      var color: UInt32 = 0
      for _ in 0..<30 {
        try test.waitUntil { presenter.openSchedule != nil }
        for _ in 0..<ScheduledFrames.capacity {
          time = max(time, .now) + .milliseconds(2)
          color = (color + 0x010305) & 0xFFFFFF
          let isHeld = held.add([rect, other], due: time, paint: Flat(0xFF00_0000 | color).paint)
          try #require(isHeld)
        }
        held.send()
      }
      try test.waitUntil { presenter.canBeginFrame }
      #expect(.now >= time)
      #expect(try colors(test) == [color, color])
    }

    @Test("are as many as there is room for, which grows up to a limit, and is given back")
    func room() throws {
      let server = try XServer(width: 1600, height: 1200)
      let test = try TestWindow(on: server, width: 1500, height: 1100)
      try test.show()
      let presenter = test.window.presenter
      let start = presenter.staging.capacity
      // Two of these do not fit.
      let tooLarge = PixelRect(x: 0, y: 0, width: 1500, height: 1000)
      #expect(!presenter.prepareToSchedule([tooLarge]))
      // 1.9 MB each, of 10 MB.
      let large = PixelRect(x: 0, y: 0, width: 700, height: 700)
      for _ in 0..<3 { try present([large], 0xFF00_0000, test) }
      let held = try prepare(test, for: [large])
      for _ in 0..<5 { try hold([large], 0xFF12_3456, in: 1, test) }
      #expect(!held.add([large], due: .now, paint: Flat(0xFF00_00FF).paint))
      held.send()
      try test.waitUntil { presenter.canBeginFrame }
      #expect(try Set(test.pixels(large).map { $0 & 0xFFFFFF }) == [0x123456])
      #expect(presenter.staging.capacity == StagingMemory.maxScheduled)
      try present([rect], 0xFF00_FF00, test)
      try prepare(test)
      #expect(presenter.staging.capacity == start)
      try hold([other], 0xFF12_3456, in: 1, test)
      held.send()
      try test.waitUntil { presenter.canBeginFrame }
      #expect(try Set(test.pixels(rect).map { $0 & 0xFFFFFF }) == [0x00FF00])
      #expect(try Set(test.pixels(other).map { $0 & 0xFFFFFF }) == [0x123456])
    }

    @Test(
      "a server that refuses them is asked for no more, and the window is painted again"
    )
    func refused() throws {
      let server = try XServer()
      let test = try begun(on: server)
      let presenter = test.window.presenter
      let held = try prepare(test)
      // No wait can name it any more.
      XSyncDestroyCounter(test.connection.display, held.fence)
      XSync(test.connection.display, 0)
      try hold([rect, other], 0xFFFF_0000, in: 1, test)
      held.send()
      try test.wait { $0 == .exposed(PixelRect(x: 0, y: 0, width: 320, height: 200)) }
      try test.waitUntil { presenter.canBeginFrame }
      #expect(
        !presenter.prepareToSchedule([rect]) && presenter.openSchedule == nil
          && presenter.scheduled == nil)
      try present([rect, other], 0xFF00_00FF, test)
      #expect(try colors(test) == [0x0000FF, 0x0000FF])
    }

    @Test("the server's clock is known for ours, however often it has begun anew")
    func clocks() {
      let lap: Int64 = 1 << 32
      for laps in [-lap, 0, lap, 5 * lap] {
        for (asked, answered) in [(1_000_000, 1_000_000), (5_000_000_000, 5_000_000_040)]
          as [(Int64, Int64)]
        {
          for time in asked - 4...answered {
            #expect(
              ScheduledFrames.offset(of: time + laps, asked: asked, answered: answered) == laps)
          }
          for time in [asked - 5, answered + 2, asked + 1_000_000] {
            #expect(
              ScheduledFrames.offset(of: time + laps, asked: asked, answered: answered) == nil)
          }
        }
      }
    }
  }
}
