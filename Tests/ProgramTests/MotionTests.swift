import ProgramSupport
import Testing

extension Displays {
  /// What moves, and what must not.
  struct Movement {
    @Test func ringsGrowWithoutAStepBackAndReachTheirEnd() throws {
      let desk = try Desk(["--theme", "flat-light"])
      let ring = desk.panel.rings[0]
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
      // Many pictures a second are to be expected; a few are enough to tell a motion from a jump.
      #expect(between.count >= 3)
      try desk.awaitRender(rings("100%"), "full rings, exactly")
    }

    @Test func ringsTurnBackInMidFlightWithoutAJump() throws {
      let desk = try Desk(["--theme", "flat-light"])
      let ring = desk.panel.rings[0]
      try desk.keyboard.tap("End")
      let start = try desk.see("rings on their way") {
        (0.3...0.7).contains(ring.coverage($0, empty: desk.fresh))
      }
      try desk.keyboard.tap("0")
      let first = ring.coverage(start, empty: desk.fresh)
      let next = ring.coverage(try desk.picture(), empty: desk.fresh)
      #expect(next > 0.1, "the arc vanished at \(first)")
      try desk.awaitPicture(desk.fresh, "empty rings, exactly")
    }

    @Test func segmentsFadeFromDigitToDigit() throws {
      let desk = try Desk(["--mode", "counter", "--theme", "flat-light"])
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      try desk.keyboard.tap("Up")
      // The top segment goes out, from 0 to 1.
      try desk.see("a segment in the middle of its fade") {
        (0.1...0.9).contains(display.levels(2, in: $0)[0])
      }
      try desk.awaitRender(["--count", "1"], "the next number, exactly")
      #expect(display.digits(in: try desk.picture()) == [0, 0, 1])
    }

    @Test func runningTimeShowsManyFramesASecondAndOneTimeInAllPlaces() throws {
      let desk = try Desk(["--theme", "flat-light"], isWatched: true)
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      let hands = try desk.panel.hands
      let tap = try #require(desk.tap)
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.digit(3, in: $0) == 1 }
      _ = tap.take()
      Deadline.observe(seconds: 1)
      let frames = Wiretap.frames(in: tap.take(), extensions: desk.drawingExtensions)
      // 60 are drawn; half of that is asked for, as another program may want the processor, too.
      #expect((30...64).contains(frames))

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
      try expectStillness(desk)
    }

    @Test func nothingIsDoneAfterAStop() throws {
      let desk = try Desk(["--theme", "flat-light"], isWatched: true)
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.hundredths(in: $0).map { $0 > 10 } ?? false }
      try desk.keyboard.tap("space")
      try desk.keyboard.tap("End")
      try desk.see("full rings") { desk.panel.rings[0].coverage($0, empty: desk.fresh) == 1 }
      try expectStillness(desk)
    }

    @Test func nothingIsDoneWhileTheWindowIsCovered() throws {
      let desk = try Desk(["--theme", "flat-light"], isWatched: true)
      try desk.keyboard.tap("space")
      let place = try #require(desk.connection.geometry(of: desk.window))
      let cover = desk.connection.cover(place)
      try expectStillness(desk)
      // The time went on behind the cover.
      let display = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      desk.connection.destroy(cover)
      try desk.see("the running time") { display.digit(3, in: $0).map { $0 > 0 } ?? false }
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
      let frames = Wiretap.frames(in: tap.take(), extensions: desk.drawingExtensions)
      #expect(frames >= 1)
      #expect(desk.program.voluntarySwitches - before < 60)
    }

    /// Waits until the program is silent, and then watches for a second that it stays so: not a request and not one
    /// wake-up.
    private func expectStillness(_ desk: Desk) throws {
      let tap = try #require(desk.tap)
      try tap.awaitSilence(seconds: 0.5)
      let before = desk.program.voluntarySwitches
      Deadline.observe(seconds: 1)
      let requests = tap.take()
      let wakeUps = desk.program.voluntarySwitches - before
      #expect(requests.isEmpty)
      #expect(wakeUps == 0)
      #expect(desk.program.reap() == nil)
    }
  }
}
