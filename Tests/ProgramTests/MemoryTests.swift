import ProgramSupport
import Testing

extension Displays {
  /// What the program keeps, of memory and on the server, however long it is played with.
  struct Memory {
    @Test(arguments: ["neumorphic-light", "neon"])
    func manySizesLeaveNothingBehind(theme: String) throws {
      let desk = try Desk(["--theme", theme], isAnimated: true, isWatched: true)
      var random = SplitMix64(seed: 77)
      // 3 KiB a size: less than the picture of a single digit takes.
      try expectNoGrowth(desk, first: 60, then: 150, kibibytes: 400) {
        desk.connection.resize(
          desk.window, width: Int.random(in: 24...1280, using: &random),
          height: Int.random(in: 24...800, using: &random))
      }
    }

    @Test func manyLooksLeaveNothingBehind() throws {
      let desk = try Desk(["--theme", "neon"], isAnimated: true, isWatched: true)
      try expectNoGrowth(desk, first: 100, then: 250, kibibytes: 250) { try desk.keyboard.tap("t") }
    }

    @Test func fontsWithoutEndLeaveNothingBehind() throws {
      let desk = try Desk(isAnimated: true, isWatched: true, isOpen: false)
      let desktop = try SettingsManager(desk.server)
      try desk.open()
      var number = 0
      // What is kept of a font takes half a kilobyte.
      try expectNoGrowth(desk, first: 200, then: 400, kibibytes: 400) {
        number += 1
        desktop.say([("Gtk/FontName", .text("Font \(number) 11"))])
      }
    }

    /// Six minutes of frames: all that comes once in a minute has come after two.
    @Test(arguments: [
      ["--theme", "neon"], ["--theme", "neumorphic-light", "--timer", "12m"],
      ["--theme", "neumorphic-dark", "--mode", "plan"],
    ])
    func minutesLeaveNothingBehind(look: [String]) throws {
      let desk = try Desk(
        look + ["--ring", "A=second"], options: ["--fps", "20", "--present", "put", "--no-state"],
        isAnimated: true, comparesFresh: false)
      try desk.keyboard.tap("space")
      try desk.holdClock()
      defer { desk.releaseClock() }
      try desk.faults.run(seconds: 2 * 60, of: desk.program)
      let before = desk.program.anonymousMemory
      try desk.faults.run(seconds: 4 * 60, of: desk.program)
      let after = desk.program.anonymousMemory
      #expect(after - before < 150, "from \(before) to \(after) KiB")
    }

    /// Does something so often, and then again and again: one of these times leaves no more than there was, but for some
    /// memory that the allocator has in reserve. On a busy machine that grows now and then, but what leaks grows each time.
    private func expectNoGrowth(
      _ desk: Desk, first: Int, then second: Int, kibibytes: Int, _ step: () throws -> Void
    ) throws {
      let tap = try #require(desk.tap)
      func run(_ steps: Int) throws -> (memory: Int, descriptors: Int, resources: Int) {
        for _ in 0..<steps {
          _ = tap.take()
          try step()
          try desk.wait(until: "a frame") {
            tap.take().contains { desk.extensions.drawing.contains($0.major) }
          }
        }
        desk.connection.resize(desk.window, width: 840, height: 480)
        // Saving opens files; they are counted once the program rests.
        try desk.awaitStillness()
        let resources = try #require(desk.connection.resourceCount(ofClientWith: desk.window))
        return (desk.program.anonymousMemory, desk.program.openDescriptors, resources)
      }
      var before = try run(first)
      #expect(before.memory > 0 && before.resources > 0)
      for _ in 0..<3 {
        let after = try run(second)
        #expect(after.descriptors == before.descriptors)
        #expect(after.resources == before.resources)
        if after.memory - before.memory < kibibytes { return }
        before = after
      }
      Issue.record("\(before.memory) KiB, and more each time")
    }
  }
}
