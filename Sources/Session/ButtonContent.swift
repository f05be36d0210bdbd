package struct ButtonContent: Equatable, Sendable {
  /// Stays the same when the title changes.
  package enum Role: Hashable, Sendable {
    case lapOrReset, startStop
    case timerReset, timerShorter, timerLonger, timerStartStop
    case planBackOrReset, planSkip, planStartStop
    case reset, countDown, countUp
    case ringsEmpty, ringsHalf, ringsFull, ringsOver
    case mode(Mode)
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

  init(_ role: Role, _ title: String, does command: Command, kind: Kind = .plain) {
    (self.role, self.title, self.command, self.kind) = (role, title, command, kind)
  }

  /// The same as one that a square leaves out.
  var optional: ButtonContent {
    var copy = self
    copy.isOptional = true
    return copy
  }

  static func toggle(_ role: Role, stops: Bool) -> ButtonContent {
    stops
      ? ButtonContent(role, "Stop", does: .toggle, kind: .stop)
      : ButtonContent(role, "Start", does: .toggle, kind: .start)
  }

  package static let rings = [
    ButtonContent(.ringsEmpty, "0%", does: .setRings(0)),
    ButtonContent(.ringsHalf, "50%", does: .setRings(0.5)),
    ButtonContent(.ringsFull, "100%", does: .setRings(1)),
    ButtonContent(.ringsOver, "120%", does: .setRings(1.2)),
  ]

  package static let modes = Mode.allCases.map {
    ButtonContent(
      .mode($0), $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst(), does: .mode($0))
  }
}
