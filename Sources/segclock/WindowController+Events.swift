import Geometry
import Platform
import Scene
import Session
import Storage
import Timekeeping
import Windowing

// What comes from outside and what it does: events become commands, commands change the model, and the window follows.

extension WindowController {
  /// Takes what the server has said, as much of it as belongs to this turn.
  func takeEvents() {
    while exit == nil, let event = window.nextEvent() {
      switch event {
      case .frameCompleted, .popup(.frameCompleted): continue
      case .otherKeyPressed, .popup: break
      default: isStale = true
      }
      take(event)
    }
  }

  private func take(_ event: InputEvent) {
    if kept.current.isAlarmOpen, let time = event.pressTime {
      apply(.answer(.notice), at: instant(ofEventAt: time))
    }
    // Whoever takes the mouse has no need of it any more.
    if case .pointerPressed = event { view.dropFocus() }
    switch event {
    case .textEntered(let text, let time):
      for scalar in text.unicodeScalars {
        apply(.editName(.type(scalar)), at: instant(ofEventAt: time))
      }
    case .keyPressed(let press) where kept.current.entry != nil:
      let edit = KeyBindings.edit(for: press.key, modifiers: press.modifiers)
      if let edit { apply(edit, at: instant(ofEventAt: press.time)) }
    case .keyPressed(let press) where press.isPlainReturn && view.hasFocus:
      if !press.isRepeat, let command = view.pressFocus() {
        apply(command, at: instant(ofEventAt: press.time))
      }
    case .globalKeyPressed(let press): take(press)
    case .globalKeysFailed(let failures): tell(of: failures)
    case .globalKeysLimited: tellOfLimitedKeys()
    case .keyPressed(let press):
      guard let command = bindings.command(for: press) else { break }
      guard command != .showMenu else { return openMenu(at: nil, time: press.time) }
      carryOut(command, at: press.time)
    case .pointerMoved(let position, let buttons):
      view.movePointer(to: position, isHeld: buttons.contains(.primary))
      window.showEdge(edge(at: position))
    case .pointerLeft: view.movePointer(to: nil)
    case .scrolled(let scroll):
      let command =
        view.scroll(by: scroll.dy, at: scroll.position)
        ?? (scroll.dy == 0 ? nil : kept.current.command(ofWheel: scroll.dy))
      if let command { apply(command) }
    case .pointerPressed(let press) where press.button == .primary:
      if !view.press(at: press.position) { window.beginMove(press, of: edge(at: press.position)) }
    case .pointerPressed(let press) where press.button == .secondary:
      openMenu(at: press.rootPosition, time: press.time)
    case .popup(let event): takeMenu(event)
    case .popupClosed: closeMenu()
    case .focusChanged(let hasFocus): if !hasFocus { closeMenu() }
    case .pointerReleased(let press) where press.button == .primary:
      if let command = view.release(at: press.position) {
        apply(command, at: instant(ofEventAt: press.time))
      }
    case .resized(let width, let height):
      view.environment.width = max(1, width)
      view.environment.height = max(1, height)
    case .exposed(let rect): view.changes.damage.add(rect)
    case .visibilityChanged(let visible): isVisible = visible
    case .scaleChanged(let scale):
      guard fixedScale == nil, scale != view.environment.scale else { return }
      window.rescale(from: view.environment.scale, to: scale)
      view.environment.scale = scale
    case .fullScreenChanged(let isFull):
      closeMenu()
      apply(.fullScreenChanged(isFull))
    case .aboveChanged(let isAbove): apply(.aboveChanged(isAbove))
    case .aboveRefused: apply(.announce("The window manager keeps no window on top"))
    case .copyRefused: apply(.announce("Could not copy to the clipboard"))
    case .desktopChanged: followDesktop()
    case .closeRequested, .windowDestroyed: exit = .success
    case .disconnected: exit = .serverGone
    default: break
    }
  }

  /// Does what a key does, pressed at the server's `time`.
  func carryOut(_ command: Command, at time: UInt32) {
    // A button is left before the full screen is.
    if command == .leave, view.hasFocus { return view.dropFocus() }
    view.strike(command)
    apply(command, at: instant(ofEventAt: time))
  }

  /// Carries `command` out as of `instant`, by default now.
  func apply(_ command: Command, at given: Instant? = nil) {
    let instant = given ?? time.now
    var effect: Effect?
    follow { kept in
      effect = kept.apply(command, at: instant)
      return true
    }
    window.takesText = kept.current.entry != nil
    switch effect {
    case .setFullScreen(let isFull): window.setFullScreen(isFull)
    case .setClickThrough(let isOn):
      if !window.setClickThrough(isOn), isOn {
        apply(.setClickThrough(false), at: instant)
        apply(.announce("This display cannot let clicks through"), at: instant)
      }
    case .setAbove(let isAbove): window.setAbove(isAbove)
    case .scrollList(let step): view.scroll(step)
    case .focusButton(let direction): view.moveFocus(direction)
    // Where to open it, and when, is known to whoever took the key or the button.
    case .showMenu: break
    case .copy:
      let isCopied = window.copy(kept.current.transcript(at: instant, wall: time.read().wall))
      apply(.announce(isCopied ? "Copied" : "Could not copy to the clipboard"), at: instant)
    case .ring(let alarm):
      for command in ringer.ring(alarm, isOpen: kept.current.isAlarmOpen, at: instant, on: window) {
        apply(command)
      }
    case .quit: exit = .success
    case nil: break
    }
    if !kept.current.isAlarmOpen { ringer.dismiss(on: window) }
  }

  /// Changes what is kept, and what of the window follows what is shown of it; `change` says whether there was any.
  func follow(_ change: (inout KeptModel) -> Bool) {
    let theme = kept.shown.shownTheme
    guard change(&kept) else { return }
    isStale = true
    control.modelChanged()
    nextEnd = kept.current.nextEnd
    if theme != kept.shown.shownTheme { window.setBackground(background) }
  }

  /// What is under everything in the look that is shown.
  var background: Color {
    view.environment.bareBackground(
      view.environment.themes.theme(named: kept.shown.shownTheme).background)
  }

  /// The instant of an event: the server's own time of it where that is plausible, else now.
  func instant(ofEventAt milliseconds: UInt32) -> Instant {
    let now = MonotonicClock.now()
    let age = window.serverClock.instant(ofEventAt: milliseconds, now: now).map { now - $0 } ?? 0
    return time.now - Duration(nanoseconds: age)
  }
}

extension KeyPress {
  /// Whether it is Return, or the keypad's Enter, alone.
  fileprivate var isPlainReturn: Bool { key == .return && modifiers.isEmpty }
}

extension KeyBindings {
  /// What a key does, if anything.
  func command(for press: KeyPress) -> Command? {
    [press.key, press.fallback].lazy.compactMap { $0 }.compactMap { key in
      command(for: key, modifiers: press.modifiers, isRepeat: press.isRepeat)
    }.first
  }
}
