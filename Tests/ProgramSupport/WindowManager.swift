import CX11
import Glibc

/// A window manager, which may be a compositor too, and how it is started.
package struct WindowManager: Hashable, Sendable, CustomStringConvertible {
  /// The command, from the installed program on; it may name some of the `files`.
  package let command: [String]
  /// The files that it wants, by their place in the home directory.
  let files: [String: String]
  /// Whether it takes its settings from a session bus.
  package let isOnBus: Bool
  /// Whether it announces itself as EWMH has it, and is waited for until then.
  let announcesItself: Bool
  package let isCompositor: Bool

  package init(
    _ command: String, files: [String: String] = [:], isOnBus: Bool = false,
    announcesItself: Bool = false, isCompositor: Bool = false
  ) {
    self.command = command.split(separator: " ").map(String.init)
    self.files = files
    self.isOnBus = isOnBus
    self.announcesItself = announcesItself
    self.isCompositor = isCompositor
  }

  /// None at all: keys go to the window under the pointer.
  package static let none = WindowManager("")
  /// A stacking one without a desktop.
  package static let openbox = WindowManager("openbox", announcesItself: true)
  /// A tiling one, here with every window floating.
  package static let i3 = i3(floating: true)
  /// The one of Xfce, alone or as a compositor too.
  package static let xfwm4 = WindowManager(
    "xfwm4 --vblank=off --compositor=off", isOnBus: true, announcesItself: true)
  package static let compositingXfwm4 = WindowManager(
    "xfwm4 --vblank=off --compositor=on", isOnBus: true, announcesItself: true, isCompositor: true)
  /// The one of the X Window System itself, which knows no hints of desktops.
  package static let twm = WindowManager("twm -f twmrc", files: ["twmrc": twmConfiguration])
  /// One whose windows have a title bar, and which moves none for them.
  package static let awesome = WindowManager("awesome", announcesItself: true)

  package static func i3(floating: Bool) -> WindowManager {
    let rule = floating ? "for_window [class=\".*\"] floating enable\n" : ""
    return WindowManager(
      "i3 -c i3.config", files: ["i3.config": i3Configuration + rule], announcesItself: true)
  }

  package var description: String { isCompositor ? "compositing \(name)" : name }

  private var name: String { command.first ?? "none" }

  /// Those that everything is tried under, as far as they can be tried here.
  package static let expected = [none, openbox, i3, xfwm4].filter(\.canBeTried)
  /// None, and one that manages windows as most do.
  package static let fewExpected = [none, openbox].filter(\.canBeTried)
  /// Those that keep a window's states and icons as the desktops' specification has it.
  package static let expectedWithStates = [openbox, xfwm4].filter(\.canBeTried)

  package var canBeTried: Bool { command.isEmpty || isExpected(name) }

  /// Fonts that every server has, and windows placed without being asked where.
  package static let twmConfiguration = """
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

    """
}

package struct Compositor: Equatable, Sendable {
  package let command: [String]

  package init(_ command: String) { self.command = command.split(separator: " ").map(String.init) }

  /// None: the server itself puts windows on the screen, and says which are covered.
  package static let none = Compositor("")
  /// The server has no hardware to draw with.
  package static let picom = Compositor("picom --config /dev/null --backend xrender")

  package var canBeTried: Bool { command.first.map(isExpected) ?? true }
}

/// A window manager, a compositor or both at work on a display; they end with this object.
package final class RunningWindowManager {
  private let server: XServer
  private let home: TestFolder
  private let connection: Connection
  private let deadline = Deadline(seconds: 30)
  private var processes: [ChildProcess] = []

  /// Starts `manager` and then `compositor` on `server` and waits until both are at work; nil where there is neither.
  package init?(
    _ manager: WindowManager, _ compositor: Compositor = .none, on server: XServer, home: TestFolder
  ) throws {
    guard !manager.command.isEmpty || !compositor.command.isEmpty else { return nil }
    self.server = server
    self.home = home
    connection = try Connection(server)
    for (path, text) in manager.files { try write(text, to: home.file(path)) }
    if let name = manager.command.first {
      let arguments = manager.command.map { manager.files[$0] == nil ? $0 : home.file($0) }
      try start(manager.isOnBus ? ["dbus-run-session", "--"] + arguments : arguments)
      try tryOut(name)
      if manager.announcesItself { try awaitAnnouncement(of: name) }
      if manager.isCompositor { try awaitCompositor() }
    }
    if !compositor.command.isEmpty {
      try start(compositor.command)
      try awaitCompositor()
    }
  }

  private func start(_ command: [String]) throws {
    processes.append(
      try ChildProcess(
        installed(command[0]), Array(command.dropFirst()),
        environment: environment(home: home, display: server.display)))
  }

  private func awaitAnnouncement(of manager: String) throws {
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
      // On a busy machine it needs a while to let the server go.
      _ = connection.answers(deadline)
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
}

/// What programs under test see of the world: a home of their own, this display, and English.
package func environment(home: TestFolder, display: String?) -> [String: String] {
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
