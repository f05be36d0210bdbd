import FuzzSupport
import Keys
import Scene
import Session
import Settings
import Timekeeping
import Wording

/// A configuration of any bytes: what it says lies within what is allowed, and what is wrong with it is told in one short
/// line for each mistake.
///
/// An input is the file as it is.
@main
enum ConfigurationFuzz {
  static func main() {
    Fuzzing.run(seeds: seeds.map { Array($0.utf8) }) { input in tryFile(&input) }
  }

  /// The longest message, in characters.
  private static let longestMessage = 400

  private static func tryFile(_ input: inout Input) {
    let bytes = input.rest()
    let file = SettingsFile(bytes)
    let lines = bytes.reduce(1) { $0 + ($1 == 10 ? 1 : 0) }
    // A key or a value has a byte at least, and what is no TOML is told of a few times.
    check(file.faults.count <= bytes.count + 20, "\(file.faults.count) faults")
    var last = 1
    for fault in file.faults {
      let message = fault.description
      check(message == message.escaped && message.count <= longestMessage, message.debugDescription)
      check(!fault.problem.isEmpty, "nothing is said of \(message)")
      let line = fault.place.line
      check((last...max(last, lines)).contains(line), "\(message) after line \(last) of \(lines)")
      check((1...bytes.count + 1).contains(fault.place.column), message)
      last = line
    }
    if input.isOne(of: 4) {
      let again = SettingsFile(bytes)
      check(again.settings == file.settings, "\(file.settings) is read again as \(again.settings)")
      check(again.faults == file.faults, "\(file.faults) are told again as \(again.faults)")
    }
    guard file.faults.isEmpty else { return }
    checkAllowed(file.settings)
    checkKeys(file.settings)
    checkThemes(file.settings)
    if input.isOne(of: 8) { checkFollowed(file.settings) }
  }

  /// Every chosen key does what it was chosen for.
  private static func checkKeys(_ settings: ProgramSettings) {
    let keys = settings.keys
    let bindings = KeyRow.standard(with: keys)
    for action in Action.all {
      for chord in keys[action.name] ?? [] {
        let command = bindings.command(for: chord.key, modifiers: chord.modifiers, isRepeat: false)
        check(
          command == action.command,
          "\(chord) does \(String(describing: command)), not \(action.name)")
      }
    }
  }

  /// The chosen look is there, and those of one's own are printed as they are read.
  private static func checkThemes(_ settings: ProgramSettings) {
    let catalog = ThemeCatalog(own: settings.themes)
    check(
      settings.theme == .automatic || catalog.names.contains(settings.theme),
      "there is no \(settings.theme)")
    for theme in settings.themes {
      check(catalog.theme(named: theme.name) == theme, "\(theme) is not in the catalog")
    }
    guard let theme = settings.themes.last else { return }
    let again = SettingsFile(Array(theme.toml.utf8))
    check(again.faults.isEmpty, "\(theme.toml)\(again.faults)")
    check(again.settings.themes == [theme], "\(theme) is printed and read as \(again.settings)")
  }

  /// A model that is told of it is a valid one.
  private static func checkFollowed(_ settings: ProgramSettings) {
    check(
      settings.conflict == nil || settings.given(\.rounds) == nil,
      "\(settings.planned) for \(String(describing: settings.rounds))"
    )
    var fixed = ModelSettings()
    (fixed.targetLap, fixed.ghost) = (settings.targetLap, settings.ghost)
    fixed.themes = ThemeCatalog(own: settings.themes).names
    fixed.digits = settings.digits
    var model = Model()
    model.configure(fixed, file: settings.adjustable)
    check(
      model.mode == settings.mode && model.counter.digits == settings.digits,
      "\(model) of \(settings)")
    check(
      model.timer.length == settings.timerLength ?? Countdown.defaultLength,
      "\(model.timer) of \(settings.timer)")
    checkModel(model) { $0.configure(fixed, file: settings.adjustable) }
  }
}
