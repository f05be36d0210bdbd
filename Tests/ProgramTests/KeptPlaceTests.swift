import Glibc
import ProgramSupport
import Session
import Storage
import Testing

extension Displays {
  /// The window comes back where it was.
  struct KeptPlaces {
    private typealias Geometry = Connection.Geometry

    /// Has the window be elsewhere, and closes it.
    private func leave(_ desk: Desk, at place: Connection.Geometry) throws {
      desk.connection.move(desk.window, x: place.x, y: place.y)
      desk.connection.resize(desk.window, width: place.width, height: place.height)
      try desk.awaitPlace(place, "the window to be there")
      // What the server has told the window by then, it knows.
      try desk.ctl("sync")
      try desk.quit()
    }

    @Test func itIsWhereItWasAndAsLargeAsItWas() throws {
      let desk = try Desk()
      let place = Geometry(x: 120, y: 90, width: 600, height: 400)
      try leave(desk, at: place)
      try desk.open()
      #expect(try desk.place == place)
      try desk.quit()
      try desk.open(["--size", "300x200", "--position", "5,6"])
      #expect(try desk.place == Geometry(x: 5, y: 6, width: 300, height: 200))
      try desk.quit()
    }

    @Test(arguments: WindowManager.expectedWithStates)
    func restoredItStandsAsItStood(manager: WindowManager) throws {
      let place = Geometry(x: 120, y: 90, width: 600, height: 400)
      let desk = try Desk(manager: manager, isOpen: false)
      try desk.open(["--position", "120,90", "--size", "600x400"])
      for state in ["ABOVE", "FULLSCREEN"] { try desk.set(state) }
      try desk.close()
      try desk.open()
      try desk.expect(place, [])
      try desk.close()
      // It stood so no longer.
      try desk.open(["--restore"])
      try desk.expect(place, [])
      for state in ["ABOVE", "FULLSCREEN"] { try desk.set(state) }
      desk.connection.send(desk.window, toDesktop: 2)
      try desk.wait(until: "another desktop") { desk.desktop == [2] }
      // Some lift one state with another.
      let states = desk.states
      #expect(states.contains("FULLSCREEN"))
      try desk.close()
      try desk.open(["--restore"], isShown: false)
      try desk.expect(Desk.screen, states)
      #expect(desk.desktop == [2])
      // Back it is where it was before.
      try desk.set("FULLSCREEN", false)
      try desk.expect(place, states.subtracting(["FULLSCREEN"]))
      try desk.close()
      try desk.open(["--restore", "--below"], isShown: false)
      try desk.expect(place, ["BELOW"])
    }

    @Test(arguments: WindowManager.expectedWithStates)
    func killedItComesBackAsItStood(manager: WindowManager) throws {
      let desk = try Desk(manager: manager, isOpen: false)
      try desk.open(["--position", "120,90", "--size", "600x400"])
      desk.connection.move(desk.window, x: 310, y: 170)
      let place = Geometry(x: 310, y: 170, width: 600, height: 400)
      try desk.expect(place, [])
      func awaitPlace(_ words: String...) throws {
        try desk.wait(until: "a place with \(words)") {
          let saved = try desk.savedPlace
          return words.allSatisfy(saved.contains)
        }
      }
      try awaitPlace("as 0 ", " 600x400+310+170 ")
      for state in ["ABOVE", "FULLSCREEN"] { try desk.set(state) }
      // 1 is the full screen. Some window managers take "above" (2) away with it, and may do so a moment later.
      try desk.wait(until: "a place with the window's states") {
        let saved = try desk.savedPlace
        return saved.contains(desk.hasState("ABOVE") ? "as 3 " : "as 1 ")
          && saved.contains(" 600x400+310+170 ")
      }
      let states = desk.states
      try desk.kill()
      try desk.open(["--restore"], isShown: false)
      try desk.expect(Desk.screen, states)
      try desk.set("FULLSCREEN", false)
      try desk.expect(place, states.subtracting(["FULLSCREEN"]))
    }

    @Test func aLongWayIsFewWritesAndNoneOnceItIsThere() throws {
      let desk = try Desk(isWatched: true)
      try desk.awaitStillness()
      let before = desk.faults.now.calls
      for x in 1...400 {
        desk.connection.move(desk.window, x: x, y: x / 2)
        #expect(try desk.place.x == x)
      }
      try desk.wait(until: "the last place") { try desk.savedPlace.contains(" 840x480+400+200 ") }
      try desk.awaitStillness()
      // Some calls each.
      #expect((1...40).contains(desk.faults.now.calls - before))
    }

    /// A window whose first place is on the disk, and so all else that the start has written.
    private func openAndSettle() throws -> Desk {
      let desk = try Desk()
      try desk.wait(until: "the first place") { try !desk.savedPlace.isEmpty }
      return desk
    }

    @Test func aDiskThatHangsHoldsNothingUp() throws {
      let desk = try openAndSettle()
      let before = desk.faults.now.calls
      desk.faults.now.sync_delay = 3_600_000_000_000
      desk.connection.move(desk.window, x: 50, y: 60)
      try desk.wait(until: "the disk to be asked") { desk.faults.now.calls > before }
      try desk.ctl("sync")
      try desk.quit(.exited(73))
      let words = "segclock: the last change is not saved: "
      #expect(desk.program.standardError.contains(words))
      desk.faults.now.sync_delay = 0
      try desk.open()
      try desk.quit()
    }

    /// The place is due a second after the move; the server answers again only later.
    @Test func aPlaceThatAStoppedServerDidNotConfirmIsSavedLater() throws {
      let desk = try openAndSettle()
      desk.connection.move(desk.window, x: 50, y: 60)
      try desk.awaitPlace(Geometry(x: 50, y: 60, width: 840, height: 480), "the window to be there")
      try desk.ctl("sync")
      desk.server.freeze()
      Deadline.observe(seconds: 1.5)
      #expect(try !desk.savedPlace.contains(" 840x480+50+60 "))
      desk.server.thaw()
      try desk.wait(until: "the place") { try desk.savedPlace.contains(" 840x480+50+60 ") }
    }

    /// An undocking, as the server has it: a smaller monitor in place of the larger one.
    @Test(arguments: [WindowManager.none, .openbox].filter(\.canBeTried))
    func onOtherMonitorsItIsInViewAndBackWhereItWas(manager: WindowManager) throws {
      let desk = try Desk(Desk.look + ["--size", "400x240"], manager: manager)
      let place = Geometry(x: 840, y: 520, width: 400, height: 240)
      desk.connection.move(desk.window, x: place.x, y: place.y)
      try desk.awaitPlace(place, "the window to be there")
      try desk.wait(until: "the place") { try desk.savedPlace.contains(" 400x240+840+520 ") }
      try desk.connection.setMode(DisplayMode(width: 800, height: 600, hertz: 60))
      try desk.awaitPlace("the window in view") {
        $0.x >= 0 && $0.y >= 0 && $0.x + $0.width <= 800 && $0.y + $0.height <= 600
      }
      desk.connection.move(desk.window, x: 770, y: 580)
      // A window manager keeps a little of it in view.
      try desk.awaitPlace("the window out of view") { $0.x > 700 && $0.y > 500 }
      try desk.ctl("raise")
      try desk.awaitPlace("the window in view") {
        $0.x + $0.width <= 800 && $0.y + $0.height <= 600
      }
      try desk.connection.setMode(DisplayMode(width: 1280, height: 800, hertz: 60))
      try desk.awaitPlace(place, "the window back where it was")
    }

    @Test func aPositionOutOfSightOpensInView() throws {
      let desk = try Desk(isOpen: false)
      try desk.open(["--size", "300x200", "--position", "2000,1500"])
      #expect(try desk.place == Geometry(x: 980, y: 600, width: 300, height: 200))
      try desk.quit()
    }

    @Test func alwaysOnTopIsRememberedUntilTheFileSaysOtherwise() throws {
      let desk = try Desk(manager: .openbox)
      try desk.keyboard.tap("a")
      try desk.awaitState("ABOVE")
      try desk.close()
      try desk.open()
      try desk.awaitState("ABOVE")
      try desk.close()
      // What an option asks for holds for its run.
      try desk.open(["--no-above"])
      #expect(!desk.hasState("ABOVE"))
      try desk.close()
      try desk.open()
      try desk.awaitState("ABOVE")
      try desk.keyboard.tap("a")
      try desk.awaitState("ABOVE", false)
      try desk.close()
      try desk.open()
      #expect(!desk.hasState("ABOVE"))
    }

    @Test func rolledUpItIsNoIcon() throws {
      let desk = try Desk(manager: .openbox)
      try desk.set("SHADED")
      try desk.close()
      try desk.open(["--restore"])
      #expect(desk.connection.property("WM_STATE", of: desk.window)?.first == 1)
    }

    @Test func withoutAWindowManagerItFillsTheMonitorAgain() throws {
      let desk = try Desk(isOpen: false)
      try desk.open(["--size", "300x200", "--position", "40,30"])
      try desk.keyboard.tap("f")
      try desk.awaitPlace(Desk.screen, "the full screen")
      try desk.ctl("sync")
      try desk.quit()
      try desk.open(["--restore"])
      try desk.awaitPlace(Desk.screen, "the full screen")
      try desk.keyboard.tap("Escape")
      try desk.awaitPlace(Geometry(x: 40, y: 30, width: 300, height: 200), "the place before it")
    }

    @Test func itIsAnIconAgain() throws {
      let desk = try Desk(manager: .openbox)
      desk.connection.iconify(desk.window)
      try desk.wait(until: "an icon") {
        desk.connection.property("WM_STATE", of: desk.window)?.first == 3
      }
      try desk.close()
      try desk.open(["--restore"], isShown: false)
      try desk.wait(until: "an icon") {
        desk.connection.property("WM_STATE", of: desk.window)?.first == 3
      }
      #expect(!desk.isViewable)
    }

    @Test func withoutStateItIsKeptNowhere() throws {
      let desk = try Desk(isOpen: false)
      try desk.open(["--no-state"])
      desk.connection.move(desk.window, x: 50, y: 60)
      desk.program.end()
      #expect(try desk.savedPlace.isEmpty)
      try desk.open()
      #expect(try desk.place == Geometry(x: 0, y: 0, width: 840, height: 480))
    }

    @Test func aPlaceThatIsNowhereAndATextThatIsNoneAreSurvived() throws {
      let desk = try Desk()
      try leave(desk, at: Geometry(x: 10, y: 20, width: 500, height: 300))
      let text = try desk.savedPlace
      #expect(text.contains(" 500x300+10+20 "))
      try desk.keep(place: text.replacing("+10+20", with: "+9000+9000"))
      try desk.open()
      #expect(try desk.place == Geometry(x: 780, y: 500, width: 500, height: 300))
      try desk.quit()
      try desk.keep(place: String(repeating: "\u{0}nonsense ", count: 9000))
      try desk.open()
      #expect(try desk.place.width == 840)
      try desk.quit()
    }
  }
}

extension Desk {
  /// The place that is on the disk; empty where there is none.
  fileprivate var savedPlace: String {
    get throws { try Database(snapshotOf: folder)?.model(at: .now(.counted))?.0.windowPlace ?? "" }
  }

  fileprivate func keep(place: String) throws {
    let store = try #require(try StateStore(folder))
    var model = try #require(try store.load(at: .now(.counted)).model)
    model.windowPlace = place
    try store.save(Batch(model, .now(.counted)))
  }

  /// Those that can be given.
  fileprivate var states: Set<String> {
    Set(["FULLSCREEN", "ABOVE", "BELOW"].filter(hasState))
  }

  fileprivate var desktop: [UInt]? { connection.property("_NET_WM_DESKTOP", of: window) }

  /// Waits until the window is there and has these states of those that can be given.
  fileprivate func expect(_ place: Connection.Geometry, _ states: Set<String>) throws {
    try awaitPlace("\(place), \(states)") {
      ($0.x, $0.y, $0.width, $0.height) == (place.x, place.y, place.width, place.height)
        && self.states == states
    }
  }
}
