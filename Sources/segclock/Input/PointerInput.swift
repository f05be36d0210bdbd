import Geometry
import Scene
import Session
import Windowing

// The pointer and the wheel.

extension App {
  func movePointer(to position: Point, isDown: Bool) {
    let command = view.withPointer { pointer, _ in pointer.move(to: position, isDown: isDown) }
    if let command { perform(command) }
    window.cursor.edge = edge(at: position)
    window.cursor.show(view.cursor, scale: view.environment.scale)
  }

  func pressPointer(_ press: PointerPress) {
    // The release of an earlier press may have gone to the window manager.
    clickedWindow = nil
    // A click hides the keyboard focus.
    moveFocus(nil, at: instant(ofEventAt: press.time))
    switch press.button {
    case .primary:
      guard !view.withPointer({ $0.press(at: press.position, on: $1) }) else {
        if let command = view.withPointer({ $0.act(on: $1) }) {
          perform(command, at: instant(ofEventAt: press.time))
        }
        break
      }
      let edge = edge(at: press.position)
      if edge == nil, view.composer.startsByClick { clickedWindow = press }
      if !window.states.isFullScreen { window.input.beginDrag(press, at: edge) }
    case .secondary:
      if kept.pending.entry?.isText == true { perform(.edit(.cancel)) }
      openMenu(at: press.rootPosition, time: press.time)
    case .middle, .back, .forward: break
    }
  }

  func releasePointer(_ press: PointerPress) {
    if press.button == .primary, let clicked = clickedWindow {
      clickedWindow = nil
      // Else the window was moved.
      guard !window.input.isDrag(from: clicked, to: press) else { return }
      return perform(.toggle, at: instant(ofEventAt: clicked.time))
    }
    guard press.button == .primary,
      let command = view.withPointer({
        $0.release(at: press.position, on: $1, time: press.time)
      })
    else { return }
    perform(command, at: instant(ofEventAt: press.time))
  }

  func scroll(_ scroll: Scroll) {
    let command =
      view.withPointer { $0.scroll(by: scroll.notches, at: scroll.position, on: $1) }
      ?? (scroll.notches == 0
        ? nil
        : kept.pending.command(
          ofWheel: scroll.notches, over: view.composer.element(at: scroll.position)?.unit))
    if let command { perform(command, at: instant(ofEventAt: scroll.time)) }
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
