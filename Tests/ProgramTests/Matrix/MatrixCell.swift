import ProgramSupport
import Testing

/// A desktop that the program is tried on: one line of the table of `packaging/dev/matrix`.
struct MatrixCell: CustomTestStringConvertible, Sendable {
  /// What is tried of the program there.
  enum Check: String, CaseIterable, Sendable {
    /// Its window comes up, and shows what `render` draws.
    case draws
    /// Keys start it, stop it and reset it.
    case keys
    /// Dragged, it goes where the pointer takes it.
    case moves
    /// It takes another size, and draws that.
    case resizes
    /// It fills the monitor, and goes back to where it was.
    case full
    /// It is on top, or says that it cannot be.
    case top
    /// Stopped it does not wake up; running and covered neither, and it goes on when it is seen again.
    case still
    /// As an icon it does not wake up, and comes back.
    case icon
    /// Asked to close, it ends well.
    case closes
  }

  /// What shows the windows.
  enum Screen: Sendable {
    /// Xvfb with this depth and further arguments.
    case memory(depth: Int = 24, arguments: [String] = [])
    /// The same, reached over TCP.
    case remote
    /// A server in a window of another one: its program and arguments; keys are pressed in the outer one.
    case nested(String, [String])
    /// Xvnc, shown by a viewer in which keys are pressed.
    case vnc
    /// Xwayland in a window, under a Wayland compositor without a screen.
    case wayland
    /// A Wayland compositor without a screen; its Xwayland has no window of its own, as on today's desktops.
    case rootless(WaylandCompositor)
  }

  let name: String
  /// The kind of thing that makes it differ from others.
  let group: String
  var screen = Screen.memory()
  var manager = WindowManager.none
  var compositor = Compositor.none
  var resources = ""
  /// Device pixels for a user unit.
  var scale = 1.0
  /// Whether the screen is two monitors side by side.
  var hasTwoMonitors = false
  /// How far a channel of a pixel may be from the picture that it has to show.
  var tolerance = 0
  /// Whether the server's stack says which windows are covered.
  var tellsCover = true
  /// Whether no window can have the keys.
  var lacksKeyboard = false
  /// What cannot be had there, and why: whose doing it is.
  var known: [Check: String] = [:]
  /// Whether it is tried with all other tests, too.
  var isShort = false

  var testDescription: String { name }

  /// The programs that it takes.
  var programs: [String] {
    let screen =
      switch screen {
      case .memory, .remote: [String]()
      case .nested(let program, _): [program]
      case .vnc: ["Xtigervnc", "xtigervncviewer"]
      case .wayland: ["weston", "Xwayland"]
      case .rootless(let compositor): compositor.programs
      }
    return screen + manager.command.prefix(1) + compositor.command.prefix(1)
      + (manager.isOnBus ? ["dbus-run-session"] : [])
  }
}
