import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// Dark or light, contrast and motion as the desktop is set.
  struct AppearanceOfDesktop {
    static let automatic = ["--theme", "auto", "--no-animation"]

    /// A desk with a bus, on which nobody is yet.
    struct Room {
      let home: TemporaryDirectory
      let bus: MessageBus

      init() throws {
        home = try TemporaryDirectory()
        bus = try MessageBus(home: home)
      }

      func open(_ options: [String] = automatic, isWatched: Bool = false) throws -> Desk {
        try Desk(
          options: options, isWatched: isWatched,
          variables: ["DBUS_SESSION_BUS_ADDRESS": bus.address],
          comparesFresh: false, home: home)
      }
    }

    private func expect(_ theme: String, _ desk: Desk) throws {
      try desk.awaitRender(["--theme", theme], theme)
      let status = try Program.run(["ctl", "status", "--json"], home: desk.home).output
      #expect(status.contains("\"theme\":\"\(theme)\""), "\(status)")
    }

    @Test func thePortalIsFollowedLive() throws {
      let room = try Room()
      let portal = try Portal(room.bus, ["color-scheme": Portal.number(1)])
      let desk = try room.open()
      try portal.answerAll()
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
      let room = try Room()
      let desk = try room.open()
      try expect("neumorphic-light", desk)
      let portal = try Portal(
        room.bus, ["color-scheme": Portal.number(1), "contrast": Portal.number(0)])
      try portal.answerAll()
      try expect("neumorphic-dark", desk)
      try portal.leave()
      try expect("neumorphic-light", desk)
      let next = try Portal(room.bus, ["contrast": Portal.number(1)])
      try next.answerAll()
      try expect("high-contrast", desk)
      room.bus.crash()
      try expect("neumorphic-light", desk)
      #expect(desk.program.reap() == nil)
    }

    @Test func aPortalThatDoesNotAnswerHindersNothing() throws {
      let room = try Room()
      let portal = try Portal(room.bus)
      let desk = try room.open(isWatched: true)
      for _ in 0..<3 { try portal.ignoreOne() }
      try expect("neumorphic-light", desk)
      try desk.awaitStillness()
    }

    @Test func aBusThatHangsHindersNothing() throws {
      let room = try Room()
      room.bus.freeze()
      let desk = try room.open()
      try expect("neumorphic-light", desk)
      try desk.keyboard.tap("space")
      try desk.connection.wait(until: "a stopwatch that runs") { desk.title.hasPrefix("running") }
    }

    @Test(arguments: [
      "text", "truth", "deep", "nothing", "too long", "another", "flood", "flood of texts",
    ])
    func aPortalThatTalksNonsenseHindersNothing(kind: String) throws {
      let room = try Room()
      let value: BusValue =
        switch kind {
        case "text": .variant("s", .text("dark"))
        case "truth": .variant("b", .number(1))
        case "deep": (0..<20).reduce(Portal.number(1)) { value, _ in .variant("v", value) }
        case "too long": .variant("s", .text(String(repeating: "x", count: 1 << 20)))
        default: Portal.number(7)
        }
      let portal = try Portal(room.bus, ["color-scheme": value, "contrast": value])
      let desk = try room.open()
      try portal.answerAll()
      switch kind {
      case "nothing": portal.say("", [])
      case "too long": portal.change("color-scheme", value)
      case "another":
        let other = try BusPeer(room.bus)
        other.signal(
          "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged",
          "ssv",
          [.text("org.freedesktop.appearance"), .text("color-scheme"), Portal.number(1)],
          to: portal.client)
        try other.synchronize()
      case "flood":
        for number in 0..<20_000 { portal.change("contrast", Portal.number(Int64(number % 2))) }
        portal.change("contrast", Portal.number(0))
      case "flood of texts":
        let text = BusValue.variant("s", .text(String(repeating: "x", count: 1 << 20)))
        for _ in 0..<50 { portal.change("contrast", text) }
      default: portal.say("s", [.text("color-scheme")])
      }
      try portal.synchronize()
      try expect("neumorphic-light", desk)
      portal.change("color-scheme", Portal.number(1))
      try expect("neumorphic-dark", desk)
      try desk.keyboard.tap("space")
      try desk.connection.wait(until: "a stopwatch that runs") { desk.title.hasPrefix("running") }
    }

    @Test func aPortalThatDoesNotRunIsStartedForTheLookAlone() throws {
      let home = try TemporaryDirectory()
      let name = "org.freedesktop.portal.Desktop"
      mkdir("\(home.path)/services", 0o755)
      try write(
        "[D-BUS Service]\nName=\(name)\nExec=/usr/bin/touch \(home.path)/started\n",
        to: "\(home.path)/services/\(name).service")
      let bus = try MessageBus(home: home)
      let desk = try Desk(
        options: ["--no-animation"], isWatched: true,
        variables: ["DBUS_SESSION_BUS_ADDRESS": bus.address], home: home)
      try desk.awaitStillness()
      #expect(access("\(home.path)/started", F_OK) != 0)
      #expect(try Program.run(["ctl", "theme", "auto"], home: home).ending == .exited(0))
      try desk.connection.wait(until: "the portal to be started") {
        access("\(home.path)/started", F_OK) == 0
      }
      // It ends at once; the next one answers.
      let portal = try Portal(bus, ["color-scheme": Portal.number(1)])
      try portal.answerAll()
      try expect("neumorphic-dark", desk)
    }

    @Test func withoutAPortalTheSettingsManagerCounts() throws {
      let desk = try Desk(options: AppearanceOfDesktop.automatic)
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
      let room = try Room()
      let portal = try Portal(room.bus, ["color-scheme": Portal.number(1)])
      let desk = try room.open()
      try portal.answerAll()
      try expect("neumorphic-dark", desk)
      // T goes on from what is shown.
      try desk.keyboard.tap("t")
      try expect("neon", desk)
      portal.change("color-scheme", Portal.number(2))
      #expect(try Program.run(["ctl", "sync"], home: desk.home).ending == .exited(0))
      try expect("neon", desk)
      #expect(try Program.run(["ctl", "theme", "auto"], home: desk.home).ending == .exited(0))
      try expect("neumorphic-light", desk)
      portal.change("color-scheme", Portal.number(1))
      try expect("neumorphic-dark", desk)
      #expect(
        try Program.run(["ctl", "theme", "flat-light"], home: desk.home).ending == .exited(0))
      try expect("flat-light", desk)
    }

    @Test func reducedMotionIsThePortalsUnlessSomebodySaysOtherwise() throws {
      let room = try Room()
      let portal = try Portal(room.bus, ["reduced-motion": Portal.number(1)])
      let desk = try room.open(["--present", "put"])
      try portal.answerAll()
      #expect(try Program.run(["ctl", "sync"], home: desk.home).ending == .exited(0))
      let still = try desk.ringCoverages { try desk.keyboard.tap("End") }
      #expect(still.last == 1 && !still.contains { (0.01...0.99).contains($0) }, "\(still)")
      portal.change("reduced-motion", Portal.number(0))
      try portal.synchronize()
      #expect(try Program.run(["ctl", "sync"], home: desk.home).ending == .exited(0))
      try desk.keyboard.tap("0")
      try desk.awaitPicture(desk.fresh, "empty rings")
      let moving = try desk.ringCoverages { try desk.keyboard.tap("End") }
      #expect(moving.last == 1 && moving.contains { (0.2...0.8).contains($0) }, "\(moving)")
    }

    @Test func theConfigurationAndTheEnvironmentCanWishForIt() throws {
      let home = try TemporaryDirectory()
      let light = try Program.render(["--theme", "neumorphic-light"], home: home)
      #expect(try Program.render(["--theme", "auto"], home: home) == light)
      let variable = try Program.run(
        ["render", "--describe", "-"], home: home, variables: ["SEGCLOCK_THEME": "auto"])
      #expect(variable.ending == .exited(0))
      let path = "\(home.path)/config/segclock/config.toml"
      try write("theme = \"neon\"\n", to: path)
      let desk = try Desk(options: ["--no-animation"], comparesFresh: false, home: home)
      let manager = try SettingsManager(desk.server, [("Net/ThemeName", .text("Adwaita-dark"))])
      try desk.awaitRender(["--theme", "neon"], "neon")
      try write("theme = \"auto\"\n", to: path)
      try expect("neumorphic-dark", desk)
      #expect(try Program.run(["config", "check"], home: home).output.isEmpty)
      try write("theme = \"auto\"\n[themes.auto]\nbackground = \"black\"\n", to: path)
      #expect(
        try Program.run(["config", "check"], home: home).output.contains(
          "auto follows the desktop"))
      #expect(try Program.run(["config", "theme", "auto"], home: home).ending == .exited(64))
      manager.end()
    }
  }
}
