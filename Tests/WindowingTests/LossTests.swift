import CX11
import Testing

@testable import Windowing

extension ServerTests {
  /// Failed requests.
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
  }
}
