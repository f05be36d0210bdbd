import Drawing
import Geometry
import Platform
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Windowing

extension ServerTests {
  /// Frames that the server composes by itself when they are due.
  @Suite(.serialized) struct ComposingAhead {
    private static let millisecond: Int64 = 1_000_000

    /// Shows the frame of `nanoseconds`, behind which others can be held.
    private func open(_ panel: Panorama, at nanoseconds: Int64) throws {
      let presenter = panel.test.window.presenter
      try panel.test.waitUntil { presenter.canBeginFrame }
      _ = presenter.prepareToHold()
      try panel.show(after: nanoseconds)
      try panel.test.waitUntil { presenter.canBeginFrame }
    }

    /// Whether the window shows what one that was shown whole does.
    private func isWhole(_ panel: Panorama) throws -> Bool {
      let kept = try panel.screen()
      let presenter = panel.test.window.presenter
      defer { panel.test.window.presenter = presenter }
      panel.test.window.presenter = try #require(panel.test.window.makePresenter(.render))
      try panel.present([panel.shown.bounds], by: Compositor())
      return try panel.screen() == kept
    }

    @Test(
      "shows what frames do that are sent one by one, with what they need that is not there yet",
      arguments: [1, 2, 3], [false, true])
    func pieces(seed: UInt64, isTight: Bool) throws {
      let server = try XServer(width: 1300, height: 800)
      var random = SplitMix64(seed: seed)
      let (width, height) = [(420, 240), (240, 420), (640, 360)][Int(seed) % 3]
      let panel = try Panorama(on: server, width: width, height: height, .render, Panorama.model())
      let presenter = panel.test.window.presenter
      var nanoseconds: Int64 = 0
      try panel.show(after: nanoseconds)
      var heldCount = 0
      for round in 0..<20 {
        // With so little memory nearly every picture takes the place of another.
        if isTight { presenter.composer?.spriteLimit = 200_000 }
        nanoseconds += 16 * Self.millisecond
        try open(panel, at: nanoseconds)
        guard let held = presenter.openHeld else { continue }
        let isTakenBack = Int.random(in: 0..<3, using: &random) == 0
        var isHeld = true
        for index in 0..<Int.random(in: 1...HeldFrames.most, using: &random) where isHeld {
          // Now and then what was never shown.
          nanoseconds +=
            Int.random(in: 0..<8, using: &random) == 0 ? 1_234 * Self.millisecond : 16 * Self.millisecond
          let delay = Int64(index) * (isTakenBack ? 40 : 2) * Self.millisecond
          isHeld = panel.hold(after: nanoseconds, until: MonotonicClock.now() + delay)
          heldCount += isHeld ? 1 : 0
        }
        held.send()
        if isTakenBack || !isHeld {
          let undone = presenter.takeBackHeld()
          try panel.present(undone + panel.lastDamage, by: panel.compositor)
        } else {
          held.end()
          try panel.test.waitUntil { presenter.canBeginFrame }
        }
        try #require(try isWhole(panel), "round \(round), \(nanoseconds) ns")
      }
      #expect(heldCount > 40)
      #expect(panel.test.connection.errorCount == 0)
      #expect(presenter.held?.timed.hasErrors == false)
    }

    @Test("of frames that are taken back nothing is seen, not even digits that are copied as they are")
    func hidden() throws {
      let server = try XServer(width: 1300, height: 800)
      let panel = try Panorama(
        on: server, width: 640, height: 360, .render, Panorama.model(theme: .neumorphicLight))
      let presenter = panel.test.window.presenter
      // Until no digit changes but the last.
      for time in stride(from: Int64(3000), to: 3460, by: 10) {
        try panel.show(after: time * Self.millisecond)
      }
      for time: Int64 in [3460, 3470] { try open(panel, at: time * Self.millisecond) }
      let held = try #require(presenter.openHeld)
      let before = try panel.screen()
      var coveredCount = 0
      for time: Int64 in [3480, 3490, 3500, 3510] {
        let isHeld = panel.hold(
          after: time * Self.millisecond, until: MonotonicClock.now() + 20_000 * Self.millisecond)
        #expect(isHeld)
        coveredCount += presenter.composer?.coveredCount ?? 0
      }
      #expect(coveredCount > 0)
      held.send()
      let undone = presenter.takeBackHeld()
      try panel.test.waitUntil { presenter.canBeginFrame }
      let isUnseen = try panel.screen() == before
      #expect(isUnseen)
      try panel.present(undone + panel.lastDamage, by: panel.compositor)
      #expect(try isWhole(panel))
    }

    @Test("what is lost with the second connection is told again")
    func lost() throws {
      let server = try XServer(width: 1300, height: 800)
      let panel = try Panorama(on: server, width: 420, height: 240, .render, Panorama.model())
      let presenter = panel.test.window.presenter
      try panel.show(after: 0)
      for time: Int64 in [16, 32] { try open(panel, at: time * Self.millisecond) }
      let held = try #require(presenter.openHeld)
      // Its hands are turned by it for the first time.
      let due = MonotonicClock.now() + 20_000 * Self.millisecond
      let isHeld = panel.hold(after: 10_000 * Self.millisecond, until: due)
      try #require(isHeld)
      held.send()
      panel.test.end(held.timed)
      let undone = presenter.takeBackHeld()
      while presenter.held != nil, MonotonicClock.now() < due {
        presenter.held?.end()
        _ = panel.test.window.nextEvent()
      }
      #expect(presenter.held == nil && presenter.way == .render)
      try panel.present(undone, by: panel.compositor)
      #expect(try isWhole(panel))
    }

    @Test("of what has to be sent as pixels none is held")
    func rings() throws {
      let server = try XServer(width: 1300, height: 800)
      var model = Panorama.model()
      _ = model.apply(.setRings(0.5), at: Panorama.beginning)
      let panel = try Panorama(on: server, width: 420, height: 240, .render, model)
      try panel.show(after: 0)
      _ = panel.model.apply(.setRings(1), at: Panorama.beginning + .milliseconds(20))
      try open(panel, at: 40 * Self.millisecond)
      try open(panel, at: 60 * Self.millisecond)
      #expect(panel.test.window.presenter.composer?.unkept.isEmpty == false)
      #expect(
        panel.test.window.presenter.openHeld.map { _ in panel.hold(after: 80 * Self.millisecond, until: 0) }
          != true)
      _ = panel.test.window.presenter.takeBackHeld()
      try panel.present(panel.lastDamage, by: panel.compositor)
      #expect(try isWhole(panel))
    }
  }
}
