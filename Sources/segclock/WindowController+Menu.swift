import Geometry
import Scene
import Session
import Windowing

// The menu: opened by a key or a button, it has both until it closes, and what is chosen in it is the command of a key.

extension WindowController {
  /// Opens the menu at a point of the screen where a button went down, or in the window's middle for a key, at the
  /// server's `time` of it.
  func openMenu(at point: Point?, time: UInt32) {
    // What is typed into a name is no matter of a menu.
    guard menu == nil, kept.current.entry == nil, let room = window.popup.monitor(at: point) else {
      return
    }
    menu = OpenMenu(
      kept.current, in: view, at: point, on: room.monitor, around: room.point, of: window,
      time: time)
    guard menu != nil else {
      return apply(.announce("Another program has the keys or the pointer"))
    }
    view.releasePointer()
    isMenuStale = true
  }

  /// Closes the menu, if it is open.
  func closeMenu() {
    guard menu != nil else { return }
    menu = nil
    window.popup.close()
  }

  /// Takes what happens while the menu has the keys and the pointer.
  func takeMenu(_ event: InputEvent) {
    guard let answer = menu?.take(event) else { return }
    isMenuStale = true
    switch answer {
    case .close: closeMenu()
    case .choose(let command):
      let release: UInt32? = if case .pointerReleased(let press) = event { press.time } else { nil }
      choose(command, at: release ?? event.pressTime)
    case .unknown:
      // A key of the table does here what it does elsewhere.
      guard case .keyPressed(let press) = event else { break }
      if let command = bindings.command(for: press) { choose(command, at: press.time) }
    case .stay: break
    }
  }

  private func choose(_ command: Command, at time: UInt32?) {
    closeMenu()
    isStale = true
    guard command != .showMenu, let time else { return }
    carryOut(command, at: time)
  }

  /// Shows the menu as it is by now.
  func settleMenu() {
    guard menu != nil else { return }
    if isMenuStale {
      isMenuStale = false
      menu?.compose(kept.current, in: view)
    }
    menu?.present(on: window)
  }
}
