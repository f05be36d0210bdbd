import Glibc
import ProgramSupport
import Testing

extension Displays.Control {
  /// An X server that answers nobody: stopped, or grabbed by another client.
  struct StalledServer {
    typealias Sitting = Displays.State.Sitting

    let sitting: Sitting
    let connection: Connection

    init() throws {
      sitting = try Sitting()
      try sitting.open(look: ["--no-animation", "--theme", "flat-light", "--position", "100,100"])
      try sitting.ctl("sync")
      connection = sitting.connection
    }

    /// Whether the window still answers other programs, within the time that `ctl` waits.
    private func expectAnswer(_ what: String) throws {
      let start = Deadline.now()
      let answer = Result { try SocketClient(sitting.home).exchange("status\t--json") }
      guard case .success(let answer) = answer else { throw Failure("\(what): \(answer)") }
      #expect(answer.end == "0" && Deadline.now() - start < 1_000_000_000, "\(what): \(answer)")
    }

    private func whileStalled(isFrozen: Bool, _ body: () throws -> Void) throws {
      if isFrozen { sitting.server.freeze() } else { connection.grab() }
      defer { if isFrozen { sitting.server.thaw() } else { connection.ungrab() } }
      try body()
    }

    @Test func raisingAnswersAtOnceAndIsDoneWhenTheServerAnswers() throws {
      let rival = connection.cover(.init(x: 0, y: 0, width: 1280, height: 800), isAwaited: false)
      for isFrozen in [true, false] {
        connection.raise(rival)
        try whileStalled(isFrozen: isFrozen) {
          try sitting.ctl("raise")
          try expectAnswer("ctl raise")
          let second = try ChildProcess(
            Program.path, [],
            environment: environment(home: sitting.home, display: sitting.server.display))
          #expect(try second.wait() == .exited(0), "\(second.standardError)")
          try expectAnswer("a second start")
        }
        try connection.wait(until: "the window in front") {
          connection.children(of: connection.root).last == sitting.window
        }
      }
    }

    @Test func whatAPersonDoesWaitsForTheServerAndStopsNothing() throws {
      let (window, keyboard) = (sitting.window, sitting.keyboard)
      let mouse = try Mouse(sitting.server)
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
            try mouse.move(to: window, x: 3, y: 3)
            mouse.click()
          }, { connection.focus == window }
        ),
        (
          "full screen", { try keyboard.tap("f") },
          { connection.geometry(of: window).map { $0.width == 1280 && $0.height == 800 } ?? false }
        ),
      ]
      for (what, act, isDone) in input {
        // What the server was asked before is over, and the events arrive before it stops to answer.
        try sitting.ctl("sync")
        sitting.program?.signal(SIGSTOP)
        try act()
        try whileStalled(isFrozen: false) {
          sitting.program?.signal(SIGCONT)
          try expectAnswer(what)
        }
        try connection.wait(until: what) { isDone() }
      }
    }
  }
}
