import ArgumentParser
import Control
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// The index of a row, as a type: swift-argument-parser makes help and completions from the types of commands, and has
/// neither for the words of one command that passes them through.
protocol RowIndex {
  static var value: Int { get }
}

enum FirstRow: RowIndex {
  static let value = 0
}

enum RowAfter<Row: RowIndex>: RowIndex {
  static var value: Int { Row.value + 1 }
}

extension RowIndex {
  /// The commands of this row and all later ones.
  static var verbs: [any ParsableCommand.Type] {
    [Verb<Self>.self] + (value + 1 < VerbRow.all.count ? RowAfter<Self>.verbs : [])
  }
}

/// A row as a command, as a mirror and a decoder (see `SettingOptions`).
struct Verb<Row: RowIndex>: ParsableCommand, CustomReflectable {
  private var arguments = VerbArguments()
  private var widget = OptionGroup<WidgetOptions>()

  private static var row: VerbRow { VerbRow.all[Row.value] }
  private static var words: OptionKey { OptionKey(stringValue: "words") }
  private static var widget: OptionKey { OptionKey(stringValue: "widget") }

  static var configuration: CommandConfiguration {
    let word = row.word?.valueName.map { row.count.lowerBound == 0 ? "[<\($0)>] " : "<\($0)> " }
    return CommandConfiguration(
      commandName: row.name, abstract: row.abstract,
      usage: "segclock ctl \(row.name) \(word ?? "")[<options>]", discussion: row.discussion)
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: OptionKey.self)
    for option in Self.row.options {
      arguments.options[option.name] = try option.texts(in: values).last
    }
    if Self.row.count.upperBound > 0 {
      arguments.words = try values.decode(Argument<[String]>.self, forKey: Self.words).wrappedValue
      // The `--` that ends the options: `ctl timer -- -1m`.
      if let end = arguments.words.firstIndex(of: "--") { arguments.words.remove(at: end) }
    }
    widget = try values.decode(OptionGroup<WidgetOptions>.self, forKey: Self.widget)
  }

  var customMirror: Mirror {
    let row = Self.row
    let words: Argument<[String]> =
      row.count.lowerBound == 0
      ? Argument(wrappedValue: [], help: row.word)
      : Argument(parsing: .allUnrecognized, help: row.word, completion: row.completion)
    return Mirror(
      self,
      children: (row.count.upperBound > 0 ? [(Self.words.stringValue, words)] : [])
        + row.options.map(\.child)
        + [(Self.widget.stringValue, OptionGroup<WidgetOptions>())])
  }

  func run() throws {
    let row = Self.row
    let settings = try widget.wrappedValue.settings(
      for: "ctl \(row.name)", using: row.options.map(\.name))
    var arguments = arguments
    // The parser gives an option that the root has, too, to the root.
    for option in row.options {
      guard let text = settings.text(option.name) else { continue }
      arguments.options[option.name] = option.form == .word && text == "off" ? nil : text
    }
    // Wrong words are reported even without a window.
    _ = try row.effect(of: arguments)
    try row.converse(settings.name, [row.name] + row.request(arguments), arguments)
  }
}
