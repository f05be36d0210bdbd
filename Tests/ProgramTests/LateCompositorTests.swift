import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// A compositor that comes, goes or changes while the window is open, and says so to nobody.
  struct LateCompositors {
    /// A program that takes all windows, before which another may have them.
    struct Newcomer: CustomTestStringConvertible, Sendable {
      let name: String
      var manager = WindowManager.none
      var arguments: [String] = []
      var isOnBus = false

      var testDescription: String { name }

      static let all = [
        Newcomer(name: "picom", arguments: ["--config", "/dev/null", "--backend", "xrender"]),
        Newcomer(name: "xcompmgr"),
        Newcomer(
          name: "xfwm4", manager: .openbox,
          arguments: ["--replace", "--vblank=off", "--compositor=on"],
          isOnBus: true),
        Newcomer(
          name: "metacity", manager: .openbox, arguments: ["--replace", "--composite"],
          isOnBus: true),
      ].filter { isExpected($0.name) && $0.manager.canBeTried }

      func start(on desk: Desk) throws -> ChildProcess {
        try isOnBus
          ? desk.start("dbus-run-session", ["--", installed(name)] + arguments)
          : desk.start(name, arguments)
      }
    }

    @Test(arguments: Newcomer.all)
    func aCoveredWindowStaysStillUnderOneThatComes(newcomer: Newcomer) throws {
      let desk = try Desk(isAnimated: true, manager: newcomer.manager, isWatched: true)
      try desk.run()
      let cover = desk.cover()
      try desk.awaitStillness()
      let process = try newcomer.start(on: desk)
      let frame = desk.connection.topLevel(of: desk.window)
      try desk.wait(until: "a compositor", Deadline(seconds: 30)) {
        // One that manages windows too puts this one into a frame of its own, and that on top.
        desk.connection.owner(ofSelection: "_NET_WM_CM_S0") != 0
          && (newcomer.manager == .none
            || ![frame, desk.window].contains(desk.connection.topLevel(of: desk.window)))
      }
      let again = desk.cover()
      try desk.awaitStillness()
      desk.connection.destroy(again)
      desk.connection.destroy(cover)
      try desk.expectMotion()
      // Gone, the server tells again what covers the window.
      for member in process.family.reversed() { kill(member.identifier, SIGKILL) }
      try desk.wait(until: "no compositor") {
        desk.connection.owner(ofSelection: "_NET_WM_CM_S0") == 0
      }
      _ = desk.cover()
      try desk.awaitStillness()
    }

    /// One that comes later is not noticed: the window moves on, though it may be covered.
    @Test func withoutXFIXESTheWindowMoves() throws {
      let desk = try Desk(isAnimated: true, isWatched: true, screen: ["-extension", "XFIXES"])
      #expect(desk.connection.majorOpcode(of: "XFIXES") == nil)
      try desk.run()
      let cover = desk.cover()
      try desk.awaitStillness()
      desk.connection.destroy(cover)
      try desk.expectMotion()
      try desk.connection.redirectWindows(isAnnounced: false)
      try desk.expectMotion()
    }

    @Test(.enabled(if: isExpected("picom")))
    func aCoveredWindowStaysStillUnderOneThatStartsAnew() throws {
      let desk = try Desk(isAnimated: true, compositor: .picom, isWatched: true)
      try desk.run()
      for _ in 0..<3 {
        desk.manager?.signal(SIGUSR1)
        let cover = desk.cover()
        try desk.awaitStillness()
        desk.connection.destroy(cover)
        try desk.expectMotion()
      }
    }
  }
}
