package import Timekeeping

package enum Direction: Int, Hashable, Sendable {
  case forward = 1
  case backward = -1
}

package enum CounterChange: Hashable, Sendable {
  case by(Int)
  case to(Int)
}

/// A step of the arrow and page keys: 1 or 10, on a ring 1 % or 10 %, on the timer a minute or 10.
package enum Step: Hashable, Sendable {
  case up, down, pageUp, pageDown

  package var counts: Int {
    switch self {
    case .up: 1
    case .down: -1
    case .pageUp: 10
    case .pageDown: -10
    }
  }

  /// As in "+ 1".
  var signed: String { counts < 0 ? "− \(-counts)" : "+ \(counts)" }

  /// The step on a ring, in turns.
  package var progress: Double { Double(counts) / 100 }
}

/// Where to scroll a list: by as many rows as are shown, or all the way.
package enum ListStep: Hashable, Sendable {
  case pageUp, pageDown
  /// To the newest lap, or the present step.
  case home
  /// To the oldest lap, or the last step.
  case end
}

/// Everything that a person can do, or time brings. Keys, buttons, start options and other programs all produce these.
package indirect enum Command: Hashable, Sendable {
  case start, stop
  case toggle
  case lap
  /// A lap with a name, undone as one.
  case lapNamed(String)
  /// Names the lap of this number, or the newest; an empty text removes the name.
  case nameLap(Int?, String)
  case skip
  /// Goes back to the beginning of the plan's step, or to the step before.
  case back
  case reset
  case undo
  case count(CounterChange)
  /// A step up or down: of the counter or the timer in their modes, else of the chosen rings.
  case step(Step)
  /// Sets the chosen rings, in turns.
  case setRings(Double)
  /// Chooses the next in turn: all rings, then each.
  case chooseRing(Direction)
  /// Chooses a ring, the outermost 0; all of them if it is chosen already.
  case selectRing(Int)
  /// Turns a ring that is set by hand, and rounds it to a whole per cent.
  case turnRing(Int, percents: Int)
  case setRing(Int, RingSource)
  case setTimer(Countdown)
  case adjustTimer(Duration)
  case setPlan(Plan)
  /// A command for this mode, whichever is shown.
  case within(Mode, Command)
  case mode(Mode)
  case cycleMode(Direction)
  case theme(ThemeName)
  case cycleTheme(Direction)
  case scrollList(ListStep)
  case focusButton(Direction)
  case toggleHelp, toggleFullScreen
  case showMenu
  /// The window manager has made the window fill the screen, or not.
  case fullScreenChanged(Bool)
  /// Asks the window manager; the answer is `aboveChanged`.
  case toggleAbove
  /// Whether clicks go through the window to what lies below; nil toggles that.
  case setClickThrough(Bool?)
  case aboveChanged(Bool)
  case copy
  case announce(String, for: Duration = Notice.lifetime)
  /// Shows what is wrong until nil follows.
  case trouble(String?)
  /// Announces an end of the timer or of a step that has come.
  case announceEnd
  case answer(AlarmAnswer)
  case editName(NameEdit)
  /// Leaves the help, or the full screen.
  case leave
  case quit
}

/// What a command asks of the program beyond the model: scrolling, focus and the menu are the window's.
package enum Effect: Equatable, Sendable {
  case setFullScreen(Bool)
  case setAbove(Bool)
  case setClickThrough(Bool)
  case scrollList(ListStep)
  case focusButton(Direction)
  case showMenu
  case copy
  /// To announce an alarm, insistently if `Model.isAlarmOpen`.
  case ring(Alarm)
  case quit
}
