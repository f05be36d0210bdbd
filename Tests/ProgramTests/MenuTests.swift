import DisplayLists
import Drawing
import Geometry
import Glibc
import Keys
import ProgramSupport
import Testing

@testable import Scene
@testable import Session

extension Displays {
  /// The menu, opened and used for real.
  struct Menus {
    func window(on desk: Desk) -> UInt? {
      desk.connection.children(of: desk.connection.root).last {
        desk.connection.atoms("_NET_WM_WINDOW_TYPE", of: $0) == ["_NET_WM_WINDOW_TYPE_POPUP_MENU"]
          && desk.connection.geometry(of: $0)?.isViewable == true
      }
    }

    /// Waits for the menu of `model`, by default of a fresh window.
    func awaitMenu(
      on desk: Desk, _ model: Model = .fresh("flat-light"), scale: Double = 1, byKey: Bool = true
    ) throws -> OpenMenu {
      let window = try desk.connection.wait(for: "the menu") { self.window(on: desk) }
      try desk.wait(until: "the menu's rows") { desk.connection.isPainted(window) }
      let place = try #require(desk.connection.geometry(of: window))
      return OpenMenu(desk, window, place, model, scale: scale, byKey: byKey)
    }

    func awaitNoMenu(on desk: Desk) throws {
      try desk.wait(until: "the menu to close") { window(on: desk) == nil }
    }

    func rightClick(on desk: Desk) throws {
      try desk.mouse.move(to: desk.window, x: 8, y: 8)
      desk.mouse.click(3)
    }

    @Test func aKeyFromAnywhereOpensIt() throws {
      let desk = try Desk(options: ["--global-key", "menu=F9"], manager: .openbox)
      // The key is asked for by the turn that answers.
      try desk.ctl("sync")
      let other = desk.connection.openWindow(width: 200, height: 100)
      try desk.wait(until: "the keys to go to another window") { desk.connection.focus == other }
      try desk.keyboard.tap("F9")
      _ = try awaitMenu(on: desk)
      try desk.keyboard.tap("5")
      try awaitNoMenu(on: desk)
    }

    @Test(arguments: WindowManager.expected)
    func theRightButtonOpensItAndAClickChooses(manager: WindowManager) throws {
      let desk = try Desk(manager: manager)
      try rightClick(on: desk)
      let menu = try awaitMenu(on: desk)
      #expect(desk.connection.property("WM_TRANSIENT_FOR", of: menu.window) == [desk.window])
      let help = menu.place(ofRow: "Help")
      desk.mouse.move(x: help.x, y: help.y)
      desk.mouse.click()
      try awaitNoMenu(on: desk)
      let shown = try desk.seeChange(from: desk.fresh, "what the row says")
      // Held, dragged to a row and let go.
      try desk.mouse.move(to: desk.window, x: 8, y: 8)
      desk.mouse.press(3)
      let again = try awaitMenu(on: desk).place(ofRow: "Help")
      desk.mouse.move(x: again.x, y: again.y)
      desk.mouse.release(3)
      try awaitNoMenu(on: desk)
      try desk.seeChange(from: shown, "what the row says that the button was let go on")
      // The keys are the window's again.
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "half rings")
    }

    @Test func theMenuKeyOpensItInTheMiddleAndKeysChoose() throws {
      let desk = try Desk()
      let window = try desk.place
      for (opening, held) in [("Menu", []), ("F10", ["Shift_L"])] as [(String, [String])] {
        try desk.keyboard.tap(opening, holding: held)
        let menu = try awaitMenu(on: desk)
        #expect(abs(menu.place.x + menu.place.width / 2 - window.x - window.width / 2) <= 1)
        try desk.keyboard.tap(opening, holding: held)
        try awaitNoMenu(on: desk)
      }
      try desk.keyboard.tap("Menu")
      _ = try awaitMenu(on: desk)
      // From the first row to the next ones that do something: the timer, which is set.
      for key in ["Down", "Down", "Up", "Right", "5"] { try desk.keyboard.tap(key) }
      try awaitNoMenu(on: desk)
      try desk.awaitTitle("timer")
      try desk.keyboard.tap("M", holding: ["Shift_L"])
      try desk.awaitPicture(desk.fresh, "the stopwatch")
      // A function's own key does it, too, and closes.
      try desk.keyboard.tap("Menu")
      _ = try awaitMenu(on: desk)
      try desk.keyboard.tap("5")
      try awaitNoMenu(on: desk)
      try desk.awaitRender(rings("50%"), "what the key does")
      try desk.keyboard.tap("Menu")
      _ = try awaitMenu(on: desk)
      try desk.keyboard.tap("End")
      try desk.keyboard.tap("space")
      try desk.awaitEnd()
    }

    @Test func aClickElsewhereClosesItAndDoesNothingElse() throws {
      let desk = try Desk()
      let other = desk.connection.openWindow(width: 60, height: 60)
      desk.connection.move(other, x: 1200, y: 700)
      let button = try desk.panel.middle(of: "button.ringsOver")
      try rightClick(on: desk)
      _ = try awaitMenu(on: desk)
      desk.mouse.move(x: 1220, y: 720)
      desk.mouse.click()
      try awaitNoMenu(on: desk)
      desk.connection.synchronize()
      #expect(desk.connection.inputs().isEmpty)
      // Opened to the left of the button.
      try desk.mouse.move(to: desk.window, x: 4, y: 8)
      desk.mouse.click(3)
      let menu = try awaitMenu(on: desk)
      let place = try desk.place
      let point = (x: place.x + Int(button.x), y: place.y + Int(button.y))
      try #require(point.x >= menu.place.x + menu.place.width)
      desk.mouse.move(x: point.x, y: point.y)
      desk.mouse.click()
      try awaitNoMenu(on: desk)
      desk.layPointerAside()
      try desk.awaitPicture(desk.fresh, "nothing done")
    }

    @Test func theStopwatchGoesOnBelowItAndAStillWindowStaysStill() throws {
      let desk = try Desk(isWatched: true)
      try desk.keyboard.tap("Menu")
      _ = try awaitMenu(on: desk)
      try desk.awaitStillness()
      try desk.keyboard.tap("space")
      try awaitNoMenu(on: desk)
      try desk.see(hundredths: 20)
      try desk.mouse.move(to: desk.window, x: 100, y: 300)
      desk.mouse.click(3)
      _ = try awaitMenu(on: desk)
      var last = try desk.picture()
      for _ in 0..<5 {
        last = try desk.seeChange(from: last, "another picture of the running time")
      }
      try desk.keyboard.tap("space")
      try awaitNoMenu(on: desk)
    }

    @Test func whereAnotherProgramHasThePointerThereIsNoMenuAndThatIsSaid() throws {
      let desk = try Desk()
      #expect(desk.connection.grabPointer())
      try desk.keyboard.tap("Menu")
      try desk.seeChange(from: desk.fresh, "words about it")
      #expect(window(on: desk) == nil)
      desk.connection.ungrabPointer()
      try desk.keyboard.tap("Menu")
      _ = try awaitMenu(on: desk)
    }

    @Test func itClosesWithTheFocusTheWindowAndFullScreen() throws {
      let desk = try Desk()
      let other = desk.connection.openWindow(width: 60, height: 60)
      desk.connection.move(other, x: 1200, y: 700)
      func open() throws {
        desk.connection.setFocus(desk.window)
        try desk.wait(until: "the keys") { desk.connection.focus == desk.window }
        try desk.keyboard.tap("Menu")
        _ = try awaitMenu(on: desk)
      }
      /// Another program can have the pointer and the keys: they were given back.
      func expectFree() throws {
        try awaitNoMenu(on: desk)
        try desk.wait(until: "the pointer to be free") { desk.connection.grabPointer() }
        desk.connection.ungrabPointer()
      }
      try open()
      desk.connection.setFocus(other)
      try expectFree()
      try open()
      desk.connection.destroy(try #require(window(on: desk)))
      try expectFree()
      try open()
      try desk.keyboard.tap("F11")
      try desk.awaitSize(1280, 800, "the whole screen")
      try expectFree()
      try open()
      desk.connection.unmap(desk.window)
      try expectFree()
      desk.connection.map(desk.window)
      try open()
      try desk.end(by: SIGTERM)
      try expectFree()
    }

    @Test func aSmallUndecoratedWidgetWithoutTheKeysHasAWholeMenu() throws {
      let desk = try Desk(
        ["--theme", "neon", "--size", "120x120"], options: ["--undecorated"], manager: .none)
      let other = desk.connection.openWindow(width: 60, height: 60)
      desk.connection.setFocus(other)
      try rightClick(on: desk)
      let menu = try awaitMenu(on: desk)
      #expect(menu.place.width > 200 && menu.place.height > 300)
      try desk.keyboard.tap("5")
      try awaitNoMenu(on: desk)
    }

    @Test func theHelpOpensLikeAMenuAndAnyKeyOrClickClosesIt() throws {
      let desk = try Desk(["--theme", "neumorphic-light", "--size", "400x300"])
      func open(_ key: String) throws {
        try desk.keyboard.tap(key)
        let help = try desk.connection.wait(for: "the help") { window(on: desk) }
        try desk.wait(until: "its words") { desk.connection.isPainted(help) }
        let place = try #require(desk.connection.geometry(of: help))
        #expect(place.width > 400 && place.height > 200)
      }
      for key in ["Escape", "question", "5", "F5"] {
        try open("question")
        try desk.keyboard.tap(key)
        try awaitNoMenu(on: desk)
      }
      try open("F1")
      desk.mouse.move(x: 1200, y: 700)
      desk.mouse.click()
      try awaitNoMenu(on: desk)
      // As from the menu.
      try desk.ctl("do", "help")
      _ = try desk.connection.wait(for: "the help") { window(on: desk) }
      try desk.keyboard.tap("space")
      try awaitNoMenu(on: desk)
      desk.layPointerAside()
      try desk.awaitPicture(desk.fresh, "nothing done")
    }

    /// By keys, and by clicks at another scale.
    @Test(arguments: [true, false])
    func everyLevelIsReached(byKey: Bool) throws {
      let (theme, scale) = byKey ? ("neumorphic-light", 1.0) : ("neon", 2)
      // Where a submenu would not fit beside the corner, it moves.
      let desk = try Desk(
        ["--theme", theme, "--scale", "\(Int(scale))", "--size", "400x240"],
        options: byKey ? [] : ["--position", "400,300"])
      if byKey {
        try desk.keyboard.tap("Menu")
      } else {
        try desk.mouse.move(to: desk.window, x: 30, y: 30)
        desk.mouse.click(3)
      }
      let menu = try awaitMenu(on: desk, .fresh(theme), scale: scale, byKey: byKey)
      try menu.see("the menu")
      var count = 1
      func walk() throws {
        for (row, entry) in menu.entries.enumerated() {
          guard case .open = entry.choice else { continue }
          if byKey {
            try menu.select(row)
            try menu.tap("Right", .right)
          } else {
            try menu.click(row)
          }
          try menu.see(entry.title)
          count += 1
          try walk()
          if byKey {
            try menu.tap(row % 2 == 0 ? "Left" : "Escape", row % 2 == 0 ? .left : .escape)
          } else {
            try menu.click(0)
          }
          try menu.see("the level above \(entry.title)")
        }
      }
      try walk()
      #expect(count == 17)
      desk.layPointerAside()
      if byKey { try desk.keyboard.tap("Escape") } else { desk.mouse.click() }
      try awaitNoMenu(on: desk)
      try desk.awaitPicture(desk.fresh, "nothing done")
    }

    @Test func aSmallScreenHasAllOfIt() throws {
      let desk = try Desk(
        Desk.look + ["--size", "200x120"], screen: ["-screen", "0", "400x300x24"])
      func expectInside(_ menu: OpenMenu, _ what: String) throws {
        let place = try #require(desk.connection.geometry(of: menu.window))
        #expect(
          place.x >= 0 && place.y >= 0 && place.x + place.width <= 400
            && place.y + place.height <= 300, "\(what): \(place)")
      }
      try desk.mouse.move(to: desk.window, x: 190, y: 110)
      desk.mouse.click(3)
      let menu = try awaitMenu(on: desk)
      try expectInside(menu, "the menu")
      for keys in [["p"], ["w"], ["t", "Right"], ["t", "t", "Right"], ["m"]] {
        for key in keys { try desk.keyboard.tap(key) }
        try desk.awaitEventsHandled()
        try expectInside(menu, "\(keys)")
        try desk.keyboard.tap("Escape")
        try desk.awaitEventsHandled()
      }
      try desk.keyboard.tap("End")
      try desk.keyboard.tap("Return")
      try desk.awaitEnd()
    }

    @Test func itStaysOnTheMonitorOfThePointer() throws {
      let desk = try Desk(options: ["--position", "300,200"])
      desk.connection.addMonitor("left", .init(x: 0, y: 0, width: 640, height: 800), isMain: true)
      desk.connection.addMonitor("right", .init(x: 640, y: 0, width: 640, height: 800))
      desk.mouse.move(x: 630, y: 300)
      desk.mouse.click(3)
      let left = try awaitMenu(on: desk)
      #expect(left.place.x >= 0 && left.place.x + left.place.width <= 640)
      try desk.keyboard.tap("Escape")
      try awaitNoMenu(on: desk)
      desk.mouse.move(x: 660, y: 300)
      desk.mouse.click(3)
      let right = try awaitMenu(on: desk)
      #expect(right.place.x >= 640 && right.place.x + right.place.width <= 1280)
    }
  }
}

/// The menu on the screen, and the same one beside it, which takes the same keys and clicks.
final class OpenMenu {
  let desk: Desk
  let window: UInt
  let place: ProgramSupport.Connection.Geometry
  private let theme: Theme
  private var menu: Menu

  init(
    _ desk: Desk, _ window: UInt, _ place: ProgramSupport.Connection.Geometry, _ model: Model,
    scale: Double, byKey: Bool
  ) {
    (self.desk, self.window, self.place) = (desk, window, place)
    theme = ThemeCatalog.builtIn.theme(named: model.shownTheme)
    let space = MenuSpace(on: PixelRect(x: 0, y: 0, width: 1280, height: 800), scale: scale) {
      FontMetrics(measuring: FontMetrics.sansSerif).width(of: $0, isBold: false)
    }
    let middle = (place.x + place.width / 2, place.y + place.height / 2)
    let (x, y) = byKey ? middle : (place.x, place.y)
    menu = Menu(
      MenuContent(model.asOf(.zero), in: WindowStatus(canScrollList: false)), in: space,
      at: Point(x: Double(x), y: Double(y)), byKey: byKey)
    // The button was let go.
    if !byKey { _ = menu.release(at: .zero) }
  }

  var entries: [MenuContent.Entry] { menu.entries }

  /// The middle of a row, on the screen.
  func place(ofRow title: String) -> (x: Int, y: Int) {
    place(ofRow: entries.firstIndex { $0.title == title } ?? 0)
  }

  private func place(ofRow row: Int) -> (x: Int, y: Int) {
    let center = menu.layout.rows[row].center
    return (menu.place.x + Int(center.x), menu.place.y + Int(center.y))
  }

  func tap(_ symbol: String, _ key: Key) throws {
    try desk.keyboard.tap(symbol)
    _ = menu.press(key, modifiers: [], isRepeat: false)
  }

  /// Goes down to a row that does something.
  func select(_ row: Int) throws {
    for _ in entries where menu.selection != row { try tap("Down", .down) }
  }

  func click(_ row: Int) throws {
    let (x, y) = place(ofRow: row)
    let point = Point(x: Double(x - menu.place.x), y: Double(y - menu.place.y))
    desk.mouse.move(x: x, y: y)
    desk.mouse.click()
    menu.move(to: point)
    _ = menu.release(at: point)
  }

  /// Waits until the window is where the menu is, and shows what it shows, pixel for pixel.
  func see(_ what: String) throws {
    let list = menu.list(in: theme, font: FontMetrics(measuring: FontMetrics.sansSerif))
    let raster = try Raster(painting: list)
    let wanted = Picture(
      width: raster.width, height: raster.height, rows: raster.base, bytesPerRow: 4 * raster.width)
    var seen = ""
    try desk.wait(until: what, seen: seen) {
      guard let place = desk.connection.geometry(of: window),
        let picture = desk.connection.picture(of: window)
      else { return false }
      seen = picture.difference(from: wanted) ?? "\(place), not \(menu.place)"
      return picture == wanted && (place.x, place.y) == (menu.place.x, menu.place.y)
    }
  }
}

extension Model {
  /// The model of a window that was just opened with this theme.
  static func fresh(_ theme: String) -> Model {
    var model = Model(theme: ThemeName(rawValue: theme) ?? .neumorphicLight)
    model.settings.themes = ThemeCatalog.builtIn.names
    return model
  }
}
