import Session
import Wording

/// The rows of `SettingTable` without their types.
protocol TypedSetting { var setting: Setting { get } }

/// A setting with the type of its value, as which `ProgramSettings` has it.
package struct SettingKey<Value: Equatable & Sendable>: TypedSetting, Sendable {
  let setting: Setting
  let builtIn: Value

  /// `text` is the default.
  init(
    _ name: String, _ section: Setting.Section, _ form: Setting.Form, _ parser: TextParser<Value>,
    _ text: String, isHidden: Bool = false, sources: Setting.Sources = .all, _ help: String,
    adjusts adjustment: Adjustment<Value>? = nil
  ) {
    let texts = if case .list = form { text.split(separator: ",").map(String.init) } else { [text] }
    guard let value = try? parser.parse(all: texts) else {
      preconditionFailure("the default of \(name) is not valid")
    }
    builtIn = value
    setting = Setting(
      name: name, section: section, form: form, sources: sources, help: help, isHidden: isHidden,
      completion: parser.completion, builtIn: text,
      takeAll: { (texts: [String], settings: inout ProgramSettings) throws(TextError) in
        let text: String? =
          if case .list = form { texts.joined(separator: ",") } else { texts.last }
        settings.set(name, try parser.parse(all: texts), text: text)
      }, give: adjustment?.give, adopt: adjustment?.adopt)
  }

  /// Creates a setting whose default is `word`: the program decides.
  init<Wrapped>(
    _ name: String, _ section: Setting.Section, _ form: Setting.Form, _ parser: TextParser<Wrapped>,
    or word: String, sources: Setting.Sources = .all, _ help: String,
    adjusts adjustment: Adjustment<Value>? = nil
  ) where Value == Wrapped? {
    self.init(
      name, section, form, parser.or(word), word, sources: sources, help, adjusts: adjustment)
  }

  init(flag name: String, _ section: Setting.Section, _ help: String)
  where Value == Bool {
    self.init(name, section, .flag, Parsers.toggle, "off", help)
  }
}
