import ArgumentParser
import Control
import Files
import Platform
import Session
import Settings
import Windowing

/// `segclock ctl`: drives the window that runs.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control or query the running window.",
    discussion: """
      Repeating a command is no error: starting what runs does nothing. --name selects the widget of that name. \
      `segclock ctl COMMAND --help` says more about each.

      Exit codes: 0 done; 3 no window runs; 4 refused, with the reason; 5 no answer in time; 64 an argument was wrong; 66 \
      standard input could not be read; 73 standard output could not be written.
      """,
    subcommands: Plain<FirstRow>.commands + [
      Verb<LapVerb>.self, Verb<DoVerb>.self, Verb<ModeVerb>.self, Verb<TimerVerb>.self,
      Verb<PlanVerb>.self, Verb<CountVerb>.self, Verb<RingVerb>.self, Verb<ThemeVerb>.self,
      Verb<ClickThroughVerb>.self, Verb<RestoreVerb>.self, Verb<StatusVerb>.self,
      Verb<FollowVerb>.self, ControlList.self,
    ])

  func run() throws { throw ArgumentProblem(description: "ctl needs a command: \(Ctl.commands)") }

  /// What can be written after `ctl`, for messages.
  private static var commands: String {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    return "\(names.joined(separator: ", ")); see segclock ctl --help"
  }

  /// What is wrong where `arguments` have a word in the place of a command that is none; nil where they do not.
  static func problem(_ arguments: [String]) -> String? {
    // Only the first argument is no value of an option.
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

  /// The commands by their names.
  static let verbs: [String: any ControlVerb.Type] = Dictionary(
    uniqueKeysWithValues: configuration.subcommands.compactMap { ($0 as? any NamedVerb.Type)?.verb }
      .map { ($0.name, $0) })
}

/// A command of `segclock ctl`: its words, its help and its effect.
///
/// The program that is called checks the words and sends them; the window's reads them again, by the same rules.
protocol ControlVerb: ParsableArguments {
  /// Its name, the first word of the request.
  static var name: String { get }
  static var abstract: String { get }
  static var discussion: String { get }
  /// The number of words that follow its name in a request.
  static var wordCount: ClosedRange<Int> { get }
  /// The options of the window that it uses; all plan options belong together.
  static var parentOptions: Set<String> { get }
  /// Whether to wait for a window that is not open.
  var waitsForWindow: Bool { get }
  /// The words that follow its name in the request, with the window's options that were given. Throws if they mean
  /// nothing.
  func words(_ parent: Segclock) throws -> [String]
  /// What `words` ask for.
  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect
  /// Sends the request and prints what is answered, up to the end.
  func converse(_ call: ControlCall, _ words: [String]) throws
}

extension ControlVerb {
  static var discussion: String { "" }
  static var wordCount: ClosedRange<Int> { 1...1 }
  static var parentOptions: Set<String> { [] }
  var waitsForWindow: Bool { false }

  func converse(_ call: ControlCall, _ words: [String]) throws { try call.ask([Self.name] + words) }
}

/// What a request does.
enum ControlEffect {
  /// Performs a command, if there is anything to do; answered when it is saved.
  case command(Command?)
  /// Does what a key can do.
  case action(Action)
  case window((Window) -> Void)
  case refused(String)
  case text(String)
  /// A line at every change, at most one in so many nanoseconds; if that is 0, none for time alone.
  case follow(StatusStyle, every: Int64)
  /// Sets a ring to the values that follow, which are over when the client is gone.
  case feed(String)
  /// Answers when what is shown is on the screen.
  case sync
  /// Takes up a session of the stopwatch again.
  case restore(Int64)
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
    // Before anybody is asked: what means nothing means nothing whether there is a window or not.
    let words = try arguments.words(parent)
    if arguments.waitsForWindow, !ControlCall.awaitWindow(name) { return }
    try ControlCall(name).run { try arguments.converse($0, words) }
  }
}

private protocol NamedVerb {
  static var verb: any ControlVerb.Type { get }
}

/// `segclock ctl list`: the widgets whose windows are open.
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
      (try? ControlClient(name, deadline: MonotonicClock.now() + patience)) != nil
    }
  }

  /// How long a widget may take to be reached, in nanoseconds.
  private static let patience: Int64 = 100_000_000
}
