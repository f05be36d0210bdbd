import CX11
import Geometry
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

    @Test("a connection that the program ends is not taken for lost")
    func endedByUs() throws {
      let server = try XServer()
      let test = try TestWindow(on: server)
      let losses = Counter()
      Connection.onLoss { _ in losses.count += 1 }
      defer { Connection.onLoss { _ in } }
      var scheduled = ScheduledFrames(
        test.connection, drawable: test.window.identifier, test.window.presenter.staging)
      #expect(scheduled != nil)
      scheduled = nil
      var other: Connection? = try Connection(displayName: server.display)
      #expect(other?.ping(timeout: .seconds(20)) == true)
      other = nil
      #expect(losses.count == 0)
      #expect(test.connection.ping(timeout: .seconds(20)))
    }

    private final class Counter: @unchecked Sendable {
      var count = 0
    }
  }
}
