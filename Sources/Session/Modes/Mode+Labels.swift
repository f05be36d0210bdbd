package import Timekeeping
package import Wording

// What the window calls a mode. Its raw value is for options, `ctl` and files.

extension Mode {
  package var label: Phrase {
    switch self {
    // TRANSLATORS: The modes, beside their icons and in the menu.
    case .stopwatch: markc("mode", "Stopwatch")
    case .timer: markc("mode", "Timer")
    case .plan: markc("mode", "Plan")
    case .clock: markc("mode", "Clock")
    case .counter: markc("mode", "Counter")
    }
  }

  /// The title of the window while nothing runs.
  package var title: Phrase {
    switch self {
    // TRANSLATORS: Titles of the window; in lower case where a language allows it.
    case .stopwatch: markc("window title", "stopwatch")
    case .timer: markc("window title", "timer")
    case .plan: markc("window title", "plan")
    case .clock: markc("window title", "clock")
    case .counter: markc("window title", "counter")
    }
  }

  /// The heading of the help.
  package var helpTitle: Phrase {
    switch self {
    // TRANSLATORS: Headings above a list of keys and what they do.
    case .stopwatch: mark("Keys in stopwatch mode")
    case .timer: mark("Keys in timer mode")
    case .plan: mark("Keys in plan mode")
    case .clock: mark("Keys in clock mode")
    case .counter: mark("Keys in counter mode")
    }
  }

  /// What a screen reader says of a new mode or state.
  package func announcement(of state: RunState) -> Phrase {
    switch (self, state) {
    // TRANSLATORS: A screen reader says these when the mode or its state changes.
    case (.stopwatch, .running): mark("stopwatch running")
    case (.stopwatch, .stopped): mark("stopwatch stopped")
    case (.stopwatch, .reset): mark("stopwatch reset")
    case (.timer, .running): mark("timer running")
    case (.timer, .stopped): mark("timer stopped")
    case (.timer, .reset): mark("timer reset")
    case (.plan, .running): mark("plan running")
    case (.plan, .stopped): mark("plan stopped")
    case (.plan, .reset): mark("plan reset")
    case (.clock, _), (.counter, _): label
    }
  }
}
