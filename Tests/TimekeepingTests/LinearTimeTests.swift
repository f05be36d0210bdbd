import Testing

@testable import Timekeeping

@Suite("Running time")
struct RunningTimeTests {
  private func at(_ milliseconds: Int64) -> Instant {
    Instant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("a countdown stands until its anchor, and runs on below zero")
  func countdown() {
    let rest = LinearTime(.seconds(3), from: at(5000), countsDown: true)
    let found = [0, 5000, 6500, 8000, 9250].map { rest.value(at: at($0)) }
    #expect(found == [.seconds(3), .seconds(3), .milliseconds(1500), .zero, .milliseconds(-1250)])
  }

  @Test("one that stands is the same for ever, and the ends of the range hold")
  func ends() {
    #expect(LinearTime(.seconds(7)).value(at: .distantPast) == .seconds(7))
    let long = LinearTime(.seconds(1), from: .distantPast)
    #expect(long.value(at: Instant(nanoseconds: .max)) == Duration.nanoseconds(Int64.max))
    let down = LinearTime(.seconds(1), from: .distantPast, countsDown: true)
    #expect(down.value(at: Instant(nanoseconds: .max)) <= .nanoseconds(Int64.min + 2_000_000_000))
  }

  @Test("turns are exact however long it has run")
  func turns() {
    let time = LinearTime(.zero, from: .zero)
    for hours in [0, 1, 100_000] as [Int64] {
      #expect(time.turns(of: 60, at: at(hours * 3_600_000 + 15_000)) == 0.25)
    }
  }

  @Test("a time is so many times a length, no less than none, and never of nothing")
  func ratio() {
    let time = LinearTime(.zero, from: .zero)
    #expect(
      time.ratio(to: .seconds(4), at: at(1000)) == 0.25
        && time.ratio(to: .seconds(4), at: at(10_000)) == 2.5)
    #expect(LinearTime(.seconds(-1)).ratio(to: .seconds(4), at: at(0)) == 0)
    for nothing in [Duration.zero, .seconds(-1)] {
      #expect(time.ratio(to: nothing, at: at(1000)) == 0)
    }
    #expect(
      LinearTime(Duration.nanoseconds(Int64.max)).ratio(to: .nanoseconds(1), at: at(0)).isFinite)
  }

  @Test("of two changes the earlier counts, and each is due from its time on")
  func nextChange() {
    let changes: [NextChange] = [.nextFrame, .at(at(1)), .at(at(2)), .never]
    for (first, early) in changes.enumerated() {
      for late in changes[first...] {
        #expect(min(early, late) == early && min(late, early) == early)
      }
    }
    #expect(changes.map { $0.isDue(at: at(1)) } == [true, true, false, false])
  }
}
