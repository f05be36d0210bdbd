import DisplayLists
import Geometry
import Keys
import Session
import TestSupport
import Testing

@testable import Scene

@Suite("Menu")
struct MenuTests {
  /// Every letter is as wide as another.
  private static let measurer: TextMeasurer = { text, _, _ in Double(text.count) * 0.6 }

  private static let content = MenuContent(Model())

  private func layout(_ width: Double, _ height: Double, scale: Double = 1) -> MenuLayout {
    MenuLayout(
      Self.content, scale: scale, room: Size(width: width, height: height), font: .standard,
      measurer: Self.measurer)
  }

  private func menu(
    _ layout: MenuLayout? = nil, _ model: Model = Model(), opening: Point? = nil
  ) -> Menu {
    Menu(MenuContent(model), layout: layout ?? self.layout(1280, 800), opening: opening)
  }

  @Test(
    "rows stand whole and apart, and each is hit at every place of its own",
    arguments: [
      (1280.0, 800.0, 1.0), (3840, 2160, 2), (1920, 1080, 1), (640, 480, 1), (800, 600, 1.25),
      (320, 200, 1),
      (1280, 800, 2), (120, 120, 1),
    ])
  func hits(width: Double, height: Double, scale: Double) {
    let layout = layout(width, height, scale: scale)
    #expect(
      layout.size.width <= max(width, 60 * scale) && layout.size.height <= max(height, 80 * scale))
    #expect(layout.size.width == layout.size.width.rounded())
    #expect(layout.rows.count == Self.content.entries.count)
    for (row, frame) in layout.rows.enumerated() {
      #expect(frame.height >= 24 * layout.scale - 1 && frame.height >= 1)
      for point in [frame.origin, frame.center] {
        #expect(layout.row(at: point) == row)
      }
    }
    #expect(layout.row(at: .zero) == nil)
    for rule in layout.rules {
      #expect(
        layout.rows.allSatisfy {
          PixelRect(covering: $0).intersects(PixelRect(covering: rule)) == false
        })
    }
  }

  @Test("two columns are nearly equally high, and smaller where they would not fit")
  func columns() {
    let two = layout(1280, 800)
    let places = two.rows.map(\.minX)
    #expect(Set(places).count == 2 && two.scale == 1 && two.size.height <= 600)
    // A row's number is its place from the top, column by column.
    #expect(places == places.sorted())
    let narrow = layout(400, 300)
    #expect(narrow.scale < 1 && narrow.scale > 0.3 && narrow.size.height <= 300)
  }

  @Test(
    "it opens at the pointer, on the other side of it where there is no room, and never beyond the monitor",
    arguments: [
      ((100, 50), (100, 50)), ((0, 0), (0, 0)), ((950, 50), (650, 50)), ((100, 700), (100, 500)),
      ((999, 799), (699, 599)), ((-5, -5), (0, 0)),
    ])
  func placement(point: (Int, Int), expected: (Int, Int)) {
    let room = PixelRect(x: 0, y: 0, width: 1000, height: 800)
    for (dx, dy) in [(0, 0), (1000, 0), (-300, 200)] {
      let moved = PixelRect(x: dx, y: dy, width: 1000, height: 800)
      let place = MenuPlacement.place(
        Size(width: 300, height: 200), at: Point(x: Double(point.0 + dx), y: Double(point.1 + dy)),
        isCentered: false, in: moved)
      #expect((place.x - dx, place.y - dy) == expected && moved.contains(place))
    }
    let large = MenuPlacement.place(
      Size(width: 900, height: 700), at: Point(x: 500, y: 400), isCentered: false, in: room)
    #expect(room.contains(large))
    let about = MenuPlacement.place(
      Size(width: 300, height: 200), at: Point(x: 10, y: 400), isCentered: true, in: room)
    #expect(about == PixelRect(x: 0, y: 300, width: 300, height: 200))
    let inner = MenuPlacement.room(on: room, scale: 2)
    #expect(inner == PixelRect(x: 8, y: 8, width: 984, height: 784))
  }

  @Test("keys go through the rows that do something, around the ends, and choose")
  func keys() {
    var menu = menu()
    func press(_ key: Key) -> Menu.Answer { menu.press(key, modifiers: [], isRepeat: false) }
    func command() -> Command? { menu.selection.map { menu.entries[$0].command } }
    #expect(command() == .toggle)
    #expect(press(.down) == .stay && command() == .step(1))
    #expect(press(.up) == .stay && press(.up) == .stay && command() == .quit)
    #expect(press(.down) == .stay && command() == .toggle)
    #expect(
      press(.end) == .stay && command() == .quit && press(.home) == .stay && command() == .toggle)
    #expect(press(.right) == .stay && command() != .toggle)
    #expect(press(.left) == .stay && command() == .toggle)
    #expect(press(.space) == .choose(.toggle) && press(.return) == .choose(.toggle))
    #expect(menu.press(.return, modifiers: [], isRepeat: true) == .stay)
    #expect(press(.escape) == .close)
    #expect(press(.character("l")) == .unknown && press(.pageUp) == .unknown)
    #expect(menu.press(.home, modifiers: .shift, isRepeat: false) == .unknown)
  }

  @Test("a click opens it and the next one chooses, and so does a drag; beside it, it closes")
  func pointer() throws {
    let layout = layout(1280, 800)
    let start = layout.rows[0].center
    let opening = Point(x: start.x + 1, y: start.y)
    var clicked = menu(layout, opening: opening)
    #expect(clicked.selection == nil)
    // Flipped, it may open with a row under the pointer: that is not chosen by the release of the same click.
    #expect(clicked.release(at: opening.offset(dx: 2, dy: 2)) == .stay)
    #expect(clicked.release(at: start) == .choose(.toggle))
    var dragged = menu(layout, opening: opening)
    dragged.move(to: start.offset(dx: 20, dy: 0))
    #expect(dragged.selection == 0 && dragged.release(at: start) == .choose(.toggle))
    var left = menu(layout, opening: opening)
    left.move(to: Point(x: -20, y: 10))
    #expect(left.selection == nil && left.release(at: Point(x: -20, y: 10)) == .close)
    // A row that does nothing keeps it open, and so does the room between rows.
    var waiting = menu(layout, opening: opening)
    _ = waiting.release(at: opening)
    #expect(waiting.release(at: layout.rows[1].center) == .stay && waiting.selection == nil)
    #expect(waiting.release(at: .zero) == .stay)
  }

  @Test("the wheel chooses, around the ends")
  func wheel() {
    var menu = menu()
    menu.scroll(by: 1)
    #expect(menu.selection.map { menu.entries[$0].command } == .step(1))
    menu.scroll(by: -2)
    #expect(menu.selection == menu.entries.lastIndex(where: \.isEnabled))
    menu.scroll(by: .min)
    #expect(menu.selection != nil)
  }

  @Test("what changes meanwhile is taken over, and a row that does nothing any more is not chosen")
  func update() {
    var menu = menu(nil, Model().after([(0, .start)]))
    _ = menu.press(.down, modifiers: [], isRepeat: false)
    #expect(menu.selection == 1)
    menu.update(MenuContent(Model()))
    #expect(menu.selection == nil && menu.entries[0].title == "Start")
    #expect(menu.press(.return, modifiers: [], isRepeat: false) == .unknown)
  }

  @Test(
    "in every look words and keys can be read, and what is chosen stands out",
    arguments: Theme.builtIn)
  func looks(theme: Theme) {
    #expect(theme.focus.contrast(with: theme.background) >= Contrast.large)
    #expect(theme.text.contrast(with: theme.chosenFace) >= Contrast.text)
    #expect(theme.menuKey.contrast(with: theme.chosenFace) >= Contrast.text)
    #expect(theme.menuKey.contrast(with: theme.background) >= Contrast.text)
    var menu = menu()
    let first = menu.list(in: theme, font: .standard)
    _ = menu.press(.down, modifiers: [], isRepeat: false)
    let second = menu.list(in: theme, font: .standard)
    let damage = second.damage(since: first)
    // Two rows, and not the whole of it.
    #expect(!damage.isEmpty && damage.area < first.bounds.area / 5)
    let texts = first.pictures.flatMap(\.texts).map(\.string)
    for entry in Self.content.entries {
      #expect(texts.contains(entry.title) && texts.contains(entry.key))
    }
  }
}
