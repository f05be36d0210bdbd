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
    [window.settings, state.settings].reduce(alarm.settings) { $0.filled(by: $1) }
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
    return try App.run(settings, control)
  }

  /// Refuses the options if the window is already open, and names the commands that do the same.
  private static func refuse(_ settings: ProgramSettings) throws {
    let names = settings.optionsOfNewWindow
    let widget = settings.isGiven("name") ? " --name \(settings.name)" : ""
    let verbs = names.map { $0 == "session" ? "restore" : $0 }.filter { Ctl.row($0) != nil }
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
    let options = names.map { "--\($0)" }.joined(separator: ", ")
    throw ControlProblem(
      code: .refused,
      description: "the window is open and was raised; \(options) had no effect: "
        + advice.joined(separator: "; "))
  }
}

extension ProgramSettings {
  /// The options that say more than which window it is.
  fileprivate var optionsOfNewWindow: [String] {
    // An autostart entry passes --restore and --config, which the open window has already.
    let expected = self.restore ? ["name", "restore", "config"] : ["name"]
    return given.map(\.name).filter { !expected.contains($0) }
  }

  /// What an open window is to adopt, as words of a request; nil if an option needs a new window.
  fileprivate var changesOfOpenWindow: [String]? {
    let names = optionsOfNewWindow
    guard names.allSatisfy(OpenRequest.adoptedOptions.contains) else { return nil }
    return names.map { "\($0)=\(text($0) ?? "")" }
  }

  /// Two options that exclude each other.
  var contradiction: (String, String)? {
    [("config", "no-config"), ("ring", "rings"), ("restore", "no-state"), ("session", "no-state")]
      .first { isGiven($0) && isGiven($1) }
  }

  /// Parses the arguments of most starts: options of settings, and nothing else. Nil for all that is left to
  /// swift-argument-parser, which reads the same: subcommands, the help, mistakes and their messages.
  ///
  /// The parser takes longer than the rest of a start before the window, and touches more of the program.
  init?(plain arguments: [String]) {
    var given: [String: [String]] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else { return nil }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      if let setting = Setting.all.first(where: { $0.name == parts[0] }) {
        switch setting.form {
        case .value, .list:
          guard let text = parts.count > 1 ? parts[1] : rest.popFirst() else { return nil }
          given[setting.name, default: []].append(text)
        case .flag, .word:
          guard parts.count == 1, given.updateValue(["on"], forKey: setting.name) == nil else {
            return nil
          }
        }
      } else {
        guard parts.count == 1, parts[0].hasPrefix("no-"),
          let flag = Setting.all.first(where: { "no-\($0.name)" == parts[0] && $0.form == .flag }),
          given.updateValue(["off"], forKey: flag.name) == nil
        else { return nil }
      }
    }
    self.init()
    for setting in Setting.all {
      guard let texts = given[setting.name] else { continue }
      do { try setting.takeAll(texts, &self) } catch { return nil }
    }
    // A file of rings has to be read, too.
    if contradiction != nil || roundsProblem != nil || isGiven("rings") { return nil }
  }
}

/// A section of settings as a type: swift-argument-parser distinguishes option groups by type.
protocol SettingSection {
  static var section: Setting.Section { get }
}

enum ContentSection: SettingSection { static let section = Setting.Section.content }
enum TimingSection: SettingSection { static let section = Setting.Section.timing }
enum AlarmSection: SettingSection { static let section = Setting.Section.alarm }
enum PictureSection: SettingSection { static let section = Setting.Section.picture }
enum WindowSection: SettingSection { static let section = Setting.Section.window }
enum FilesSection: SettingSection { static let section = Setting.Section.files }
enum StateSection: SettingSection { static let section = Setting.Section.state }

/// The options of a section, made from the rows of `Setting`.
///
/// swift-argument-parser finds options by reflection and decodes them by name, so a mirror and a decoder are enough.
struct SettingOptions<Section: SettingSection>: ParsableArguments, CustomReflectable {
  var settings = ProgramSettings()
  private var problem: ValidationError?

  private static var rows: [Setting] { Setting.all.filter { $0.section == Section.section } }

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: OptionKey.self)
    for setting in Self.rows {
      let texts = try setting.row.texts(in: values)
      guard !texts.isEmpty else { continue }
      do throws(TextError) {
        try setting.takeAll(texts, &settings)
      } catch {
        problem = problem ?? ValidationError("\(setting.option): \(error.description)")
      }
    }
    if let rounds = settings.roundsProblem {
      problem = problem ?? ValidationError("--rounds: \(rounds.description)")
    }
  }

  func validate() throws { if let problem { throw problem } }

  var customMirror: Mirror { Mirror(self, children: Self.rows.map(\.row.child)) }
}

struct OptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// An option of a setting or of a verb.
struct OptionRow {
  let name: String
  var form = Setting.Form.word
  var help: ArgumentHelp
  var completion: CompletionKind?

  var child: Mirror.Child {
    switch form {
    case .flag:
      return (name, Flag<Bool?>(name: .customLong(name), inversion: .prefixedNo, help: help))
    case .word: return (name, Flag<Bool>(wrappedValue: false, name: .customLong(name), help: help))
    case .value(let valueName), .list(let valueName):
      var help = help
      help.valueName = valueName
      let option = Option<[String]>(
        wrappedValue: [], name: .customLong(name), parsing: .unconditionalSingleValue,
        help: help, completion: completion)
      return (name, option)
    }
  }

  func texts(in values: KeyedDecodingContainer<OptionKey>) throws -> [String] {
    let key = OptionKey(stringValue: name)
    switch form {
    case .flag:
      let isOn = try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue
      return isOn.map { [$0 ? "on" : "off"] } ?? []
    case .word: return try values.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["on"] : []
    case .value, .list: return try values.decode(Option<[String]>.self, forKey: key).wrappedValue
    }
  }
}

extension Setting {
  var row: OptionRow {
    let help = ArgumentHelp("\(help)", visibility: isHidden ? .hidden : .default)
    return OptionRow(name: name, form: form, help: help, completion: completion.kind)
  }
}

extension Completion {
  var kind: CompletionKind? {
    switch self {
    case .none: nil
    case .file(let endings): .file(extensions: endings)
    case .widgets: NameCompletion.widgets
    case .themes: NameCompletion.themesOrAutomatic
    case .zones: NameCompletion.zones
    case .list(let values): .list(values)
    }
  }
}

struct SceneOptions: ParsableArguments {
  @OptionGroup(title: Setting.Section.content.title)
  var content: SettingOptions<ContentSection>

  @OptionGroup(title: Setting.Section.timing.title)
  var timing: SettingOptions<TimingSection>

  @OptionGroup(title: Setting.Section.picture.title)
  var picture: SettingOptions<PictureSection>

  @OptionGroup(title: Setting.Section.files.title)
  var files: SettingOptions<FilesSection>

  var settings: ProgramSettings {
    [timing.settings, picture.settings, files.settings].reduce(content.settings) {
      $0.filled(by: $1)
    }
  }

  /// Reads the file of `--rings`; later calls do nothing.
  mutating func readRings() throws {
    guard let path = files.settings.rings, !content.settings.isGiven("ring") else { return }
    var rings: [RingModel] = []
    try readLines(of: path, for: "--rings") { text in
      rings.append(try RingText.ring.parse(text))
      try RingText.check(rings)
    }
    content.settings.ring = rings
  }
}

/// The root's options in a command about one widget: the parser gives them to the root; `name` is for the help.
struct WidgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Name of the widget.", valueName: "name"), completion: NameCompletion.widgets
  )
  var name: String?

  @ParentCommand var root: Segclock

  /// Refuses all options but `--name` and `usable`, as `command` would ignore them.
  func settings(for command: String, using usable: [String] = []) throws -> ProgramSettings {
    let given = root.settings.given.map(\.name)
    if let option = given.first(where: { $0 != "name" && !usable.contains($0) }) {
      throw TextError("--\(option) is not an option of \(command)")
    }
    return root.settings
  }
}

/// Calls `take` with each line of the file that `option` names. Errors name the option, the file and the line.
func readLines(of path: String, for option: String, _ take: (String) throws -> Void) throws {
  do {
    for (number, text) in try InputFile.lines(of: path) {
      do {
        try take(text)
      } catch let error as TextError {
        let name = path == "-" ? "standard input" : path
        throw FileError(path: "\(name), line \(number)", reason: error.description)
      }
    }
  } catch let error as FileError {
    throw TextError("\(option) \(error)")
  }
}
