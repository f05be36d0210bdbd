import ProgramSupport
import Testing

extension Displays {
  /// The window comes back where it was.
  struct KeptPlaces {
    private typealias Geometry = Connection.Geometry

    private func geometry(_ sitting: State.Sitting) throws -> Connection.Geometry {
      try #require(sitting.connection.geometry(of: sitting.window))
    }

    /// Has the window be elsewhere, and closes it.
    private func leave(_ sitting: State.Sitting, at place: Connection.Geometry) throws {
      sitting.connection.move(sitting.window, x: place.x, y: place.y)
      sitting.connection.resize(sitting.window, width: place.width, height: place.height)
      try sitting.connection.wait(until: "the window to be there") { try geometry(sitting) == place }
      // What the server has told the window by then, it knows.
      try sitting.ctl("sync")
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func itIsWhereItWasAndAsLargeAsItWas() throws {
      let sitting = try State.Sitting()
      try sitting.open()
      let place = Connection.Geometry(x: 120, y: 90, width: 600, height: 400)
      try leave(sitting, at: place)
      try sitting.open()
      #expect(try geometry(sitting) == place)
      #expect(try sitting.quit() == .exited(0))
      try sitting.open(["--size", "300x200", "--position", "5,6"])
      #expect(try geometry(sitting) == Connection.Geometry(x: 5, y: 6, width: 300, height: 200))
      #expect(try sitting.quit() == .exited(0))
    }

    @Test func withoutStateItIsKeptNowhere() throws {
      let sitting = try State.Sitting()
      try sitting.open(["--no-state"])
      sitting.connection.move(sitting.window, x: 50, y: 60)
      sitting.program?.end()
      #expect(contents(of: "\(sitting.home.path)/state/segclock/default/place") == nil)
      try sitting.open()
      #expect(try geometry(sitting) == Connection.Geometry(x: 0, y: 0, width: 840, height: 480))
    }

    @Test func aPlaceThatIsNowhereAndAFileThatIsNoneAreSurvived() throws {
      let sitting = try State.Sitting()
      try sitting.open()
      try leave(sitting, at: Connection.Geometry(x: 10, y: 20, width: 500, height: 300))
      let path = "\(sitting.home.path)/state/segclock/default/place"
      let text = String(decoding: try #require(contents(of: path)), as: UTF8.self)
      #expect(text.contains(" 500x300+10+20 "))
      try write(text.replacing("+10+20", with: "+9000+9000"), to: path)
      try sitting.open()
      #expect(try geometry(sitting) == Connection.Geometry(x: 780, y: 500, width: 500, height: 300))
      #expect(try sitting.quit() == .exited(0))
      try write(String(repeating: "\u{0}nonsense ", count: 9000), to: path)
      try sitting.open()
      #expect(try geometry(sitting).width == 840)
      #expect(try sitting.quit() == .exited(0))
    }
  }
}
