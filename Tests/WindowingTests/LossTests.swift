import CX11
import Testing

@testable import Windowing

extension ServerTests {
  /// Failed requests, and a server that is lost in the middle of a call.
  @Suite(.serialized) struct Losses {
    @Test("errors about other programs' resources are expected")
    func expectedErrors() throws {
      let server = try XServer()
      let connection = try Connection(displayName: server.display)
      let other = try Connection(displayName: server.display)
      let windows = [other, connection].map {
        XCreateSimpleWindow($0.display, $0.root, 0, 0, 1, 1, 0, 0, 0)
      }
      XSync(other.display, 0)
      for (window, count) in zip(windows, [0, 1]) {
        for _ in 0..<2 { XDestroyWindow(connection.display, window) }
        XSync(connection.display, 0)
        #expect(connection.errorCount == count)
      }
    }

    @Test("a connection that is ended while questions are asked is not taken for lost")
    func endedByUs() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      let losses = Counter()
      Connection.setFatalLossHandler { _ in losses.count += 1 }
      defer { Connection.setFatalLossHandler { _ in } }
      let (window, staging) = (test.window.identifier, test.window.presenter.staging)
      var timed = Faults.asking {
        ScheduledFrames(test.connection, drawable: window, staging)
      }
      #expect(timed != nil)
      Faults.asking { timed = nil }
      #expect(losses.count == 0 && test.connection.isAlive)
      // A server that goes is.
      server.crash()
      Faults.asking { _ = test.connection.use { XSync($0, 0) } }
      #expect(losses.count == 1 && !test.connection.isAlive)
    }

    private final class Counter: @unchecked Sendable {
      var count = 0
    }

    @Test("of small requests in any number one finds out that the server is gone")
    func smallRequestsForNobody() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      server.crash()
      for _ in 0..<20_000 { test.connection.use { _ = XNoOp($0) } }
      #expect(!test.connection.isAlive)
    }
  }
}
