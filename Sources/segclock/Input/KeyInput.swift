import Keys
import Scene
import Session
import Timekeeping
import Windowing
import Wording

// Keys and typed text.

extension App {
  func type(_ text: String, at time: UInt32) {
    for scalar in text.unicodeScalars {
      perform(.edit(.type(scalar)), at: instant(ofEventAt: time))
    }
  }

  func handleKey(_ press: KeyPress) {
    // Return or the keypad's Enter, without modifiers, presses what has the focus.
    if press.key == .return, press.modifiers.isEmpty, view.hasFocus, kept.pending.entry == nil {
      if !press.isRepeat, let command = view.withPointer({ $0.focusedCommand(on: $1) }) {
        perform(command, at: instant(ofEventAt: press.time))
      }
    } else if kept.pending.month != nil, press.modifiers.isEmpty,
      let command = App.monthCommand(of: press.key)
    {
      perform(.day(command), at: instant(ofEventAt: press.time))
    } else if let command = bindings.command(for: press, during: kept.pending.entry) {
      performKey(command, at: press.time)
    }
  }

  /// What a key does while the month is shown: it walks through days, weeks and months.
  private static func monthCommand(of key: Key) -> DayCommand? {
    switch key {
    case .left: .walk(-1)
    case .right: .walk(1)
    case .up: .walk(-7)
    case .down: .walk(7)
    case .pageUp: .turnMonth(-1)
    case .pageDown: .turnMonth(1)
    default: nil
    }
  }

  /// Performs the command of a key that was pressed at the server's `time`; 0 and `instant` if there was no key.
  func performKey(_ command: InputCommand, at time: UInt32, instant: Instant? = nil) {
    let instant = instant ?? self.instant(ofEventAt: time)
    switch command {
    case .window(let command): perform(command, at: instant, time: time)
    case .model(.toggleHelp)
    where !kept.pending.isHelpShown && !view.help(of: kept.pending.asOf(instant)).isLegible:
      openMenu(at: nil, time: time, isHelp: true)
    case .model(let command): perform(command, at: instant)
    }
  }

  /// Returns the instant of an event: the server's time if that is plausible, otherwise now.
  func instant(ofEventAt milliseconds: UInt32) -> Instant {
    time.now - (window.serverClock.age(ofEventAt: milliseconds, at: .now) ?? .zero)
  }

  // MARK: Keys that work in all windows

  /// Handles a key that the server reports.
  func handleGlobalKey(_ chord: Chord, at time: UInt32, isRepeat: Bool) {
    let action = globalKeys.keys.first { $0.chord == chord }?.action
    guard let action, !isRepeat || action.repeats else { return }
    performKey(action.command, at: time)
  }

  /// Performs the action of a key that the desktop's portal reports.
  func performGlobalKey(_ action: Action) {
    if kept.pending.isAlarmOpen { perform(.answer(.acknowledge)) }
    performKey(action.command, at: 0, instant: time.now)
  }

  func reportGlobalKeys(taken: [Chord], missing: [Chord]) {
    globalKeys.fail(taken + missing)
    let problems = globalKeys.keys.compactMap { key in
      taken.contains(key.chord)
        ? "\(key.action.name): another program has the key \(key.chord)"
        : missing.contains(key.chord)
          ? "\(key.action.name): no key of this keyboard gives \(key.chord)" : nil
    }
    let failed = globalKeys.keys.filter { (taken + missing).contains($0.chord) }
    report(
      problems,
      notice: failed.first.map {
        notice(of: $0, isTaken: taken.contains($0.chord), failed.count - 1)
      })
  }

  /// Names the first of the keys that do not work, and how many `others` there are.
  private func notice(of key: GlobalKey, isTaken: Bool, _ others: Int) -> Phrase {
    let (title, label) = (key.action.title, key.chord.label)
    // TRANSLATORS: {0} is what a key does, as in Next mode, and {1} the key; {2} is a number of further keys.
    switch (isTaken, others) {
    case (true, 0): return mark("{0}: another program has the key {1}", title, label)
    case (false, 0): return mark("{0}: no key of this keyboard gives {1}", title, label)
    case (true, _):
      return mark("{0}: another program has the key {1}, and {2} more", title, label, others)
    case (false, _):
      return mark("{0}: no key of this keyboard gives {1}, and {2} more", title, label, others)
    }
  }
}

extension [KeyRow] {
  func command(for press: KeyPress, during entry: Entry? = nil) -> InputCommand? {
    [press.key, press.fallback].lazy.compactMap { $0 }.compactMap { key in
      command(
        for: key, modifiers: press.modifiers, isRepeat: press.isRepeat, during: entry)
    }.first
  }
}
