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

// The menu has the keys and the pointer until it closes. A choice in it acts like a key. If the window is too small for
// the help, the help opens in the same popup; any key or click closes it.

struct OpenMenu {
  private var menu: Menu?
  private var help: HelpSheet?
  private var frame = Frame()
  private let compositor = Compositor()

  init(_ menu: Menu?, _ help: HelpSheet?) { (self.menu, self.help) = (menu, help) }

  mutating func compose(_ content: MenuContent, in view: View) {
    let (theme, font) = view.look
    menu?.update(content)
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
    let model = kept.pending.asOf(self.time.now)
    let menu = Menu(menuContent(of: model), in: space, at: anchor, byKey: point == nil)
    let help = isHelp ? view.help(of: model, inPopup: space.room.rect.size) : nil
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
      choose(command, at: release ?? event.inputTime)
    case .unknown:
      // Other keys work as without a menu.
      guard case .keyPressed(let press) = event else { break }
      if let command = bindings.command(for: press) { choose(command, at: press.time) }
    case .stay: break
    }
  }

  private func choose(_ command: InputCommand, at time: UInt32?) {
    closeMenu()
    invalidation.insert(.picture)
    if command != .window(.showMenu), let time { performKey(command, at: time) }
  }

  func presentMenu() {
    guard menu != nil else { return }
    if invalidation.remove(.menu) != nil {
      let content = menuContent(of: kept.pending.asOf(time.now))
      menu?.compose(content, in: view)
    }
    menu?.present(on: window)
  }

  private func menuContent(of model: ModelAt) -> MenuContent {
    MenuContent(model, in: windowStatus(of: model), bindings: bindings)
  }
}
