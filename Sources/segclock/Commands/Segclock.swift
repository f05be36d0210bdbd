import ArgumentParser
import Control
import Desktop
import Files
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Wording

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
    subcommands: [
      Render.self, Ctl.self, History.self, Export.self, DayCommandLine.self, Config.self,
      Autostart.self,
    ])

  /// As in the changelog.
  static let version = "0.1.0"

  @OptionGroup var scene: SceneOptions

  @OptionGroup(AlarmSection.self) var alarm
  @OptionGroup(WindowSection.self) var window
  @OptionGroup(StateSection.self) var state

  @Flag(
    name: [.customShort("V"), .customLong("version")], help: "Show the version and the X server.")
  var showsVersion = false

  func validate() throws {
    if showsVersion { throw CleanExit.message(Segclock.version) }
    if let (one, other) = settings.contradiction {
      throw ValidationError("--\(one) and --\(other): give one of them")
    }
  }

  /// The given options of the window alone.
  ///
  /// The parser accepts the options of a command also after a subcommand.
  var settingsOfWindow: ProgramSettings {
    [alarm.settings, window.settings, state.settings].combined
  }

  var settings: ProgramSettings { scene.settings.filled(by: settingsOfWindow) }

  mutating func run() throws {
    try scene.readRings()
    let code = try Segclock.open(settings)
    if code != .success { throw code }
  }

  /// Opens the window, or raises the one that is open already.
  static func open(_ settings: ProgramSettings) throws -> ExitCode {
    let name = settings.name
    // With --no-state, any number of windows may be open.
    let outcome =
      settings.noState
      ? OpenRequest.own(name) ?? .opens(nil)
      : try OpenRequest.raiseOrOwn(name)
    let control: ControlServer?
    switch outcome {
    case .opens(let server): control = server
    case .raised(let client):
      guard let changes = settings.changesOfOpenWindow else {
        try refuse(settings)
        return .success
      }
      if !changes.isEmpty { try client.ask([OpenRequest.changeWord] + changes) }
      return .success
    }
    UserLanguage.choose()
    return try App.run(settings, control)
  }

  /// Refuses the options if the window is already open, and names the commands that do the same.
  private static func refuse(_ settings: ProgramSettings) throws {
    let names = settings.optionsOfNewWindow
    let widget = settings.isGiven("name") ? " --name \(settings.name)" : ""
    // The verb show is about the window, and not about its parts.
    let verbs = names.map { $0 == "session" ? "restore" : $0 }.filter {
      $0 != "show" && Ctl.row($0) != nil
    }
    let keys = Setting.inFile.map(\.name).filter {
      names.contains($0) && !verbs.contains($0) && !["position", "suspend", "type"].contains($0)
    }
    var advice: [String] = []
    if !verbs.isEmpty {
      advice.append(
        "use " + verbs.map { "segclock ctl\(widget) \($0)" }.joined(separator: ", "))
    }
    if !keys.isEmpty, let file = settings.configurationPath {
      advice.append("set \(keys.joined(separator: ", ")) in \(file)")
    }
    if advice.isEmpty { advice = ["close it first, or give another --name"] }
    let options = settings.given.filter { names.contains($0.name) }.map { setting in
      let isOff = setting.form == .flag && settings.text(setting.name) == "off"
      return "--\(isOff ? "no-" : "")\(setting.name)"
    }.joined(separator: ", ")
    throw ControlProblem(
      code: .refused,
      description: "the window is open and was raised; \(options) had no effect: "
        + advice.joined(separator: "; "))
  }
}
