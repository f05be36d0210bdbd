import ProgramSupport
import Testing

extension Displays {
  /// A server without shared memory, behind a link that carries 250 kB/s and delays by 50 ms, as `ssh -X` over DSL does.
  struct SlowLink {
    @Test func theFrameRateFallsAndAKeyIsSeenWithinTwoFrames() throws {
      let desk = try Desk(
        Desk.look + ["--show", "digits,rings,dial"] + rings("0%"),
        screen: ["-extension", "MIT-SHM"],
        link: .init(bytesPerSecond: 250_000, delayMilliseconds: 50))
      let tap = try #require(desk.tap)
      let display = try desk.digits
      let ring = try #require(desk.panel.rings.first)
      // More than all that moves by itself.
      let ringBytes = Int(4 * ring.radius * ring.radius * 4 / 2)
      try desk.keyboard.tap("space")
      try desk.see("the stopwatch to run") { display.digit(3, in: $0).map { $0 > 0 } ?? false }
      _ = (tap.take(), tap.takeLargestBacklog())
      Deadline.observe(seconds: 3)
      // An acknowledgement alone takes 0.1 s.
      let count = frames(in: tap.take()).count
      #expect((3...30).contains(count), "frames in three seconds")
      for key in ["End", "0", "End", "0"] {
        _ = tap.take()
        let pressed = Deadline.now()
        try desk.keyboard.tap(key)
        try desk.see("the rings") { ring.coverage($0, empty: desk.fresh) == (key == "End" ? 1 : 0) }
        let sizes = frames(in: tap.take().filter { $0.time > pressed })
        let place = try #require(sizes.firstIndex { $0 > ringBytes })
        // The first is that which was on its way.
        #expect(place <= 1, "\(sizes)")
      }
      // One frame at a time is on the way: all changes of a window of this size at once are less.
      #expect(tap.takeLargestBacklog() < 160_000)
      // It is asked and answers as ever.
      #expect(try desk.status(format: "{{state}}") == "running")
    }

    /// The bytes of pixels of each frame: each ends with a request for its acknowledgement.
    private func frames(in entries: [Wiretap.Entry]) -> [Int] {
      let (putImage, sendEvent): (UInt8, UInt8) = (72, 25)
      return entries.split { $0.major == sendEvent }
        .map { $0.reduce(0) { $0 + ($1.major == putImage ? $1.bytes : 0) } }.filter { $0 > 0 }
    }
  }
}
