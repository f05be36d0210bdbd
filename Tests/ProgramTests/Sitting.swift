import Glibc
import ProgramSupport
import Session
import Storage
import Testing
import Timekeeping

extension Displays.State {
  /// A display before which the program is opened again and again.
  final class Sitting {
    let home: TemporaryDirectory
    private(set) var server: XServer
    private(set) var connection: Connection
    private(set) var keyboard: Keyboard
    let faults: Faults
    private(set) var program: ChildProcess?
    private(set) var window: UInt = 0
    /// What the program has of the world besides.
    var environment: [String: String] = [:]

    private let manager: RunningWindowManager?

    init(manager: WindowManager = .none) throws {
      home = try TemporaryDirectory()
      server = try XServer()
      self.manager = try RunningWindowManager.start(manager, on: server, home: home)
      connection = try Connection(server)
      keyboard = try Keyboard(server)
      faults = try Faults(in: home)
    }

    deinit { program?.end() }

    /// A new display in place of the one before.
    func changeServer() throws {
      server = try XServer()
      connection = try Connection(server)
      keyboard = try Keyboard(server)
    }

    /// Opens the window, by a `script` of the shell if there is one, waits until it has the keys if it `isShown`, and gives
    /// the program.
    @discardableResult
    func open(
      _ arguments: [String] = [], by script: String? = nil,
      look: [String] = ["--no-animation", "--theme", "flat-light"], isShown: Bool = true
    ) throws -> ChildProcess {
      var variables = ProgramSupport.environment(home: home, display: server.display)
      variables.merge(faults.environment) { $1 }
      variables.merge(environment) { $1 }
      let all = look + arguments
      // A shell, whose script has the program as `$0`, sets limits.
      let program = try ChildProcess(
        script == nil ? Program.path : "/bin/sh",
        script.map { ["-c", $0, Program.path] + all } ?? all,
        environment: variables)
      self.program = program
      window = try connection.window(ofProcess: program.identifier, isViewable: isShown)
      guard isShown else { return program }
      let (connection, window) = (connection, window)
      try connection.wait(until: "the keys to go to the window") { connection.focus == window }
      return program
    }

    /// Kills the program at once.
    func kill() throws {
      program?.signal(SIGKILL)
      #expect(try program?.wait() == .signalled(SIGKILL))
    }

    /// Closes the window by its key; how the program ended.
    func quit() throws -> Ending? {
      try keyboard.tap("q")
      return try program?.wait()
    }

    var title: String { connection.text("_NET_WM_NAME", of: window) ?? "" }

    /// Waits for a title that begins like this, and gives it.
    @discardableResult
    func awaitTitle(_ start: String) throws -> String {
      do {
        try connection.wait(until: "the title \(start)") { self.title.hasPrefix(start) }
      } catch {
        throw Failure("\(error): \(title); \(program?.standardError ?? "")")
      }
      return title
    }

    /// Presses a key and waits for the title after it.
    func press(_ key: String, _ title: String, holding: [String] = []) throws {
      try keyboard.tap(key, holding: holding)
      try awaitTitle(title)
    }

    /// The folder of the state.
    var folder: StateFolder {
      get throws {
        let path = "\(home.path)/state"
        return try StateFolder { $0 == "XDG_STATE_HOME" ? path : nil }
      }
    }

    /// Puts a stopwatch on the disk that stands after so many laps of a millisecond each.
    func keepLaps(_ count: Int) throws {
      var laps = Laps()
      for lap in 1...count { laps.append(total: Duration(nanoseconds: Int64(lap) * 1_000_000)) }
      let model = Model(
        stopwatch: Stopwatch(
          state: .stopped, anchor: .zero, elapsedAtAnchor: .milliseconds(count), laps: laps))
      let store = try #require(try StateStore(folder))
      try store.save(Batch(model, .now(.counted)))
      try store.save(.end)
    }

    /// What is on the disk, once the program has ended.
    func kept() throws -> Model {
      let store = try #require(try StateStore(folder))
      return try #require(try store.load(at: .now(.counted)).model)
    }
  }
}
