import Testing

@testable import Windowing

@Suite("Server clock")
struct ServerClockTests {
  private let clock = ServerClock()
  private static let second: Int64 = 1_000_000_000

  /// A clock whose server has answered with `stamp` between the two instants.
  private func matched(_ stamp: UInt32, asked: Int64, now: Int64) -> ServerClock {
    var clock = ServerClock()
    clock.compare(stamp: stamp, asked: asked, now: now)
    return clock
  }

  @Test("an event just before now is believed, to the millisecond")
  func believesRecent() {
    #expect(clock.instant(ofEventAt: 5000, now: 5_003_700_000) == 5_000_000_000)
    #expect(clock.instant(ofEventAt: 5003, now: 5_003_700_000) == 5_003_000_000)
    #expect(clock.instant(ofEventAt: 4100, now: 5_000_000_000) == 4_100_000_000)
  }

  @Test("an event of the future, of long ago or without a time is not believed")
  func refusesImplausible() {
    #expect(clock.instant(ofEventAt: 5004, now: 5_003_700_000) == nil)
    #expect(clock.instant(ofEventAt: 3999, now: 5_000_000_000) == nil)
    #expect(clock.instant(ofEventAt: 0, now: 500_000_000) == nil)
  }

  @Test("the server's 32 bits may wrap between the event and now")
  func wraps() {
    let now: Int64 = (1 << 32) * 1_000_000 + 20_000_000
    for clock in [clock, matched(0, asked: now - 20_000_000, now: now)] {
      #expect(clock.instant(ofEventAt: .max - 9, now: now) == now - 30_000_000)
      #expect(clock.instant(ofEventAt: 5, now: now) == now - 15_000_000)
    }
  }

  @Test(
    "once the server's clock is known to be ours, an event that waited for long is believed too")
  func sameClock() {
    let clock = matched(7001, asked: 7_000_500_000, now: 7_002_000_000)
    #expect(!clock.isStale(at: 999 * ServerClockTests.second))
    let now = 60 * ServerClockTests.second
    #expect(clock.instant(ofEventAt: 55_000, now: now) == 55 * ServerClockTests.second)
    #expect(clock.instant(ofEventAt: 8000, now: now) == 8 * ServerClockTests.second)
    #expect(clock.instant(ofEventAt: 60_002, now: now) == nil)
    #expect(clock.instant(ofEventAt: 8000, now: 2 * ServerClock.patience) == nil)
  }

  @Test(
    "a server with a clock of its own is matched by what it answered",
    arguments: [1, 123, UInt32.max - 500])
  func otherClock(stamp: UInt32) {
    let asked = 100 * ServerClockTests.second
    let clock = matched(stamp, asked: asked, now: asked + 2_000_000)
    // The stamp belongs to the middle of the two milliseconds.
    #expect(
      clock.instant(ofEventAt: stamp &+ 1000, now: asked + 6 * ServerClockTests.second) == asked
        + 1_001_000_000)
    #expect(
      clock.instant(ofEventAt: stamp &- 1000, now: asked + 6 * ServerClockTests.second) == asked
        - 999_000_000
    )
    // A little ahead, as far as the match is uncertain, is now; more is nonsense.
    #expect(
      clock.instant(ofEventAt: stamp &+ 1002, now: asked + ServerClockTests.second) == asked
        + ServerClockTests.second)
    #expect(clock.instant(ofEventAt: stamp &+ 1010, now: asked + ServerClockTests.second) == nil)
  }

  @Test("a better match takes the place of a worse one, and any that of an old one")
  func rematches() {
    var clock = matched(5000, asked: 0, now: 40_000_000)
    #expect(clock.isStale(at: 0))
    clock.compare(stamp: 5900, asked: 900_000_000, now: 902_000_000)
    #expect(!clock.isStale(at: 950_000_000))
    let good = clock
    clock.compare(stamp: 5950, asked: 950_000_000, now: 990_000_000)
    #expect(clock == good)
    let late = 901_000_000 + ServerClock.lifetime + 1
    #expect(clock.isStale(at: late))
    clock.compare(stamp: 9000, asked: late, now: late + 40_000_000)
    #expect(clock != good)
  }
}
