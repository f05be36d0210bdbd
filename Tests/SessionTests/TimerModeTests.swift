import Testing
import Timekeeping

@testable import Session

@Suite("Timer mode")
struct TimerModeTests {
  /// A timer of `length` seconds after commands at their times in seconds.
  private func model(_ length: Int, _ commands: [(Command, Double)]) -> Model {
    var model = Model(mode: .timer, timer: Countdown(length: .seconds(length)))
    for (command, seconds) in commands { _ = model.apply(command, at: at(seconds)) }
    return model
  }

  /// One of 90 seconds.
  private func model(_ commands: [(Command, Double)]) -> Model { model(90, commands) }

  @Test("it shows what is left on digits, dial, rim and ring")
  func contents() {
    let model = model([(.start, 0)])
    #expect(
      model.anytime.readout.text(at: reading(29)) == "01:01"
        && model.anytime.readout.text(at: reading(30.5)) == "59.50")
    #expect(model.anytime.readout.text(at: reading(95.25)) == "+0:05")
    #expect(model.anytime.readout.short.text(at: reading(95.25)) == "+0:05")
    guard case .seconds(let shown) = model.anytime.dial else {
      Issue.record("no dial of seconds")
      return
    }
    #expect(
      shown.total == model.timer.remaining && shown.readout == model.anytime.readout
        && shown.lapNumber == nil)
    for (seconds, turns) in [(0.0, 1.0), (45, 0.5), (90, 0), (120, 0)] {
      guard case .wedge(let wedge) = shown.rim else {
        Issue.record("no wedge")
        return
      }
      #expect(wedge.turns(at: reading(seconds)) == turns * 90 / 300)
      #expect(model.anytime.value(of: .timer).turns(at: reading(seconds)) == turns)
    }
    #expect(Model(mode: .stopwatch).anytime.value(of: .timer).turns(at: reading(0)) == 1)
  }

  @Test("a running time changes with every frame where hundredths are shown, else with its seconds")
  func nextChanges() {
    let model = model([(.start, 0)])
    let table: [(Double, NextChange)] = [
      (10.25, .at(at(11) + .nanoseconds(1))), (29.5, .at(at(30) + .nanoseconds(1))),
      (30, .at(at(30) + .nanoseconds(1))),
      (30.1, .nextFrame), (89, .nextFrame), (90, .nextFrame), (100.5, .at(at(101))),
      (150, .at(at(151))),
      (150.25, .at(at(151))),
    ]
    for (seconds, change) in table {
      #expect(model.anytime.readout.nextChange(after: reading(seconds)) == change)
    }
    let ring = model.anytime.value(of: .timer)
    #expect(
      ring.nextChange(after: reading(89)) == .nextFrame
        && ring.nextChange(after: reading(90)) == .never)
    var stopped = model
    _ = stopped.apply(.stop, at: at(40))
    #expect(stopped.anytime.readout.nextChange(after: reading(50)) == .never)
    #expect(stopped.anytime.value(of: .timer).nextChange(after: reading(50)) == .never)
  }

  @Test("keys set its length by minutes, and never below nothing")
  func steps() {
    #expect(model([(.step(1), 0)]).timer.length == .seconds(150))
    #expect(model([(.step(10), 0), (.step(-1), 0)]).timer.length == .seconds(630))
    let none = model([(.step(-10), 0)])
    #expect(none.timer.length == .zero && none.notice == nil)
    #expect(
      !none.anytime.allows(.step(-1)) && none.anytime.allows(.step(1))
        && !none.anytime.allows(.start)
        && !none.anytime.allows(.toggle))
    let running = model([(.start, 0), (.step(1), 10)])
    #expect(running.timer.isRunning && running.timer.remaining(at: at(20)) == .seconds(130))
  }

  @Test("a stop and a reset are taken back; a start is not")
  func undo() {
    let resumed = model([(.start, 0), (.stop, 10), (.undo, 30)])
    #expect(resumed.timer.isRunning && resumed.timer.remaining(at: at(40)) == .seconds(50))
    let restored = model([(.start, 0), (.stop, 10), (.reset, 20), (.undo, 30)])
    #expect(
      restored.timer.state == .stopped && restored.timer.remaining(at: at(40)) == .seconds(80))
    let again = model([(.start, 0), (.stop, 10), (.reset, 20), (.start, 30), (.undo, 40)])
    #expect(again.timer.isRunning && again.timer.remaining(at: at(40)) == .seconds(80))
    let both = model([
      (.mode(.stopwatch), 0), (.start, 0), (.stop, 5), (.mode(.timer), 6), (.start, 7), (.undo, 9),
    ])
    #expect(!both.stopwatch.isRunning && both.timer.isRunning, "undo acts on the shown mode")
    var back = both
    _ = back.apply(.mode(.stopwatch), at: at(10))
    _ = back.apply(.undo, at: at(11))
    #expect(back.stopwatch.isRunning && back.notice?.text == "Stop undone")
  }

  @Test("a length that was set is taken back, and so are steps of a key at once")
  func undoOfLength() {
    let set = model([(.setTimer(Countdown(length: .seconds(120))), 1), (.undo, 2)])
    #expect(set.timer == model([]).timer && set.notice?.text == "Timer restored")
    let steps = model([(.step(1), 1), (.step(1), 2), (.step(1), 3), (.undo, 4)])
    #expect(steps.timer == model([]).timer)
    // Once it runs, it is what runs.
    let running = model([(.setTimer(Countdown(length: .seconds(120))), 1), (.start, 2), (.undo, 3)])
    #expect(running.timer.isRunning && running.timer.length == .seconds(120))
  }

  @Test(
    "it asks for attention from its end on, or from when that is announced, until somebody has noticed it"
  )
  func flash() {
    let running = model(2, [(.start, 0)])
    #expect(running.anytime.flash == at(2))
    #expect(model(2, [(.start, 0), (.answer(.acknowledge), 1.5)]).anytime.flash == at(2))
    let announced = model(2, [(.start, 0), (.announceEnd, 9), (.setRings(0.5), 9.5)])
    #expect(announced.anytime.flash == at(9))
    for command: Command in [.answer(.acknowledge), .step(1), .stop] {
      let seen = model(2, [(.start, 0), (.announceEnd, 2), (command, 3)])
      #expect(seen.anytime.flash == (command == .step(1) ? at(62) : nil), "\(command)")
    }
    // Cut short to an end that is over, it asks like any other.
    #expect(model(70, [(.start, 0), (.step(-1), 11)]).anytime.flash == at(10))
    #expect(model(2, [(.start, 0), (.mode(.clock), 1)]).anytime.flash == nil)
  }
}
