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
import Wording

// The menu has the keys and the pointer until it closes. A choice in it acts like a key. If the window is too small for
// the help, the help opens in the same popup; any key or click closes it.

struct OpenMenu {
  private var menu: Menu?
  private var help: HelpSheet?
  private var frame = Frame()
  private let compositor = Compositor()
  private let surface: Surface
  /// Is in the middle of the surface.
  private let face: PopupFace
  /// At most one frame for each deadline of the frame clock, however many events come.
  private(set) var nextFrameStart = MonotonicTime.distantPast

  init(_ menu: Menu?, _ help: HelpSheet?, on surface: Surface, face: PopupFace) {
    (self.menu, self.help, self.surface, self.face) = (menu, help, surface, face)
  }

  mutating func compose(_ content: MenuContent, in view: View) {
    let (theme, font) = view.look
    menu?.update(content)
    let themes = view.environment.themes
    let list =
      menu?.list(in: theme, font: font, themes: themes, on: face)
      ?? help?.list(in: theme, font: font, on: face)
    if let list { frame.show(list) }
  }

  mutating func handle(_ event: InputEvent) -> Menu.Answer {
    defer { move() }
    switch event {
    case .keyPressed(let press):
      guard menu != nil else { return press.isRepeat ? .stay : .close }
      return [press.key, press.fallback].compactMap { $0 }.reduce(.unknown) { answer, key in
        guard answer == .unknown else { return answer }
        return menu?.press(key, modifiers: press.modifiers, isRepeat: press.isRepeat) ?? .close
      }
    case .pointerMoved(let point, _): menu?.move(to: point.inside(face))
    case .pointerPressed(let press): menu?.move(to: press.position.inside(face))
    case .pointerReleased(let press):
      return menu?.release(at: press.position.inside(face)) ?? .close
    case .scrolled(let scroll): menu?.scroll(by: scroll.notches)
    case .exposed(let rect):
      frame.damage.add(rect)
      frame.clipDamage()
    case .windowDestroyed: return .close
    default: break
    }
    return .stay
  }

  /// Its rectangle on the screen, without its shadow.
  var place: PixelRect { surface.rect.grown(by: -face.margin) }
  var elements: [Element] { menu?.elements ?? help?.elements ?? [] }

  /// Chooses a row of the menu.
  mutating func choose(_ row: Int) -> Menu.Answer { menu?.choose(row) ?? .unknown }

  private func move() {
    if let menu { surface.move(to: menu.place.grown(by: face.margin)) }
  }

  /// Whether the server has acknowledged the frame before.
  var canBeginFrame: Bool { surface.presenter.canBeginFrame }

  /// Sends the damage; returns whether all of it was sent. `next` is when another frame may begin.
  mutating func present(next: MonotonicTime) -> Bool {
    move()
    guard !frame.damage.isEmpty else { return true }
    compositor.begin(frame.list, changed: frame.changedItems)
    let unsent = surface.presenter.present(frame.damage.rects, paint: compositor.paint(into:))
    frame.removeChanges()
    for rect in unsent { frame.damage.add(rect) }
    if unsent.isEmpty { nextFrameStart = next }
    return unsent.isEmpty
  }
}

extension App {
  /// Opens the menu at a point of the screen, or without one in the middle of the window; `time` is
  /// the server's. Instead of the menu it may be the help.
  func openMenu(at point: Point?, time: UInt32, isHelp: Bool = false) {
    // Not while a text is typed.
    guard menu == nil, kept.pending.entry?.isText != true,
      let (monitor, anchor) = window.monitor(at: point)
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
    // Without a compositor, a shadow and round corners would be black.
    let isRaised = view.environment.showsAlpha
    let face = isRaised ? PopupFace.raised(scale: view.environment.scale) : .square
    let background = isRaised ? Color.clear : theme.background
    guard
      let popup = window.openPopup(
        at: place.grown(by: face.margin), background: background, time: time)
    else {
      return perform(.announce(mark("Another program has grabbed the keyboard or the pointer")))
    }
    self.menu = OpenMenu(isHelp ? nil : menu, help, on: popup, face: face)
    view.withPointer { pointer, _ in pointer.release() }
    invalidation.insert(.menu)
  }

  func closeMenu() {
    guard menu != nil else { return }
    menu = nil
    window.closePopup()
  }

  func handleMenu(_ event: InputEvent) {
    guard let answer = menu?.handle(event) else { return }
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

  /// Chooses a row of the menu, without a key or a click.
  func chooseInMenu(_ row: Int) {
    guard let answer = menu?.choose(row) else { return }
    invalidation.insert(.menu)
    switch answer {
    case .choose(let command): choose(command, at: 0)
    case .close: closeMenu()
    case .stay, .unknown: break
    }
  }

  private func choose(_ command: InputCommand, at time: UInt32?) {
    closeMenu()
    invalidation.insert(.picture)
    if command != .window(.showMenu), let time { performKey(command, at: time) }
  }

  /// Shows the menu if it is invalid and a frame may begin; returns when to call again.
  func presentMenu() -> MonotonicTime? {
    guard let start = menu?.nextFrameStart, invalidation.contains(.menu) else { return nil }
    let now = MonotonicTime.now
    guard start <= now else { return start }
    guard menu?.canBeginFrame == true else { return nil }
    let content = menuContent(of: kept.pending.asOf(time.now))
    menu?.compose(content, in: view)
    if menu?.present(next: frames.deadline(after: now)) == true { invalidation.remove(.menu) }
    return nil
  }

  private func menuContent(of model: ModelAt) -> MenuContent {
    MenuContent(model, in: windowStatus(of: model), bindings: bindings)
  }
}

extension Point {
  /// The point of a surface as one of the face in it.
  fileprivate func inside(_ face: PopupFace) -> Point {
    offset(dx: -Double(face.margin), dy: -Double(face.margin))
  }
}

extension PixelRect {
  fileprivate func grown(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
