package import Timekeeping
package import Wording

/// A command of the user, a script or the clock that changes the model.
package indirect enum Command: Hashable, Sendable {
  case start, stop
  case toggle
  case lap
  /// Marks and names a lap; undone in one step.
  case lapNamed(String)
  /// Names this lap, or the newest; an empty name removes it.
  case nameLap(Int?, String)
  case skip
  /// Returns to the start of the plan's step, or to the step before.
  case back
  case reset
  case undo
  case count(CounterChange)
  /// Adds counts to the counter or minutes to the timer in their modes, otherwise per cents to the selected rings.
  case step(Int)
  /// In turns.
  case setRings(Double)
  /// Selects a ring, or all rings if it is already selected or nil. Unless it is held, the selection ends some seconds
  /// after its last use.
  case selectRing(RingID?, isHeld: Bool = false)
  /// Turns a manual ring and rounds it to a whole per cent.
  case turnRing(RingID, percents: Int)
  case setRing(RingID, RingSource)
  /// Lets a ring follow today, with this goal for its name.
  case setGoal(RingID, DayGoal)
  /// A part of a drag, by its number, of a ring that is set by hand; in turns.
  case dragRing(RingID, to: Double, drag: Int)
  /// Names a ring, unless the name is empty or another ring's.
  case nameRing(RingID, String)
  /// nil for the theme's.
  case colorRing(RingID, RingColor?)
  /// Moves a ring to a position; 0 is the outermost.
  case moveRing(RingID, to: Int)
  /// Sets the selected rings to tenths of a turn, or types a digit of the timer's length.
  case digit(Int)
  case setTimer(Countdown)
  case adjustTimer(Duration)
  /// A part of a drag, by its number; not while the timer runs.
  case dragTimer(to: Duration, drag: Int)
  case setPlan(Plan)
  /// Changes those that are given.
  case setClock(ClockSettings)
  case toggleHours, toggleSeconds
  /// Applies the command to this mode, even if another is shown.
  case within(Mode, Command)
  case mode(Mode)
  case cycleMode(Direction)
  case theme(ThemeName)
  case cycleTheme(Direction)
  case toggleHelp
  case announce(Phrase, for: Duration = Notice.lifetime, about: Notice.Topic? = nil)
  /// Removes the notice if it is about this.
  case endNotice(about: Notice.Topic)
  /// nil removes it.
  case trouble(Phrase?)
  case announceEnd
  case answer(AlarmAnswer, of: AlarmSource? = nil)
  case edit(EntryEdit)
  case day(DayCommand)

  var beginsDay: Bool { if case .day(.enter) = self { true } else { false } }
}
