import ProgramSupport
import Testing

extension Displays {
  /// What the program does among Wayland windows; where sway is missing, that is said, unless CI is set.
  struct Rootless {
    static let isTried: ConditionTrait = .enabled(
      if: ["sway", "foot", "Xwayland", "grim", "wl-copy"].allSatisfy { isExpected($0) },
      "sway, foot, xwayland, grim or wl-clipboard is not installed")

    /// A window on sway, of 640 x 380 user units.
    private struct Room {
      static let look = Desk.look + ["--size", "640x380"]

      let sway: WaylandDesktop
      let desk: Desk

      init(
        _ options: [String] = [], look: [String] = Room.look, hasBus: Bool = false,
        isOpen: Bool = true
      ) throws {
        let home = TestFolder()
        sway = try WaylandDesktop(home: home, isFloating: true)
        desk = try Desk(
          look, options: options, on: sway.server, home: home, hasBus: hasBus, isOpen: isOpen)
      }

      /// The window as a person sees it.
      func picture() throws -> Picture {
        let place = try desk.place
        return try sway.picture().part(
          x: place.x, y: place.y, width: place.width, height: place.height)
      }

      /// Waits until the screen has shown three pictures of the window, one after another.
      func expectMotion(_ what: String) throws {
        for _ in 0..<3 {
          let last = try picture()
          try desk.wait(until: "\(what): another picture") { try picture() != last }
        }
      }
    }

    @Test(isTried) func theServerAndItsRateAreNamed() throws {
      let room = try Room(["--stats"])
      let desk = room.desk
      try desk.ctl("start")
      try desk.wait(until: "the server's name") { try desk.status()["server"].string != nil }
      let status = try desk.status()
      #expect(status["server"].string == "Xwayland")
      #expect(status["window_manager"].string == "wlroots wm")
      let version = try Program.run(["--version"], home: desk.home, display: room.sway.display)
      let lines = version.output.split(separator: "\n")
      #expect(lines.count == 2 && version.ending == .exited(0))
      #expect(lines.last?.hasPrefix("display \(room.sway.display): Xwayland (") == true)
      #expect(lines.last?.hasSuffix("window manager wlroots wm") == true)
      // The server's own figure is 59.81.
      try desk.wait(until: "frames in step with the display") {
        try desk.status(format: "{{elapsed|ns}}").count > 8
      }
      try desk.ctl("quit")
      try desk.awaitEnd()
      #expect(desk.program.standardError.contains("frames a second 60.0\n"))
    }

    @Test(isTried) func whatAWaylandWindowCoveredOrTheScratchpadHadMovesAgain() throws {
      let room = try Room()
      let desk = room.desk
      try desk.ctl("start")
      try room.expectMotion("at first")
      // A Wayland window covers it.
      let terminal = try room.sway.openTerminal()
      try room.sway.run("[app_id=foot] fullscreen enable")
      try desk.wait(until: "the window to be covered") { try !room.picture().showsSomething }
      terminal.end()
      try room.expectMotion("after a Wayland window covered it")
      try room.sway.run("[class=Segclock] move to scratchpad")
      try desk.wait(until: "the window to go") { try !room.picture().showsSomething }
      try room.sway.run("[class=Segclock] scratchpad show")
      try room.expectMotion("out of the scratchpad")
    }

    @Test func whereThereIsNoXwaylandThatIsSaid() throws {
      let result = try Program.run(
        [], home: TestFolder(), variables: ["WAYLAND_DISPLAY": "wayland-1"])
      #expect(result.ending == .exited(69))
      #expect(result.errors.hasPrefix("segclock: no X display: DISPLAY is not set; segclock needs"))
    }

    // MARK: On each compositor

    static let withWorkspaces = [WaylandCompositor.sway, .mutter, .kwin].filter(\.canBeTried)

    @Test(arguments: withWorkspaces)
    func aRunningWindowMovesOnAfterAnotherWorkspace(compositor: WaylandCompositor) throws {
      let home = TestFolder()
      let wayland = try WaylandDesktop(compositor, home: home, isFloating: true)
      let desk = try Desk(Room.look, on: wayland.server, home: home)
      try desk.ctl("start")
      for _ in 0..<2 {
        try desk.expectMotion()
        try wayland.showWorkspace(1, desk.connection)
        // It lies over all of the screen for X.
        let other = desk.connection.openWindow(width: 1280, height: 800)
        try desk.wait(until: "the other window") {
          desk.connection.geometry(of: other)?.isViewable == true
        }
        try desk.awaitEventsHandled()
        try wayland.showWorkspace(0, desk.connection)
        try desk.wait(until: "it to be seen") { try desk.status()["visible"].bool == true }
        desk.connection.destroy(other)
      }
      try desk.expectMotion()
    }

    /// How a desktop scales; KWin and weston take their scale at their start.
    struct Scaling: CustomTestStringConvertible, Sendable {
      let compositor: WaylandCompositor
      /// Whether X11 programs draw in its pixels; else it enlarges what they draw.
      let isNative: Bool
      /// Features of mutter, with which it resizes windows itself.
      var features: [String] = []

      var testDescription: String { "\(compositor) \(features)" }

      static let all = [
        Scaling(compositor: .sway, isNative: false),
        Scaling(compositor: .mutter, isNative: true),
        Scaling(
          compositor: .mutter, isNative: true,
          features: ["scale-monitor-framebuffer", "xwayland-native-scaling"]),
      ].filter(\.compositor.canBeTried)
    }

    @Test(arguments: Scaling.all)
    func atEachScaleItIsSharpAndOfTheRightSize(row: Scaling) throws {
      let home = TestFolder()
      let wayland = try WaylandDesktop(
        row.compositor, home: home, size: "2560x1600", features: row.features, isFloating: true)
      let desk = try Desk(Room.look, on: wayland.server, home: home)
      // Mutter before 47 does not know them.
      let resizes =
        try !row.features.isEmpty
        && wayland.output("gsettings", ["get", "org.gnome.mutter", "experimental-features"])
          .contains(row.features.last ?? "")
      for scale in [2, 1, 2, 1] {
        try wayland.setScale(scale)
        let own = row.isNative ? scale : 1
        if resizes {
          try desk.wait(until: "a size of the desktop's") {
            try desk.place.width == 640 * own
          }
          // As long as GNOME's settings daemon takes.
          Deadline.observe(seconds: 1.5)
        }
        // Xft.dpi is left to the session's daemons.
        if row.isNative { desk.connection.setResources("Xft.dpi:\t\(96 * scale)\n") }
        try desk.awaitPicture(
          Program.render(Room.look + ["--scale", "\(own)"], home: home), "scale \(scale)")
      }
    }

    @Test(isTried, arguments: ["2", "1.5"]) func aScaleOfTheOutputChangesNothing(scale: String)
      throws
    {
      let room = try Room()
      let before = try room.desk.place
      for value in [scale, "1"] {
        try room.sway.run("output HEADLESS-1 scale \(value)")
        try room.desk.wait(until: "another screen") {
          let root = room.desk.connection.root
          return room.desk.connection.geometry(of: root)?.width
            == Int((1280 / (Double(value) ?? 1)).rounded())
        }
        // A smaller screen has pushed the pointer.
        room.desk.mouse.move(x: 0, y: 0)
        try room.desk.awaitRender([], "a scale of \(value)")
      }
      let after = try room.desk.place
      #expect((after.width, after.height) == (before.width, before.height))
      try room.desk.ctl("start")
      try room.expectMotion("after that")
    }

    @Test(isTried) func whatIsCopiedGoesToWaylandProgramsAndBack() throws {
      let room = try Room()
      let desk = room.desk
      func expectCopy() throws {
        try desk.ctl("do", "copy")
        try desk.wait(until: "the copied time") {
          (try? room.sway.output("wl-paste", ["-n"])) == "00:00.00"
        }
      }
      try expectCopy()
      let own = desk.connection.owner(ofSelection: "CLIPBOARD")
      let copy = try room.sway.start("wl-copy", ["--foreground", "other"])
      try desk.wait(until: "another owner") {
        desk.connection.owner(ofSelection: "CLIPBOARD") != own
      }
      #expect(try room.sway.output("wl-paste", ["-n"]) == "other")
      try expectCopy()
      copy.end()
    }

    @Test(isTried) func theDesktopFileIsFoundByTheWindow() throws {
      let room = try Room()
      let name = try #require(
        projectFile("assets/io.github.segclock.segclock.desktop").firstMatch(
          of: #/StartupWMClass=(.+)/#)?.1)
      // Sway fails if no window is of that class.
      try room.sway.run("[class=^\(name)$] focus")
      try room.desk.wait(until: "the icon") {
        room.desk.connection.property("_NET_WM_ICON", of: room.desk.window)?.isEmpty == false
      }
    }

    // MARK: Global keys

    private static let keys = [
      "--global-key", "lap=F9", "--global-key", "start-stop=Ctrl+Alt+S", "--global-key",
      "lap=Super+Pause",
    ]

    /// A window whose global keys the desktop has been asked for.
    private func asked() throws -> (room: Room, portal: ShortcutPortal) {
      let room = try Room(Rootless.keys, hasBus: true, isOpen: false)
      let portal = try ShortcutPortal(room.desk.bus)
      try room.desk.open()
      try portal.takeRequest()
      return (room, portal)
    }

    private func awaitGrants(_ wanted: [String?], _ desk: Desk) throws {
      var seen: [String?] = []
      try desk.wait(until: "the keys \(wanted)", seen: "\(seen)") {
        let keys = try desk.status()["global_keys"]
        seen = (0..<wanted.count).map { keys[$0]["granted"].string }
        return seen == wanted
      }
    }

    @Test(isTried) func keysThatTheDesktopGrantsCountWhileAWaylandWindowHasTheFocus() throws {
      let (room, portal) = try asked()
      let desk = room.desk
      #expect(portal.shortcuts.map(\.id) == ["lap", "start-stop", "lap-2"])
      #expect(portal.shortcuts.map(\.description) == ["Lap", "Start / stop", "Lap"])
      #expect(portal.shortcuts.map(\.trigger) == ["F9", "CTRL+ALT+s", "LOGO+Pause"])
      #expect(portal.parent == "x11:" + String(desk.window, radix: 16))
      try awaitGrants([nil, nil, nil], desk)
      // Until then the keys work in X11 windows.
      let f9 = try desk.keyboard.stroke("F9").code
      try desk.wait(until: "the grab") { !desk.connection.canGrab(code: f9, modifiers: 0) }
      portal.grant(["lap": "Press F9", "start-stop": "Super+S", "lap-2": "Pause"])
      try awaitGrants(["Press F9", "Super+S", "Pause"], desk)
      try desk.wait(until: "no grab") { desk.connection.canGrab(code: f9, modifiers: 0) }
      let terminal = try room.sway.openTerminal()
      portal.press("start-stop")
      try desk.reach("running 0")
      portal.press("lap")
      portal.press("lap-2")
      portal.press("other")
      try desk.reach("running 2")
      terminal.end()
      #expect(desk.program.standardError.isEmpty)
      // The help names what was granted, and follows.
      portal.press("start-stop")
      try desk.reach("stopped 2")
      try desk.ctl("do", "help")
      try desk.ctl("sync")
      let help = try room.picture()
      portal.change(["lap": "Meta+F9", "start-stop": "", "lap-2": "Pause"])
      try awaitGrants(["Meta+F9", nil, "Pause"], desk)
      try desk.ctl("sync")
      try desk.wait(until: "other words") { try room.picture() != help }
      #expect(desk.program.standardError.contains("the desktop granted none for start-stop;"))
    }

    @Test(isTried) func keysThatTheUserRefusesWorkInX11WindowsAndThatIsSaid() throws {
      let (room, portal) = try asked()
      portal.refuse()
      let said = try room.desk.awaitMessage()
      #expect(
        said == """
          segclock: global keys work only while an X11 window has the focus: the desktop granted none for lap, \
          start-stop, lap; bind desktop shortcuts to commands such as "segclock ctl lap" instead

          """)
      try awaitGrants([nil, nil, nil], room.desk)
      try room.desk.keyboard.tap("F9")
      try room.desk.reach("reset 0")
      try room.desk.keyboard.tap("s", holding: ["Control_L", "Alt_L"])
      try room.desk.reach("running 0")
      portal.press("lap")
      try portal.synchronize()
    }

    @Test(isTried, arguments: [false, true]) func aPortalThatGoesGrantsNothingUntilItIsBack(
      closes: Bool
    ) throws {
      let (room, portal) = try asked()
      portal.grant(["lap": "F9"])
      try awaitGrants(["F9"], room.desk)
      if closes { portal.closeSession() }
      try portal.leave()
      try awaitGrants([nil], room.desk)
      #expect(room.desk.program.standardError.contains("this is Xwayland"))
      try portal.comeBack()
      try portal.takeRequest()
      portal.grant(["lap": "F10"])
      try awaitGrants(["F10"], room.desk)
    }

    @Test(isTried) func aPortalThatChangesItsMindWithoutEndIsReportedOnce() throws {
      let (room, portal) = try asked()
      let desk = room.desk
      portal.grant(["lap": "F9", "start-stop": "S", "lap-2": "Pause"])
      try awaitGrants(["F9", "S", "Pause"], desk)
      for number in 0..<500 {
        portal.change(
          number % 2 == 0 ? ["lap": "F9"] : ["lap": "F9", "start-stop": "S", "x\(number)": "y"])
      }
      // Names of any length are no harm to the status.
      portal.change(["lap": String(repeating: "k", count: 1 << 18), "start-stop": "a\u{202E}b"])
      try awaitGrants([String(repeating: "k", count: 32), "ab", nil], desk)
      let said = desk.program.standardError.split(separator: "\n")
      #expect((1...2).contains(said.count), "\(said.count) lines")
    }

    @Test(isTried) func aMutePortalIsGivenUp() throws {
      let room = try Room(Rootless.keys, hasBus: true, isOpen: false)
      let portal = try ShortcutPortal(room.desk.bus)
      try room.desk.open()
      try portal.ignoreOne()
      #expect(try room.desk.awaitMessage().contains("this is Xwayland; bind desktop shortcuts"))
      try awaitGrants([nil], room.desk)
    }

    @Test(isTried) func whatSomebodyElseSendsGrantsNothingAndPressesNothing() throws {
      let (room, portal) = try asked()
      try portal.forge(on: room.desk.bus, "lap")
      portal.grant(["start-stop": "S"])
      try awaitGrants([nil, "S"], room.desk)
      try portal.forge(on: room.desk.bus, "start-stop")
      portal.press("start-stop")
      try room.desk.reach("running 0")
    }

    @Test(isTried) func theConfigurationsNewKeysAreAskedFor() throws {
      let room = try Room(hasBus: true, isOpen: false)
      try room.desk.configure("[keys.global]\nlap = \"F9\"\n")
      let portal = try ShortcutPortal(room.desk.bus)
      try room.desk.open()
      try portal.takeRequest()
      portal.grant(["lap": "F9"])
      try awaitGrants(["F9"], room.desk)
      try room.desk.configure("[keys.global]\nreset = \"F8\"\n")
      try portal.takeRequest()
      #expect(portal.shortcuts.map(\.id) == ["reset"] && portal.closedCount == 1)
      portal.grant(["reset": "F8"])
      try awaitGrants(["F8"], room.desk)
      #expect(room.desk.program.standardError.isEmpty)
    }

    @Test(isTried) func whatSwayCannotDoIsSaid() throws {
      let home = TestFolder()
      let sway = try WaylandDesktop(home: home)
      let desk = try Desk(
        options: ["--above", "--sticky", "--opacity", "0.5", "--global-key", "lap=F9"],
        on: sway.server, home: home, comparesFresh: false)
      try desk.ctl("sync")
      let said = desk.program.standardError.split(separator: "\n")
      #expect(said.count { $0.contains("global keys work only") } == 1)
      #expect(said.count { $0.contains("\"wlroots wm\" ignore above, sticky, opacity: see") } == 1)
    }
  }
}
