import Drawing
import Geometry
import Scene
import Session
import Windowing

// The menu: opened by a key or a button, it has both until it closes, and what is chosen in it is the command of a key.

extension WindowLoop {
  /// Opens the menu at a point of the screen where a button went down, or in the window's middle for a key, at the
  /// server's `time` of it.
  func openMenu(at point: Point?, time: UInt32) {
    // What is typed into a name is no matter of a menu.
    guard menu == nil, kept.current.entry == nil, let (monitor, anchor) = window.monitor(at: point) else {
      return
    }
    let scale = MenuPlacement.scale(view.environment.scale, on: monitor)
    let room = MenuPlacement.room(on: monitor, scale: scale)
    let (theme, font) = view.look
    let content = view.menu(of: kept.current)
    let layout = MenuLayout(content, scale: scale, room: room.rect.size) {
      font.widths(of: $0, size: $1)
    }
    let place =
      point == nil
      ? MenuPlacement.place(layout.size, around: anchor, in: room)
      : MenuPlacement.place(layout.size, at: anchor, in: room)
    guard window.openPopup(at: place, background: theme.background, time: time) else {
      return apply(.announce("Another program has the keys or the pointer"))
    }
    view.releasePointer()
    let opening = point.map { $0.offset(dx: -Double(place.x), dy: -Double(place.y)) }
    menu = OpenMenu(Menu(content, layout: layout, opening: opening))
    isMenuStale = true
  }

  /// Closes the menu, if it is open.
  func closeMenu() {
    guard menu != nil else { return }
    menu = nil
    window.closePopup()
  }

  /// Takes what happens while the menu has the keys and the pointer.
  func takeMenu(_ event: InputEvent) {
    guard menu != nil else { return }
    isMenuStale = true
    switch event {
    case .keyPressed(let press):
      let answer = menu?.menu.press(press.key, modifiers: press.modifiers, isRepeat: press.isRepeat)
      guard answer == .unknown else { return carryOut(answer, at: press.time) }
      // A key of the table does here what it does elsewhere.
      if let command = command(of: press) { carryOut(.choose(command), at: press.time) }
    case .pointerMoved(let point, _): menu?.menu.move(to: point)
    case .pointerPressed(let press): menu?.menu.move(to: press.position)
    case .pointerReleased(let press):
      carryOut(menu?.menu.release(at: press.position), at: press.time)
    case .scrolled(let scroll): menu?.menu.scroll(by: scroll.dy, at: scroll.position)
    case .exposed(let rect): menu?.expose(rect)
    default: break
    }
  }

  private func carryOut(_ answer: Menu.Answer?, at time: UInt32) {
    switch answer {
    case .close: closeMenu()
    case .choose(let command):
      closeMenu()
      isStale = true
      guard command != .showMenu else { return }
      carryOut(command, at: time)
    case .stay, .unknown, nil: break
    }
  }

  /// Shows the menu as it is by now.
  func settleMenu() {
    guard menu != nil else { return }
    if isMenuStale {
      isMenuStale = false
      let (theme, font) = view.look
      menu?.menu.update(view.menu(of: kept.current))
      menu?.compose(in: theme, font: font)
    }
    menu?.present(on: window)
  }
}
