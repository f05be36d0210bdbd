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
    let desk: Desk
    let connection: Connection

    init() throws {
      desk = try Desk(isWatched: true, isOpen: false)
      connection = desk.connection
    }

    @Test func noServerOutlivesAKilledTest() throws {
      let test = try ChildProcess(
        Program.beside("ControlProbe"), ["-", "servers", "2"], environment: nil)
      let sockets = try test.awaitLines(1)[0].split(separator: " ").map { "/tmp/.X11-unix/X\($0)" }
      #expect(sockets.count == 2)
      for socket in sockets { _ = try SocketClient(path: socket) }
      test.signal(9)
      for socket in sockets {
        try connection.wait(until: "the end of \(socket)") {
          (try? SocketClient(path: socket)) == nil
        }
      }
    }

    /// picom did, at the end of a flood of messages and with the server grabbed: nobody was heard any more.
    @Test func nobodyStopsForWhatItHasToSay() throws {
      let talker = try ChildProcess(
        "/bin/sh", ["-c", "head -c 200000 /dev/zero >&2"], environment: nil)
      try connection.wait(until: "its end") { talker.reap() == .exited(0) }
      #expect(talker.standardError.utf8.count == 200_000)
    }

    @Test func wiretapCountsTheRequestsOfAMovementAndNoneAtRest() throws {
      let tap = try #require(desk.tap)
      desk.mouse.move(x: 700, y: 700)
      let eyes = try desk.start("xeyes", ["-display", tap.display])
      let window = try connection.window(ofClass: "xeyes")
      try connection.wait(until: "the eyes to be drawn") {
        connection.picture(of: window)?.showsSomething == true
      }
      #expect(!tap.take().isEmpty)
      try connection.wait(until: "the eyes to look at something") {
        desk.mouse.move(x: Int.random(in: 300..<600), y: 500)
        return !tap.take().isEmpty
      }
      let clock = try desk.start("xclock", ["-update", "3600", "-display", tap.display])
      _ = try connection.window(ofClass: "xclock")
      #expect(tap.take().contains { $0.major == 8 })
      eyes.end()
      clock.signal(19)
      try tap.awaitSilence()
      Deadline.observe(seconds: 0.2)
      #expect(tap.take().isEmpty)
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
