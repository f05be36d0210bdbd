import Glibc
import ProgramSupport
import Scene
import Session
import Testing

extension Displays {
  /// The buttons, clicked for real, and what the screen then shows.
  struct MouseActions {
    @Test func allOfASessionIsDoneByMouse() throws {
      let desk = try Desk([])
      let hands = try desk.panel.hands
      try desk.click("startStop")
      try desk.see(hundredths: 20)
      try desk.click("lapOrReset")
      try desk.see("the hand of the lap") { hands.hand(.blue, in: $0) != nil }
      try desk.click("startStop")
      try desk.awaitTimeInTitle()
      try desk.click("lapOrReset")
      desk.layPointerAside()
      try desk.awaitPicture(desk.fresh, "a reset")
      for (button, value) in [
        ("ringsHalf", "50%"), ("ringsFull", "100%"), ("ringsOver", "120%"), ("ringsEmpty", "0%"),
      ] {
        try desk.click(button)
        desk.layPointerAside()
        try desk.awaitRender(rings(value), value)
      }
    }

    @Test func theWheelCountsInCounterModeAndNowhereElse() throws {
      let desk = try Desk(["--mode", "counter", "--count", "5"])
      func turn(_ button: UInt32, _ times: Int) throws {
        try desk.mouse.move(to: desk.window, x: 20, y: 20)
        for _ in 0..<times { desk.mouse.click(button) }
      }
      try turn(4, 3)
      try desk.awaitRender(["--count", "8"], "three notches up")
      try turn(5, 10)
      try desk.awaitRender(["--count", "-2"], "ten notches down")
      try desk.keyboard.tap("m")
      try desk.wait(until: "another mode") { !desk.title.contains("-2") }
      try turn(4, 5)
      try desk.keyboard.tap("m", holding: ["Shift_L"])
      try desk.awaitRender(["--count", "-2"], "the counter as it was")
    }

    @Test func aRingIsTurnedByWheelAndDrag() throws {
      let desk = try Desk(rings("0%"))
      let ring = try #require(desk.panel.rings.first)
      /// The place on the ring's line, by its turns from the top.
      func place(_ turns: Double) -> (x: Double, y: Double) {
        (ring.x + sin(turns * 2 * .pi) * ring.radius, ring.y - cos(turns * 2 * .pi) * ring.radius)
      }
      func move(to turns: Double) throws {
        try desk.mouse.move(to: desk.window, x: place(turns).x, y: place(turns).y)
      }
      try move(to: 0.25)
      for _ in 0..<3 { desk.mouse.click(4) }
      try desk.awaitRender(
        ["--ring", "Goal=3%", "--ring", "Focus=0%", "--ring", "Build=0%"], "the wheel")
      desk.mouse.press()
      try move(to: 0.5)
      func isFilled(_ picture: Picture, _ turns: Double) -> Bool {
        picture[place(turns)] != desk.fresh[place(turns)]
      }
      try desk.see("the arc to follow before it is let go of") { isFilled($0, 0.4) }
      try move(to: 0.3)
      desk.mouse.release()
      try desk.see("the arc to end where it was let go of") {
        isFilled($0, 0.2) && !isFilled($0, 0.4)
      }
    }

    @Test func aModeIsChosenByItsIcon() throws {
      let desk = try Desk(["--theme", "neon", "--size", "480x760"])
      let size = try desk.picture()
      var composer = FrameComposer()
      composer.show(Model().asOf(.zero), in: Environment(width: size.width, height: size.height))
      for mode in [Mode.counter, .stopwatch] {
        let icon = try #require(composer.elements[.button(.mode(mode))]?.area.box.center)
        let before = try desk.picture()
        try desk.mouse.move(to: desk.window, x: icon.x - 60, y: icon.y + 50)
        try desk.mouse.move(to: desk.window, x: icon.x, y: icon.y)
        try desk.seeChange(from: before, "the icons, and the name of one")
        try desk.wait(until: "a hand") { desk.connection.cursorName == "hand2" }
        desk.mouse.click()
        desk.layPointerAside()
        try desk.awaitRender(["--mode", mode.rawValue], "the \(mode), and no icons")
      }
    }

    @Test func aClickedRingIsSelectedForAWhile() throws {
      let desk = try Desk(Desk.look + rings("0%"))
      let (outer, inner) = (desk.panel.rings[0], desk.panel.rings[1])
      try desk.mouse.move(to: desk.window, x: outer.x + outer.radius, y: outer.y)
      try desk.wait(until: "a hand") { desk.connection.cursorName == "hand2" }
      desk.mouse.click()
      desk.layPointerAside()
      // Its line is 0.84 of the pitch wide.
      let edge = (x: outer.x - outer.radius - (outer.radius - inner.radius) * 0.42 - 3, y: outer.y)
      let lifted = try desk.see("a shadow around the ring") { $0[edge] != desk.fresh[edge] }
      let other = (x: inner.x + inner.radius, y: inner.y)
      #expect(lifted[other] == desk.fresh[other])
      try desk.keyboard.tap("End")
      let full = ["--ring", "Goal=100%", "--ring", "Focus=0%", "--ring", "Build=0%"]
      try desk.awaitRender(full, "that ring alone full, and released after 4 s")
      try desk.keyboard.tap("Home")
      try desk.awaitPicture(desk.fresh, "all rings empty")
    }

    @Test(arguments: WindowManager.fewExpected)
    func aNearMissOfARingDoesNotMoveTheWindow(manager: WindowManager) throws {
      let desk = try Desk(manager: manager)
      let (ring, next) = (desk.panel.rings[0], desk.panel.rings[1])
      let before = try desk.place
      func drag(from x: Double) throws {
        try desk.mouse.move(to: desk.window, x: x, y: ring.y)
        desk.mouse.press()
        for step in 1...8 {
          try desk.mouse.move(to: desk.window, x: x + Double(step * 10), y: ring.y)
        }
        desk.mouse.release()
        try desk.awaitEventsHandled()
      }
      let pitch = ring.radius - next.radius
      // Outside of it, where the line is 0.84 of the pitch wide, and between it and the next.
      try drag(from: ring.x + ring.radius + pitch * 0.42 + 4)
      try drag(from: ring.x + ring.radius - pitch / 2)
      desk.layPointerAside()
      try desk.awaitPicture(desk.fresh, "nothing done")
      #expect(try desk.place == before)
    }

    @Test func theListIsScrolledByWheelAndKeys() throws {
      let desk = try Desk([])
      try desk.keyboard.tap("space")
      for _ in 0..<20 { try desk.keyboard.tap("l") }
      try desk.keyboard.tap("space")
      try desk.awaitTimeInTitle()
      // Where the list is, which was not there at the start.
      let laps = ["--at", "9:00"] + (1...20).map { "--lap=\($0)" }
      let list = try Program.describe(desk.look + laps, home: desk.home).middle(of: "laps")
      try desk.mouse.move(to: desk.window, x: list.x, y: list.y)
      var resting: Picture?
      try desk.see("the list to stand") { picture in
        defer { resting = picture }
        return resting.map { $0.difference(from: picture) == nil } ?? false
      }
      let newest = try #require(resting)
      func expectMoved(_ what: String, _ action: () throws -> Void) throws {
        try action()
        try desk.seeChange(from: newest, "\(what) to scroll the list")
      }
      try expectMoved("the wheel") { desk.mouse.click(5) }
      desk.mouse.click(4)
      try desk.awaitPicture(newest, "the newest laps after the wheel")
      try expectMoved("Shift+End") { try desk.keyboard.tap("End", holding: ["Shift_L"]) }
      try desk.keyboard.tap("Home", holding: ["Shift_L"])
      try desk.awaitPicture(newest, "the newest laps after a key")
    }

    @Test func buttonsWorkWhileTheRingsAreMoving() throws {
      let desk = try Desk(rings("0%"), options: ["--present", "put"], isAnimated: true)
      let ring = try #require(desk.panel.rings.first)
      try desk.holdClockAtRest()
      try desk.wake { try desk.click("ringsFull") }
      try desk.step(until: "the rings are in flight") {
        (0.15...0.85).contains(ring.coverage($0, empty: desk.fresh))
      }
      try desk.click("ringsHalf")
      desk.releaseClock()
      desk.layPointerAside()
      try desk.awaitRender(rings("50%"), "the rings at a half")
      try desk.click("ringsEmpty")
      desk.layPointerAside()
      try desk.awaitPicture(desk.fresh, "the rings empty again")
    }
  }
}
