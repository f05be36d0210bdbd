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
  func handleEvents() {
    while exitCode == nil, let event = window.nextEvent() {
      switch event {
      case .frameCompleted, .popup(.frameCompleted): continue
      case .otherKeyPressed, .popup: break
      default: invalidation.insert(.picture)
      }
      handle(event)
    }
  }

  private func handle(_ event: InputEvent) {
    if kept.pending.isAlarmOpen, let time = event.pressTime {
      perform(.answer(.notice), at: instant(ofEventAt: time))
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
      guard let command = action.command else { return window.raise(at: time) }
      performKey(command, at: time)
    case .globalKeysFailed(let taken, let missing): reportGlobalKeys(taken: taken, missing: missing)
    case .inputMethodFailed:
      let problem = "The input method does not answer; keys type without it"
      StandardError.print("segclock: \(problem)")
      perform(.announce(problem, for: .seconds(10)))
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
    case .monitorsChanged(let before, let monitors): followMonitors(from: before, to: monitors)
    case .fullScreenChanged(let isFull):
      closeMenu()
      perform(.fullScreenChanged(isFull))
    case .aboveChanged(let isAbove): perform(.aboveChanged(isAbove))
    case .aboveRefused: perform(.announce("Always on top is not supported here"))
    case .desktopChanged: followDesktop()
    case .closeRequested, .windowDestroyed: exitCode = .success
    default: break
    }
  }

  func performGlobalKey(_ action: Action) {
    if kept.pending.isAlarmOpen { perform(.answer(.notice)) }
    guard let command = action.command else { return window.raise() }
    performKey(command, at: 0, instant: time.now)
  }

  private func reportGlobalKeys(taken: [Chord], missing: [Chord]) {
    globalKeys.fail(taken + missing)
    let words = globalKeys.keys.compactMap { key in
      taken.contains(key.chord)
        ? "\(key.action.name): another program has the key \(key.chord)"
        : missing.contains(key.chord)
          ? "\(key.action.name): no key of this keyboard gives \(key.chord)" : nil
    }
    guard let first = words.first else { return }
    for line in words { StandardError.print("segclock: \(line)") }
    let more = words.count > 1 ? ", and \(words.count - 1) more" : ""
    perform(.announce(first + more, for: .seconds(10)))
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
    StandardError.print(
      "segclock: compositors that are called \(manager) ignore \(ignored.joined(separator: ", ")): "
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
  func command(for press: KeyPress, during entry: Entry? = nil) -> Command? {
    [press.key, press.fallback].lazy.compactMap { $0 }.compactMap { key in
      command(
        for: key, modifiers: press.modifiers, isRepeat: press.isRepeat, during: entry)
    }.first
  }
}

// Commands, and their effects beyond the model.

extension App {
  func perform(_ command: Command, at given: Instant? = nil) {
    let instant = given ?? time.now
    var effect: Effect?
    let names = kept.pending.rings.map(\.name)
    update { kept in
      effect = kept.apply(command, at: instant)
      return true
    }
    control.follow(names, renamedTo: kept.pending.rings.map(\.name))
    window.input.textInput.isActive = kept.pending.entry?.isText == true
    switch effect {
    case .setFullScreen(let isFull): window.states.setFullScreen(isFull)
    case .setClickThrough(let isOn):
      if !window.setClickThrough(isOn), isOn {
        perform(.setClickThrough(false), at: instant)
        perform(.announce("This display cannot let clicks through"), at: instant)
      } else if isOn {
        // The key X needs the focus, which no click gives.
        let name = configuration.run.name
        let widget = name == StateFolder.defaultName ? "" : " --name \(name)"
        perform(
          .announce("segclock ctl\(widget) click-through off ends it", for: .seconds(10)),
          at: instant)
      }
    case .setAbove(let isAbove):
      places.choose(above: isAbove, configured: configuration.fileSettings.above)
      savePlaces()
      window.states.setAbove(isAbove)
    case .forward(.scrollList(let step)): view.withPointer { $0.scroll(step, on: $1) }
    case .forward(.moveFocus(let direction, let inGroup)):
      moveFocus(direction, inGroup: inGroup, at: instant)
    case .forward(.copy):
      let isCopied = window.copy(kept.pending.transcript(at: instant, wall: time.read().wall))
      perform(.announce(isCopied ? "Copied" : "Could not copy to the clipboard"), at: instant)
    case .ring(let alarm):
      self.alarm.ring(alarm, isOpen: kept.pending.isOpen(alarm), at: instant)
    case .listZones: perform(.edit(.offer(LocalTime.zoneNames)), at: instant)
    case .findZone(let text):
      let zone = try? LocalTime.zone(named: text)
      let refusal = Command.edit(.refuse("There is no such time zone"))
      perform(zone.map { .setClock(ClockSettings(zone: $0)) } ?? refusal, at: instant)
    case .setRing(let index, let text):
      let rings = kept.pending.shownRings
      guard rings.indices.contains(index),
        let source = try? RingText.source(of: text, from: rings[index].source)
      else {
        perform(.edit(.refuse("Type a value, as in 42% or 3/7")), at: instant)
        break
      }
      perform(.edit(.cancel), at: instant)
      perform(.setRing(index, source), at: instant)
    case .forward(.quit): exitCode = .success
    // The menu is opened by the handler of the key or the button, which knows the position.
    case .forward, nil: break
    }
    alarm.follow(kept.pending.openAlarms)
  }

  /// Moves the keyboard focus, or removes it. A ring that has it stays selected.
  func moveFocus(_ direction: Direction?, inGroup: Bool = false, at instant: Instant) {
    let (old, new, ring) = view.withPointer { pointer, composer in
      let old = pointer.focus
      pointer.moveFocus(direction, inGroup: inGroup, on: composer)
      return (old, pointer.focus, pointer.focusedRing(on: composer))
    }
    guard old != new, ring != nil || old?.isRing == true else { return }
    perform(.selectRing(ring, isHeld: true), at: instant)
  }

  /// Performs the command of a key that was pressed at the server's `time`; 0 and `instant` if there was no key.
  func performKey(_ command: Command, at time: UInt32, instant: Instant? = nil) {
    let instant = instant ?? self.instant(ofEventAt: time)
    if command == .leave, menu != nil { return closeMenu() }
    // Leaves the focused button before full screen.
    if command == .leave, view.hasFocus {
      return moveFocus(nil, at: instant)
    }
    if command == .showMenu { return openMenu(at: nil, time: time) }
    if command == .toggleHelp, !kept.pending.isHelpShown, !view.help(of: kept.pending).isLegible {
      return openMenu(at: nil, time: time, isHelp: true)
    }
    perform(command, at: instant)
  }

  /// Returns the instant of an event: the server's time if that is plausible, otherwise now.
  func instant(ofEventAt milliseconds: UInt32) -> Instant {
    time.now - (window.serverClock.age(ofEventAt: milliseconds, at: .now) ?? .zero)
  }
}

// The menu has the keys and the pointer until it closes. A choice in it acts like a key. If the window is too small for
// the help, the help opens in the same popup; any key or click closes it.

struct OpenMenu {
  private var menu: Menu?
  private var help: HelpSheet?
  private var frame = Frame()
  private let compositor = Compositor()

  init(_ menu: Menu?, _ help: HelpSheet?) { (self.menu, self.help) = (menu, help) }

  mutating func compose(_ model: Model, at now: Instant, in view: View) {
    let (theme, font) = view.look
    menu?.update(view.menu(of: model, at: now))
    let list = menu?.list(in: theme, font: font) ?? help?.list(in: theme, font: font)
    if let list { frame.show(list) }
  }

  mutating func handle(_ event: InputEvent, on popup: Popup) -> Menu.Answer {
    defer { move(popup) }
    switch event {
    case .keyPressed(let press):
      guard menu != nil else { return press.isRepeat ? .stay : .close }
      return [press.key, press.fallback].compactMap { $0 }.reduce(.unknown) { answer, key in
        guard answer == .unknown else { return answer }
        return menu?.press(key, modifiers: press.modifiers, isRepeat: press.isRepeat) ?? .close
      }
    case .pointerMoved(let point, _): menu?.move(to: point)
    case .pointerPressed(let press): menu?.move(to: press.position)
    case .pointerReleased(let press): return menu?.release(at: press.position) ?? .close
    case .scrolled(let scroll): menu?.scroll(by: scroll.notches)
    case .exposed(let rect):
      frame.damage.add(rect)
      frame.clipDamage()
    default: break
    }
    return .stay
  }

  private func move(_ popup: Popup) {
    if let menu { popup.move(to: menu.place) }
  }

  /// Sends the damage, once the server has acknowledged the frame before.
  mutating func present(on window: Window) {
    move(window.popup)
    guard !frame.damage.isEmpty, let presenter = window.popup.presenter, presenter.canBeginFrame
    else { return }
    compositor.begin(frame.list, changed: frame.changedItems)
    let unsent = presenter.present(frame.damage.rects, paint: compositor.paint(into:))
    frame.removeChanges()
    for rect in unsent { frame.damage.add(rect) }
  }
}

extension App {
  /// Opens the menu at a point of the screen, or without one in the middle of the window; `time` is
  /// the server's. Instead of the menu it may be the help.
  func openMenu(at point: Point?, time: UInt32, isHelp: Bool = false) {
    // Not while a text is typed.
    guard menu == nil, kept.pending.entry?.isText != true,
      let (monitor, anchor) = window.popup.monitor(at: point)
    else { return }
    view.measureLook()
    let (theme, font) = view.look
    let space = MenuSpace(on: monitor, scale: view.environment.scale) {
      View.measurer($0, false, font)
    }
    let menu = Menu(
      view.menu(of: kept.pending, at: self.time.now), in: space, at: anchor, byKey: point == nil)
    let help = isHelp ? view.help(of: kept.pending, inPopup: space.room.rect.size) : nil
    let place = help.map { space.place($0.size, at: anchor, isCentered: true) } ?? menu.place
    guard window.popup.open(at: place, background: theme.background, time: time) else {
      return perform(.announce("Another program has grabbed the keyboard or the pointer"))
    }
    self.menu = OpenMenu(isHelp ? nil : menu, help)
    view.withPointer { pointer, _ in pointer.release() }
    invalidation.insert(.menu)
  }

  func closeMenu() {
    guard menu != nil else { return }
    menu = nil
    window.popup.close()
  }

  func handleMenu(_ event: InputEvent) {
    guard let answer = menu?.handle(event, on: window.popup) else { return }
    invalidation.insert(.menu)
    switch answer {
    case .close: closeMenu()
    case .choose(let command):
      let release: UInt32? = if case .pointerReleased(let press) = event { press.time } else { nil }
      choose(command, at: release ?? event.pressTime)
    case .unknown:
      // Other keys work as without a menu.
      guard case .keyPressed(let press) = event else { break }
      if let command = bindings.command(for: press) { choose(command, at: press.time) }
    case .stay: break
    }
  }

  private func choose(_ command: Command, at time: UInt32?) {
    closeMenu()
    invalidation.insert(.picture)
    if command != .showMenu, let time { performKey(command, at: time) }
  }

  func presentMenu() {
    guard menu != nil else { return }
    if invalidation.remove(.menu) != nil { menu?.compose(kept.pending, at: time.now, in: view) }
    menu?.present(on: window)
  }
}
