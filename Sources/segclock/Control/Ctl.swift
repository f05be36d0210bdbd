import ArgumentParser
import Control
import Files
import Settings

/// `segclock ctl`: controls the running window.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control or query the running window.",
    discussion: """
      Repeating a command is no error: starting what runs does nothing. --name selects the widget of that name. \
      `segclock ctl COMMAND --help` says more about each.

      Exit codes: 0 done; 3 no window runs; 4 refused, with the reason; 5 no answer in time; 64 an argument was wrong; 66 \
      standard input could not be read; 73 standard output could not be written.
      """,
    subcommands: verbs.map { $0.command })

  static let verbs: [any ControlVerb.Type] =
    FirstRow.verbs + [
      LapVerb.self, TimerVerb.self, PlanVerb.self, CountVerb.self, RingVerb.self, StatusVerb.self,
      FollowVerb.self, ListVerb.self,
    ]

  static func row(_ name: String) -> VerbRow? {
    verbs.lazy.map { $0.row }.first { $0.name == name }
  }

  func run() throws { throw ArgumentProblem(description: "ctl needs a command: \(Ctl.commands)") }

  /// A list of the commands, for messages.
  private static var commands: String {
    verbs.map { $0.row.name }.joined(separator: ", ") + "; see segclock ctl --help"
  }

  /// The message for an unknown command in `arguments`; nil if there is none.
  static func problem(_ arguments: [String]) -> String? {
    // A later word may be an option's value.
    guard let word = arguments.first else { return nil }
    if row(word) != nil {
      return "\(word) is a command for an open window: segclock ctl \(word)"
    }
    var rest = arguments.dropFirst()
    if rest.first == "--name" { rest = rest.dropFirst(2) }
    guard word == "ctl", let name = rest.first, !name.hasPrefix("-"),
      name != "help", row(name) == nil
    else { return nil }
    return "ctl has no command \(name.quoted); there are \(commands)"
  }
}

/// The arguments of a verb on the command line.
protocol ControlVerb: ParsableArguments {
  static var row: VerbRow { get }
  /// The words that follow its name in the request, including the window's options.
  func words(_ parent: Segclock) throws -> [String]
  /// Sends the request, which begins with the name, to the widget called `name`, and prints the answer.
  func converse(with name: String, _ request: [String]) throws
}

extension ControlVerb {
  static var command: any ParsableCommand.Type { Verb<Self>.self }

  func words(_ parent: Segclock) throws -> [String] { [] }

  func converse(with name: String, _ request: [String]) throws {
    try ControlClient(name).ask(request)
  }
}

/// What the parsed words do to a window. Returns nil if the answer comes later; throws if the words do not fit the
/// window, as with an unknown name.
typealias VerbEffect = (VerbCall) throws -> ControlReply?

/// A `ControlVerb` as a command of the command line.
struct Verb<Words: ControlVerb>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Words.row.name, abstract: Words.row.abstract, discussion: Words.row.discussion)
  }

  @OptionGroup var arguments: Words

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  func run() throws {
    let row = Words.row
    let name = try widget.name(parent, "ctl \(row.name)", using: row.parentOptions)
    // Wrong words are reported even without a window.
    let words = try arguments.words(parent)
    _ = try row.parse(words)
    try arguments.converse(with: name, [row.name] + words)
  }
}

/// `segclock ctl list`, which no window is asked for.
struct ListVerb: ControlVerb {
  static var row: VerbRow {
    VerbRow("list", "List the names of the open windows, one a line.") { _ in .done }
  }

  func converse(with name: String, _ request: [String]) throws {
    try OutputFile(path: "-").write(ListVerb.names.map { $0 + "\n" }.joined())
  }

  /// The names of the widgets that answer.
  static var names: [String] {
    ControlFolder().names().filter { (try? ControlClient($0, patience: .milliseconds(100))) != nil }
  }
}
