import DisplayLists
import Drawing
import Geometry
import Scene
import Session
import Windowing

/// The menu while it is open, and what of it is not on the screen yet.
struct OpenMenu {
  var menu: Menu
  private var frame = Frame()
  private let compositor = Compositor()

  init(_ menu: Menu) { self.menu = menu }

  /// Brings the picture to what the menu is now.
  mutating func compose(in theme: Theme, font: FontMetrics) {
    frame.show(menu.list(in: theme, font: font))
  }

  /// Takes note of a part that has to be painted.
  mutating func expose(_ rect: PixelRect) {
    frame.changes.damage.add(rect)
    frame.clipDamage()
  }

  /// Sends what has changed, unless the server is behind: then it is sent when that has caught up.
  mutating func present(on window: Window) {
    guard !frame.changes.damage.isEmpty, window.canPresentPopup else { return }
    compositor.begin(frame.list, changes: frame.changes)
    let unsent = window.presentPopup(frame.changes.damage.rects, from: compositor)
    compositor.end()
    frame.changes.removeAll()
    for rect in unsent { frame.changes.damage.add(rect) }
  }
}
