import DisplayLists
import Drawing
import Geometry
import Scene
import Session
import Windowing

/// The menu while it is open, and what of it is not on the screen yet.
struct OpenMenu {
  private var menu: Menu
  private var frame = Frame()
  private let compositor = Compositor()

  /// Opens what there is to choose of `model`, as `view` shows it, over `window`: at the point of the screen where a button
  /// went down, else around `anchor`, the window's middle; on that `monitor`. Nil where it gets no keys or no pointer.
  init?(
    _ model: Model, in view: View, at point: Point?, on monitor: PixelRect, around anchor: Point,
    of window: Window, time: UInt32
  ) {
    let scale = MenuPlacement.scale(view.environment.scale, on: monitor)
    let room = MenuPlacement.room(on: monitor, scale: scale)
    let (theme, font) = view.look
    let content = view.menu(of: model)
    let layout = MenuLayout(content, scale: scale, room: room.rect.size) {
      font.widths(of: $0, size: $1)
    }
    let place =
      point == nil
      ? MenuPlacement.place(layout.size, around: anchor, in: room)
      : MenuPlacement.place(layout.size, at: anchor, in: room)
    guard window.popup.open(at: place, background: theme.background, time: time) else { return nil }
    let opening = point.map { $0.offset(dx: -Double(place.x), dy: -Double(place.y)) }
    menu = Menu(content, layout: layout, opening: opening)
  }

  /// Brings the picture to what the menu is now.
  mutating func compose(_ model: Model, in view: View) {
    let (theme, font) = view.look
    menu.update(view.menu(of: model))
    frame.show(menu.list(in: theme, font: font))
  }

  /// Takes what happens while it has the keys and the pointer.
  mutating func take(_ event: InputEvent) -> Menu.Answer {
    switch event {
    case .keyPressed(let press):
      return menu.press(press.key, modifiers: press.modifiers, isRepeat: press.isRepeat)
    case .pointerMoved(let point, _): menu.move(to: point)
    case .pointerPressed(let press): menu.move(to: press.position)
    case .pointerReleased(let press): return menu.release(at: press.position)
    case .scrolled(let scroll): menu.scroll(by: scroll.dy, at: scroll.position)
    case .exposed(let rect): expose(rect)
    default: break
    }
    return .stay
  }

  /// Takes note of a part that has to be painted.
  private mutating func expose(_ rect: PixelRect) {
    frame.changes.damage.add(rect)
    frame.clipDamage()
  }

  /// Sends what has changed, unless the server is behind: then it is sent when that has caught up.
  mutating func present(on window: Window) {
    guard !frame.changes.damage.isEmpty, window.popup.canPresent else { return }
    compositor.begin(frame.list, changes: frame.changes)
    let unsent = window.popup.present(frame.changes.damage.rects, paint: compositor.paint(into:))
    compositor.end()
    frame.changes.removeAll()
    for rect in unsent { frame.changes.damage.add(rect) }
  }
}
