import ProgramSupport
import Testing

extension Displays {
  /// What moves, and what must not.
  struct Movement {
    @Test func ringsGrowWithoutAStepBackAndReachTheirEnd() throws {
      let desk = try Desk(["--theme", "flat-light"])
      let ring = desk.panel.rings[0]
      // Many pictures a second are to be expected; three are enough to tell a motion from a jump, and a busy machine
      // may need a second look.
      try desk.connection.wait(until: "three pictures of one flight") {
        try desk.keyboard.tap("End")
        var last = 0.0
        var between: Set<Int> = []
        try desk.see("full rings") { picture in
          let coverage = ring.coverage(picture, empty: desk.fresh)
          // The shadow before the tip is no progress: it may come and go by its own width.
          #expect(coverage >= last - 0.02)
          last = coverage
          if coverage > 0.1, coverage < 0.9 { between.insert(Int(coverage * 360)) }
          return coverage == 1
        }
        try desk.awaitRender(rings("100%"), "full rings, exactly")
        try desk.keyboard.tap("0")
        try desk.awaitPicture(desk.fresh, "empty rings, exactly")
        return between.count >= 3
      }
    }

    @Test func ringsTurnBackInMidFlightWithoutAJump() throws {
      let desk = try Desk(["--theme", "flat-light"])
      let ring = desk.panel.rings[0]
      try desk.connection.wait(until: "two pictures of one way back", Deadline(seconds: 20)) {
        try desk.seeRingsInFlight(0.3...0.8) { try desk.keyboard.tap("End") }
        try desk.keyboard.tap("0")
        var between: Set<Int> = []
        try desk.see("empty rings") {
          let coverage = ring.coverage($0, empty: desk.fresh)
          if (0.1...0.9).contains(coverage) { between.insert(Int(coverage * 360)) }
          return $0 == desk.fresh
        }
        return between.count >= 2
      }
    }

    @Test func segmentsFadeFromDigitToDigit() throws {
      let look = ["--mode", "counter", "--theme", "flat-light"]
      let desk = try Desk(look)
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      // The top segment goes out from 0 to 1, and comes back.
      var keys = ["Up", "Down"]
      try desk.connection.wait(until: "a segment in the middle of its fade") {
        try desk.keyboard.tap(keys[0])
        keys.reverse()
        let end = keys[0] == "Down" ? 1 : 0
        var isSeen = false
        try desk.see("the end of the fade") {
          if (0.1...0.9).contains(display.levels(2, in: $0)[0]) { isSeen = true }
          return display.digits(in: $0) == [0, 0, end]
        }
        return isSeen
      }
    }

    @Test func runningTimeShowsManyFramesASecondAndOneTimeInAllPlaces() throws {
      let desk = try Desk(["--theme", "flat-light"], isWatched: true)
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      let hands = try desk.panel.hands
      let tap = try #require(desk.tap)
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.digit(3, in: $0) == 1 }
      // 60 are drawn; half of that is asked for, in the best of some seconds, as others may want the processor, too.
      try desk.connection.wait(until: "a second of at least 30 frames", Deadline(seconds: 20)) {
        _ = tap.take()
        Deadline.observe(seconds: 1)
        let frames = Wiretap.frames(in: tap.take(), extensions: desk.extensions)
        #expect(frames <= 64)
        return frames >= 30
      }

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
      let desk = try Desk(look + ["--theme", "flat-light"], isWatched: true)
      try desk.awaitStillness()
    }

    @Test func nothingIsDoneAfterAStop() throws {
      let desk = try Desk(["--theme", "flat-light"], isWatched: true)
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.hundredths(in: $0).map { $0 > 10 } ?? false }
      try desk.keyboard.tap("space")
      try desk.keyboard.tap("End")
      try desk.see("full rings") { desk.panel.rings[0].coverage($0, empty: desk.fresh) == 1 }
      try desk.awaitStillness()
    }

    @Test func aClockWakesUpForItsSecondsAndLittleElse() throws {
      let desk = try Desk(
        ["--mode", "clock", "--theme", "flat-light"], options: Keys.still, isWatched: true,
        comparesFresh: false)
      let tap = try #require(desk.tap)
      try tap.awaitSilence(seconds: 0.3)
      let before = desk.program.voluntarySwitches
      let picture = try desk.picture()
      try desk.see("the next second") { $0 != picture }
      let frames = Wiretap.frames(in: tap.take(), extensions: desk.extensions)
      #expect(frames >= 1)
      #expect(desk.program.voluntarySwitches - before < 60)
    }
  }
}
