import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The options that say how the window stands among the others.
  struct DesktopOptions {
    private func opacity(_ desk: Desk) -> Double {
      let opacity = desk.connection.property("_NET_WM_WINDOW_OPACITY", of: desk.window)?.first
      return ((opacity.map { Double($0) / 4_294_967_295 } ?? 1) * 1e6).rounded() / 1e6
    }

    @Test func theWindowStandsAsTheOptionsSay() throws {
      let desk = try Desk(
        [],
        options: [
          "--above", "--sticky", "--undecorated", "--opacity", "0.5", "--position", "310,57",
        ], manager: .openbox)
      try desk.awaitState("ABOVE")
      try desk.wait(until: "it to be on all desktops") {
        desk.connection.property("_NET_WM_DESKTOP", of: desk.window) == [0xFFFF_FFFF]
      }
      #expect(opacity(desk) == 0.5 && !desk.hasFrame)
      let place = try desk.place
      #expect([place.x, place.y] == [310, 57])
    }

    @Test func theConfigurationIsFollowed() throws {
      let desk = try Desk([], manager: .openbox, isOpen: false)
      try desk.configure("below = true\nopacity = 0.7\n")
      try desk.open()
      try desk.wait(until: "it to be below") { desk.hasState("BELOW") && opacity(desk) == 0.7 }
      try desk.configure("above = true\nundecorated = true\n")
      try desk.wait(until: "it to be above, opaque and without a frame") {
        desk.hasState("ABOVE") && !desk.hasState("BELOW") && opacity(desk) == 1 && !desk.hasFrame
      }
    }

    /// Key A counts until the configuration is changed; then that counts, in an open window and at its next start.
    @Test func aChangedConfigurationCountsMoreThanAnEarlierChoice() throws {
      let desk = try Desk([], manager: .openbox, isOpen: false)
      try desk.configure("above = true\n")
      try desk.open()
      try desk.awaitState("ABOVE")
      try desk.keyboard.tap("a")
      try desk.wait(until: "it to be among the others") { !desk.hasState("ABOVE") }
      let shown = try Program.run(["config", "show"], home: desk.home, variables: desk.variables)
      #expect(shown.output.contains("above = false\n"), "\(shown)")
      // The choice outlives the window.
      try desk.close()
      try desk.open()
      #expect(!desk.hasState("ABOVE"))
      try desk.configure("above = false\nopacity = 0.5\n")
      try desk.wait(until: "the change to be seen") { opacity(desk) == 0.5 }
      try desk.configure("above = true\n")
      try desk.awaitState("ABOVE")
      // A change while it is closed counts, too.
      try desk.keyboard.tap("a")
      try desk.wait(until: "it to be among the others") { !desk.hasState("ABOVE") }
      try desk.ctl("sync")
      try desk.close()
      try desk.configure("above = false\n")
      try desk.open()
      try desk.close()
      try desk.configure("above = true\n")
      try desk.open()
      try desk.awaitState("ABOVE")
    }

    @Test func ofTwoLayersTheOneCountsThatWasSaidByTheOption() throws {
      let desk = try Desk([], options: ["--below"], isOpen: false)
      try desk.configure("above = true\n")
      try desk.open()
      #expect(
        desk.connection.atoms("_NET_WM_STATE", of: desk.window) == ["_NET_WM_STATE_BELOW"])
      try desk.configure("above = true\nbelow = true\n")
      let check = try Program.run(["config", "check"], home: desk.home)
      #expect(check.ending == .exited(65))
      #expect(check.output.contains("below: above is also on; write one of them"))
    }

    /// The ways to have clicks again.
    enum WayOut: String, CaseIterable, CustomTestStringConvertible {
      case key, verb, signal
      var testDescription: String { rawValue }
    }

    @Test(arguments: WayOut.allCases) func clicksGoThroughUntilTheyAreWantedAgain(way: WayOut)
      throws
    {
      let desk = try Desk([], options: ["--click-through"], comparesFresh: false)
      // Without the pointer, the window behind gets it: here, the root.
      try desk.click("startStop")
      try desk.awaitEventsHandled()
      #expect(try desk.status(format: "{{state}}") == "reset")
      switch way {
      case .key: try desk.keyboard.tap("x")
      case .verb: try desk.ctl("click-through", "off")
      case .signal: desk.program.signal(SIGUSR1)
      }
      try desk.wait(until: "a click to be heard") {
        try desk.click("startStop")
        return desk.title.contains(":")
      }
      #expect(desk.program.reap() == nil)
    }
  }
}
