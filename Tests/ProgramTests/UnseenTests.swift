import ProgramSupport
import Testing

extension Displays {
  /// A running stopwatch that nobody can see: no frame, no request, no wake-up; and the time at once when it is seen.
  struct Unseen {
    /// What a window is on.
    struct Setting: CustomTestStringConvertible, Sendable {
      let manager: WindowManager
      var compositor = Compositor.none

      var testDescription: String {
        compositor == .none ? "\(manager)" : "\(manager), \(compositor.command[0])"
      }

      static let all = [
        Setting(manager: .none), Setting(manager: .openbox), Setting(manager: .i3),
        Setting(manager: .xfwm4), Setting(manager: .compositingXfwm4),
        Setting(manager: .openbox, compositor: .picom),
      ].filter { $0.manager.canBeTried && $0.compositor.canBeTried }

      /// Those where a compositor shows the windows.
      static let composited = all.filter { $0.manager.isCompositor || $0.compositor != .none }
      static let managed = all.filter { $0.manager != .none }
      /// i3 knows no icons.
      static let withIcons = managed.filter { $0.manager != .i3 }
      static let withSaver = all.filter { [.none, .openbox].contains($0.manager) }
    }

    @Test(arguments: Setting.all)
    func coveredByAnotherWindow(setting: Setting) throws {
      let desk = try run(setting)
      let cover = desk.cover()
      try desk.awaitStillness()
      desk.connection.destroy(cover)
      try expectTime(desk)
    }

    /// Awesome's frames are of another depth than the screen, and so is a window with round corners: the server draws both
    /// aside, and says of neither that it is covered.
    @Test(arguments: [WindowManager.awesome, .none].filter(\.canBeTried))
    func coveredWhereTheServerDrawsItAside(manager: WindowManager) throws {
      let desk = try Desk(
        options: manager == .none ? ["--shape", "rounded"] : [], isAnimated: true, manager: manager,
        isWatched: true, comparesFresh: false)
      try desk.run()
      let cover = desk.cover()
      try desk.awaitStillness()
      desk.connection.destroy(cover)
      try expectTime(desk)
      let half = desk.connection.cover(Connection.Geometry(x: 0, y: 0, width: 1280, height: 100))
      try desk.expectMotion()
      desk.connection.destroy(half)
    }

    @Test(.enabled(if: isExpected("i3lock")), arguments: Setting.all)
    func behindALockedScreen(setting: Setting) throws {
      let desk = try run(setting)
      let locker = try desk.start("i3lock", ["--nofork", "--color=202020"])
      _ = try desk.connection.window(ofClass: "i3lock")
      try desk.awaitStillness()
      locker.end()
      try expectTime(desk)
    }

    @Test(arguments: Setting.managed)
    func onAnotherDesktop(setting: Setting) throws {
      let desk = try run(setting)
      try showDesktop(1, on: desk, setting.manager)
      try desk.awaitStillness()
      try showDesktop(0, on: desk, setting.manager)
      try expectTime(desk)
    }

    @Test(arguments: Setting.withIcons)
    func asAnIcon(setting: Setting) throws {
      let desk = try run(setting)
      desk.connection.iconify(desk.window)
      try desk.awaitStillness()
      desk.connection.map(desk.window)
      try expectTime(desk)
    }

    @Test(arguments: Setting.withSaver)
    func onADarkScreen(setting: Setting) throws {
      let desk = try run(setting)
      desk.connection.setScreenSaver(true)
      try desk.awaitStillness()
      desk.connection.setScreenSaver(false)
      try expectTime(desk)
    }

    @Test func theOverlayOfACompositorHidesNothing() throws {
      let desk = try run(Setting(manager: .none))
      try desk.connection.redirectWindows()
      try desk.awaitEventsHandled()
      try desk.expectMotion()
      try desk.connection.mapOverlay()
      try desk.awaitEventsHandled()
      try desk.expectMotion()
    }

    /// Starts the stopwatch and waits until it moves.
    private func run(_ setting: Setting) throws -> Desk {
      let desk = try Desk(
        isAnimated: true, manager: setting.manager, compositor: setting.compositor, isWatched: true)
      try desk.run()
      return desk
    }

    /// Waits until the time is shown that has gone on unseen, for a second and a half at least, and until it moves.
    private func expectTime(_ desk: Desk) throws {
      try desk.see(hundredths: 151)
      try desk.expectMotion()
    }

    /// Shows the desktop of that number, from 0 on.
    private func showDesktop(_ number: Int, on desk: Desk, _ manager: WindowManager) throws {
      guard manager == .i3 else { return desk.connection.showDesktop(number) }
      // A desktop of i3 is there only while it is shown or has windows, so its number cannot be asked for.
      let message = try desk.start("i3-msg", ["workspace number \(number + 1)"])
      #expect(try message.wait() == .exited(0))
    }
  }
}
