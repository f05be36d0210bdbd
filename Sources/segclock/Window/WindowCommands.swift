import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing
import Wording

// Commands of the window.

extension App {
  /// Performs a command as of `instant`, by default now. `time` is the server's time of the key, 0 without one.
  func perform(_ command: WindowCommand, at instant: Instant? = nil, time: UInt32 = 0) {
    let instant = instant ?? self.time.now
    invalidation.insert([.picture, .menu])
    switch command {
    case .scrollList(let step): view.withPointer { $0.scroll(step, on: $1) }
    case .moveFocus(let direction, let inGroup):
      moveFocus(direction, inGroup: inGroup, at: instant)
    case .showMenu: openMenu(at: nil, time: time)
    case .raise: if time == 0 { window.raise() } else { window.raise(at: time) }
    case .toggleFullScreen: setFullScreen(!view.isFullScreen)
    case .toggleAbove:
      places.choose(above: !isAbove, configured: configuration.fileSettings.above)
      savePlaces()
      window.states.setAbove(!isAbove)
    case .setClickThrough(let isOn): setClickThrough(isOn ?? !isClickThrough, at: instant)
    case .copy:
      let text = kept.pending.asOf(instant).transcript(wall: self.time.read().wall)
      let isCopied = window.copy(text)
      perform(
        .announce(isCopied ? mark("Copied") : mark("Could not copy to the clipboard")), at: instant)
    case .leave: leavable(in: kept.pending.asOf(instant)).first?(instant)
    case .quit: exitCode = .success
    }
  }

  /// What `leave` closes or ends, in this order, as far as it is there.
  private func leavable(in model: ModelAt) -> [(Instant) -> Void] {
    let all: [(isThere: Bool, end: (Instant) -> Void)] = [
      (menu != nil, { _ in self.closeMenu() }),
      (view.hasFocus, { self.moveFocus(nil, at: $0) }),
      (model.month != nil, { self.perform(.day(.toggleMonth), at: $0) }),
      (model.isHelpShown, { self.perform(.toggleHelp, at: $0) }),
      (model.rings.chosen != nil, { self.perform(.selectRing(nil, isHeld: true), at: $0) }),
      (view.isFullScreen, { _ in self.setFullScreen(false) }),
    ]
    return all.filter(\.isThere).map(\.end)
  }

  func windowStatus(of model: ModelAt) -> WindowStatus {
    let elements = view.composer.elements
    return WindowStatus(
      isFullScreen: view.isFullScreen, isAbove: isAbove, isClickThrough: isClickThrough,
      canScrollList: elements.canScrollList,
      canMoveFocus: elements.focusable.contains { $0.isEnabled },
      canLeave: !leavable(in: model).isEmpty)
  }

  private func setFullScreen(_ isFullScreen: Bool) {
    view.isFullScreen = isFullScreen
    window.states.setFullScreen(isFullScreen)
  }

  /// Records what the window manager has done.
  func record(isAbove: Bool) {
    guard isAbove != self.isAbove else { return }
    self.isAbove = isAbove
    perform(.announce(isAbove ? mark("Always on top") : mark("No longer on top")))
  }

  private func setClickThrough(_ isOn: Bool, at instant: Instant) {
    guard isOn != isClickThrough else { return }
    let isDone = window.setClickThrough(isOn)
    if isOn, !isDone {
      _ = window.setClickThrough(false)
      return perform(.announce(mark("This display cannot let clicks through")), at: instant)
    }
    isClickThrough = isOn
    guard isOn else { return perform(.announce(mark("Click-through off")), at: instant) }
    // The key X needs the focus, which no click gives.
    let name = configuration.run.name
    let widget = name == StateFolder.defaultName ? "" : " --name \(name)"
    let command = "segclock ctl\(widget) click-through off"
    // TRANSLATORS: {0} is a command for a terminal; "it" is that clicks go through the window.
    perform(
      .announce(mark("{0} ends it", command), for: Notice.problemLifetime), at: instant)
  }

  /// Moves the keyboard focus, or removes it. A ring that has it stays selected.
  func moveFocus(_ direction: Direction?, inGroup: Bool = false, at instant: Instant) {
    changeFocus(at: instant) { $0.moveFocus(direction, inGroup: inGroup, on: $1) }
  }

  func changeFocus(at instant: Instant, _ change: (inout Pointer, FrameComposer) -> Void) {
    let (old, new, ring) = view.withPointer { pointer, composer in
      let old = pointer.focus
      change(&pointer, composer)
      return (old, pointer.focus, pointer.focusedRing)
    }
    guard old != new, ring != nil || old?.isRing == true else { return }
    perform(.selectRing(ring, isHeld: true), at: instant)
  }
}
