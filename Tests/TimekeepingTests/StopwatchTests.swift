import TestSupport
import Testing
import Timekeeping

@Suite("Stopwatch")
struct StopwatchTests {
  private func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  @Test("a command that does not apply returns false and changes nothing")
  func refusals() {
    typealias Command = (inout Stopwatch) -> Bool
    let late = at(9)
    let start: Command = { $0.start(at: late) }
    let stop: Command = { $0.stop(at: late) }
    let lap: Command = { $0.lap(at: late) }
    let reset: Command = { $0.reset() }
    let undoStop: Command = { $0.undoStop(anchor: late, elapsed: .zero) }
    let undoLap: Command = { $0.laps.removeNewest() }

    let fresh = Stopwatch()
    var running = fresh
    running.start(at: at(1))
    var stopped = running
    stopped.stop(at: at(3))
    let table: [(Stopwatch, refused: [Command], accepted: [Command])] = [
      (fresh, [stop, lap, reset, undoStop, undoLap], [start]),
      (running, [start, reset, undoLap], [stop, lap, undoStop]),
      (stopped, [stop, lap, undoLap], [start, reset, undoStop]),
    ]
    for (watch, refused, accepted) in table {
      for command in refused {
        var copy = watch
        let applied = command(&copy)
        #expect(!applied && copy == watch)
      }
      for command in accepted {
        var copy = watch
        let applied = command(&copy)
        #expect(applied && copy != watch)
      }
    }
    stopped.reset()
    #expect(stopped == fresh)
  }

  @Test("an instant before the last transition counts as that transition")
  func neverBackwards() {
    var watch = Stopwatch()
    watch.start(at: at(100))
    #expect(watch.elapsed(at: at(50)) == .zero)
    watch.lap(at: at(110))
    watch.lap(at: at(105))
    #expect(watch.laps.map(\.duration) == [.seconds(10), .zero])
    #expect(
      watch.elapsed(at: at(107)) == .seconds(10) && watch.currentLap.value(at: at(107)) == .zero)
    watch.stop(at: at(101))
    #expect(watch.elapsed(at: at(500)) == .seconds(10))
    watch.start(at: at(90))
    #expect(watch.elapsed(at: at(112)) == .seconds(12))
  }

  @Test("at the ends of the time axis it holds and does not trap")
  func saturates() {
    var watch = Stopwatch()
    watch.start(at: .distantPast)
    #expect(watch.elapsed(at: Instant(nanoseconds: .max)) == Duration.nanoseconds(Int64.max))
    watch.lap(at: Instant(nanoseconds: .max))
    watch.stop(at: Instant(nanoseconds: .max))
    watch.start(at: Instant(nanoseconds: .max))
    watch.lap(at: Instant(nanoseconds: .max))
    #expect(watch.elapsed(at: .zero) == Duration.nanoseconds(Int64.max))
    #expect(watch.laps.count == 2 && watch.laps.last?.duration == .zero)
  }

  @Test("taking a stop back counts the time in between, as if it had never stopped")
  func undoStop() {
    var watch = Stopwatch()
    watch.start(at: at(0))
    watch.lap(at: at(4))
    var stopped = watch
    stopped.stop(at: at(7))
    let applied = stopped.undoStop(anchor: watch.anchor, elapsed: watch.elapsedAtAnchor)
    #expect(applied)
    for second: Int64 in [7, 8, 100] {
      #expect(stopped.elapsed(at: at(second)) == watch.elapsed(at: at(second)))
      #expect(stopped.currentLap.value(at: at(second)) == watch.currentLap.value(at: at(second)))
    }
  }

  @Test(
    "it agrees with a list of intervals under random commands at unordered instants",
    arguments: 0..<20 as Range<UInt64>)
  func agreesWithModel(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var watch = Stopwatch()
    // The model: whole intervals that ran, the start of the present one, the latest moment of any command.
    var intervals: [Int64] = []
    var running: Int64?
    var latest: Int64?
    var totals: [Int64] = []
    func total(_ now: Int64) -> Int64 {
      intervals.reduce(0, +) + (running.map { max(now, latest ?? now) - $0 } ?? 0)
    }
    var now: Int64 = 0
    for _ in 0..<400 {
      now += Int64.random(in: -300...1000, using: &random)
      let moment = max(now, latest ?? now)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        if watch.start(at: Instant(nanoseconds: now)) {
          running = moment
          latest = moment
        }
      case 3..<5:
        if watch.stop(at: Instant(nanoseconds: now)), let start = running {
          intervals.append(moment - start)
          running = nil
          latest = moment
        }
      case 5..<9:
        if watch.lap(at: Instant(nanoseconds: now)) {
          totals.append(total(now))
          latest = moment
        }
      default:
        if watch.reset() {
          intervals = []
          totals = []
          latest = nil
        }
      }
      #expect(watch.elapsed(at: Instant(nanoseconds: now)) == .nanoseconds(total(now)))
      #expect(watch.isRunning == (running != nil))
      // Events may come late: an instant before the last one counts as that one.
      for later in [-500, 0, 1, 700, 10_000_000] as [Int64] {
        let time = Instant(nanoseconds: now + later)
        #expect(watch.currentLap.value(at: time) == watch.elapsed(at: time) - watch.laps.total)
      }
    }
    #expect(watch.laps.map(\.total) == totals.map { .nanoseconds($0) })
  }

  @Test("its parts make an equal stopwatch")
  func roundTrip() {
    var watch = Stopwatch()
    watch.start(at: at(3))
    watch.lap(at: at(5))
    watch.lap(at: at(6))
    for stops in [false, true] {
      if stops { watch.stop(at: at(9)) }
      let again = Stopwatch(
        state: watch.state, anchor: watch.anchor, elapsedAtAnchor: watch.elapsedAtAnchor,
        laps: Laps(totals: watch.laps.map(\.total)))
      #expect(again == watch)
    }
  }

  @Test("parts that contradict each other make a valid stopwatch")
  func repairsParts() {
    let laps = Laps(totals: [.seconds(-1), .seconds(5), .seconds(3)])
    #expect(laps.map(\.total) == [.zero, .seconds(5), .seconds(5)])
    let stopped = Stopwatch(
      state: .stopped, anchor: at(9), elapsedAtAnchor: .seconds(-4), laps: laps)
    #expect(stopped.elapsed(at: at(9)) == .seconds(5))
    let running = Stopwatch(
      state: .running, anchor: at(9), elapsedAtAnchor: .seconds(1), laps: laps)
    #expect(
      running.elapsed(at: at(10)) == .seconds(5) && running.currentLap.value(at: at(10)) == .zero)
    #expect(running.elapsed(at: at(20)) == .seconds(12))
    let reset = Stopwatch(state: .reset, anchor: at(9), elapsedAtAnchor: .seconds(1), laps: laps)
    #expect(reset == Stopwatch())
  }
}
