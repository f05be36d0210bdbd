import CX11
import Testing

@testable import Windowing

extension ServerTests {
  /// Failed requests, and a server that is lost in the middle of a call.
  @Suite(.serialized) struct Losses {
    @Test("errors count again after those of nested calls were ignored")
    func nestedIgnoredErrors() throws {
      let server = try XServer()
      let connection = try Connection(displayName: server.display)
      func fail() { connection.use { _ = XMapWindow($0, 0) } }
      connection.ignoringErrors {
        fail()
        connection.ignoringErrors { fail() }
        // Nothing was sent in between, so this range is the same as the next one's.
        connection.ignoringErrors { connection.ignoringErrors { fail() } }
        fail()
      }
      XSync(connection.display, 0)
      #expect(connection.errorCount == 0)
      fail()
      XSync(connection.display, 0)
      #expect(connection.errorCount == 1)
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
