import Glibc
import ProgramSupport
import Testing

extension Displays.Control {
  /// An X server that answers nobody: stopped, or grabbed by another client.
  struct StalledServer {
    let desk: Desk
    let connection: Connection

    init() throws {
      desk = try Desk(options: ["--position", "100,100"], isWatched: true)
      // What it asks the server once, a second after the start, it has asked.
      try desk.wait(until: "the window to know its server") { [desk] in
        try desk.status()["server"].string != nil
      }
      connection = desk.connection
    }

    /// Whether the window still answers other programs, within the time that `ctl` waits.
    private func expectAnswer(_ what: String) throws {
      let start = Deadline.now()
      let answer = Result { try SocketClient(desk.home).exchange("status\t--json") }
      guard case .success(let answer) = answer else { throw Failure("\(what): \(answer)") }
      #expect(answer.end == "0" && Deadline.now() - start < 1_000_000_000, "\(what): \(answer)")
    }

    private func whileStalled(isFrozen: Bool, _ body: () throws -> Void) throws {
      if isFrozen { desk.server.freeze() } else { connection.grab() }
      defer { if isFrozen { desk.server.thaw() } else { connection.ungrab() } }
      try body()
    }

    @Test func raisingAnswersAtOnceAndIsDoneWhenTheServerAnswers() throws {
      let rival = desk.cover()
      for isFrozen in [true, false] {
        connection.raise(rival)
        // A question that has been asked when the server stops is waited for.
        try desk.awaitStillness(hasDeadline: true)
        try whileStalled(isFrozen: isFrozen) {
          try desk.ctl("raise")
          try expectAnswer("ctl raise")
          let second = try desk.openAnother(display: desk.tap?.display)
          #expect(try second.wait() == .exited(0), "\(second.standardError)")
          try expectAnswer("a second start")
        }
        try connection.wait(until: "the window in front") {
          connection.children(of: connection.root).last == desk.window
        }
      }
    }

    @Test func theVersionIsShownWithoutTheServer() throws {
      func version() throws -> [Substring] {
        let result = try Program.run(
          ["--version"], home: desk.home, display: desk.server.display, Deadline(seconds: 10))
        #expect(result.ending == .exited(0) && result.errors.isEmpty)
        return result.output.split(separator: "\n")
      }
      let answered = try version()
      #expect(answered.count == 2 && answered.last?.contains(": X11 (The X.Org") == true)
      try whileStalled(isFrozen: true) {
        let unanswered = try version()
        #expect(unanswered == Array(answered.prefix(1)))
      }
    }

    @Test func whatAPersonDoesWaitsForTheServerAndStopsNothing() throws {
      let (window, keyboard) = (desk.window, desk.keyboard)
      var shown: Picture?
      let input: [(what: String, act: () throws -> Void, isDone: () -> Bool)] = [
        (
          "above",
          {
            shown = connection.picture(of: window)
            try keyboard.tap("a")
          }, { connection.picture(of: window) != shown }
        ),
        (
          "copy", { try keyboard.tap("c") },
          { connection.owner(ofSelection: "CLIPBOARD") == window }
        ),
        (
          "a click",
          {
            connection.setFocus(connection.root)
            try desk.mouse.click(at: (3, 3), of: window)
          }, { connection.focus == window }
        ),
        (
          "full screen", { try keyboard.tap("f") },
          { connection.geometry(of: window) == Desk.screen }
        ),
        (
          "click-through", { try keyboard.tap("x") }, { connection.letsClicksThrough(window) }
        ),
      ]
      for (what, act, isDone) in input {
        // What the server was asked before is over, and the events arrive before it stops to answer.
        try desk.awaitStillness(hasDeadline: true)
        desk.program.signal(SIGSTOP)
        try act()
        try whileStalled(isFrozen: false) {
          desk.program.signal(SIGCONT)
          try expectAnswer(what)
        }
        try connection.wait(until: what) { isDone() }
      }
    }
  }
}
