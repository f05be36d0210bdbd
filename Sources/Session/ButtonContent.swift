package import Timekeeping
import Wording

package struct ButtonContent: Equatable, Sendable {
  /// Stays the same when the title changes.
  package enum Role: Hashable, Sendable {
    case lapOrReset, startStop
    case timerReset, timerShorter, timerLonger, timerStartStop
    case planBackOrReset, planSkip, planStartStop
    case reset, countDown, countUp
    case ringsEmpty, ringsHalf, ringsFull, ringsOver
    case mode(Mode)
    case day(CivilDate)
  }

  package enum Kind: Equatable, Sendable {
    case plain, start, stop
  }

  package var role: Role
  package var title: String
  package var command: Command
  package var kind: Kind
  /// Whether it is left out in a square, whose buttons are few and large.
  package var isOptional = false

  package init(_ role: Role, _ title: String, does command: Command, kind: Kind = .plain) {
    (self.role, self.title, self.command, self.kind) = (role, title, command, kind)
  }

  /// The same as one that a square leaves out.
  var optional: ButtonContent {
    var copy = self
    copy.isOptional = true
    return copy
  }

  static func toggle(_ role: Role, stops: Bool) -> ButtonContent {
    // TRANSLATORS: Captions of buttons, as a stopwatch has them: a verb or a noun, at most nine letters. They start and
    // stop the stopwatch, the timer and the plan.
    stops
      ? ButtonContent(role, trc("button", "Stop"), does: .toggle, kind: .stop)
      : ButtonContent(role, trc("button", "Start"), does: .toggle, kind: .start)
  }

  static var toggleTitles: [String] { [false, true].map { toggle(.startStop, stops: $0).title } }

  package static var rings: [ButtonContent] {
    let values: [(role: Role, turns: Double)] = [
      (.ringsEmpty, 0), (.ringsHalf, 0.5), (.ringsFull, 1), (.ringsOver, 1.2),
    ]
    return values.map {
      ButtonContent($0.role, RingModel.shownPercent($0.turns), does: .setRings($0.turns))
    }
  }

  package static var modes: [ButtonContent] {
    Mode.allCases.map { ButtonContent(.mode($0), $0.label.text, does: .mode($0)) }
  }
}
