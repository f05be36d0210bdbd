import Keys
import Testing

@testable import Windowing

extension ServerTests {
  @Suite(.serialized) struct GlobalKeyGrabs {
    @Test(
      "a key is one window's alone, told of where it is not had, and given back with the window")
    func givenBack() throws {
      let server = try XServer()
      let (f9, letter) = (Chord(.function(9)), Chord(.character("l"), [.control, .alt]))
      let first = try TestWindow(on: server)
      try first.show()
      first.window.globalKeys.set([f9])
      while first.window.nextEvent() != nil {}
      #expect(first.connection.ping(timeout: 10_000_000_000))
      let second = try TestWindow(on: server)
      try second.show()
      second.window.globalKeys.set([letter, f9])
      let told = try second.wait { if case .globalKeysFailed = $0 { true } else { false } }
      #expect(told.last == .globalKeysFailed(taken: [f9], missing: []))
      #expect(first.connection.errorCount == 0 && second.connection.errorCount == 0)
      first.window.globalKeys.set([])
      try first.waitUntil { !first.window.globalKeys.isDue }
      #expect(first.connection.ping(timeout: 10_000_000_000))
      let third = try TestWindow(on: server)
      try third.show()
      third.window.globalKeys.set([f9, letter])
      let rest = try third.wait { if case .globalKeysFailed = $0 { true } else { false } }
      #expect(rest.last == .globalKeysFailed(taken: [letter], missing: []))
    }
  }
}
