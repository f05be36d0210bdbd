import Session
import Windowing

// Keys that count wherever the keys go.

extension WindowController {
  /// Has the window ask for the keys of the settings.
  func followGlobalKeys() {
    window.setGlobalKeys(globalKeys.map(\.chord))
  }

  /// Does what the key does that was pressed.
  func take(_ press: GlobalKeyPress) {
    let action = globalKeys.first { $0.chord == press.chord }?.action
    guard let action, !press.isRepeat || action.repeats else { return }
    guard let command = action.command else { return window.raise(at: press.time) }
    guard command != .showMenu else { return openMenu(at: nil, time: press.time) }
    carryOut(command, at: press.time)
  }

  /// Tells which keys cannot be had.
  func tell(of failures: [GlobalKeyFailure]) {
    let words = failures.compactMap { failure in
      globalKeys.first { $0.chord == failure.chord }.map { failure.words(for: $0.action) }
    }
    guard let first = words.first else { return }
    for line in words { StandardError.print("segclock: \(line)") }
    let more = words.count > 1 ? ", and \(words.count - 1) more" : ""
    apply(.announce(first + more, for: .seconds(10)))
  }

  /// Says that the keys come only while an X11 window has the focus.
  func tellOfLimitedKeys() {
    let words = "global keys work only while an X11 window has the focus: this is Xwayland"
    StandardError.print(
      "segclock: \(words); bind desktop shortcuts to commands such as \"segclock ctl lap\" instead")
    apply(.announce("Under Wayland, global keys work only in X11 windows", for: .seconds(10)))
  }

  private var globalKeys: [GlobalKey] { configuration.settings.globalKeys ?? [] }
}

extension GlobalKeyFailure {
  /// Why there is no such key for `action`.
  fileprivate func words(for action: GlobalAction) -> String {
    switch reason {
    case .taken: "\(action.name): another program has the key \(chord)"
    case .missing: "\(action.name): no key of this keyboard gives \(chord)"
    }
  }
}
