import Platform
import Testing

@testable import Windowing

@Suite("Server clock")
struct ServerClockTests {
  private static let second: Int64 = 1_000_000_000

  /// A clock whose server has sent an event stamped `stamp` that arrived at `now`.
  private func clock(_ stamp: UInt32, at now: Int64) -> ServerClock {
    var clock = ServerClock()
    clock.record(stamp, at: MonotonicTime(nanoseconds: now))
    return clock
  }

  @Test(
    "an event is believed to the millisecond where the server's clock is ours, however late it is read"
  )
  func sameClock() {
    let clock = clock(5000, at: 5_003_700_000)
    #expect(clock.instant(ofEventAt: 5000, now: 5_003_700_000) == 5_000_000_000)
    #expect(clock.instant(ofEventAt: 5003, now: 5_003_700_000) == 5_003_000_000)
    #expect(clock.instant(ofEventAt: 4100, now: 5_000_000_000) == 4_100_000_000)
    #expect(clock.instant(ofEventAt: 55_000, now: 90 * Self.second) == 55 * Self.second)
  }

  @Test("an event of the future, of long ago or without a time is not believed")
  func refusesImplausible() {
    let clock = clock(5000, at: 5_003_700_000)
    #expect(clock.instant(ofEventAt: 5005, now: 5_003_700_000) == nil)
    #expect(clock.instant(ofEventAt: 0, now: 500_000_000) == nil)
    #expect(clock.instant(ofEventAt: 8000, now: 7200 * Self.second) == nil)
    #expect(ServerClock().instant(ofEventAt: 5000, now: 5_003_700_000) == nil)
  }

  @Test("the server's 32 bits may wrap between the event and now")
  func wraps() {
    let now: Int64 = (1 << 32) * 1_000_000 + 20_000_000
    let clock = clock(1, at: now)
    #expect(clock.instant(ofEventAt: .max - 9, now: now) == now - 30_000_000)
    #expect(clock.instant(ofEventAt: 5, now: now) == now - 15_000_000)
  }

  @Test("a server with a clock of its own gives no time", arguments: [1, 123, UInt32.max - 500])
  func otherClock(stamp: UInt32) {
    let start = 100 * Self.second
    let clock = clock(stamp, at: start)
    #expect(clock.instant(ofEventAt: stamp, now: start) == nil)
  }
}

extension ServerClock {
  fileprivate func instant(ofEventAt stamp: UInt32, now: Int64) -> Int64? {
    age(ofEventAt: stamp, at: MonotonicTime(nanoseconds: now)).map {
      now - Int64($0 / .nanoseconds(1))
    }
  }
}
