import ArgumentParser
import Scene
import Session
import Settings
import Timekeeping
import Wording

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
