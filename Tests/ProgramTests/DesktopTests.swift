import CX11
import ProgramSupport
import Testing

extension Displays {
  /// What the window tells the desktop of itself, and the end of the desktop's wait for it.
  struct OnDesktop {
    @Test func itHasAnIcon() throws {
      let desk = try Desk(["--theme", "flat-light"])
      let icon = try desk.connection.wait(for: "the icon") {
        desk.connection.property("_NET_WM_ICON", of: desk.window)
      }
      var sizes: [Int] = []
      var place = 0
      while place + 1 < icon.count {
        let (width, height) = (Int(icon[place]), Int(icon[place + 1]))
        let pixels = icon[(place + 2)..<min(place + 2 + width * height, icon.count)]
        try #require(width == height && pixels.count == width * height)
        sizes.append(width)
        // Nothing in the corners, and an opaque face.
        #expect(pixels.first.map { $0 >> 24 } == 0)
        #expect(pixels.last.map { $0 >> 24 } == 0)
        #expect(pixels[pixels.startIndex + height / 2 * width + width / 2] >> 24 == 255)
        #expect(Set(pixels.map { $0 & 0xFFFFFF }).count > 5)
        place += 2 + width * height
      }
      #expect(sizes == [16, 32, 48, 64, 128])
    }

    @Test func itsNameIsThatOfTheWidget() throws {
      let desk = try Desk(["--theme", "flat-light"], options: ["--name", "tea"])
      #expect(desk.connection.text("WM_CLASS", of: desk.window) == "tea\0Segclock\0")
    }

    @Test func itTellsTheDesktopThatItIsThere() throws {
      let name = "host/a \"b\\c\"-0-7_TIME4711"
      let server = try XServer()
      let home = try TemporaryDirectory()
      let connection = try Connection(server)
      let sink = "\(home.path)/variables"
      let program = try ChildProcess(
        Program.path, ["--no-state", "--timer", "0.01s", "--start", "--at-end", "env > '\(sink)'"],
        environment: environment(home: home, display: server.display)
          .merging(["DESKTOP_STARTUP_ID": name]) { $1 })
      let message = try connection.startupMessage()
      #expect(message == "remove: ID=\"host/a \\\"b\\\\c\\\"-0-7_TIME4711\"")
      let window = try connection.window(ofProcess: program.identifier)
      #expect(connection.text("_NET_STARTUP_ID", of: window) == name)
      #expect(connection.property("_NET_WM_USER_TIME", of: window) == [4711])
      // What it starts itself is not waited for.
      var variables = ""
      try connection.wait(until: "the variables of a command") {
        variables = String(decoding: contents(of: sink) ?? [], as: UTF8.self)
        return variables.contains("PATH=")
      }
      #expect(!variables.contains("STARTUP_ID"))
      program.end()
    }

    @Test func aSecondStartIsToldByTheWindowThatComesToTheFront() throws {
      let desk = try Desk(["--theme", "flat-light"], manager: .openbox)
      let watcher = try Connection(desk.server)
      let second = try Program.run(
        [], home: desk.home, display: desk.server.display,
        variables: ["DESKTOP_STARTUP_ID": "second_TIME7"])
      #expect(second.ending == .exited(0))
      let message = try watcher.startupMessage()
      #expect(message == "remove: ID=\"second_TIME7\"")
    }
  }
}
