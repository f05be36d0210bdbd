import Geometry
import Keys
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

// Commands, and their effects beyond the model.

extension App {
  func perform(_ command: Command, at given: Instant? = nil) {
    let instant = given ?? time.now
    var effect: Effect?
    update { kept in
      effect = kept.apply(command, at: instant)
      return true
    }
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
      let isCopied = window.copy(kept.pending.asOf(instant).transcript(wall: time.read().wall))
      perform(.announce(isCopied ? "Copied" : "Could not copy to the clipboard"), at: instant)
    case .ring(let alarm):
      self.alarm.ring(alarm, isOpen: kept.pending.isOpen(alarm), at: instant)
    case .listZones: perform(.edit(.offer(LocalTime.zoneNames)), at: instant)
    case .findZone(let text):
      let zone = try? LocalTime.zone(named: text)
      let refusal = Command.edit(.refuse("There is no such time zone"))
      perform(zone.map { .setClock(ClockSettings(zone: $0)) } ?? refusal, at: instant)
    case .setRing(let id, let text):
      guard let ring = kept.pending.shownRings[id],
        let source = try? RingText.source(of: text, from: ring.source)
      else {
        perform(.edit(.refuse("Type a value, as in 42% or 3/7")), at: instant)
        break
      }
      perform(.edit(.cancel), at: instant)
      perform(.setRing(id, source), at: instant)
    case .forward(.quit): exitCode = .success
    // The menu is opened by the handler of the key or the button, which knows the position.
    case .forward, nil: break
    }
    alarm.update(kept.pending.openAlarms)
  }

  /// Moves the keyboard focus, or removes it. A ring that has it stays selected.
  func moveFocus(_ direction: Direction?, inGroup: Bool = false, at instant: Instant) {
    let (old, new, ring) = view.withPointer { pointer, composer in
      let old = pointer.focus
      pointer.moveFocus(direction, inGroup: inGroup, on: composer)
      return (old, pointer.focus, pointer.focusedRing)
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
    if command == .toggleHelp, !kept.pending.isHelpShown,
      !view.help(of: kept.pending.asOf(instant)).isLegible
    {
      return openMenu(at: nil, time: time, isHelp: true)
    }
    perform(command, at: instant)
  }

  /// Returns the instant of an event: the server's time if that is plausible, otherwise now.
  func instant(ofEventAt milliseconds: UInt32) -> Instant {
    time.now - (window.serverClock.age(ofEventAt: milliseconds, at: .now) ?? .zero)
  }
}
