import DisplayLists
import Drawing
import Geometry
import Keys
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

// Turns events of the window into commands.

extension App {
  func handleEvents(in turn: Turn) {
    while exitCode == nil, let event = window.nextEvent(in: turn) {
      switch event {
      case .frameCompleted, .popup(.frameCompleted): continue
      case .otherKeyPressed, .popup: break
      default: invalidation.insert(.picture)
      }
      handle(event)
    }
  }

  private func handle(_ event: InputEvent) {
    if kept.pending.isAlarmOpen, let time = event.inputTime {
      perform(.answer(.acknowledge), at: instant(ofEventAt: time))
    }
    // A click hides the keyboard focus.
    if case .pointerPressed(let press) = event {
      moveFocus(nil, at: instant(ofEventAt: press.time))
    }
    switch event {
    case .textEntered(let text, let time):
      for scalar in text.unicodeScalars {
        perform(.edit(.type(scalar)), at: instant(ofEventAt: time))
      }
    // Return or the keypad's Enter, without modifiers.
    case .keyPressed(let press)
    where press.key == .return && press.modifiers.isEmpty && view.hasFocus
      && kept.pending.entry == nil:
      if !press.isRepeat, let command = view.withPointer({ $0.focusedCommand(on: $1) }) {
        perform(command, at: instant(ofEventAt: press.time))
      }
    case .globalKeyPressed(let chord, let time, let isRepeat):
      let action = globalKeys.keys.first { $0.chord == chord }?.action
      guard let action, !isRepeat || action.repeats else { break }
      performKey(action.command, at: time)
    case .globalKeysFailed(let taken, let missing): reportGlobalKeys(taken: taken, missing: missing)
    case .inputMethodFailed:
      report(["The input method does not answer; keys type without it"])
    case .surroundingsKnown:
      if !globalKeys.keys.isEmpty { globalKeys.bind() }
      reportIgnoredSettings()
    case .keyPressed(let press):
      let command = bindings.command(for: press, during: kept.pending.entry)
      if let command { performKey(command, at: press.time) }
    case .pointerMoved(let position, let isDown):
      let command = view.withPointer { pointer, _ in pointer.move(to: position, isDown: isDown) }
      if let command { perform(command) }
      window.cursor.edge = edge(at: position)
      window.cursor.show(view.cursor, scale: view.environment.scale)
    case .pointerLeft: _ = view.withPointer { pointer, _ in pointer.move(to: nil) }
    case .scrolled(let scroll):
      let command =
        view.withPointer { $0.scroll(by: scroll.notches, at: scroll.position, on: $1) }
        ?? (scroll.notches == 0
          ? nil
          : kept.pending.command(
            ofWheel: scroll.notches, over: view.composer.element(at: scroll.position)?.unit))
      if let command { perform(command, at: instant(ofEventAt: scroll.time)) }
    case .pointerPressed(let press) where press.button == .primary:
      if !view.withPointer({ $0.press(at: press.position, on: $1) }), !window.states.isFullScreen {
        window.input.beginDrag(press, at: edge(at: press.position))
      }
    case .pointerPressed(let press) where press.button == .secondary:
      if kept.pending.entry?.isText == true { perform(.edit(.cancel)) }
      openMenu(at: press.rootPosition, time: press.time)
    case .popup(let event): handleMenu(event)
    case .popupClosed: closeMenu()
    case .focusChanged(false):
      closeMenu()
      moveFocus(nil, at: time.now)
    case .pointerReleased(let press) where press.button == .primary:
      if let command = view.withPointer({
        $0.release(at: press.position, on: $1, time: press.time)
      }) {
        perform(command, at: instant(ofEventAt: press.time))
      }
    case .resized(let width, let height):
      view.environment.width = max(1, width)
      view.environment.height = max(1, height)
    case .exposed(let rect): view.damage.add(rect)
    case .visibilityChanged(let visible): isVisible = visible
    case .scaleChanged(let scale):
      guard configuration.settings.scale == nil, scale != view.environment.scale else {
        return
      }
      window.placement.rescale(from: view.environment.scale, to: scale)
      view.environment.scale = scale
    case .monitorsChanged(let before, let monitors): moveToMonitors(from: before, to: monitors)
    case .fullScreenChanged(let isFull):
      closeMenu()
      view.isFullScreen = isFull
    case .aboveChanged(let isAbove): record(isAbove: isAbove)
    case .aboveRefused: perform(.announce("Always on top is not supported here"))
    case .desktopChanged: applyDesktopAppearance()
    case .closeRequested, .windowDestroyed: exitCode = .success
    // The picture that every event invalidates takes these from the window.
    case .compositingChanged, .refreshRateChanged: break
    default: break
    }
  }

  func performGlobalKey(_ action: Action) {
    if kept.pending.isAlarmOpen { perform(.answer(.acknowledge)) }
    performKey(action.command, at: 0, instant: time.now)
  }

  private func reportGlobalKeys(taken: [Chord], missing: [Chord]) {
    globalKeys.fail(taken + missing)
    let words = globalKeys.keys.compactMap { key in
      taken.contains(key.chord)
        ? "\(key.action.name): another program has the key \(key.chord)"
        : missing.contains(key.chord)
          ? "\(key.action.name): no key of this keyboard gives \(key.chord)" : nil
    }
    let more = words.count > 1 ? ", and \(words.count - 1) more" : ""
    report(words, notice: words.first.map { $0 + more })
  }

  /// Names the settings that the window manager is known to ignore.
  private func reportIgnoredSettings() {
    guard let surroundings = connection.surroundings, surroundings.ignoresHints else { return }
    let settings = configuration.settings
    let ignored = [
      ("above", settings.above), ("below", settings.below), ("sticky", settings.sticky),
      ("opacity", settings.opacity < 1), ("skip-taskbar", settings.skipTaskbar),
    ].filter(\.1).map(\.0)
    guard !ignored.isEmpty else { return }
    let manager = surroundings.windowManager.quoted
    StandardError.report(
      "compositors that are called \(manager) ignore \(ignored.joined(separator: ", ")): "
        + "see WAYLAND in the manual")
  }

  /// Returns the edge that a press at `point` drags, if the window has no frame.
  func edge(at point: Point) -> WindowEdge? {
    guard !window.hasFrame, !window.states.isFullScreen,
      view.composer.element(at: point)?.isPressable != true
    else { return nil }
    // The window's size: that of the picture may be older.
    let size = Size(width: Double(window.width), height: Double(window.height))
    return WindowEdge(
      at: point, of: size, outline: view.environment.outline, scale: view.environment.scale)
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
