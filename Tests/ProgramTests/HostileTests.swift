import CX11
import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// What other programs may send, on purpose or by mistake: it neither moves the program nor keeps it busy.
  struct Hostile {
    @Test(arguments: Unseen.Setting.composited)
    func aPingIsAnsweredOnceWithACompositorToo(setting: Unseen.Setting) throws {
      let desk = try open(setting)
      let other = try openAnother(on: desk)
      desk.connection.ping(desk.window)
      desk.connection.ping(other.window)
      try desk.connection.awaitPingAnswers(2)
      // Another program's answer.
      desk.connection.message(
        desk.connection.atom("WM_PROTOCOLS"), about: desk.connection.root, to: desk.connection.root,
        mask: SubstructureNotifyMask | SubstructureRedirectMask,
        (Int(desk.connection.atom("_NET_WM_PING")), 1, Int(other.window), 0, 0))
      try desk.awaitStillness()
      try other.program.awaitSleep(other.faults, Deadline(seconds: 20))
    }

    @Test(arguments: Unseen.Setting.composited)
    func manyMessagesLeaveAStoppedWindowAtRest(setting: Unseen.Setting) throws {
      let desk = try open(setting)
      let other = try openAnother(on: desk)
      let connection = desk.connection
      let names = [
        "WM_PROTOCOLS", "MANAGER", "_SEGCLOCK_ACKNOWLEDGEMENT", "_NET_WM_PING", "WM_STATE",
        "_XEMBED", "XdndEnter", "XdndPosition", "_NET_WM_SYNC_REQUEST", "WM_TAKE_FOCUS",
      ].map { connection.atom($0) }
      let windows = [desk.window, other.window, connection.root, 0x7f_ffff]
      let close = connection.atom("WM_DELETE_WINDOW")
      var random = SplitMix64(seed: 4711)
      for step in 0..<100_000 {
        // Any number but the one that asks the window to close.
        var first = Int(names[Int.random(in: 0...names.count - 1, using: &random)])
        if Int.random(in: 0...3, using: &random) == 0 {
          first = Int.random(in: 0...0xffff_ffff, using: &random)
        }
        if first == Int(close) { first = 0 }
        let data = (
          first, Int.random(in: 0...0xffff_ffff, using: &random),
          Int(windows[Int.random(in: 0...3, using: &random)]), -step, step
        )
        let about = windows[Int.random(in: 0...3, using: &random)]
        let type = names[Int.random(in: 0...names.count - 1, using: &random)]
        switch step % 3 {
        case 0: connection.message(type, about: about, to: desk.window, data)
        case 1: connection.message(type, about: about, to: other.window, data)
        default:
          connection.message(
            type, about: about, to: connection.root, mask: SubstructureNotifyMask, data)
        }
        // The server keeps for each of its clients what that has not read yet.
        if step % 500 == 0 { connection.synchronize() }
      }
      connection.synchronize()
      try desk.awaitStillness()
      try other.program.awaitSleep(other.faults, Deadline(seconds: 20))
      other.program.signal(15)
      #expect(try other.program.wait() == .exited(0))
      try connection.wait(until: "the keys to come back") { connection.focus == desk.window }
      try desk.keyboard.tap("5")
      try desk.seeChange(from: desk.fresh, "the rings on their way")
    }

    @Test func whatOnlyTheServerMayTellIsNotBelievedOfOthers() throws {
      let desk = try Desk(isAnimated: true, isWatched: true)
      try desk.run()
      let memory = desk.program.anonymousMemory
      let window = desk.window
      let connection = desk.connection
      connection.forge(VisibilityNotify, to: window) {
        $0.xvisibility.state = VisibilityFullyObscured
      }
      connection.forge(UnmapNotify, to: window) {
        $0.xunmap.event = window
        $0.xunmap.window = window
      }
      connection.forge(DestroyNotify, to: window) {
        $0.xdestroywindow.event = window
        $0.xdestroywindow.window = window
      }
      connection.forge(ReparentNotify, to: window) {
        $0.xreparent.event = window
        $0.xreparent.window = window
        $0.xreparent.parent = 0x7f_ffff
      }
      connection.forge(ConfigureNotify, to: window) {
        $0.xconfigure.event = window
        $0.xconfigure.window = window
        $0.xconfigure.width = 65535
        $0.xconfigure.height = 65535
      }
      connection.forge(ConfigureNotify, to: window) {
        $0.xconfigure.event = connection.root
        $0.xconfigure.window = connection.root
        $0.xconfigure.width = 1
        $0.xconfigure.height = 1
      }
      connection.forge(Expose, to: window) {
        $0.xexpose.width = 65535
        $0.xexpose.height = 65535
      }
      connection.forge(ButtonPress, to: window) { $0.xbutton.button = 1 }
      connection.forge(MotionNotify, to: window) { $0.xmotion.x = 100 }
      connection.forge(FocusOut, to: window)
      connection.forge(SelectionRequest, to: window) {
        $0.xselectionrequest.owner = window
        $0.xselectionrequest.requestor = connection.root
        $0.xselectionrequest.selection = connection.atom("CLIPBOARD")
        $0.xselectionrequest.target = connection.atom("TARGETS")
        $0.xselectionrequest.property = connection.atom("FORGED")
      }
      connection.synchronize()
      var last = try desk.picture()
      for _ in 0..<30 { last = try desk.seeChange(from: last, "another picture") }
      #expect(last.width == 840 && last.height == 480)
      #expect(connection.property("FORGED", of: connection.root) == nil)
      #expect(desk.program.anonymousMemory - memory < 4000)
      try desk.keyboard.tap("space")
      try desk.awaitTimeInTitle()
      #expect(desk.program.reap() == nil)
    }

    @Test func aKeyThatWaitedCountsFromWhenItWasPressed() throws {
      let desk = try Desk(isAnimated: true)
      let display = try desk.digits
      // By the end of some motion the two clocks have been compared.
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "rings at a half")
      desk.program.signal(19)
      let before = Deadline.now()
      try desk.keyboard.tap("space")
      Deadline.observe(seconds: 5)
      desk.program.signal(18)
      // The digits fade to what they show, so the first pictures cannot be read.
      let first = try desk.see(hundredths: 500)
      let time = Int64(try #require(display.hundredths(in: first))) * 10_000_000
      let passed = Deadline.now() - before
      #expect(time <= passed && passed - time < 2_000_000_000)
    }

    @Test func aWindowThatIsKilledSaysSo() throws {
      let desk = try Desk(isAnimated: true)
      XKillClient(desk.connection.display, desk.window)
      desk.connection.synchronize()
      try desk.awaitEnd(.exited(74))
      #expect(desk.program.standardError.contains("xkill"))
      #expect(desk.program.standardError.split(separator: "\n").count == 1)
    }

    /// What another program may send without end.
    enum Kind: String, CaseIterable {
      case messages, keys, properties, resources, exposures, managers, windows
    }

    @Test(arguments: getenv("SEGCLOCK_LONG") != nil ? Kind.allCases : [.messages, .properties])
    func aFloodHoldsUpNeitherFramesNorSignalsAndIsNotKept(kind: Kind) throws {
      let setting = Unseen.Setting(
        manager: .openbox, compositor: Compositor.picom.canBeTried ? .picom : .none)
      let desk = try open(setting)
      let tap = try #require(desk.tap)
      try desk.run()
      let flood = try start(kind, on: desk)
      // A busy machine may cost some seconds, and a program that loses most of its frames loses most seconds.
      var frames: [Int] = []
      for _ in 0..<5 {
        _ = tap.take()
        Deadline.observe(seconds: 1)
        frames.append(Wiretap.frames(in: tap.take(), extensions: desk.extensions))
      }
      #expect(frames.sorted()[2] >= 50, "\(frames)")
      let memory = desk.program.anonymousMemory
      Deadline.observe(seconds: 2)
      #expect(desk.program.anonymousMemory - memory < 2000)
      let asked = Deadline.now()
      try desk.end(by: 15)
      #expect(Deadline.now() - asked < 200_000_000)
      withExtendedLifetime(flood) {}
    }

    private func start(_ kind: Kind, on desk: Desk) throws -> Flood {
      let window = desk.window
      // A key that does nothing outside of a plan.
      let back = UInt32(try desk.keyboard.stroke("b").code)
      return try Flood(desk.server, perCall: kind == .keys || kind == .windows ? 2 : 1) {
        connection, step in
        switch kind {
        case .messages:
          connection.message(
            connection.atom("WM_PROTOCOLS"), about: window, to: window,
            (Int(connection.atom("_NET_WM_PING")), step, Int(window), 0, 0))
        case .keys: connection.type(code: back)
        case .properties:
          connection.change("WM_STATE", of: window, to: [1, 0], type: connection.atom("WM_STATE"))
        case .resources:
          connection.change("RESOURCE_MANAGER", of: connection.root, to: [], type: XA_STRING)
        case .exposures:
          connection.expose(window, x: step % 300, y: step % 200, width: 90, height: 50)
        case .managers:
          connection.message(
            connection.atom("MANAGER"), about: connection.root, to: connection.root,
            mask: StructureNotifyMask, (0, Int(connection.atom("_NET_WM_CM_S0")), 0, 0, 0))
        case .windows:
          let cover = connection.cover(
            .init(x: 1200, y: 700, width: 9, height: 9), isAwaited: false)
          connection.destroy(cover, isAwaited: false)
        }
      }
    }

    private func open(_ setting: Unseen.Setting) throws -> Desk {
      try Desk(
        isAnimated: true, manager: setting.manager, compositor: setting.compositor, isWatched: true)
    }

    /// Opens a second widget on the desk.
    private func openAnother(
      on desk: Desk
    ) throws -> (program: ChildProcess, window: UInt, faults: Faults) {
      let faults = try Faults(in: TestFolder())
      let program = try desk.openAnother(["--theme", "flat-dark"], faults: faults)
      return (program, try desk.connection.window(ofProcess: program.identifier), faults)
    }
  }
}
