import Glibc

/// A Wayland desktop without a screen, with X11 windows among its own: sway with a rootless Xwayland.
package final class Sway {
  /// For X11 programs.
  package let server: XServer
  /// What WAYLAND_DISPLAY is set to for its own programs.
  private let waylandDisplay: String
  private let home: TestFolder
  private let process: ChildProcess

  /// - Parameter isFloating: whether X11 windows keep their size and place; else they are tiled.
  package init(home: TestFolder, isFloating: Bool = false) throws {
    self.home = home
    let (configuration, ready) = ("\(home.path)/sway.config", "\(home.path)/sway.display")
    try write(
      """
      xwayland force
      output HEADLESS-1 mode 1280x800@60Hz
      \(isFloating ? "for_window [class=\".*\"] floating enable, border none" : "")
      exec sh -c 'echo "$DISPLAY $WAYLAND_DISPLAY" >"$0.part" && mv "$0.part" "$0"' '\(ready)'

      """, to: configuration)
    // Sway before 1.8 refuses to run as root: there it runs as another user in a user namespace.
    let command = "'\(try installed("sway"))' -c '\(configuration)'"
    process = try ChildProcess(
      "/bin/sh",
      ["-c", "\(command) || exec unshare --user --map-user=1000 --map-group=1000 \(command)"],
      environment: Sway.environment(home))
    let deadline = Deadline(seconds: 20)
    var name: [UInt8]?
    while name == nil {
      name = contents(of: ready)
      if let ending = process.reap() {
        throw Failure("sway ended (\(ending)): \(process.standardError)")
      }
      guard !deadline.isPast else {
        throw Failure("sway does not get ready: \(process.standardError)")
      }
      if name == nil { Deadline.observe(seconds: 0.01) }
    }
    let names = String(decoding: name ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard names.count == 2 else { throw Failure("sway names no displays: \(names)") }
    server = try XServer(display: names[0], of: process)
    waylandDisplay = String(names[1])
  }

  package var display: String { server.display }

  package func run(_ command: String) throws {
    let message = try ChildProcess(
      installed("swaymsg"), [command], environment: Sway.environment(home))
    let ending = try message.wait()
    guard ending == .exited(0) else {
      throw Failure("swaymsg \(command): \(message.standardOutput)\(message.standardError)")
    }
  }

  /// Starts a Wayland program.
  package func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      installed(program), arguments,
      environment: Sway.environment(home).merging(["WAYLAND_DISPLAY": waylandDisplay]) { $1 })
  }

  /// What a Wayland program prints; throws unless it succeeds.
  package func output(_ program: String, _ arguments: [String]) throws -> String {
    let process = try start(program, arguments)
    let ending = try process.wait()
    guard ending == .exited(0) else {
      throw Failure("\(program): \(ending) \(process.standardError)")
    }
    return process.standardOutput
  }

  /// All that a person sees, windows of both kinds.
  package func picture() throws -> Picture {
    let file = home.file("screen.png")
    _ = try output("grim", [file])
    return try Picture(png: file)
  }

  /// A Wayland terminal, which has the focus when this returns.
  package func openTerminal() throws -> ChildProcess {
    let terminal = try start("foot", ["sleep", "60"])
    let deadline = Deadline()
    while (try? run("[app_id=foot] focus")) == nil {
      guard !deadline.isPast else { throw Failure("no terminal: \(terminal.standardError)") }
    }
    return terminal
  }

  private static func environment(_ home: TestFolder) -> [String: String] {
    ProgramSupport.environment(home: home, display: nil).merging([
      "SWAYSOCK": "\(home.path)/sway.socket", "WLR_BACKENDS": "headless",
      "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
    ]) { $1 }
  }
}
