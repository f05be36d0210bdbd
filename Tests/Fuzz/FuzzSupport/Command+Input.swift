package import Session
import Timekeeping

extension Input {
  /// A command of those that change what is kept, with any arguments.
  package mutating func command() -> Command {
    switch byte() % 31 {
    case 0: .toggle
    case 1: flag() ? .lap : .lapNamed(text())
    case 2: .reset
    case 3: .undo
    case 4: .skip
    case 5: .back
    case 6: .step(choice([1, -1, 10, -10]))
    case 7: .setRings(double())
    case 8: .selectRing(flag() ? ring() : nil, isHeld: flag())
    case 9: .setRing(ring(), ringSource())
    case 10: .setTimer(Countdown(length: Duration.nanoseconds(anyNumber())))
    case 11: .adjustTimer(Duration.nanoseconds(anyNumber()))
    case 12: .setPlan(plan())
    case 13: .nameLap(flag() ? Int(anyNumber()) : nil, text())
    case 14: .count(flag() ? .by(Int(anyNumber())) : .to(Int(anyNumber())))
    case 15: .mode(choice(Mode.allCases))
    case 16: .theme(choice([.neumorphicLight, .neon, .flatDark, .automatic]))
    case 17: .announceEnd
    case 18: .answer(choice([.acknowledge, .stop, .longer]))
    case 19:
      .within(choice(Mode.allCases), choice([.start, .stop, .toggle, .lap, .reset, .skip, .back]))
    case 20:
      .edit(
        choice([
          .begin(.lapName(nil)), .begin(.ringName(2)), .begin(.ringValue(3)), .begin(.time),
          .begin(.plan), .erase, .delete, .clear,
          .move(.left), .move(.right), .move(.home), .confirm, .cancel,
        ]))
    case 21:
      .edit(.type(Unicode.Scalar(UInt32(truncatingIfNeeded: anyNumber()) & 0x1F_FFFF) ?? "e"))
    case 22: .start
    case 23: .digit(Int(anyNumber()))
    case 24:
      flag()
        ? .dragTimer(to: Duration.nanoseconds(anyNumber()), drag: Int(byte() % 4))
        : .dragRing(ring(), to: double(), drag: Int(byte() % 4))
    case 25: .nameRing(ring(), text())
    case 26:
      .colorRing(
        ring(), flag() ? RingColor(UInt32(truncatingIfNeeded: anyNumber()), 0xFFFFFF) : nil)
    case 27:
      choice([
        .toggleHours, .toggleSeconds, .edit(.begin(.zone)), .edit(.offer(["Asia/Tokyo", text()])),
      ])
    case 28: .setClock(clock())
    case 29: .moveRing(ring(), to: Int(byte() % 8))
    default: .stop
    }
  }

  /// Also of the clock's own rings.
  private mutating func ring() -> RingID { choice([1, 2, 3, 4, 5, 6, 7, -1, -2, -3]) }

  private mutating func ringSource() -> RingSource {
    switch byte() % 3 {
    case 0: .manual(double())
    case 1: .fed(double(), isOver: flag())
    default: choice(RingSource.named.map(\.value))
    }
  }

  private mutating func clock() -> ClockSettings {
    ClockSettings(
      hours: flag() ? .some(choice([.twelve, .twentyFour, nil])) : nil,
      showsSeconds: choice([true, false, nil]), zone: flag() ? .some(flag() ? text() : nil) : nil)
  }

  private mutating func plan() -> Plan {
    var steps: [PlanStep] = []
    for _ in 0..<(byte() % 66) {
      steps.append(PlanStep(text(), Duration.nanoseconds(anyNumber()), waits: flag()))
    }
    return Plan(steps: steps, rounds: Int(anyNumber()))
  }
}
