import ArgumentParser
import Control
import Desktop
import Session
import Settings
import Storage
import Windowing
import Wording

/// The root command: opens the window.
struct Segclock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock",
    abstract: "Show a stopwatch, a timer, a plan, a clock or a counter in a window.",
    usage: """
      segclock [<options>]
      segclock <subcommand>
      """,
    discussion: """
      EXAMPLES:
        segclock --timer 25m --start
        segclock --mode clock --theme neon --above
        segclock ctl lap                            (in the window; ? shows its keys)
      """,
    subcommands: [Render.self, Ctl.self, History.self, Export.self, Config.self, Autostart.self])

  /// As in the changelog.
  static let version = "0.1.0"

  @OptionGroup var scene: SceneOptions

  @OptionGroup(title: Setting.Section.alarm.title)
  var alarm: SettingOptions<AlarmSection>

  @OptionGroup(title: Setting.Section.window.title)
  var window: SettingOptions<WindowSection>

  @OptionGroup(title: Setting.Section.state.title)
  var state: SettingOptions<StateSection>

  @OptionGroup var start: SettingOptions<StartSection>

  @Flag(name: [.customShort("V"), .customLong("version")], help: "Show the version.")
  var showsVersion = false

  func validate() throws {
    if showsVersion { throw CleanExit.message(Segclock.version) }
    try settings.checkPairs()
  }

  /// The given options of the window alone.
  ///
  /// The parser accepts the options of a command also after a subcommand.
  var settingsOfWindow: ProgramSettings {
    [window.settings, state.settings, start.settings].reduce(alarm.settings) { $0.filled(by: $1) }
  }

  var settings: ProgramSettings { scene.settings.filled(by: settingsOfWindow) }

  mutating func run() throws {
    try scene.readRings()
    let (settings, name) = (settings, settings.name)
    // With --no-state, any number of windows may be open.
    let outcome =
      settings.noState
      ? OpenRequest.own(name) ?? .opens(nil)
      : try OpenRequest.raiseOrOwn(name)
    guard case .opens(let control) = outcome else {
      try refuseOptions()
      return
    }
    let code = try App.run(self, control)
    if code != .success { throw code }
  }
}

extension Segclock {
  /// Refuses the options if the window is already open.
  private func refuseOptions() throws {
    // An autostart entry passes --restore and --config, which the open window has already.
    let expected = settings.restore ? ["name", "restore", "config"] : ["name"]
    let options = settings.given.filter { !expected.contains($0.name) }.map(\.option)
    guard !options.isEmpty else { return }
    throw ControlProblem(
      code: .refused,
      description: """
        the window is open and was raised; \(options.joined(separator: ", ")) had no effect: change it with \
        segclock ctl, close it first, or give another --name
        """)
  }
}
