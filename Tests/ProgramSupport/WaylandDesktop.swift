import Glibc

/// A Wayland compositor that runs without a screen, with a rootless Xwayland of its own.
package enum WaylandCompositor: String, CaseIterable, Sendable {
  case sway, mutter, kwin, weston

  package var program: String { self == .kwin ? "kwin_wayland" : rawValue }

  /// The programs that it takes.
  package var programs: [String] {
    let others: [String] =
      switch self {
      case .sway, .weston: []
      case .mutter: ["dbus-run-session", "gdbus", "gsettings", "xhost"]
      case .kwin: ["dbus-run-session", "xhost"]
      }
    return [program, "Xwayland"] + others
  }

  package var canBeTried: Bool { programs.allSatisfy { executable($0) != nil } }

  /// The settings that it reads from a file; `start` is a script that it starts.
  fileprivate func configuration(start: String, size: String, isFloating: Bool) -> String {
    switch self {
    case .sway:
      """
      xwayland force
      output HEADLESS-1 mode \(size)@60Hz
      \(isFloating ? "for_window [class=\".*\"] floating enable, border none" : "")
      exec \(start)

      """
    case .weston: "[autolaunch]\npath=\(start)\n"
    case .kwin: "[Desktops]\nNumber=2\n"
    case .mutter: ""
    }
  }

  /// The shell's command that runs it.
  fileprivate func command(
    configuration: String, start: String, size: String, features: [String]
  ) -> String {
    let lengths = size.split(separator: "x")
    let options = "--width=\(lengths[0]) --height=\(lengths[1]) --xwayland"
    return switch self {
    case .sway:
      // Sway before 1.8 refuses to run as root: there it runs as another user in a user namespace.
      """
      sway -c '\(configuration)' ||
      exec unshare --user --map-user=1000 --map-group=1000 sway -c '\(configuration)'
      """
    case .mutter:
      """
      exec dbus-run-session -- sh -c "
      gsettings set org.gnome.mutter experimental-features \\"\(features)\\"
      exec mutter --headless --wayland --virtual-monitor \(size) -- '\(start)'"
      """
    case .kwin:
      // A copy has no file capabilities, which containers refuse. It has to have the same name.
      """
      cp "$(command -v kwin_wayland)" "$HOME/kwin_wayland"
      exec dbus-run-session -- "$HOME/kwin_wayland" --virtual \(options) --no-lockscreen \\
        '\(start)'
      """
    case .weston:
      // The second line is for weston before 12.
      """
      options="--config=\(configuration) \(options) --idle-time=0"
      weston --backend=headless --renderer=pixman $options ||
      exec weston --backend=headless-backend.so --use-pixman $options
      """
    }
  }
}

/// A Wayland desktop without a screen, with X11 windows among its own.
package final class WaylandDesktop {
  package let compositor: WaylandCompositor
  /// For X11 programs.
  package let server: XServer
  private let home: TestFolder
  private let size: String
  private let process: ChildProcess
  /// What its own programs see.
  private let variables: [String: String]

  /// - Parameters:
  ///   - size: of the screen in pixels.
  ///   - features: the experimental ones of mutter.
  ///   - isFloating: whether X11 windows of sway keep their size and place; else they are tiled.
  package init(
    _ compositor: WaylandCompositor = .sway, home: TestFolder, size: String = "1280x800",
    features: [String] = [], isFloating: Bool = false
  ) throws {
    (self.compositor, self.home, self.size) = (compositor, home, size)
    let (start, ready) = ("\(home.path)/start.sh", "\(home.path)/environment")
    let configuration = home.file(
      compositor == .kwin ? "config/kwinrc" : "\(compositor.rawValue).ini")
    // Mutter and KWin let nobody in but their own programs.
    try write(
      """
      #!/bin/sh
      xhost +local: >/dev/null 2>&1
      env >'\(ready).part' && mv '\(ready).part' '\(ready)'
      exec sleep 1000

      """, to: start)
    chmod(start, 0o755)
    try write(
      compositor.configuration(start: start, size: size, isFloating: isFloating), to: configuration)
    process = try ChildProcess(
      "/bin/sh",
      [
        "-c",
        compositor.command(
          configuration: configuration, start: start, size: size, features: features),
      ],
      environment: WaylandDesktop.environment(home))
    let deadline = Deadline(seconds: 30)
    while access(ready, F_OK) != 0 {
      if let ending = process.reap() {
        throw Failure("\(compositor) ended (\(ending)): \(process.standardError)")
      }
      guard !deadline.isPast else {
        throw Failure("\(compositor) does not get ready: \(process.standardError)")
      }
      Deadline.observe(seconds: 0.01)
    }
    let lines = String(decoding: contents(of: ready) ?? [], as: UTF8.self).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    variables = Dictionary(
      pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
    server = try XServer(display: variables["DISPLAY", default: ""][...], of: process)
  }

  package var display: String { server.display }

  /// Runs a command of sway.
  package func run(_ command: String) throws { _ = try output("swaymsg", [command]) }

  /// Starts a Wayland program.
  package func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(installed(program), arguments, environment: variables)
  }

  /// What a Wayland program prints; throws unless it succeeds.
  @discardableResult
  package func output(_ program: String, _ arguments: [String]) throws -> String {
    let process = try start(program, arguments)
    let ending = try process.wait()
    guard ending == .exited(0) else {
      throw Failure(
        "\(program) \(arguments): \(ending) \(process.standardOutput)\(process.standardError)")
    }
    return process.standardOutput
  }

  /// All that a person sees, windows of both kinds; of sway alone.
  package func picture() throws -> Picture {
    let file = home.file("screen.png")
    try output("grim", [file])
    return try Picture(png: file)
  }

  /// A Wayland terminal, which has the focus when this returns; of sway alone.
  package func openTerminal() throws -> ChildProcess {
    let terminal = try start("foot", ["sleep", "60"])
    let deadline = Deadline()
    while (try? run("[app_id=foot] focus")) == nil {
      guard !deadline.isPast else { throw Failure("no terminal: \(terminal.standardError)") }
    }
    return terminal
  }

  /// Shows a workspace, from 0 on.
  package func showWorkspace(_ number: Int, _ connection: Connection) throws {
    switch compositor {
    case .sway: try run("workspace \(number + 1)")
    case .mutter, .kwin:
      connection.showDesktop(number)
      try connection.wait(until: "workspace \(number)") {
        connection.property("_NET_CURRENT_DESKTOP", of: connection.root) == [UInt(number)]
      }
    case .weston: throw Failure("weston has one workspace")
    }
  }

  /// Changes the scale of the output.
  package func setScale(_ scale: Int) throws {
    switch compositor {
    case .sway: try run("output HEADLESS-1 scale \(scale)")
    case .mutter:
      let call = """
        call() {
          gdbus call --session --dest org.gnome.Mutter.DisplayConfig \
            --object-path /org/gnome/Mutter/DisplayConfig \
            --method "org.gnome.Mutter.DisplayConfig.$@"
        }
        serial=$(call GetCurrentState | sed 's/^(uint32 \\([0-9]*\\),.*/\\1/')
        call ApplyMonitorsConfig "$serial" 1 \
          "[(0, 0, $0.0, uint32 0, true, [('Meta-0', '\(size)@60.000', @a{sv} {})])]" {}
        """
      try output("sh", ["-c", call, "\(scale)"])
    case .kwin, .weston: throw Failure("\(compositor) takes its scale at its start")
    }
  }

  private static func environment(_ home: TestFolder) -> [String: String] {
    ProgramSupport.environment(home: home, display: nil).merging([
      "SWAYSOCK": "\(home.path)/sway.socket", "WLR_BACKENDS": "headless",
      "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
    ]) { $1 }
  }
}
