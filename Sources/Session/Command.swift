package import Timekeeping

/// Forward or back through a list.
package enum Direction: Int, Hashable, Sendable {
  case forward = 1
  case backward = -1
}

/// What to do to the counter: add an amount, which may be negative, or show a value.
package enum CounterChange: Hashable, Sendable {
  case by(Int)
  case to(Int)
}

/// A step of the arrow and page keys: 1 or 10, on a ring 1 % or 10 %, on the timer a minute or 10.
package enum Step: Hashable, Sendable {
  case up, down, pageUp, pageDown

  /// The step on a counter.
  package var counts: Int {
    switch self {
    case .up: 1
    case .down: -1
    case .pageUp: 10
    case .pageDown: -10
    }
  }

  /// The same with its sign, as in "+ 1".
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

/// Everything that a person can have done, or time has brought. Keys, buttons, start options and other programs all produce
/// these, and nothing else changes the model.
package indirect enum Command: Hashable, Sendable {
  case start, stop
  /// Starts what stands, stops what runs.
  case toggle
  case lap
  /// Gives the lap of this number a name, or the newest, or takes its name away where the text is empty.
  case nameLap(Int?, String)
  /// Goes to the next step of the plan.
  case skip
  /// Goes back to the beginning of the plan's step, then to the step before.
  case back
  /// Sets the stopwatch, the timer or the plan that is stopped, or the counter, to where it starts.
  case reset
  /// Takes back the newest reset, lap, name, stop, or change of the plan's step.
  case undo
  case count(CounterChange)
  /// A step up or down: of the counter or the timer in their modes, else of the chosen rings.
  case step(Step)
  /// Sets the chosen rings, in turns.
  case setRings(Double)
  /// Chooses the next ring: all of them, then each.
  case chooseRing(Direction)
  /// Chooses a ring, the outermost 0; all of them where it is chosen already.
  case selectRing(Int)
  /// Turns a ring that is set by hand, the outermost 0, by so many per cent: to whole ones.
  case turnRing(Int, percents: Int)
  /// Has a ring, the outermost 0, show this from then on.
  case setRing(Int, RingSource)
  /// Sets the timer, and shows it.
  case setTimer(Countdown)
  /// Makes the timer longer, or shorter.
  case adjustTimer(Duration)
  /// Sets what is planned, and shows it.
  case setPlan(Plan)
  /// Carries a command out as in this mode, whichever is shown.
  case within(Mode, Command)
  case mode(Mode)
  case cycleMode(Direction)
  case theme(ThemeName)
  case cycleTheme(Direction)
  case scrollList(ListStep)
  /// Goes to the next button or to the one before it, which Return then presses.
  case focusButton(Direction)
  case toggleHelp, toggleFullScreen
  /// Opens the menu, or closes it.
  case showMenu
  /// The window manager has made the window fill the screen, or not.
  case fullScreenChanged(Bool)
  /// Asks for the window to stay above the others, or no longer; whether it does is told by `aboveChanged`.
  case toggleAbove
  /// Lets clicks go through the window to what lies below, or has them again; nil is the other way than now.
  case setClickThrough(Bool?)
  /// The window stays above the others from now on, or no longer.
  case aboveChanged(Bool)
  /// Copies the time and the laps as text.
  case copy
  /// Shows what the program itself has to say.
  case announce(String, for: Duration = Notice.lifetime)
  /// Shows what is wrong until it is right again, which nil says.
  case trouble(String?)
  /// Tells of an end of the timer or of a step that has come.
  case announceEnd
  /// Answers an alarm, in any mode.
  case answer(AlarmAnswer)
  /// Types a name for the newest lap.
  case editName(NameEdit)
  /// Leaves the help, else the full screen.
  case leave
  case quit
}

/// What a command asks of the program beyond the model.
package enum Effect: Equatable, Sendable {
  case setFullScreen(Bool)
  case setAbove(Bool)
  case setClickThrough(Bool)
  /// To scroll the list, whose rows are the window's matter.
  case scrollList(ListStep)
  /// To go to another button, which is the window's matter, too.
  case focusButton(Direction)
  /// To open the menu, which is the window's matter.
  case showMenu
  /// To offer what is shown as text to other programs.
  case copy
  /// To tell that the timer has ended, by all means where `Model.isAlarmOpen`.
  case ring(Alarm)
  case quit
}
