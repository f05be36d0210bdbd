import DisplayLists
import Geometry
import Keys
import Session
import TestSupport
import Testing

@testable import Scene

@Suite("Menu")
struct MenuTests {
  private static let content = MenuContent(Model().asOf(at(0)))

  /// Every letter is as wide as another.
  private func space(_ width: Int = 1280, _ height: Int = 800, scale: Double = 1) -> MenuSpace {
    MenuSpace(on: PixelRect(x: 0, y: 0, width: width, height: height), scale: scale) {
      Double($0.count) * 0.6
    }
  }

  private func menu(_ model: Model = Model(), in space: MenuSpace? = nil) -> Menu {
    Menu(
      MenuContent(model.asOf(at(0))), in: space ?? self.space(), at: Point(x: 640, y: 400),
      byKey: true)
  }

  /// Keys that lead to levels of the menu.
  static let ways: [[Key]] = ["", "t>", "tt>", "p", "m", "r>", "r>g", "r>gf", "w"].map { way in
    way.unicodeScalars.map { $0 == ">" ? .right : .character($0) }
  }

  @Test(
    "rows stand whole and apart, and each is hit at every place of its own",
    arguments: [
      (1280, 800, 1.0), (3840, 2160, 2), (1920, 1080, 1), (640, 480, 1), (800, 600, 1.25),
      (320, 200, 1), (1280, 800, 2), (400, 300, 1), (120, 120, 1),
    ], ways)
  func hits(screen: (width: Int, height: Int, scale: Double), way: [Key]) {
    let space = space(screen.width, screen.height, scale: screen.scale)
    var menu = menu(in: space)
    for key in way { _ = menu.press(key, modifiers: [], isRepeat: false) }
    let layout = menu.layout
    #expect(space.room.contains(menu.place))
    #expect(menu.place.rect.size == layout.size)
    #expect(layout.rows.count == menu.entries.count)
    for (row, frame) in layout.rows.enumerated() {
      #expect(frame.height >= 24 * layout.scale - 1 && frame.height >= 1)
      for point in [frame.origin, frame.center] {
        #expect(menu.elements.hit(at: point)?.action == .choose(row: row))
      }
    }
    #expect(menu.elements.hit(at: .zero) == nil)
    for rule in layout.rules {
      #expect(
        layout.rows.allSatisfy {
          PixelRect(covering: $0).intersects(PixelRect(covering: rule)) == false
        })
    }
  }

  @Test("one column, more of them on a low screen, and smaller where they would not fit")
  func columns() {
    func layout(_ width: Int, _ height: Int) -> MenuLayout {
      MenuLayout(Self.content, in: space(width, height))
    }
    let one = layout(1280, 800)
    #expect(Set(one.rows.map(\.minX)).count == 1 && one.scale == 1 && one.size.width < 300)
    let low = layout(1280, 240)
    let places = low.rows.map(\.minX)
    #expect(Set(places).count == 2 && low.scale == 1 && low.size.height <= 232)
    // A row's number is its place from the top, column by column.
    #expect(places == places.sorted())
    let small = layout(240, 200)
    #expect(small.scale < 1 && small.scale > 0.3 && small.size.height <= 192)
  }

  @Test("a ring's long name makes no wide menu")
  func longName() {
    let ring = RingModel(name: String(repeating: "m", count: 200), source: .manual(0))
    let space = MenuSpace(on: PixelRect(x: 0, y: 0, width: 1280, height: 800), scale: 1) {
      Double($0.count)
    }
    var rings = menu(Model(rings: [ring]), in: space)
    for key in "rr".unicodeScalars {
      _ = rings.press(.character(key), modifiers: [], isRepeat: false)
    }
    _ = rings.press(.right, modifiers: [], isRepeat: false)
    #expect(rings.entries.count == 2 && rings.layout.size.width < 400 && rings.layout.scale == 1)
    let titles = rings.list(in: .neon, font: .standard).pictures.flatMap(\.texts).map(\.string)
    #expect(titles.contains { $0.hasPrefix("mmm") && $0.contains("…") && $0.hasSuffix("m 0 %") })
  }

  @Test(
    "it opens at the pointer, on the other side of it where there is no room, and never beyond the monitor",
    arguments: [
      ((100, 50), (100, 50)), ((0, 0), (0, 0)), ((950, 50), (650, 50)), ((100, 700), (100, 500)),
      ((999, 799), (699, 599)), ((-5, -5), (0, 0)),
    ])
  func placement(point: (Int, Int), expected: (Int, Int)) {
    for (dx, dy) in [(0, 0), (1000, 0), (-300, 200)] {
      let monitor = PixelRect(x: dx - 4, y: dy - 4, width: 1008, height: 808)
      let space = MenuSpace(on: monitor, scale: 1) { Double($0.count) }
      let place = space.place(
        Size(width: 300, height: 200), at: Point(x: Double(point.0 + dx), y: Double(point.1 + dy)),
        isCentered: false)
      #expect((place.x - dx, place.y - dy) == expected && space.room.contains(place))
    }
    let space = space(1008, 808)
    let large = space.place(
      Size(width: 900, height: 700), at: Point(x: 500, y: 400), isCentered: false)
    #expect(space.room.contains(large))
    let about = space.place(
      Size(width: 300, height: 200), at: Point(x: 10, y: 400), isCentered: true)
    #expect(about == PixelRect(x: 4, y: 300, width: 300, height: 200))
    let room = self.space(1000, 800, scale: 2).room
    #expect(room == PixelRect(x: 8, y: 8, width: 984, height: 784))
  }

  @Test("a submenu keeps the corner, where it fits, and going back is the same place again")
  func corner() {
    let space = space()
    for point in [Point(x: 20, y: 30), Point(x: 1270, y: 790), Point(x: 1000, y: 780)] {
      var menu = Menu(Self.content, in: space, at: point, byKey: false)
      let first = menu.place
      for key in [Key.character("m"), .right] {
        _ = menu.press(key, modifiers: [], isRepeat: false)
      }
      #expect(menu.entries[0].title == "Mode" && space.room.contains(menu.place))
      #expect((menu.place.x, menu.place.y) == (first.x, first.y))
      _ = menu.press(.left, modifiers: [], isRepeat: false)
      #expect(menu.place == first)
    }
  }

  @Test("keys go through the rows that do something, around the ends, and choose")
  func keys() {
    var menu = menu()
    func press(_ key: Key) -> Menu.Answer { menu.press(key, modifiers: [], isRepeat: false) }
    func title() -> String? { menu.selection.map { menu.entries[$0].title } }
    #expect(title() == "Start")
    #expect(press(.down) == .stay && title() == "Timer")
    #expect(press(.up) == .stay && press(.up) == .stay && title() == "Quit")
    #expect(press(.down) == .stay && title() == "Start")
    #expect(
      press(.end) == .stay && title() == "Quit" && press(.home) == .stay && title() == "Start")
    // At the top there is nothing to the left, and a row that does something has nothing inside.
    #expect(press(.right) == .stay && press(.left) == .stay && title() == "Start")
    #expect(press(.space) == .choose(.model(.toggle)) && press(.return) == .choose(.model(.toggle)))
    #expect(menu.press(.return, modifiers: [], isRepeat: true) == .stay)
    #expect(menu.press(.escape, modifiers: [], isRepeat: true) == .stay && press(.escape) == .close)
    #expect(press(.character("5")) == .unknown && press(.pageUp) == .unknown)
    #expect(menu.press(.home, modifiers: .shift, isRepeat: false) == .unknown)
  }

  @Test("Right, Return and Space open a submenu; Left, Escape and its first row go back")
  func levels() {
    var menu = menu()
    func press(_ keys: Key...) -> Menu.Answer {
      keys.map { menu.press($0, modifiers: [], isRepeat: false) }.last ?? .unknown
    }
    func title() -> String? { menu.selection.map { menu.entries[$0].title } }
    _ = press(.down, .down, .down)
    #expect(title() == "Mode")
    for open in [Key.right, .return, .space] {
      for back in [[Key.left], [.escape], [.home, .return], [.up, .space]] {
        #expect(press(open) == .stay && menu.entries.map(\.title).first == "Mode")
        #expect(title() == "Stopwatch" && menu.entries.count == 8)
        for key in back { #expect(press(key) == .stay) }
        #expect(title() == "Mode" && menu.entries.count == 14)
      }
    }
    #expect(menu.press(.right, modifiers: [], isRepeat: true) == .stay && title() == "Mode")
    #expect(press(.right, .down, .return) == .choose(.model(.mode(.timer))))
    // Three levels, and a key that is held closes no more than one.
    #expect(press(.left, .down, .down, .right, .right) == .stay && title() == "0 %")
    #expect(press(.end, .up, .up, .right) == .stay && title() == "Second")
    #expect(press(.return) == .choose(.model(.setRing(1, .second))))
    #expect(press(.escape) == .stay && title() == "Follow")
    #expect(menu.press(.escape, modifiers: [], isRepeat: true) == .stay && title() == "Follow")
    #expect(press(.escape, .escape) == .stay && title() == "Rings" && press(.escape) == .close)
  }

  @Test("a first letter goes to the next row that has it, and chooses the only one")
  func letters() {
    var menu = menu()
    func press(_ letter: Unicode.Scalar, isRepeat: Bool = false) -> Menu.Answer {
      menu.press(.character(letter), modifiers: [], isRepeat: isRepeat)
    }
    func title() -> String? { menu.selection.map { menu.entries[$0].title } }
    #expect(press("t") == .stay && title() == "Timer")
    #expect(press("t") == .stay && title() == "Theme")
    #expect(press("t") == .stay && title() == "Timer")
    // Reset does nothing now, but has the letter.
    #expect(press("r") == .stay && title() == "Rings" && menu.entries.count == 14)
    // Lap does nothing now, and so does its letter.
    #expect(press("l") == .stay && title() == "Rings")
    #expect(press("s", isRepeat: true) == .stay && press("s") == .choose(.model(.toggle)))
    #expect(press("q") == .choose(.window(.quit)))
    #expect(press("z") == .unknown && press("5") == .unknown)
    #expect(press("m") == .stay && menu.entries.count == 8 && title() == "Stopwatch")
    // The row that goes back is found by no letter.
    #expect(press("m") == .unknown)
    #expect(press("c") == .stay && title() == "Clock")
    #expect(press("c") == .stay && title() == "Counter")
    #expect(press("t") == .choose(.model(.mode(.timer))))
  }

  @Test("a click opens it and the next one chooses, and so does a drag; beside it, it closes")
  func pointer() throws {
    let start = menu().layout.rows[0].center
    // Flipped, it may open with a row under the pointer: that is not chosen by the release of the same click.
    let point = Point(x: 1270, y: 400)
    func open() -> (menu: Menu, opening: Point) {
      let menu = Menu(Self.content, in: space(), at: point, byKey: false)
      return (menu, point.offset(dx: Double(-menu.place.x), dy: Double(-menu.place.y)))
    }
    var (clicked, opening) = open()
    #expect(clicked.selection == nil)
    #expect(clicked.release(at: opening.offset(dx: 2, dy: 2)) == .stay)
    #expect(clicked.release(at: start) == .choose(.model(.toggle)))
    var dragged = open().menu
    dragged.move(to: start.offset(dx: 20, dy: 0))
    #expect(dragged.selection == 0 && dragged.release(at: start) == .choose(.model(.toggle)))
    var left = open().menu
    left.move(to: Point(x: -20, y: 10))
    #expect(left.selection == nil && left.release(at: Point(x: -20, y: 10)) == .close)
    // A row that does nothing keeps it open, and so does the room between rows.
    var waiting = open().menu
    _ = waiting.release(at: opening)
    #expect(waiting.release(at: waiting.layout.rows[1].center) == .stay && waiting.selection == nil)
    #expect(waiting.release(at: .zero) == .stay)
  }

  @Test("a click or a drag opens a submenu, its first row goes back, and beside it, it closes")
  func pointerLevels() throws {
    var menu = Menu(Self.content, in: space(), at: Point(x: 100, y: 100), byKey: false)
    let mode = menu.layout.rows[6].center
    menu.move(to: mode)
    #expect(menu.release(at: mode) == .stay && menu.entries[0].title == "Mode")
    #expect(menu.release(at: menu.layout.rows[0].center) == .stay && menu.entries.count == 14)
    #expect(menu.release(at: mode) == .stay)
    #expect(menu.release(at: menu.layout.rows[4].center) == .choose(.model(.mode(.clock))))
    // What was over a row before may be beside the smaller submenu.
    #expect(menu.release(at: Point(x: 10, y: menu.layout.size.height + 20)) == .close)
  }

  @Test("the wheel chooses, around the ends")
  func wheel() {
    var menu = menu()
    menu.scroll(by: 1)
    #expect(menu.selection.map { menu.entries[$0].title } == "Timer")
    menu.scroll(by: -2)
    #expect(menu.selection == menu.entries.lastIndex(where: \.isEnabled))
    menu.scroll(by: .min)
    #expect(menu.selection != nil)
  }

  @Test("what changes meanwhile is taken over, and a row that does nothing any more is not chosen")
  func update() {
    var menu = menu(Model().after([(0, .start)]))
    _ = menu.press(.down, modifiers: [], isRepeat: false)
    #expect(menu.selection == 1)
    menu.update(MenuContent(Model().asOf(at(0))))
    #expect(menu.selection == nil && menu.entries[0].title == "Start")
    #expect(menu.press(.return, modifiers: [], isRepeat: false) == .unknown)
  }

  @Test("a submenu stays open while others change, and closes when it is gone")
  func updateLevels() {
    let rings = ["One", "Two", "Three"].map { RingModel(name: $0, source: .manual(0)) }
    var menu = menu(Model(rings: rings))
    for key in [Key.character("r"), .right, .end, .right] {
      _ = menu.press(key, modifiers: [], isRepeat: false)
    }
    #expect(menu.entries[0].title == "Three 0 %" && menu.selection == 1)
    menu.update(
      MenuContent(Model(rings: rings).after([(0, .setRing(3, .minute))]).asOf(at(0))))
    #expect(menu.entries[0].title == "Three · minute" && menu.selection == 1)
    #expect(menu.layout.rows.count == menu.entries.count)
    menu.update(MenuContent(Model(rings: Array(rings.prefix(1))).asOf(at(0))))
    #expect(menu.entries.map(\.title) == ["Rings", "One 0 %"] && menu.layout.rows.count == 2)
    #expect(menu.press(.escape, modifiers: [], isRepeat: false) == .stay)
    #expect(menu.entries.count == 14)
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
    #expect(!damage.isEmpty && damage.area < first.bounds.area / 2)
  }
}
