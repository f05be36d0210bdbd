import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("Modes")
struct ModeTests {
  private func reading(_ seconds: Double) -> Reading {
    let wall: Int64 = 1_770_113_376_000_000_000
    return Reading(
      instant: at(seconds),
      wall: WallClock(epochNanoseconds: wall + at(seconds).nanoseconds, utcOffsetSeconds: 0))
  }

  @Test("the digits show a time with its sign, the local time, and a number with its zeros")
  func readouts() {
    let table: [(Readout, String)] = [
      (.time(RunningTime(.milliseconds(458_370))), "07:38.37"),
      (.time(RunningTime(.seconds(2), from: at(1), countsDown: true)), "00:01.50"),
      (.time(RunningTime(.seconds(2), from: at(-1), countsDown: true)), "-00:00.50"),
      (.timeOfDay, "10:09:37"), (.number(5, digits: 3), "005"), (.number(-5, digits: 3), "-005"),
      (.number(12_345, digits: 3), "12345"), (.number(.min, digits: 1), "-9223372036854775808"),
    ]
    for (readout, text) in table { #expect(readout.text(at: reading(1.5)) == text) }
  }

  @Test("what is shown stays until it says that it will differ", arguments: Mode.allCases)
  func nextChanges(mode: Mode) {
    var model = Model(mode: mode)
    for isRunning in [false, true] {
      if isRunning {
        model = Model(mode: .stopwatch)
        _ = model.apply(.start, at: at(0))
        _ = model.apply(.mode(mode), at: at(0))
      }
      let sources: [RingSource] = [.manual(0.3), .second, .minute, .hour, .day, .timer, .plan]
      let now = reading(2.25)
      let later = reading(2.27)
      let second = reading(3)
      let pairs: [(NextChange, isEqual: (Reading) -> Bool)] =
        [
          (
            model.readout.nextChange(after: now),
            { model.readout.text(at: $0) == model.readout.text(at: now) }
          )
        ]
        + sources.map { source in
          let value = model.value(of: source)
          return (value.nextChange(after: now), { value.turns(at: $0) == value.turns(at: now) })
        }
      for (change, isEqual) in pairs {
        switch change {
        case .nextFrame: #expect(!isEqual(later))
        case .at(let instant): #expect(isEqual(later) && instant == second.instant && !isEqual(second))
        case .never: #expect(isEqual(later) && isEqual(second) && isEqual(reading(90_000.5)))
        }
      }
    }
  }

  @Test("buttons keep their roles and their number whatever the state", arguments: Mode.allCases)
  func buttons(mode: Mode) {
    var random = SplitMix64(seed: 7)
    var model = Model(mode: mode)
    let roles = model.buttons.map(\.role)
    #expect(model.hasButtons == !roles.isEmpty)
    #expect(Set(roles + ButtonContent.rings.map(\.role)).count == roles.count + 3)
    let commands: [Command] = [
      .start, .stop, .toggle, .lap, .reset, .undo, .step(.up), .count(.to(999)), .skip, .back,
    ]
    for step in 0..<100 {
      _ = model.apply(commands[Int.random(in: 0..<commands.count, using: &random)], at: at(Double(step)))
      #expect(model.buttons.map(\.role) == roles)
      // A button does something exactly where the model says so.
      for button in model.buttons {
        var copy = model
        _ = copy.apply(button.command, at: at(Double(step) + 0.5))
        #expect(
          model.allows(button.command)
            == (copy.stopwatch != model.stopwatch || copy.timer != model.timer
              || copy.planRun != model.planRun || copy.counter != model.counter)
        )
      }
    }
  }

  @Test("the title says what it is doing")
  func titles() {
    var model = Model()
    var titles = [model.title]
    for command: Command in [.start, .stop, .mode(.clock), .mode(.counter)] {
      _ = model.apply(command, at: at(Double(titles.count * titles.count)))
      titles.append(model.title)
    }
    #expect(titles == ["stopwatch", "running", "00:03.00", "clock", "counter"])
  }
}
