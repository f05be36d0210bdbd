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
    var command = manager == .none ? [] : [manager.rawValue]
    var files: [String: String] = [:]
    switch manager {
    case .none, .openbox, .awesome: break
    case .twm: (command, files) = (["twm", "-f", "twmrc"], ["twmrc": twmConfiguration])
    case .i3: (command, files) = (["i3", "-c", "i3.config"], ["i3.config": i3Configuration])
    case .xfwm4: command += ["--vblank=off", "--compositor=\(compositor == .own ? "on" : "off")"]
    }
    let running = try RunningWindowManager(
      command, files: files, isOnBus: manager == .xfwm4,
      // The server has no hardware to draw with.
      compositor: compositor == .picom
        ? ["picom", "--config", "/dev/null", "--backend", "xrender"] : [],
      on: server, home: home)
    if manager != .none, manager != .twm { try running.awaitAnnouncement(of: manager) }
    if compositor == .own { try running.awaitCompositor() }
    return running
  }

  /// Starts the manager of this command, which may name some of the `files` in the home directory, and then the compositor,
  /// and waits until they are at work. Settings of some come by a session bus.
  package init(
    _ manager: [String], files: [String: String] = [:], isOnBus: Bool = false,
    compositor: [String] = [], on server: XServer, home: TemporaryDirectory
  ) throws {
    self.server = server
    self.home = home
    connection = try Connection(server)
    for (path, text) in files { try write(text, to: home.file(path)) }
    func start(_ command: [String]) throws {
      let arguments = command.dropFirst().map { files[$0] == nil ? $0 : home.file($0) }
      var all = [try installed(command[0])] + arguments
      if isOnBus { all = [try installed("dbus-run-session"), "--"] + all }
      processes.append(
        try ChildProcess(
          all[0], Array(all.dropFirst()),
          environment: environment(home: home, display: server.display)))
    }
    if !manager.isEmpty {
      try start(manager)
      try tryOut(manager[0])
    }
    if !compositor.isEmpty {
      try start(compositor)
      try awaitCompositor()
    }
  }

  private func awaitAnnouncement(of manager: WindowManager) throws {
    try wait("\(manager) to announce itself") {
      guard let check = connection.property("_NET_SUPPORTING_WM_CHECK", of: connection.root)?.first
      else {
        return false
      }
      return connection.property("_NET_SUPPORTING_WM_CHECK", of: check) == [check]
    }
  }

  private func awaitCompositor() throws {
    try wait("a compositor") { connection.owner(ofSelection: "_NET_WM_CM_S0") != 0 }
  }

  private func wait(_ what: String, until condition: () -> Bool) throws {
    try connection.wait(until: what, deadline) {
      for process in processes {
        // Some go on in the background.
        if let ending = process.reap(), ending != .exited(0) {
          throw Failure("waited for \(what) (\(ending)): \(process.standardError)")
        }
      }
      return condition()
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

  /// Waits until the manager takes a window. Some announce themselves sooner, and lose what is mapped meanwhile.
  private func tryOut(_ manager: String) throws {
    let window = connection.openWindow(width: 20, height: 20)
    var again = Deadline(seconds: 0.5)
    try wait("\(manager) to take a window") {
      if connection.property("WM_STATE", of: window) != nil { return true }
      if again.isPast {
        connection.mapAgain(window)
        again = Deadline(seconds: 0.5)
      }
      return false
    }
    connection.destroy(window)
    try wait("\(manager) to let a window go") {
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
