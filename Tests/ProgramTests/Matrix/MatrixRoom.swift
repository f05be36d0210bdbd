import Glibc
import ProgramSupport

/// A desktop of the matrix, with the program on it.
final class MatrixRoom {
  let cell: MatrixCell
  let home: TemporaryDirectory
  let server: XServer
  let connection: Connection
  let keyboard: Keyboard
  let mouse: Mouse
  let program: ChildProcess
  let window: UInt
  /// What has to live as long.
  private var others: [Any] = []

  /// The window's size in user units.
  static let size = (width: 400, height: 240)
  static let look = ["--theme", "flat-light"]
  /// The screen, and what of it the window fills.
  static let screen = Connection.Geometry(x: 0, y: 0, width: 1280, height: 800)

  init(_ cell: MatrixCell) throws {
    self.cell = cell
    let home = try TemporaryDirectory()
    self.home = home
    var others: [Any] = []
    var outer: XServer?
    var isByTCP = false
    switch cell.screen {
    case .memory(let depth, let arguments): server = try XServer(depth: depth, arguments: arguments)
    case .remote:
      server = try XServer(arguments: ["-listen", "tcp"])
      isByTCP = true
    case .nested(let program, let arguments):
      let host = try XServer()
      server = try XServer(
        program: program, arguments, environment: environment(home: home, display: host.display))
      outer = host
    case .vnc:
      server = try XServer(
        program: "Xtigervnc", ["-geometry", "1280x800", "-depth", "24", "-SecurityTypes", "None"],
        environment: environment(home: home, display: nil))
      let host = try XServer()
      others.append(
        try ChildProcess(
          installed("xtigervncviewer"),
          ["-SecurityTypes=None", "-FullScreen", "127.0.0.1::\(5900 + server.number)"],
          environment: environment(home: home, display: host.display)))
      outer = host
    case .wayland:
      let socket = "segclock-matrix"
      let weston = try ChildProcess(
        installed("weston"),
        ["--backend=headless-backend.so", "--socket=\(socket)", "--width=1280", "--height=800"],
        environment: environment(home: home, display: nil))
      others.append(weston)
      let path = "\(home.path)/\(socket)"
      let deadline = Deadline(seconds: 20)
      while access(path, F_OK) != 0 {
        guard !deadline.isPast else {
          throw Failure("weston does not listen: \(weston.standardError)")
        }
        Deadline.observe(seconds: 0.05)
      }
      server = try XServer(
        program: "Xwayland", ["-noreset"],
        environment: environment(home: home, display: nil).merging(["WAYLAND_DISPLAY": socket]) {
          $1
        })
    }
    connection = try Connection(server)
    mouse = try Mouse(server)
    keyboard = try Keyboard(outer ?? server)
    if let outer {
      let host = try Connection(outer)
      try host.wait(until: "the nested screen", Deadline(seconds: 20)) {
        host.children(of: host.root).contains { host.geometry(of: $0)?.isViewable == true }
      }
      // Keys go where the pointer is.
      let pointer = try Mouse(outer)
      pointer.move(x: 640, y: 400)
      others += [outer, host, pointer]
    }
    if !cell.resources.isEmpty { connection.setResources(cell.resources) }
    if cell.hasTwoMonitors {
      connection.addMonitor("left", .init(x: 0, y: 0, width: 640, height: 800), isMain: true)
      connection.addMonitor("right", .init(x: 640, y: 0, width: 640, height: 800))
      connection.synchronize()
    }
    others.append(
      try RunningWindowManager(
        cell.manager, files: cell.files, isOnBus: cell.isOnBus, compositor: cell.compositor,
        on: server, home: home))
    mouse.move(x: 1279, y: 799)
    let display = isByTCP ? "127.0.0.1:\(server.number)" : server.display
    program = try ChildProcess(
      Program.path,
      MatrixRoom.look + [
        "--no-animation", "--size", "\(MatrixRoom.size.width)x\(MatrixRoom.size.height)",
      ],
      environment: environment(home: home, display: display))
    window = try connection.window(ofProcess: program.identifier)
    self.others = others
  }

  deinit { program.end() }

  var title: String { connection.text("_NET_WM_NAME", of: window) ?? "" }

  var place: Connection.Geometry? { connection.geometry(of: window) }

  /// Has keys go to the window: by itself, or as a person does it.
  func takeKeys() throws {
    func hasKeys() -> Bool {
      guard let focus = connection.focus else { return false }
      return focus == window || connection.tree(window).contains(focus)
    }
    if (try? connection.wait(until: "the keys", Deadline(seconds: 2)) { hasKeys() }) != nil {
      return
    }
    guard let place else { throw Failure("the window is gone") }
    mouse.move(x: place.x + place.width / 2, y: place.y + 9)
    if (try? connection.wait(until: "the keys", Deadline(seconds: 1)) { hasKeys() }) != nil {
      return
    }
    mouse.click()
    try connection.wait(until: "the keys to go to the window") { hasKeys() }
  }

  /// Presses a key and waits for what the title says then.
  func tap(_ key: String, _ what: String, _ condition: (String) -> Bool) throws {
    try keyboard.tap(key)
    do {
      try connection.wait(until: what, Deadline(seconds: 5)) { condition(title) }
    } catch {
      throw Failure("\(error), not “\(title)”")
    }
  }

  /// Waits until the window shows what `render` draws in its size.
  func awaitPicture(_ what: String) throws {
    var difference: String?
    do {
      try connection.wait(until: what) {
        guard let place, let shown = connection.colors(of: window) else {
          difference = "it cannot be seen at \(place.map { "\($0)" } ?? "all")"
          return false
        }
        let size = "\(Double(place.width) / cell.scale)x\(Double(place.height) / cell.scale)"
        let wanted = try Program.render(
          MatrixRoom.look + ["--size", size, "--scale", "\(cell.scale)"], home: home)
        difference = shown.difference(from: wanted, tolerance: cell.tolerance)
        return difference == nil
      }
    } catch {
      throw Failure("\(error): \(difference ?? "")")
    }
  }

  /// Waits for a second in which the program does not wake up; a busy disk may take seconds for what was just done.
  func awaitStillness(_ what: String) throws {
    for _ in 0..<15 {
      let before = program.voluntarySwitches
      Deadline.observe(seconds: 1)
      if program.voluntarySwitches == before { return }
    }
    throw Failure("\(what), it wakes up")
  }
}
