import Glibc
import ProgramSupport
import Session
import Storage
import Testing

extension Displays {
  /// The window comes back where it was.
  struct KeptPlaces {
    private typealias Geometry = Connection.Geometry

    private func geometry(_ sitting: State.Sitting) throws -> Connection.Geometry {
      try #require(sitting.connection.geometry(of: sitting.window))
    }

    /// Has the window be elsewhere, and closes it.
    private func leave(_ sitting: State.Sitting, at place: Connection.Geometry) throws {
      sitting.connection.move(sitting.window, x: place.x, y: place.y)
      sitting.connection.resize(sitting.window, width: place.width, height: place.height)
      try sitting.connection.wait(until: "the window to be there") {
        try geometry(sitting) == place
      }
      // What the server has told the window by then, it knows.
      try sitting.ctl("sync")
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func itIsWhereItWasAndAsLargeAsItWas() throws {
      let sitting = try State.Sitting()
      try sitting.open()
      let place = Connection.Geometry(x: 120, y: 90, width: 600, height: 400)
      try leave(sitting, at: place)
      try sitting.open()
      #expect(try geometry(sitting) == place)
      #expect(try sitting.quit() == .exited(0))
      try sitting.open(["--size", "300x200", "--position", "5,6"])
      #expect(try geometry(sitting) == Connection.Geometry(x: 5, y: 6, width: 300, height: 200))
      #expect(try sitting.quit() == .exited(0))
    }

    @Test(arguments: [WindowManager.openbox, .xfwm4].filter(\.canBeTried))
    func restoredItStandsAsItStood(manager: WindowManager) throws {
      let place = Geometry(x: 120, y: 90, width: 600, height: 400)
      let desk = try State.Sitting(manager: manager)
      try desk.open(["--position", "120,90", "--size", "600x400"])
      for state in ["ABOVE", "FULLSCREEN"] { try desk.set(state) }
      try desk.end()
      try desk.open([])
      try desk.expect(place, [])
      try desk.end()
      // It stood so no longer.
      try desk.open(["--restore"])
      try desk.expect(place, [])
      for state in ["ABOVE", "FULLSCREEN"] { try desk.set(state) }
      desk.connection.send(desk.window, toDesktop: 2)
      try desk.connection.wait(until: "another desktop") { desk.desktop == [2] }
      // Some lift one state with another.
      let states = desk.states
      #expect(states.contains("FULLSCREEN"))
      try desk.end()
      try desk.open(["--restore"], isShown: false)
      try desk.expect(Geometry(x: 0, y: 0, width: 1280, height: 800), states)
      #expect(desk.desktop == [2])
      // Back it is where it was before.
      try desk.set("FULLSCREEN", false)
      try desk.expect(place, states.subtracting(["FULLSCREEN"]))
      try desk.end()
      try desk.open(["--restore", "--below"], isShown: false)
      try desk.expect(place, ["BELOW"])
    }

    @Test(arguments: [WindowManager.openbox, .xfwm4].filter(\.canBeTried))
    func killedItComesBackAsItStood(manager: WindowManager) throws {
      let desk = try State.Sitting(manager: manager)
      try desk.open(["--position", "120,90", "--size", "600x400"])
      let (connection, window) = (desk.connection, desk.window)
      connection.move(window, x: 310, y: 170)
      let place = Geometry(x: 310, y: 170, width: 600, height: 400)
      try desk.expect(place, [])
      func awaitPlace(_ words: String...) throws {
        try connection.wait(until: "a place with \(words)") {
          let place = try keptPlace(in: desk.home)
          return words.allSatisfy(place.contains)
        }
      }
      try awaitPlace("as 0 ", " 600x400+310+170 ")
      for state in ["ABOVE", "FULLSCREEN"] { try desk.set(state) }
      let states = desk.states
      // 1 is the full screen; some window managers lift "above" (2) with it.
      try awaitPlace(states.contains("ABOVE") ? "as 3 " : "as 1 ", " 600x400+310+170 ")
      try desk.kill()
      try desk.open(["--restore"], isShown: false)
      try desk.expect(Geometry(x: 0, y: 0, width: 1280, height: 800), states)
      try desk.set("FULLSCREEN", false)
      try desk.expect(place, states.subtracting(["FULLSCREEN"]))
    }

    @Test func aLongWayIsFewWritesAndNoneOnceItIsThere() throws {
      let home = try TemporaryDirectory()
      let faults = try Faults(in: home)
      let desk = try Desk(
        ["--theme", "flat-light"], options: ["--no-animation"], isWatched: true,
        home: home, faults: faults)
      try desk.awaitStillness()
      let before = faults.now.calls
      for x in 1...400 {
        desk.connection.move(desk.window, x: x, y: x / 2)
        #expect(desk.connection.geometry(of: desk.window)?.x == x)
      }
      try desk.connection.wait(until: "the last place") {
        try keptPlace(in: home).contains(" 840x480+400+200 ")
      }
      try desk.awaitStillness()
      // Some calls each.
      #expect((1...40).contains(faults.now.calls - before))
    }

    /// A window whose first place is on the disk, and so all else that the start has written.
    private func openAndSettle() throws -> State.Sitting {
      let sitting = try State.Sitting()
      try sitting.open()
      try sitting.connection.wait(until: "the first place") {
        try !keptPlace(in: sitting.home).isEmpty
      }
      return sitting
    }

    @Test(arguments: [ENOSPC, EIO])
    func aDiskThatTakesNothingHoldsNothingUp(error: Int32) throws {
      let sitting = try openAndSettle()
      let before = sitting.faults.now.calls
      sitting.faults.now.sync_error = error
      sitting.connection.move(sitting.window, x: 50, y: 60)
      try sitting.connection.wait(until: "the disk to be asked") {
        sitting.faults.now.calls > before
      }
      try sitting.ctl("sync")
      #expect(sitting.program?.standardError.isEmpty == true)
      #expect(try sitting.quit() == .exited(73))
      let words = "segclock: the last change is not saved: "
      #expect(sitting.program?.standardError.hasPrefix(words) == true)
      sitting.faults.now.sync_error = 0
      try sitting.open()
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func aDiskThatHangsHoldsNothingUp() throws {
      let sitting = try openAndSettle()
      let before = sitting.faults.now.calls
      sitting.faults.now.sync_delay = 3_600_000_000_000
      sitting.connection.move(sitting.window, x: 50, y: 60)
      try sitting.connection.wait(until: "the disk to be asked") {
        sitting.faults.now.calls > before
      }
      try sitting.ctl("sync")
      #expect(try sitting.quit() == .exited(73))
      #expect(sitting.program?.standardError.contains("the last change is not saved: ") == true)
    }

    @Test func rolledUpItIsNoIcon() throws {
      let desk = try State.Sitting(manager: .openbox)
      try desk.open()
      try desk.set("SHADED")
      try desk.end()
      try desk.open(["--restore"])
      #expect(desk.connection.property("WM_STATE", of: desk.window)?.first == 1)
    }

    @Test func withoutAWindowManagerItFillsTheMonitorAgain() throws {
      let sitting = try State.Sitting()
      try sitting.open(["--size", "300x200", "--position", "40,30"])
      try sitting.keyboard.tap("f")
      let screen = Geometry(x: 0, y: 0, width: 1280, height: 800)
      try sitting.connection.wait(until: "the full screen") { try geometry(sitting) == screen }
      try sitting.ctl("sync")
      #expect(try sitting.quit() == .exited(0))
      try sitting.open(["--restore"])
      try sitting.connection.wait(until: "the full screen") { try geometry(sitting) == screen }
      try sitting.keyboard.tap("Escape")
      try sitting.connection.wait(until: "the place before it") {
        try geometry(sitting) == Geometry(x: 40, y: 30, width: 300, height: 200)
      }
    }

    @Test func itIsAnIconAgain() throws {
      let desk = try State.Sitting(manager: .openbox)
      try desk.open()
      desk.connection.iconify(desk.window)
      try desk.connection.wait(until: "an icon") {
        desk.connection.property("WM_STATE", of: desk.window)?.first == 3
      }
      try desk.end()
      try desk.open(["--restore"], isShown: false)
      try desk.connection.wait(until: "an icon") {
        desk.connection.property("WM_STATE", of: desk.window)?.first == 3
      }
      #expect(desk.connection.geometry(of: desk.window)?.isViewable != true)
    }

    @Test func withoutStateItIsKeptNowhere() throws {
      let sitting = try State.Sitting()
      try sitting.open(["--no-state"])
      sitting.connection.move(sitting.window, x: 50, y: 60)
      sitting.program?.end()
      #expect(try keptPlace(in: sitting.home) == "")
      try sitting.open()
      #expect(try geometry(sitting) == Connection.Geometry(x: 0, y: 0, width: 840, height: 480))
    }

    @Test func aPlaceThatIsNowhereAndATextThatIsNoneAreSurvived() throws {
      let sitting = try State.Sitting()
      try sitting.open()
      try leave(sitting, at: Connection.Geometry(x: 10, y: 20, width: 500, height: 300))
      let text = try keptPlace(in: sitting.home)
      #expect(text.contains(" 500x300+10+20 "))
      try keep(text.replacing("+10+20", with: "+9000+9000"), by: sitting)
      try sitting.open()
      #expect(try geometry(sitting) == Connection.Geometry(x: 780, y: 500, width: 500, height: 300))
      #expect(try sitting.quit() == .exited(0))
      try keep(String(repeating: "\u{0}nonsense ", count: 9000), by: sitting)
      try sitting.open()
      #expect(try geometry(sitting).width == 840)
      #expect(try sitting.quit() == .exited(0))
    }

    /// The place that is on the disk.
    private func keptPlace(in home: TemporaryDirectory) throws -> String {
      let folder = try StateFolder { $0 == "XDG_STATE_HOME" ? "\(home.path)/state" : nil }
      return try PastSessions(in: folder).model(at: .now(.counted))?.windowPlace ?? ""
    }

    private func keep(_ place: String, by sitting: State.Sitting) throws {
      let store = try #require(try StateStore(sitting.folder))
      var model = try #require(try store.load(at: .now(.counted)).model)
      model.windowPlace = place
      try store.save(Batch(model, .now(.counted)))
    }
  }
}

extension Displays.State.Sitting {
  /// Those that can be given.
  fileprivate var states: Set<String> {
    Set(
      ["FULLSCREEN", "ABOVE", "BELOW"].filter { connection.hasState("_NET_WM_STATE_\($0)", window) }
    )
  }

  fileprivate var desktop: [UInt]? { connection.property("_NET_WM_DESKTOP", of: window) }

  /// Gives the window a state, or takes it.
  fileprivate func set(_ state: String, _ isSet: Bool = true) throws {
    connection.setState(isSet, "_NET_WM_STATE_\(state)", of: window)
    try connection.wait(until: state) {
      connection.hasState("_NET_WM_STATE_\(state)", window) == isSet
    }
  }

  /// Waits until the window is there and has these states of those that can be given.
  fileprivate func expect(_ place: Connection.Geometry, _ states: Set<String>) throws {
    do {
      try connection.wait(until: "\(place), \(states)") {
        guard let seen = connection.geometry(of: window) else { return false }
        return (seen.x, seen.y, seen.width, seen.height) == (
          place.x, place.y, place.width, place.height
        )
          && self.states == states
      }
    } catch {
      throw Failure("\(error), not \(String(describing: connection.geometry(of: window)))")
    }
  }

  /// Ends the program as the end of a session does, once it knows what it was told.
  fileprivate func end() throws {
    connection.synchronize()
    connection.sendProtocol("WM_DELETE_WINDOW", to: window)
    _ = try program?.wait()
  }
}
