import Keys
import Session

extension SettingsFile {
  /// A configuration that says what holds anyway, with what each setting means; each is commented out by a `#` with no blank
  /// after it.
  package static var standard: String {
    var text = """
      # The configuration of segclock. Every line that sets something is as the program has it built in.
      # Take away the # at its beginning to change it; "segclock config check" looks for mistakes.
      # An open window follows this file when it is saved. An option has the same name, and so has a variable of the
      # environment: target-lap, --target-lap, SEGCLOCK_TARGET_LAP. The option counts most, then the variable.

      """
    for setting in Setting.all where setting.name != "ring" {
      text += "\n# \(setting.words)\n#\(setting.name) = \(setting.toml)\n"
    }
    text += """

      # Themes of your own. "segclock config theme neon" prints one in full to start from:
      # [themes.mine]
      # based-on = "neon"
      # background = "#101018"

      # The rings, from the outermost inward, up to six. Each has a name, and a value (50%, 50, 3/7) or a source
      # (\(RingText.sources)); if you like a color (a name or #RRGGBB, or a list of two: of
      # the start and of the tip), and with the source lap a target, as in target = "2m".

      """
    for ring in ProgramSettings.builtIn.ring ?? [] {
      text += "#[[ring]]\n#name = \(ring.ring.name.toml)\n#value = \("0%".toml)\n"
    }
    text += """

      # The keys, each action with one or a list. Ctrl and Shift can be held: "Ctrl+Shift+L".
      #[keys]

      """
    let chords = KeyRow.chords(of: KeyRow.standard)
    for action in KeyAction.all {
      let names = chords[action.name, default: []].map { $0.description.toml }
      text += "#\(action.name) = [\(names.joined(separator: ", "))]\n"
    }
    text += """

      # Keys that work while another window has the keys, as in lap = "Ctrl+Alt+L"; for every action of [keys], and for show,
      # which brings the window up. They have Ctrl, Alt or Super, or are F1 to F35, Pause, Print or media keys (XF86AudioPlay).
      #[keys.global]

      """
    for name in ["start-stop", "lap", "reset", GlobalAction.show.name] { text += "#\(name) = []\n" }
    return text
  }
}

extension Setting {
  /// The built-in value as TOML.
  fileprivate var toml: String {
    switch builtIn {
    case "on": "true"
    case "off" where name != "ghost": "false"
    default: Int(builtIn) == nil ? builtIn.toml : builtIn
    }
  }
}

extension String {
  /// The text as TOML.
  var toml: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
