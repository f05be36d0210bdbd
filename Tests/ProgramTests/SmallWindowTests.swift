import ProgramSupport
import Testing

extension Displays {
  /// A small window has no buttons: it is one.
  struct SmallWindows {
    @Test func aClickStartsAndStopsAndADragMovesIt() throws {
      let desk = try Desk(["--size", "160x160"])
      try desk.mouse.click(at: (80, 80), of: desk.window)
      try desk.awaitTitle("running")
      try desk.mouse.click(at: (80, 40), of: desk.window)
      try desk.wait(until: "it to stand still") { try desk.status()["state"].string == "stopped" }
      let before = try desk.place
      try desk.mouse.move(to: desk.window, x: 80, y: 80)
      desk.mouse.press()
      try desk.mouse.move(to: desk.window, x: 100, y: 95)
      try desk.mouse.move(to: desk.window, x: 110, y: 105)
      try desk.wait(until: "it to move") { try desk.place != before }
      desk.mouse.release()
      #expect(try desk.status()["state"].string == "stopped")
    }

    @Test func theEdgeTellsTheStateFromAfar() throws {
      func picture(_ arguments: String...) throws -> Picture {
        try Program.render(
          ["--mode", "timer", "--timer", "10m", "--size", "160x160"] + arguments, home: TestFolder()
        )
      }
      // In the middle of the right side, of the left one, and soon after the start.
      let (right, left, start) = ((x: 156.0, y: 80.0), (x: 4.0, y: 80.0), (x: 90.0, y: 4.0))
      let running = try picture("--at", "5m", "--running")
      let stopped = try picture("--at", "5m")
      let nearly = try picture("--at", "9m30s", "--running")
      let over = try picture("--at", "10m5s", "--running")
      #expect(running[right] != stopped[right] && running[right] != over[right])
      // The remaining part begins at the top. It is red for the last tenth, and once the time is over.
      #expect(running[left] != running[right] && nearly[right] == nearly[left])
      #expect(nearly[start] != running[start] && nearly[start] == over[start])
    }
  }
}
