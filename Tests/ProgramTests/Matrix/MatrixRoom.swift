import Glibc
import ProgramSupport

/// A desktop of the matrix, with the program on it.
final class MatrixRoom {
  let cell: MatrixCell
  let desk: Desk
  /// What has to live as long.
  private var others: [Any] = []

  /// The window's size in user units.
  static let size = (width: 400, height: 240)

  init(_ cell: MatrixCell) throws {
    self.cell = cell
    let home = TestFolder()
    let server: XServer
    var host: XServer?
    var display: String?
    switch cell.screen {
    case .memory(let depth, let arguments): server = try XServer(depth: depth, arguments: arguments)
    case .remote:
      server = try XServer(arguments: ["-listen", "tcp"])
      display = "127.0.0.1:\(server.number)"
    case .nested(let program, let arguments):
      let outer = try XServer()
      server = try XServer(
        program: program, arguments, environment: environment(home: home, display: outer.display))
      host = outer
    case .vnc:
      server = try XServer(
        program: "Xtigervnc", ["-geometry", "1280x800", "-depth", "24", "-SecurityTypes", "None"],
        environment: environment(home: home, display: nil))
      let outer = try XServer()
      others.append(
        try ChildProcess(
          installed("xtigervncviewer"),
          ["-SecurityTypes=None", "-FullScreen", "127.0.0.1::\(5900 + server.number)"],
          environment: environment(home: home, display: outer.display)))
      host = outer
    case .rootless(let compositor):
      let wayland = try WaylandDesktop(compositor, home: home, isFloating: true)
      others.append(wayland)
      server = wayland.server
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
    let connection = try Connection(server)
    if !cell.resources.isEmpty { connection.setResources(cell.resources) }
    if cell.hasTwoMonitors {
      connection.addMonitor("left", .init(x: 0, y: 0, width: 640, height: 800), isMain: true)
      connection.addMonitor("right", .init(x: 640, y: 0, width: 640, height: 800))
    }
    connection.synchronize()
    // A server without some extension ends once one of its clients goes.
    others.append(connection)
    desk = try Desk(
      Desk.look + ["--size", "\(MatrixRoom.size.width)x\(MatrixRoom.size.height)"],
      manager: cell.manager, compositor: cell.compositor, on: server, host: host, display: display,
      home: home, isOpen: false)
    if let host {
      let outer = try Connection(host)
      try outer.wait(until: "the nested screen", Deadline(seconds: 20)) {
        outer.children(of: outer.root).contains { outer.geometry(of: $0)?.isViewable == true }
      }
      // Keys go where the pointer is.
      let pointer = try Mouse(host)
      pointer.move(x: 640, y: 400)
      others += [host, outer, pointer]
    }
    try desk.open(takesKeys: false)
  }

  var connection: Connection { desk.connection }
  var keyboard: Keyboard { desk.keyboard }
  var mouse: Mouse { desk.mouse }
  var window: UInt { desk.window }
  var place: Connection.Geometry? { connection.geometry(of: window) }

  /// Has keys go to the window: by itself, or as a person does it.
  func takeKeys() throws {
    if cell.lacksKeyboard { throw Failure("there is no keyboard") }
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
    try desk.wait(until: what, Deadline(seconds: 5)) { condition(desk.title) }
  }

  /// Waits until the window shows what `render` draws in its size.
  func awaitPicture(_ what: String) throws {
    var difference: String?
    try desk.wait(until: what, seen: difference ?? "") {
      guard let place, let shown = connection.colors(of: window) else {
        difference = "it cannot be seen at \(place.map { "\($0)" } ?? "all")"
        return false
      }
      let size = "\(Double(place.width) / cell.scale)x\(Double(place.height) / cell.scale)"
      let wanted = try Program.render(
        Desk.look + ["--size", size, "--scale", "\(cell.scale)"], home: desk.home)
      difference = shown.difference(from: wanted, tolerance: cell.tolerance)
      return difference == nil
    }
  }
}
