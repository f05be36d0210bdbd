import ArgumentParser
import Control
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// The index of a row, as a type: swift-argument-parser takes a type for each command.
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
  fileprivate static var row: VerbRow { VerbRow.all[value] }

  /// The commands of this row and all later ones.
  static var verbs: [any ParsableCommand.Type] {
    [Verb<Self>.self] + (value + 1 < VerbRow.all.count ? RowAfter<Self>.verbs : [])
  }
}

struct Verb<Row: RowIndex>: ParsableCommand {
  static var configuration: CommandConfiguration {
    let row = Row.row
    let word = row.word?.valueName.map { row.count.lowerBound == 0 ? "[<\($0)>] " : "<\($0)> " }
    return CommandConfiguration(
      commandName: row.name, abstract: row.abstract,
      usage: "segclock ctl \(row.name) \(word ?? "")[<options>]", discussion: row.discussion)
  }

  @OptionGroup var input: VerbInput<Row>

  @OptionGroup var widget: WidgetOptions

  func run() throws {
    let row = Row.row
    let settings = try widget.settings(
      for: "ctl \(row.name)", using: row.options.map(\.name))
    var arguments = input.arguments
    arguments.options["rounds"] = settings.rounds.map { "\($0)" }
    arguments.options["plan-waits"] = settings.planWaits ? "on" : nil
    arguments.options["hours"] = settings.given(\.hours).map { $0?.rawValue ?? "auto" }
    arguments.options["seconds"] = settings.given(\.seconds).map { $0 ? "on" : "off" }
    arguments.options["zone"] = settings.given(\.zone).map { $0 ?? "auto" }
    let request = row.request(arguments)
    // Wrong words are reported even without a window.
    _ = try row.parse(request)
    try row.converse(settings.name, [row.name] + request, arguments)
  }
}

/// The arguments of a row on the command line, as a mirror and a decoder (see `SettingOptions`).
struct VerbInput<Row: RowIndex>: ParsableArguments, CustomReflectable {
  var arguments = VerbArguments()

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: OptionKey.self)
    for option in Row.row.options {
      arguments.options[option.name] = try option.texts(in: values).last
    }
    guard Row.row.count.upperBound > 0 else { return }
    let key = OptionKey(stringValue: "words")
    arguments.words = try values.decode(Argument<[String]>.self, forKey: key).wrappedValue
    // The `--` that ends the options: `ctl timer -- -1m`.
    if let end = arguments.words.firstIndex(of: "--") { arguments.words.remove(at: end) }
  }

  var customMirror: Mirror {
    let row = Row.row
    let words: Argument<[String]> =
      row.count.lowerBound == 0
      ? Argument(wrappedValue: [], help: row.word)
      : Argument(parsing: .allUnrecognized, help: row.word, completion: row.completion)
    return Mirror(
      self,
      children: (row.count.upperBound > 0 ? [("words", words)] : []) + row.options.map(\.child))
  }
}
