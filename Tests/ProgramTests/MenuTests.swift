import DisplayLists
import Drawing
import Geometry
import Glibc
import ProgramSupport
import Session
import Testing

@testable import Scene

extension Displays {
  /// The menu, opened and used for real.
  struct Menus {
    /// The menu on the screen, and where its rows are.
    struct OpenMenu {
      let window: UInt
      let place: ProgramSupport.Connection.Geometry
      let layout: MenuLayout

      /// The middle of the row that does `command`, on the screen.
      func place(of command: Command) throws -> (x: Int, y: Int) {
        let row = try #require(MenuContent(Model()).entries.firstIndex { $0.command == command })
        let center = layout.rows[row].center
        return (place.x + Int(center.x), place.y + Int(center.y))
      }
    }

    private func window(on desk: Desk) -> UInt? {
      desk.connection.children(of: desk.connection.root).last {
        desk.connection.atoms("_NET_WM_WINDOW_TYPE", of: $0) == ["_NET_WM_WINDOW_TYPE_POPUP_MENU"]
          && desk.connection.geometry(of: $0)?.isViewable == true
      }
    }

    /// Waits for the menu, whose texts are those of a fresh model in the mode `mode`.
    private func awaitMenu(on desk: Desk, _ mode: Mode = .stopwatch) throws -> OpenMenu {
      let window = try desk.connection.wait(for: "the menu") { self.window(on: desk) }
      try desk.wait(until: "the menu's rows") { desk.connection.isPainted(window) }
      let place = try #require(desk.connection.geometry(of: window))
      let layout = MenuLayout(
        MenuContent(Model(mode: mode)), scale: 1, room: Size(width: 1272, height: 792),
        font: FontMetrics(family: FontMetrics.sansSerif),
        measurer: { $2.width(of: $0, isBold: $1) })
      return OpenMenu(window: window, place: place, layout: layout)
    }

    private func awaitNoMenu(on desk: Desk) throws {
      try desk.wait(until: "the menu to close") { window(on: desk) == nil }
    }

    private func rightClick(on desk: Desk) throws {
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
      try desk.keyboard.tap("l")
      try awaitNoMenu(on: desk)
    }

    @Test(arguments: WindowManager.expected)
    func theRightButtonOpensItAndAClickChooses(manager: WindowManager) throws {
      let desk = try Desk(manager: manager)
      try rightClick(on: desk)
      let menu = try awaitMenu(on: desk)
      #expect(desk.connection.property("WM_TRANSIENT_FOR", of: menu.window) == [desk.window])
      let half = try menu.place(of: .setRings(0.5))
      desk.mouse.move(x: half.x, y: half.y)
      desk.mouse.click()
      try awaitNoMenu(on: desk)
      try desk.awaitRender(rings("50%"), "what the row says")
      // Held, dragged to a row and let go.
      try desk.mouse.move(to: desk.window, x: 8, y: 8)
      desk.mouse.press(3)
      let full = try awaitMenu(on: desk).place(of: .setRings(1))
      desk.mouse.move(x: full.x, y: full.y)
      desk.mouse.release(3)
      try awaitNoMenu(on: desk)
      try desk.awaitRender(rings("100%"), "what the row says that the button was let go on")
      // The keys are the window's again.
      try desk.keyboard.tap("0")
      try desk.awaitPicture(desk.fresh, "empty rings")
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
      // From the first row to the next ones that do something: ring steps.
      try desk.keyboard.tap("Down")
      try desk.keyboard.tap("Down")
      try desk.keyboard.tap("Up")
      try desk.keyboard.tap("Return")
      try awaitNoMenu(on: desk)
      try desk.awaitRender(rings("1%"), "one step up")
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
      #expect(menu.place.width > 300 && menu.place.height > 300)
      try desk.keyboard.tap("5")
      try awaitNoMenu(on: desk)
    }

    @Test func aMenuThatIsHigherThanTheScreenScrolls() throws {
      let desk = try Desk(Desk.look + ["--scale", "2", "--size", "200x120"])
      try rightClick(on: desk)
      let menu = try awaitMenu(on: desk)
      #expect(menu.place.height <= 800)
      func change(_ what: String, by action: () throws -> Void) throws {
        let before = try #require(desk.connection.picture(of: menu.window))
        try action()
        try desk.wait(until: what) {
          desk.connection.picture(of: menu.window).map { $0 != before } ?? false
        }
      }
      try change("a chosen row") { try desk.keyboard.tap("Down") }
      try change("the next one") { try desk.keyboard.tap("Down") }
      try change("the rows below") { desk.mouse.click(5) }
      try change("the last row") { try desk.keyboard.tap("End") }
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
