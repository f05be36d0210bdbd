import Testing

@testable import Windowing

@Suite("Frame clock")
struct FrameClockTests {
  @Test(
    "every deadline belongs to its own frame, at every rate",
    arguments: [1, 7, 24, 50, 59, 60, 144, 999, 1000])
  func deadlinesAreExact(rate: Int) {
    let clock = FrameClock(rate: rate, phase: 123_456_789)
    for frame: Int64 in [-1000, -1, 0, 1, 59, 60, 61, 1_000_003, 1_000_000_007] {
      let deadline = clock.deadline(ofFrame: frame)
      #expect(clock.frame(at: deadline) == frame)
      #expect(clock.frame(at: deadline - 1) == frame - 1)
      #expect(clock.deadline(after: deadline) == clock.deadline(ofFrame: frame + 1))
      #expect(clock.deadline(after: deadline - 1) == deadline)
    }
  }

  @Test("a year of frames drifts by nothing")
  func noDrift() {
    let clock = FrameClock(rate: 60)
    let year: Int64 = 365 * 24 * 3600
    #expect(clock.deadline(ofFrame: year * 60) == year * 1_000_000_000)
  }

  @Test("missed frames are skipped as whole periods and counted, with no burst after them")
  func skipsWholePeriods() {
    var clock = FrameClock(rate: 100)
    clock.begin(at: 10_000_000)
    clock.begin(at: 20_000_000)
    #expect(clock.skipped == 0 && clock.late == 0)
    #expect(clock.begin(at: 63_000_000) == 6)
    #expect(clock.skipped == 3 && clock.late == 1)
    #expect(clock.deadline(after: 63_000_000) == 70_000_000)
  }

  @Test("a rest is neither skipped nor late")
  func rests() {
    var clock = FrameClock(rate: 100)
    clock.begin(at: 10_000_000)
    clock.rest()
    clock.begin(at: 999_000_000)
    #expect(clock.skipped == 0 && clock.late == 0)
  }

  @Test(
    "a rate that makes no sense is held to 1...1000",
    arguments: [(0, 1), (-5, 1), (Int.max, 1000), (Int.min, 1)])
  func holdsRate(wanted: Int, held: Int) {
    #expect(FrameClock(rate: wanted).rate == held)
  }
}

@Suite("Server clock")
struct ServerClockTests {
  private let clock = ServerClock()

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
    #expect(clock.instant(ofEventAt: .max - 9, now: now) == now - 30_000_000)
    #expect(clock.instant(ofEventAt: 5, now: now) == now - 15_000_000)
  }

  @Test("the tolerance decides what is long ago")
  func tolerance() {
    let patient = ServerClock(tolerance: 10_000_000_000)
    #expect(patient.instant(ofEventAt: 1000, now: 9_000_000_000) == 1_000_000_000)
    #expect(clock.instant(ofEventAt: 1000, now: 9_000_000_000) == nil)
  }
}
