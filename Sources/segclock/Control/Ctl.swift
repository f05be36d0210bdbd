import ArgumentParser
import Control
import Files
import Platform
import Session
import Settings
import Windowing

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
    subcommands: FirstRow.commands + [
      Verb<LapVerb>.self, Verb<TimerVerb>.self, Verb<PlanVerb>.self, Verb<CountVerb>.self,
      Verb<RingVerb>.self, Verb<StatusVerb>.self, Verb<FollowVerb>.self, ControlList.self,
    ])

  func run() throws { throw ArgumentProblem(description: "ctl needs a command: \(Ctl.commands)") }

  /// A list of the commands, for messages.
  private static var commands: String {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    return "\(names.joined(separator: ", ")); see segclock ctl --help"
  }

  /// The message for an unknown command in `arguments`; nil if there is none.
  static func problem(_ arguments: [String]) -> String? {
    // A later word may be an option's value.
    guard let word = arguments.first else { return nil }
    if verbs[word] != nil || word == "list" {
      return "\(word) is a command for an open window: segclock ctl \(word)"
    }
    var rest = arguments.dropFirst()
    if rest.first == "--name" { rest = rest.dropFirst(2) }
    guard word == "ctl", let verb = rest.first, !verb.hasPrefix("-"),
      !["help", "list"].contains(verb), verbs[verb] == nil
    else { return nil }
    return "ctl has no command \(verb.quoted); there are \(commands)"
  }

  static let verbs: [String: any ControlVerb.Type] = Dictionary(
    uniqueKeysWithValues: configuration.subcommands.compactMap { ($0 as? any NamedVerb.Type)?.verb }
      .map { ($0.name, $0) })
}

/// A command of `segclock ctl`: its words, its help and its effect.
///
/// The calling program parses the words before it sends them; the window parses them again.
protocol ControlVerb: ParsableArguments {
  /// The first word of the request.
  static var name: String { get }
  static var abstract: String { get }
  static var discussion: String { get }
  /// The number of words that follow its name in a request.
  static var wordCount: ClosedRange<Int> { get }
  /// The window's options that it uses.
  static var parentOptions: Set<String> { get }
  /// Whether to wait for a window that is not open.
  var waitsForWindow: Bool { get }
  /// The words that follow its name in the request, including the window's options.
  func words(_ parent: Segclock) throws -> [String]
  /// Parses the words, whose number is in `wordCount`.
  static func effect(of words: [String]) throws -> VerbEffect
  /// Sends the request, which begins with the name, and prints the answer.
  func converse(_ client: ControlClient, _ request: [String]) throws
}

extension ControlVerb {
  static var discussion: String { "" }
  static var wordCount: ClosedRange<Int> { 1...1 }
  static var parentOptions: Set<String> { [] }
  var waitsForWindow: Bool { false }

  func converse(_ client: ControlClient, _ request: [String]) throws { try client.ask(request) }

  static func parse(_ words: [String]) throws -> VerbEffect {
    guard wordCount.contains(words.count) else {
      throw ArgumentProblem(description: "\(name) does not take \(words.count) words")
    }
    return try effect(of: words)
  }
}

/// What the parsed words do to a window; throws if they do not fit its state, as with an unknown name.
typealias VerbEffect = (App) throws -> ControlEffect

enum ControlEffect {
  /// Performs the command, if there is one; answered when it is saved.
  case command(Command?)
  case action(Action)
  case done
  case refused(String)
  case text(String)
  /// A line at every change, at most one in `every`; zero: not for time alone.
  case follow(StatusStyle, every: Duration)
  /// Sets a ring to the values that follow, until the client is gone.
  case feed(String)
  /// Answers when the screen shows all earlier changes.
  case sync
}

/// A `ControlVerb` as a command of the command line.
struct Verb<Words: ControlVerb>: ParsableCommand, NamedVerb {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Words.name, abstract: Words.abstract, discussion: Words.discussion)
  }

  static var verb: any ControlVerb.Type { Words.self }

  @OptionGroup var arguments: Words

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  func run() throws {
    let name = try widget.name(parent, "ctl \(Words.name)", using: Words.parentOptions)
    // Wrong words are reported even without a window.
    let words = try arguments.words(parent)
    _ = try Words.parse(words)
    let client: ControlClient? =
      try arguments.waitsForWindow ? .awaited(name) : ControlClient(name)
    if let client { try arguments.converse(client, [Words.name] + words) }
  }
}

private protocol NamedVerb {
  static var verb: any ControlVerb.Type { get }
}

/// `segclock ctl list`.
struct ControlList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the names of the open windows, one a line.")

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  func run() throws {
    _ = try widget.name(parent, "ctl list")
    try OutputFile(path: "-").write(ControlList.names().map { $0 + "\n" }.joined())
  }

  /// The names of the widgets that answer.
  static func names() -> [String] {
    ControlFolder().names().filter { name in
      (try? ControlClient(name, patience: .milliseconds(100))) != nil
    }
  }
}
