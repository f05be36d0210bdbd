import Testing
import Timekeeping

@Suite("Timer")
struct CountdownTests {
  private func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  @Test(
    "it counts down while it runs, holds while it is stopped, goes on where it held, and then overruns"
  )
  func counts() {
    var timer = Countdown(length: .seconds(10))
    #expect(timer.state == .reset && timer.remaining(at: at(5)) == .seconds(10) && timer.end == nil)
    timer.start(at: at(100))
    #expect(timer.remaining(at: at(103)) == .seconds(7) && timer.end == at(110))
    timer.stop(at: at(104))
    #expect(
      timer.state == .stopped && timer.remaining(at: at(999)) == .seconds(6)
        && timer.end == nil)
    timer.start(at: at(200))
    #expect(timer.remaining(at: at(206)) == .zero && timer.end == at(206))
    #expect(timer.remaining(at: at(209)) == .seconds(-3))
    timer.stop(at: at(209))
    #expect(timer.remaining(at: .zero) == .seconds(-3))
    timer.reset()
    #expect(timer == Countdown(length: .seconds(10)))
  }

  @Test("a command that does not apply changes nothing")
  func refusals() {
    typealias Command = (inout Countdown) -> Void
    let late = at(9)
    let start: Command = { $0.start(at: late) }
    let stop: Command = { $0.stop(at: late) }
    let reset: Command = { $0.reset() }
    let shorter: Command = { $0.adjust(by: .seconds(-1)) }
    let same: Command = { $0.adjust(by: .zero) }

    let fresh = Countdown(length: .seconds(5))
    var running = fresh
    running.start(at: at(1))
    var stopped = running
    stopped.stop(at: at(3))
    let table: [(Countdown, refused: [Command], accepted: [Command])] = [
      (Countdown(length: .zero), [start, stop, reset, shorter, same], []),
      (fresh, [stop, reset, same], [start, shorter]),
      (running, [start, reset, same], [stop, shorter]),
      (stopped, [stop, same], [start, reset, shorter]),
    ]
    for (timer, refused, accepted) in table {
      for command in refused {
        var copy = timer
        command(&copy)
        #expect(copy == timer)
      }
      for command in accepted {
        var copy = timer
        command(&copy)
        #expect(copy != timer)
      }
    }
  }

  @Test(
    "a change of its length moves what is left by as much, in every state, and stops at no length at all"
  )
  func adjusts() {
    // What it does, the change, and the length and what is left then, in seconds; of ten 3 have run off.
    let table: [(RunState, change: Int, length: Int, rest: Int)] = [
      (.reset, 60, 70, 70), (.reset, -4, 6, 6), (.reset, -60, 0, 0), (.running, 60, 70, 67),
      (.running, -4, 6, 3), (.running, -8, 2, -1), (.running, -60, 0, -3), (.stopped, 60, 70, 67),
      (.stopped, -60, 0, -3),
    ]
    for (state, change, length, rest) in table {
      var timer = Countdown(length: .seconds(10))
      if state != .reset { timer.start(at: at(0)) }
      if state == .stopped { timer.stop(at: at(3)) }
      #expect(timer.canAdjust(by: .seconds(change)))
      timer.adjust(by: .seconds(change))
      #expect(timer.state == state && timer.length == .seconds(length), "\(state) \(change)")
      #expect(timer.remaining(at: at(3)) == .seconds(rest), "\(state) \(change)")
    }
    // A change under way is for this run; one before the start is for good.
    for (state, length) in [(RunState.reset, 70), (.running, 10), (.stopped, 10)] {
      var timer = Countdown(length: .seconds(10))
      if state != .reset { timer.start(at: at(0)) }
      if state == .stopped { timer.stop(at: at(3)) }
      timer.adjust(by: .seconds(60))
      timer.stop(at: at(90))
      timer.reset()
      #expect(timer == Countdown(length: .seconds(length)), "\(state)")
    }
    var most = Countdown(length: .textLimit)
    #expect(!most.canAdjust(by: .seconds(1)))
    most.adjust(by: Duration.nanoseconds(Int64.max))
    #expect(most == Countdown(length: .textLimit))
    most.adjust(by: Duration.nanoseconds(Int64.min))
    #expect(most == Countdown(length: .zero))
  }

  @Test("an instant before the last transition counts as that transition")
  func neverBackwards() {
    var timer = Countdown(length: .seconds(10))
    timer.start(at: at(100))
    #expect(timer.remaining(at: at(50)) == .seconds(10))
    timer.stop(at: at(90))
    #expect(timer.remaining(at: at(500)) == .seconds(10))
    timer.start(at: at(80))
    #expect(timer.remaining(at: at(104)) == .seconds(6))
  }

  @Test("a timer from any parts is a valid one")
  func parts() {
    let state = RunState.allCases
    for (index, state) in state.enumerated() {
      for length in [Duration.seconds(-5), .zero, .seconds(10), .seconds(Int64.max)] {
        for rest in [Duration.seconds(Int64.min), .seconds(-3), .seconds(4), .seconds(Int64.max)] {
          let timer = Countdown(
            state: state, length: length, anchor: at(Int64(index)), remainingAtAnchor: rest)
          #expect(
            timer.length >= .zero && timer.length <= .textLimit
              && timer.remainingAtAnchor <= timer.length)
          if state == .reset { #expect(timer == Countdown(length: timer.length)) }
        }
      }
    }
  }

  @Test("at the ends of the time axis it holds and does not trap")
  func saturates() {
    var timer = Countdown(length: .textLimit)
    timer.start(at: .distantPast)
    #expect(timer.remaining(at: Instant(nanoseconds: .max)) < .zero)
    timer.stop(at: Instant(nanoseconds: .max))
    timer.start(at: Instant(nanoseconds: .max))
    timer.adjust(by: .seconds(-60))
    #expect(timer.remaining(at: .zero) < .zero && timer.end != nil)
  }

  @Test("the next second comes when what is written differs, on both sides of the end")
  func nextSecond() {
    // What is left, in milliseconds, and how long its whole seconds stay, in nanoseconds.
    let table: [(Int64, Int64)] = [
      (2500, 500_000_001), (2000, 1), (1, 1_000_001), (-1, 999_000_000),
      (-1000, 1_000_000_000), (-1250, 750_000_000),
    ]
    for (rest, stays) in table {
      let time = LinearTime(.milliseconds(rest), from: at(5), countsDown: true)
      #expect(time.nextSecond(after: at(5)) == at(5) + .nanoseconds(stays), "\(rest)")
      let mirrored = LinearTime(.milliseconds(-rest), from: at(5))
      #expect(mirrored.nextSecond(after: at(5)) == at(5) + .nanoseconds(stays), "\(-rest)")
    }
    // What is counted down gets its sign right after zero; what is counted up never had one.
    let down = LinearTime(.zero, from: at(5), countsDown: true)
    #expect(down.nextSecond(after: at(5)) == at(5) + .nanoseconds(1))
    #expect(LinearTime(.zero, from: at(5)).nextSecond(after: at(5)) == at(6))
    #expect(LinearTime(.seconds(3)).nextSecond(after: at(5)) == nil)
  }

  @Test(
    "what is left is written to the hundredth below a minute, and past the end as the seconds since"
  )
  func text() {
    let table: [(Int64, String)] = [
      (300_000, "05:00"), (299_999, "04:59"), (60_000, "01:00"), (59_999, "59.99"),
      (1_239, "01.23"),
      (0, "00.00"), (-5, "+0:00"), (-1_239, "+0:01"), (-59_999, "+0:59"), (-60_000, "+1:00"),
      (3_599_999, "59:59"), (3_600_000, "1:00:00"), (-36_610_000, "+10:10:10"),
      (3_600_000_000_000, "1000000:00:00"),
    ]
    for (milliseconds, text) in table {
      #expect(TimeFormat.remaining(.milliseconds(milliseconds)) == text)
    }
    for odd in [Int64.min, .max] {
      #expect(TimeFormat.remaining(Duration.nanoseconds(odd)).utf8.count <= 15)
    }
    // In a list of lengths ten seconds are not to be taken for ten minutes.
    let lengths = [1_500: "00:01", 10_000: "00:10", 90_000: "01:30", 3_600_000: "1:00:00"]
    for (milliseconds, text) in lengths {
      #expect(TimeFormat.length(.milliseconds(milliseconds)) == text)
    }
  }
}
