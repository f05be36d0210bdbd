import ArgumentParser
import Desktop
import Geometry
import Session
import Settings
import Storage
import Timekeeping
import Windowing

/// The command without a subcommand: opens the window.
struct Segclock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock",
    abstract:
      "A stopwatch, a timer, a plan, a clock and a counter in one window: digits, rings and a dial.",
    discussion: """
      Without a subcommand it opens the window. Space starts and stops, L marks a lap, R resets, ? shows all keys.

      Exit codes: 0 the window was closed or raised, or the picture was written; 4 the window that is open was raised, \
      but the options had no effect; 5 the window that is open does not answer; 64 an argument was wrong; 69 no display \
      could be opened; 73 a file or standard output could not be written; 74 the X server went away.
      """,
    version: Version.current,
    subcommands: [Render.self, Ctl.self, History.self, Export.self, Config.self, Autostart.self])

  @OptionGroup var scene: SceneOptions

  @OptionGroup var state: StateOptions

  @OptionGroup var desktop: DesktopOptions

  @Flag(help: "Start the stopwatch, or in their modes the timer or the plan, at once.")
  var start = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      What the timer's end sounds like: a sound file, a command for the shell, or none; by default the desktop's alarm, or else the \
      display's bell.
      """, valueName: "command"),
    transform: ArgumentText.choice(read: ArgumentText.command))
  var sound: Choice<String>?

  @Option(
    name: .customLong("at-end"), parsing: .unconditional,
    help: ArgumentHelp("A command for the shell, run when the timer ends.", valueName: "command"),
    transform: ArgumentText.choice("none", read: ArgumentText.command))
  var atEnd: Choice<String>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most frames a second.", valueName: "number"),
    transform: ArgumentText.rate)
  var fps: Int?

  @Flag(inversion: .prefixedNo, help: "Move to changes, or show them at once.")
  var animation: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How frames reach the server: auto, shared-memory or put.", valueName: "way"),
    transform: { try ArgumentText.name(PresentOption.self, "a way", $0) })
  var present: PresentOption?

  @Flag(help: "Print frames, wake-ups and CPU time to standard error at the end.")
  var stats = false

  /// The options that were given and make sense for a window only.
  ///
  /// The parser takes the options of the command with those of its subcommands, wherever they stand.
  var windowOptions: [String] {
    let options: [(String, Bool)] = [
      ("--start", start), ("--sound", sound != nil), ("--at-end", atEnd != nil),
      ("--fps", fps != nil), ("--animation", animation != nil),
      ("--present", present != nil), ("--stats", stats), ("--no-state", state.noState),
      ("--name", state.name != StateFolder.defaultName), ("--session", state.session != nil),
      ("--restore", state.restore),
      ("--suspend", state.suspend != nil),
    ]
    return options.filter(\.1).map(\.0) + desktop.givenOptions
  }

  /// What the options say of what the configuration can say, too.
  var settings: ProgramSettings {
    var settings = desktop.settings(scene.settings)
    (settings.sound, settings.atEnd, settings.fps, settings.present) = (sound, atEnd, fps, present)
    settings.animation = animation.map { .value($0 ? .on : .off) }
    settings.suspend = state.suspend
    return settings
  }

  mutating func run() throws {
    try scene.readRings()
    let startup = StartupNotice.take()
    // A window that keeps nothing owns nothing: any number of them may be open.
    let outcome =
      state.noState
      ? .opens(OpenRequest.listen(state.name))
      : try OpenRequest.raiseOrOwn(state.name, from: startup)
    guard case .opens(let control) = outcome else {
      try refuseOptions()
      return
    }
    let code = try App.run(self, from: startup, control)
    if code != .success { throw code }
  }
}

extension Segclock {
  /// Refuses options of a new window where one is open already, and names the command that does the same there.
  private func refuseOptions() throws {
    // Those that say which window is meant, and what an autostart entry has.
    let harmless: Set = ["--name", "--restore", "--config"]
    let options = (scene.givenOptions + windowOptions).filter { !harmless.contains($0) }
    guard !options.isEmpty else { return }
    let widget = state.name == StateFolder.defaultName ? "" : " --name \(state.name)"
    let commands = options.compactMap { option in
      Segclock.verbs[option].map { "segclock ctl\(widget) \($0)" }
    }
    let advice =
      commands.isEmpty
      ? "close it first, or give another --name" : "use \(commands.joined(separator: ", "))"
    throw ControlProblem(
      code: .refused,
      description:
        "the window is open and was raised; \(options.joined(separator: ", ")) had no effect: \(advice)"
    )
  }

  /// The `ctl` commands that do in an open window what these options do in a new one.
  private static let verbs = [
    "--mode": "mode", "--timer": "timer", "--plan": "plan", "--theme": "theme", "--ring": "ring",
    "--count": "count", "--start": "start", "--session": "restore",
    "--click-through": "click-through",
  ]
}

/// The program's version.
enum Version {
  /// As in the changelog.
  static let current = "0.1.0"
}
