import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// Dark or light, contrast and motion as the desktop is set.
  struct AppearanceOfDesktop {
    static let automatic = ["--theme", "auto"]

    /// A desk with a portal on its bus that says these.
    private func open(
      _ values: [String: BusValue], _ options: [String] = automatic, isAnimated: Bool = false,
      isWatched: Bool = false, isHeld: Bool = false
    ) throws -> (Desk, Portal) {
      let desk = try Desk(
        rings("0%"), options: options, isAnimated: isAnimated, isWatched: isWatched, hasBus: true,
        isOpen: false)
      let portal = try Portal(desk.bus, values)
      if isHeld { desk.faults.hold() }
      try desk.open()
      return (desk, portal)
    }

    /// The same, with a portal that has answered.
    private func openAnswered(_ values: [String: BusValue]) throws -> (Desk, Portal) {
      let (desk, portal) = try open(values)
      try portal.answerAll()
      return (desk, portal)
    }

    private func expect(_ theme: String, _ desk: Desk) throws {
      try desk.awaitRender(["--theme", theme], theme)
      #expect(try desk.status()["theme"].string == theme)
    }

    @Test func thePortalIsFollowedLive() throws {
      let (desk, portal) = try openAnswered(["color-scheme": Portal.number(1)])
      try expect("neumorphic-dark", desk)
      portal.change("color-scheme", Portal.number(2))
      try expect("neumorphic-light", desk)
      portal.change("contrast", Portal.number(1))
      try expect("high-contrast", desk)
      portal.change("contrast", Portal.number(0))
      portal.change("color-scheme", Portal.number(1))
      try expect("neumorphic-dark", desk)
      // Another namespace is about something else.
      portal.change("color-scheme", Portal.number(2), namespace: "org.example.appearance")
      portal.change("color-scheme", Portal.number(0))
      try expect("neumorphic-light", desk)
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func aPortalThatComesLateAndGoes() throws {
      let desk = try Desk([], options: Self.automatic, hasBus: true)
      try expect("neumorphic-light", desk)
      let portal = try Portal(
        desk.bus, ["color-scheme": Portal.number(1), "contrast": Portal.number(0)])
      try portal.answerAll()
      try expect("neumorphic-dark", desk)
      try portal.leave()
      try expect("neumorphic-light", desk)
      let next = try Portal(desk.bus, ["contrast": Portal.number(1)])
      try next.answerAll()
      try expect("high-contrast", desk)
      desk.bus?.crash()
      try expect("neumorphic-light", desk)
      #expect(desk.program.reap() == nil)
    }

    @Test func aPortalThatDoesNotAnswerHindersNothing() throws {
      let (desk, portal) = try open([:], isWatched: true, isHeld: true)
      try desk.withinSomeFrames { try desk.step(until: "the picture") { $0 == desk.fresh } }
      for _ in 0..<3 { try portal.ignoreOne() }
      try expect("neumorphic-light", desk)
      try desk.awaitStillness()
    }

    @Test func aBusThatHangsHindersNothing() throws {
      let desk = try Desk(
        [], options: Self.automatic + ["--present", "put"], hasBus: true, isOpen: false)
      desk.bus?.freeze()
      desk.faults.hold()
      try desk.open()
      try desk.withinSomeFrames {
        try desk.step(until: "the picture") { $0 == desk.fresh }
        try desk.keyboard.tap("space")
        try desk.step(untilTitle: "running")
      }
      #expect(try desk.status()["theme"].string == "neumorphic-light")
    }

    @Test(arguments: [
      "text", "truth", "deep", "nothing", "too long", "another", "flood", "flood of texts",
    ])
    func aPortalThatTalksNonsenseHindersNothing(kind: String) throws {
      let value: BusValue =
        switch kind {
        case "text": .variant("s", .text("dark"))
        case "truth": .variant("b", .number(1))
        case "deep": (0..<20).reduce(Portal.number(1)) { value, _ in .variant("v", value) }
        case "too long": .variant("s", .text(String(repeating: "x", count: 1 << 20)))
        default: Portal.number(7)
        }
      let (desk, portal) = try openAnswered(["color-scheme": value, "contrast": value])
      switch kind {
      case "nothing": portal.say("", [])
      case "too long": portal.change("color-scheme", value)
      case "another":
        let other = try BusPeer(desk.bus)
        other.signal(
          "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged",
          "ssv",
          [.text("org.freedesktop.appearance"), .text("color-scheme"), Portal.number(1)],
          to: portal.client)
        try other.synchronize()
      case "flood":
        for number in 0..<20_000 { portal.change("contrast", Portal.number(Int64(number % 2))) }
        portal.change("contrast", Portal.number(0))
        // Only the last messages make it dark.
        portal.change("color-scheme", Portal.number(1))
        try expect("neumorphic-dark", desk)
        portal.change("color-scheme", Portal.number(2))
      case "flood of texts":
        let text = BusValue.variant("s", .text(String(repeating: "x", count: 1 << 20)))
        for _ in 0..<50 { portal.change("contrast", text) }
      default: portal.say("s", [.text("color-scheme")])
      }
      try portal.synchronize()
      try expect("neumorphic-light", desk)
      portal.change("color-scheme", Portal.number(1))
      try expect("neumorphic-dark", desk)
      try desk.press("space", "running")
    }

    @Test func aPortalThatDoesNotRunIsStartedForTheLookAlone() throws {
      let home = TestFolder()
      let (name, started) = ("org.freedesktop.portal.Desktop", home.file("started"))
      try write(
        "[D-BUS Service]\nName=\(name)\nExec=/usr/bin/touch \(started)\n",
        to: home.file("services/\(name).service"))
      let desk = try Desk([], isWatched: true, home: home, hasBus: true)
      try desk.awaitStillness()
      #expect(access(started, F_OK) != 0)
      try desk.ctl("theme", "auto")
      try desk.wait(until: "the portal to be started") { access(started, F_OK) == 0 }
      // It ends at once; the next one answers.
      let portal = try Portal(desk.bus, ["color-scheme": Portal.number(1)])
      try portal.answerAll()
      try expect("neumorphic-dark", desk)
    }

    @Test func withoutAPortalTheSettingsManagerCounts() throws {
      let desk = try Desk([], options: Self.automatic)
      let manager = try SettingsManager(desk.server, [("Net/ThemeName", .text("Adwaita-dark"))])
      try expect("neumorphic-dark", desk)
      manager.say([("Net/ThemeName", .text("HighContrast"))])
      try expect("high-contrast", desk)
      manager.say([("Net/ThemeName", .text("Adwaita"))])
      try expect("neumorphic-light", desk)
      manager.say([("Net/ThemeName", .text("HighContrastInverse"))])
      try expect("high-contrast", desk)
      manager.end()
      try expect("neumorphic-light", desk)
    }

    @Test func whatWasChosenStaysUntilTheDesktopsIsChosen() throws {
      let (desk, portal) = try openAnswered(["color-scheme": Portal.number(1)])
      try expect("neumorphic-dark", desk)
      // T goes on from what is shown.
      try desk.keyboard.tap("t")
      try expect("neon", desk)
      portal.change("color-scheme", Portal.number(2))
      try desk.ctl("sync")
      try expect("neon", desk)
      try desk.ctl("theme", "auto")
      try expect("neumorphic-light", desk)
      portal.change("color-scheme", Portal.number(1))
      try expect("neumorphic-dark", desk)
      try desk.ctl("theme", "flat-light")
      try expect("flat-light", desk)
    }

    @Test func reducedMotionIsThePortalsUnlessSomebodySaysOtherwise() throws {
      let (desk, portal) = try open(
        ["reduced-motion": Portal.number(1)], ["--present", "put"], isAnimated: true)
      try portal.answerAll()
      try desk.ctl("sync")
      let still = try desk.ringCoverages { try desk.keyboard.tap("End") }
      #expect(still.last == 1 && !still.contains { (0.01...0.99).contains($0) }, "\(still)")
      portal.change("reduced-motion", Portal.number(0))
      try portal.synchronize()
      try desk.ctl("sync")
      try desk.keyboard.tap("0")
      try desk.awaitPicture(desk.fresh, "empty rings")
      let moving = try desk.ringCoverages { try desk.keyboard.tap("End") }
      #expect(moving.last == 1 && moving.contains { (0.2...0.8).contains($0) }, "\(moving)")
    }

    @Test func theConfigurationAndTheEnvironmentCanWishForIt() throws {
      let home = TestFolder()
      let light = try Program.render(["--theme", "neumorphic-light"], home: home)
      #expect(try Program.render(["--theme", "auto"], home: home) == light)
      let variable = try Program.run(
        ["render", "--describe", "-"], home: home, variables: ["SEGCLOCK_THEME": "auto"])
      #expect(variable.ending == .exited(0))
      try home.configure("theme = \"neon\"\n")
      let desk = try Desk([], home: home, comparesFresh: false)
      let manager = try SettingsManager(desk.server, [("Net/ThemeName", .text("Adwaita-dark"))])
      try desk.awaitRender(["--theme", "neon"], "neon")
      try home.configure("theme = \"auto\"\n")
      try expect("neumorphic-dark", desk)
      #expect(try Program.run(["config", "check"], home: home).output.isEmpty)
      try home.configure("theme = \"auto\"\n[themes.auto]\nbackground = \"black\"\n")
      let check = try Program.run(["config", "check"], home: home)
      #expect(check.output.contains("themes.auto: not a theme's name"))
      #expect(try Program.run(["config", "theme", "auto"], home: home).ending == .exited(64))
      manager.end()
    }
  }
}
