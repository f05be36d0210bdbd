/// Forward or back through a list.
public enum Direction: Int, Hashable, Sendable {
  /// The next one.
  case forward = 1
  /// The one before.
  case backward = -1
}

/// What to do to the counter.
public enum CounterChange: Hashable, Sendable {
  /// Adds an amount, which may be negative.
  case by(Int)
  /// Shows a value.
  case to(Int)
}

/// A step of the arrow and page keys.
public enum Step: Hashable, Sendable {
  /// Up: 1 % or 1.
  case up
  /// Down: 1 % or 1.
  case down
  /// Page Up: 10 % or 10.
  case pageUp
  /// Page Down: 10 % or 10.
  case pageDown

  /// The step on a counter.
  public var counts: Int {
    switch self {
    case .up: 1
    case .down: -1
    case .pageUp: 10
    case .pageDown: -10
    }
  }

  /// The step on a ring, in turns.
  public var progress: Double { Double(counts) / 100 }
}

/// Everything that a person can have done. Keys, buttons and start options all produce these, and nothing else
/// changes the model.
public enum Command: Hashable, Sendable {
  /// Starts or resumes the stopwatch.
  case start
  /// Stops the stopwatch.
  case stop
  /// Starts a stopped stopwatch, stops a running one.
  case toggle
  /// Marks a lap.
  case lap
  /// Sets a stopped stopwatch, or the counter, to zero.
  case reset
  /// Takes back the newest reset, lap or stop.
  case undo
  /// Changes the counter, in counter mode.
  case count(CounterChange)
  /// A step up or down: of the counter in counter mode, else of the chosen rings.
  case step(Step)
  /// Sets the chosen rings, in turns.
  case setRings(Double)
  /// Chooses the next ring: all of them, then each.
  case chooseRing(Direction)
  /// Changes to a mode.
  case mode(Mode)
  /// Changes to the next mode.
  case cycleMode(Direction)
  /// Changes to a look.
  case theme(ThemeName)
  /// Changes to the next look.
  case cycleTheme(Direction)
  /// Lays the help over the window or takes it away.
  case toggleHelp
  /// Fills the screen or leaves it.
  case toggleFullScreen
  /// The window manager has made the window fill the screen, or not.
  case fullScreenChanged(Bool)
  /// Keeps the window above the others or no longer.
  case toggleAbove
  /// Copies the time and the laps as text.
  case copy
  /// Shows what the program itself has to say.
  case announce(String)
  /// Leaves the help, else the full screen.
  case leave
  /// Ends the program.
  case quit
}

/// What a command asks of the program beyond the model.
public enum Effect: Equatable, Sendable {
  /// To have the window fill the screen, or not.
  case setFullScreen(Bool)
  /// To keep the window above the others, or not.
  case setAbove(Bool)
  /// To offer what is shown as text to other programs.
  case copy
  /// To end.
  case quit
}
