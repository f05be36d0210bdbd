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

    @Test func ringsTurnBackInMidFlightWithoutAJump() throws {
      let desk = try Desk(Desk.look + rings("0%"), options: ["--present", "put"], isAnimated: true)
      let ring = desk.panel.rings[0]
      try desk.holdClockAtRest()
      try desk.wake { try desk.keyboard.tap("End") }
      try desk.step(until: "the rings are in mid-flight") {
        (0.3...0.8).contains(ring.coverage($0, empty: desk.fresh))
      }
      try desk.keyboard.tap("0")
      var coverages: [Double] = []
      try desk.step(until: "empty rings") {
        coverages.append(ring.coverage($0, empty: desk.fresh))
        return coverages.count > 1 && $0 == desk.fresh
      }
      for (before, after) in zip(coverages, coverages.dropFirst()) {
        #expect(abs(after - before) < 0.2, "\(coverages)")
      }
      #expect(coverages.count { (0.1...0.9).contains($0) } >= 5, "\(coverages)")
    }

    @Test func segmentsFadeFromDigitToDigit() throws {
      let desk = try Desk(
        ["--mode", "counter", "--theme", "flat-light"], options: ["--present", "put"],
        isAnimated: true)
      // The zeros before it are unlit.
      let last = Array(desk.panel.digits.suffix(1))
      let display = try SegmentDisplay(boxes: last, learningFrom: desk.fresh)
      try desk.holdClockAtRest()
      // The top segment goes out from 0 to 1.
      let pictures = try desk.pictures { try desk.keyboard.tap("Up") }
      let levels = pictures.map { display.levels(0, in: $0)[0] }
      // It takes 90 ms, which are five frames.
      #expect(levels.count { (0.1...0.9).contains($0) } >= 3, "\(levels)")
      #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 >= $1 - 0.01 }, "\(levels)")
      #expect(pictures.last.flatMap { display.digits(in: $0) } == [1])
    }

    @Test func runningTimeIsTheSameInAllPlaces() throws {
      let desk = try Desk(isAnimated: true)
      let display = try desk.digits
      let hands = try desk.panel.hands
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.digit(3, in: $0) == 1 }
      // Away from the change of a second, the digits and the hand tell the same.
      let picture = try desk.see("seconds that stand still") {
        guard let angle = hands.hand(.orange, in: $0) else { return false }
        let part = (angle / 6).truncatingRemainder(dividingBy: 1)
        return (0.5...0.9).contains(part) && display.digit(3, in: $0) != nil
          && display.digit(2, in: $0) != nil
      }
      let tens = try #require(display.digit(2, in: picture))
      let ones = try #require(display.digit(3, in: picture))
      let angle = try #require(hands.hand(.orange, in: picture))
      #expect(Int(angle / 6) == tens * 10 + ones)
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
      var picture = try desk.nextPicture(after: desk.picture())
      let begin = desk.faults.now
      for _ in 0..<5 { picture = try desk.nextPicture(after: picture) }
      let end = desk.faults.now
      #expect(end.held_monotonic > begin.held_monotonic + 4_900_000_000)
      // One for each second and its answer from the server, and some to save what is new.
      #expect(end.waits <= begin.waits + 15)
    }
  }
}
