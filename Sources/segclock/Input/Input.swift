import Geometry
import Keys
import Platform
import Scene
import Session
import Settings
import Timekeeping
import Windowing
import Wording

// Turns events of the window into commands.

extension App {
  func handleEvents(in turn: Turn) {
    while exitCode == nil, let (surface, event) = window.nextEvent(in: turn) {
      guard event != .frameCompleted else { continue }
      if kept.pending.isAlarmOpen, let time = event.inputTime {
        perform(.answer(.acknowledge), at: instant(ofEventAt: time))
      }
      if surface === window.surface { handle(event) } else { handleMenu(event) }
    }
  }

  private func handle(_ event: InputEvent) {
    if case .otherKeyPressed = event {} else { invalidation.insert(.picture) }
    switch event {
    case .textEntered(let text, let time): type(text, at: time)
    case .keyPressed(let press): handleKey(press)
    case .globalKeyPressed(let chord, let time, let isRepeat):
      handleGlobalKey(chord, at: time, isRepeat: isRepeat)
    case .globalKeysFailed(let taken, let missing): reportGlobalKeys(taken: taken, missing: missing)
    case .inputMethodFailed:
      let problem = mark("The input method does not answer; keys type without it")
      report([problem.english], notice: problem)
    case .pointerMoved(let position, let isDown): movePointer(to: position, isDown: isDown)
    case .pointerLeft: _ = view.withPointer { pointer, _ in pointer.move(to: nil) }
    case .pointerPressed(let press): pressPointer(press)
    case .pointerReleased(let press): releasePointer(press)
    case .scrolled(let wheel): scroll(wheel)
    case .focusChanged(false):
      closeMenu()
      moveFocus(nil, at: time.now)
    case .resized(let width, let height):
      view.environment.width = max(1, width)
      view.environment.height = max(1, height)
    case .exposed(let rect): view.damage.add(rect)
    case .visibilityChanged(let visible): isVisible = visible
    case .scaleChanged(let scale): followScale(scale)
    case .monitorsChanged(let before, let monitors): moveToMonitors(from: before, to: monitors)
    case .fullScreenChanged(let isFull):
      closeMenu()
      view.isFullScreen = isFull
    case .aboveChanged(let isAbove): record(isAbove: isAbove)
    case .aboveRefused: perform(.announce(mark("Always on top is not supported here")))
    case .desktopChanged: applyDesktopAppearance()
    case .surroundingsKnown:
      if !globalKeys.keys.isEmpty { globalKeys.bind() }
      reportIgnoredSettings()
    case .closeRequested, .windowDestroyed: exitCode = .success
    // The picture that every event invalidates takes these from the window.
    case .compositingChanged, .refreshRateChanged: break
    case .otherKeyPressed, .focusChanged(true), .frameCompleted: break
    }
  }
}
