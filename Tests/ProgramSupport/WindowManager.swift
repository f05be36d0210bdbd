import CX11
import Glibc

/// The window managers that the program is tried under.
package enum WindowManager: String, CaseIterable, Sendable, CustomStringConvertible {
  /// None at all: keys go to the window under the pointer.
  case none
  /// A stacking one without a desktop.
  case openbox
  /// A tiling one, here with every window floating.
  case i3
  /// The one of Xfce.
  case xfwm4
  /// The one of the X Window System itself, which knows no hints of desktops.
  case twm
  /// One whose windows have a title bar, and which moves none for them.
  case awesome

  package var description: String { rawValue }

  /// Those that everything is tried under, as far as they can be tried here.
  package static let expected = [none, openbox, i3, xfwm4].filter(\.canBeTried)
  /// None, and one that manages windows as most do.
  package static let fewExpected = expected.filter { [.none, .openbox].contains($0) }
  /// Those that keep an icon's state as the desktops' specification has it.
  package static let expectedWithIcons = expected.filter { [.openbox, .xfwm4].contains($0) }

  /// Whether it can be tried here.
  package var canBeTried: Bool { self == .none || isExpected(rawValue) }
}

/// The compositors that the program is tried under.
package enum Compositor: String, Sendable, CustomStringConvertible {
  /// None: the server itself puts windows on the screen, and says which are covered.
  case none
  /// The window manager's own.
  case own
  /// One beside the window manager.
  case picom

  package var description: String { rawValue }

  /// Whether it can be tried here.
  package var isExpected: Bool { self != .picom || ProgramSupport.isExpected(rawValue) }
}

/// A window manager, a compositor or both at work on a display; they end with this object.
package final class RunningWindowManager {
  private let server: XServer
  private let home: TemporaryDirectory
  private let connection: Connection
  private let deadline = Deadline(seconds: 30)
  private var processes: [ChildProcess] = []

  /// Starts `manager` and `compositor` on `server` and waits until both are at work; nil where there is neither.
  package static func start(
    _ manager: WindowManager, compositor: Compositor = .none, on server: XServer,
    home: TemporaryDirectory
  ) throws -> RunningWindowManager? {
    guard manager != .none || compositor != .none else { return nil }
    let running = try RunningWindowManager(server, home)
    if manager != .none { try running.start(manager, compositor) }
    if compositor != .none { try running.start(compositor) }
    return running
  }

  private init(_ server: XServer, _ home: TemporaryDirectory) throws {
    self.server = server
    self.home = home
    connection = try Connection(server)
  }

  private func start(_ path: String, _ arguments: [String]) throws -> ChildProcess {
    let process = try ChildProcess(
      path, arguments, environment: environment(home: home, display: server.display))
    processes.append(process)
    return process
  }

  private func start(_ manager: WindowManager, _ compositor: Compositor) throws {
    var command = [try installed(manager.rawValue)]
    switch manager {
    case .none, .openbox, .awesome: break
    case .twm:
      let configuration = "\(home.path)/twmrc"
      try write(RunningWindowManager.twmConfiguration, to: configuration)
      command += ["-f", configuration]
    case .i3:
      let configuration = "\(home.path)/i3.config"
      try write(RunningWindowManager.i3Configuration, to: configuration)
      command += ["-c", configuration]
    case .xfwm4:
      // It wants a session bus, for its settings.
      command = [try installed("dbus-run-session"), "--"] + command
      command += ["--vblank=off", "--compositor=\(compositor == .own ? "on" : "off")"]
    }
    let process = try start(command[0], Array(command.dropFirst()))
    if manager != .twm { try awaitAnnouncement(of: manager, process) }
    try tryOut(manager)
  }

  private func awaitAnnouncement(of manager: WindowManager, _ process: ChildProcess) throws {
    try connection.wait(until: "\(manager) to announce itself", deadline) {
      if let ending = process.reap() {
        throw Failure("\(manager) ended (\(ending)): \(process.standardError)")
      }
      guard let check = connection.property("_NET_SUPPORTING_WM_CHECK", of: connection.root)?.first
      else {
        return false
      }
      return connection.property("_NET_SUPPORTING_WM_CHECK", of: check) == [check]
    }
  }

  /// Ends it as a crash would: it puts nothing back as it was.
  package func crash() throws {
    for process in processes {
      for member in process.family.reversed() { kill(member.identifier, SIGKILL) }
      _ = try process.wait()
    }
    processes = []
    try connection.wait(until: "nobody to manage windows") {
      var attributes = XWindowAttributes()
      guard XGetWindowAttributes(connection.display, connection.root, &attributes) != 0 else {
        return false
      }
      return attributes.all_event_masks & SubstructureRedirectMask == 0
    }
  }

  package func signal(_ signal: Int32) {
    for process in processes { process.signal(signal) }
  }

  /// Stops all of it, and not while it has the server for itself alone: nobody would be heard any more.
  package func freeze(_ deadline: Deadline = Deadline()) throws {
    repeat {
      for process in processes { process.freeze() }
      if connection.answers(Deadline(seconds: 0.5)) { return }
      signal(SIGCONT)
    } while !deadline.isPast
    throw Failure("the window manager had the server for itself all the time")
  }

  package func thaw() {
    signal(SIGCONT)
  }

  private func start(_ compositor: Compositor) throws {
    if compositor == .picom {
      // The server has no hardware to draw with.
      _ = try start(installed("picom"), ["--config", "/dev/null", "--backend", "xrender"])
    }
    let selection = connection.atom("_NET_WM_CM_S0")
    try connection.wait(until: "\(compositor) to take the windows", deadline) {
      XGetSelectionOwner(connection.display, selection) != 0
    }
  }

  /// Waits until the manager takes a window. Some announce themselves sooner, and lose what is mapped meanwhile.
  private func tryOut(_ manager: WindowManager) throws {
    let window = connection.openWindow(width: 20, height: 20)
    var again = Deadline(seconds: 0.5)
    try connection.wait(until: "\(manager) to take a window", deadline) {
      if connection.property("WM_STATE", of: window) != nil { return true }
      if again.isPast {
        XUnmapWindow(connection.display, window)
        XMapWindow(connection.display, window)
        again = Deadline(seconds: 0.5)
      }
      return false
    }
    connection.destroy(window)
    try connection.wait(until: "\(manager) to let a window go", deadline) {
      connection.property("_NET_CLIENT_LIST", of: connection.root)?.contains(window) != true
    }
  }

  /// Fonts that every server has, and windows placed without being asked where.
  private static let twmConfiguration = """
    RandomPlacement
    NoGrabServer
    TitleFont "fixed"
    MenuFont "fixed"
    IconFont "fixed"
    ResizeFont "fixed"
    IconManagerFont "fixed"

    """

  private static let i3Configuration = """
    # i3 config file (v4)
    font pango:monospace 8
    default_border none
    default_floating_border none
    for_window [class=".*"] floating enable

    """
}

/// What programs under test see of the world: a home of their own, this display, and English.
package func environment(home: TemporaryDirectory, display: String?) -> [String: String] {
  var variables = [
    "HOME": home.path,
    "XDG_CONFIG_HOME": "\(home.path)/config",
    "XDG_STATE_HOME": "\(home.path)/state",
    "XDG_DATA_HOME": "\(home.path)/data",
    "XDG_CACHE_HOME": "\(home.path)/cache",
    "XDG_RUNTIME_DIR": home.path,
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
  ]
  if let display { variables["DISPLAY"] = display }
  if let libraries = getenv("LD_LIBRARY_PATH") {
    variables["LD_LIBRARY_PATH"] = String(cString: libraries)
  }
  return variables
}
