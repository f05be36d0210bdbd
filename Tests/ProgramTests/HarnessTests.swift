import CX11
import Glibc
import ProgramSupport
import Testing

/// Everything that needs a display, one at a time: servers are heavy.
@Suite(.serialized)
enum Displays {}

extension Displays {
  /// The harness itself, tried on small programs that are no part of this one.
  @Suite(.enabled(if: isExpected("xclock") && isExpected("xeyes")))
  struct Harness {
    let home: TemporaryDirectory
    let server: XServer
    let connection: Connection

    init() throws {
      home = try TemporaryDirectory()
      server = try XServer()
      connection = try Connection(server)
    }

    func start(_ name: String, _ arguments: [String] = [], display: String? = nil) throws
      -> ChildProcess
    {
      let path = try #require(executable(name))
      return try ChildProcess(
        path, arguments, environment: environment(home: home, display: display ?? server.display))
    }

    @Test func windowIsFoundByItsClassAndItsPictureShowsSomething() throws {
      let clock = try start("xclock", ["-geometry", "200x160+40+30"])
      let window = try connection.window(ofClass: "xclock")
      try connection.wait(until: "the clock to be drawn") {
        connection.picture(of: window)?.showsSomething == true
      }
      #expect(connection.geometry(of: window)?.width == 200)
      #expect(clock.reap() == nil)
    }

    @Test func endOfAProgramIsTold() throws {
      let list = try start("xclock", ["-no-such-option"])
      #expect(try list.wait() == .exited(1))
      #expect(list.standardError.contains("Usage"))
      let clock = try start("xclock")
      let window = try connection.window(ofClass: "xclock")
      connection.sendProtocol("WM_DELETE_WINDOW", to: window)
      #expect(try clock.wait() == .exited(0))
      let eyes = try start("xeyes")
      _ = try connection.window(ofClass: "xeyes")
      eyes.signal(9)
      #expect(try eyes.wait() == .signalled(9))
    }

    @Test func noServerOutlivesAKilledTest() throws {
      let test = try ChildProcess(
        Program.beside("ControlProbe"), ["-", "servers", "2"], environment: nil)
      let line = try connection.wait(for: "two servers") {
        test.standardOutput.hasSuffix("\n") ? test.standardOutput.dropLast() : nil
      }
      let sockets = line.split(separator: " ").map { "/tmp/.X11-unix/X\($0)" }
      #expect(sockets.count == 2)
      for socket in sockets { _ = try SocketClient(path: socket) }
      test.signal(9)
      for socket in sockets {
        try connection.wait(until: "the end of \(socket)") {
          (try? SocketClient(path: socket)) == nil
        }
      }
    }

    @Test func aFrozenProgramDoesNotWakeUpUntilItIsLetGoOn() throws {
      let clock = try start("xclock", ["-digital", "-update", "1"])
      _ = try connection.window(ofClass: "xclock")
      clock.freeze()
      let before = clock.voluntarySwitches
      Deadline.observe(seconds: 1.2)
      #expect(clock.voluntarySwitches == before)
      clock.signal(SIGCONT)
      try connection.wait(until: "a wake-up of the clock") { clock.voluntarySwitches > before }
    }

    @Test func aFamilyIsAProcessAndAllThatItHasStarted() throws {
      let shell = try start("sh", ["-c", "xclock & wait"])
      let window = try connection.window(ofClass: "xclock")
      let family = shell.family.map(\.identifier)
      #expect(family.first == shell.identifier && family.count == 2)
      try connection.wait(until: "the clock to be drawn") { connection.isPainted(window) }
    }

    @Test func programNoticesThatItsServerCrashed() throws {
      let eyes = try start("xeyes")
      _ = try connection.window(ofClass: "xeyes")
      server.crash()
      #expect(try eyes.wait() == .exited(1))
    }

    @Test func wiretapCountsTheRequestsOfAMovementAndNoneAtRest() throws {
      let tap = try Wiretap(server)
      let mouse = try Mouse(server)
      mouse.move(x: 700, y: 700)
      let eyes = try start("xeyes", display: tap.display)
      let window = try connection.window(ofClass: "xeyes")
      try connection.wait(until: "the eyes to be drawn") {
        connection.picture(of: window)?.showsSomething == true
      }
      #expect(!tap.take().isEmpty)
      try connection.wait(until: "the eyes to look at something") {
        mouse.move(x: Int.random(in: 300..<600), y: 500)
        return !tap.take().isEmpty
      }
      let clock = try start("xclock", ["-update", "3600"], display: tap.display)
      _ = try connection.window(ofClass: "xclock")
      #expect(tap.take().contains { $0.major == 8 })
      eyes.end()
      clock.signal(19)
      try tap.awaitSilence()
      Deadline.observe(seconds: 0.2)
      #expect(tap.take().isEmpty)
    }

    @Test func wakeUpsAndProcessorTimeAreCounted() throws {
      let clock = try start("xclock", ["-digital", "-update", "1"])
      _ = try connection.window(ofClass: "xclock")
      let before = clock.voluntarySwitches
      try connection.wait(until: "a wake-up of the clock") { clock.voluntarySwitches > before }
      #expect(clock.processorNanoseconds > 0)
      #expect(clock.proportionalMemory > 0)
      #expect(clock.openDescriptors > 2)
    }

    @Test(arguments: WindowManager.expected)
    func windowManagerTakesAWindowAndGivesItTheFocus(manager: WindowManager) throws {
      let running = try RunningWindowManager.start(manager, on: server, home: home)
      let window = connection.openWindow(width: 200, height: 160)
      try connection.wait(until: "the window") {
        connection.geometry(of: window)?.isViewable == true
      }
      if manager != .none {
        try connection.wait(until: "the focus") { connection.focus == window }
        #expect(connection.property("WM_STATE", of: window)?.first == 1)
      }
      #expect(connection.geometry(of: window)?.width == 200)
      withExtendedLifetime(running) {}
    }

    @Test(
      arguments: [("us", nil), ("us", "dvorak"), ("fr", nil), ("us,ru", nil)] as [(String, String?)]
    )
    func keysArriveAsTheLayoutHasThem(layout: String, variant: String?) throws {
      let keyboard = try Keyboard(server)
      try keyboard.useLayout(layout, variant: variant)
      let window = connection.openWindow(width: 200, height: 160)
      try Mouse(server).move(to: window, x: 100, y: 80)
      for symbol in ["l", "question", "5", "F1", "ISO_Left_Tab"] where keyboard.has(symbol) {
        _ = connection.inputs()
        try keyboard.tap(symbol)
        let pressed = try connection.wait(for: "the key \(symbol)") { () -> XEvent? in
          connection.inputs().first { $0.type == KeyPress && $0.xkey.keycode != 50 }
        }
        let stroke = try keyboard.stroke(symbol)
        #expect(pressed.xkey.keycode == UInt32(stroke.code))
        #expect((pressed.xkey.state & 1 != 0) == stroke.shifted)
      }
    }

    @Test func aLockedGroupStaysLockedWhileKeysAreSent() throws {
      let keyboard = try Keyboard(server)
      try keyboard.useLayout("us,ru", group: 1)
      #expect(keyboard.has("Cyrillic_de"))
      let window = connection.openWindow(width: 200, height: 160)
      try Mouse(server).move(to: window, x: 100, y: 80)
      keyboard.tap(code: 46)
      let pressed = try connection.wait(for: "the key") {
        connection.inputs().first { $0.type == KeyPress }
      }
      // Bits 13 and 14 of the state are the group.
      #expect(pressed.xkey.state >> 13 & 3 == 1)
    }

    @Test func heldKeysRepeat() throws {
      let keyboard = try Keyboard(server)
      let window = connection.openWindow(width: 200, height: 160)
      try Mouse(server).move(to: window, x: 100, y: 80)
      keyboard.repeatKeys(delay: 100, interval: 20)
      keyboard.press(code: 65)
      var presses = 0
      try connection.wait(until: "five repetitions") {
        presses += connection.inputs().filter { $0.type == KeyPress }.count
        return presses >= 5
      }
      keyboard.release(code: 65)
    }

    @Test func picturesTellOneChangedPixel() throws {
      let whole = connection.cover(.init(x: 10, y: 10, width: 60, height: 40))
      let before = try #require(connection.picture(of: whole))
      #expect(before.pixels.allSatisfy { $0 == 0x123456 })
      #expect(!before.showsSomething)
      _ = connection.cover(.init(x: 30, y: 20, width: 1, height: 1), color: 0x123476)
      let after = try #require(connection.picture(of: whole))
      let difference = try #require(after.difference(from: before))
      #expect(difference.hasPrefix("1 pixels within x 20...20, y 10...10"))
    }
  }
}
