import Session
import Testing
import Timekeeping

@testable import Storage

@Suite struct ClockReadingTests {
  private let then = ClockReadings(
    boot: "a", axis: .counted, bootTime: 1000, monotonicTime: 900, wallTime: 500_000)

  private func later(
    boot: String = "a", axis: TimeAxis = .counted, bootTime: Int64, monotonic: Int64, wall: Int64
  ) -> ClockReadings {
    ClockReadings(
      boot: boot, axis: axis, bootTime: bootTime, monotonicTime: monotonic, wallTime: wall)
  }

  @Test func withinOneRunOfTheComputerNoClockIsAsked() {
    // A suspend, and a step of the wall clock either way.
    for wall in [0, 400_000, 502_000, 9_000_000] as [Int64] {
      #expect(later(bootTime: 5000, monotonic: 1000, wall: wall).shift(since: then) == 0)
    }
  }

  @Test func throughARestartTheWallClockCounts() {
    let now = later(boot: "b", bootTime: 300, monotonic: 300, wall: 502_000)
    #expect(now.isAfterRestart(since: then))
    // 2,000 have passed on the wall: what was 100 old then is 2,100 old now.
    #expect(300 - (900 + now.shift(since: then)) == 2100)
  }

  @Test func aWallClockThatWasSetBackTakesNoTimeAway() {
    let now = later(boot: "b", bootTime: 300, monotonic: 300, wall: 1)
    #expect(300 - (900 + now.shift(since: then)) == 100)
  }

  @Test func aClockThatBeganAnewIsARestart() {
    #expect(later(bootTime: 999, monotonic: 999, wall: 600_000).isAfterRestart(since: then))
    #expect(!later(bootTime: 1000, monotonic: 900, wall: 1).isAfterRestart(since: then))
  }

  @Test func anotherAxisGoesOnFromWhatIsOnTheStopwatch() {
    let now = later(axis: .paused, bootTime: 5000, monotonic: 1200, wall: 504_000)
    // 4,100 were on it by the one axis, and are now by the other.
    #expect(1200 - (900 + now.shift(since: then)) == 5000 - 900)
    var back = now
    back.axis = .counted
    #expect(back.shift(since: now) == 5000 - 1200)
  }

  @Test func extremesAreHeld() {
    let least = later(boot: "b", bootTime: .min, monotonic: .min, wall: .min)
    let most = later(boot: "c", bootTime: .max, monotonic: .max, wall: .max)
    _ = (least.shift(since: most), most.shift(since: least), most.wallTime(of: .distantPast))
  }

  @Test func anEstimateIsMarkedUntilTheReset() {
    var model = Model()
    #expect(!model.estimateTimes() && model.asOf(.zero).title == "stopwatch")
    _ = model.apply(.start, at: .zero)
    #expect(model.estimateTimes() && model.asOf(.zero).title == "≈ running")
    // A reset counts only when stopped.
    _ = model.apply(.reset, at: .zero)
    #expect(model.asOf(.zero).title == "≈ running")
    _ = model.apply(.stop, at: .zero)
    #expect(model.asOf(.zero).title.hasPrefix("≈ "))
    _ = model.apply(.reset, at: .zero)
    #expect(model.asOf(.zero).title == "stopwatch" && model.estimated.isEmpty)
    _ = model.apply(.undo, at: .zero)
    #expect(model.asOf(.zero).title.hasPrefix("≈ "))
    _ = model.apply(.reset, at: .zero)
    _ = model.apply(.start, at: .zero)
    #expect(model.asOf(.zero).title == "running" && model.estimated.isEmpty)
  }

  @Test func anEstimateEndsWithWhatReplacesIt() {
    let minute = Duration.seconds(60)
    let timer = Countdown(
      state: .running, length: minute, anchor: .zero, remainingAtAnchor: minute)
    var model = Model(mode: .timer, timer: timer)
    #expect(model.estimateTimes() && model.asOf(.zero).title == "≈ timer running")
    _ = model.apply(.setTimer(Countdown(length: .seconds(5))), at: .zero)
    #expect(model.asOf(.zero).title == "timer" && model.estimated.isEmpty)
    model = Model(stopwatch: Stopwatch(state: .running, anchor: .zero, elapsedAtAnchor: .zero))
    #expect(model.estimateTimes() && model.asOf(.zero).title == "≈ running")
    _ = model.apply(.stop, at: .zero)
    let isTakenUp = model.takeUp(1, start: .zero, total: .seconds(5), laps: Laps())
    #expect(isTakenUp && model.asOf(.zero).title == "00:05.00")
  }
}
