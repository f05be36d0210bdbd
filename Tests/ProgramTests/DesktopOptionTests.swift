import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The options that say how the window stands among the others.
  struct DesktopOptions {
    /// What the window tells the window manager of itself.
    private func standing(_ desk: Desk) -> (states: Set<String>, opacity: Double, hasFrame: Bool) {
      let states = desk.connection.atoms("_NET_WM_STATE", of: desk.window) ?? []
      let opacity = desk.connection.property("_NET_WM_WINDOW_OPACITY", of: desk.window)?.first
      let decoration = desk.connection.property("_MOTIF_WM_HINTS", of: desk.window) ?? []
      return (
        Set(states), opacity.map { Double($0) / 4_294_967_295 } ?? 1,
        decoration.count < 3 || decoration[2] != 0
      )
    }

    @Test func theWindowStandsAsTheOptionsSay() throws {
      let desk = try Desk(
        options: [
          "--no-animation", "--above", "--sticky", "--undecorated", "--opacity", "0.5",
          "--position", "310,57",
        ], manager: .openbox)
      try desk.connection.wait(until: "it to be above, on all desktops") {
        standing(desk).states.contains("_NET_WM_STATE_ABOVE")
          && desk.connection.property("_NET_WM_DESKTOP", of: desk.window) == [0xFFFF_FFFF]
      }
      #expect(abs(standing(desk).opacity - 0.5) < 1e-6)
      #expect(!standing(desk).hasFrame)
      let place = try #require(desk.connection.geometry(of: desk.window))
      #expect([place.x, place.y] == [310, 57])
    }

    @Test func withoutThemItIsAWindowAsAnyOther() throws {
      let desk = try Desk(options: ["--no-animation"], manager: .openbox)
      let seen = standing(desk)
      #expect(
        seen.states.subtracting(["_NET_WM_STATE_FOCUSED"]).isEmpty && seen.opacity == 1
          && seen.hasFrame)
    }

    @Test func theConfigurationIsFollowed() throws {
      let home = try TemporaryDirectory()
      let file = "\(home.path)/config/segclock/config.toml"
      try write("below = true\nopacity = 0.7\n", to: file)
      let desk = try Desk(options: ["--no-animation"], manager: .openbox, home: home)
      try desk.connection.wait(until: "it to be below") {
        standing(desk).states.contains("_NET_WM_STATE_BELOW")
          && abs(standing(desk).opacity - 0.7) < 1e-6
      }
      try write("above = true\nundecorated = true\n", to: file)
      try desk.connection.wait(until: "it to be above, opaque and without a frame") {
        let seen = standing(desk)
        return seen.states.contains("_NET_WM_STATE_ABOVE")
          && !seen.states.contains("_NET_WM_STATE_BELOW")
          && seen.opacity == 1 && !seen.hasFrame
      }
    }

    @Test func aboveAndBelowTogetherAreRefused() throws {
      let home = try TemporaryDirectory()
      let file = "\(home.path)/both.toml"
      try write("above = true\nbelow = true\n", to: file)
      let results = [
        try Program.run(["--above", "--below"], home: home),
        try Program.run(
          ["render", "x.png"], home: home,
          variables: ["SEGCLOCK_BELOW": "on", "SEGCLOCK_ABOVE": "on"]),
        try Program.run(["config", "check", file], home: home),
      ]
      #expect(results.map(\.ending) == [.exited(64), .exited(64), .exited(65)])
      for result in results {
        #expect(
          (result.output + result.errors).replacing("--", with: "")
            .contains("below: above is also on; write one of them"))
      }
    }

    @Test func ofTwoLayersTheOneCountsThatWasSaidByTheOption() throws {
      let home = try TemporaryDirectory()
      try write("above = true\n", to: "\(home.path)/config/segclock/config.toml")
      let desk = try Desk(options: ["--no-animation", "--below"], home: home)
      #expect(standing(desk).states == ["_NET_WM_STATE_BELOW"])
    }

    /// The ways to have clicks again.
    enum WayOut: String, CaseIterable, CustomTestStringConvertible {
      case key, verb, signal
      var testDescription: String { rawValue }
    }

    @Test(arguments: WayOut.allCases) func clicksGoThroughUntilTheyAreWantedAgain(way: WayOut)
      throws
    {
      let desk = try Desk(options: ["--no-animation", "--click-through"], comparesFresh: false)
      func state() throws -> String {
        let result = try Program.run(
          ["ctl", "status", "--format", "{{state}}"], home: desk.home)
        return result.output.trimmed
      }
      // Without the pointer, the window behind gets it: here, the root.
      try desk.click("startStop")
      desk.connection.synchronize()
      #expect(try Program.run(["ctl", "sync"], home: desk.home).ending == .exited(0))
      let before = try state()
      #expect(before == "reset")
      switch way {
      case .key: try desk.keyboard.tap("x")
      case .verb:
        #expect(
          try Program.run(["ctl", "click-through", "off"], home: desk.home).ending == .exited(0))
      case .signal: desk.program.signal(SIGUSR1)
      }
      try desk.connection.wait(until: "a click to be heard") {
        try desk.click("startStop")
        return desk.title.contains(":")
      }
      #expect(desk.program.reap() == nil)
    }
  }
}

extension String {
  /// Without the end of the line.
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
