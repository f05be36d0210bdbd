import CX11
import DisplayLists
import Drawing
import Geometry
import Glibc
import RenderSteps
import Scene
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Windowing

extension ServerTests {
  @Suite(.serialized) struct Composing {
    @Test("what the server composes looks as what is painted here", arguments: ThemeName.builtIn)
    func parity(theme: ThemeName) throws {
      let server = try XServer(width: 1300, height: 800)
      for mode in [Mode.stopwatch, .clock] {
        for (width, height) in [(150, 150), (420, 240), (1200, 700)] {
          let panel = try Panorama(
            on: server, width: width, height: height, .render, Panorama.model(mode, theme: theme))
          #expect(panel.test.window.presenter.way == .render)
          try panel.show(after: 1_234_567_890)
          let screen = try panel.screen()
          let truth = try panel.truth()
          let hands = panel.handMap()
          let atHands = panel.difference(screen, truth) { x, y in hands[y * width + x] }
          let elsewhere = panel.difference(screen, truth) { x, y in !hands[y * width + x] }
          // A hand is looked up in a picture of it: nearly but not quite the same; of a small one more is edge.
          #expect(atHands.ratio > (width < 200 ? 45 : 52), "\(mode), \(width): \(atHands)")
          #expect(atHands.most <= 24, "\(mode), \(width): \(atHands)")
          // Where a colour is mixed in, servers may round otherwise; all else is the same.
          #expect(elsewhere.most <= 1, "\(mode), \(width): \(elsewhere)")
          #expect(elsewhere.ratio > 70, "\(mode), \(width): \(elsewhere)")
          #expect(panel.test.connection.errorCount == 0)
        }
      }
    }

    @Test("what stands still is the same to the last bit")
    func still() throws {
      let server = try XServer(width: 1300, height: 800)
      for theme in ThemeName.builtIn {
        var model = Panorama.model(.counter, theme: theme)
        _ = model.apply(.count(.to(407)), at: Panorama.beginning)
        let panel = try Panorama(on: server, width: 640, height: 360, .render, model)
        panel.environment.isAnimated = false
        try panel.show(after: 5_000_000_000)
        let wrong = panel.difference(try panel.screen(), try panel.truth()) { _, _ in true }
        #expect(wrong.most <= 1, "\(theme): \(wrong)")
      }
    }

    @Test(
      "a window kept up to date in pieces shows what one shown whole does", arguments: [1, 2, 3, 4, 5],
      [false, true])
    func pieces(seed: UInt64, isTight: Bool) throws {
      let server = try XServer(width: 1300, height: 800)
      var random = SplitMix64(seed: seed)
      let sizes = [(420, 240), (240, 420), (60, 44), (150, 150), (640, 360)]
      let (width, height) = sizes[Int(seed) % sizes.count]
      let themes = ThemeName.builtIn
      let panel = try Panorama(
        on: server, width: width, height: height, .render,
        Panorama.model(theme: themes[Int.random(in: 0..<themes.count, using: &random)]))
      // Some of the windows are not opaque, and some no rectangle.
      panel.environment.backgroundOpacity = seed % 2 == 0 ? 0.6 : 1
      panel.environment.shape = seed > 3 ? .round : seed == 3 ? .rounded : .rectangle
      let commands: [Command] = [
        .toggle, .lap, .reset, .setRings(0), .setRings(0.5), .setRings(1), .step(.up), .chooseRing(.forward),
        .cycleMode(.forward), .count(.by(7)), .toggleHelp, .cycleTheme(.forward),
      ]
      var nanoseconds: Int64 = 0
      for _ in 0..<50 {
        nanoseconds += Int64.random(in: 1_000_000...120_000_000, using: &random)
        if Int.random(in: 0..<5, using: &random) == 0 {
          let command = commands[Int.random(in: 0..<commands.count, using: &random)]
          _ = panel.model.apply(command, at: Panorama.beginning + Duration(nanoseconds: nanoseconds))
        }
        if Int.random(in: 0..<12, using: &random) == 0 {
          panel.pointer.move(
            to: Point(
              x: Double.random(in: 0..<Double(width), using: &random),
              y: Double.random(in: 0..<Double(height), using: &random)))
        }
        try panel.show(after: nanoseconds)
        // With so little memory nearly every picture takes the place of another.
        if isTight { panel.test.window.presenter.composer?.spriteLimit = 200_000 }
        let kept = try panel.screen()
        // Anew: another compositor, and nothing in the server.
        let presenter = panel.test.window.presenter
        panel.test.window.presenter = try #require(panel.test.window.makePresenter(.render))
        try panel.present([panel.shown.bounds], by: Compositor())
        let whole = try panel.screen()
        panel.test.window.presenter = presenter
        if let first = kept.indices.first(where: { kept[$0] != whole[$0] }) {
          Issue.record("\(nanoseconds) ns, \(panel.model.mode): from \(first % width), \(first / width)")
          return
        }
      }
      #expect(panel.test.connection.errorCount == 0)
    }

    @Test("half of what a turned sprite grows by is a whole number, so that no start of a row is rounded")
    func evenTurns() {
      for step in 0..<360 {
        let direction = Angle(turns: Double(step) / 360).direction
        let turn = Turn(
          originX: 0, originY: 0,
          matrix: (xx: 2 * direction.x, xy: 2 * direction.y, yx: -8 * direction.y, yy: 8 * direction.x),
          offset: (x: 100.3, y: 20.7), isSmooth: true)
        for number in [turn.xx, turn.xy, turn.yx, turn.yy] { #expect(number % 2 == 0) }
        #expect(abs(Double(turn.yy) / 65536 - 8 * direction.x) < 2e-5)
      }
    }

    @Test(
      "a frame shows the same pixels wherever it is cut: hands, and pieces that show a digit alone",
      arguments: [ThemeName.neon, .neumorphicLight])
    func cuts(theme: ThemeName) throws {
      let server = try XServer(width: 1300, height: 800)
      var random = SplitMix64(seed: 7)
      let panel = try Panorama(on: server, width: 840, height: 480, .render, Panorama.model(theme: theme))
      let display = panel.test.connection.display
      let black = try #require(XCreateGC(display, panel.test.window.identifier, 0, nil))
      defer { XFreeGC(display, black) }
      var coveredCount = 0
      for frame in 0..<12 {
        try panel.show(after: Int64(frame) * 2_345_678_901)
        let whole = try panel.screen()
        // At other places each time: columns or so of the dial, and small pieces of all the rest.
        var pieces: [PixelRect] = []
        var x = 0
        while x < 840 {
          let width = Int.random(in: 1...40, using: &random)
          let height = x < 420 ? 480 : Int.random(in: 20...60, using: &random)
          for y in stride(from: 0, to: 480, by: height) {
            pieces.append(PixelRect(x: x, y: y, width: width, height: height))
          }
          x += width
        }
        // What is there must not be what is looked for.
        XFillRectangle(display, panel.test.window.identifier, black, 0, 0, 840, 480)
        try panel.present(pieces, by: panel.compositor)
        coveredCount += panel.test.window.presenter.composer?.coveredCount ?? 0
        let cut = try panel.screen()
        let wrongCount = whole.indices.count { whole[$0] != cut[$0] }
        #expect(wrongCount == 0, "frame \(frame)")
      }
      // Neon's lights let shine through what is behind them.
      #expect(theme == .neon || coveredCount > 100)
    }

    @Test("the memory in the server is bounded, and another size or look frees what was there")
    func memory() throws {
      let server = try XServer(width: 1300, height: 800)
      let panel = try Panorama(on: server, width: 640, height: 360, .render, Panorama.model())
      let composer = try #require(panel.test.window.presenter.composer)
      for frame in 0..<40 { try panel.show(after: Int64(frame) * 25_000_000) }
      let fresh = composer.spriteCount
      #expect(fresh > 10)
      let limit = ServerComposer.limit(width: 640, height: 360) + 640 * 360 * 4
      #expect(composer.serverBytes <= limit)
      // Every look once, and the first again.
      for round in 1...ThemeName.builtIn.count {
        _ = panel.model.apply(.cycleTheme(.forward), at: Panorama.beginning)
        for frame in 0..<40 { try panel.show(after: Int64(round * 40 + frame) * 25_000_000) }
        #expect(composer.serverBytes <= limit)
        #expect(composer.spriteCount <= 2 * fresh)
      }
      panel.environment.width = 60
      panel.environment.height = 44
      try panel.show(after: 10_000_000_000)
      #expect(composer.serverBytes <= 60 * 44 * 4 * 3 + 65_536)
      #expect(panel.test.connection.errorCount == 0)
    }

    @Test("however far a hand goes round, few pictures of it are in the server")
    func turns() throws {
      let server = try XServer(width: 1300, height: 800)
      let panel = try Panorama(on: server, width: 640, height: 360, .render, Panorama.model())
      let composer = try #require(panel.test.window.presenter.composer)
      var after: Int64 = 0
      func turn(_ count: Int) throws {
        for _ in 0..<count {
          after += 1_000_000_000
          try panel.show(after: after)
        }
      }
      // Each figure has been seen once.
      try turn(12)
      let count = composer.spriteCount
      try turn(120)
      #expect(composer.spriteCount <= count + 8)
      // Without the memory of those before, they would fill all that may be kept.
      #expect(composer.serverBytes <= 4_000_000)
      let atHands = panel.difference(try panel.screen(), try panel.truth()) { _, _ in true }
      #expect(atHands.most <= 24)
    }

    @Test("a refused request is not the end: frames go over the wire, and all is shown again")
    func refusal() throws {
      let server = try XServer()
      let panel = try Panorama(on: server, width: 420, height: 240, .render, Panorama.model())
      try panel.show(after: 0)
      let composer = try #require(panel.test.window.presenter.composer)
      // The server has no memory for what frames are composed in: from now on copies from it are refused.
      XFreePixmap(panel.test.connection.display, composer.back?.pixmap ?? 0)
      _ = panel.tryToShow(after: 100_000_000)
      try panel.test.wait { $0 == .exposed(panel.shown.bounds) }
      #expect(panel.test.window.presenter.way == .put)
      try panel.present([panel.shown.bounds], by: panel.compositor)
      #expect(try panel.screen() == panel.truth())
    }

    @Test("a stopped server gets a few frames and no more, and nobody waits for it")
    func stopped() throws {
      let server = try XServer()
      let panel = try Panorama(on: server, width: 420, height: 240, .render, Panorama.model())
      for frame in 0..<8 { try panel.show(after: Int64(frame) * 16_666_667) }
      server.freeze()
      var sent = 0
      for frame in 8..<200 {
        if panel.tryToShow(after: Int64(frame) * 16_666_667).isEmpty { sent += 1 }
        while panel.test.window.nextEvent() != nil {}
      }
      #expect((1...Presenter.framesPerAcknowledgement).contains(sent))
      #expect(!panel.test.window.presenter.canBeginFrame)
      server.thaw()
      try panel.test.wait { $0 == .frameCompleted }
      try panel.present([panel.shown.bounds], by: panel.compositor)
      let wrong = panel.difference(try panel.screen(), try panel.truth()) { _, _ in true }
      #expect(wrong.ratio > 55)
    }

    @Test(
      "pictures too large for the connection at once arrive piece by piece, however long the server rests")
    func largePictures() throws {
      let server = try XServer(width: 1300, height: 800)
      let panel = try Panorama(on: server, width: 1200, height: 700, .render, Panorama.model())
      server.freeze()
      let rest = panel.tryToShow(after: 0)
      #expect(!rest.isEmpty)
      #expect(panel.tryToShow(after: 16_666_667) == panel.lastDamage)
      server.thaw()
      try panel.test.waitUntil { panel.test.window.presenter.canBeginFrame }
      try panel.present([panel.shown.bounds], by: panel.compositor)
      let wrong = panel.difference(try panel.screen(), try panel.truth()) { _, _ in true }
      #expect(wrong.ratio > 55)
      #expect(panel.test.connection.errorCount == 0)
    }

    @Test(
      "the way is the best that the server has",
      arguments: [
        (["-extension", "MIT-SHM"], 24, Presentation.automatic, Presentation.put),
        (["-extension", "MIT-SHM"], 24, .sharedMemory, .put),
        (["-extension", "MIT-SHM"], 24, .render, .render),
        (["-extension", "MIT-SHM", "-extension", "RENDER"], 24, .automatic, .put),
        (["-extension", "RENDER"], 24, .render, .put),
        (["-extension", "RENDER"], 24, .automatic, .sharedMemory),
        ([], 24, .render, .render), ([], 24, .put, .put), ([], 16, .render, .put), ([], 8, .render, .put),
      ])
    func choice(_ given: (options: [String], depth: Int, wanted: Presentation, taken: Presentation)) throws {
      let server = try XServer(depth: given.depth, arguments: given.options)
      let panel = try Panorama(on: server, width: 420, height: 240, given.wanted, Panorama.model())
      #expect(panel.test.window.presenter.way == given.taken)
      try panel.show(after: 0)
      if given.depth == 24 {
        let wrong = panel.difference(try panel.screen(), try panel.truth()) { _, _ in true }
        #expect(wrong.ratio > 55)
      }
      #expect(panel.test.connection.errorCount == 0)
    }
  }
}
