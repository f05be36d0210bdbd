import ProgramSupport
import Testing

extension Displays {
  /// What moves, and what must not.
  struct Movement {
    @Test func ringsGrowWithoutAStepBackAndReachTheirEnd() throws {
      let desk = try Desk(Desk.look + rings("0%"), options: ["--present", "put"], isAnimated: true)
      let coverages = try desk.ringCoverages { try desk.keyboard.tap("End") }
      for (before, after) in zip(coverages, coverages.dropFirst()) {
        // The shadow before the tip is no progress: it may come and go by its own width.
        #expect(after >= before - 0.02 && after < before + 0.2, "\(coverages)")
      }
      #expect(coverages.count { (0.1...0.9).contains($0) } >= 5, "\(coverages)")
      try desk.awaitRender(rings("100%"), "full rings, exactly")
      try desk.keyboard.tap("0")
      try desk.awaitPicture(desk.fresh, "empty rings, exactly")
    }

    @Test(arguments: [["--mode", "stopwatch"], ["--mode", "counter"]])
    func nothingIsDoneWhileNothingMoves(look: [String]) throws {
      let desk = try Desk(look + ["--theme", "flat-light"], isAnimated: true, isWatched: true)
      try desk.awaitStillness()
    }

    @Test func nothingIsDoneAfterAStop() throws {
      let desk = try Desk(Desk.look + rings("0%"), isAnimated: true, isWatched: true)
      try desk.run()
      try desk.keyboard.tap("space")
      try desk.keyboard.tap("End")
      try desk.see("full rings") { desk.panel.rings[0].coverage($0, empty: desk.fresh) == 1 }
      try desk.awaitStillness()
    }

    @Test func aClockWakesUpOnceASecond() throws {
      let desk = try Desk(
        ["--mode", "clock", "--theme", "flat-light"] + rings("50%"), options: ["--present", "put"],
        comparesFresh: false)
      try desk.holdClock()
      // The first one may come in the middle of a second.
      var picture = try desk.nextPicture(after: desk.picture())
      picture = try desk.nextPicture(after: picture)
      let begin = desk.faults.now
      for _ in 0..<5 { picture = try desk.nextPicture(after: picture) }
      let end = desk.faults.now
      #expect(end.held_monotonic > begin.held_monotonic + 4_900_000_000)
      // One for each second and its answer from the server, and some to save what is new.
      #expect(end.waits <= begin.waits + 14)
    }
  }
}
