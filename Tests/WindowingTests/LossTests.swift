import CX11
import Testing

@testable import Windowing

extension ServerTests {
  /// What Xlib makes of a server that is lost in the middle of a call, and of what goes in pieces for that.
  @Suite(.serialized) struct Losses {
    private static let items = (0..<20_000).map { UInt($0 * 7919 & 0xFFFF_FFFF) }

    @Test("a property that is longer than Xlib's buffer arrives whole, and no piece of it is left")
    func longProperty() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      let (connection, window) = (test.connection, test.window.identifier)
      // Twice, as there is something to change places with then.
      for count in [20_000, 2049, 2048, 5, 4096] {
        let items = Array(Self.items.prefix(count))
        connection.set(window, .netWMIcon, type: XA_CARDINAL, to: items)
        let read = connection.items(
          of: window, connection.atoms[.netWMIcon], type: XA_CARDINAL, limit: 1 << 16)
        #expect(read == items)
        let rest = connection.items(of: window, connection.atoms[.pieces], type: XA_CARDINAL)
        #expect(rest.isEmpty)
      }
      #expect(connection.errorCount == 0)
    }

    @Test("writing one ends where the server is gone")
    func longPropertyForNobody() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      server.crash()
      test.connection.set(test.window.identifier, .netWMIcon, type: XA_CARDINAL, to: Self.items)
      #expect(!test.connection.isAlive)
    }

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

    @Test("so do small requests in any number, of which one finds that out")
    func smallRequestsForNobody() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      server.crash()
      for _ in 0..<20_000 { test.connection.use { _ = XNoOp($0) } }
      #expect(!test.connection.isAlive)
    }
  }
}
